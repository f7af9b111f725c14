/** The value and cost of holdings in rupees: the columns that the tables of holdings share, each with its sum. */
import type { CellValue, Column } from '../../ui/grid/columns.ts'

const SHARED = {
  value: { header: 'Market Value' },
  cost: { header: 'Cost Value' },
  charges: { header: 'Charges' },
  gain: { header: 'Unrealized Capital Gain', signed: true },
  profit: { header: 'Unrealized P&L', signed: true },
} as const

export const held = <Row>(
  id: keyof typeof SHARED,
  value: (row: Row) => CellValue,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, unit: 'LKR', kind: 'money', total: 'sum', ...SHARED[id], value, ...more })
