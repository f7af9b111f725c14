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
import { type ChainDraft, changesOf, plus, type Writable } from './chain-draft.ts'
import {
  type AcquisitionEvent,
  type ChainEvent,
  type ConsumedLot,
  chainPositionOf,
  compareChainOrder,
  type EventChanges,
  type HistoryRow,
  type Holding,
  type Lot,
  type SaleEvent,
  type SaleResult,
  type ScaleEvent,
  sourceOf,
  type WithdrawalEvent,
} from './chain-event.ts'
import { type BeyondListed, beyondListed, forgetListed, givesAway, keepUnlisted } from './listing.ts'
import { giveCost, heldAfter, scale } from './scale-and-cost.ts'

export interface StepOutcome {
  readonly row: HistoryRow
  /** Set for what leaves for money. */
  readonly result: SaleResult | null
  /** Set for what changes lots otherwise. */
  readonly changes: EventChanges | null
  /** Set for a sale that takes shares which are not listed on its day. */
  readonly beyond: BeyondListed | null
}

/**
 * Applies one event to the draft, or rejects it and leaves the draft as it was.
 * Throws when the event belongs before the last one: that chain must be replayed.
 */
export function step(draft: ChainDraft, event: ChainEvent): StepOutcome | Rejection {
  const position = chainPositionOf(event)
  if (draft.last !== null && compareChainOrder(draft.last, position) > 0) {
    throw new RangeError(`event ${event.id} of ${event.tradeDate} comes before the end of its chain`)
  }
  const before = draft.holding
  forgetListed(draft, event.tradeDate)
  const beyond = givesAway(event) ? beyondListed(draft, event) : null
  const done = apply(draft, event)
  if (isRejection(done)) return done
  keepUnlisted(draft, event, before)
  draft.last = Object.freeze(position)
  const { result = null, changes = null } = done
  return { row: rowOf(event, position.rank, before, draft.holding), result, changes, beyond }
}

interface Applied {
  readonly result?: SaleResult
  readonly changes?: EventChanges
}

/** Applies the event to the draft by its kind. A kind without a branch does not compile. */
function apply(draft: ChainDraft, event: ChainEvent): Applied | Rejection {
  switch (event.kind) {
    case 'buy':
    case 'opening':
    case 'receipt':
      takeIn(draft, event)
      return {}
    case 'sell':
    case 'disposal': {
      const sale = asHeld(draft, event)
      return refuseSale(draft, sale) ?? { result: takeOut(draft, sale) }
    }
    case 'withdrawal': {
      const leaving = asHeld(draft, event)
      return refuseSale(draft, leaving) ?? { changes: withdraw(draft, leaving) }
    }
    case 'scale':
      return scaled(draft, event)
    case 'cost':
      return { changes: giveCost(draft, event) }
    default:
      return unknownKind(event)
  }
}

/** The event with the quantity that follows from what is held, where that is another than its figures rest on. */
function asHeld<E extends SaleEvent | WithdrawalEvent>(draft: ChainDraft, event: E): E {
  const { follows } = event
  if (follows === undefined || follows.held === draft.holding.quantity) return event
  const quantity = (draft.holding.quantity * follows.num) / follows.den - (follows.less ?? 0n)
  const least = quantity > 0n ? quantity : 0n
  const { most = least } = follows
  return { ...event, quantity: least < most ? least : most }
}

/** A holding that is left without shares leaves as a disposal. */
function scaled(draft: ChainDraft, event: ScaleEvent): Applied {
  const held = draft.holding.quantity
  if (held === 0n) return {}
  if (heldAfter(draft, event) > 0n) return { changes: scale(draft, event) }
  const { id, tradeDate, sequence, source, proceeds } = event
  const all = { id, tradeDate, sequence, source, settlementDate: tradeDate, quantity: held }
  const gone = { ...all, kind: 'disposal', gross: proceeds, net: proceeds, costOfFundsRate: null } as const
  return { result: takeOut(draft, gone) }
}

function unknownKind(event: never): never {
  throw new RangeError(`no rule for the event ${JSON.stringify(event)}`)
}

function rowOf(event: ChainEvent, rank: number, before: Holding, after: Holding): HistoryRow {
  const { id: eventId, kind, tradeDate, sequence } = event
  const change = plus(after, -before.quantity, -before.cost, -before.charges)
  return Object.freeze({ eventId, kind, source: sourceOf(event), tradeDate, rank, sequence, change, after })
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
  const index = indexOfLot(draft.lots, lot)
  if (index === draft.lots.length) draft.lots.push(lot)
  else draft.lots.splice(index, 0, lot)
  if (index < draft.firstOpen) draft.firstOpen = index
  draft.lotById.set(lot.id, lot)
  draft.holding = plus(draft.holding, event.quantity, event.cost, event.charges)
}

