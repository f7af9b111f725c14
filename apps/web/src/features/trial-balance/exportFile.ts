import type { TrialBalance } from '@em/contract/books/trial-balance'
import type { Column } from '../../ui/grid/columns.ts'
import { saveFile, toXlsx, XLSX_TYPE } from '../../ui/grid/export.ts'
import type { View } from './filters.ts'
import { groupsOf, sumsOf } from './rows.ts'

interface Row {
  type: string
  code: string
  name: string
  opening: number | string
  debit: number | string
  credit: number | string
  closing: number | string
}

const sideOf = (value: number | string) => (Number(value) > 0 ? 'DR' : Number(value) < 0 ? 'CR' : 'ZERO')

/** Balances are signed, debits above zero, so that a sheet can add them up; the side stands beside the closing one. */
const detailed: Column<Row>[] = [
  { id: 'type', header: 'Account Type', value: (row) => row.type },
  { id: 'code', header: 'Account Code', value: (row) => row.code },
  { id: 'name', header: 'Account', value: (row) => row.name },
  { id: 'opening', header: 'Opening', unit: 'LKR', kind: 'money', value: (row) => row.opening },
  { id: 'debit', header: 'Debit', unit: 'LKR', kind: 'money', value: (row) => row.debit },
  { id: 'credit', header: 'Credit', unit: 'LKR', kind: 'money', value: (row) => row.credit },
  { id: 'closing', header: 'Closing', unit: 'LKR', kind: 'money', value: (row) => row.closing },
  { id: 'side', header: 'DR/CR', value: (row) => sideOf(row.closing) },
]
type Line = TrialBalance['summary'][number]
const summary: Column<Line>[] = [
  { id: 'type', header: 'Account Type', value: (row) => row.account_type },
  { id: 'debit', header: 'Total Debit', unit: 'LKR', kind: 'money', value: (row) => row.total_debit },
  { id: 'credit', header: 'Total Credit', unit: 'LKR', kind: 'money', value: (row) => row.total_credit },
  { id: 'net', header: 'Net Balance', unit: 'LKR', kind: 'money', value: (row) => row.net_balance },
]

/** The rows of the detailed file: accounts by type, each type's subtotal, and the total. */
export function rowsOf(data: TrialBalance): Row[] {
  const groups = groupsOf(data)
  const total = (type: string, name: string, sums: Omit<Row, 'type' | 'code' | 'name'>): Row => ({
    type,
    code: '',
    name,
    opening: sums.opening,
    debit: sums.debit,
    credit: sums.credit,
    closing: sums.closing,
  })
  return [
    ...groups.flatMap((group) => [
      ...group.accounts.map((account) => ({
        type: group.type,
        code: account.account_code,
        name: account.account_name,
        opening: account.opening_balance,
        debit: account.period_debit,
        credit: account.period_credit,
        closing: account.net_balance,
      })),
      total(group.type, `Total ${group.type}`, group),
    ]),
    total('', 'Total', sumsOf(groups.flatMap((group) => group.accounts))),
  ]
}

/** Saves what is shown as an Excel file that names its period. */
export async function exportTrialBalance(data: TrialBalance, view: View): Promise<void> {
  const { startDate, endDate, portfolio } = data.period
  const name = ['Trial Balance', portfolio, startDate, startDate === null ? null : 'to', endDate]
  const net = sumsOf(Object.values(data.accountsByType).flat()).closing
  const file =
    view === 'detailed'
      ? await toXlsx('Trial Balance', rowsOf(data), detailed)
      : await toXlsx(
          'Trial Balance',
          [
            ...data.summary,
            {
              account_type: 'Total',
              total_debit: data.totals.total_debits,
              total_credit: data.totals.total_credits,
              net_balance: Number(net),
            },
          ],
          summary,
        )
  saveFile(`${name.filter((part) => part !== null).join(' ')}.xlsx`, file, XLSX_TYPE)
}
