import type { PerformanceMetrics } from '@em/contract/performance/performance'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { monthInWords } from './filters.ts'

type Month = PerformanceMetrics['performanceHistory'][number]

export const historyColumns = (benchmark: string | null): Column<Month>[] => [
  { id: 'period', header: 'Month', value: (row) => monthInWords(row.period), width: 130 },
  {
    id: 'portfolio',
    header: 'Portfolio',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.portfolio,
    width: 140,
  },
  {
    id: 'benchmark',
    header: benchmark ?? 'Benchmark',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.benchmark,
    width: 140,
  },
  {
    id: 'excess',
    header: 'Excess',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.excess,
    width: 140,
    hint: 'Portfolio less benchmark',
  },
]

/** Returns by calendar month, newest first. */
export function History({ data }: { data: PerformanceMetrics }) {
  const columns = historyColumns(data.benchmarkComparison.benchmark)
  return (
    <Section title="Returns by month">
      <DataGrid
        id="performance-history"
        title={`Returns by month ${data.portfolioId ?? ''}`.trim()}
        noun="months"
        rows={data.performanceHistory}
        columns={columns}
        rowKey={(row) => row.period}
        empty={<EmptyState title="No month has a return yet" />}
      />
    </Section>
  )
}
