/** Which failures of an act are its own refusal, and which are trouble that passes. */

import { Refusal } from '../../platform/refusal.ts'
import { toRefusal } from '../../platform/to-refusal.ts'

const TROUBLE = new Set([
  'server.busy',
  'server.no-database',
  'server.no-writes',
  'server.unknown',
  'server.fault',
  'idempotency.running',
  'request.too-many',
])

/** The refusal of an act by the rules of the books; undefined for trouble, which is tried again. */
export function refusalByRules(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return TROUBLE.has(error.code) ? undefined : error
  const refusal = toRefusal(error as Error)
  return TROUBLE.has(refusal.code) ? undefined : refusal
}
