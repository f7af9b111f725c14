import {
  type CostAndMarket,
  EXCEPTION_KINDS,
  type ExceptionKind,
  type ExceptionRow,
} from '@em/contract/books/cost-and-market'
import {
  type Formula,
  type Report,
  type ReportColumn,
  type ReportTable,
  type RowLevel,
  reportTable,
  sumFormula,
} from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { scopeText } from '../trial-balance/report.ts'
import { exceptionsOf } from '../valuation/words.ts'
import { type DateFilters, fileNameAt } from './tabs.ts'

/** "Market above cost by more than 20.00 %" */
export const kindName = (kind: ExceptionKind, threshold: number): string =>
  kind === 'above'
    ? `${EXCEPTION_KINDS.above} by more than ${formatNumber(threshold, { decimals: 2 })} %`
    : EXCEPTION_KINDS[kind]

interface Line {
  readonly level: RowLevel
  readonly text: string
  readonly row?: ExceptionRow
  readonly sum?: Pick<ExceptionRow, 'cost' | 'fair_value' | 'difference'>
}

const AT = { cost: 5, fair: 9, difference: 10, percent: 11 } as const

const columns: readonly ReportColumn<Line>[] = [
  { header: 'Security', value: ({ text }) => text },
  { header: 'Symbol', value: ({ row }) => row?.symbol },
  { header: 'Portfolio', value: ({ row }) => row?.portfolioName },
  { header: 'Treatment', value: ({ row }) => row?.treatment },
  { header: 'Quantity', kind: 'quantity', value: ({ row }) => row?.quantity },
  { header: 'Cost', unit: 'LKR', kind: 'money', value: ({ row, sum }) => (row ?? sum)?.cost },
  { header: 'Price', unit: 'LKR', kind: 'price', value: ({ row }) => row?.price },
  { header: 'Price Date', kind: 'date', value: ({ row }) => row?.price_date },
  { header: 'Level', kind: 'number', decimals: 0, value: ({ row }) => row?.level },
  { header: 'Fair Value', unit: 'LKR', kind: 'money', value: ({ row, sum }) => (row ?? sum)?.fair_value },
  {
    header: 'Difference',
    unit: 'LKR',
    kind: 'money',
    signed: true,
    value: ({ row, sum }) => (row ?? sum)?.difference,
  },
  { header: 'Difference', unit: '%', kind: 'percent', signed: true, value: ({ row }) => row?.percent },
  { header: 'Note', value: ({ row }) => (row === undefined ? null : exceptionsOf(row)) },
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
function rowsTable({ rows, threshold }: CostAndMarket): ReportTable {
  const lines: Line[] = []
  const formulas = new Map<number, Record<number, Formula>>()
  for (const kind of Object.keys(EXCEPTION_KINDS) as ExceptionKind[]) {
    const of = rows.filter((row) => row.kind === kind)
    if (of.length === 0) continue
    lines.push({ level: 'heading', text: kindName(kind, threshold) })
    const first = lines.length
    for (const row of of) {
      const at = lines.length
      formulas.set(at, {
        [AT.difference]: (places) => `${places.cell(at, AT.fair)}-${places.cell(at, AT.cost)}`,
        ...(row.percent !== null && {
          [AT.percent]: (places) =>
            `ROUND(${places.cell(at, AT.difference)}/${places.cell(at, AT.cost)}*100,4)`,
        }),
      })
      lines.push({ level: 'row', text: row.companyName, row })
    }
    const last = lines.length - 1
    formulas.set(
      lines.length,
      Object.fromEntries(
        [AT.cost, AT.fair, AT.difference].map((column) => [column, sumFormula(column, first, last)]),
      ),
    )
    lines.push({ level: 'subtotal', text: `Total ${EXCEPTION_KINDS[kind].toLowerCase()}`, sum: sumOf(of) })
  }
  return reportTable({
    title: 'Cost and market',
    columns,
    rows: lines,
    level: ({ level }) => level,
    indent: ({ level }) => (level === 'row' ? 1 : 0),
    formulas: (_, place) => formulas.get(place),
    empty: 'Nothing to look at.',
  })
}

/** Cost against market for paper and as a workbook that calculates. */
export function costAndMarketReport(data: CostAndMarket, filters: DateFilters, by: string): Report {
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
      'By posting date. Cost is what a holding is carried at, with capitalised fees. A holding that is of several kinds is listed under the first.',
      'A price to look at is older than 5 market days, not from the exchange, no closing price where the portfolio goes by close, or missing.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
