/** Keeps announcements that were read from the exchange; notes what failed. */
import type { AnnouncementsRead } from '@em/contract/books/announcement-feed'
import { type Database, statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Exchange } from '../../market/exchange/exchange-client.ts'
import { keepAnnouncements, type ToldByName } from '../keep.commands.ts'
import { announcementsIn, CALLS, replyOf } from './exchange-announcements.ts'

const NOTE = statement(
  'announcement-feed.note',
  `INSERT INTO announcement_feed_reads (rows, added, changed, error, is_failed, by_clock, recorded_by)
   VALUES (:rows, :added, :changed, :error?, :isFailed, :byClock, :recordedBy)`,
)
const TURN = statement(
  'announcement-feed.turn',
  'INSERT INTO announcement_feed_turns (by_clock, recorded_by) VALUES (:byClock, :recordedBy)',
)

/** Calls in a row that nobody answered, after which the others are not asked any more. */
const SILENT_MOST = 2
const ERROR_MAX = 2_000

/** What the exchange told, and what of it could not be read. */
export interface FedAnnouncements {
  readonly rows: readonly ToldByName[]
  readonly missed: string | null
}

interface Reader {
  readonly recordedBy: number
  readonly byClock: boolean
}

/**
 * Asks the exchange for its newest announcements, call by call: what one call does not tell leaves the others. Where nothing could
 * be read, that is noted.
 * @throws Refusal `feed.unreachable`, `feed.unexpected` (502) where no call could be read.
 */
export async function readAnnouncementsOf(
  database: Database,
  exchange: Exchange,
  reader: Reader,
  progress: (done: number, of: number) => void = () => undefined,
): Promise<FedAnnouncements> {
  const rows: ToldByName[] = []
  const missed: string[] = []
  let [silent, read] = [0, 0]
  let failure: Refusal | undefined
  for (const [place, call] of CALLS.entries()) {
    progress(place, CALLS.length)
    const [name = ''] = call.call.split('?')
    if (silent >= SILENT_MOST) {
      missed.push(`${name}: not asked any more.`)
      continue
    }
    try {
      const answer = await exchange.ask(call.call, replyOf(call), call.method)
      const { told, unread } = announcementsIn(call, answer)
      rows.push(...told)
      if (unread > 0) missed.push(`${name}: ${unread} of ${answer.length} without a date or an id.`)
      ;[silent, read] = [0, read + 1]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failure ??= error
      missed.push(`${name}: ${error.message}`)
      if (error.code === 'feed.unreachable') silent += 1
    }
  }
  if (read > 0) return { rows, missed: missed.length === 0 ? null : missed.join(' ').slice(0, ERROR_MAX) }
  const error = failure ?? new Refusal('feed.unreachable', { why: 'no call was answered' })
  const nothing = { rows: 0, added: 0, changed: 0, isFailed: true }
  await database.query(NOTE, { ...nothing, ...reader, error: error.message.slice(0, ERROR_MAX) })
  throw error
}

/** Keeps what was read. */
export async function keepFedAnnouncements(
  tx: Transaction,
  { rows, missed }: FedAnnouncements,
  reader: Reader,
): Promise<Outcome<AnnouncementsRead>> {
  const { recordedBy } = reader
  const { added, changed } = await keepAnnouncements(tx, { source: 'feed', rows, recordedBy })
  const counts = { rows: rows.length, added, changed }
  await tx.query(NOTE, { ...counts, isFailed: false, ...reader, error: missed })
  return {
    answer: { ...counts, missed },
    audit: {
      action: 'announcement-feed.feed',
      entity: 'announcement-feed',
      entityId: 1,
      after: { ...counts, missed, by_clock: reader.byClock },
    },
  }
}

/** Has the clock read the announcements on working days, in the name of a person; or no more. */
export async function turnAnnouncementFeed(
  tx: Transaction,
  { byClock, recordedBy }: Reader,
): Promise<Outcome<{ byClock: boolean }>> {
  await tx.query(TURN, { byClock, recordedBy })
  return {
    answer: { byClock },
    audit: {
      action: byClock ? 'announcement-feed.on' : 'announcement-feed.off',
      entity: 'announcement-feed',
      entityId: 1,
      after: { by_clock: byClock },
    },
  }
}
