import type { NetAssets, PortfolioNetAssets } from '@em/contract/books/net-assets'
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
import { scopeText } from '../trial-balance/report.ts'
import { type DateFilters, fileNameAt } from './tabs.ts'

type Sums = NetAssets['total']
export const GROUPS = ['investments', 'receivables', 'cash', 'otherAssets', 'payables'] as const
export const GROUP_NAMES: Readonly<Record<(typeof GROUPS)[number], string>> = {
  investments: 'Investments at fair value',
  receivables: 'Receivables',
  cash: 'Cash',
  otherAssets: 'Other assets',
  payables: 'Payables',
}
/** What a row is called that names no portfolio. */
export const nameOf = ({ portfolioName }: Pick<PortfolioNetAssets, 'portfolioName'>): string =>
  portfolioName ?? 'No portfolio'

interface Line {
  readonly level: RowLevel
  readonly text: string
  readonly treatment?: string
  readonly indent: number
  readonly of?: Sums
}

const AT = {
  first: 2,
  net: 2 + GROUPS.length,
  notPosted: 3 + GROUPS.length,
  ledger: 4 + GROUPS.length,
} as const
const SUMMED = [...GROUPS.map((_, at) => AT.first + at), AT.notPosted]

const money = (header: string, value: (of: Sums) => number): ReportColumn<Line> => ({
  header,
  unit: 'LKR',
  kind: 'money',
  value: ({ of }) => (of === undefined ? null : value(of)),
})
const columns: readonly ReportColumn<Line>[] = [
  { header: 'Portfolio', value: ({ text }) => text },
  { header: 'Treatment', value: ({ treatment }) => treatment },
  ...GROUPS.map((group) => money(GROUP_NAMES[group], (of) => of[group])),
  money('Net assets', (of) => of.netAssets),
  money('Not in the ledger', (of) => of.notPosted),
  money('By the ledger', (of) => of.ledger),
]

interface Made {
  readonly table: ReportTable
  readonly total: number
}

/** Portfolios under their entity, with sums that a spreadsheet calculates. */
function portfoliosTable(data: NetAssets): Made {
  const lines: Line[] = []
  const formulas = new Map<number, Record<number, Formula>>()
  const put = (line: Line, sums: (column: number) => Formula | null = () => null): number => {
    const at = lines.length
    const summed = SUMMED.flatMap((column): [number, Formula][] => {
      const formula = sums(column)
      return formula === null ? [] : [[column, formula]]
    })
    formulas.set(at, {
      ...Object.fromEntries(summed),
      ...(line.of !== undefined && {
        [AT.net]: (places) => `SUM(${places.cell(at, AT.first)}:${places.cell(at, AT.net - 1)})`,
        [AT.ledger]: (places) => `${places.cell(at, AT.net)}-${places.cell(at, AT.notPosted)}`,
      }),
    })
    lines.push(line)
    return at
  }
  const entities: number[] = []
  for (const entity of data.entities) {
    put({ level: 'heading', text: entity.entity, indent: 0 })
    const first = lines.length
    for (const row of data.rows.filter((one) => one.entity === entity.entity)) {
      put({
        level: 'row',
        text: nameOf(row),
        indent: 1,
        of: row,
        ...(row.treatment !== null && { treatment: row.treatment }),
      })
    }
    const last = lines.length - 1
    entities.push(
      put({ level: 'subtotal', text: `Total ${entity.entity}`, indent: 0, of: entity }, (column) =>
        sumFormula(column, first, last),
      ),
    )
  }
  const total = put({ level: 'total', text: 'Total', indent: 0, of: data.total }, (column) =>
    entities.length === 0 ? null : (at) => entities.map((row) => at.cell(row, column)).join('+'),
  )
  const table = reportTable({
    title: 'Net assets',
    columns,
    rows: lines,
    level: ({ level }) => level,
    indent: ({ indent }) => indent,
    formulas: (_, place) => formulas.get(place),
  })
  return { table, total }
}

export interface BridgeLine {
  readonly label: string
  readonly amount: number
  readonly level: 'row' | 'subtotal' | 'total'
}

