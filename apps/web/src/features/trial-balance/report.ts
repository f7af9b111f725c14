/** The trial balance as a report: on paper, as PDF and as a spreadsheet. */
import type { TrialBalance } from '@em/contract/books/trial-balance'
import { type Report, type ReportColumn, type RowLevel, reportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { allPortfolios } from '../../lib/portfolio-words.ts'
import { balanceText } from '../../ui/Balance.tsx'
import type { CellValue } from '../../ui/grid/columns.ts'
import type { View } from './filters.ts'
import { bankText, groupsOf, sumsOf, typeHeading, typeTotal } from './rows.ts'

type Amount = number | string | null

interface Row {
  readonly level: RowLevel
  readonly indent: number
  readonly code: string
  readonly name: string
  readonly opening: Amount
  readonly debit: Amount
  readonly credit: Amount
  readonly closing: Amount
  readonly before: Amount
  readonly change: Amount
  readonly percent: number | null
}

const balancePaper = (value: CellValue) => balanceText(String(value))

const money = (header: string, value: (row: Row) => Amount, isBalance = true): ReportColumn<Row> => ({
  header,
  unit: 'LKR',
  kind: 'money',
  value,
  ...(isBalance ? { paper: balancePaper } : {}),
})

/** The columns beside a second date. */
function comparing(data: TrialBalance): ReportColumn<Row>[] {
  const { compareDate } = data.period
  if (compareDate === null) return []
  return [
    money(formatDate(compareDate), (row) => row.before),
    money('Change', (row) => row.change),
    { header: 'Change', unit: '%', kind: 'percent', signed: true, value: (row) => row.percent },
  ]
}

/** Beside a second date the balances stand alone; else with opening and movement. */
function detailedColumns(data: TrialBalance): ReportColumn<Row>[] {
  const { startDate, endDate, compareDate } = data.period
  const moved = compareDate === null
  return [
    { header: 'Account Code', value: (row) => row.code },
    { header: 'Account', value: (row) => row.name },
    ...(moved && startDate !== null ? [money('Opening', (row) => row.opening)] : []),
    ...(moved
      ? [money('Debit', (row) => row.debit, false), money('Credit', (row) => row.credit, false)]
      : []),
    money(moved ? 'Closing' : formatDate(endDate), (row) => row.closing),
    ...comparing(data),
  ]
}

const NOTHING = {
  opening: null,
  debit: null,
  credit: null,
  closing: null,
  before: null,
  change: null,
  percent: null,
}

/** The rows of the detailed report: per type a heading, its accounts (and their bank accounts) and its subtotal. */
export function detailedRows(data: TrialBalance): Row[] {
  const groups = groupsOf(data)
  type Figures =
    | (typeof groups)[number]['accounts'][number]
    | (typeof groups)[number]['accounts'][number]['bank_accounts'][number]
  const figures = (one: Figures) => ({
    opening: one.opening_balance,
    debit: one.period_debit,
    credit: one.period_credit,
    closing: one.net_balance,
    before: one.compare_balance,
    change: one.change,
    percent: one.change_percent,
  })
  return [
    ...groups.flatMap((group): Row[] => [
      { level: 'heading', indent: 0, code: typeHeading(group.type), name: '', ...NOTHING },
      ...group.accounts.flatMap((account): Row[] => [
        {
          level: 'row',
          indent: 1,
          code: account.account_code,
          name: account.account_name,
          ...figures(account),
        },
        ...account.bank_accounts.map(
          (bank): Row => ({ level: 'row', indent: 2, code: '', name: bankText(bank), ...figures(bank) }),
        ),
      ]),
      {
        level: 'subtotal',
        indent: 0,
        code: typeTotal(group.type),
        name: '',
        ...group,
        percent: group.changePercent,
      },
    ]),
    {
      level: 'total',
      indent: 0,
      code: `Total of ${counted(data.totals.account_count, 'account')}`,
      name: '',
      ...sumsOf(groups.flatMap((group) => group.accounts)),
      percent: null,
    },
  ]
}

function summaryTable(data: TrialBalance) {
  const total = sumsOf(Object.values(data.accountsByType).flat())
  const rows: Row[] = [
    ...data.summary.map(
      (type): Row => ({
        level: 'row',
        indent: 0,
        code: typeHeading(type.account_type),
        name: '',
        opening: null,
        debit: type.total_debit,
        credit: type.total_credit,
        closing: type.net_balance,
        before: type.compare_net,
        change: type.change,
        percent: type.change_percent,
      }),
    ),
    {
      level: 'total',
      indent: 0,
      code: 'Total',
      name: '',
      ...total,
      debit: data.totals.total_debits,
      credit: data.totals.total_credits,
      percent: null,
    },
  ]
  return reportTable({
    columns: [
      { header: 'Account Type', value: (row) => row.code },
      money('Total Debit', (row) => row.debit, false),
      money('Total Credit', (row) => row.credit, false),
      money('Net Balance', (row) => row.closing),
      ...comparing(data),
    ],
    rows,
    level: (row) => row.level,
  })
}

/** "01 Jan 2026 to 20 Nov 2026", "As at 20 Nov 2026" */
export function datesText({ startDate, endDate }: { startDate: string | null; endDate: string }): string {
  return startDate === null
    ? `As at ${formatDate(endDate)}`
    : `${formatDate(startDate)} to ${formatDate(endDate)}`
}

/** "Growth Fund", "All portfolios of Finance", "All portfolios", or "Your portfolios" */
export function scopeText({
  portfolio,
  entity,
}: {
  portfolio: string | null
  entity: string | null
}): string {
  return portfolio ?? (entity === null ? allPortfolios() : `${allPortfolios()} of ${entity}`)
}

/** What is shown, as a report. */
export function trialBalanceReport(data: TrialBalance, view: View, by: string): Report {
  const { totals, period } = data
  const lkr = (value: number) => `LKR ${formatNumber(value, { decimals: 2 })}`
  return {
    title: view === 'summary' ? 'Trial Balance (Summary)' : 'Trial Balance',
    subtitle: [scopeText(period), datesText(period)],
    fileName: `Trial Balance ${period.portfolio ?? period.entity ?? ''} ${period.startDate ?? ''} ${period.endDate}`,
    by,
    facts: [
      { label: 'Result', value: totals.is_balanced ? 'Balanced' : 'Out of balance' },
      { label: 'Total debits', value: lkr(totals.total_debits) },
      { label: 'Total credits', value: lkr(totals.total_credits) },
      ...(period.compareDate === null
        ? []
        : [{ label: 'Compared with', value: formatDate(period.compareDate) }]),
    ],
    tables: [
      view === 'summary'
        ? summaryTable(data)
        : reportTable({
            columns: detailedColumns(data),
            rows: detailedRows(data),
            level: (row) => row.level,
            indent: (row) => row.indent,
          }),
    ],
    notes: [
      'Balances are debits less credits: DR is a debit balance, CR a credit balance (negative in a spreadsheet).',
      ...(period.compareDate === null
        ? []
        : ['A percentage change is positive where a balance grew on its own side.']),
    ],
  }
}
