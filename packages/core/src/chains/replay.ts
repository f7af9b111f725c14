/** A chain walked from its events. It goes on from its end by the same steps (change.ts), so both come to the same. */
import { isRejection, type Rejection } from '../rejections.ts'
import { draftOf, stateOf } from './chain-draft.ts'
import {
  type ChainEvent,
  type ChainState,
  type CostingMethod,
  EMPTY_CHAIN,
  type EventChanges,
  type HistoryRow,
  inChainOrder,
  type SaleResult,
} from './chain-event.ts'
import { step } from './chain-walk.ts'
import type { BeyondListed, Unlisted } from './listing.ts'

export interface ChainReplay {
  readonly state: ChainState
  /** One row per event, in chain order. */
  readonly history: readonly HistoryRow[]
  /** One result per sale, in chain order. */
  readonly sales: readonly SaleResult[]
  /** Changes of lots by events that are no sales, in chain order. */
  readonly changes: readonly EventChanges[]
  /** Sales that take shares which are not listed on their day, in chain order. */
  readonly beyond: readonly BeyondListed[]
  /** The shares of the holding that are not listed on the day of the last event. */
  readonly unlisted: readonly Unlisted[]
}

/**
 * Walks all events of a chain, in any order given.
 * Rejects at the first event that the rules refuse, naming its date (see chain-walk.ts for the reasons).
 */
export function replayChain(
  method: CostingMethod | null,
  events: readonly ChainEvent[],
): ChainReplay | Rejection {
  const draft = draftOf(method, EMPTY_CHAIN)
  const history: HistoryRow[] = []
  const sales: SaleResult[] = []
  const changes: EventChanges[] = []
  const beyond: BeyondListed[] = []
  for (const event of inChainOrder(events)) {
    const outcome = step(draft, event)
    if (isRejection(outcome)) return outcome
    history.push(outcome.row)
    if (outcome.result !== null) sales.push(outcome.result)
    if (outcome.changes !== null) changes.push(outcome.changes)
    if (outcome.beyond !== null) beyond.push(outcome.beyond)
  }
  return Object.freeze({
    state: stateOf(draft),
    history: Object.freeze(history),
    sales: Object.freeze(sales),
    changes: Object.freeze(changes),
    beyond: Object.freeze(beyond),
    unlisted: Object.freeze(draft.unlisted),
  })
}
