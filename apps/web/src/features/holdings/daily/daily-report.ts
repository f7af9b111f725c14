/** The Daily Holdings Report: what a portfolio holds at the end of a day, at cost and at market value. */
import type { ValuedHolding } from '@em/contract/books/holdings'
import { formatDate } from '../../../lib/dates.ts'
import { type Column, sumOf } from '../../../ui/grid/columns.ts'
import { type Report, type RowLevel, reportTable } from '../../../ui/report/report.ts'

export interface DailyRow extends ValuedHolding {
  /** Of the market value of all holdings, in per cent. */
  readonly weight: number
}

/** What is held, by company name, each with its weight. A holding without a price stands at cost, as its server figures do. */
export function dailyRows(holdings: readonly ValuedHolding[]): DailyRow[] {
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

interface Line extends Partial<DailyRow> {
  readonly level: RowLevel
}

interface Of {
  readonly portfolioId: string
  readonly portfolioName: string
  /** YYYY-MM-DD. */
  readonly date: string
  readonly by: string
}

/** The report for files and paper; last the totals of the portfolio. */
export function dailyReport(rows: readonly DailyRow[], { portfolioId, portfolioName, date, by }: Of): Report {
  const unpriced = rows.filter((row) => row.unpriced).length
  return {
    title: 'Daily Holdings Report',
    subtitle: [`${portfolioName} (${portfolioId})`, `As of ${formatDate(date)}`],
    facts: [
      { label: 'Holdings', value: String(rows.length) },
      { label: 'Amounts', value: 'LKR' },
      ...(unpriced === 0 ? [] : [{ label: 'Without a price', value: `${unpriced}, at cost` }]),
    ],
    tables: [
      reportTable<Line>({
        columns: dailyColumns.map(({ id, value, total, ...column }) => ({
          ...column,
          value: (line) => {
            if (line.level === 'row') return value(line as DailyRow)
            if (id === 'symbol') return 'Portfolio Totals'
            if (id === 'weight') return rows.length === 0 ? null : 100
            return total === 'sum' ? sumOf(rows.map((row) => value(row))) : null
          },
        })),
        rows: [...rows.map((row) => ({ ...row, level: 'row' as const })), { level: 'total' }],
        level: ({ level }) => level,
        empty: 'Nothing is held.',
      }),
    ],
    notes: [
      'By trade date, at the end of the day. Unrealized gain: market value less cost value, before fees and cost of funds.',
    ],
    by,
    fileName: `daily-holdings-${portfolioId}-${date}`,
    orientation: 'landscape',
  }
}