/** The index of a lot among the others: a buy's at the end, an opening's where its original date belongs. */
function indexOfLot(lots: readonly Lot[], lot: Lot): number {
  let index = lots.length
  for (; index > 0; index -= 1) {
    const before = lots[index - 1]
    if (before === undefined || before.tradeDate < lot.tradeDate) break
    if (before.tradeDate === lot.tradeDate && before.sequence < lot.sequence) break
  }
  return index
}

function refuseSale(draft: ChainDraft, sale: Leaving): Rejection | null {
  const { method } = draft
  const facts = { date: sale.tradeDate, eventId: sale.id, quantity: String(sale.quantity) }
  // A disposal to the issuer names no lots: the oldest leave, and the whole holding leaves whatever the
  // method is.
  const takesOldest = sale.kind !== 'sell' && sale.source === 'corporate action'
  if (method === null && !takesOldest) return reject('costing-method.missing', facts)
  if (sale.quantity > draft.holding.quantity) {
    return reject('lots.insufficient', { ...facts, available: String(draft.holding.quantity) }, 'quantity')
  }
  const allocations = sale.allocations ?? []
  if (allocations.length === 0 && takesOldest) return null
  if (method !== 'CHERRY') {
    return allocations.length === 0
      ? null
      : reject('allocations.not-allowed', { ...facts, method: method ?? '' }, 'allocations')
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
  sale: Leaving,
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
function quantityByLot(sale: Leaving): Map<string, Shares> {
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

/** An event that takes shares out. */
type Leaving = SaleEvent | WithdrawalEvent

function takeOut(draft: ChainDraft, sale: SaleEvent): SaleResult {
  const { parts, costOut, chargesOut } = takeLots(draft, sale)
  const consumed = parts.map(({ lot, quantity, cost, charges }) =>
    Object.freeze({
      lotId: lot.id,
      settlementDate: lot.settlementDate,
      quantity,
      lotCost: cost,
      lotCharges: charges,
      days: daysBetween(lot.settlementDate, sale.settlementDate),
    }),
  )
  return resultOf(sale, costOut, chargesOut, consumed)
}

function withdraw(draft: ChainDraft, event: WithdrawalEvent): EventChanges {
  const { parts } = takeLots(draft, event)
  return changesOf(
    event.id,
    parts.map(({ lot, quantity, cost, charges }) => ({
      lotId: lot.id,
      quantity: -quantity,
      cost: -cost,
      charges: -charges,
    })),
  )
}

/** The part that leaves one lot, at the lot's own cost. */
interface TakenPart {
  readonly lot: Lot
  readonly quantity: Shares
  readonly cost: Cents
  readonly charges: Cents
}

function takeLots(
  draft: ChainDraft,
  event: Leaving,
): { readonly parts: readonly TakenPart[]; readonly costOut: Cents; readonly chargesOut: Cents } {
  const allocated = (event.allocations ?? []).length > 0
  const parts = allocated ? takeAllocated(draft, event) : takeOldest(draft, event)
  const { holding } = draft
  const byPool = draft.method === 'WAP'
  const costOut = byPool
    ? shareOf(holding.cost, event.quantity, holding.quantity)
    : sumOf(parts.map((part) => part.cost))
  const chargesOut = byPool
    ? shareOf(holding.charges, event.quantity, holding.quantity)
    : sumOf(parts.map((part) => part.charges))
  draft.holding = plus(holding, -event.quantity, -costOut, -chargesOut)
  return { parts, costOut, chargesOut }
}

function takeOldest(draft: ChainDraft, event: Leaving): TakenPart[] {
  const parts: TakenPart[] = []
  let wanted = event.quantity
  while (wanted > 0n) {
    const lot = draft.lots[draft.firstOpen]
    if (lot === undefined) throw new RangeError(`the lots hold less than the holding before ${event.id}`)
    if (lot.remainingQuantity > 0n) {
      const taken = wanted < lot.remainingQuantity ? wanted : lot.remainingQuantity
      parts.push(takeFrom(lot, taken))
      wanted -= taken
    }
    if (lot.remainingQuantity === 0n) draft.firstOpen += 1
  }
  return parts
}

function takeAllocated(draft: ChainDraft, event: Leaving): TakenPart[] {
  const parts: TakenPart[] = []
  for (const [lotId, quantity] of quantityByLot(event)) {
    const lot = draft.lotById.get(lotId)
    if (lot === undefined) throw new RangeError(`lot ${lotId} is not there`)
    parts.push(takeFrom(lot, quantity))
  }
  return parts
}

function takeFrom(lot: Writable<Lot>, quantity: Shares): TakenPart {
  const cost = shareOf(lot.remainingCost, quantity, lot.remainingQuantity)
  const charges = shareOf(lot.remainingCharges, quantity, lot.remainingQuantity)
  lot.remainingQuantity -= quantity
  lot.remainingCost -= cost
  lot.remainingCharges -= charges
  return { lot, quantity, cost, charges }
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
