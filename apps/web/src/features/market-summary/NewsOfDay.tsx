import { type Announcement, announcements } from '@em/contract/announcements/announcements'
import { type AnnouncementBoard, boardOfCategory } from '@em/core/announcements/categories'
import { formatDate } from '../../lib/dates.ts'
import { useRoute } from '../../lib/query.ts'
import { hrefOf } from '../../links/tabs.ts'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { PRIORITY_TONES } from '../announcements/boards.ts'
import css from './Market.module.css'

/** Announcements of a day that are listed; the others are on their own screens. */
const MOST = 200

const TAB_OF: Readonly<Record<AnnouncementBoard, string>> = {
  market: 'Market Announcements',
  notices: 'Corporate Notices',
  trading: 'Trading Updates',
  regulatory: 'Regulatory Updates',
  news: 'News & Events',
}
const hrefOfAnnouncement = ({ id, category }: Announcement) =>
  hrefOf('CSE Announcements', TAB_OF[boardOfCategory(category)], { announcement: String(id) })

/** The announcements of the exchange and its companies on the day, each with a link to its whole text. */
export function NewsOfDay({ date }: { date: string }) {
  const query = useRoute(announcements.list, { query: { date, limit: MOST } })
  return (
    <Loaded query={query} failed="Failed to load announcements">
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="No news or events">
            {`Nothing announced on ${formatDate(date)} is recorded. Announcements are recorded under CSE Announcements.`}
          </EmptyState>
        ) : (
          <ul className={css.news} aria-label={`Announcements of ${formatDate(date)}`}>
            {rows.map((one) => (
              <li key={one.id}>
                <span className={css.newsTime}>{one.time ?? ''}</span>
                <span>
                  <a href={hrefOfAnnouncement(one)}>{one.title}</a>{' '}
                  <Status tone={PRIORITY_TONES[one.priority]}>{`${one.priority} impact`}</Status>
                  <span className={css.newsBy}>
                    {[one.category, one.company].filter((part) => part !== null).join(' · ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