/** How the ledger's net assets lead to those with fair values, and on to those by trade date. */
export function bridgeOf({ total, reasons, moved, tie }: NetAssets): BridgeLine[] {
  const isMoved = moved.rows.length > 0 || GROUPS.some((group) => moved[group] !== 0)
  return [
    { label: 'Equity and result by the ledger', amount: tie.equity, level: 'row' },
    ...(tie.difference === 0 ? [] : [{ label: 'Difference', amount: tie.difference, level: 'row' as const }]),
    { label: 'Net assets by the ledger', amount: total.ledger, level: 'subtotal' },
    ...reasons.map(({ label, amount }): BridgeLine => ({ label, amount, level: 'row' })),
    { label: 'Net assets', amount: total.netAssets, level: isMoved ? 'subtotal' : 'total' },
    ...(isMoved
      ? [
          ...GROUPS.filter((group) => moved[group] !== 0).map(
            (group): BridgeLine => ({
              label: `Posted later, since the day was locked: ${GROUP_NAMES[group].toLowerCase()}`,
              amount: moved[group],
              level: 'row',
            }),
          ),
          { label: 'Net assets by trade date', amount: moved.netAssets, level: 'total' as const },
        ]
      : []),
  ]
}

function bridgeTable(data: NetAssets): ReportTable {
  const lines = bridgeOf(data)
  const sums = lines.flatMap(({ level }, at) => (level === 'row' ? [] : [at]))
  /** A sum adds what stands between it and the sum before to that one. */
  const formula = (place: number): Formula => {
    const before = sums.findLast((at) => at < place)
    return before === undefined
      ? sumFormula(1, 0, place - 1)
      : place === before + 1
        ? (at) => at.cell(before, 1)
        : sumFormula(1, before, place - 1)
  }
  return reportTable<BridgeLine>({
    title: 'From the ledger to trade date',
    columns: [
      { header: 'Line', value: ({ label }) => label },
      { header: 'Amount', unit: 'LKR', kind: 'money', value: ({ amount }) => amount },
    ],
    rows: lines,
    level: ({ level }) => level,
    formulas: ({ level }, place) => (level === 'row' ? undefined : { 1: formula(place) }),
  })
}

function movedTable({ moved }: NetAssets): ReportTable {
  return reportTable<NetAssets['moved']['rows'][number]>({
    title: 'Shares posted later',
    columns: [
      { header: 'Portfolio', value: (row) => row.portfolioName },
      { header: 'Security', value: (row) => row.companyName },
      { header: 'Symbol', value: (row) => row.symbol },
      { header: 'Quantity', kind: 'quantity', value: (row) => row.quantity },
      { header: 'Cost', unit: 'LKR', kind: 'money', value: (row) => row.cost },
      { header: 'Fair Value', unit: 'LKR', kind: 'money', value: (row) => row.fair_value },
    ],
    rows: moved.rows,
  })
}

/** The net assets for paper and as a workbook that calculates. */
export function netAssetsReport(data: NetAssets, filters: DateFilters, by: string): Report {
  const { table } = portfoliosTable(data)
  const { valuation, tie, moved } = data
  return {
    title: 'Net Assets',
    subtitle: [scopeText(data), `As at ${formatDate(data.asOf)}`],
    fileName: fileNameAt('net-assets', filters, data.asOf),
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      { label: 'Basis', value: 'By posting date' },
      {
        label: 'Ledger',
        value: tie.difference === 0 ? 'Agrees with the ledger' : 'Does not agree with the ledger',
      },
    ],
    tables: [table, bridgeTable(data), ...(moved.rows.length === 0 ? [] : [movedTable(data)])],
    notes: [
      ...(valuation.message === null ? [] : [`${valuation.message}.`]),
      'Investments at fair value by posting date; all else by the balances of the ledger. Payables are negative; overdrawn bank accounts are part of cash.',
      ...(moved.hasMore
        ? ['Not all shares that were posted later are listed; the sums are of all of them.']
        : []),
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
