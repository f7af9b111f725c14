import type { Column } from '../ui/grid/columns.ts'
import { SecurityLink } from './SecurityLink.tsx'

/** The symbol of a row, which leads to its security's page. */
export const symbolColumn = <Row extends { readonly symbol: string }>(
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id: 'symbol',
  header: 'Symbol',
  value: (row) => row.symbol,
  cell: (row) => <SecurityLink symbol={row.symbol} />,
  ...more,
})
