/**
 * The one way in which a chain changes: events come, go or move. What comes at the end is walked on from there; anything
 * else is the difference of two walks. Only the change is written, and only sales whose cost moved are posted again.
 */
import { isRejection, type Rejection } from '../rejections.ts'
import type { PlainDate } from '../values/dates.ts'
import { daysBetween } from '../values/dates.ts'
import type { Cents, Shares } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import { draftOf, stateOf } from './chain-draft.ts'
import {
  type ChainEvent,
  type ChainPosition,
  type ChainState,
  type CostingMethod,
  chainPositionOf,
  compareChainOrder,
  type EventChanges,
  type HistoryRow,
  type Holding,
  inChainOrder,
  type Lot,
  type SaleResult,
} from './chain-event.ts'
import { step } from './chain-walk.ts'
import { type BeyondListed, givesAway, refuseBeyond } from './listing.ts'
import { type ChainReplay, replayChain } from './replay.ts'

/** A change of a chain. */
export interface ChainOrder {
  /** Events that are new, or that replace one of the same identity: then the identity is in both lists. */
  readonly come: readonly ChainEvent[]
  /** The identities of events that are there no more, or not as they were. */
  readonly go: readonly string[]
}

/** The end of a chain. */
export interface ChainTail {
  /** Null while the portfolio has none. */
  readonly method: CostingMethod | null
  readonly holding: Holding
  /** The position of its last event, null before the first. */
  readonly last: ChainPosition | null
  readonly weights: ChainWeights
  /** The latest day on which shares were or will be listed, where that was after they came; else null. */
  readonly unlistedUntil: PlainDate | null
}

/** What must be known of a chain in addition to its end: all its events, or lots that sales may take from. */
export type KnownOfChain =
  | { readonly events: readonly ChainEvent[] }
  /** The lots named by `lotsNeeded`, open or not, by date and order of recording. */
  | { readonly lots: readonly Lot[] }

/**
 * Whether everything comes after the end of the chain, so that its events need not be known. A sale before
 * the last listing needs them: only the events show how many of the shares it can take.
 */
export function goesOnFromEnd(
  { last, unlistedUntil }: Pick<ChainTail, 'last' | 'unlistedUntil'>,
  { come, go }: ChainOrder,
): boolean {
  if (go.length > 0 || come.some((event) => isBeforeListing(event, unlistedUntil))) return false
  return last === null || come.every((event) => compareChainOrder(last, chainPositionOf(event)) <= 0)
}

const isBeforeListing = (event: ChainEvent, until: PlainDate | null) =>
  givesAway(event) && until !== null && event.tradeDate < until

/** The lots that must be known where a change goes on from the end: the named ones, or the oldest with so many shares. */
export function lotsNeeded(
  { method, holding }: Pick<ChainTail, 'method' | 'holding'>,
  { come }: ChainOrder,
): { readonly named: readonly string[] } | { readonly oldest: Shares } {
  // Events change all lots that are open.
  if (
    come.some(
      ({ kind }) => kind === 'scale' || kind === 'cost' || kind === 'disposal' || kind === 'withdrawal',
    )
  )
    return { oldest: holding.quantity }
  const sales = come.flatMap((event) => (event.kind === 'sell' ? [event] : []))
  if (method !== 'CHERRY') return { oldest: sumOf(sales.map((sale) => sale.quantity)) }
  return { named: [...new Set(sales.flatMap((sale) => (sale.allocations ?? []).map(({ lotId }) => lotId)))] }
}

/**
 * Changes a chain: events come, go or move, and everything after them is walked again. Refuses what the walk refuses
 * (see chain-walk.ts), naming the event and its date, and a sale of shares that are not listed (see listing.ts).
 * Throws a RangeError if the current chain cannot be walked, or if an event belongs before the end and only
 * lots are known (see `goesOnFromEnd`).
 */
