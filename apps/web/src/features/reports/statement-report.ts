import type { ReportTie } from '@em/contract/books/report-ties'
import type {
  Investment,
  InvestmentSum,
  StatementOfInvestments,
} from '@em/contract/books/statement-of-investments'
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
import { TREATMENT_TITLES } from '../realized/schedule.ts'
import { scopeText } from '../trial-balance/report.ts'
import { exceptionsOf } from '../valuation/words.ts'
import { agrees, tieTable } from './Ties.tsx'
import { type DateFilters, fileNameAt } from './tabs.ts'

export const NO_SECTOR = 'No sector'

/** Places of the columns that formulas name. */
const AT = {
  quantity: 2,
  cost: 3,
  capitalised: 4,
  price: 5,
  fair: 8,
  unrealized: 9,
  percent: 10,
  share: 11,
} as const
const SUMMED = [AT.cost, AT.capitalised, AT.fair, AT.unrealized] as const

type Amounts = Pick<InvestmentSum, 'cost' | 'capitalised' | 'fair_value' | 'unrealized' | 'share'>
interface Line {
  readonly level: RowLevel
  readonly text: string
  readonly indent: number
  readonly of?: Amounts
  readonly row?: Investment
}

/** Unrealized in percent of what it is carried at. */
const percentOf = ({ cost, capitalised, unrealized }: Amounts): number | null =>
  cost + capitalised === 0 ? null : (unrealized / (cost + capitalised)) * 100

const columns: readonly ReportColumn<Line>[] = [
  { header: 'Security', value: (line) => line.text },
  { header: 'Symbol', value: (line) => line.row?.symbol },
  { header: 'Quantity', kind: 'quantity', value: (line) => line.row?.quantity },
  { header: 'Cost', unit: 'LKR', kind: 'money', value: (line) => line.of?.cost },
  { header: 'Capitalised Fees', unit: 'LKR', kind: 'money', value: (line) => line.of?.capitalised },
  { header: 'Price', unit: 'LKR', kind: 'price', value: (line) => line.row?.price },
  { header: 'Price Date', kind: 'date', value: (line) => line.row?.price_date },
  { header: 'Level', kind: 'number', decimals: 0, value: (line) => line.row?.level },
  { header: 'Fair Value', unit: 'LKR', kind: 'money', value: (line) => line.of?.fair_value },
  { header: 'Unrealized', unit: 'LKR', kind: 'money', signed: true, value: (line) => line.of?.unrealized },
  {
    header: 'Unrealized',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (line) => (line.of === undefined ? null : percentOf(line.of)),
  },
  { header: 'Net Assets', unit: '%', kind: 'percent', value: (line) => line.of?.share },
  { header: 'Note', value: (line) => (line.row === undefined ? null : exceptionsOf(line.row)) },
]

/** Where the net assets stand: the report's second table, its last row. */
const NET_ASSETS = { table: 1, row: 2, column: 1 } as const

interface Statement {
  readonly table: ReportTable
  /** Where the total stands. */
  readonly total: number
}

