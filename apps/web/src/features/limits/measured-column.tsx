import type { LimitUnit } from '@em/core/limits/limit-codes'
import type { Column } from '../../ui/grid/DataGrid.tsx'
import { Measured } from './Measured.tsx'

/** A column of figures, each in the unit of its limit. */
export const measuredColumn = <Row extends { readonly unit: LimitUnit }>(
  id: string,
  header: string,
  value: (row: Row) => number | null,
  phone: boolean,
): Column<Row> => ({
  id,
  header,
  kind: 'percent',
  decimals: 4,
  value,
  cell: (row) => <Measured value={value(row)} unit={row.unit} />,
  width: 120,
  phone,
})
