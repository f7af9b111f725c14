import { Balance } from '../Balance.tsx'
import type { Column } from './columns.ts'

/** Both sides of a ledger line in one column, in rupees: what a phone has room for; elsewhere it is hidden until asked for. */
export function amountColumn<Row extends { readonly debit: number; readonly credit: number }>(
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    id: 'amount',
    header: 'Debit / Credit',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.debit - row.credit,
    cell: (row) => <Balance value={row.debit - row.credit} />,
    width: 172,
    hidden: true,
    ...more,
  }
}
