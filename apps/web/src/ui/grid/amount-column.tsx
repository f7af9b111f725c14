import { Balance } from '../Balance.tsx'
import type { CellValue, Column } from './columns.ts'

/** Makes the columns of amounts in rupees of one table; `usual` is said of each of them. */
export const moneyColumns =
  <Row,>(usual: Partial<Column<Row>> = {}) =>
  (
    id: string,
    header: string,
    value: (row: Row) => CellValue,
    more: Partial<Column<Row>> = {},
  ): Column<Row> => ({ id, header, unit: 'LKR', kind: 'money', value, ...usual, ...more })

/** Makes the columns of numbers of shares of one table. */
export const shareColumns =
  <Row,>(usual: Partial<Column<Row>> = {}) =>
  (
    id: string,
    header: string,
    value: (row: Row) => CellValue,
    more: Partial<Column<Row>> = {},
  ): Column<Row> => ({ id, header, kind: 'quantity', value, ...usual, ...more })

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
