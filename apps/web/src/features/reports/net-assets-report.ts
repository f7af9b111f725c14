import type { NetAssets, PortfolioNetAssets } from '@em/contract/reports/net-assets'
import { amountsTable } from '@em/paper/amounts'
import { addedAmount, type DescribedColumn, describedTable } from '@em/paper/described'
import { type Formula, type Report, type ReportTable, reportTable, sumFormula } from '@em/paper/report'
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
/** The name of a row, also of one without a portfolio. */
export const nameOf = ({ portfolioName }: Pick<PortfolioNetAssets, 'portfolioName'>): string =>
  portfolioName ?? 'No portfolio'

/** The amounts of a portfolio or of a sum, by the ids of their columns. */
const valuesOf = (of: Sums) => ({ ...of, net: of.netAssets })

const [FIRST, LAST] = [GROUPS[0], GROUPS.at(-1) ?? GROUPS[0]]

/** The columns of portfolios, of the screen and of the report. */
export const NET_ASSET_COLUMNS: readonly DescribedColumn<PortfolioNetAssets>[] = [
  { id: 'portfolio', header: 'Portfolio', value: nameOf },
  { id: 'treatment', header: 'Treatment', value: (row) => row.treatment },
  ...GROUPS.map((group) => addedAmount<PortfolioNetAssets>(group, GROUP_NAMES[group], (of) => of[group])),
  addedAmount('net', 'Net assets', (of) => of.netAssets, {
    sums: 'own',
    formula: () => (cell) => `SUM(${cell(FIRST)}:${cell(LAST)})`,
  }),
  addedAmount('notPosted', 'Not in the ledger', (of) => of.notPosted),
  addedAmount('ledger', 'By the ledger', (of) => of.ledger, {
    sums: 'own',
    formula: () => (cell) => `${cell('net')}-${cell('notPosted')}`,
  }),
]

/** Portfolios under their entity, with sums that a spreadsheet calculates. */
const portfoliosTable = (data: NetAssets): ReportTable =>
  describedTable({
    title: 'Net assets',
    columns: NET_ASSET_COLUMNS,
    parts: data.entities.map((entity) => ({
      heading: entity.entity,
      rows: data.rows.filter((row) => row.entity === entity.entity),
      sum: { text: `Total ${entity.entity}`, values: valuesOf(entity) },
    })),
    total: { text: 'Total', values: valuesOf(data.total) },
    calculates: true,
  })

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
  /** A sum is the sum before plus the rows between the two. */
  const formula = (index: number): Formula => {
    const before = sums.findLast((at) => at < index)
    return before === undefined
      ? sumFormula(1, 0, index - 1)
      : index === before + 1
        ? (at) => at.cell(before, 1)
        : sumFormula(1, before, index - 1)
  }
  return amountsTable({
    title: 'From the ledger to trade date',
    lines: lines.map(({ label, amount, level }, index) => ({
      label,
      amounts: [amount],
      level,
      formulas: level === 'row' ? undefined : { 1: formula(index) },
    })),
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
    tables: [
      portfoliosTable(data),
      bridgeTable(data),
      ...(moved.rows.length === 0 ? [] : [movedTable(data)]),
    ],
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
