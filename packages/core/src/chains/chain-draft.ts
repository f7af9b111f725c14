/** A chain while it is walked: a private draft that is changed in place. */
import type { Cents, Shares } from '../values/decimal.ts'
import type { ChainState, CostingMethod, EventChanges, Holding, Lot, LotChange } from './chain-event.ts'
import type { ListingDraft } from './listing.ts'

export type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A chain being walked. */
export interface ChainDraft extends ListingDraft {
  readonly method: CostingMethod | null
  readonly lots: Writable<Lot>[]
  readonly lotById: Map<string, Writable<Lot>>
  /** Lots before this index are exhausted. */
  firstOpen: number
  last: ChainState['last']
}

/** A draft that goes on from a state, or from nothing. */
export function draftOf(method: CostingMethod | null, state: ChainState): ChainDraft {
  const lots = state.lots.map((lot) => ({ ...lot }))
  return {
    method,
    holding: state.holding,
    lots,
    lotById: new Map(lots.map((lot) => [lot.id, lot])),
    firstOpen: 0,
    last: state.last,
    unlisted: [],
    unlistedUntil: state.unlistedUntil,
  }
}

/** The draft as a frozen state. */
export function stateOf(draft: ChainDraft): ChainState {
  const lots = Object.freeze(draft.lots.map((lot) => Object.freeze({ ...lot })))
  const { holding, last, unlistedUntil } = draft
  return Object.freeze({ holding, lots, last, unlistedUntil })
}

/** A holding with something more, or less. */
export function plus(holding: Holding, quantity: Shares, cost: Cents, charges: Cents): Holding {
  return Object.freeze({
    quantity: holding.quantity + quantity,
    cost: holding.cost + cost,
    charges: holding.charges + charges,
  })
}

/** The changes that an event made to lots. */
export const changesOf = (eventId: string, lots: readonly LotChange[]): EventChanges =>
  Object.freeze({ eventId, lots: Object.freeze(lots.map((lot) => Object.freeze(lot))) })
