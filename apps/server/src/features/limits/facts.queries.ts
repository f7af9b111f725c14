/**
 * What limits are measured of on a day, loaded of the books: never of what a person sees. Every figure comes from where it is told
 * elsewhere: values from `holding_value`, net assets from their report by trade date, what is outstanding from the settlements, cash from
 * the ledger's days.
 */

import { addMarketDays } from '@em/core/calendar/market-calendar'
import type { Dealt, LimitFacts, LimitHolding, LimitSecurity, OpenSettlement } from '@em/core/limits/facts'
import type { LimitMeasure } from '@em/core/limits/words'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { brokerCalled, brokerOf } from '../brokers/named.ts'
import { heldWhere } from '../holdings/holdings.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { besideShares } from '../reports/net-assets-by-trade-date.queries.ts'
import { pricesOn } from '../reports/prices-on.queries.ts'
import { ASKED, IS_FVOCI, PRICED } from '../reports/valued.ts'
import { DUE, OUTSTANDING, openTradeIds, pays, stateSql } from '../settlements/list/settlements.state.ts'
import type { Place } from './members.ts'
import type { KnownLimit } from './register.queries.ts'

const SECURITIES = statement('limits.security-facts', 'SELECT * FROM limited_securities(:day::date)')
const HOLDINGS = statement(
  'limits.holdings',
  `WITH ${PRICED}, held AS MATERIALIZED (${heldWhere(ASKED.replaceAll('portfolio_id', 'c.portfolio_id'))}),
   carried AS (
     SELECT h.portfolio_id, h.equity_id, h.quantity, k.price,
            h.cost + CASE WHEN ${IS_FVOCI} AND NOT is_rights(e.symbol) THEN h.charges ELSE 0 END + coalesce(b.amount, 0) AS amount
       FROM held h JOIN portfolios p ON p.id = h.portfolio_id JOIN equities e ON e.id = h.equity_id
       JOIN priced k ON k.equity_id = h.equity_id AND k.basis = p.price_basis
       LEFT JOIN brought b ON b.portfolio_id = h.portfolio_id AND b.equity_id = h.equity_id)
   SELECT portfolio_id AS "portfolioId", equity_id AS "securityId", quantity AS quantity!, price, amount AS carried!,
          holding_value(quantity, price, amount) AS value!
     FROM carried`,
)
const SETTLEMENTS = statement(
  'limits.settlements',
  `SELECT k."portfolioId", ${brokerCalled('k.written')} AS broker!, k.due, k.state IN ('overdue', 'failed') AS "isLate!", k.pays AS "pays!", abs(k.amount) AS amount!
     FROM (SELECT t.portfolio_id AS "portfolioId", v.broker_name AS written, ${DUE} AS due, ${stateSql(':today::date')} AS state,
                  ${pays(OUTSTANDING)} AS pays, ${OUTSTANDING} AS amount
             FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
             LEFT JOIN settlement_states s ON s.trade_id = t.id
            WHERE t.id IN (${openTradeIds(':today::date')}) AND (:portfolioIds?::bigint[] IS NULL OR t.portfolio_id = ANY (:portfolioIds))) k
     ${brokerOf('k.written')}
    WHERE k.state IN ('pending', 'part', 'overdue', 'failed') AND k.amount <> 0 AND k.written IS NOT NULL`,
)
const DEALT = statement(
  'limits.dealt',
  `SELECT t.portfolio_id AS "portfolioId", t.equity_id AS "securityId", ${brokerCalled('v.broker_name')} AS broker, t.side, v.gross
     FROM chain_events x JOIN trades t ON t.id = x.id AND t.side IN ('buy', 'sell') AND NOT t.is_deleted
     JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version ${brokerOf('v.broker_name')}
    WHERE x.event_date = :day::date AND v.trade_date = :day::date AND (:portfolioIds?::bigint[] IS NULL OR t.portfolio_id = ANY (:portfolioIds))`,
)

const cents = (text: string) => decimalOf(text, MONEY_SCALE)

interface AskedFacts {
  /** The day that is measured, and today. */
  readonly day: string
  readonly today: string
  /** Null: every portfolio. */
  readonly portfolioIds: readonly number[] | null
  readonly places: readonly Place[]
  readonly limits: readonly KnownLimit[]
}

