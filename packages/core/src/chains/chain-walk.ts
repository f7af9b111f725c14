/**
 * One step of a chain: what an event does to the holding and the lots.
 * The walk works on a private draft that it changes in place, because copying 10,000 lots for each of 10,000
 * events would cost a hundred million copies; what leaves this module is frozen.
 *
 * Refuses, in this order: a sale without a costing method (costing-method.missing); more shares than there are
 * on its date (lots.insufficient); with CHERRY no allocations (allocations.missing), with the others any
 * (allocations.not-allowed); allocations that do not add up to the quantity (allocations.sum-mismatch), from a
 * lot that does not exist on that date (allocations.lot-unavailable) or beyond what is left of it
 * (allocations.exceed-lot).
 */
import { moneyGenerationCost } from '../cost-of-funds/rates.ts'
import { isRejection, type Rejection, reject } from '../rejections.ts'
import { daysBetween } from '../values/dates.ts'
import { type Cents, divideHalfAway, mulDiv, type Shares } from '../values/decimal.ts'
import { perShare, sumOf } from '../values/money.ts'
import {
  type AcquisitionEvent,
  type ChainEvent,
  type ChainState,
  type ConsumedLot,
  type CostingMethod,
  compareChainOrder,
  type HistoryRow,
  type Holding,
  type Lot,
  placeInChain,
  type SaleEvent,
  type SaleResult,
  sourceOf,
} from './chain-event.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A chain being walked. */
export interface ChainDraft {
  readonly method: CostingMethod | null
  holding: Holding
  readonly lots: Writable<Lot>[]
  readonly lotById: Map<string, Writable<Lot>>
  /** Lots before this place are exhausted. */
  firstOpen: number
  last: ChainState['last']
}

export interface StepOutcome {
  readonly row: HistoryRow
  /** Set for a sale. */
  readonly result: SaleResult | null
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
  }
}

/** The draft as a frozen state. */
export function stateOf(draft: ChainDraft): ChainState {
  const lots = Object.freeze(draft.lots.map((lot) => Object.freeze({ ...lot })))
  return Object.freeze({ holding: draft.holding, lots, last: draft.last })
}

/**
 * Applies one event to the draft, or rejects it and leaves the draft as it was.
 * Throws when the event belongs before the last one: that chain must be replayed.
 */
export function step(draft: ChainDraft, event: ChainEvent): StepOutcome | Rejection {
  const place = placeInChain(event)
  if (draft.last !== null && compareChainOrder(draft.last, place) > 0) {
    throw new RangeError(`event ${event.id} of ${event.tradeDate} comes before the end of its chain`)
  }
  const before = draft.holding
  const result = apply(draft, event)
  if (result !== null && isRejection(result)) return result
  draft.last = Object.freeze(place)
  return { row: rowOf(event, place.rank, before, draft.holding), result }
}

/**
 * Applies the event to the draft by its kind; a sale answers its result. A kind without a branch does not
 * compile.
 */
function apply(draft: ChainDraft, event: ChainEvent): SaleResult | Rejection | null {
  switch (event.kind) {
    case 'buy':
    case 'opening':
      takeIn(draft, event)
      return null
    case 'sell':
      return refuseSale(draft, event) ?? takeOut(draft, event)
    default:
      return unknownKind(event)
  }
}

function unknownKind(event: never): never {
  throw new RangeError(`no rule for the event ${JSON.stringify(event)}`)
}

function rowOf(event: ChainEvent, rank: number, before: Holding, after: Holding): HistoryRow {
  const { id: eventId, kind, tradeDate, sequence } = event
  const change = plus(after, -before.quantity, -before.cost, -before.charges)
  return Object.freeze({ eventId, kind, source: sourceOf(kind), tradeDate, rank, sequence, change, after })
}

function plus(holding: Holding, quantity: Shares, cost: Cents, charges: Cents): Holding {
  return Object.freeze({
    quantity: holding.quantity + quantity,
    cost: holding.cost + cost,
    charges: holding.charges + charges,
  })
}

