/**
 * The engine of the exchange's feeds: read when a person asks or by the clock once that is turned on, kept through the door, each
 * reading noted. What a feed reads and how it is kept says its description: prices (market/feed), announcements (announcements/feed).
 */
import type { announcementFeed } from '@em/contract/announcements/announcement-feed'
import type { Database, Queryable, Transaction } from '../../../platform/database/database.ts'
import { type Outcome, throughTheDoor } from '../../../platform/door.ts'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { serveJob } from '../../../platform/http/serve-job.ts'
import { acceptsNothing, type RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type Exchange, exchangeOf } from './exchange-client.ts'

/** The user who has a feed read, and whether the clock does it in that person's name. */
export interface Reader {
  readonly recordedBy: number
  readonly byClock: boolean
}

/** A person who turned the clock on or off. */
interface ClockSetting {
  readonly by_clock: boolean
  readonly recorded_by: number
  readonly recorded_at: string
  readonly by: string | null
  readonly is_active: boolean
}

/** A reading that worked, as the database has it. */
interface ReadOnce {
  readonly recorded_at: string
  readonly by: string | null
  readonly by_clock: boolean
}

export interface Asking {
  readonly today: string
  progress(done: number, of: number): void
}

/** A feed: `Fed` is what the exchange sent, `Answer` the answer of a reading. */
export interface Feed<Fed, Answer, Last extends ReadOnce> {
  /** Its word in routes and the audit trail. */
  readonly word: 'price-feed' | 'announcement-feed'
  readonly routes: Readonly<Record<'status' | 'read' | 'turn', unknown>>
  /** Asks the exchange. @throws Refusal; what it says is noted. */
  ask(exchange: Exchange, asking: Asking): Promise<Fed>
  keep(
    tx: Transaction,
    fed: Fed,
    reader: Reader & RecordedBy & { readonly dryRun: boolean },
  ): Promise<Outcome<Answer>>
  noteFailure(database: Database, reader: Reader, message: string): Promise<unknown>
  /** Turns the clock on or off; the newest counts. */
  setClock(tx: Transaction, reader: Reader): Promise<unknown>
  clock(db: Queryable): Promise<readonly ClockSetting[]>
  /** The newest reading that worked. */
  last(db: Queryable): Promise<readonly Last[]>
  /** The facts of a reading that the status shows, in addition to who and when. */
  shown(last: Last): object
  /** The newest reading, where it failed. */
  failed(db: Queryable): Promise<{ readonly at: string; readonly message: string } | null>
  /** Whether the clock has something to read today; always where left out. */
  isDue?(server: Pick<Server, 'database' | 'clock'>): Promise<boolean>
  /** The reading of the clock in words; null: nothing new. */
  inWords(answer: Answer): string | null
}

async function read<Fed, Answer, Last extends ReadOnce>(
  feed: Feed<Fed, Answer, Last>,
  { database, settings }: Pick<Server, 'database' | 'settings'>,
  reader: Reader,
  asking: Asking,
): Promise<Fed> {
  try {
    return await feed.ask(exchangeOf(settings), asking)
  } catch (error) {
    if (error instanceof Refusal) await feed.noteFailure(database, reader, error.message)
    throw error
  }
}

/** Reads a feed by the clock. Answers what was read, in words; null where that is turned off, is not due, or there was nothing new. */
export async function readByClock<Fed, Answer, Last extends ReadOnce>(
  feed: Feed<Fed, Answer, Last>,
  server: Pick<Server, 'database' | 'clock' | 'settings'>,
): Promise<string | null> {
  const { database, clock } = server
  const [setting] = await feed.clock(database)
  // A person who may not sign in any more has nothing read.
  if (setting === undefined || !setting.by_clock || !setting.is_active) return null
  if (feed.isDue !== undefined && !(await feed.isDue(server))) return null
  const reader = { recordedBy: setting.recorded_by, byClock: true }
  const fed = await read(feed, server, reader, { today: clock.today(), progress: () => undefined })
  const write = { route: `${feed.word}.by-clock`, actor: { id: reader.recordedBy }, status: 201 }
  const order = { ...reader, ...acceptsNothing(reader.recordedBy), dryRun: false }
  const { answer } = await throughTheDoor(database, write, (tx) => feed.keep(tx, fed, order))
  return feed.inWords(answer)
}

async function statusOf<Fed, Answer, Last extends ReadOnce>(
  feed: Feed<Fed, Answer, Last>,
  db: Queryable,
  url: string,
) {
  const [[setting], [last], failed] = await Promise.all([feed.clock(db), feed.last(db), feed.failed(db)])
  return {
    byClock: setting !== undefined && setting.by_clock && setting.is_active,
    turned: setting === undefined ? null : { by: setting.by ?? '', at: setting.recorded_at },
    host: new URL(url).host,
    last:
      last === undefined
        ? null
        : { ...feed.shown(last), at: last.recorded_at, by: last.by ?? '', byClock: last.by_clock },
    failed,
  }
}

/** Serves the status of a feed, its reading on request, and the turning of its clock. */
export function feedRoutes<Fed, Answer, Last extends ReadOnce>(
  server: Server,
  feed: Feed<Fed, Answer, Last>,
): void {
  const { database, clock, settings } = server
  // The routes of all feeds are alike but for what a reading answers.
  const routes = feed.routes as typeof announcementFeed
  serve(server, routes.status, () => statusOf(feed, database, settings.priceFeedUrl) as never)

  serveJob(server, routes.read, {
    // Before the door: the exchange takes its time, and no connection waits for it.
    prepare: async ({ by, progress, dryRun }) => {
      const reader = { recordedBy: by.recordedBy, byClock: false }
      const fed = await read(feed, server, reader, {
        today: clock.today(),
        progress: (done, of) => progress(done, of, 'Asking the exchange'),
      })
      return (tx) => feed.keep(tx, fed, { ...by, ...reader, dryRun }) as never
    },
  })

  serveWrite(server, routes.turn, async (tx, { body: { byClock }, by }) => {
    await feed.setClock(tx, { byClock, recordedBy: by.recordedBy })
    return {
      answer: { byClock },
      audit: {
        action: byClock ? `${feed.word}.on` : `${feed.word}.off`,
        entity: feed.word,
        entityId: 1,
        after: { by_clock: byClock },
      },
    }
  })
}
