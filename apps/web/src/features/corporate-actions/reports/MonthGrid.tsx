import type { CalendarEntry } from '@em/contract/corporate-actions/action-reports'
import { useMemo, useState } from 'react'
import { formatDateLong, today } from '../../../lib/dates.ts'
import css from './Calendar.module.css'
import { entryDetails, wordsOf } from './calendar-texts.ts'
import { monthOf } from './month.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** Entries that a day shows before it is unfolded. */
const SHOWN = 4

interface MonthGridProps {
  weeks: readonly (readonly string[])[]
  month: string
  entries: readonly CalendarEntry[]
  onOpen: (entry: CalendarEntry) => void
}

/** A month in whole weeks: each day with what is due on it. */
export function MonthGrid({ weeks, month, entries, onOpen }: MonthGridProps) {
  const byDay = useMemo(() => Map.groupBy(entries, ({ date }) => date), [entries])
  const [unfolded, unfold] = useState<ReadonlySet<string>>(new Set())
  return (
    <div className={css.frame}>
      <table className={css.grid}>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" abbr={day}>
                {day.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => {
                const due = byDay.get(date) ?? []
                const isWhole = unfolded.has(date) || due.length <= SHOWN
                const shown = isWhole ? due : due.slice(0, SHOWN - 1)
                return (
                  <td
                    key={date}
                    data-other={monthOf(date) === month ? undefined : ''}
                    data-today={date === today() ? '' : undefined}
                  >
                    <time dateTime={date} className={css.day} title={formatDateLong(date)}>
                      {Number(date.slice(8))}
                      {date === today() && <span className="em-visually-hidden"> today</span>}
                    </time>
                    {due.length > 0 && (
                      <ul className={css.entries}>
                        {shown.map((entry, index) => (
                          <li key={index}>
                            <Entry entry={entry} onOpen={onOpen} />
                          </li>
                        ))}
                        {!isWhole && (
                          <li>
                            <button
                              type="button"
                              className={css.more}
                              onClick={() => unfold((now) => new Set([...now, date]))}
                            >
                              {due.length - shown.length} more
                            </button>
                          </li>
                        )}
                      </ul>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Entry({ entry, onOpen }: { entry: CalendarEntry; onOpen: (entry: CalendarEntry) => void }) {
  const { action, securityCode, title } = entry
  const { short, label, tone } = wordsOf(entry)
  const details = entryDetails(entry)
  return (
    <button
      type="button"
      className={css.entry}
      data-tone={tone}
      title={`${label}: ${title}${details === '' ? '' : `, ${details}`}`}
      onClick={() => onOpen(entry)}
    >
      {action === null ? (
        title
      ) : (
        <>
          <strong>{short}</strong> {securityCode ?? title}
        </>
      )}
    </button>
  )
}
