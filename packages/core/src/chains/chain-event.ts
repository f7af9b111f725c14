/**
 * The chain of events of one security in one portfolio: its kinds, its order, and the state after an event.
 * Everything about quantity and cost is derived from the chain and can be rebuilt from it.
 */
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, RateUnits, Shares } from '../values/decimal.ts'

export const COSTING_METHODS = ['WAP', 'FIFO', 'CHERRY'] as const
/** Weighted average price, first in first out, or cherry picking; null while none is assigned. */
export type CostingMethod = (typeof COSTING_METHODS)[number]

/** What recorded an event. Each keeps its own facts, under the identity of the event. */
export const EVENT_SOURCES = ['trade', 'opening', 'corporate action', 'transfer'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

interface EventHead {
  /** Identity of the event; also the identity of the lot that it opens. A trade has the identity of its event. */
  readonly id: string
  readonly tradeDate: PlainDate
  /** Order of recording: the identity as a number. A corrected trade keeps that of its first version. */
  readonly sequence: number
}

/** Shares that come in with a cost: a buy, or an opening position. */
export interface AcquisitionEvent extends EventHead {
  readonly kind: 'buy' | 'opening'
  readonly settlementDate: PlainDate
  readonly quantity: Shares
  /** What one share was bought at, as it was stated; the cost alone is counted with. */
  readonly price: PriceUnits
  /** Gross value, fees not included. */
  readonly cost: Cents
  /** Fees paid, carried beside the cost. */
  readonly charges: Cents
  /** After-tax cost of funds of this lot, percent a year. */
  readonly costOfFundsRate: RateUnits | null
  /**
   * Only of an opening: when its shares were bought. The event stands at the opening date, where the ledger has it;
   * the lot keeps this date, so that its age and its turn among the lots are the original ones.
   */
  readonly boughtOn?: PlainDate
}

/** Part of a sale that a cherry-picking user takes from one lot. */
export interface Allocation {
  readonly lotId: string
  readonly quantity: Shares
}

export interface SaleEvent extends EventHead {
  readonly kind: 'sell'
  readonly settlementDate: PlainDate
  readonly quantity: Shares
  readonly gross: Cents
  /** Gross less the sale's fees. */
  readonly net: Cents
  readonly costOfFundsRate: RateUnits | null
  /** Only with cherry picking. */
  readonly allocations?: readonly Allocation[]
}

export type ChainEvent = AcquisitionEvent | SaleEvent

/** Each kind of event: what records it, and its turn among the events of one date. */
const KINDS = {
  // What a day begins with: corporate actions before openings, openings before transfers and trades.
  opening: { source: 'opening', rank: 0 },
  buy: { source: 'trade', rank: 1 },
  sell: { source: 'trade', rank: 1 },
} as const satisfies Readonly<Record<ChainEvent['kind'], { source: EventSource; rank: number }>>

/** What records events of a kind. */
export const sourceOf = (kind: ChainEvent['kind']): EventSource => KINDS[kind].source

/** The rank of an event's kind within its date: corporate actions -1, openings 0, transfers and trades 1. */
export const chainRank = (kind: ChainEvent['kind']): number => KINDS[kind].rank

/** Where an event stands in its chain. */
export interface EventPlace {
  readonly tradeDate: PlainDate
  readonly rank: number
  readonly sequence: number
}

/** Where an event stands in its chain: by its date, the rank of its kind, the order of recording. */
export const placeInChain = ({ kind, tradeDate, sequence }: ChainEvent): EventPlace => ({
  tradeDate,
  rank: chainRank(kind),
  sequence,
})

/** The order of a chain: trade date, then rank (corporate actions, openings, trades), then order of recording. */
export function compareChainOrder(a: EventPlace, b: EventPlace): number {
  if (a.tradeDate !== b.tradeDate) return a.tradeDate < b.tradeDate ? -1 : 1
  return a.rank === b.rank ? a.sequence - b.sequence : a.rank - b.rank
}

/** Events in the order of their chain. */
export function inChainOrder(events: readonly ChainEvent[]): ChainEvent[] {
  return events
    .map((event) => ({ event, place: placeInChain(event) }))
    .sort((a, b) => compareChainOrder(a.place, b.place))
    .map(({ event }) => event)
}

/** One parcel of shares as it came in, and what is left of it. What came in never changes. */
export interface Lot {
  /** The identity of the event that opened it. */
  readonly id: string
  /** The day its shares were bought. */
  readonly tradeDate: PlainDate
  /** The date of the event that opened it, where that is another than the day its shares were bought. */
  readonly openedOn: PlainDate | null
  readonly sequence: number
  readonly settlementDate: PlainDate
  readonly costOfFundsRate: RateUnits | null
  readonly price: PriceUnits
  readonly quantity: Shares
  readonly cost: Cents
  readonly charges: Cents
  readonly remainingQuantity: Shares
  readonly remainingCost: Cents
  readonly remainingCharges: Cents
}

/** Quantity with its cost and charges. */
export interface Holding {
  readonly quantity: Shares
  readonly cost: Cents
  readonly charges: Cents
}

/** Where a chain stands after its last event. */
export interface ChainState {
  /** What positions and books show: the average pool with WAP, the sum of the lots with FIFO and CHERRY. */
  readonly holding: Holding
  /**
   * The lots by the date they were bought and the order of recording, each with what is left of it at its own cost. With WAP they only give the ages, and
   * their costs need not add up to the pool's. The tail of a chain may be given without its exhausted lots.
   */
  readonly lots: readonly Lot[]
  /** Where the last event stands, null before the first. */
  readonly last: EventPlace | null
}

const NOTHING: Holding = Object.freeze({ quantity: 0n, cost: 0n, charges: 0n })

export const EMPTY_CHAIN: ChainState = Object.freeze({
  holding: NOTHING,
  lots: Object.freeze([]),
  last: null,
})

/** The standing after one event, so that any date is one look-up. */
export interface HistoryRow {
  readonly eventId: string
  readonly kind: ChainEvent['kind']
  readonly source: EventSource
  readonly tradeDate: PlainDate
  readonly rank: number
  readonly sequence: number
  /** What the event brought, negative for what it took out. */
  readonly change: Holding
  /** What is held after it. */
  readonly after: Holding
}

/** What a sale took from one lot, at the lot's own cost; with WAP the lots only give the ages. */
export interface ConsumedLot {
  readonly lotId: string
  readonly settlementDate: PlainDate
  readonly quantity: Shares
  readonly lotCost: Cents
  readonly lotCharges: Cents
  /** Whole days from the lot's settlement to the sale's; negative when the lot settled later. */
  readonly days: number
}

/** What a sale came to. All of it is derived. */
export interface SaleResult {
  readonly eventId: string
  readonly tradeDate: PlainDate
  /** Gross value. */
  readonly proceeds: Cents
  /** Of the sale itself. */
  readonly fees: Cents
  readonly costOut: Cents
  /** Buy charges that leave with the shares. */
  readonly chargesOut: Cents
  readonly consumed: readonly ConsumedLot[]
  readonly holdingDays: number
  /** costOut / quantity at 4 decimals. */
  readonly boughtPrice: PriceUnits
  /** proceeds - costOut. */
  readonly capitalGain: Cents
  readonly moneyGenerationCost: Cents
  /** capitalGain - moneyGenerationCost. */
  readonly profitLoss: Cents
  /** profitLoss - chargesOut - fees. */
  readonly afterCostResult: Cents
}
