/** The Daily Holdings Report: what a portfolio, or each of all, holds at the end of a day, at cost and at market value. */
import type { PortfolioHolding, ValuedHolding } from '@em/contract/holdings/holdings'
import { decimalOf, divideHalfAway, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { atCostNotes, type ChosenAtCost } from './at-cost.ts'
import type { CellValue } from './columns.ts'
import { formatDate } from './dates.ts'
import type { StreamedTable } from './files/streamed.ts'
import { columnsFrom, type NamedColumn, type Report, type RowLevel, reportTable } from './report.ts'
import { sumOf } from './sums.ts'

/** A holding; of all portfolios together each with its portfolio. */
type Holding = ValuedHolding & Partial<Pick<PortfolioHolding, 'portfolioId' | 'portfolioName'>>

export type DailyRow = Holding & {
  /** Of the market value of all holdings, in per cent. */
  readonly weight: number
  /** Without a price, and a person chose cost for now. */
  readonly isAtCostForNow: boolean
}

/**
 * The holdings, in the order given, each with its weight. A holding without a price is valued at cost, like
 * the figures of the server.
 */
export function dailyRows(holdings: readonly Holding[], chosen: ChosenAtCost): DailyRow[] {
  const held = holdings.filter(({ quantity }) => quantity > 0)
  const total = Number(sumOf(held.map(({ grossSales }) => grossSales)))
  return held.map((one) => ({
    ...one,
    weight: total === 0 ? 0 : (one.grossSales / total) * 100,
    isAtCostForNow: one.unpriced && chosen.has(one.symbol),
  }))
}

const priceNote = ({ unpriced, isAtCostForNow, derived, lastPriceUpdate }: DailyRow) =>
  unpriced
    ? `No price: at cost${isAtCostForNow ? ' for now' : ''}`
    : derived
      ? 'Derived'
      : lastPriceUpdate === null
        ? ''
        : formatDate(lastPriceUpdate)

/** A column of the report. */
export interface DailyColumn extends NamedColumn<DailyRow> {
  /** The totals have its sum. */
  readonly total?: 'sum'
}

export const DAILY_COLUMNS: readonly DailyColumn[] = [
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol },
  { id: 'company', header: 'Company', value: (row) => row.companyName },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (row) => row.quantity },
  { id: 'average', header: 'Average Cost', unit: 'LKR', kind: 'price', value: (row) => row.costPrice },
  {
    id: 'cost',
    header: 'Cost Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.costValue,
    total: 'sum',
  },
  { id: 'price', header: 'Market Price', unit: 'LKR', kind: 'price', value: (row) => row.marketPrice },
  { id: 'priced', header: 'Price of', value: priceNote },
  {
    id: 'value',
    header: 'Market Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.grossSales,
    total: 'sum',
  },
  {
    id: 'gain',
    header: 'Unrealized Gain',
    unit: 'LKR',
    kind: 'money',
    signed: true,
    value: (row) => row.unrealizedGainLoss,
    total: 'sum',
  },
  { id: 'weight', header: 'Weight', unit: '%', kind: 'percent', value: (row) => row.weight },
]

/** The same of all portfolios together. */
export const DAILY_COLUMNS_OF_ALL: readonly DailyColumn[] = [
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName ?? '' },
  ...DAILY_COLUMNS,
]

interface Line {
  readonly level: RowLevel
  /** The holding, or the holdings that are summed. */
  readonly of: readonly DailyRow[]
  /** Of a sum: what the first columns say, by their ids. */
  readonly words?: Readonly<Record<string, string>>
}

interface Of {
  /** Its code, and its name; of all portfolios the code is `all`. */
  readonly portfolioId: string
  readonly portfolioName: string
  /** All portfolios together: with a column of portfolios and a subtotal of each. */
  readonly all?: boolean
  /** YYYY-MM-DD. */
  readonly date: string
  readonly by: string
  readonly chosen: ChosenAtCost
}

/** The holdings; of all portfolios with the totals of each. Last the totals. */
function linesOf(rows: readonly DailyRow[], all: boolean): Line[] {
  const groups = all ? [...Map.groupBy(rows, ({ portfolioId }) => portfolioId).values()] : [rows]
  return [
    ...groups.flatMap((own) => [
      ...own.map((row): Line => ({ level: 'row', of: [row] })),
      ...(all
        ? [{ level: 'subtotal', of: own, words: { portfolio: own[0]?.portfolioName ?? '' } } as const]
        : []),
    ]),
    {
      level: 'total',
      of: rows,
      words: all ? { portfolio: 'Totals' } : { symbol: 'Portfolio Totals' },
    },
  ]
}

