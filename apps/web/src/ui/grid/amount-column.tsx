import { Balance } from '../Balance.tsx'
import type { CellValue, Column } from './columns.ts'

/** The options of a column other than its identity and values. */
type Usual = Omit<Partial<Column<never>>, 'cell' | 'id' | 'total' | 'value'> & { readonly total?: 'sum' }

const figureColumns =
  (figure: Pick<Column<never>, 'kind' | 'unit'>) =>
  (usual: Usual = {}) =>
  <Row,>(
    id: string,
    header: string,
    value: (row: Row) => CellValue,
    more: Partial<Column<Row>> = {},
  ): Column<Row> => ({ id, header, ...figure, value, ...usual, ...more })

/** Make the columns of one kind of figures, for one table with what is usual there. Amounts and prices are in rupees. */
export const moneyColumns = figureColumns({ unit: 'LKR', kind: 'money' })
export const priceColumns = figureColumns({ unit: 'LKR', kind: 'price' })
export const shareColumns = figureColumns({ kind: 'quantity' })
export const percentColumns = figureColumns({ unit: '%', kind: 'percent' })
export const dateColumns = figureColumns({ kind: 'date' })

export const money = moneyColumns()
export const price = priceColumns()
/** A number of shares, or of other things that are counted. */
export const count = shareColumns()
export const percent = percentColumns()
export const date = dateColumns()

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
