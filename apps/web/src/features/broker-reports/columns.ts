import { FEES, type FeeColumn } from '@em/contract/fee-tariffs/fees'
import type { Column } from '../../ui/grid/columns.ts'

/** A column of rupees with its sum. */
export const money = <Row>(
  id: string,
  header: string,
  value: (row: Row) => number,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, header, kind: 'money', value, total: 'sum', width: 118, phone: false, ...more })

/** The six fees. */
export const feeColumns = <Row extends Readonly<Record<FeeColumn, number>>>(
  more: Partial<Column<Row>> = {},
): Column<Row>[] => FEES.map(({ column, label }) => money<Row>(column, label, (row) => row[column], more))
