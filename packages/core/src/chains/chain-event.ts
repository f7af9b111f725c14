/**
 * The chain of events of one security in one portfolio: its kinds, its order, and the state after an event.
 * Everything about quantity and cost is derived from the chain and can be rebuilt from it.
 */
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, RateUnits, Shares } from '../values/decimal.ts'

export const COSTING_METHODS = ['WAP', 'FIFO', 'CHERRY'] as const
/** Weighted average price, first in first out, or cherry picking; null while none is assigned. */
export type CostingMethod = (typeof COSTING_METHODS)[number]

/** The source of an event. Each source keeps its own facts, under the identity of the event. */
export const EVENT_SOURCES = ['trade', 'opening', 'corporate action', 'transfer'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

/** When new shares can be sold, and the event that created them. */
export interface Listing {
  readonly on: PlainDate
  /** In sentences: "Bonus 1 for 4 COMB.N0000". */
  readonly what: string
}

interface EventHead {
  /** Identity of the event; also the identity of the lot that it opens. A trade has the identity of its event. */
  readonly id: string
  readonly tradeDate: PlainDate
  /** Order of recording: the identity as a number. A corrected trade keeps that of its first version. */
  readonly sequence: number
}

/** The source of an event that is no trade and no opening. */
interface OfEvent {
  readonly source: 'corporate action' | 'transfer'
}

/**
 * Shares that come in with a cost: a buy, an opening position, or shares received from a corporate action or
 * transfer (`receipt`).
 */
export interface AcquisitionEvent extends EventHead {
  readonly kind: 'buy' | 'opening' | 'receipt'
  /** Only of a receipt. */
  readonly source?: OfEvent['source']
  readonly settlementDate: PlainDate
  readonly quantity: Shares
  /** The stated price of a share; only the cost is used in calculations. */
  readonly price: PriceUnits
  /** Gross value, fees not included. */
  readonly cost: Cents
  /** Fees paid, kept next to the cost. */
  readonly charges: Cents
  /** After-tax cost of funds of this lot, percent a year. */
  readonly costOfFundsRate: RateUnits | null
  /**
   * Of an opening, and of a receipt that keeps ages: when its shares were bought. The event has its own date,
   * like its entry in the ledger; the lot keeps this one, so that its age and its order among the lots are
   * the original ones.
   */
  readonly boughtOn?: PlainDate
  /** Only of a receipt: its shares can be sold from a later day. */
  readonly listing?: Listing
}

/** Part of a sale that a cherry-picking user takes from one lot. */
export interface Allocation {
  readonly lotId: string
  readonly quantity: Shares
}

/** Shares that leave for money: a sale, or what an event takes out at a value (`disposal`). */
export interface SaleEvent extends EventHead {
  readonly kind: 'sell' | 'disposal'
  /** Only of a disposal. */
  readonly source?: OfEvent['source']
  /** Only of a disposal: it follows what is held, so that it holds after a late trade too. */
  readonly follows?: Follow
  readonly settlementDate: PlainDate
  readonly quantity: Shares
  readonly gross: Cents
  /** Gross less the sale's fees. */
  readonly net: Cents
  readonly costOfFundsRate: RateUnits | null
  /** Only with cherry picking. */
  readonly allocations?: readonly Allocation[]
}

/** Shares that leave at their cost, without a gain: a transfer, rights that were subscribed. */
export interface WithdrawalEvent extends EventHead, OfEvent {
  readonly kind: 'withdrawal'
  readonly quantity: Shares
  readonly follows?: Follow
  readonly allocations?: readonly Allocation[]
}

/**
 * A part of what is held, rounded down: num / den of the shares. An event that states it is counted from what is held
 * at its position, where that is another quantity than the `held` that its own figures rest on.
 */
export interface Follow {
  readonly held: Shares
  readonly num: bigint
  readonly den: bigint
  /** So many are left out: rights that were subscribed. */
  readonly less?: Shares
  /** At most so many. */
  readonly most?: Shares
}

/** Shares become more or fewer at the same cost: a bonus, a split, a consolidation. */
export interface ScaleEvent extends EventHead, OfEvent {
  readonly kind: 'scale'
  /** The shares held after it. 0: the rest of the holding is paid out for `proceeds`. */
  readonly quantity: Shares
  /** num / den of what is held before is held after it, rounded down. */
  readonly follows?: Follow
  /** The payment for a holding that is left without shares. */
  readonly proceeds: Cents
  /** Of new shares, a bonus or scrip: when they can be sold. A split makes more of every share and has none. */
  readonly listing?: Listing
}

/** Cost goes, the shares stay: a recovery of cost, a spin-off. */
export interface CostEvent extends EventHead, OfEvent {
  readonly kind: 'cost'
  /** The cost and charges taken out, in cents. */
  readonly cost: Cents
  readonly charges: Cents
  /** Lots give by their shares, or by their cost. */
  readonly by: 'shares' | 'cost'
  /** By shares: num / den cents a share held. By cost: num / den of cost and charges. */
  readonly follows?: Follow
}

export type ChainEvent = AcquisitionEvent | SaleEvent | WithdrawalEvent | ScaleEvent | CostEvent

/**
 * The rank of each kind among the events of one date; receipts and disposals have the rank of their source.
 */
const RANKS = { opening: -1, action: 0, trade: 1 } as const

/** The source of an event. */
export function sourceOf(event: ChainEvent): EventSource {
  if (event.kind === 'opening') return 'opening'
  if (event.kind === 'buy' || event.kind === 'sell') return 'trade'
  return event.source ?? 'corporate action'
}

/** The rank of what a source records within its date: openings -1, corporate actions 0, transfers and trades 1. */
export const rankOfSource = (source: EventSource): number =>
  source === 'opening' ? RANKS.opening : source === 'corporate action' ? RANKS.action : RANKS.trade

/** The position of an event in its chain. */
export interface ChainPosition {
  readonly tradeDate: PlainDate
  readonly rank: number
  readonly sequence: number
}

/** The position of an event in its chain: by its date, the rank of its kind, the order of recording. */
export const chainPositionOf = (event: ChainEvent): ChainPosition => ({
  tradeDate: event.tradeDate,
  rank: rankOfSource(sourceOf(event)),
  sequence: event.sequence,
})

/** The order of a chain: trade date, then rank (openings, corporate actions, trades), then order of recording. */
export function compareChainOrder(a: ChainPosition, b: ChainPosition): number {
  if (a.tradeDate !== b.tradeDate) return a.tradeDate < b.tradeDate ? -1 : 1
  return a.rank === b.rank ? a.sequence - b.sequence : a.rank - b.rank
}

/** Events in the order of their chain. */
export function inChainOrder<Event extends ChainEvent>(events: readonly Event[]): Event[] {
  return events
    .map((event) => ({ event, position: chainPositionOf(event) }))
    .sort((a, b) => compareChainOrder(a.position, b.position))
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

/** The state of a chain after its last event. */
export interface ChainState {
  /**
   * The holding that positions and books show: the average pool with WAP, the sum of the lots with FIFO and
   * CHERRY.
   */
  readonly holding: Holding
  /**
   * The lots by the date they were bought and the order of recording, each with what is left of it at its own cost. With WAP they only give the ages, and
   * their costs need not add up to the pool's. The tail of a chain may be given without its exhausted lots.
   */
  readonly lots: readonly Lot[]
  /** The position of the last event, null before the first. */
  readonly last: ChainPosition | null
  /** The latest day on which shares of the chain were or will be listed, where that was after they came; else null. */
  readonly unlistedUntil: PlainDate | null
}

const NOTHING: Holding = Object.freeze({ quantity: 0n, cost: 0n, charges: 0n })

export const EMPTY_CHAIN: ChainState = Object.freeze({
  holding: NOTHING,
  lots: Object.freeze([]),
  last: null,
  unlistedUntil: null,
})

/** The holding after one event, so that any date is one look-up. */
export interface HistoryRow {
  readonly eventId: string
  readonly kind: ChainEvent['kind']
  readonly source: EventSource
  readonly tradeDate: PlainDate
  readonly rank: number
  readonly sequence: number
  /** Shares, cost and charges that the event added; negative if it took them out. */
  readonly change: Holding
  /** The holding after it. */
  readonly after: Holding
}

/** The change that an event made to a lot that was open before it: negative for what it took out. */
export interface LotChange {
  readonly lotId: string
  readonly quantity: Shares
  readonly cost: Cents
  readonly charges: Cents
}

/** The changes that an event that is no sale made to lots. */
export interface EventChanges {
  readonly eventId: string
  readonly lots: readonly LotChange[]
}

/** The shares that a sale took from one lot, at the lot's own cost; with WAP the lots only give the ages. */
export interface ConsumedLot {
  readonly lotId: string
  readonly settlementDate: PlainDate
  readonly quantity: Shares
  readonly lotCost: Cents
  readonly lotCharges: Cents
  /** Whole days from the lot's settlement to the sale's; negative when the lot settled later. */
  readonly days: number
}

/** The result of a sale. All of it is derived. */
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
