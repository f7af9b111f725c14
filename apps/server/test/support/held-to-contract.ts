/**
 * Holds answers against the contract as a client reads them: the status is one that the route names, the body is what its
 * schema says and has no field besides, and a refusal has the shape of all refusals.
 */

import { approvalAccepted, canWait } from '@em/contract/approvals/approvals'
import { jobAccepted } from '@em/contract/jobs/jobs'
import { apiError } from '@em/contract/kit/errors'
import type { Route } from '@em/contract/kit/route'
import { allRoutes } from '@em/contract/registry'
import { z } from 'zod'

/** An answer, and whether a preview was asked for. */
export interface Held {
  readonly status: number
  readonly body: unknown
  readonly isJson: boolean
  readonly dryRun: boolean
}

type Def = z.core.$ZodTypeDef & Record<string, unknown>

/** Schemas within schemas: by what name a kind holds others. */
const INNER = ['element', 'innerType', 'valueType', 'left', 'right', 'in', 'out', 'rest'] as const

const made = new Map<z.core.$ZodType, z.core.$ZodType>()

/** The same schema, with every object in it closed: one that takes any field (`looseObject`, `catchall`) stays open. */
export function closed<T extends z.core.$ZodType>(schema: T): T {
  const known = made.get(schema)
  if (known !== undefined) return known as T
  const def = schema._zod.def as unknown as Def
  const copy: Def = { ...def }
  if (def.type === 'object') {
    const shape = def['shape'] as z.core.$ZodShape
    copy['shape'] = Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, closed(one)]))
    copy['catchall'] ??= z.never()
  }
  if (def.type === 'lazy') copy['getter'] = () => closed((def['getter'] as () => z.core.$ZodType)())
  for (const name of ['options', 'items'])
    if (Array.isArray(def[name])) copy[name] = (def[name] as z.core.$ZodType[]).map(closed)
  for (const name of INNER) if (isSchema(def[name])) copy[name] = closed(def[name])
  const found = z.core.clone(schema, copy as never)
  made.set(schema, found)
  return found as T
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

interface Address {
  readonly route: Route
  readonly parts: readonly string[]
  /** How many of its parts are fixed words: of two that fit, the one with more is meant. */
  readonly fixed: number
}

const addresses: readonly Address[] = allRoutes
  .map((route) => {
    const parts = route.path.split('/')
    return { route, parts, fixed: parts.filter((part) => !part.startsWith(':')).length }
  })
  .toSorted((a, b) => b.fixed - a.fixed)

/** The contract's route of an address like `GET /trades/7` below /api; undefined where it has none. */
export function routeAt(address: string): Route | undefined {
  const [method, path = ''] = address.split(' ', 2)
  const asked = (path.split('?')[0] ?? '').split('/')
  return addresses.find(
    ({ route, parts }) =>
      route.method === method &&
      parts.length === asked.length &&
      parts.every((part, at) => part.startsWith(':') || part === asked[at]),
  )?.route
}

/** The statuses below 300 that a route may answer with. */
function statusesOf(route: Route, dryRun: boolean): number[] {
  if (dryRun && route.dryRunStatus !== null)
    return [route.dryRunStatus, ...(route.runs === 'job' ? [202] : [])]
  const takesLonger = route.runs === 'job' || canWait(route)
  return [route.status, ...(route.alsoStatus ?? []), ...(takesLonger ? [202] : [])]
}

/** The fault of an answer, in a sentence; undefined where the answer follows the contract. */
export function faultOf(
  route: Route | undefined,
  { status, body, isJson, dryRun }: Held,
): string | undefined {
  if (status >= 400 && status !== route?.troubleStatus) {
    return isJson ? faultIn(apiError, body) : `a refusal is JSON, and this is ${JSON.stringify(body)}`
  }
  if (route === undefined || (status >= 300 && status !== route.troubleStatus)) return undefined
  const statuses = statusesOf(route, dryRun)
  if (status < 300 && !statuses.includes(status))
    return `the status is ${status}, and the contract names ${statuses.join(', ')}`
  // Never both.
  if (
    status === 202 &&
    canWait(route) &&
    typeof body === 'object' &&
    body !== null &&
    'approvalId' in body &&
    !('jobId' in body)
  )
    return faultIn(approvalAccepted, body)
  if (status === 202 && route.runs === 'job') return faultIn(jobAccepted, body)
  // Files are no JSON; their routes say nothing of what is in them.
  if (!isJson && isOpen(route.reply)) return undefined
  return faultIn(route.reply, body)
}

const isOpen = (schema: z.ZodType) => schema._zod.def.type === 'unknown'

function faultIn(schema: z.ZodType, body: unknown): string | undefined {
  const checked = closed(schema).safeParse(body)
  return checked.success ? undefined : z.prettifyError(checked.error)
}

/** @throws Error for an answer that is not what the contract says. */
export function holdToContract(route: Route | undefined, name: string, held: Held): void {
  const fault = faultOf(route, held)
  if (fault !== undefined)
    throw new Error(`the answer ${held.status} of ${name} is not what the contract says: ${fault}`)
}
