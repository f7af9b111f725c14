/** The holdings of portfolios, by portfolio and by sector, and how concentrated they are. */
import type { Exposure } from '@em/contract/holdings/holdings'
import { concentrationOf } from '@em/core/valuation/concentration'
import { holdingTotals } from '@em/core/valuation/holdings'
import { RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { regularPauses } from '../../platform/pauses.ts'
import { movesOf, priceMoves } from './day-change.queries.ts'
import { type ExactHolding, valuedHoldings } from './valued.queries.ts'

const NO_SECTOR = 'Unclassified'
const PORTFOLIOS = statement(
  'holdings.portfolios',
  'SELECT id, portfolio_id AS code, portfolio_name AS name FROM portfolios WHERE id = ANY (:ids::bigint[])',
)

const percent = (part: bigint, whole: bigint) => toJsonNumber(percentageOf(part, whole), RATE_SCALE)

function sumsOf(held: readonly ExactHolding[], whole: bigint) {
  const totals = holdingTotals(held.map(({ figures }) => figures))
  return {
    securities: new Set(held.map(({ row }) => row.equity_id)).size,
    value: rupees(totals.grossSales),
    cost: rupees(totals.costValue),
    gain: rupees(totals.unrealizedGainLoss),
    gainPercent: toJsonNumber(totals.gainLossPercentage, RATE_SCALE),
    profitLoss: rupees(totals.unrealizedProfitLoss),
    weight: percent(totals.grossSales, whole),
    unpriced: totals.unpriced,
  }
}

const byValue = <T extends { readonly value: number }>(rows: T[]) =>
  rows.toSorted((a, b) => b.value - a.value)

/** The exposure of a portfolio (of all where null) at the end of a day. */
export async function exposureAt(db: Queryable, portfolioId: number | null, date: string): Promise<Exposure> {
  const held = await valuedHoldings(db, portfolioId, date)
  const byPortfolio = Map.groupBy(held, ({ row }) => row.portfolio_id)
  const bySector = Map.groupBy(held, ({ row }) => row.sector ?? NO_SECTOR)
  const bySecurity = Map.groupBy(held, ({ row }) => row.equity_id)
  const whole = held.reduce((sum, { figures }) => sum + figures.grossSales, 0n)
  const valueOf = (some: readonly ExactHolding[]) =>
    some.reduce((sum, { figures }) => sum + figures.grossSales, 0n)
  const concentration = concentrationOf([...bySecurity.values()].map(valueOf))
  const [named, moved] = await Promise.all([
    db.query(PORTFOLIOS, { ids: [...byPortfolio.keys()] }),
    priceMoves(db, held, date),
  ])
  const all = movesOf(held, moved)
  const pause = regularPauses()
  const portfolios: Exposure['portfolios'] = []
  for (const { id, code, name } of named) {
    const own = byPortfolio.get(id) ?? []
    const moves = movesOf(own, moved)
    portfolios.push({
      portfolioId: code,
      portfolioName: name,
      ...sumsOf(own, whole),
      dayChange: moves === null || moves.date !== all?.date ? null : moves.change,
    })
    const wait = pause()
    if (wait !== undefined) await wait
  }
  const securities: Exposure['largest'] = []
  for (const own of bySecurity.values()) {
    const [first] = own
    securities.push({
      symbol: first?.row.symbol ?? '',
      companyName: first?.row.name ?? '',
      sector: first?.row.sector ?? NO_SECTOR,
      portfolios: own.length,
      ...sumsOf(own, whole),
    })
    const wait = pause()
    if (wait !== undefined) await wait
  }
  return {
    asOf: date,
    total: { ...sumsOf(held, whole), dayChange: all?.change ?? null },
    dayOf: all?.date ?? null,
    portfolios: byValue(portfolios),
    sectors: byValue([...bySector].map(([sector, own]) => ({ sector, ...sumsOf(own, whole) }))),
    largest: byValue(securities).slice(0, 10),
    concentration: {
      largest: toJsonNumber(concentration.largest, RATE_SCALE),
      top5: toJsonNumber(concentration.top5, RATE_SCALE),
      top10: toJsonNumber(concentration.top10, RATE_SCALE),
      index: concentration.index,
    },
  }
}
