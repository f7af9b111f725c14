import type { PerformanceMetrics } from '@em/contract/books/performance'
import { symbolColumn } from '../../places/symbol-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../ui/States.tsx'

type Held = PerformanceMetrics['topHoldings'][number]

export const holdingColumns: Column<Held>[] = [
  symbolColumn({ width: 130, whole: true }),
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 260 },
  {
    id: 'value',
    header: 'Value',
    unit: 'LKR',
    kind: 'money',
    grouping: 'en-IN',
    value: (row) => row.value,
    total: 'sum',
    width: 170,
  },
  {
    id: 'allocation',
    header: 'Allocation',
    unit: '%',
    kind: 'percent',
    value: (row) => row.allocation,
    width: 130,
  },
  {
    id: 'gain',
    header: 'Gain',
    unit: 'LKR',
    kind: 'money',
    grouping: 'en-IN',
    signed: true,
    value: (row) => row.gain,
    total: 'sum',
    width: 160,
  },
  {
    id: 'return',
    header: 'Return',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.return,
    width: 120,
    hint: 'Gain in percent of the start value of the holding and what was paid in for it',
  },
  {
    id: 'contribution',
    header: 'Contribution',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.contribution,
    width: 140,
    hint: 'Gain in percent of the start value of all shares and what was paid in for them',
  },
]

/** The largest holdings, and what each gained over the range. */
export function TopHoldings({ data }: { data: PerformanceMetrics }) {
  return (
    <DataGrid
      id="performance-holdings"
      title="Top Holdings"
      noun="holdings"
      rows={data.topHoldings}
      columns={holdingColumns}
      rowKey={(row) => row.symbol}
      empty={<EmptyState title="Nothing is held at the end of this range" />}
    />
  )
}
