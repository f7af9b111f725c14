import { type AuditRow, audit } from '@em/contract/audit/audit'
import type { ReconciliationEvent } from '@em/contract/reconciliation/reconciliation-records'
import { Button } from '@mantine/core'
import { messageOf } from '../../../lib/api.ts'
import { useMay } from '../../../lib/may.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'
import { Banner } from '../../../ui/Banner.tsx'
import eventsCss from '../../../ui/Events.module.css'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import recordCss from '../record/Record.module.css'
import type { OneReconciliation } from '../record/useReconciliation.ts'

const ACTION_TEXTS = { created: 'began it', 'signed-off': 'signed it off', reopened: 'reopened it' } as const
/** Actions that the events show, with the figures of their day. */
const OF_EVENTS: readonly string[] = ['Created', 'Signed off', 'Reopened']
const AT_ONCE = 50

type HistoryItem =
  | { readonly at: string; readonly event: ReconciliationEvent; readonly row?: undefined }
  | { readonly at: string; readonly row: AuditRow; readonly event?: undefined }

/** The history, newest first: the loaded rows of the audit trail, with the events among them. */
export function historyOf(
  events: readonly ReconciliationEvent[],
  rows: readonly AuditRow[],
  hasMore: boolean,
): HistoryItem[] {
  const oldest = rows.at(-1)?.at
  // Events before the oldest row wait for the rows between.
  const shown = events.filter((event) => !hasMore || oldest === undefined || event.at >= oldest)
  return [
    ...shown.map((event) => ({ at: event.at, event })),
    ...rows.filter((row) => !OF_EVENTS.includes(row.action)).map((row) => ({ at: row.at, row })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** Who began, imported, matched, unmatched, recorded, signed off and reopened, with the figures of each sign-off. */
export function History({ one }: { one: OneReconciliation }) {
  const query = { entity: 'reconciliation', record: String(one.id) }
  // Every change makes the next version.
  const { list, rows = [] } = useScrolled<AuditRow>(
    audit.list,
    { query },
    { pageSize: AT_ONCE, version: one.version, enabled: useMay()(audit.list) },
  )
  return (
    <>
      {list.isError && (
        <Banner tone="error">
          {messageOf(list.error, 'Failed to load the audit trail of this reconciliation.')}
        </Banner>
      )}
      <ul className={eventsCss.events}>
        {historyOf(one.history, rows, list.hasNextPage).map((item) =>
          item.event === undefined ? (
            <HistoryRow key={`row ${item.row.id}`} row={item.row} />
          ) : (
            <Event key={`event ${item.event.no}`} event={item.event} />
          ),
        )}
      </ul>
      {list.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </>
  )
}

function HistoryRow({ row }: { row: AuditRow }) {
  // Counts of zero are left out.
  const facts = row.changes
    .filter(({ field, after }) => field !== 'status' && after !== '' && after !== '0' && after !== '0.00')
    .map(({ label, after }) => `${label}: ${after}`)
  return (
    <li>
      <DateText value={row.at} time />: {row.action} by {row.by ?? 'the server'}
      {row.reason !== null && <>: {row.reason}</>}
      {facts.length > 0 && <div className={recordCss.quiet}>{facts.join(', ')}</div>}
    </li>
  )
}

function Event({ event }: { event: ReconciliationEvent }) {
  return (
    <li>
      <DateText value={event.at} time />: {event.by} {ACTION_TEXTS[event.action]}
      {event.reason !== null && <>: {event.reason}</>}
      {event.differences !== null && (
        <div className={recordCss.quiet}>
          GL balance <Amount value={event.glBalance} />, statement balance{' '}
          <Amount value={event.externalBalance} />, unexplained difference{' '}
          <Amount value={event.unexplainedDifference} />, net difference{' '}
          <Amount value={event.differences.netDifference} />
        </div>
      )}
    </li>
  )
}
