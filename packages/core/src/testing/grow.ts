/** A chain that grows at its end, event by event, for tests. */
import { type ChainEvent, type ChainState, type CostingMethod } from '../chains/chain-event.ts'
import { type ChainChange, changeChain, weightsOf } from '../chains/change.ts'
import type { Rejection } from '../rejections.ts'

/** The changes of events at the end of a chain; every lot of the state is known. */
export function goOn(
  method: CostingMethod | null,
  state: ChainState,
  ...come: readonly ChainEvent[]
): ChainChange | Rejection {
  const { holding, last, lots, unlistedUntil } = state
  const tail = { method, holding, last, weights: weightsOf(lots), unlistedUntil }
  return changeChain(tail, { lots }, { come, go: [] })
}
