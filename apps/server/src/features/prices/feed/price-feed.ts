/** The feed of the exchange's prices: those of its last day, read after each market day. */
import { type FeedReply, feed } from '@em/contract/prices/price-feed'
import { closedReason } from '@em/core/holidays/market-calendar'
import type { PriceRow } from '@em/core/prices/price-row'
import { dayInWords } from '@em/core/values/date-texts'
import { type RowOf, statement } from '../../../platform/database/database.ts'
import { recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import type { Feed } from '../exchange/feed.ts'
import { holdDay, keepPrices, standingPrices } from '../keep-prices.commands.ts'
import { effectForAudit } from '../price-effect.commands.ts'
import {
  dayOf,
  isClosed,
  marketDayReply,
  marketStatusReply,
  pricesOf,
  tradeSummaryReply,
} from './exchange-shapes.ts'

const NOTE = statement(
  'price-feed.note',
  `INSERT INTO price_feed_reads (trade_date, rows, added, changed, is_closed, error, by_clock, recorded_by)
   VALUES (:tradeDate?::date, :rows, :added, :changed, :closed, :error?, :byClock, :recordedBy)`,
)
const SET_CLOCK = statement(
  'price-feed.set-clock',
  'INSERT INTO price_feed_turns (by_clock, recorded_by) VALUES (:byClock, :recordedBy)',
)
const CLOCK = statement(
  'price-feed.clock',
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
const ERROR_MAX = 1_000

/** The prices of the exchange's last day, as it sent them. */
interface FedDay {
  readonly tradeDate: string
  readonly rows: readonly PriceRow[]
  readonly closed: boolean
}

export const priceFeed: Feed<FedDay, FeedReply, RowOf<typeof LAST>> = {
  word: 'price-feed',
  routes: feed,
  setClock: (tx, reader) => tx.query(SET_CLOCK, reader),
  clock: (db) => db.query(CLOCK),
  last: (db) => db.query(LAST),
  shown: (last) => ({
    tradeDate: last.trade_date,
    rows: last.rows,
    added: last.added,
    changed: last.changed,
    closed: last.is_closed,
  }),
  failed: async (db) => {
    const [newest] = await db.query(NEWEST)
    return newest?.error == null ? null : { at: newest.recorded_at, message: newest.error }
  },
  noteFailure: (database, reader, message) => {
    const nothing = { tradeDate: null, rows: 0, added: 0, changed: 0, closed: false }
    return database.query(NOTE, { ...nothing, ...reader, error: message.slice(0, ERROR_MAX) })
  },

  /** @throws Refusal `feed.unreachable`, `feed.unexpected` (502); `feed.nothing` (409) where no security was traded. */
  ask: async (exchange, { today, progress }) => {
    progress(0, 0)
    const { tradeDate: moment } = await exchange.ask('marketSummery', marketDayReply)
    const tradeDate = dayOf(moment)
    if (tradeDate > today) throw new Refusal('prices.not-over', { date: dayInWords(tradeDate) })
    const status = await exchange.ask('marketStatus', marketStatusReply)
    const rows = pricesOf(await exchange.ask('tradeSummary', tradeSummaryReply), tradeDate)
    if (rows.length === 0) throw new Refusal('feed.nothing', { date: dayInWords(tradeDate) })
    return { tradeDate, rows, closed: isClosed(status) }
  },

  /** Prices that were typed give way, those of an uploaded summary stay. @throws Refusal `prices.signed-off`, `period.locked` (409). */
  keep: async (tx, { tradeDate, rows, closed }, reader) => {
    await holdDay(tx, tradeDate)
    const uploaded = new Set(
      (await standingPrices(tx, tradeDate))
        .filter(({ source, figures }) => source === 'summary' && figures !== null)
        .map(({ symbol }) => symbol),
    )
    const { recordedBy, byClock, dryRun } = reader
    const { changes, effect } = await keepPrices(tx, {
      source: 'feed',
      tradeDate,
      rows: rows.filter(({ symbol }) => !uploaded.has(symbol)),
      whole: false,
      fileName: null,
      sha256: null,
      reason: null,
      ...recorder(reader),
      dryRun,
    })
    const { added, changed } = changes
    const answer = { tradeDate, rows: rows.length, added, changed, closed }
    await tx.query(NOTE, { ...answer, recordedBy, byClock, error: null })
    return {
      answer: { ...answer, ...(effect && { effect }) },
      audit: {
        action: 'prices.feed',
        entity: 'price-day',
        entityId: tradeDate,
        after: {
          trade_date: tradeDate,
          rows: rows.length,
          added,
          changed,
          by_clock: byClock,
          ...effectForAudit(effect),
        },
      },
    }
  },

  /** On market days, until the prices of the day are there. */
  isDue: async ({ database, clock }) => {
    const today = clock.today()
    if (closedReason(await loadCalendar(database), today) !== null) return false
    const [last] = await database.query(LAST)
    return last === undefined || !last.is_closed || last.trade_date < today
  },
  inWords: ({ tradeDate, rows, added, changed }) => {
    if (added + changed === 0) return null
    const prices = rows === 1 ? '1 price' : `${rows.toLocaleString('en')} prices`
    return `Read ${prices} of ${dayInWords(tradeDate)}`
  },
}
