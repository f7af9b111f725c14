/** The Daily Holdings Report: what a portfolio, or each of all, holds at the end of a day, at cost and at market value. */
import type { PortfolioHolding, ValuedHolding } from '@em/contract/books/holdings'
import { formatDate } from './dates.ts'
import { type Report, type ReportColumn, type RowLevel, reportTable } from './report.ts'
import { sumOf } from './sums.ts'

/** A holding; of all portfolios together each with its portfolio. */
type Holding = ValuedHolding & Partial<Pick<PortfolioHolding, 'portfolioId' | 'portfolioName'>>

export type DailyRow = Holding & {
  /** Of the market value of all holdings, in per cent. */
  readonly weight: number
}

/** What is held, in the order given, each with its weight. A holding without a price stands at cost, as its server figures do. */
export function dailyRows(holdings: readonly Holding[]): DailyRow[] {
  const held = holdings.filter(({ quantity }) => quantity > 0)
  const total = Number(sumOf(held.map(({ grossSales }) => grossSales)))
  return held.map((one) => ({ ...one, weight: total === 0 ? 0 : (one.grossSales / total) * 100 }))
}

const priceNote = ({ unpriced, derived, lastPriceUpdate }: DailyRow) =>
  unpriced
    ? 'No price: at cost'
    : derived
      ? 'Derived'
      : lastPriceUpdate === null
        ? ''
        : formatDate(lastPriceUpdate)

/** A column of the report; `id` is that of the screen's own. */
export interface DailyColumn extends ReportColumn<DailyRow> {
  readonly id: string
  /** Its sum stands in the totals. */
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
  /** Before a sum. */
  readonly words?: string
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
}

/** The holdings; of all portfolios with the totals of each. Last the totals. */
function linesOf(rows: readonly DailyRow[], all: boolean): Line[] {
  const groups = all ? [...Map.groupBy(rows, ({ portfolioId }) => portfolioId).values()] : [rows]
  return [
    ...groups.flatMap((own) => [
      ...own.map((row): Line => ({ level: 'row', of: [row] })),
      ...(all ? [{ level: 'subtotal', of: own, words: own[0]?.portfolioName ?? '' } as const] : []),
    ]),
    { level: 'total', of: rows, words: all ? 'Totals' : 'Portfolio Totals' },
  ]
}

/** The report for files and paper. */
export function dailyReport(
  rows: readonly DailyRow[],
  { portfolioId, portfolioName, all = false, date, by }: Of,
): Report {
  const unpriced = rows.filter((row) => row.unpriced).length
  const columns = all ? DAILY_COLUMNS_OF_ALL : DAILY_COLUMNS
  const first = columns[0]?.id
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
        columns: columns.map(({ id, value, total, ...column }) => ({
          ...column,
          value: ({ level, of, words }) => {
            const [row] = of
            if (level === 'row') return row === undefined ? null : value(row)
            if (id === first) return words ?? null
            if (id === 'weight') return of.length === 0 ? null : weightOf(of, rows)
            return total === 'sum' ? sumOf(of.map((one) => value(one))) : null
          },
        })),
        rows: linesOf(rows, all),
        level: ({ level }) => level,
        empty: 'Nothing is held.',
      }),
    ],
    notes: [
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
