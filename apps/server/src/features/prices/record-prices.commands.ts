/** Keeps prices that people type, paste or load from a file. */
import type { PricesRecorded } from '@em/contract/prices/prices'
import { closedDay, type MarketCalendar } from '@em/core/holidays/market-calendar'
import type { NextVersion } from '@em/core/prices/day-changes'
import { exceptionsOf, type PriceException } from '@em/core/prices/exceptions'
import type { PriceFigures, PriceRow } from '@em/core/prices/price-row'
import { nearestSecurities } from '@em/core/securities/nearest-securities'
import { symbolFromText } from '@em/core/securities/symbol'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, PRICE_SCALE, type RateUnits } from '@em/core/values/decimal'
import { percentageOf, percentInWords, priceInWords } from '@em/core/values/money'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { type Detail, Refusal, refuseField } from '../../platform/refusal.ts'
import { holdDay, keepPrices, standingPrices } from './keep-prices.commands.ts'
import { effectForAudit } from './price-effect.commands.ts'
import { tolerancesOf } from './prices-at/tolerances.queries.ts'
import { writtenSymbols } from './written-symbols.queries.ts'

const SECURITIES = statement(
  'prices.securities',
  `SELECT w.word AS word!, e.id AS equity_id, e.symbol, e.name, f.choices, b.last_trade AS before, b.close AS before_close
     FROM unnest(:words::text[]) WITH ORDINALITY AS w (word, place)
     LEFT JOIN LATERAL (
       SELECT min(m.equity_id) AS id, array_agg(q.symbol ORDER BY q.symbol) AS choices
         FROM securities_meant(w.word, :date::date) m JOIN equities q ON q.id = m.equity_id WHERE m.place = 1) f ON true
     LEFT JOIN equities e ON e.id = f.id AND cardinality(f.choices) = 1
     LEFT JOIN LATERAL (
       SELECT last_trade, close FROM prices WHERE equity_id = e.id AND trade_date < :date::date ORDER BY trade_date DESC LIMIT 1) b ON true
    ORDER BY w.place`,
)

const MASTER = statement('prices.equity-master', 'SELECT symbol, name FROM equities ORDER BY symbol')

export interface TypedPrice {
  readonly symbol: string
  /** Null takes the price back. */
  readonly lastTrade: bigint | null
  readonly close: bigint | null
}

export interface TypedPrices extends RecordedBy {
  readonly date: string
  readonly source: 'typed' | 'pasted' | 'file'
  readonly rows: readonly TypedPrice[]
  readonly fileName: string | null
  readonly reason: string | null
  /** Prices that are far from the last one were agreed to. */
  readonly acceptUnusual: boolean
  readonly dryRun: boolean
}

/** @throws Refusal for a day that is to come, or on which the exchange was closed. */
export function refuseDay(
  date: string,
  { calendar, today }: { readonly calendar: MarketCalendar; readonly today: string },
): void {
  if (date > today) throw refuseField('prices.not-over', 'date', { date: dayInWords(date) })
  refuseClosed(calendar, date, 'date')
}

/** @throws Refusal `prices.no-market-day` (422) naming the market days next to the day. */
export function refuseClosed(calendar: MarketCalendar, date: string, field: 'date' | 'tradeDate'): void {
  const closed = closedDay(calendar, date)
  if (closed === null) return
  throw refuseField('prices.no-market-day', field, {
    date: dayInWords(date),
    reason: closed.reason,
    before: dayInWords(closed.before),
    after: dayInWords(closed.after),
  })
}

/**
 * Records prices of a day, all or none. A price of the exchange keeps its other figures; what is typed is its last trade.
 * @throws Refusal `prices.unknown-symbol` (422) by row, `prices.unusual` (409) where prices are far from the last ones without a confirmation,
 *   `prices.signed-off` (409), `period.locked` (409).
 */
export async function recordPrices(tx: Transaction, sent: TypedPrices): Promise<Outcome<PricesRecorded>> {
  const { date, rows, source, fileName, reason } = sent
  const named = await securitiesOf(tx, rows, date)
  await holdDay(tx, date)
  const standing = new Map((await standingPrices(tx, date)).map((price) => [price.symbol, price]))
  const toleranceOf = await tolerancesOf(
    tx,
    named.map(({ equityId }) => ({ equityId, day: date })),
  )
  const valid: PriceRow[] = []
  const removed: NextVersion[] = []
  const unusual: Unusual[] = []
  for (const [index, row] of rows.entries()) {
    const security = named[index]
    if (security === undefined) continue
    const { symbol } = security
    const before = standing.get(symbol)
    if (row.lastTrade === null) {
      if (before !== undefined && before.figures !== null)
        removed.push({ symbol, version: before.version + 1, figures: null })
      continue
    }
    const figures = figuresOf(row.lastTrade, row.close, before?.figures ?? null, security.name)
    const previous = figures.previousClose ?? security.previous
    const isNew = before?.figures?.lastTrade !== row.lastTrade
    const { askedFrom } = toleranceOf(security.equityId, date)
    const exceptions = isNew ? exceptionsOf({ ...figures, previousClose: previous }, { askedFrom }) : []
    if (exceptions.length > 0) unusual.push({ symbol, figures, previous, askedFrom, exceptions })
    valid.push({ symbol, ...figures })
  }
  if (unusual.length > 0 && !sent.acceptUnusual) throw unusualPrices(unusual)
  const { changes, effect } = await keepPrices(tx, {
    source,
    tradeDate: date,
    rows: valid,
    whole: false,
    takenBack: removed,
    fileName,
    sha256: null,
    reason,
    ...recorder(sent),
    dryRun: sent.dryRun,
  })
  const { added, changed, unchanged } = changes
  return {
    answer: { date, added, changed, removed: removed.length, unchanged, ...(effect && { effect }) },
    audit: {
      action: 'prices.record',
      entity: 'price-day',
      entityId: date,
      after: {
        trade_date: date,
        rows: rows.length,
        added,
        changed,
        removed: removed.length,
        unusual: unusual.length,
        ...effectForAudit(effect),
        reason,
      },
    },
  }
}