/** The columns of lines: of a holding its value, of a sum the sums. `weightOf` of a sum, and in a file of a holding too. */
const lineColumns = (columns: readonly DailyColumn[], weightOf: (line: Line) => CellValue) =>
  columns.map(
    ({ value, total, ...column }): NamedColumn<Line> => ({
      ...column,
      value: (line) => {
        const { level, of, words } = line
        const [row] = of
        if (column.id === 'weight') return weightOf(line)
        if (level === 'row') return row === undefined ? null : value(row)
        return words?.[column.id] ?? (total === 'sum' ? sumOf(of.map((one) => value(one))) : null)
      },
    }),
  )

/** The report for files and paper. */
export function dailyReport(
  rows: readonly DailyRow[],
  { portfolioId, portfolioName, all = false, date, by, chosen }: Of,
): Report {
  const withoutPrice = rows.filter((row) => row.unpriced).map(({ symbol }) => symbol)
  const unpriced = withoutPrice.length
  return {
    title: 'Daily Holdings Report',
    subtitle: [all ? portfolioName : `${portfolioName} (${portfolioId})`, `As of ${formatDate(date)}`],
    facts: [
      { label: 'Holdings', value: String(rows.length) },
      { label: 'Amounts', value: 'LKR' },
      ...(unpriced === 0 ? [] : [{ label: 'Without a price', value: `${unpriced}, at cost` }]),
    ],
    tables: [
      reportTable<Line>({
        columns: lineColumns(all ? DAILY_COLUMNS_OF_ALL : DAILY_COLUMNS, ({ level, of }) =>
          level === 'row' ? of[0]?.weight : of.length === 0 ? null : weightOf(of, rows),
        ),
        rows: linesOf(rows, all),
        level: ({ level }) => level,
        empty: 'Nothing is held.',
      }),
    ],
    notes: [
      ...atCostNotes(chosen, withoutPrice),
      'By trade date, at the end of the day. Unrealized gain: market value less cost value, before fees and cost of funds.',
      ...(all ? ['Weights are of all that is listed.'] : []),
    ],
    by,
    fileName: `daily-holdings-${portfolioId}-${date}`,
    orientation: 'landscape',
  }
}

/** The share of some holdings in the value of all, in per cent. */
function weightOf(some: readonly DailyRow[], all: readonly DailyRow[]): number {
  if (some.length === all.length) return 100
  const value = (rows: readonly DailyRow[]) => Number(sumOf(rows.map(({ grossSales }) => grossSales)))
  return value(all) === 0 ? 0 : (value(some) / value(all)) * 100
}

const cents = (rows: readonly DailyRow[]) =>
  decimalOf(sumOf(rows.map(({ grossSales }) => grossSales)), MONEY_SCALE)

/** The same to two decimals, for programs. */
function roundedWeight(some: readonly DailyRow[], all: readonly DailyRow[]): number {
  const whole = cents(all)
  return whole === 0n ? 0 : toJsonNumber(divideHalfAway(cents(some) * 10_000n, whole), 2)
}

const of = columnsFrom(DAILY_COLUMNS_OF_ALL)
/** The columns of the file: the day of a price is a date that programs read. */
const FILE_COLUMNS: readonly DailyColumn[] = [
  of('portfolio', { sheet: { width: 26 } }),
  of('symbol', { sheet: { width: 20 } }),
  of('company', { sheet: { width: 34 } }),
  of('quantity', { sheet: { width: 16 } }),
  of('average', { sheet: { width: 18 } }),
  of('cost', { sheet: { width: 18 } }),
  of('price', { sheet: { width: 18 } }),
  of('priced', {
    sheet: { width: 18 },
    value: (row: DailyRow) => (row.unpriced || row.derived ? priceNote(row) : row.lastPriceUpdate),
  }),
  of('value', { sheet: { width: 18 } }),
  of('gain', { sheet: { width: 20 } }),
  of('weight', { sheet: { width: 12, format: '0.00' } }),
]

/** The holdings as a file of any length; with the totals of each portfolio under its holdings and of all at the end, or without. */
export function dailyFile(rows: readonly DailyRow[], withTotals: boolean): StreamedTable<Line> {
  async function* lines(): AsyncGenerator<Line> {
    const portfolios = Map.groupBy(rows, ({ portfolioId }) => portfolioId)
    for (const own of portfolios.values()) {
      for (const row of own) yield { level: 'row', of: [row] }
      const words = { portfolio: own[0]?.portfolioName ?? '', symbol: 'Portfolio Totals' }
      if (withTotals) yield { level: 'subtotal', of: own, words }
    }
    if (withTotals && portfolios.size > 1)
      yield { level: 'total', of: rows, words: { portfolio: 'All portfolios', symbol: 'Totals' } }
  }
  return {
    name: 'Daily Holdings',
    columns: lineColumns(FILE_COLUMNS, ({ of }) => roundedWeight(of, rows)),
    rows: lines(),
  }
}