const NEED_CASH: readonly LimitMeasure[] = ['minimum-cash', 'percent-of-total']
/** The facts that some limits are measured of, of some portfolios. */
export async function loadFacts(db: Queryable, asked: AskedFacts): Promise<LimitFacts> {
  const { day, today, places, limits } = asked
  const portfolioIds = asked.portfolioIds === null ? null : [...asked.portfolioIds]
  const measures = new Set(limits.map(({ terms }) => terms.measure))
  const needs = (...some: readonly string[]) =>
    [...measures].some((one) => some.some((start) => one.startsWith(start)))
  const ofNetAssets = limits.some(({ terms }) => isOfNetAssets(terms))
  const needsCash = NEED_CASH.some((one) => measures.has(one))
  const calendar = await loadCalendar(db)
  const days = Math.max(0, ...limits.map(({ terms }) => (terms.measure === 'minimum-cash' ? terms.days : 0)))
  const ladderDays = [day]
  for (let place = 1; place <= days; place += 1)
    ladderDays.push(addMarketDays(calendar, ladderDays.at(-1) ?? day, 1))
  const securities = await db.query(SECURITIES, { day })
  const prices = await pricesOn(db, portfolioIds, day)
  const holdings = (await db.query(HOLDINGS, { date: day, portfolioIds, ...prices.given })).map(holdingOf)
  const beside =
    ofNetAssets || needsCash
      ? await besideShares(db, { date: day, portfolioIds, ladderDays: needsCash ? ladderDays : [] })
      : null
  const worth = new Map<number, bigint>()
  for (const { portfolioId, value } of holdings)
    worth.set(portfolioId, (worth.get(portfolioId) ?? 0n) + value)
  const settlements =
    needs('exposure-') && day === today ? await db.query(SETTLEMENTS, { today, portfolioIds }) : null
  const dealt = needs('day-size', 'act-size', 'restricted')
    ? await db.query(DEALT, { day, portfolioIds })
    : []
  const wanted = portfolioIds === null ? null : new Set(portfolioIds)
  return {
    day,
    securities: new Map(securities.map((row) => [row.equity_id ?? 0, securityOf(row)])),
    portfolios: new Map(
      places
        .filter(({ id }) => wanted === null || wanted.has(id))
        .map(({ id, code }) => {
          const of = beside?.get(id)
          const ladder = of?.ladder ?? ladderDays.map(() => of?.cash ?? 0n)
          return [
            id,
            { id, code, netAssets: (worth.get(id) ?? 0n) + (of?.net ?? 0n), cash: of?.cash ?? 0n, ladder },
          ]
        }),
    ),
    holdings,
    settlements: settlements?.map(settlementOf) ?? null,
    ladderDays,
    dealt: dealt.map(
      (row): Dealt => ({ ...row, side: row.side === 'buy' ? 'buy' : 'sell', gross: cents(row.gross ?? '0') }),
    ),
    acts: [],
  }
}

const isOfNetAssets = ({ measure, unit }: KnownLimit['terms']) =>
  measure === 'percent-of-net-assets' ||
  (unit === 'percent' && (measure === 'minimum-cash' || measure.startsWith('exposure-')))

const securityOf = (row: RowOf<typeof SECURITIES>): LimitSecurity => ({
  id: row.equity_id ?? 0,
  symbol: row.symbol ?? '',
  issuer: row.issuer ?? '',
  issuerGroup: row.issuer_group,
  sector: row.sector,
  board: row.board,
  securityClass: row.security_class ?? '',
  votes: BigInt(row.votes ?? 0),
  issued: row.issued === null ? null : BigInt(row.issued),
})
const holdingOf = (row: RowOf<typeof HOLDINGS>): LimitHolding => ({
  portfolioId: row.portfolioId,
  securityId: row.securityId,
  quantity: BigInt(row.quantity),
  price: row.price === null ? null : decimalOf(row.price, PRICE_SCALE),
  carried: cents(row.carried),
  value: cents(row.value),
})
const settlementOf = (row: RowOf<typeof SETTLEMENTS>): OpenSettlement => ({
  portfolioId: row.portfolioId,
  broker: row.broker,
  due: row.due,
  isLate: row.isLate,
  pays: row.pays,
  amount: cents(row.amount),
})
