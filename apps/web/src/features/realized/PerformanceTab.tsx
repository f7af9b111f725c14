import type { RealizedData, SecurityPerformance } from '@em/contract/realized/realized'
import { symbolColumn } from '../../links/symbol-column.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { moneyColumns } from '../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState, Skeletons } from '../../ui/States.tsx'
import { Figures } from './Figures.tsx'
import type { RealizedFilters } from './filters.ts'
import { byMonth, bySecurity, CHARTED } from './performance.ts'
import css from './Realized.module.css'
import { TaxFigures } from './TaxFigures.tsx'
import { useRealized } from './useRealized.ts'

type Performance = Pick<SecurityPerformance, 'trades' | 'realizedPnL' | 'afterCosts' | 'winRate'>
const usual = { total: 'sum', phone: false } as const
const money = moneyColumns(usual)

/** The figures of months and securities, of the screen and of the report. */
const sales: Column<Performance> = {
  id: 'sales',
  header: 'Sales',
  kind: 'number',
  decimals: 0,
  value: (row) => row.trades,
  width: 84,
  ...usual,
}
const gain: Column<Performance> = money('gain', 'Capital Gain', (row) => row.realizedPnL, {
  signed: true,
  phone: true,
})
const afterCosts: Column<Performance> = money(
  'after',
  'After Fees and Cost of Funds',
  (row) => row.afterCosts,
  { signed: true },
)
const winRate: Column<Performance> = {
  id: 'rate',
  header: 'Win Rate',
  unit: '%',
  kind: 'percent',
  value: (row) => row.winRate,
  width: 96,
  phone: false,
}
export const performanceColumns = [sales, gain, afterCosts, winRate]

export const securityColumns: readonly Column<SecurityPerformance>[] = [
  symbolColumn({ width: 118, whole: true, phone: true }),
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 220, phone: false },
  sales,
  money('proceeds', 'Proceeds', (row) => row.proceeds),
  money('cost', 'Cost Basis', (row) => row.costBasis),
  gain,
  {
    id: 'percent',
    header: 'P&L',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.pnLPercentage,
    width: 100,
    phone: false,
  },
  afterCosts,
  winRate,
]

/** Gains by month and by security, each before and after costs, and by holding period. */
export function PerformanceTab({ filters }: { filters: RealizedFilters }) {
  const { figures, data } = useRealized(filters)
  if (data === undefined) {
    return (
      <>
        <Figures filters={filters} />
        {!figures.isError && <Skeletons rows={10} />}
      </>
    )
  }
  return (
    <>
      <Figures filters={filters} />
      {data.portfolioSummary.totalTrades === 0 ? (
        <Section card>
          <EmptyState title="No sales in this time">
            Months, securities and holding periods appear here with the first sale of the time range.
          </EmptyState>
        </Section>
      ) : (
        <Charts data={data} />
      )}
    </>
  )
}

function Charts({ data }: { data: RealizedData }) {
  const months = byMonth(data.performanceByPeriod)
  const securities = bySecurity(data.performanceBySecurity)
  const more = data.performanceBySecurity.length - CHARTED
  return (
    <>
      <div className={css.charts}>
        <Section card>
          <Chart
            title="Realized gains by month"
            kind="bar"
            {...months}
            xName="Trade month"
            yName="LKR"
            height={300}
          />
        </Section>
        <Section card>
          <Chart
            title={
              more > 0 ? `Realized gains by security, the ${CHARTED} largest` : 'Realized gains by security'
            }
            kind="bar"
            horizontal
            {...securities}
            xName="Security"
            yName="LKR"
            height={300}
          />
        </Section>
      </div>
      <TaxFigures summary={data.taxSummary} />
      <Section title="By security">
        <DataGrid
          id="realized-securities"
          title="By security"
          noun="securities"
          rows={data.performanceBySecurity}
          columns={securityColumns}
          rowKey={(row) => row.symbol}
          totalsLabel="Total"
          offset={200}
        />
      </Section>
    </>
  )
}
