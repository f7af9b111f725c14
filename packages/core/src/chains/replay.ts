/**
 * A chain from its events (`replayChain`), or one event further from its last state (`appendToChain`).
 * Both take the same steps, so a chain grown event by event equals the chain replayed from nothing.
 */
import { isRejection, type Rejection } from '../rejections.ts'
import {
  type ChainEvent,
  type ChainState,
  type CostingMethod,
  compareChainOrder,
  EMPTY_CHAIN,
  type HistoryRow,
  type Lot,
  type SaleResult,
} from './chain-event.ts'
import { draftOf, stateOf, step } from './chain-walk.ts'

export interface ChainReplay {
  readonly state: ChainState
  /** One row per event, in chain order. */
  readonly history: readonly HistoryRow[]
  /** One result per sale, in chain order. */
  readonly sales: readonly SaleResult[]
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
  for (const event of events.toSorted(compareChainOrder)) {
    const outcome = step(draft, event)
    if (isRejection(outcome)) return outcome
    history.push(outcome.row)
    if (outcome.result !== null) sales.push(outcome.result)
  }
  return Object.freeze({
    state: stateOf(draft),
    history: Object.freeze(history),
    sales: Object.freeze(sales),
  })
}

export interface ChainStep {
  readonly state: ChainState
  readonly row: HistoryRow
  /** The lot that a buy or an opening opened. */
  readonly opened: Lot | null
  /** The lots that a sale took from, as they stand now. */
  readonly changed: readonly Lot[]
  /** Set for a sale. */
  readonly result: SaleResult | null
}

/**
 * One event at the end of a chain. A buy needs no lots in the state; a sale needs the open ones.
 * Throws a RangeError when the event belongs earlier (`belongsAtEnd` tells): such a chain is replayed.
 */
export function appendToChain(
  method: CostingMethod | null,
  state: ChainState,
  event: ChainEvent,
): ChainStep | Rejection {
  const draft = draftOf(method, state)
  const outcome = step(draft, event)
  if (isRejection(outcome)) return outcome
  const after = stateOf(draft)
  const taken = new Set(outcome.result?.consumed.map((part) => part.lotId))
  return Object.freeze({
    state: after,
    row: outcome.row,
    opened: event.kind === 'sell' ? null : (after.lots.findLast((lot) => lot.id === event.id) ?? null),
    changed: Object.freeze(after.lots.filter((lot) => taken.has(lot.id))),
    result: outcome.result,
  })
}

/** Whether an event comes after everything that the chain holds, so that it can be appended. */
export function belongsAtEnd(state: ChainState, event: ChainEvent): boolean {
  return state.last === null || compareChainOrder(state.last, event) <= 0
}
