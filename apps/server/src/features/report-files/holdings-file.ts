/** The Daily Holdings Report as a file: what one portfolio or all hold at the end of a day. */
import type { PortfolioHolding } from '@em/contract/books/holdings'
import type { reportFiles } from '@em/contract/books/report-files'
import type { Reply } from '@em/contract/kit/route'
import { decimalOf, divideHalfAway, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { dailyReport, dailyRows } from '@em/paper/daily-holdings'
import type { Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Server } from '../../platform/http/serve.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { type FileColumn, MONEY, PERCENT, PRICE, SHARES } from '../exports/table-file.ts'
import { portfolioHoldings } from '../holdings/of-all.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { makeReportFile, whoseWords } from './make-file.ts'

type Making = typeof reportFiles.dailyHoldings

/** A holding, or the sums of some. */
interface Line {
  readonly portfolio: string
  readonly symbol: string
  readonly holding?: PortfolioHolding
  /** In rupees. */
  readonly cost: number
  readonly value: number
  readonly gain: number
  /** Of the value of all that the file holds, in per cent. */
  readonly weight: number
}

const COLUMNS: readonly FileColumn<Line>[] = [
  { header: 'Portfolio', width: 26, value: ({ portfolio }) => portfolio },
  { header: 'Symbol', width: 20, value: ({ symbol }) => symbol },
  { header: 'Company', width: 34, value: ({ holding }) => holding?.companyName ?? null },
  {
    header: 'Quantity (shares)',
    width: 16,
    style: SHARES,
    value: ({ holding }) => holding?.quantity ?? null,
  },
  {
    header: 'Average Cost (LKR)',
    width: 18,
    style: PRICE,
    value: ({ holding }) => holding?.costPrice ?? null,
  },
  { header: 'Cost Value (LKR)', width: 18, style: MONEY, value: ({ cost }) => cost },
  {
    header: 'Market Price (LKR)',
    width: 18,
    style: PRICE,
    value: ({ holding }) => holding?.marketPrice ?? null,
  },
  {
    header: 'Price of',
    width: 18,
    value: ({ holding }) => (holding === undefined ? null : priceOf(holding)),
  },
  { header: 'Market Value (LKR)', width: 18, style: MONEY, value: ({ value }) => value },
  { header: 'Unrealized Gain (LKR)', width: 20, style: MONEY, value: ({ gain }) => gain },
  { header: 'Weight (%)', width: 12, style: PERCENT, value: ({ weight }) => weight },
]

/** The day of the price, or where the value comes from without one. */
function priceOf({ unpriced, derived, lastPriceUpdate }: PortfolioHolding): string | null {
  if (unpriced) return 'No price: at cost'
  return derived ? 'Derived' : lastPriceUpdate
}

/**
 * Makes the file. A workbook and a PDF have the totals of each portfolio under its holdings and of all at the end; a CSV file
 * holds holdings alone.
 * @throws Refusal as `makeReportFile`; 404 for a portfolio that the person does not see.
 */
export function exportHoldings(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  input: WriteInput<Making>,
): Promise<Outcome<Reply<Making>>> {
  const { format } = input.body
  const asOf = input.body.asOf ?? clock.today()
  return database.snapshot(async (db) => {
    const portfolio = await portfolioOrAll(db, input.body)
    input.progress(0, 0, 'Valuing the holdings')
    const holdings = await portfolioHoldings(db, portfolio?.id ?? null, asOf)
    async function* lines(): AsyncGenerator<Line> {
      yield* linesOf(holdings, format === 'xlsx')
    }
    const paper = async (by: string) => {
      input.progress(0, 0, 'Making the PDF')
      const of = {
        portfolioId: portfolio?.portfolioId ?? 'all',
        portfolioName: portfolio?.portfolioName ?? whoseWords(null, input.user),
        all: portfolio === null,
      }
      return dailyReport(dailyRows(holdings), { ...of, date: asOf, by })
    }
    const report = {
      title: 'Daily Holdings',
      columns: COLUMNS,
      period: asOf,
      portfolio,
      format,
      count: holdings.length,
      needs: 'holdings.read' as const,
      lines,
      paper,
      asked: { as_of: asOf },
    }
    return makeReportFile({ tx, db, now: clock.now() }, report, input)
  })
}

const cents = (amount: number): bigint => decimalOf(String(amount), MONEY_SCALE)
const sumOf = (holdings: readonly PortfolioHolding[], amount: (one: PortfolioHolding) => number): bigint =>
  holdings.reduce((sum, one) => sum + cents(amount(one)), 0n)

function* linesOf(holdings: readonly PortfolioHolding[], withTotals: boolean): Generator<Line> {
  const whole = sumOf(holdings, ({ grossSales }) => grossSales)
  const weightOf = (value: bigint) =>
    whole === 0n ? 0 : toJsonNumber(divideHalfAway(value * 10_000n, whole), 2)
  const total = (words: string, of: readonly PortfolioHolding[]): Line => {
    const value = sumOf(of, ({ grossSales }) => grossSales)
    return {
      portfolio: words,
      symbol: 'Portfolio Totals',
      cost: rupees(sumOf(of, ({ costValue }) => costValue)),
      value: rupees(value),
      gain: rupees(sumOf(of, ({ unrealizedGainLoss }) => unrealizedGainLoss)),
      weight: weightOf(value),
    }
  }
  const byPortfolio = Map.groupBy(holdings, ({ portfolioId }) => portfolioId)
  for (const own of byPortfolio.values()) {
    for (const holding of own) {
      yield {
        portfolio: holding.portfolioName,
        symbol: holding.symbol,
        holding,
        cost: holding.costValue,
        value: holding.grossSales,
        gain: holding.unrealizedGainLoss,
        weight: weightOf(cents(holding.grossSales)),
      }
    }
    if (withTotals) yield total(own[0]?.portfolioName ?? '', own)
  }
  if (withTotals && byPortfolio.size > 1) yield { ...total('All portfolios', holdings), symbol: 'Totals' }
}
