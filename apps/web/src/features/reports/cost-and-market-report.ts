import {
  type CostAndMarket,
  EXCEPTION_KINDS,
  type ExceptionKind,
  type ExceptionRow,
} from '@em/contract/reports/cost-and-market'
import { atCostNotes } from '@em/paper/at-cost'
import { addedAmount, type DescribedColumn, describedTable } from '@em/paper/described'
import type { Report, ReportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { withoutPrice } from '../../links/AtCost.tsx'
import { scopeText } from '../trial-balance/report.ts'
import { exceptionsOf } from '../valuation/run-texts.ts'
import { type DateFilters, fileNameAt, type MadeWith } from './tabs.ts'

/** "Market above cost by more than 20.00 %" */
export const kindName = (kind: ExceptionKind, threshold: number): string =>
  kind === 'above'
    ? `${EXCEPTION_KINDS.above} by more than ${formatNumber(threshold, { decimals: 2 })} %`
    : EXCEPTION_KINDS[kind]

/** The columns of the holdings, of the screen and of the report. */
export const EXCEPTION_COLUMNS: readonly DescribedColumn<ExceptionRow>[] = [
  { id: 'company', header: 'Security', value: (row) => row.companyName },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName },
  { id: 'treatment', header: 'Treatment', value: (row) => row.treatment },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (row) => row.quantity },
  addedAmount('cost', 'Cost', (row) => row.cost),
  { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (row) => row.price },
  { id: 'price_date', header: 'Price Date', kind: 'date', value: (row) => row.price_date },
  { id: 'level', header: 'Level', kind: 'number', decimals: 0, value: (row) => row.level },
  addedAmount('fair_value', 'Fair Value', (row) => row.fair_value),
  addedAmount('difference', 'Difference', (row) => row.difference, {
    signed: true,
    formula: () => (cell) => `${cell('fair_value')}-${cell('cost')}`,
  }),
  {
    id: 'percent',
    header: 'Difference',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.percent,
    formula: ({ row }) =>
      row?.percent == null ? undefined : (cell) => `ROUND(${cell('difference')}/${cell('cost')}*100,4)`,
  },
  { id: 'exceptions', header: 'Note', value: exceptionsOf },
]

const cents = (amount: number) => Math.round(amount * 100) / 100
const sumOf = (rows: readonly ExceptionRow[]) => {
  const sum = (of: (row: ExceptionRow) => number) => cents(rows.reduce((all, row) => all + of(row), 0))
  return {
    cost: sum((row) => row.cost),
    fair_value: sum((row) => row.fair_value),
    difference: sum((row) => row.difference),
  }
}

/** The holdings under the reason for which they are listed. */
const rowsTable = ({ rows, threshold }: CostAndMarket): ReportTable =>
  describedTable({
    title: 'Cost and market',
    columns: EXCEPTION_COLUMNS,
    calculates: true,
    parts: (Object.keys(EXCEPTION_KINDS) as ExceptionKind[]).flatMap((kind) => {
      const of = rows.filter((row) => row.kind === kind)
      if (of.length === 0) return []
      const text = `Total ${EXCEPTION_KINDS[kind].toLowerCase()}`
      return [{ heading: kindName(kind, threshold), rows: of, sum: { text, values: sumOf(of) } }]
    }),
    empty: 'Nothing to look at.',
  })

/** Cost against market for paper and as a workbook that calculates. */
export function costAndMarketReport(
  data: CostAndMarket,
  filters: DateFilters,
  { by, chosen }: MadeWith,
): Report {
  const { below, above, prices, level3 } = data
  const counted = ({ holdings, amount }: CostAndMarket['below']) =>
    `${holdings.toLocaleString('en-LK')}, LKR ${formatNumber(amount, { decimals: 2 })}`
  return {
    title: 'Cost and Market',
    subtitle: [scopeText(data), `As at ${formatDate(data.asOf)}`],
    fileName: fileNameAt('cost-and-market', filters, data.asOf),
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      { label: 'Holdings looked at', value: data.holdings.toLocaleString('en-LK') },
      { label: EXCEPTION_KINDS.below, value: counted(below) },
      { label: kindName('above', data.threshold), value: counted(above) },
      { label: 'Prices to look at', value: counted(prices) },
      { label: 'Level 3', value: counted(level3) },
    ],
    tables: [rowsTable(data)],
    notes: [
      ...atCostNotes(chosen, withoutPrice(data.rows)),
      'By posting date. Cost is what a holding is carried at, with capitalised fees. A holding that is of several kinds is listed under the first.',
      'A price to look at is older than 5 market days, not from the exchange, no closing price where the portfolio goes by close, or missing.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
