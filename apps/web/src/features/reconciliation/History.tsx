import type { ReconciliationEvent } from '@em/contract/books/reconciliation-records'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import css from './Reconciliation.module.css'

const DEEDS = { created: 'began it', 'signed-off': 'signed it off', reopened: 'reopened it' } as const

/** Who began, signed off and reopened it, with the figures of then. */
export function History({ events }: { events: readonly ReconciliationEvent[] }) {
  return (
    <ul className={css.list}>
      {events.toReversed().map((event) => (
        <li key={event.no}>
          <DateText value={event.at} time />: {event.by} {DEEDS[event.action]}
          {event.reason !== null && <>: {event.reason}</>}
          {event.differences !== null && (
            <div className={css.quiet}>
              GL balance <Amount value={event.glBalance} />, statement balance{' '}
              <Amount value={event.externalBalance} />, unexplained difference{' '}
              <Amount value={event.unexplainedDifference} />, net difference{' '}
              <Amount value={event.differences.netDifference} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
