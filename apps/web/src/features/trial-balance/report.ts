/** The trial balance as a report: on paper, as PDF and as a spreadsheet. */
import type { TrialBalance } from '@em/contract/trial-balance/trial-balance'
import { type NamedColumn, type Report, type RowLevel, reportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { allPortfolios } from '../../lib/portfolio-texts.ts'
import { balanceText } from '../../ui/Balance.tsx'
import type { CellValue } from '../../ui/grid/columns.ts'
import type { View } from './filters.ts'
import { type Account, type BankBalance, bankText, groupsOf, sumsOf, typeHeading, typeTotal } from './rows.ts'

type Amount = number | string | null
interface Figures {
  readonly opening: Amount
  readonly debit: Amount
  readonly credit: Amount
  readonly closing: Amount
  readonly before: Amount
  readonly change: Amount
}

export interface BalanceRow extends Figures {
  readonly level: RowLevel
  /** Steps to the right: an account under its type, a bank account under its account. */
  readonly indent: number
  readonly code: string
  readonly name: string
  readonly percent: number | null
}

/** On paper a balance has its side. */
const balancePaper = (value: CellValue) => balanceText(String(value))

export type BalanceColumn = NamedColumn<BalanceRow>

const money = (id: keyof Figures, header: string, isBalance = true): BalanceColumn => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value: (row) => row[id],
  ...(isBalance && { paper: balancePaper }),
})

/** The columns of a comparison with a second date. */
function comparing({ compareDate }: TrialBalance['period']): BalanceColumn[] {
  if (compareDate === null) return []
  return [
    money('before', formatDate(compareDate)),
    money('change', 'Change'),
    {
      id: 'percent',
      header: 'Change',
      unit: '%',
      kind: 'percent',
      signed: true,
      value: (row) => row.percent,
    },
  ]
}

/** The columns of screen and report. With a second date the balances are alone; else with opening and movement. */
function columnsOf({ period }: TrialBalance, view: View): BalanceColumn[] {
  if (view === 'summary')
    return [
      { id: 'code', header: 'Account Type', value: (row) => row.code },
      money('debit', 'Total Debit', false),
      money('credit', 'Total Credit', false),
      money('closing', 'Net Balance'),
      ...comparing(period),
    ]
  const moved = period.compareDate === null
  return [
    { id: 'code', header: 'Account Code', value: (row) => row.code },
    { id: 'name', header: 'Account', value: (row) => row.name },
    ...(moved && period.startDate !== null ? [money('opening', 'Opening')] : []),
    ...(moved ? [money('debit', 'Debit', false), money('credit', 'Credit', false)] : []),
    money('closing', moved ? 'Closing' : formatDate(period.endDate)),
    ...comparing(period),
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

const heading = (type: string): BalanceRow => ({
  level: 'heading',
  indent: 0,
  code: typeHeading(type),
  name: '',
  ...NOTHING,
})
const sum = (
  level: 'subtotal' | 'total',
  code: string,
  figures: Figures,
  percent: number | null = null,
): BalanceRow => ({ level, indent: 0, code, name: '', percent, ...figures })

/** A row of each type with the total of all. */
const summaryRows = ({ summary, totals, accountsByType }: TrialBalance): BalanceRow[] => [
  ...summary.map(
    (type): BalanceRow => ({
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
  sum('total', 'Total', {
    ...sumsOf(Object.values(accountsByType).flat()),
    debit: totals.total_debits,
    credit: totals.total_credits,
  }),
]

/** Per type a heading, its accounts (and their bank accounts) and its subtotal. */
export function detailedRows(data: TrialBalance): BalanceRow[] {
  const groups = groupsOf(data)
  const row = (indent: number, code: string, name: string, one: Account | BankBalance): BalanceRow => ({
    level: 'row',
    indent,
    code,
    name,
    opening: one.opening_balance,
    debit: one.period_debit,
    credit: one.period_credit,
    closing: one.net_balance,
    before: one.compare_balance,
    change: one.change,
    percent: one.change_percent,
  })
  return [
    ...groups.flatMap((group) => [
      heading(group.type),
      ...group.accounts.flatMap((account) => [
        row(1, account.account_code, account.account_name, account),
        ...account.bank_accounts.map((bank) => row(2, '', bankText(bank), bank)),
      ]),
      sum('subtotal', typeTotal(group.type), group, group.changePercent),
    ]),
    sum(
      'total',
      `Total of ${counted(data.totals.account_count, 'account')}`,
      sumsOf(groups.flatMap((group) => group.accounts)),
    ),
  ]
}

/** The balances of the screen and the report. */
export const balancesOf = (data: TrialBalance, view: View) => ({
  columns: columnsOf(data, view),
  rows: view === 'summary' ? summaryRows(data) : detailedRows(data),
})

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

/** The shown trial balance, as a report. */
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
      reportTable({
        ...balancesOf(data, view),
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