/** The lot that an acquisition opens. */
export function openedLot(event: AcquisitionEvent): Lot {
  return {
    id: event.id,
    tradeDate: event.boughtOn ?? event.tradeDate,
    openedOn: event.boughtOn === undefined ? null : event.tradeDate,
    sequence: event.sequence,
    settlementDate: event.settlementDate,
    costOfFundsRate: event.costOfFundsRate,
    price: event.price,
    quantity: event.quantity,
    cost: event.cost,
    charges: event.charges,
    remainingQuantity: event.quantity,
    remainingCost: event.cost,
    remainingCharges: event.charges,
  }
}

function takeIn(draft: ChainDraft, event: AcquisitionEvent): void {
  const lot = openedLot(event)
  const place = placeOf(draft.lots, lot)
  if (place === draft.lots.length) draft.lots.push(lot)
  else draft.lots.splice(place, 0, lot)
  if (place < draft.firstOpen) draft.firstOpen = place
  draft.lotById.set(lot.id, lot)
  draft.holding = plus(draft.holding, event.quantity, event.cost, event.charges)
}

/** Where a lot stands among the others: a buy's at the end, an opening's where its original date belongs. */
function placeOf(lots: readonly Lot[], lot: Lot): number {
  let place = lots.length
  for (; place > 0; place -= 1) {
    const before = lots[place - 1]
    if (before === undefined || before.tradeDate < lot.tradeDate) break
    if (before.tradeDate === lot.tradeDate && before.sequence < lot.sequence) break
  }
  return place
}

function refuseSale(draft: ChainDraft, sale: SaleEvent): Rejection | null {
  const { method } = draft
  const facts = { date: sale.tradeDate, eventId: sale.id, quantity: String(sale.quantity) }
  if (method === null) return reject('costing-method.missing', facts)
  if (sale.quantity > draft.holding.quantity) {
    return reject('lots.insufficient', { ...facts, available: String(draft.holding.quantity) }, 'quantity')
  }
  const allocations = sale.allocations ?? []
  if (method !== 'CHERRY') {
    return allocations.length === 0
      ? null
      : reject('allocations.not-allowed', { ...facts, method }, 'allocations')
  }
  if (allocations.length === 0) return reject('allocations.missing', facts, 'allocations')
  const allocated = sumOf(allocations.map((allocation) => allocation.quantity))
  if (allocated !== sale.quantity || allocations.some((allocation) => allocation.quantity < 0n)) {
    return reject('allocations.sum-mismatch', { ...facts, allocated: String(allocated) }, 'allocations')
  }
  return refuseAllocations(draft, sale, facts)
}

function refuseAllocations(
  draft: ChainDraft,
  sale: SaleEvent,
  facts: Readonly<Record<string, string>>,
): Rejection | null {
  for (const [lotId, quantity] of quantityByLot(sale)) {
    const lot = draft.lotById.get(lotId)
    if (lot === undefined) return reject('allocations.lot-unavailable', { ...facts, lotId }, 'allocations')
    if (quantity > lot.remainingQuantity) {
      const more = { lotId, allocated: String(quantity), available: String(lot.remainingQuantity) }
      return reject('allocations.exceed-lot', { ...facts, ...more }, 'allocations')
    }
  }
  return null
}

/** Allocations added up by lot: two rows for one lot may not exceed it together. */
function quantityByLot(sale: SaleEvent): Map<string, Shares> {
  const byLot = new Map<string, Shares>()
  for (const { lotId, quantity } of sale.allocations ?? []) {
    if (quantity > 0n) byLot.set(lotId, (byLot.get(lotId) ?? 0n) + quantity)
  }
  return byLot
}

/** The share of an amount that goes with `quantity` of `whole`; the last share takes what is left. */
function shareOf(amount: Cents, quantity: Shares, whole: Shares): Cents {
  return quantity === whole ? amount : mulDiv(amount, quantity, whole)
}

