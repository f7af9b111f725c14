import type { ChainChange } from '@em/core/chains/change'
import type { Cents } from '@em/core/values/decimal'
import type { LockedChain } from './lock.queries.ts'

/** A locked chain and what changes in it. */
export interface ChangedChain {
  readonly chain: Pick<LockedChain, 'id' | 'position'>
  readonly change: ChainChange
  /** Events that are removed or changed: their results are written again, or not at all. */
  readonly gone: readonly string[]
  /** Those of them that a corporate action took back with its entries: their shares go where they were posted. */
  readonly takenBack?: readonly string[]
  /** The cost of generating the money of new or changed acquisitions. */
  readonly bought: readonly { readonly eventId: string; readonly moneyGenerationCost: Cents }[]
}
