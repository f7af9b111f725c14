/**
 * The facts that limits are measured of on a day, loaded of the books: never of what a person sees. Every figure comes from where it is shown
 * elsewhere: values from `holding_value`, net assets from their report by trade date, what is outstanding from the settlements, cash from
 * the ledger's days.
 */

import { addMarketDays } from '@em/core/holidays/market-calendar'
import type { Dealt, LimitFacts, LimitHolding, LimitPortfolio, LimitSecurity } from '@em/core/limits/facts'
import type { LimitMeasure } from '@em/core/limits/limit-codes'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { brokerCalled, brokerOf } from '../brokers/named.ts'
import { heldWhere } from '../holdings/holdings.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { type WithoutShares, withoutShares } from '../reports/net-assets-by-trade-date.queries.ts'
import { pricesOn } from '../reports/prices-on.queries.ts'
import { ASKED, IS_FVOCI, PRICED } from '../reports/valued.ts'
import { type Cells, NO_CELLS } from './cells.ts'
import type { KnownLimit } from './known-limit.ts'
import type { ScopedPortfolio } from './members.ts'
import { idsOf } from './members.ts'
import { outstandingOn } from './outstanding.queries.ts'

const SECURITIES = statement('limits.security-facts', 'SELECT * FROM limited_securities(:day::date)')
// One row for each holding; of a cell one for what is priced of a security, and one for what is not. Of all portfolios, or of the even or odd ones.
const HALF = '(:half?::int IS NULL OR c.portfolio_id % 2 = :half)'
const HOLDINGS = statement(
  'limits.holdings',
  `WITH ${PRICED},
   placed AS MATERIALIZED (
     SELECT p.id, p.price_basis, ${IS_FVOCI} AS is_fvoci, coalesce(x.cell, p.id) AS place
       FROM portfolios p LEFT JOIN unnest(:ofCells::bigint[], :cells::bigint[]) AS x (portfolio_id, cell) ON x.portfolio_id = p.id),
   held AS (${heldWhere(`${ASKED.replaceAll('portfolio_id', 'c.portfolio_id')} AND ${HALF}`)}),
   owned AS MATERIALIZED (
     SELECT h.portfolio_id, h.equity_id, h.quantity, h.cost, h.charges, p.price_basis, p.is_fvoci, p.place FROM held h JOIN placed p ON p.id = h.portfolio_id),
   carried AS (
     SELECT CASE WHEN n.portfolio_id IS NULL THEN h.place ELSE h.portfolio_id END AS place, h.equity_id, h.quantity, k.price,
            h.cost + CASE WHEN h.is_fvoci AND NOT k.is_rights THEN h.charges ELSE 0 END + coalesce(b.amount, 0) AS amount
       FROM owned h
       JOIN priced k ON k.equity_id = h.equity_id AND k.basis = h.price_basis
       LEFT JOIN brought b ON b.portfolio_id = h.portfolio_id AND b.equity_id = h.equity_id
       LEFT JOIN unnest(:alonePortfolios::bigint[], :aloneSecurities::bigint[]) AS n (portfolio_id, equity_id)
              ON n.portfolio_id = h.portfolio_id AND n.equity_id = h.equity_id)
   SELECT place AS "portfolioId!", equity_id AS "securityId!", sum(quantity)::bigint AS quantity!, min(price) AS price, sum(amount) AS carried!,
          sum(holding_value(quantity, price, amount)) AS value!
     FROM carried GROUP BY place, equity_id, price IS NULL`,
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
  readonly portfolios: readonly ScopedPortfolio[]
  readonly limits: readonly KnownLimit[]
  /** Portfolios that are measured only together, and holdings of theirs that acts move all the same. */
  readonly cells?: Cells
  readonly alone?: readonly HoldingOf[]
}

/** A holding is of a portfolio and a security. */
export interface HoldingOf {
  readonly portfolioId: number
  readonly securityId: number
}

/** Market days before a day whose trades are judged as acts on it when they are recorded late. */
const LATE_MARKET_DAYS = 5

