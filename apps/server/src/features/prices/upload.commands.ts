/** Keeps an uploaded trade summary, and takes a day back. */
import { createHash } from 'node:crypto'
import type { PriceEffect } from '@em/contract/prices/price-effect'
import type { TradeSummary, UploadReport } from '@em/contract/prices/trade-summary'
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { exceptionsOf } from '@em/core/prices/exceptions'
import type { PriceRow } from '@em/core/prices/price-row'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, PRICE_SCALE, RATE_SCALE, SHARES_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { type Detail, Refusal, refuseField } from '../../platform/refusal.ts'
import type { SummaryReading as Summary } from './files/summary-table.ts'
import { keepPrices } from './keep-prices.commands.ts'
import { effectForAudit } from './price-effect.commands.ts'
import { priceBefore } from './prices.queries.ts'
import { type ToleranceOf, tolerancesOf } from './prices-at/tolerances.queries.ts'
import { refuseClosed } from './record-prices.commands.ts'
import { writtenSymbols } from './written-symbols.queries.ts'

// The newest price before the day: that of the security, or of the symbol while no security has it.
const STORED = statement(
  'prices.stored-of-symbols',
  `SELECT w.symbol AS symbol!, w.equity_id,  b.price AS before
     FROM (SELECT a.symbol, security_of_symbol(a.symbol, :tradeDate::date) AS equity_id FROM unnest(:symbols::text[]) AS a (symbol)) w
     LEFT JOIN LATERAL (SELECT ${priceBefore('w.equity_id', 'w.symbol', ':tradeDate::date')} AS price) b ON true`,
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
  refuseClosed(calendar, day, 'tradeDate')
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

export interface Upload extends RecordedBy {
  readonly summary: Summary
  readonly tradeDate: string
  readonly fileName: string
  /** The file, base64. */
  readonly data: string
  readonly replace: boolean
  readonly reason: string | null
  readonly dryRun: boolean
}

/**
 * Records the rows of a day: all of them or nothing. Prices that were typed give way to the exchange's.
 * @throws Refusal `prices.duplicate` (409) where the exchange's prices of a row's symbol are recorded already and are not to be replaced;
 *   `period.locked` (409).
 */
export async function uploadSummary(tx: Transaction, upload: Upload): Promise<Outcome<UploadReport>> {
  const { summary, tradeDate, replace, dryRun } = upload
  let duplicates = 0
  const rows = await withSymbols(tx, summary.rows)
  const { changes, effect } = await keepPrices(tx, {
    source: 'summary',
    tradeDate,
    rows,
    whole: replace,
    fileName: upload.fileName || null,
    sha256: createHash('sha256').update(upload.data, 'base64').digest(),
    reason: upload.reason,
    ...recorder(upload),
    dryRun,
    check: ({ current: standing }) => {
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
  const stored = await storedOf(tx, rows, tradeDate)
  const toleranceOf = await tolerancesOf(
    tx,
    [...stored.values()].map(({ equityId }) => ({ equityId, day: tradeDate })),
  )
  const unknown = rows.flatMap(({ symbol, companyName }) =>
    (stored.get(symbol)?.equityId ?? null) !== null ? [] : [{ symbol, company_name: companyName }],
  )
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
    exceptions: exceptionsIn(rows, tradeDate, { stored, toleranceOf }),
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
  day: RecordedBy & {
    readonly tradeDate: string
    readonly reason: string | null
    readonly dryRun: boolean
  },
): Promise<Outcome<{ tradeDate: string; removed: number; effect?: PriceEffect }>> {
  const { tradeDate, reason, dryRun } = day
  const { changes, effect } = await keepPrices(tx, {
    source: 'summary',
    tradeDate,
    rows: [],
    whole: true,
    fileName: null,
    sha256: null,
    reason,
    ...recorder(day),
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

/** The price of a symbol in the books. */
interface Stored {
  /** Null where no security has it. */
  readonly equityId: number | null
  /** The newest price before the day of the upload. */
  readonly before: bigint | null
}

async function storedOf(
  db: Queryable,
  rows: readonly PriceRow[],
  tradeDate: string,
): Promise<ReadonlyMap<string, Stored>> {
  const found = await db.query(STORED, { symbols: rows.map(({ symbol }) => symbol), tradeDate })
  return new Map(
    found.map(({ symbol, equity_id, before }) => [
      symbol,
      { equityId: equity_id, before: before === null ? null : decimalOf(before, PRICE_SCALE) },
    ]),
  )
}

/** The rows with the symbols that they mean. @throws Refusal `prices.rows` where two lines mean the same one. */
async function withSymbols(tx: Transaction, rows: Summary['rows']): Promise<Summary['rows']> {
  const meant = await writtenSymbols(
    tx,
    rows.map(({ symbol }) => symbol),
  )
  if (meant.size === 0) return rows
  const lineOf = new Map(
    rows.filter(({ symbol }) => !meant.has(symbol)).map(({ symbol, line }) => [symbol, line]),
  )
  const twice: Detail[] = []
  const named = rows.map((row) => {
    const symbol = meant.get(row.symbol)
    if (symbol === undefined) return row
    const other = lineOf.get(symbol)
    if (other === undefined) lineOf.set(symbol, row.line)
    else {
      const message = `Line ${row.line}: ${row.symbol} is ${symbol}, which is in line ${other} already.`
      twice.push({ field: 'Symbol', message })
    }
    return { ...row, symbol }
  })
  if (twice.length > 0) throw new Refusal('prices.rows', { count: twice.length }, twice.slice(0, NAMED_MOST))
  return named
}

function exceptionsIn(
  rows: readonly PriceRow[],
  tradeDate: string,
  {
    stored,
    toleranceOf,
  }: { readonly stored: ReadonlyMap<string, Stored>; readonly toleranceOf: ToleranceOf },
): TradeSummary[] {
  const price = (units: bigint | null) => (units === null ? null : toJsonNumber(units, PRICE_SCALE))
  const whole = (units: bigint | null) => (units === null ? null : toJsonNumber(units, SHARES_SCALE))
  return rows.flatMap((row) => {
    const { equityId = null, before = null } = stored.get(row.symbol) ?? {}
    const tolerance = toleranceOf(equityId, tradeDate)
    const previousClose = row.previousClose ?? before
    const exceptions = exceptionsOf({ ...row, previousClose }, tolerance)
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
      known: equityId !== null,
      compared_with: price(previousClose),
      asked_from: toJsonNumber(tolerance.askedFrom, RATE_SCALE),
      exceptions,
    }
  })
}
