import { type EventLine, type EventSums, eventReports } from '@em/contract/corporate-actions/event-reports'
import { Button } from '@mantine/core'
import { callPages } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { filtersSet } from '../../../lib/filters.ts'
import { changeHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { PAGE_SIZE, useScrolled } from '../../../lib/useScrolled.ts'
import { useSession } from '../../../lib/useSession.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../../ui/Page.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { openEvent } from '../shared/EventInAddress.tsx'
import { askedFor, type EventFilters } from './event-lines.ts'
import { eventColumns, eventsReport } from './events-report.tsx'

const FAILED = 'Failed to load the events'
/** Lines that a report holds, at most. */
const REPORT_MAX = 10_000

const SUMMED = [
  'gross',
  'tax',
  'net',
  'expected',
  'booked',
  'difference',
  'received',
  'assumed',
  'written_off',
  'open',
] as const
const totalsOf = (sums: EventSums | undefined) =>
  sums === undefined
    ? {}
    : Object.fromEntries(SUMMED.map((name) => [name, <Amount key={name} value={sums[name]} />]))

interface EventLinesProps {
  filters: EventFilters
  onClear: () => void
}

/** Each event in each portfolio: expected, booked, received, open; with the sums of all that the filters leave. */
export function EventLines({ filters, onClear }: EventLinesProps) {
  const asked = askedFor(filters)
  const { list, rows, more, total } = useScrolled<EventLine>(eventReports.events, { query: asked })
  const sums = useRoute(eventReports.sums, { query: asked }, { keepPrevious: true })
  const { user } = useSession()
  const report = async () => {
    const all = (await callPages<EventLine>(eventReports.events, asked, REPORT_MAX, PAGE_SIZE)).rows
    return eventsReport(all, filters, { asOf: today(), by: `${user.first_name} ${user.last_name}` })
  }
  const isUnusable = rows === undefined || rows.length === 0
  const differing = sums.data?.differing ?? 0
  const isFiltered = filtersSet(filters) > 0
  return (
    <>
      {differing > 0 && (
        <Banner tone="warning">
          {counted(differing, 'line')} {differing === 1 ? 'is' : 'are'} booked otherwise than expected, LKR{' '}
          {formatNumber(sums.data?.difference, { decimals: 2 })} together. An event whose day has come is
          booked when it is processed.{' '}
          {filters.only !== 'differing' && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => changeHashQuery({ only: 'differing' })}
            >
              Show {differing === 1 ? 'it' : 'them'}
            </Button>
          )}
        </Banner>
      )}
      <Stats>
        {(['expected', 'booked', 'received', 'open'] as const).map((name) => (
          <StatCard
            key={name}
            label={`${CARDS[name]} (LKR)`}
            value={<Amount value={sums.data?.[name] ?? 0} />}
            note={
              name === 'received' && (sums.data?.assumed ?? 0) !== 0
                ? `${formatNumber(sums.data?.assumed, { decimals: 2 })} more is assumed`
                : counted(sums.data?.lines ?? 0, 'line')
            }
            loading={sums.isPending}
          />
        ))}
      </Stats>
      <DataGrid
        id="event-lines"
        title="Events"
        noun="lines"
        rows={rows}
        columns={eventColumns}
        rowKey={(row) => `${row.action}/${row.portfolioId}`}
        search={false}
        onOpen={(row) => openEvent(row.action)}
        actions={(row) => [{ label: 'Show event', onClick: () => openEvent(row.action) }]}
        muted={(row) => row.money === 'settled'}
        more={{ ...more, total }}
        exportable={false}
        filters={
          <>
            <ReportButtons report={report} disabled={isUnusable} />
            <PrintReportButton report={report} disabled={isUnusable} />
          </>
        }
        totalsLabel="Total"
        totals={totalsOf(sums.data)}
        offset={220}
        error={loadFailure(list, FAILED)}
        empty={
          isFiltered ? (
            <NothingFound title="No events match the filters" onClear={onClear} />
          ) : (
            <EmptyState
              title="No events yet"
              action={<TabButton to={['Corporate Actions', 'Dividend']}>Dividends</TabButton>}
            >
              Each event stands here from its announcement, with a line for each portfolio that holds the
              security.
            </EmptyState>
          )
        }
      />
    </>
  )
}

const CARDS = { expected: 'Expected', booked: 'Booked', received: 'Received', open: 'Open' } as const
