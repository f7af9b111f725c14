import { eventReports, type MarketClaim } from '@em/contract/books/event-reports'
import { today } from '../../../lib/dates.ts'
import { filtersSet } from '../../../lib/filters.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useRoute } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { openEvent } from '../shared/EventInAddress.tsx'
import { claimsReport, SIDE_WORDS } from './claims-report.ts'
import { claimsAskedFor, type EventFilters } from './event-lines.ts'

const FAILED = 'Failed to load the claims'

const columns: readonly Column<MarketClaim>[] = [
  { id: 'title', header: 'Event', value: (row) => row.title, width: 240, phone: true, wrap: true },
  { id: 'claim', header: 'Claim', value: (row) => SIDE_WORDS[row.side], width: 116, phone: false },
  { id: 'deal', header: 'Trade', value: (row) => row.deal_number, width: 190, whole: true, phone: false },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 150, phone: false },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 100,
    phone: false,
  },
  {
    id: 'net',
    header: 'Net',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.net,
    total: 'sum',
    width: 126,
    phone: true,
    hint: 'Above zero a claim of ours, below zero one against us',
  },
  {
    id: 'shares',
    header: 'New Shares',
    kind: 'quantity',
    value: (row) => (row.shares === 0 ? null : row.shares),
    width: 100,
    phone: false,
  },
  { id: 'broker', header: 'Broker', value: (row) => row.broker, width: 180, phone: false },
  {
    id: 'trade_date',
    header: 'Trade Date',
    kind: 'date',
    value: (row) => row.trade_date,
    width: 108,
    phone: false,
    hidden: true,
  },
  { id: 'ex_date', header: 'XD', kind: 'date', value: (row) => row.ex_date, width: 108, phone: false },
  {
    id: 'record_date',
    header: 'Record Date',
    kind: 'date',
    value: (row) => row.record_date,
    width: 112,
    phone: false,
  },
  {
    id: 'settlement',
    header: 'Settlement',
    kind: 'date',
    value: (row) => row.settled_on ?? row.settlement_date,
    width: 112,
    phone: false,
    hint: 'The day of payment, else the day it is expected; none where it failed',
  },
  {
    id: 'state',
    header: 'State',
    value: (row) => (row.state === 'open' ? 'Open' : 'Settled'),
    cell: (row) => (
      <Status tone={row.state === 'open' ? 'warn' : 'good'}>
        {row.state === 'open' ? 'Open' : 'Settled'}
      </Status>
    ),
    width: 100,
    phone: true,
  },
  {
    id: 'gross',
    header: 'Gross',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.gross,
    total: 'sum',
    hidden: true,
  },
  {
    id: 'tax',
    header: 'Tax',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.tax,
    total: 'sum',
    hidden: true,
  },
]

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
        columns={columns}
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