export function changeChain(
  tail: ChainTail,
  known: KnownOfChain,
  order: ChainOrder,
): ChainChange | Rejection {
  if ('lots' in known) return goOn(tail, known.lots, order.come)
  const before = replayChain(tail.method, known.events)
  if (isRejection(before)) {
    throw new RangeError(
      `a chain as it is stored cannot be walked: ${before.code} ${before.facts['eventId']}`,
    )
  }
  const gone = new Set(order.go)
  const after = replayChain(tail.method, [
    ...known.events.filter((event) => !gone.has(event.id)),
    ...order.come,
  ])
  if (isRejection(after)) return after
  return refuseBeyond(before.beyond, after.beyond) ?? changeBetween(before, after, gone)
}

function goOn(tail: ChainTail, lots: readonly Lot[], come: readonly ChainEvent[]): ChainChange | Rejection {
  const { method, holding, last, weights, unlistedUntil } = tail
  const draft = draftOf(method, { holding, last, lots, unlistedUntil })
  const rows: HistoryRow[] = []
  const sales: SaleResult[] = []
  const changes: EventChanges[] = []
  const beyond: BeyondListed[] = []
  const touched = new Set<string>()
  for (const event of inChainOrder(come)) {
    if (isBeforeListing(event, unlistedUntil))
      throw new RangeError(
        `event ${event.id} comes before a listing of its chain, whose events are not known`,
      )
    const outcome = step(draft, event)
    if (isRejection(outcome)) return outcome
    rows.push(outcome.row)
    if (outcome.beyond !== null) beyond.push(outcome.beyond)
    if (outcome.changes !== null) changes.push(outcome.changes)
    else if (outcome.result === null) touched.add(event.id)
    if (outcome.result !== null) sales.push(outcome.result)
    for (const part of outcome.result?.consumed ?? []) touched.add(part.lotId)
    for (const part of outcome.changes?.lots ?? []) touched.add(part.lotId)
  }
  const refused = refuseBeyond([], beyond)
  if (refused !== null) return refused
  const state = stateOf(draft)
  const changed = state.lots.filter((lot) => touched.has(lot.id))
  const before = lots.filter((lot) => touched.has(lot.id))
  const was = weightsOf(before)
  const is = weightsOf(changed)
  return Object.freeze({
    from: null,
    rows,
    lots: changed,
    goneLots: before.map((lot) => lot.id),
    sales,
    goneSales: [],
    changes,
    goneChanges: [],
    recosted: [],
    isRewalk: false,
    gainsByMonth: [],
    state,
    weights: {
      ageRate: weights.ageRate + is.ageRate - was.ageRate,
      ageRateDays: weights.ageRateDays + is.ageRateDays - was.ageRateDays,
      lotRate: weights.lotRate + is.lotRate - was.lotRate,
      lotRateDays: weights.lotRateDays + is.lotRateDays - was.lotRateDays,
    },
  })
}

export interface ChainChange {
  /** History rows from this date on are written again; null where there is nothing to write. */
  readonly from: PlainDate | null
  /** The history from that date on. */
  readonly rows: readonly HistoryRow[]
  /** Lots that are new or changed. */
  readonly lots: readonly Lot[]
  /** Earlier lots that are gone or changed. */
  readonly goneLots: readonly string[]
  /** Sales that are new or whose result or lots moved. */
  readonly sales: readonly SaleResult[]
  /** Sales that were there before, and are there no more or whose result or lots moved. */
  readonly goneSales: readonly string[]
  /** Changes of lots by events that are no sales, where they are new or different. */
  readonly changes: readonly EventChanges[]
  /** Events that are no sales and whose changes of lots are there no more, or differ. */
  readonly goneChanges: readonly string[]
  /** Sales that were there before and whose cost or charges taken out moved, with the differences (new less old). */
  readonly recosted: readonly Recosted[]
  /** Whether events that were there before were walked again; else the change went on from the end. */
  readonly isRewalk: boolean
  /** The gains of months that come out differently; nothing where the change went on from the end. */
  readonly gainsByMonth: readonly MonthGain[]
  /** The chain after the change; where it goes on from the end, with the lots that were known. */
  readonly state: ChainState
  readonly weights: ChainWeights
}