/** Securities under their sector and treatment, with sums that a spreadsheet calculates. */
function statementTable(data: StatementOfInvestments): Statement {
  const lines: Line[] = []
  const formulas = new Map<number, Record<number, Formula>>()
  /** The figures of a line that follow from others of the same line. */
  const calculated = (at: number, { of, row }: Line): Record<number, Formula> => ({
    ...(of !== undefined && {
      [AT.unrealized]: (places) =>
        `${places.cell(at, AT.fair)}-${places.cell(at, AT.cost)}-${places.cell(at, AT.capitalised)}`,
      ...(percentOf(of) !== null && {
        [AT.percent]: (places) =>
          `${places.cell(at, AT.unrealized)}/(${places.cell(at, AT.cost)}+${places.cell(at, AT.capitalised)})*100`,
      }),
      ...(of.share !== null && {
        [AT.share]: (places) =>
          `ROUND(${places.cell(at, AT.fair)}/${places.cell(NET_ASSETS.row, NET_ASSETS.column, NET_ASSETS.table)}*100,4)`,
      }),
    }),
    ...(row !== undefined &&
      isProduct(row) && {
        [AT.fair]: (places) => `ROUND(${places.cell(at, AT.quantity)}*${places.cell(at, AT.price)},2)`,
      }),
  })
  const put = (line: Line, sums: (column: number) => Formula | null): number => {
    const at = lines.length
    const summed = SUMMED.flatMap((column): [number, Formula][] => {
      const formula = sums(column)
      return formula === null ? [] : [[column, formula]]
    })
    formulas.set(at, { ...calculated(at, line), ...Object.fromEntries(summed) })
    lines.push(line)
    return at
  }
  const none = () => null
  const treatments: number[] = []
  for (const treatment of data.treatments) {
    put({ level: 'heading', text: TREATMENT_TITLES[treatment.treatment], indent: 0 }, none)
    const sectors: number[] = []
    for (const sector of data.sectors.filter((one) => one.treatment === treatment.treatment)) {
      const name = sector.sector ?? NO_SECTOR
      put({ level: 'heading', text: name, indent: 1 }, none)
      const first = lines.length
      for (const row of data.rows) {
        if (row.treatment === treatment.treatment && row.sector === sector.sector)
          put({ level: 'row', text: row.companyName, indent: 2, of: row, row }, none)
      }
      const last = lines.length - 1
      sectors.push(
        put({ level: 'subtotal', text: `Total ${name}`, indent: 1, of: sector }, (column) =>
          sumFormula(column, first, last),
        ),
      )
    }
    treatments.push(
      put({ level: 'subtotal', text: `Total ${treatment.treatment}`, indent: 0, of: treatment }, (column) =>
        cellsFormula(column, sectors),
      ),
    )
  }
  const total = put({ level: 'total', text: 'Total investments', indent: 0, of: data.total }, (column) =>
    treatments.length === 0 ? null : cellsFormula(column, treatments),
  )
  const table = reportTable({
    title: 'Statement of investments',
    columns,
    rows: lines,
    level: ({ level }) => level,
    indent: ({ indent }) => indent,
    formulas: (_, place) => formulas.get(place),
  })
  return { table, total }
}

/** Several portfolios round each on its own: their sum need not be the product. */
const isProduct = ({ quantity, price, fair_value: worth }: Investment): boolean =>
  price !== null && Math.abs(quantity * price - worth) < 0.005

const cellsFormula =
  (column: number, rows: readonly number[]): Formula =>
  (at) =>
    rows.map((row) => at.cell(row, column)).join('+')

function netAssetsTable({ total, netAssets }: StatementOfInvestments, totalRow: number): ReportTable {
  const rest = Math.round((netAssets - total.fair_value) * 100) / 100
  const lines: { label: string; amount: number; level: RowLevel; formula?: Formula }[] = [
    {
      label: 'Investments at fair value',
      amount: total.fair_value,
      level: 'row',
      formula: (at) => at.cell(totalRow, AT.fair, 0),
    },
    { label: 'Other assets less liabilities, by the ledger', amount: rest, level: 'row' },
    { label: 'Net assets', amount: netAssets, level: 'total', formula: sumFormula(1, 0, 1) },
  ]
  return reportTable({
    title: 'Net assets',
    columns: [
      { header: 'Line', value: (line) => line.label },
      { header: 'Amount', unit: 'LKR', kind: 'money', value: (line) => line.amount },
    ],
    rows: lines,
    level: ({ level }) => level,
    formulas: ({ formula }) => (formula === undefined ? undefined : { 1: formula }),
  })
}

/** Where the statement has what a tie begins with; rights are not told apart in it. */
function readOff(ties: readonly ReportTie[], total: number): (tie: ReportTie) => Formula | undefined {
  const hasRights = ties.some(({ of }) => of.includes('rights'))
  return ({ of }) => {
    const [key, ...more] = of
    if (more.length > 0 || key === undefined || key === 'rights') return undefined
    if (key === 'adjustment' && hasRights) return undefined
    const column = { cost: AT.cost, capitalised: AT.capitalised, adjustment: AT.unrealized }[key]
    return (at) => at.cell(total, column, 0)
  }
}

/** The statement for paper and as a workbook that calculates. */
export function statementReport(data: StatementOfInvestments, filters: DateFilters, by: string): Report {
  const { table, total } = statementTable(data)
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
      tieTable({ ties, what: 'Statement', ledger: 'Balance of the ledger' }, readOff(ties, total)),
    ],
    notes: [
      ...(valuation.message === null ? [] : [`${valuation.message}.`]),
      'Fair value is quantity x price, nothing deducted; an investment without a price stands at what it is carried at. Fees of purchases are carried with FVOCI investments and expensed with others.',
      'Levels of SLFRS 13: 1 quoted price at most 5 market days old, 2 older, 3 typed by a person or at cost.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
