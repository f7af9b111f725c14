/** Keeps an uploaded trade summary, and takes a day back. */
import { createHash } from 'node:crypto'
import type { PriceEffect } from '@em/contract/books/price-effect'
import type { TradeSummary, UploadReport } from '@em/contract/books/trade-summary'
import { closedReason, type MarketCalendar } from '@em/core/calendar/market-calendar'
import { exceptionsOf } from '@em/core/prices/exceptions'
import type { PriceRow } from '@em/core/prices/price-row'
import { dayInWords } from '@em/core/values/date-words'
import { PRICE_SCALE, RATE_SCALE, SHARES_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { keepPrices } from './keep-prices.commands.ts'
import { effectForAudit } from './price-effect.commands.ts'
import type { Summary } from './read-summary.ts'

const KNOWN = statement(
  'prices.known-symbols',
  `SELECT w.symbol FROM unnest(:symbols::text[]) AS w (symbol) WHERE security_of_symbol(w.symbol, :tradeDate::date) IS NULL`,
)

/** Rows of a refusal that are named one by one. */
const NAMED_MOST = 20

/** The day of an upload. @throws Refusal for a day that is none, is still to come, or on which the exchange was closed. */
export function dayOfUpload(
  asked: string | null,
  summary: Pick<Summary, 'tradeDate'>,
  { calendar, today }: { readonly calendar: MarketCalendar; readonly today: string },
): string {
  const day = asked ?? summary.tradeDate
  if (day === null) throw refuseField('prices.date-missing', 'tradeDate')
  if (asked !== null && summary.tradeDate !== null && summary.tradeDate !== asked) {
    throw refuseField('prices.other-day', 'tradeDate', {
      found: dayInWords(summary.tradeDate),
      date: dayInWords(asked),
    })
  }
  if (day > today) throw refuseField('prices.not-over', 'tradeDate', { date: dayInWords(day) })
  const reason = closedReason(calendar, day)
  if (reason !== null)
    throw refuseField('prices.no-market-day', 'tradeDate', { date: dayInWords(day), reason })
  return day
}

/** @throws Refusal `prices.rows` naming what cannot be read, line by line. */
export function refuseProblems({ problems }: Pick<Summary, 'problems'>): void {
  if (problems.length === 0) return
  throw new Refusal(
    'prices.rows',
    { count: problems.length },
    problems.slice(0, NAMED_MOST).map(({ field, message }) => ({ field, message })),
  )
}

export interface Upload {
  readonly summary: Summary
  readonly tradeDate: string
  readonly fileName: string
  /** The file, base64. */
  readonly data: string
  readonly replace: boolean
  readonly reason: string | null
  readonly recordedBy: number
  readonly dryRun: boolean
}

/**
 * Records the rows of a day: all of them or nothing. Prices that were typed give way to the exchange's.
 * @throws Refusal `prices.duplicate` (409) where the exchange's prices of a row's symbol stand already and are not to be replaced;
 *   `period.locked` (409).
 */
export async function uploadSummary(tx: Transaction, upload: Upload): Promise<Outcome<UploadReport>> {
  const { summary, tradeDate, replace, dryRun } = upload
  let duplicates = 0
  const { rows } = summary
  const { changes, effect } = await keepPrices(tx, {
    source: 'summary',
    tradeDate,
    rows,
    whole: replace,
    fileName: upload.fileName || null,
    sha256: createHash('sha256').update(upload.data, 'base64').digest(),
    reason: upload.reason,
    recordedBy: upload.recordedBy,
    dryRun,
    check: ({ standing }) => {
      const twice = standing.filter(({ source }) => source === 'summary' || source === 'feed')
      duplicates = twice.length
      if (duplicates === 0 || replace || dryRun) return
      throw new Refusal(
        'prices.duplicate',
        { date: dayInWords(tradeDate) },
        twice.slice(0, NAMED_MOST).map(({ symbol }) => ({
          field: 'file',
          message: `${symbol} has a price of ${dayInWords(tradeDate)} already.`,
        })),
      )
    },
  })
  const { added, changed, removed, unchanged } = changes
  const unknown = await unknownOf(tx, rows, tradeDate)
  const answer = {
    rowsProcessed: rows.length,
    tradeDate,
    added,
    changed,
    removed,
    unchanged,
    duplicates,
    skipped: summary.skipped,
    unknown,
    exceptions: exceptionsIn(rows, tradeDate, new Set(unknown.map(({ symbol }) => symbol))),
    ...(effect && { effect }),
  }
  return {
    answer,
    audit: {
      action: replace ? 'prices.replace' : 'prices.upload',
      entity: 'price-day',
      entityId: tradeDate,
      after: {
        trade_date: tradeDate,
        file_name: upload.fileName || null,
        rows: rows.length,
        added,
        changed,
        removed,
        ...effectForAudit(effect),
        reason: upload.reason,
      },
    },
  }
}

/** Takes every price of a day back. @throws Refusal `prices.none` (404), `period.locked` (409). */
export async function removeDay(
  tx: Transaction,
  day: {
    readonly tradeDate: string
    readonly reason: string | null
    readonly recordedBy: number
    readonly dryRun: boolean
  },
): Promise<Outcome<{ tradeDate: string; removed: number; effect?: PriceEffect }>> {
  const { tradeDate, reason, recordedBy, dryRun } = day
  const { changes, effect } = await keepPrices(tx, {
    source: 'summary',
    tradeDate,
    rows: [],
    whole: true,
    fileName: null,
    sha256: null,
    reason,
    recordedBy,
    dryRun,
  })
  if (changes.removed === 0) throw new Refusal('prices.none', { date: dayInWords(tradeDate) })
  return {
    answer: { tradeDate, removed: changes.removed, ...(effect && { effect }) },
    audit: {
      action: 'prices.remove-day',
      entity: 'price-day',
      entityId: tradeDate,
      before: { trade_date: tradeDate, rows: changes.removed },
      after: { trade_date: tradeDate, rows: 0, ...effectForAudit(effect), reason },
    },
  }
}

async function unknownOf(
  db: Queryable,
  rows: readonly PriceRow[],
  tradeDate: string,
): Promise<UploadReport['unknown']> {
  const found = await db.query(KNOWN, { symbols: rows.map(({ symbol }) => symbol), tradeDate })
  const without = new Set(found.map(({ symbol }) => symbol))
  return rows
    .filter(({ symbol }) => without.has(symbol))
    .map(({ symbol, companyName }) => ({ symbol, company_name: companyName }))
}

function exceptionsIn(
  rows: readonly PriceRow[],
  tradeDate: string,
  unknown: ReadonlySet<string>,
): TradeSummary[] {
  const price = (units: bigint | null) => (units === null ? null : toJsonNumber(units, PRICE_SCALE))
  const whole = (units: bigint | null) => (units === null ? null : toJsonNumber(units, SHARES_SCALE))
  return rows.flatMap((row) => {
    const exceptions = exceptionsOf(row)
    if (exceptions.length === 0) return []
    return {
      trade_date: tradeDate,
      company_name: row.companyName,
      symbol: row.symbol,
      share_volume: whole(row.shareVolume),
      trade_volume: whole(row.tradeVolume),
      previous_close: price(row.previousClose),
      open: price(row.open),
      high: price(row.high),
      low: price(row.low),
      last_trade: toJsonNumber(row.lastTrade, PRICE_SCALE),
      close: price(row.close),
      change_rs: price(row.changeRs),
      change_percent: row.changePercent === null ? null : toJsonNumber(row.changePercent, RATE_SCALE),
      source: 'summary' as const,
      version: 1,
      known: !unknown.has(row.symbol),
      exceptions,
    }
  })
}