export interface Recosted {
  readonly eventId: string
  readonly before: SaleResult
  readonly after: SaleResult
  readonly costOut: Cents
  readonly chargesOut: Cents
}

/** The capital gain of a chain's sales in a month, `YYYY-MM`, before and after a change. */
export interface MonthGain {
  readonly month: string
  readonly before: Cents
  readonly after: Cents
}

/**
 * The sums over lots that the cost of funds of a position needs: with r the rate in RateUnits and s the
 * settlement date in days from 2000-01-01, the sums of quantity x r, quantity x r x s, (cost + charges) x r,
 * and that x s.
 */
export interface ChainWeights {
  readonly ageRate: bigint
  readonly ageRateDays: bigint
  readonly lotRate: bigint
  readonly lotRateDays: bigint
}

const DAY_0: PlainDate = '2000-01-01'

/** The weights of what is left of some lots. */
export function weightsOf(lots: readonly Lot[]): ChainWeights {
  let ageRate = 0n
  let ageRateDays = 0n
  let lotRate = 0n
  let lotRateDays = 0n
  for (const lot of lots) {
    const rate = lot.costOfFundsRate ?? 0n
    if (rate === 0n || lot.remainingQuantity === 0n) continue
    const settled = BigInt(daysBetween(DAY_0, lot.settlementDate))
    const shares = lot.remainingQuantity * rate
    const money = (lot.remainingCost + lot.remainingCharges) * rate
    ageRate += shares
    ageRateDays += shares * settled
    lotRate += money
    lotRateDays += money * settled
  }
  return { ageRate, ageRateDays, lotRate, lotRateDays }
}

/** The difference between a chain as it was and as it is now. Sales that moved are listed in any case. */
export function changeBetween(
  before: ChainReplay,
  after: ChainReplay,
  moved: ReadonlySet<string> = new Set(),
): ChainChange {
  const from = firstDifference(before.history, after.history)
  const oldLots = new Map(before.state.lots.map((lot) => [lot.id, lot]))
  const newLots = new Map(after.state.lots.map((lot) => [lot.id, lot]))
  const oldSales = new Map(before.sales.map((sale) => [sale.eventId, sale]))
  const newSales = new Map(after.sales.map((sale) => [sale.eventId, sale]))
  const oldChanges = new Map(before.changes.map((one) => [one.eventId, one]))
  const newChanges = new Map(after.changes.map((one) => [one.eventId, one]))
  const sales = after.sales.filter(
    (sale) => moved.has(sale.eventId) || !sameSale(oldSales.get(sale.eventId), sale),
  )
  return Object.freeze({
    from,
    rows: from === null ? [] : after.history.filter((row) => row.tradeDate >= from),
    lots: after.state.lots.filter((lot) => !sameLot(oldLots.get(lot.id), lot)),
    goneLots: before.state.lots.filter((lot) => !sameLot(newLots.get(lot.id), lot)).map((lot) => lot.id),
    sales,
    goneSales: before.sales
      .filter((sale) => moved.has(sale.eventId) || !sameSale(newSales.get(sale.eventId), sale))
      .map((sale) => sale.eventId),
    changes: after.changes.filter(
      (one) => moved.has(one.eventId) || !sameChanges(oldChanges.get(one.eventId), one),
    ),
    goneChanges: before.changes
      .filter((one) => moved.has(one.eventId) || !sameChanges(newChanges.get(one.eventId), one))
      .map(({ eventId }) => eventId),
    recosted: sales.flatMap((sale) => recostOf(oldSales.get(sale.eventId), sale)),
    isRewalk: true,
    gainsByMonth: gainsByMonth(before, after),
    state: after.state,
    weights: weightsOf(after.state.lots),
  })
}

function recostOf(before: SaleResult | undefined, after: SaleResult): Recosted[] {
  if (before === undefined) return []
  const costOut = after.costOut - before.costOut
  const chargesOut = after.chargesOut - before.chargesOut
  if (costOut === 0n && chargesOut === 0n) return []
  return [Object.freeze({ eventId: after.eventId, before, after, costOut, chargesOut })]
}

