/** Keeps prices that were read from the exchange; notes what failed. */
import type { FeedReply } from '@em/contract/books/price-feed'
import type { PriceRow } from '@em/core/prices/price-row'
import { dayInWords } from '@em/core/values/date-words'
import { type Database, statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Exchange } from '../exchange/exchange-client.ts'
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
const TURN = statement(
  'price-feed.turn',
  'INSERT INTO price_feed_turns (by_clock, recorded_by) VALUES (:byClock, :recordedBy)',
)

/** The prices of the exchange's last day, as it told them. */
export interface FedDay {
  readonly tradeDate: string
  readonly rows: readonly PriceRow[]
  readonly closed: boolean
}

interface Reader {
  readonly recordedBy: number
  readonly byClock: boolean
}

/**
 * Asks the exchange for its last day. Nothing is kept but that it failed.
 * @throws Refusal `feed.unreachable`, `feed.unexpected` (502); `feed.nothing` (409) where no security was traded.
 */
export async function readExchange(
  database: Database,
  exchange: Exchange,
  { today, ...reader }: Reader & { readonly today: string },
): Promise<FedDay> {
  try {
    const { tradeDate: moment } = await exchange.ask('marketSummery', marketDayReply)
    const tradeDate = dayOf(moment)
    if (tradeDate > today) throw new Refusal('prices.not-over', { date: dayInWords(tradeDate) })
    const status = await exchange.ask('marketStatus', marketStatusReply)
    const rows = pricesOf(await exchange.ask('tradeSummary', tradeSummaryReply), tradeDate)
    if (rows.length === 0) throw new Refusal('feed.nothing', { date: dayInWords(tradeDate) })
    return { tradeDate, rows, closed: isClosed(status) }
  } catch (error) {
    if (error instanceof Refusal) {
      const failed = { tradeDate: null, rows: 0, added: 0, changed: 0, closed: false }
      await database.query(NOTE, { ...failed, ...reader, error: error.message.slice(0, 1000) })
    }
    throw error
  }
}

/**
 * Keeps what was read: prices that were typed give way, those of an uploaded summary stay.
 * @throws Refusal `prices.signed-off`, `period.locked` (409).
 */
export async function keepFedDay(
  tx: Transaction,
  { tradeDate, rows, closed }: FedDay,
  reader: Reader & RecordedBy & { readonly dryRun?: boolean },
): Promise<Outcome<FeedReply>> {
  await holdDay(tx, tradeDate)
  const uploaded = new Set(
    (await standingPrices(tx, tradeDate))
      .filter(({ source, figures }) => source === 'summary' && figures !== null)
      .map(({ symbol }) => symbol),
  )
  const kept = rows.filter(({ symbol }) => !uploaded.has(symbol))
  const { recordedBy, byClock, dryRun = false } = reader
  const { changes, effect } = await keepPrices(tx, {
    source: 'feed',
    tradeDate,
    rows: kept,
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
}

/** Has the clock read the prices after each market day, in the name of a person; or no more. */
export async function turnFeed(
  tx: Transaction,
  { byClock, recordedBy }: Reader,
): Promise<Outcome<{ byClock: boolean }>> {
  await tx.query(TURN, { byClock, recordedBy })
  return {
    answer: { byClock },
    audit: {
      action: byClock ? 'price-feed.on' : 'price-feed.off',
      entity: 'price-feed',
      entityId: 1,
      after: { by_clock: byClock },
    },
  }
}
