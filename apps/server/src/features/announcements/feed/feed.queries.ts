/** What the feed of announcements did last, and whether the clock reads it. */
import type { AnnouncementFeed } from '@em/contract/books/announcement-feed'
import { type Queryable, statement } from '../../../platform/database/database.ts'

const TURNED = statement(
  'announcement-feed.turned',
  `SELECT t.by_clock, t.recorded_by, t.recorded_at, trim(u.first_name || ' ' || u.last_name) AS by, coalesce(u.is_active, false) AS is_active!
     FROM announcement_feed_turns t LEFT JOIN users u ON u.id = t.recorded_by ORDER BY t.id DESC LIMIT 1`,
)
const LAST = statement(
  'announcement-feed.last',
  `SELECT r.rows, r.added, r.changed, r.error, r.by_clock, r.recorded_at, trim(u.first_name || ' ' || u.last_name) AS by
     FROM announcement_feed_reads r LEFT JOIN users u ON u.id = r.recorded_by WHERE NOT r.is_failed ORDER BY r.id DESC LIMIT 1`,
)
const NEWEST = statement(
  'announcement-feed.newest',
  'SELECT recorded_at, error, is_failed FROM announcement_feed_reads ORDER BY id DESC LIMIT 1',
)

/** Who has the clock read the announcements; null where nobody has, or where that person may not sign in any more. */
export async function readsAnnouncementsByClock(db: Queryable): Promise<number | null> {
  const [turned] = await db.query(TURNED)
  return turned?.by_clock && turned.is_active ? turned.recorded_by : null
}

export async function announcementFeedStatus(db: Queryable, url: string): Promise<AnnouncementFeed> {
  const [[turned], [last], [newest]] = await Promise.all([db.query(TURNED), db.query(LAST), db.query(NEWEST)])
  return {
    byClock: turned !== undefined && turned.by_clock && turned.is_active,
    turned: turned === undefined ? null : { by: turned.by ?? '', at: turned.recorded_at },
    host: new URL(url).host,
    last:
      last === undefined
        ? null
        : {
            rows: last.rows,
            added: last.added,
            changed: last.changed,
            missed: last.error,
            at: last.recorded_at,
            by: last.by ?? '',
            byClock: last.by_clock,
          },
    failed:
      newest === undefined || !newest.is_failed
        ? null
        : { at: newest.recorded_at, message: newest.error ?? '' },
  }
}
