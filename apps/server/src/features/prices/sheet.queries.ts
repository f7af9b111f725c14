/** The price sheet of a day: what is held, its price, and the newest one before it. */
import type { PriceSheet, SheetRow } from '@em/contract/prices/prices'
import {
  addMarketDays,
  closedDay,
  lastMarketDay,
  type MarketCalendar,
} from '@em/core/holidays/market-calendar'
import { exceptionsOf } from '@em/core/prices/exceptions'
import { decimalOf, PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { TODAY_BEGAN } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { heldSecurities } from '../holdings/holdings.queries.ts'
import { type ToleranceOf, tolerancesOf } from './prices-at/tolerances.queries.ts'

const ROWS = statement(
  'prices.sheet-rows',
  `WITH wanted AS (
     SELECT e.id AS equity_id, e.symbol, e.name FROM equities e WHERE e.id = ANY (:held::bigint[])
     UNION
     SELECT p.equity_id, coalesce(e.symbol, p.symbol), coalesce(e.name, p.company_name)
       FROM prices p LEFT JOIN equities e ON e.id = p.equity_id WHERE p.trade_date = :date::date)
   SELECT w.equity_id, w.symbol AS symbol!, w.name, b.trade_date AS before_date, b.last_trade AS before_last, b.close AS before_close,
          p.last_trade, p.close, p.high, p.low, p.previous_close, p.version, p.source, s.recorded_at, trim(u.first_name || ' ' || u.last_name) AS recorded_by,
          coalesce(s.recorded_at >= ${TODAY_BEGAN}, false) AS recorded_today!, r.last_trade AS replaced_last, r.close AS replaced_close
     FROM wanted w
     LEFT JOIN LATERAL (
       SELECT trade_date, last_trade, close FROM prices WHERE equity_id = w.equity_id AND trade_date < :date::date
        ORDER BY trade_date DESC LIMIT 1) b ON true
     LEFT JOIN prices p ON p.trade_date = :date::date AND (p.equity_id = w.equity_id OR p.equity_id IS NULL AND w.equity_id IS NULL AND p.symbol = w.symbol)
     LEFT JOIN price_versions r ON r.trade_date = p.trade_date AND r.symbol = p.symbol AND r.version = p.version - 1
     LEFT JOIN price_sets s ON s.id = p.set_id LEFT JOIN users u ON u.id = s.recorded_by
    ORDER BY w.symbol`,
)
const SIGNED = statement(
  'prices.signed-off',
  `SELECT s.is_signed, s.recorded_at, trim(u.first_name || ' ' || u.last_name) AS by
     FROM price_sign_offs s LEFT JOIN users u ON u.id = s.recorded_by WHERE s.trade_date = :date::date ORDER BY s.id DESC LIMIT 1`,
)

/** The user who signed the sheet of a day off; null while it is open. */
export async function signedOff(db: Queryable, date: string): Promise<PriceSheet['signedOff']> {
  const [newest] = await db.query(SIGNED, { date })
  return newest?.is_signed ? { by: newest.by ?? '', at: newest.recorded_at } : null
}

/** The sheet of a day for the portfolios that one sees. */
export async function priceSheet(db: Queryable, date: string, calendar: MarketCalendar): Promise<PriceSheet> {
  const [held, sign] = await Promise.all([heldSecurities(db, date), signedOff(db, date)])
  const found = await db.query(ROWS, { date, held: [...held.keys()] })
  const toleranceOf = await tolerancesOf(
    db,
    found.map(({ equity_id }) => ({ equityId: equity_id, day: date })),
  )
  const rows = found.map((row) => rowOf(row, held, { date, calendar, toleranceOf }))
  return {
    date,
    marketDay: lastMarketDay(calendar, date),
    closed: closedDay(calendar, date),
    signedOff: sign,
    missing: rows.filter(({ quantity, price }) => quantity > 0 && price === null).length,
    rows,
  }
}

const units = (value: string | null) => (value === null ? null : decimalOf(value, PRICE_SCALE))
const numberOf = (value: string | null) => (value === null ? null : Number(value))

function rowOf(
  row: RowOf<typeof ROWS>,
  held: ReadonlyMap<number, number>,
  {
    date,
    calendar,
    toleranceOf,
  }: { readonly date: string; readonly calendar: MarketCalendar; readonly toleranceOf: ToleranceOf },
): SheetRow {
  const tolerance = toleranceOf(row.equity_id, date)
  return {
    symbol: row.symbol,
    company_name: row.name,
    quantity: row.equity_id === null ? 0 : (held.get(row.equity_id) ?? 0),
    previous:
      row.before_date === null || row.before_last === null
        ? null
        : {
            trade_date: row.before_date,
            last_trade: Number(row.before_last),
            close: numberOf(row.before_close),
            market_days: marketDaysBetween(calendar, row.before_date, date),
          },
    price:
      row.last_trade === null
        ? null
        : {
            last_trade: Number(row.last_trade),
            close: numberOf(row.close),
            source: row.source as 'typed',
            version: row.version ?? 1,
            recorded_by: row.recorded_by ?? '',
            recorded_at: row.recorded_at ?? '',
            recorded_today: row.recorded_today,
            replaced:
              row.replaced_last === null
                ? null
                : { last_trade: Number(row.replaced_last), close: numberOf(row.replaced_close) },
            asked_from: toJsonNumber(tolerance.askedFrom, RATE_SCALE),
            exceptions: exceptionsOf(
              {
                high: units(row.high),
                low: units(row.low),
                lastTrade: decimalOf(row.last_trade, PRICE_SCALE),
                previousClose: units(row.previous_close ?? row.before_close ?? row.before_last),
              },
              tolerance,
            ),
          },
  }
}

/** Days of the exchange from one day to another that are listed one by one. */
const COUNTED_MOST = 30

/** Market days after `from` until `to`; a price older than that many is as old as that. */
function marketDaysBetween(calendar: MarketCalendar, from: string, to: string): number {
  let day = from
  for (let count = 0; count < COUNTED_MOST; count += 1) {
    if (day >= to) return count
    day = addMarketDays(calendar, day, 1)
    if (day > to) return count
  }
  return COUNTED_MOST
}
