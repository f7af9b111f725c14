/** Totals, holdings and allocation: pure sums over valued holdings, in exact cents until the answer. */
import type { overview, overviewHolding } from '@em/contract/holdings/holdings'
import type { DayChange, PriceMove } from '@em/core/valuation/day-change'
import { holdingTotals } from '@em/core/valuation/holdings'
import { NO_RETURN } from '@em/core/valuation/total-return'
import { mulDiv, PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, perShare, rupees } from '@em/core/values/money'
import type { z } from 'zod'
import { movesShown } from './day-change.queries.ts'
import { type Returns, returnInRupees } from './total-return.queries.ts'
import type { ExactHolding } from './valued.queries.ts'

const NO_SECTOR = 'Unclassified'

/** Share of a whole in percent with one decimal; 0 of nothing. */
export function weightOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : toJsonNumber(mulDiv(part, 1000n, whole), 1)
}

/** Holdings of the same security in several portfolios, added up. */
export function bySecurity(holdings: readonly ExactHolding[]) {
  const merged = new Map<number, { first: ExactHolding; quantity: bigint; cost: bigint; value: bigint }>()
  for (const holding of holdings) {
    const known = merged.get(holding.row.equity_id)
    const { costValue, grossSales } = holding.figures
    if (known) {
      known.quantity += holding.quantity
      known.cost += costValue
      known.value += grossSales
    } else {
      merged.set(holding.row.equity_id, {
        first: holding,
        quantity: holding.quantity,
        cost: costValue,
        value: grossSales,
      })
    }
  }
  return [...merged.values()].sort((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : 0))
}

export function sectorsOf(holdings: readonly ExactHolding[]) {
  const values = new Map<string, bigint>()
  let total = 0n
  for (const { row, figures } of holdings) {
    const sector = row.sector ?? NO_SECTOR
    values.set(sector, (values.get(sector) ?? 0n) + figures.grossSales)
    total += figures.grossSales
  }
  return [...values]
    .sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
    .map(([sector, value]) => ({ sector, value: rupees(value), weight: weightOf(value, total) }))
}

/** The day's change of one security: 0 without a price of that day, null without an earlier price to compare with. */
function todayOf(
  { day, moves }: Pick<Context, 'day' | 'moves'>,
  equityId: number,
): z.output<typeof overviewHolding>['today'] {
  const move = moves.get(equityId)
  if (day === null || day.change === null || move === undefined) return null
  if (move.date === day.date && move.previous === null) return null
  const mover = day.movers.find(({ key }) => key.equity_id === equityId)
  if (mover === undefined) return { change: 0, percent: 0 }
  return { change: rupees(mover.change), percent: toJsonNumber(mover.changePercent, RATE_SCALE) }
}

interface Context {
  readonly cash: bigint
  readonly asOf: string
  /** The change of the newest day with prices, and the prices that it is of. */
  readonly day: DayChange<ExactHolding['row']> | null
  readonly moves: ReadonlyMap<number, PriceMove>
  readonly returns: Returns
}

export function overviewOf(
  valued: readonly ExactHolding[],
  { cash, asOf, day, moves, returns }: Context,
): z.output<typeof overview>['data'] {
  const totals = holdingTotals(valued.map((holding) => holding.figures))
  const holdings = bySecurity(valued)
  return {
    asOf,
    summary: {
      totalValue: rupees(totals.grossSales),
      unrealizedGain: rupees(totals.unrealizedGainLoss),
      totalCost: rupees(totals.costValue),
      totalCharges: rupees(totals.charges),
      cashBalance: rupees(cash),
      numberOfPositions: holdings.length,
      unpricedPositions: holdings.filter(({ first }) => !first.figures.priced).length,
      unrealizedPnL: rupees(totals.unrealizedProfitLoss),
      totalReturn: returnInRupees(returns.all),
    },
    dayChange: movesShown(day),
    holdings: holdings.map(({ first, quantity, cost, value }) => ({
      symbol: first.row.symbol,
      companyName: first.row.name,
      quantity: Number(quantity),
      avgPrice: toJsonNumber(perShare(cost, quantity), PRICE_SCALE),
      currentPrice: first.figures.priced ? toJsonNumber(first.figures.marketPrice, PRICE_SCALE) : null,
      marketValue: rupees(value),
      cost: rupees(cost),
      pnl: rupees(value - cost),
      pnlPercentage: toJsonNumber(percentageOf(value - cost, cost), RATE_SCALE),
      today: first.figures.priced ? todayOf({ day, moves }, first.row.equity_id) : null,
      totalReturn: returnInRupees(returns.bySecurity.get(first.row.equity_id) ?? NO_RETURN),
      weight: weightOf(value, totals.grossSales),
      sector: first.row.sector ?? NO_SECTOR,
      unpriced: !first.figures.priced,
      derived: first.row.derived,
    })),
    assetAllocation: { equity: rupees(totals.grossSales), cash: rupees(cash) },
    sectors: sectorsOf(valued),
  }
}