const NEED_CASH: readonly LimitMeasure[] = ['minimum-cash', 'percent-of-total']
/** The facts that some limits are measured of, of some portfolios. */
export async function loadFacts(db: Queryable, asked: AskedFacts): Promise<LimitFacts> {
  const { day, today, portfolios, limits, cells = NO_CELLS } = asked
  const portfolioIds = asked.portfolioIds === null ? null : [...asked.portfolioIds]
  const measures = new Set(limits.map(({ terms }) => terms.measure))
  const needs = (...some: readonly string[]) =>
    [...measures].some((one) => some.some((start) => one.startsWith(start)))
  const needsCash = NEED_CASH.some((one) => measures.has(one))
  const calendar = await loadCalendar(db)
  const days = Math.max(0, ...limits.map(({ terms }) => (terms.measure === 'minimum-cash' ? terms.days : 0)))
  const ladderDays = [day]
  for (let index = 1; index <= days; index += 1)
    ladderDays.push(addMarketDays(calendar, ladderDays.at(-1) ?? day, 1))
  const neededIds = idsOf(
    limits.filter(({ terms }) => isOfNetAssets(terms) || NEED_CASH.includes(terms.measure)),
    portfolios,
  )
  // Side by side: on a pool each has a connection of its own.
  const [securities, holdings, shares, settlements, dealt] = await Promise.all([
    securityFacts(db, day),
    loadHoldings(db, asked),
    neededIds === null || neededIds.length > 0
      ? withoutShares(db, { date: day, portfolioIds: neededIds, ladderDays: needsCash ? ladderDays : [] })
      : null,
    needs('exposure-') ? outstandingOn(db, { day, today, portfolioIds }) : null,
    needs('day-size', 'act-size', 'restricted') ? db.query(DEALT, { day, portfolioIds }) : [],
  ])
  // Of a cell's portfolios only those have a place of their own that acts move.
  const moved = new Set(asked.alone?.map(({ portfolioId }) => portfolioId))
  const cellOf = (id: number) => (moved.has(id) ? id : (cells.get(id) ?? id))
  return {
    day,
    securities,
    portfolios: portfoliosOf(asked, { holdings, shares, ladderDays, cellOf }),
    holdings,
    settlements: settlements?.map((one) => ({ ...one, portfolioId: cellOf(one.portfolioId) })) ?? null,
    ladderDays,
    dealt: dealt.map(
      (row): Dealt => ({
        ...row,
        portfolioId: cellOf(row.portfolioId),
        side: row.side === 'buy' ? 'buy' : 'sell',
        gross: cents(row.gross ?? '0'),
      }),
    ),
    acts: [],
    actsFrom: addMarketDays(calendar, day, -LATE_MARKET_DAYS),
  }
}

/** All securities as limits group them on a day, by their ids. */
export async function securityFacts(db: Queryable, day: string): Promise<ReadonlyMap<number, LimitSecurity>> {
  return new Map((await db.query(SECURITIES, { day })).map((row) => [row.equity_id ?? 0, securityOf(row)]))
}

interface Loaded {
  readonly holdings: readonly LimitHolding[]
  readonly shares: ReadonlyMap<number, WithoutShares> | null
  readonly ladderDays: readonly string[]
  /** Where what a portfolio has is counted: its own id, or that of its cell. */
  readonly cellOf: (portfolioId: number) => number
}

/** The assets of each portfolio, and of each cell. */
function portfoliosOf(
  { portfolios, portfolioIds }: AskedFacts,
  { holdings, shares, ladderDays, cellOf }: Loaded,
): Map<number, LimitPortfolio> {
  const wanted = portfolioIds === null ? null : new Set(portfolioIds)
  const nothing = { netAssets: 0n, cash: 0n, ladder: ladderDays.map(() => 0n) }
  const found = new Map<number, LimitPortfolio>()
  for (const { id, code } of portfolios) {
    if (wanted !== null && !wanted.has(id)) continue
    const cell = cellOf(id)
    const before = found.get(cell) ?? { id: cell, code: cell === id ? code : '', ...nothing }
    const own = shares?.get(id)
    found.set(cell, own === undefined ? before : added(before, own))
  }
  for (const { portfolioId, value } of holdings) {
    const of = found.get(portfolioId)
    if (of !== undefined) found.set(portfolioId, { ...of, netAssets: of.netAssets + value })
  }
  return found
}

const added = (to: LimitPortfolio, { net, cash, ladder }: WithoutShares): LimitPortfolio => ({
  ...to,
  netAssets: to.netAssets + net,
  cash: to.cash + cash,
  ladder: to.ladder.map((before, index) => before + (ladder[index] ?? cash)),
})

async function loadHoldings(
  db: Queryable,
  { day, alone = [], ...asked }: AskedFacts,
): Promise<LimitHolding[]> {
  const portfolioIds = asked.portfolioIds === null ? null : [...asked.portfolioIds]
  const prices = await pricesOn(db, portfolioIds, day)
  const portfolios = cellIndexOf(asked.cells ?? NO_CELLS, alone)
  // The holdings of many portfolios are most of what a what-if reads. A pool reads both halves at the same time, each on a connection.
  const halves = portfolioIds?.length === 1 || 'send' in db ? [null] : [0, 1]
  const rows = await Promise.all(
    halves.map((half) =>
      db.query(HOLDINGS, { date: day, portfolioIds, half, ...prices.given, ...portfolios }),
    ),
  )
  return rows.flat().map(holdingOf)
}

/** The cells of holdings for the database. */
const cellIndexOf = (cells: Cells, alone: readonly HoldingOf[]) => ({
  ofCells: [...cells.keys()],
  cells: [...cells.values()],
  alonePortfolios: alone.map(({ portfolioId }) => portfolioId),
  aloneSecurities: alone.map(({ securityId }) => securityId),
})

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
