import { type EventLine, type EventSums, eventReports } from '@em/contract/books/event-reports'
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
import { SecurityLink } from '../../../places/SecurityLink.tsx'
import { TabButton } from '../../../places/TabButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../../ui/Page.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { KIND_WORDS } from '../form/kinds.ts'
import { openEvent } from '../shared/EventInAddress.tsx'
import { askedFor, type EventFilters, stateOf } from './event-lines.ts'
import { eventsReport } from './events-report.ts'
import css from './Reports.module.css'

const FAILED = 'Failed to load the events'
/** Lines that a report holds, at most. */
const REPORT_MAX = 10_000

type Of = Column<EventLine>
const money = (id: keyof EventLine, header: string, more: Partial<Of> = {}): Of => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value: (row) => row[id],
  width: 122,
  phone: false,
  ...more,
})

const COLUMNS: readonly Of[] = [
  { id: 'title', header: 'Event', value: (row) => row.title, width: 250, phone: true, wrap: true },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 150, phone: false },
  {
    id: 'state',
    header: 'State',
    value: (row) => stateOf(row).word,
    cell: (row) => <Status tone={stateOf(row).tone}>{stateOf(row).word}</Status>,
    width: 138,
    phone: true,
  },
  { id: 'ex_date', header: 'XD', kind: 'date', value: (row) => row.ex_date, width: 108, phone: false },
  {
    id: 'payment_date',
    header: 'Payment',
    kind: 'date',
    value: (row) => row.payment_date,
    width: 108,
    phone: false,
  },
  {
    id: 'shares_held',
    header: 'Shares Entitled',
    kind: 'quantity',
    value: (row) => row.shares_held,
    width: 116,
    phone: false,
    hint: 'Held at the close before XD, unsettled trades included',
  },
  {
    id: 'entitled_shares',
    header: 'New Shares',
    kind: 'quantity',
    value: (row) => (row.entitled_shares === 0 ? null : row.entitled_shares),
    width: 100,
    phone: false,
    hidden: true,
  },
  money('net', 'Net', { hidden: true }),
  money('expected', 'Expected', { hint: 'What is to come in by the plan: the gross amount less tax' }),
  money('booked', 'Booked', {
    hint: 'What the ledger has claimed, whether it came in or not; marked where it differs from the expected',
    cell: (row) => (
      <span className={row.difference === 0 ? undefined : css.differs}>
        <Amount value={row.booked} />
      </span>
    ),
  }),
  money('received', 'Received', { hint: 'Confirmed payments' }),
  money('assumed', 'Assumed', { hidden: true, hint: 'Taken as received on its day, without a confirmation' }),
  money('written_off', 'Written Off', { hidden: true }),
  money('open', 'Open', { phone: true }),
  money('difference', 'Difference', {
    hint: 'Booked less expected, from XD on',
    cell: (row) =>
      row.difference === 0 ? (
        <Amount value={0} />
      ) : (
        <span className={css.differs}>
          <Amount value={row.difference} signed />
        </span>
      ),
  }),
  money('gross', 'Gross'),
  money('tax', 'Tax'),
  { id: 'kind', header: 'Kind', value: (row) => KIND_WORDS[row.kind].word, width: 140, hidden: true },
  {
    id: 'symbol',
    header: 'Symbol',
    value: (row) => row.securityCode,
    cell: (row) => <SecurityLink symbol={row.securityCode ?? ''} />,
    width: 118,
    whole: true,
    hidden: true,
  },
  { id: 'company', header: 'Company', value: (row) => row.securityName, width: 170, hidden: true },
]
// Pages come one by one: the server's order stays.
const columns = COLUMNS.map((column): Of => ({ ...column, sortable: false }))

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
        columns={columns}
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
