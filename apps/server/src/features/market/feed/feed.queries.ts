/** What the price feed did last, and whether the clock reads it. */
import type { PriceFeed } from '@em/contract/books/price-feed'
import { type Queryable, statement } from '../../../platform/database/database.ts'

const TURNED = statement(
  'price-feed.turned',
  `SELECT t.by_clock, t.recorded_by, t.recorded_at, trim(u.first_name || ' ' || u.last_name) AS by, coalesce(u.is_active, false) AS is_active!
     FROM price_feed_turns t LEFT JOIN users u ON u.id = t.recorded_by ORDER BY t.id DESC LIMIT 1`,
)
const LAST = statement(
  'price-feed.last',
  `SELECT r.trade_date AS trade_date!, r.rows, r.added, r.changed, r.is_closed, r.by_clock, r.recorded_at, trim(u.first_name || ' ' || u.last_name) AS by
     FROM price_feed_reads r LEFT JOIN users u ON u.id = r.recorded_by WHERE r.error IS NULL ORDER BY r.id DESC LIMIT 1`,
)
const NEWEST = statement(
  'price-feed.newest',
  `SELECT recorded_at, error FROM price_feed_reads ORDER BY id DESC LIMIT 1`,
)

/** Who has the clock read the prices; null where nobody has, or where that person may not sign in any more. */
export async function readsByClock(db: Queryable): Promise<number | null> {
  const [turned] = await db.query(TURNED)
  return turned?.by_clock && turned.is_active ? turned.recorded_by : null
}

/** The day of the newest reading that worked, and whether the exchange said then that the day was over. */
export async function lastRead(db: Queryable): Promise<{ tradeDate: string; closed: boolean } | null> {
  const [last] = await db.query(LAST)
  return last === undefined ? null : { tradeDate: last.trade_date, closed: last.is_closed }
}

export async function feedStatus(db: Queryable, url: string): Promise<PriceFeed> {
  const [[turned], [last], [newest]] = await Promise.all([db.query(TURNED), db.query(LAST), db.query(NEWEST)])
  const failure = newest?.error == null ? null : { at: newest.recorded_at, message: newest.error }
  return {
    byClock: turned !== undefined && turned.by_clock && turned.is_active,
    turned: turned === undefined ? null : { by: turned.by ?? '', at: turned.recorded_at },
    host: new URL(url).host,
    last:
      last === undefined
        ? null
        : {
            tradeDate: last.trade_date,
            rows: last.rows,
            added: last.added,
            changed: last.changed,
            closed: last.is_closed,
            at: last.recorded_at,
            by: last.by ?? '',
            byClock: last.by_clock,
          },
    failed: failure,
  }
}
