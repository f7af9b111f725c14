import type { ReportTie } from '@em/contract/reports/report-ties'
import type {
  Investment,
  InvestmentSum,
  StatementOfInvestments,
} from '@em/contract/reports/statement-of-investments'
import { amountsTable } from '@em/paper/amounts'
import { atCostNotes } from '@em/paper/at-cost'
import { addedAmount, type DescribedColumn, describedTable } from '@em/paper/described'
import { type Formula, type Report, type ReportTable, sumFormula } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { withoutPrice } from '../../links/AtCost.tsx'
import { TREATMENT_TITLES } from '../realized/schedule.ts'
import { scopeText } from '../trial-balance/report.ts'
import { exceptionsOf } from '../valuation/run-texts.ts'
import { agrees, tiesTable } from './Ties.tsx'
import { type DateFilters, fileNameAt, type MadeWith } from './tabs.ts'

export const NO_SECTOR = 'No sector'

type Amounts = Pick<InvestmentSum, 'cost' | 'capitalised' | 'fair_value' | 'unrealized' | 'share'>

/** Unrealized in percent of what it is carried at. */
const percentOf = ({ cost, capitalised, unrealized }: Amounts): number | null =>
  cost + capitalised === 0 ? null : (unrealized / (cost + capitalised)) * 100

/** The amounts of a row or of a sum. */
const amountsOf = ({ row, sum }: { row?: Investment; sum?: object }) => (row ?? sum) as Amounts

/** Several portfolios round each on its own: their sum need not be the product. */
const isProduct = ({ quantity, price, fair_value: worth }: Investment): boolean =>
  price !== null && Math.abs(quantity * price - worth) < 0.005

/** The cell of the net assets: the report's second table, its last row. */
const NET_ASSETS = { table: 1, row: 2, column: 1 } as const

/** The columns of investments, of the screen and of the report. */
export const INVESTMENT_COLUMNS: readonly DescribedColumn<Investment>[] = [
  { id: 'company', header: 'Security', value: (row) => row.companyName },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (row) => row.quantity },
  addedAmount('cost', 'Cost', (row) => row.cost),
  addedAmount('capitalised', 'Capitalised Fees', (row) => row.capitalised),
  { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (row) => row.price },
  { id: 'price_date', header: 'Price Date', kind: 'date', value: (row) => row.price_date },
  { id: 'level', header: 'Level', kind: 'number', decimals: 0, value: (row) => row.level },
  addedAmount('fair_value', 'Fair Value', (row) => row.fair_value, {
    formula: ({ row }) =>
      row !== undefined && isProduct(row)
        ? (cell) => `ROUND(${cell('quantity')}*${cell('price')},2)`
        : undefined,
  }),
  addedAmount('unrealized', 'Unrealized', (row) => row.unrealized, {
    signed: true,
    formula: () => (cell) => `${cell('fair_value')}-${cell('cost')}-${cell('capitalised')}`,
  }),
  {
    id: 'percent',
    header: 'Unrealized',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: percentOf,
    sums: 'own',
    formula: (of) =>
      percentOf(amountsOf(of)) === null
        ? undefined
        : (cell) => `${cell('unrealized')}/(${cell('cost')}+${cell('capitalised')})*100`,
  },
  {
    id: 'share',
    header: 'Net Assets',
    unit: '%',
    kind: 'percent',
    value: (row) => row.share,
    sums: 'own',
    formula: (of) =>
      amountsOf(of).share === null
        ? undefined
        : (cell, at) =>
            `ROUND(${cell('fair_value')}/${at.cell(NET_ASSETS.row, NET_ASSETS.column, NET_ASSETS.table)}*100,4)`,
  },
  { id: 'exceptions', header: 'Note', value: exceptionsOf },
]
const columnIndexOf = (id: string) => INVESTMENT_COLUMNS.findIndex((column) => column.id === id)
const sumOf = (text: string, of: Amounts) => ({ text, values: { ...of, percent: percentOf(of) } })

/** Securities under their sector and treatment, with sums that a spreadsheet calculates. */
const statementTable = (data: StatementOfInvestments): ReportTable =>
  describedTable({
    title: 'Statement of investments',
    columns: INVESTMENT_COLUMNS,
    calculates: true,
    parts: data.treatments.map((of) => ({
      heading: TREATMENT_TITLES[of.treatment],
      parts: data.sectors
        .filter(({ treatment }) => treatment === of.treatment)
        .map((sector) => ({
          heading: sector.sector ?? NO_SECTOR,
          rows: data.rows.filter((row) => row.treatment === of.treatment && row.sector === sector.sector),
          sum: sumOf(`Total ${sector.sector ?? NO_SECTOR}`, sector),
        })),
      sum: sumOf(`Total ${of.treatment}`, of),
    })),
    total: sumOf('Total investments', data.total),
  })

const netAssetsTable = ({ total, netAssets }: StatementOfInvestments, totalRow: number): ReportTable =>
  amountsTable({
    title: 'Net assets',
    lines: [
      {
        label: 'Investments at fair value',
        amounts: [total.fair_value],
        formulas: { 1: (at) => at.cell(totalRow, columnIndexOf('fair_value'), 0) },
      },
      {
        label: 'Other assets less liabilities, by the ledger',
        amounts: [Math.round((netAssets - total.fair_value) * 100) / 100],
      },
      { label: 'Net assets', amounts: [netAssets], level: 'total', formulas: { 1: sumFormula(1, 0, 1) } },
    ],
  })

/** The cell of the statement with which a tie begins; the statement does not list rights separately. */
function readOff(ties: readonly ReportTie[], total: number): (tie: ReportTie) => Formula | undefined {
  const hasRights = ties.some(({ of }) => of.includes('rights'))
  return ({ of }) => {
    const [key, ...more] = of
    if (more.length > 0 || key === undefined || key === 'rights') return undefined
    if (key === 'adjustment' && hasRights) return undefined
    const column = { cost: 'cost', capitalised: 'capitalised', adjustment: 'unrealized' }[key]
    return (at) => at.cell(total, columnIndexOf(column), 0)
  }
}

/** The statement for paper and as a workbook that calculates. */
export function statementReport(
  data: StatementOfInvestments,
  filters: DateFilters,
  { by, chosen }: MadeWith,
): Report {
  const table = statementTable(data)
  const total = table.rows.length - 1
  const { ties, valuation } = data
  return {
    title: 'Statement of Investments',
    subtitle: [scopeText(data), `As at ${formatDate(data.asOf)}`],
    fileName: fileNameAt('statement-of-investments', filters, data.asOf),
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      { label: 'Basis', value: 'By posting date' },
      { label: 'Ledger', value: agrees(ties) ? 'Agrees with the ledger' : 'Does not agree with the ledger' },
    ],
    tables: [
      table,
      netAssetsTable(data, total),
      tiesTable({ ties, what: 'Statement', ledger: 'Balance of the ledger' }, readOff(ties, total)),
    ],
    notes: [
      ...(valuation.message === null ? [] : [`${valuation.message}.`]),
      ...atCostNotes(chosen, withoutPrice(data.rows)),
      'Fair value is quantity x price, nothing deducted; an investment without a price stands at what it is carried at. Fees of purchases are carried with FVOCI investments and expensed with others.',
      'Levels of SLFRS 13: 1 quoted price at most 5 market days old, 2 older, 3 typed by a person or at cost.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