function gainsByMonth(before: ChainReplay, after: ChainReplay): MonthGain[] {
  const [was, is] = [monthly(before), monthly(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .map((month) => ({ month, before: was.get(month) ?? 0n, after: is.get(month) ?? 0n }))
    .filter((one) => one.before !== one.after)
}

function monthly(replay: ChainReplay): Map<string, Cents> {
  const months = new Map<string, string>()
  for (const row of replay.history)
    if (row.kind === 'sell' || row.kind === 'disposal' || row.kind === 'scale')
      months.set(row.eventId, row.tradeDate.slice(0, 7))
  const gains = new Map<string, Cents>()
  for (const sale of replay.sales) {
    const month = months.get(sale.eventId) ?? ''
    gains.set(month, (gains.get(month) ?? 0n) + sale.capitalGain)
  }
  return gains
}

function firstDifference(before: readonly HistoryRow[], after: readonly HistoryRow[]): PlainDate | null {
  const shared = Math.min(before.length, after.length)
  for (let index = 0; index < shared; index++) {
    const [a, b] = [before[index], after[index]]
    if (a !== undefined && b !== undefined && !sameRow(a, b)) {
      return a.tradeDate < b.tradeDate ? a.tradeDate : b.tradeDate
    }
  }
  return (before[shared] ?? after[shared])?.tradeDate ?? null
}

function sameRow(a: HistoryRow, b: HistoryRow): boolean {
  return (
    a.eventId === b.eventId &&
    a.tradeDate === b.tradeDate &&
    a.sequence === b.sequence &&
    a.after.quantity === b.after.quantity &&
    a.after.cost === b.after.cost &&
    a.after.charges === b.after.charges &&
    a.change.quantity === b.change.quantity &&
    a.change.cost === b.change.cost &&
    a.change.charges === b.change.charges
  )
}

function sameLot(a: Lot | undefined, b: Lot): boolean {
  return (
    a !== undefined &&
    a.tradeDate === b.tradeDate &&
    a.openedOn === b.openedOn &&
    a.price === b.price &&
    a.settlementDate === b.settlementDate &&
    a.costOfFundsRate === b.costOfFundsRate &&
    a.quantity === b.quantity &&
    a.cost === b.cost &&
    a.charges === b.charges &&
    a.remainingQuantity === b.remainingQuantity &&
    a.remainingCost === b.remainingCost &&
    a.remainingCharges === b.remainingCharges
  )
}

function sameChanges(a: EventChanges | undefined, b: EventChanges): boolean {
  if (a === undefined || a.lots.length !== b.lots.length) return false
  return a.lots.every((part, index) => {
    const other = b.lots[index]
    return (
      other !== undefined &&
      part.lotId === other.lotId &&
      part.quantity === other.quantity &&
      part.cost === other.cost &&
      part.charges === other.charges
    )
  })
}

function sameSale(a: SaleResult | undefined, b: SaleResult): boolean {
  if (a === undefined || a.tradeDate !== b.tradeDate || a.proceeds !== b.proceeds || a.fees !== b.fees)
    return false
  if (a.costOut !== b.costOut || a.chargesOut !== b.chargesOut) return false
  if (a.holdingDays !== b.holdingDays || a.moneyGenerationCost !== b.moneyGenerationCost) return false
  if (a.capitalGain !== b.capitalGain || a.profitLoss !== b.profitLoss) return false
  if (a.afterCostResult !== b.afterCostResult || a.boughtPrice !== b.boughtPrice) return false
  if (a.consumed.length !== b.consumed.length) return false
  return a.consumed.every((part, index) => {
    const other = b.consumed[index]
    return (
      other !== undefined &&
      part.lotId === other.lotId &&
      part.days === other.days &&
      part.settlementDate === other.settlementDate &&
      part.quantity === other.quantity &&
      part.lotCost === other.lotCost &&
      part.lotCharges === other.lotCharges
    )
  })
}
