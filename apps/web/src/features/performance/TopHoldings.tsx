import type { PerformanceMetrics } from '@em/contract/performance/performance'
import { symbolColumn } from '../../links/symbol-column.tsx'
import { money, percent } from '../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../ui/States.tsx'

type Held = PerformanceMetrics['topHoldings'][number]

export const holdingColumns: Column<Held>[] = [
  symbolColumn({ width: 130, whole: true }),
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 260 },
  money('value', 'Value', (row) => row.value, { grouping: 'en-IN', total: 'sum', width: 170 }),
  percent('allocation', 'Allocation', (row) => row.allocation, { width: 130 }),
  money('gain', 'Gain', (row) => row.gain, { grouping: 'en-IN', signed: true, total: 'sum', width: 160 }),
  percent('return', 'Return', (row) => row.return, {
    signed: true,
    width: 120,
    hint: 'Gain in percent of the start value of the holding and what was paid in for it',
  }),
  percent('contribution', 'Contribution', (row) => row.contribution, {
    signed: true,
    width: 140,
    hint: 'Gain in percent of the start value of all shares and what was paid in for them',
  }),
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
