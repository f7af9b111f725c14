/** The Daily Holdings Report: what a portfolio, or each of all, holds at the end of a day, at cost and at market value. */
import type { PortfolioHolding, ValuedHolding } from '@em/contract/books/holdings'
import { formatDate } from '../../../lib/dates.ts'
import { type Column, sumOf } from '../../../ui/grid/columns.ts'
import { type Report, type RowLevel, reportTable } from '../../../ui/report/report.ts'

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

export const dailyColumns: readonly Column<DailyRow>[] = [
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 114, phone: true },
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 200, phone: false },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 104,
    phone: true,
  },
  {
    id: 'average',
    header: 'Average Cost',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.costPrice,
    width: 130,
    phone: false,
  },
  {
    id: 'cost',
    header: 'Cost Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.costValue,
    total: 'sum',
    width: 136,
    phone: false,
  },
  {
    id: 'price',
    header: 'Market Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.marketPrice,
    width: 130,
    phone: false,
  },
  { id: 'priced', header: 'Price of', value: priceNote, width: 130, phone: false },
  {
    id: 'value',
    header: 'Market Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.grossSales,
    total: 'sum',
    width: 136,
    phone: true,
    hint: 'Quantity x price; without a price the cost',
  },
  {
    id: 'gain',
    header: 'Unrealized Gain',
    unit: 'LKR',
    kind: 'money',
    signed: true,
    value: (row) => row.unrealizedGainLoss,
    total: 'sum',
    width: 136,
    phone: false,
    hint: 'Market value less cost value, before fees and cost of funds',
  },
  {
    id: 'weight',
    header: 'Weight',
    unit: '%',
    kind: 'percent',
    value: (row) => row.weight,
    width: 90,
    phone: false,
  },
]

/** The same of all portfolios together. */
export const dailyColumnsOfAll: readonly Column<DailyRow>[] = [
  {
    id: 'portfolio',
    header: 'Portfolio',
    value: (row) => row.portfolioName ?? '',
    width: 170,
    phone: true,
  },
  // A phone has room for three columns.
  ...dailyColumns.map((column) => (column.id === 'quantity' ? { ...column, phone: false } : column)),
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
  const columns = all ? dailyColumnsOfAll : dailyColumns
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
