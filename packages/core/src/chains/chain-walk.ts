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
import { spread } from '../values/spread.ts'
import {
  type AcquisitionEvent,
  type ChainEvent,
  type ChainState,
  type ConsumedLot,
  type CostEvent,
  type CostingMethod,
  compareChainOrder,
  type EventChanges,
  type HistoryRow,
  type Holding,
  type Lot,
  type LotChange,
  placeInChain,
  type SaleEvent,
  type SaleResult,
  type ScaleEvent,
  sourceOf,
  type WithdrawalEvent,
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
  /** Set for what leaves for money. */
  readonly result: SaleResult | null
  /** Set for what changes lots otherwise. */
  readonly changes: EventChanges | null
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
  const done = apply(draft, event)
  if (isRejection(done)) return done
  draft.last = Object.freeze(place)
  const { result = null, changes = null } = done
  return { row: rowOf(event, place.rank, before, draft.holding), result, changes }
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
      return scale(draft, event)
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
  return { ...event, quantity: quantity > 0n ? quantity : 0n }
}

function unknownKind(event: never): never {
  throw new RangeError(`no rule for the event ${JSON.stringify(event)}`)
}

function rowOf(event: ChainEvent, rank: number, before: Holding, after: Holding): HistoryRow {
  const { id: eventId, kind, tradeDate, sequence } = event
  const change = plus(after, -before.quantity, -before.cost, -before.charges)
  return Object.freeze({ eventId, kind, source: sourceOf(event), tradeDate, rank, sequence, change, after })
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

function refuseSale(draft: ChainDraft, sale: Leaving): Rejection | null {
  const { method } = draft
  const facts = { date: sale.tradeDate, eventId: sale.id, quantity: String(sale.quantity) }
  if (method === null) return reject('costing-method.missing', facts)
  if (sale.quantity > draft.holding.quantity) {
    return reject('lots.insufficient', { ...facts, available: String(draft.holding.quantity) }, 'quantity')
  }
  const allocations = sale.allocations ?? []
  // The whole holding leaves whatever the method is.
  if (allocations.length === 0 && sale.kind !== 'sell' && sale.quantity === draft.holding.quantity)
    return null
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

const changesOf = (eventId: string, lots: readonly LotChange[]): EventChanges =>
  Object.freeze({ eventId, lots: Object.freeze(lots.map((lot) => Object.freeze(lot))) })

/** What leaves of one lot, at the lot's own cost. */
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

const openLots = (draft: ChainDraft): Writable<Lot>[] =>
  draft.lots.filter((lot) => lot.remainingQuantity > 0n)

/**
 * Scales the open lots to a new quantity, spread by largest remainder; cost and charges stay, lot by lot. A lot that is
 * left without shares gives its own to the next older open lot, else to the next newer one. A holding that is left without
 * shares leaves as a disposal.
 */
function scale(draft: ChainDraft, event: ScaleEvent): Applied | Rejection {
  const held = draft.holding.quantity
  const { follows } = event
  const after =
    follows === undefined || follows.held === held ? event.quantity : (held * follows.num) / follows.den
  if (held === 0n) return {}
  if (after === 0n) {
    const { id, tradeDate, sequence, source, proceeds } = event
    const all = { id, tradeDate, sequence, source, settlementDate: tradeDate, quantity: held }
    const gone = { ...all, kind: 'disposal', gross: proceeds, net: proceeds, costOfFundsRate: null } as const
    return { result: takeOut(draft, gone) }
  }
  const lots = openLots(draft)
  const shares = spread(
    after,
    lots.map((lot) => lot.remainingQuantity),
  )
  const before = lots.map(({ remainingCost, remainingCharges }) => ({ remainingCost, remainingCharges }))
  for (const [at, lot] of lots.entries())
    if ((shares[at] ?? 0n) === 0n) giveToNeighbour(lots, shares, at, lot)
  const changes = lots.map((lot, at): LotChange => {
    const quantity = (shares[at] ?? 0n) - lot.remainingQuantity
    lot.remainingQuantity += quantity
    return {
      lotId: lot.id,
      quantity,
      cost: lot.remainingCost - (before[at]?.remainingCost ?? 0n),
      charges: lot.remainingCharges - (before[at]?.remainingCharges ?? 0n),
    }
  })
  draft.holding = plus(draft.holding, after - held, 0n, 0n)
  return { changes: changesOf(event.id, changes.filter(isChange)) }
}

const isChange = ({ quantity, cost, charges }: LotChange) => quantity !== 0n || cost !== 0n || charges !== 0n

function giveToNeighbour(
  lots: readonly Writable<Lot>[],
  shares: readonly Shares[],
  at: number,
  lot: Writable<Lot>,
): void {
  const places = lots.map((_, place) => place)
  const older = places.slice(0, at).findLast((place) => (shares[place] ?? 0n) > 0n)
  const taker = lots[older ?? places.slice(at + 1).find((place) => (shares[place] ?? 0n) > 0n) ?? -1]
  if (taker === undefined) throw new RangeError('no lot is left to take the cost')
  taker.remainingCost += lot.remainingCost
  taker.remainingCharges += lot.remainingCharges
  lot.remainingCost = 0n
  lot.remainingCharges = 0n
}

/** Takes cost and charges out of the holding and its lots; what more than the cost would go stays. */
function giveCost(draft: ChainDraft, event: CostEvent): EventChanges {
  const { holding } = draft
  const { follows } = event
  const same = follows === undefined || follows.held === holding.quantity
  const rule = (amount: Cents) => (same ? amount : mulDiv(amount, follows.num, follows.den))
  const [cost, charges] =
    same || event.by === 'cost'
      ? [same ? event.cost : rule(holding.cost), same ? event.charges : rule(holding.charges)]
      : [mulDiv(holding.quantity, follows.num, follows.den), 0n]
  const out = { cost: least(cost, holding.cost), charges: least(charges, holding.charges) }
  const lots = openLots(draft)
  const costs = givenByLots(
    lots,
    draft,
    out.cost,
    event.by,
    ({ remainingCost }) => remainingCost,
    holding.cost,
  )
  const given = givenByLots(
    lots,
    draft,
    out.charges,
    'cost',
    ({ remainingCharges }) => remainingCharges,
    holding.charges,
  )
  const changes = lots.map((lot, at): LotChange => {
    const [lotCost, lotCharges] = [costs[at] ?? 0n, given[at] ?? 0n]
    lot.remainingCost -= lotCost
    lot.remainingCharges -= lotCharges
    return { lotId: lot.id, quantity: 0n, cost: -lotCost, charges: -lotCharges }
  })
  draft.holding = plus(holding, 0n, -out.cost, -out.charges)
  return changesOf(event.id, changes.filter(isChange))
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** What each lot gives of an amount that the holding gives. With WAP lots give in proportion of their own cost. */
function givenByLots(
  lots: readonly Lot[],
  draft: ChainDraft,
  amount: Cents,
  by: CostEvent['by'],
  own: (lot: Lot) => Cents,
  whole: Cents,
): bigint[] {
  if (amount === 0n) return lots.map(() => 0n)
  if (by === 'shares') {
    const parts = spread(
      amount,
      lots.map((lot) => lot.remainingQuantity),
    )
    if (lots.every((lot, at) => (parts[at] ?? 0n) <= own(lot))) return parts
  }
  const sum = sumOf(lots.map(own))
  return spread(draft.method === 'WAP' ? least(mulDiv(sum, amount, whole), sum) : amount, lots.map(own))
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
