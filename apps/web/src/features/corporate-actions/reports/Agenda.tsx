import type { CalendarEntry } from '@em/contract/corporate-actions/action-reports'
import { useMemo } from 'react'
import { formatDateLong, today } from '../../../lib/dates.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import css from './Calendar.module.css'
import { wordsOf } from './calendar-texts.ts'
import { monthName } from './month.ts'

interface AgendaProps {
  entries: readonly CalendarEntry[]
  month: string
  onOpen: (entry: CalendarEntry) => void
}

/** A month as a list, day by day. */
export function Agenda({ entries, month, onOpen }: AgendaProps) {
  const days = useMemo(
    () => [...Map.groupBy(entries, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1)),
    [entries],
  )
  if (days.length === 0) {
    return (
      <EmptyState title={`Nothing is due in ${monthName(month)}`}>
        Dates of announced events on securities that are held stand here, and settlements of trades.
      </EmptyState>
    )
  }
  return (
    <div className={css.agenda}>
      {days.map(([date, due]) => (
        <section key={date} aria-label={formatDateLong(date)}>
          <h3 className={css.date} data-today={date === today() ? '' : undefined}>
            {formatDateLong(date)}
            {date === today() && ', today'}
          </h3>
          <ul className={css.due}>
            {due.map((entry, index) => {
              const { label, tone } = wordsOf(entry)
              return (
                <li key={index}>
                  <button type="button" className={css.line} onClick={() => onOpen(entry)}>
                    <span className={css.what} data-tone={tone}>
                      {label}
                    </span>
                    <span className={css.title}>
                      {entry.securityCode !== null && !entry.title.includes(entry.securityCode) && (
                        <strong>{entry.securityCode} </strong>
                      )}
                      {entry.title}
                    </span>
                    <span className={css.quiet}>
                      {entry.portfolios > 0 &&
                        `${entry.portfolios} ${entry.portfolios === 1 ? 'portfolio' : 'portfolios'}`}
                    </span>
                    <span className={css.amount}>
                      {entry.amount !== null && <Amount value={entry.amount} unit="LKR" />}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
