/**
 * The chain of events of one security in one portfolio: its kinds, its order, and the state after an event.
 * Everything about quantity and cost is derived from the chain and can be rebuilt from it.
 */
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, RateUnits, Shares } from '../values/decimal.ts'

export const COSTING_METHODS = ['WAP', 'FIFO', 'CHERRY'] as const
/** Weighted average price, first in first out, or cherry picking; null while none is assigned. */
export type CostingMethod = (typeof COSTING_METHODS)[number]

interface EventHead {
  /** Identity of the trade or event; also the identity of the lot that it opens. */
  readonly id: string
  readonly tradeDate: PlainDate
  /** Order of recording. A corrected trade keeps the number of its first version. */
  readonly sequence: number
}

/** Shares that come in with a cost: a buy, or an opening position. */
export interface AcquisitionEvent extends EventHead {
  readonly kind: 'buy' | 'opening'
  readonly settlementDate: PlainDate
  readonly quantity: Shares
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

/** Events of one date: corporate actions, then openings (what the day begins with), then transfers and trades. */
const RANK_OF_KIND: Readonly<Record<string, number>> = Object.freeze({ 'corporate-action': -1, opening: 0 })
const RANK_OF_OTHERS = 1

/** The rank of an event's kind within its date. */
export function chainRank(kind: string): number {
  return RANK_OF_KIND[kind] ?? RANK_OF_OTHERS
}

/** The order of a chain: trade date, then rank (corporate actions, openings, trades), then order of recording. */
export function compareChainOrder(
  a: { readonly kind: string; readonly tradeDate: PlainDate; readonly sequence: number },
  b: { readonly kind: string; readonly tradeDate: PlainDate; readonly sequence: number },
): number {
  if (a.tradeDate !== b.tradeDate) return a.tradeDate < b.tradeDate ? -1 : 1
  const ranks = chainRank(a.kind) - chainRank(b.kind)
  return ranks === 0 ? a.sequence - b.sequence : ranks
}

/** One parcel of shares and what is left of it. */
export interface Lot {
  readonly id: string
  readonly tradeDate: PlainDate
  readonly sequence: number
  readonly settlementDate: PlainDate
  readonly costOfFundsRate: RateUnits | null
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
  /** The last event, null before the first. */
  readonly last: { readonly kind: string; readonly tradeDate: PlainDate; readonly sequence: number } | null
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
  readonly costOut: Cents
  /** Buy charges that leave with the shares. */
  readonly chargesOut: Cents
  readonly consumed: readonly ConsumedLot[]
  readonly holdingDays: number
  /** costOut / quantity at 4 decimals. */
  readonly boughtPrice: PriceUnits
  /** gross - costOut. */
  readonly capitalGain: Cents
  readonly moneyGenerationCost: Cents
  /** capitalGain - moneyGenerationCost. */
  readonly profitLoss: Cents
  /** profitLoss - chargesOut - the sale's fees. */
  readonly afterCostResult: Cents
}
