/**
 * What a late, corrected or deleted trade changes in its chain: the difference of two replays. Only this is written
 * again, and only sales whose cost moved are posted again.
 */
import type { PlainDate } from '../values/dates.ts'
import { daysBetween } from '../values/dates.ts'
import type { Cents } from '../values/decimal.ts'
import type { ChainState, HistoryRow, Lot, SaleResult } from './chain-event.ts'
import type { ChainReplay } from './replay.ts'

export interface ChainChange {
  /** History rows from this date on are written again; null where there is nothing to write. */
  readonly from: PlainDate | null
  /** The history from that date on. */
  readonly rows: readonly HistoryRow[]
  /** Lots that are new or stand differently. */
  readonly lots: readonly Lot[]
  /** Lots that are there no more. */
  readonly goneLots: readonly string[]
  /** Sales that are new or whose result or lots moved. */
  readonly sales: readonly SaleResult[]
  /** Sales that are there no more. */
  readonly goneSales: readonly string[]
  /** Sales that were there before and whose cost or charges taken out moved, with the differences (new less old). */
  readonly recosted: readonly Recosted[]
  /** The chain after the change. */
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

/**
 * What the cost of funds of a position needs, added up over lots: with r the rate in RateUnits and s the settlement
 * date in days from 2000-01-01, the sums of quantity x r, quantity x r x s, (cost + charges) x r, and that x s.
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

/** The difference between a chain as it was and as it is now. */
export function changeBetween(before: ChainReplay, after: ChainReplay): ChainChange {
  const from = firstDifference(before.history, after.history)
  const oldLots = new Map(before.state.lots.map((lot) => [lot.id, lot]))
  const newLots = new Set(after.state.lots.map((lot) => lot.id))
  const oldSales = new Map(before.sales.map((sale) => [sale.eventId, sale]))
  const newSales = new Set(after.sales.map((sale) => sale.eventId))
  const sales = after.sales.filter((sale) => !sameSale(oldSales.get(sale.eventId), sale))
  return Object.freeze({
    from,
    rows: from === null ? [] : after.history.filter((row) => row.tradeDate >= from),
    lots: after.state.lots.filter((lot) => !sameLot(oldLots.get(lot.id), lot)),
    goneLots: before.state.lots.filter((lot) => !newLots.has(lot.id)).map((lot) => lot.id),
    sales,
    goneSales: before.sales.filter((sale) => !newSales.has(sale.eventId)).map((sale) => sale.eventId),
    recosted: sales.flatMap((sale) => recostOf(oldSales.get(sale.eventId), sale)),
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

function firstDifference(before: readonly HistoryRow[], after: readonly HistoryRow[]): PlainDate | null {
  const shared = Math.min(before.length, after.length)
  for (let place = 0; place < shared; place++) {
    const [a, b] = [before[place], after[place]]
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

function sameSale(a: SaleResult | undefined, b: SaleResult): boolean {
  if (a === undefined || a.costOut !== b.costOut || a.chargesOut !== b.chargesOut) return false
  if (a.holdingDays !== b.holdingDays || a.moneyGenerationCost !== b.moneyGenerationCost) return false
  if (a.capitalGain !== b.capitalGain || a.profitLoss !== b.profitLoss) return false
  if (a.afterCostResult !== b.afterCostResult || a.boughtPrice !== b.boughtPrice) return false
  if (a.consumed.length !== b.consumed.length) return false
  return a.consumed.every((part, place) => {
    const other = b.consumed[place]
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

/** The change that one event at the end of a chain makes; `taken` are the lots before it, as far as they were loaded. */
export function changeOfStep(
  before: readonly Lot[],
  step: {
    readonly state: ChainState
    readonly row: HistoryRow
    readonly opened: Lot | null
    readonly changed: readonly Lot[]
    readonly result: SaleResult | null
  },
  weights: ChainWeights,
): ChainChange {
  const lots = step.opened === null ? step.changed : [...step.changed, step.opened]
  const touched = new Set(lots.map((lot) => lot.id))
  const was = weightsOf(before.filter((lot) => touched.has(lot.id)))
  const is = weightsOf(lots)
  return Object.freeze({
    from: null,
    rows: [step.row],
    lots,
    goneLots: [],
    sales: step.result === null ? [] : [step.result],
    goneSales: [],
    recosted: [],
    state: step.state,
    weights: {
      ageRate: weights.ageRate + is.ageRate - was.ageRate,
      ageRateDays: weights.ageRateDays + is.ageRateDays - was.ageRateDays,
      lotRate: weights.lotRate + is.lotRate - was.lotRate,
      lotRateDays: weights.lotRateDays + is.lotRateDays - was.lotRateDays,
    },
  })
}
