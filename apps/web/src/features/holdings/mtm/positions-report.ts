import { atCostNotes, type ChosenAtCost } from '@em/paper/at-cost'
import { type Report, type ReportColumn, type RowLevel, reportTable } from '@em/paper/report'
import { formatDate } from '../../../lib/dates.ts'
import { sumOf } from '../../../ui/grid/columns.ts'
import { type PositionRow, positionColumns, positionColumnsOfAll, totalsOf } from './position-columns.tsx'

interface Line extends Partial<PositionRow> {
  readonly level: RowLevel
}

interface Of {
  readonly portfolioId: string
  readonly portfolioName: string
  /** All portfolios together: each position says whose it is. */
  readonly all?: boolean
  /** Of one security alone; '' for all. */
  readonly symbol?: string
  /** YYYY-MM-DD. */
  readonly date: string
  readonly by: string
  readonly chosen: ChosenAtCost
}

/** Position Details as a file: the columns of the screen, last the row of totals. */
export function positionsReport(
  rows: readonly PositionRow[],
  { portfolioId, portfolioName, all = false, symbol = '', date, by, chosen }: Of,
): Report {
  const totals = totalsOf(rows)
  const sums: Readonly<Record<string, number | string>> = {
    company: all ? 'Totals' : 'Portfolio Totals',
    cost: totals.cost,
    gross: totals.value,
    charges: totals.charges,
    gain: totals.gain,
    percent: totals.gainPercent,
    profit: totals.profitLoss,
    funds: totals.costOfFunds,
    'sale-charges': totals.chargesOnSales,
  }
  const columns: ReportColumn<Line>[] = (all ? positionColumnsOfAll : positionColumns).map(
    ({ id, value, total, ...column }) => ({
      ...column,
      value: (line) => {
        if (line.level !== 'total') return value(line as PositionRow)
        if (id in sums) return sums[id]
        return total === 'sum' ? sumOf(rows.map((row) => value(row))) : null
      },
    }),
  )
  return {
    title: 'Mark-to-Market Valuation',
    subtitle: [
      [all ? portfolioName : `${portfolioName} (${portfolioId})`, ...(symbol === '' ? [] : [symbol])].join(
        ', ',
      ),
      `As of ${formatDate(date)}`,
    ],
    facts: [
      { label: 'Positions', value: String(rows.length) },
      { label: 'Amounts', value: 'LKR' },
      ...(totals.unpriced === 0 ? [] : [{ label: 'Without a price', value: `${totals.unpriced}, at cost` }]),
    ],
    tables: [
      reportTable<Line>({
        title: 'Position Details',
        columns,
        rows: [...rows.map((row) => ({ ...row, level: 'row' as const })), { level: 'total' }],
        level: ({ level }) => level,
        empty: 'Nothing is held.',
      }),
    ],
    notes: [
      ...atCostNotes(
        chosen,
        rows.filter((row) => row.unpriced).map((row) => row.symbol),
      ),
      'Unrealized capital gain: market value less cost, before fees and financing. Unrealized P&L: after charges on purchases and sales and cost of funds.',
    ],
    by,
    fileName: ['mtm-position-details', portfolioId, ...(symbol === '' ? [] : [symbol]), date].join('-'),
    orientation: 'landscape',
  }
}
