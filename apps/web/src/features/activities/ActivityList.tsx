import type { Activity } from '@em/contract/activities/recent-activities'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './Activities.module.css'

type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet'
const TONES: Readonly<Record<string, Tone>> = {
  Recorded: 'good',
  Uploaded: 'good',
  Settled: 'good',
  Created: 'good',
  Assigned: 'good',
  'Signed off': 'good',
  Valued: 'good',
  Processed: 'good',
  Received: 'good',
  Announced: 'info',
  Corrected: 'warn',
  Changed: 'warn',
  Replaced: 'warn',
  Rescheduled: 'warn',
  Reopened: 'warn',
  'Part settled': 'warn',
  Deleted: 'bad',
  Failed: 'bad',
  Cancelled: 'bad',
  Reversed: 'bad',
  'Taken back': 'bad',
  Withdrawn: 'bad',
}

/** Activities, newest first, a row each. */
export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  return (
    <ul className={css.list} aria-label="Activities">
      {activities.map((one) => (
        <li key={one.key} className={css.row}>
          <span className={css.icon} data-icon={one.icon}>
            {one.icon}
          </span>
          <div className={css.what}>
            <span className={css.head}>
              {one.symbol !== '' && (
                <span className={css.symbol}>
                  <SecurityLink symbol={one.symbol} />
                </span>
              )}
              {one.portfolio !== '' && <span className={css.portfolio}>{one.portfolio}</span>}
              {one.symbol === '' && one.portfolio === '' && <span className={css.symbol}>Market</span>}
            </span>
            <span className={css.details}>{one.details}</span>
          </div>
          <Status tone={TONES[one.status] ?? 'quiet'}>{one.status}</Status>
          <span className={css.id}>{one.id}</span>
          <span className={css.when}>
            <DateText value={one.timestamp} time />
            {one.by !== '' && <span className={css.by}>{one.by}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
