import {
  type PerformanceAttribution,
  type PerformanceMetrics,
  performance,
} from '@em/contract/performance/performance'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { SectorPie } from '../../ui/chart/SectorPie.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section, Stats } from '../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { Figure } from './Figure.tsx'
import { askedOf, type PerformanceFilters } from './filters.ts'

type Sector = PerformanceMetrics['sectorAllocation'][number]
type SectorEffect = PerformanceAttribution['sectors'][number]

export const sectorColumns: Column<Sector>[] = [
  { id: 'sector', header: 'Sector', value: (row) => row.sector, width: 260 },
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
    id: 'benchmark',
    header: 'Benchmark weight',
    unit: '%',
    kind: 'percent',
    value: (row) => row.benchmark,
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
    hint: 'Gain in percent of the start value and what was paid in',
  },
]

export const effectColumns: Column<SectorEffect>[] = [
  { id: 'sector', header: 'Sector', value: (row) => row.sector, width: 260 },
  {
    id: 'allocation',
    header: 'Asset allocation',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.assetAllocation,
    width: 160,
  },
  {
    id: 'selection',
    header: 'Stock selection',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.stockSelection,
    width: 160,
  },
  {
    id: 'interaction',
    header: 'Interaction',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.interaction,
    width: 140,
  },
  {
    id: 'total',
    header: 'Total',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.total,
    width: 120,
  },
]

/** The holdings by sector, and why the portfolio did better or worse than the benchmark. */
export function Allocation({ data, filters }: { data: PerformanceMetrics; filters: PerformanceFilters }) {
  const { basis: _, ...asked } = askedOf(filters)
  const query = useRoute(performance.attribution, { query: asked }, { keepPrevious: true })
  const held = data.sectorAllocation.filter(({ value }) => value > 0)
  return (
    <>
      <Section card>
        <SectorPie
          title="Sector allocation"
          sectors={held.map(({ sector, value, allocation }) => ({
            sector,
            value,
            weight: Math.round(allocation * 10) / 10,
          }))}
          empty="Nothing is held"
          height={240}
        />
      </Section>
      <DataGrid
        id="performance-sectors"
        title="Sectors"
        noun="sectors"
        rows={data.sectorAllocation}
        columns={sectorColumns}
        rowKey={(row) => row.sector}
        empty={<EmptyState title="Nothing was held in this range" />}
      />
      <Section title="Attribution">
        <Loaded query={query} failed="Failed to load the attribution">
          {({ data: found }) => <Attribution found={found} />}
        </Loaded>
      </Section>
    </>
  )
}

function Attribution({ found }: { found: PerformanceAttribution }) {
  const { attribution } = found
  if (attribution === null) {
    return (
      <EmptyState
        title="Attribution is not available for this range"
        action={<TabButton to={['Valuation and MTM', 'Index Values']}>Index Values</TabButton>}
      >
        {found.missing}
      </EmptyState>
    )
  }
  return (
    <>
      <Stats>
        <Figure
          label="Asset Allocation"
          value={attribution.assetAllocation}
          signed
          loading={false}
          note="Sectors weighted otherwise than in the benchmark"
        />
        <Figure
          label="Stock Selection"
          value={attribution.stockSelection}
          signed
          loading={false}
          note="Securities within the sectors"
        />
        <Figure
          label="Interaction"
          value={attribution.interaction}
          signed
          loading={false}
          note="Both together"
        />
        <Figure
          label="Total"
          value={attribution.total}
          signed
          loading={false}
          note={`Portfolio less the sectors of ${found.benchmark}, ${found.days} days linked by Carino`}
        />
      </Stats>
      <DataGrid
        id="performance-attribution"
        title="Attribution by sector"
        noun="sectors"
        rows={found.sectors}
        columns={effectColumns}
        rowKey={(row) => row.sector}
        empty={<EmptyState title="No sector has an effect" />}
      />
    </>
  )
}
