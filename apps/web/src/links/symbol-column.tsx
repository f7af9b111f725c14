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

/** The security of an event: the same, hidden until asked for. */
export const securityColumn = <Row extends { readonly securityCode: string | null }>(): Column<Row> => ({
  id: 'symbol',
  header: 'Symbol',
  value: (row) => row.securityCode,
  cell: (row) => <SecurityLink symbol={row.securityCode ?? ''} />,
  width: 118,
  whole: true,
  hidden: true,
})
