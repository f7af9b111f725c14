import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { useRoute } from '../../lib/query.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount, Percent } from '../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { ReportTab } from '../reports/ReportTab.tsx'
import { commissionColumns, commissionReport } from './commission.ts'
import { askedFor, type BrokerFilters } from './filters.ts'

/** The fees of each broker by month. */
export function CommissionTab({ filters }: { filters: BrokerFilters }) {
  const query = useRoute(brokerReports.commission, { query: askedFor(filters) }, { keepPrevious: true })
  return (
    <ReportTab
      title="Commission summary"
      note="What each broker charged by month of the trade date, and how far that is from the fee tariffs."
      failed="Failed to load the commission summary"
      query={query}
      report={(data, by) => commissionReport(data, filters, by)}
      hasRows={({ rows }) => rows.length > 0}
    >
      {({ rows, total }) => (
        <>
          <Stats>
            <StatCard label="Turnover (LKR)" value={<Amount value={total.turnover} />} />
            <StatCard label="Fees (LKR)" value={<Amount value={total.total} />} />
            <StatCard label="Effective Rate" value={<Percent value={total.effectiveRate} decimals={4} />} />
            <StatCard
              label="Difference (LKR)"
              value={<Amount value={total.difference} />}
              note="Charged less the schedule"
            />
          </Stats>
          <DataGrid
            id="broker-commission"
            title="Commission summary"
            noun="months"
            rows={rows}
            columns={commissionColumns}
            rowKey={(row) => `${row.broker}/${row.month}`}
            search={false}
            exportable={false}
            totalsLabel="Total"
            totals={{ effectiveRate: <Percent value={total.effectiveRate} decimals={4} /> }}
            offset={300}
            empty={
              <EmptyState title="No trades in these days">
                Choose other days, or another portfolio or broker.
              </EmptyState>
            }
          />
        </>
      )}
    </ReportTab>
  )
}
