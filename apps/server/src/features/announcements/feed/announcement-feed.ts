/** The feed of the exchange's announcements: the newest of each of its calls, read on working days. */
import {
  type AnnouncementsRead,
  announcementFeed as routes,
} from '@em/contract/announcements/announcement-feed'
import { type RowOf, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Feed } from '../../prices/exchange/feed.ts'
import { keepAnnouncements, type ReceivedAnnouncement } from '../keep.commands.ts'
import { announcementsIn, CALLS, replyOf } from './exchange-announcements.ts'

const NOTE = statement(
  'announcement-feed.note',
  `INSERT INTO announcement_feed_reads (rows, added, changed, error, is_failed, by_clock, recorded_by)
   VALUES (:rows, :added, :changed, :error?, :isFailed, :byClock, :recordedBy)`,
)
const SET_CLOCK = statement(
  'announcement-feed.set-clock',
  'INSERT INTO announcement_feed_turns (by_clock, recorded_by) VALUES (:byClock, :recordedBy)',
)
const CLOCK = statement(
  'announcement-feed.clock',
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

/** Calls in a row without an answer, after which the others are not asked any more. */
const SILENT_MOST = 2
const ERROR_MAX = 2_000

/** The announcements that the exchange sent, and the parts that could not be read. */
interface FedAnnouncements {
  readonly rows: readonly ReceivedAnnouncement[]
  readonly missed: string | null
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

export const announcementFeed: Feed<FedAnnouncements, AnnouncementsRead, RowOf<typeof LAST>> = {
  word: 'announcement-feed',
  routes,
  setClock: (tx, reader) => tx.query(SET_CLOCK, reader),
  clock: (db) => db.query(CLOCK),
  last: (db) => db.query(LAST),
  shown: ({ rows, added, changed, error }) => ({ rows, added, changed, missed: error }),
  failed: async (db) => {
    const [newest] = await db.query(NEWEST)
    return newest === undefined || !newest.is_failed
      ? null
      : { at: newest.recorded_at, message: newest.error ?? '' }
  },
  noteFailure: (database, reader, message) => {
    const nothing = { rows: 0, added: 0, changed: 0, isFailed: true }
    return database.query(NOTE, { ...nothing, ...reader, error: message.slice(0, ERROR_MAX) })
  },

  /**
   * Call by call: a call that fails does not keep the others from being read.
   * @throws Refusal `feed.unreachable`, `feed.unexpected` (502) where no call could be read.
   */
  ask: async (exchange, { progress }) => {
    const rows: ReceivedAnnouncement[] = []
    const missed: string[] = []
    let [silent, read] = [0, 0]
    let failure: Refusal | undefined
    for (const [index, call] of CALLS.entries()) {
      progress(index, CALLS.length)
      const [name = ''] = call.call.split('?')
      if (silent >= SILENT_MOST) {
        missed.push(`${name}: not asked any more.`)
        continue
      }
      try {
        const answer = await exchange.ask(call.call, replyOf(call), call.method)
        const { announcements, unread } = announcementsIn(call, answer)
        rows.push(...announcements)
        if (unread > 0) missed.push(`${name}: ${unread} of ${answer.length} without a date or an id.`)
        ;[silent, read] = [0, read + 1]
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failure ??= error
        missed.push(`${name}: ${error.message}`)
        if (error.code === 'feed.unreachable') silent += 1
      }
    }
    if (read === 0) throw failure ?? new Refusal('feed.unreachable', { why: 'no call was answered' })
    return { rows, missed: missed.length === 0 ? null : missed.join(' ').slice(0, ERROR_MAX) }
  },

  keep: async (tx, { rows, missed }, { recordedBy, byClock }) => {
    const { added, changed } = await keepAnnouncements(tx, { source: 'feed', rows, recordedBy })
    const counts = { rows: rows.length, added, changed }
    await tx.query(NOTE, { ...counts, isFailed: false, recordedBy, byClock, error: missed })
    return {
      answer: { ...counts, missed },
      audit: {
        action: 'announcement-feed.feed',
        entity: 'announcement-feed',
        entityId: 1,
        after: { ...counts, missed, by_clock: byClock },
      },
    }
  },

  inWords: ({ added, changed }) =>
    added + changed === 0
      ? null
      : `Read ${counted(added, 'new announcement')}, ${changed.toLocaleString('en')} changed`,
}
