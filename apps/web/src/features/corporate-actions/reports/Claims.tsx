import { eventReports } from '@em/contract/corporate-actions/event-reports'
import { today } from '../../../lib/dates.ts'
import { filtersSet } from '../../../lib/filters.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useRoute } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { openEvent } from '../shared/EventInAddress.tsx'
import { claimColumns, claimsReport } from './claims-report.tsx'
import { claimsAskedFor, type EventFilters } from './event-lines.ts'

const FAILED = 'Failed to load the claims'

interface ClaimsProps {
  filters: EventFilters
  onClear: () => void
}

/** Trades before XD that were not settled at the record date: what the broker owes us, and what we owe. */
export function Claims({ filters, onClear }: ClaimsProps) {
  const list = useRoute(eventReports.claims, { query: claimsAskedFor(filters) }, { keepPrevious: true })
  const { user } = useSession()
  const report = () =>
    claimsReport(list.data ?? [], filters, { asOf: today(), by: `${user.first_name} ${user.last_name}` })
  const isUnusable = list.data === undefined || list.data.length === 0
  return (
    <>
      <Banner tone="info">
        A trade before XD that is not settled at the record date: the depository pays whoever it has on its
        register. A purchase is a claim of ours on the broker; a sale is a claim against us. Nothing is posted
        for a claim: unsettled trades are part of the entitlement already. Without dates, events of the last
        year are listed.
      </Banner>
      <DataGrid
        id="market-claims"
        title="Claims"
        noun="claims"
        rows={list.data}
        columns={claimColumns}
        rowKey={(row) => `${row.action}/${row.trade}`}
        onOpen={(row) => openEvent(row.action)}
        actions={(row) => [{ label: 'Show event', onClick: () => openEvent(row.action) }]}
        muted={(row) => row.state === 'settled'}
        exportable={false}
        filters={
          <>
            <ReportButtons report={report} disabled={isUnusable} />
            <PrintReportButton report={report} disabled={isUnusable} />
          </>
        }
        totalsLabel="Total"
        offset={220}
        error={loadFailure(list, FAILED)}
        empty={
          filtersSet(filters) > 0 ? (
            <NothingFound title="No claims match the filters" onClear={onClear} />
          ) : (
            <EmptyState title="No claims">
              Trades settle two market days after the trade, so those before XD are settled by the record
              date. A claim stands here where one failed, was rescheduled, or settles later as agreed.
            </EmptyState>
          )
        }
      />
    </>
  )
}