/** The typed figures, over those of the exchange for the security on the day. */
function figuresOf(
  lastTrade: bigint,
  close: bigint | null,
  known: PriceFigures | null,
  name: string,
): PriceFigures {
  const previousClose = known?.previousClose ?? null
  const move = previousClose === null ? null : lastTrade - previousClose
  return {
    companyName: known?.companyName ?? name,
    shareVolume: known?.shareVolume ?? null,
    tradeVolume: known?.tradeVolume ?? null,
    previousClose,
    open: known?.open ?? null,
    high: known?.high ?? null,
    low: known?.low ?? null,
    lastTrade,
    close: close ?? known?.close ?? null,
    changeRs: move,
    changePercent: move === null || previousClose === null ? null : percentageOf(move, previousClose),
  }
}

interface Security {
  readonly equityId: number | null
  /** As the market writes it. */
  readonly symbol: string
  readonly name: string
  /** The newest price before the day. */
  readonly previous: bigint | null
}

async function securitiesOf(db: Queryable, rows: readonly TypedPrice[], date: string): Promise<Security[]> {
  const found = await meantBy(
    db,
    rows.map(({ symbol }) => symbol),
    date,
  )
  const problems: Detail[] = []
  const indexOf = new Map<string, number>()
  const isUnknown = found.some(({ symbol, choices }) => symbol === null && (choices ?? []).length === 0)
  const near = nearestSecurities(isUnknown ? await db.query(MASTER) : [])
  const notThere = (word: string) => {
    const nearest = near(word).map(({ symbol, name }) => `${symbol} (${name})`)
    const missing = `${word} is not in the Equity Master.`
    return nearest.length === 0 ? missing : `${missing} The nearest: ${nearest.join(', ')}.`
  }
  const securities = found.map((row, index): Security => {
    const field = `rows.${index + 1}.symbol`
    const symbol = row.symbol === null ? null : symbolFromText(row.symbol)
    if (symbol === null || row.name === null) {
      const choices = row.choices ?? []
      problems.push({
        field,
        message:
          choices.length > 1
            ? `${row.word} may be ${choices.join(', ')}. Please name the symbol.`
            : notThere(row.word),
      })
      return { symbol: '', equityId: null, name: '', previous: null }
    }
    const earlier = indexOf.get(symbol)
    if (earlier !== undefined)
      problems.push({ field, message: `${symbol} stands in row ${earlier + 1} already.` })
    indexOf.set(symbol, index)
    const before = row.before_close ?? row.before
    return {
      symbol,
      equityId: row.equity_id,
      name: row.name,
      previous: before === null ? null : decimalOf(before, PRICE_SCALE),
    }
  })
  if (problems.length > 0) throw new Refusal('prices.unknown-symbol', { count: problems.length }, problems)
  return securities
}

/** The securities that the texts of the rows name: by symbol or company name first, then by company code or a symbol with other signs. */
export async function meantBy(db: Queryable, words: readonly string[], date: string) {
  const found = await db.query(SECURITIES, { words, date })
  const open = found.filter(({ symbol, choices }) => symbol === null && (choices ?? []).length === 0)
  const written = await writtenSymbols(
    db,
    open.map(({ word }) => word),
  )
  if (written.size === 0) return found
  const again = await db.query(SECURITIES, { words: [...written.values()], date })
  const byWord = new Map([...written.keys()].map((word, index) => [word, again[index]]))
  return found.map((row) => {
    const meant = row.symbol === null ? byWord.get(row.word) : undefined
    return meant?.symbol == null ? row : { ...meant, word: row.word }
  })
}

/** Prices named in the question. */
const NAMED_MOST = 5

interface Unusual {
  readonly symbol: string
  readonly figures: PriceFigures
  readonly previous: bigint | null
  readonly askedFrom: RateUnits
  readonly exceptions: readonly PriceException[]
}

/** Why a price has to be confirmed: the user who is asked must see it. */
function reasonOf({ figures: { high, low }, previous, askedFrom, exceptions }: Unusual): string {
  const why: string[] = []
  if (exceptions.includes('large-move') && previous !== null)
    why.push(`more than ${percentInWords(askedFrom)} from ${priceInWords(previous)}`)
  if (exceptions.includes('outside-range') && low !== null && high !== null)
    why.push(`outside the day's range ${priceInWords(low)} to ${priceInWords(high)}`)
  else if (exceptions.includes('outside-range')) why.push("outside the day's range")
  if (exceptions.includes('range-reversed')) why.push("the day's low is above its high")
  return why.join(' and ')
}

function unusualPrices(found: readonly Unusual[]): Refusal {
  const words = found
    .slice(0, NAMED_MOST)
    .map((one) => `${one.symbol} at ${priceInWords(one.figures.lastTrade)}, ${reasonOf(one)}`)
  const more = found.length - words.length
  const list = more > 0 ? `${words.join('; ')}; and ${more} more` : words.join('; ')
  return new Refusal('prices.unusual', { count: found.length, list })
}