function takeOut(draft: ChainDraft, sale: SaleEvent): SaleResult {
  const consumed = draft.method === 'CHERRY' ? takeAllocated(draft, sale) : takeOldest(draft, sale)
  const { holding } = draft
  const byPool = draft.method === 'WAP'
  const costOut = byPool
    ? shareOf(holding.cost, sale.quantity, holding.quantity)
    : sumOf(consumed.map((part) => part.lotCost))
  const chargesOut = byPool
    ? shareOf(holding.charges, sale.quantity, holding.quantity)
    : sumOf(consumed.map((part) => part.lotCharges))
  draft.holding = plus(holding, -sale.quantity, -costOut, -chargesOut)
  return resultOf(sale, costOut, chargesOut, consumed)
}

function takeOldest(draft: ChainDraft, sale: SaleEvent): ConsumedLot[] {
  const consumed: ConsumedLot[] = []
  let wanted = sale.quantity
  while (wanted > 0n) {
    const lot = draft.lots[draft.firstOpen]
    if (lot === undefined) throw new RangeError(`the lots hold less than the holding before ${sale.id}`)
    if (lot.remainingQuantity > 0n) {
      const taken = wanted < lot.remainingQuantity ? wanted : lot.remainingQuantity
      consumed.push(takeFrom(lot, taken, sale))
      wanted -= taken
    }
    if (lot.remainingQuantity === 0n) draft.firstOpen += 1
  }
  return consumed
}

function takeAllocated(draft: ChainDraft, sale: SaleEvent): ConsumedLot[] {
  const consumed: ConsumedLot[] = []
  for (const [lotId, quantity] of quantityByLot(sale)) {
    const lot = draft.lotById.get(lotId)
    if (lot === undefined) throw new RangeError(`lot ${lotId} is not there`)
    consumed.push(takeFrom(lot, quantity, sale))
  }
  return consumed
}

function takeFrom(lot: Writable<Lot>, quantity: Shares, sale: SaleEvent): ConsumedLot {
  const lotCost = shareOf(lot.remainingCost, quantity, lot.remainingQuantity)
  const lotCharges = shareOf(lot.remainingCharges, quantity, lot.remainingQuantity)
  lot.remainingQuantity -= quantity
  lot.remainingCost -= lotCost
  lot.remainingCharges -= lotCharges
  const days = daysBetween(lot.settlementDate, sale.settlementDate)
  const { id: lotId, settlementDate } = lot
  return Object.freeze({ lotId, settlementDate, quantity, lotCost, lotCharges, days })
}

/**
 * Quantity-weighted whole days of the consumed lots, rounded; lots that settle after the sale are left out of
 * both sums. 0 when none is left.
 */
export function holdingDays(
  consumed: readonly { readonly quantity: Shares; readonly days: number }[],
): number {
  let weighted = 0n
  let quantity = 0n
  for (const part of consumed) {
    if (part.days < 0) continue
    weighted += part.quantity * BigInt(part.days)
    quantity += part.quantity
  }
  return quantity === 0n ? 0 : +String(divideHalfAway(weighted, quantity))
}

function resultOf(
  sale: SaleEvent,
  costOut: Cents,
  chargesOut: Cents,
  consumed: readonly ConsumedLot[],
): SaleResult {
  const days = holdingDays(consumed)
  const fees = sale.gross - sale.net
  const capitalGain = sale.gross - costOut
  const fundsCost = moneyGenerationCost(sale.net, sale.costOfFundsRate, days)
  const profitLoss = capitalGain - fundsCost
  return Object.freeze({
    eventId: sale.id,
    tradeDate: sale.tradeDate,
    proceeds: sale.gross,
    fees,
    costOut,
    chargesOut,
    consumed: Object.freeze(consumed),
    holdingDays: days,
    boughtPrice: perShare(costOut, sale.quantity),
    capitalGain,
    moneyGenerationCost: fundsCost,
    profitLoss,
    afterCostResult: profitLoss - chargesOut - fees,
  })
}
