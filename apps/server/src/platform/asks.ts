/**
 * What a command would be refused for unless another person approves it. Where the write can wait for that, it goes on and is judged before
 * its commit; anywhere else the refusal stands.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Refusal } from './refusal.ts'

/** Built in: nobody writes it, and nobody takes it away. */
export const BEYOND_A_LIMIT = 'Beyond a hard limit'

export interface Ask {
  readonly rule: typeof BEYOND_A_LIMIT
  /** What stands where nobody can approve it. */
  readonly refusal: Refusal
}

const asking = new AsyncLocalStorage<Ask[]>()

/** Does the work of a write that can wait for approval; `asks` takes what its command asks for. */
export const mayAsk = <T>(asks: Ask[], work: () => T): T => asking.run(asks, work)

/** Asks for another person's approval in place of a refusal. @throws the refusal where the work at hand cannot wait. */
export function askApproval(ask: Ask): void {
  const asks = asking.getStore()
  if (asks === undefined) throw ask.refusal
  asks.push(ask)
}
