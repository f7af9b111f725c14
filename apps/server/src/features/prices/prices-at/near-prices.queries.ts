/** The newest prices until the days of trades, by which core's `unusualPrice` judges the prices of the trades. */
import { kindsWhere } from '@em/contract/corporate-actions/kinds'
import type { NearPrice } from '@em/core/prices/trade-price'
import { decimalOf, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { sqlList } from '../../../platform/database/sql-list.ts'

const RESCALING = sqlList(kindsWhere(({ rescales }) => rescales === true))

/**
 * SQL: the newest price of a security until a day, and whether a corporate action has rescaled the share since; no row where there is
 * no price. The arguments are SQL expressions. An action of a portfolio outside the person's scope rescales the share too.
 */
export const nearPriceOf = (equity: string, day: string): string => `
  SELECT p.trade_date AS near_date, p.high AS near_high, p.low AS near_low, p.last_trade AS near_last,
         p.trade_date < ${day} AND EXISTS (
           SELECT FROM em.corporate_actions a
            WHERE a.equity_id = ${equity} AND a.kind IN ${RESCALING}
              AND a.state IN ('announced', 'entitled', 'processed') AND a.ex_date > p.trade_date AND a.ex_date <= ${day}) AS near_rescaled
    FROM (SELECT trade_date, high, low, last_trade FROM prices
           WHERE equity_id = ${equity} AND trade_date <= ${day} ORDER BY trade_date DESC LIMIT 1) p`

const NEAR = statement(
  'prices.near',
  `SELECT w.place::int AS place!, k.* FROM unnest(:equityIds::bigint[], :days::date[]) WITH ORDINALITY AS w (equity_id, day, place)
    CROSS JOIN LATERAL (${nearPriceOf('w.equity_id', 'w.day')}) k`,
)

const unitsOf = (text: string | null) => (text === null ? null : decimalOf(text, PRICE_SCALE))

/** The columns of `nearPriceOf` as core takes them; null where they are. */
export function nearPriceFrom(row: {
  readonly near_date: string | null
  readonly near_high: string | null
  readonly near_low: string | null
  readonly near_last: string | null
  readonly near_rescaled: boolean | null
}): NearPrice | null {
  if (row.near_date === null || row.near_last === null) return null
  return {
    date: row.near_date,
    high: unitsOf(row.near_high),
    low: unitsOf(row.near_low),
    lastTrade: decimalOf(row.near_last, PRICE_SCALE),
    isRescaled: row.near_rescaled === true,
  }
}

/** A security, and the day of a trade of it. */
export interface SecurityOnDay {
  readonly equityId: number
  readonly day: string
}

/** The newest price of each security until each day, in one look-up; each pair is looked up once. */
export async function nearPrices(
  db: Queryable,
  asked: readonly SecurityOnDay[],
): Promise<(equityId: number, day: string) => NearPrice | null> {
  const keyOf = ({ equityId, day }: SecurityOnDay) => `${equityId} ${day}`
  const pairs = [...new Map(asked.map((one) => [keyOf(one), one])).values()]
  const rows = await db.query(NEAR, {
    equityIds: pairs.map(({ equityId }) => equityId),
    days: pairs.map(({ day }) => day),
  })
  const near = new Map(rows.map((row) => [keyOf(pairs[row.place - 1] as SecurityOnDay), nearPriceFrom(row)]))
  return (equityId, day) => near.get(keyOf({ equityId, day })) ?? null
}
