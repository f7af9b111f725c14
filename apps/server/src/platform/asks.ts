/**
 * What a command would be refused for unless another person approves it. Where the write can wait for that, it goes on and is judged before
 * its commit; anywhere else the refusal applies.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Right } from '@em/contract/identity/rights'
import type { Refusal } from './refusal.ts'

/** Built in: users cannot write or remove it. */
export const BEYOND_A_LIMIT = 'Beyond a hard limit'

export interface Ask {
  readonly rule: typeof BEYOND_A_LIMIT
  /** The refusal where no one can approve it. */
  readonly refusal: Refusal
}

/** A user other than its maker who has approved the current write, for its portfolios. */
export interface Releaser {
  readonly id: number
  readonly rights: ReadonlySet<Right>
}

interface Asking {
  readonly asks: Ask[]
  readonly releasers: readonly Releaser[]
}
const asking = new AsyncLocalStorage<Asking>()

/** Does the work of a write that can wait for approval; `asks` takes what its command asks for. */
export const mayAsk = <T>(asks: Ask[], releasers: readonly Releaser[], work: () => T): T =>
  asking.run({ asks, releasers }, work)

/** The users who have approved the current write; none while it is sent or previewed. */
export const releasersNow = (): readonly Releaser[] => asking.getStore()?.releasers ?? []

/** Asks for another person's approval in place of a refusal. @throws the refusal where the work at hand cannot wait. */
export function askApproval(ask: Ask): void {
  const at = asking.getStore()
  if (at === undefined) throw ask.refusal
  at.asks.push(ask)
}
