/** The holdings and acts of the user's portfolios in one security. */

import { kindsWhere } from '@em/contract/corporate-actions/kinds'
import {
  PRICE_DAYS_MAX,
  type PriceDay,
  type SecurityPage,
  type SecuritySide,
  SPLITS_MAX,
  type SplitOfPrices,
  type TradeMark,
} from '@em/contract/securities/security'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { sqlList } from '../../platform/database/sql-list.ts'
import { valuedHoldingOf, valuedHoldingsOf } from '../holdings/valued.queries.ts'

const FACTS = statement(
  'security.facts',
  'SELECT symbol, name, isin, sector, is_active FROM equities WHERE id = :equityId',
)
const EARLIER = statement(
  'security.earlier-symbols',
  `SELECT f.symbol AS symbol!, f.valid_until::text AS until
     FROM former_names() f JOIN equities e ON e.id = f.equity_id
    WHERE f.equity_id = :equityId AND lower(f.symbol) <> lower(e.symbol) ORDER BY f.valid_until DESC, f.symbol LIMIT 20`,
)
const PRICE = statement(
  'security.price',
  `SELECT p.trade_date, p.last_trade, coalesce(p.previous_close, b.close, b.last_trade) AS previous,
          p.last_trade - coalesce(p.previous_close, b.close, b.last_trade) AS change,
          round(100 * (p.last_trade / nullif(coalesce(p.previous_close, b.close, b.last_trade), 0) - 1), 4) AS change_percent
     FROM prices p
     LEFT JOIN LATERAL (
       SELECT close, last_trade FROM prices WHERE equity_id = p.equity_id AND trade_date < p.trade_date ORDER BY trade_date DESC LIMIT 1) b ON true
    WHERE p.equity_id = :equityId AND p.trade_date <= :asOf::date ORDER BY p.trade_date DESC LIMIT 1`,
)
const PORTFOLIOS = statement(
  'security.portfolios',
  `SELECT p.id, p.portfolio_id AS code, p.portfolio_name AS name, m.costing_method
     FROM portfolios p LEFT JOIN costing_methods m ON m.portfolio_id = p.id WHERE p.id = ANY (:ids::bigint[])`,
)
const SIDES = statement(
  'security.sides',
  `SELECT t.side, count(*) AS trades, sum(v.quantity)::bigint AS quantity, sum(v.gross)::numeric(20, 2) AS gross,
          sum(v.brokerage)::numeric(20, 2) AS brokerage, sum(v.cse_fees)::numeric(20, 2) AS cse_fees, sum(v.cds_fees)::numeric(20, 2) AS cds_fees,
          sum(v.clearing_fees)::numeric(20, 2) AS clearing_fees, sum(v.sec)::numeric(20, 2) AS sec, sum(v.stl)::numeric(20, 2) AS stl,
          sum(v.brokerage + v.cse_fees + v.cds_fees + v.clearing_fees + v.sec + v.stl)::numeric(20, 2) AS fees, sum(v.net)::numeric(20, 2) AS net,
          coalesce(sum(r.capital_gain), 0)::numeric(20, 2) AS capital_gain,
          coalesce(sum(r.capital_gain - r.charges_out - (v.gross - v.net) - r.money_generation_cost), 0)::numeric(20, 2) AS profit_loss
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN event_results r ON r.event_id = t.id AND t.side = 'sell'
    WHERE t.equity_id = :equityId AND NOT t.is_deleted AND v.opening_date IS NULL AND v.trade_date <= :asOf::date
    GROUP BY t.side`,
)

const NOTHING: SecuritySide = {
  trades: 0,
  quantity: 0,
  gross: 0,
  brokerage: 0,
  cse_fees: 0,
  cds_fees: 0,
  clearing_fees: 0,
  sec: 0,
  stl: 0,
  fees: 0,
  net: 0,
}

/** Everything about a security at the end of a day. */
export async function securityAt(db: Queryable, equityId: number, asOf: string): Promise<SecurityPage> {
  const [[facts], earlier, [price], held, sides] = await Promise.all([
    db.query(FACTS, { equityId }),
    db.query(EARLIER, { equityId }),
    db.query(PRICE, { equityId, asOf }),
    valuedHoldingsOf(db, equityId, asOf),
    db.query(SIDES, { equityId, asOf }),
  ])
  if (facts === undefined) throw new Error(`security ${equityId} is gone`)
  const named = await db.query(PORTFOLIOS, { ids: held.map(({ row }) => row.portfolio_id) })
  const portfolios = new Map(named.map((portfolio) => [portfolio.id, portfolio]))
  const positions = held.flatMap((holding) => {
    const portfolio = portfolios.get(holding.row.portfolio_id)
    if (portfolio === undefined) return []
    const {
      id: _id,
      companyName: _name,
      symbol: _symbol,
      sector: _sector,
      ...figures
    } = valuedHoldingOf(holding)
    return [
      {
        portfolioId: portfolio.code,
        portfolioName: portfolio.name,
        costing_method: portfolio.costing_method,
        ...figures,
      },
    ]
  })
  const sideOf = (wanted: 'buy' | 'sell'): SecuritySide => {
    const found = sides.find(({ side }) => side === wanted)
    if (found === undefined) return NOTHING
    return {
      trades: Number(found.trades),
      quantity: Number(found.quantity),
      gross: jsonNumber(found.gross ?? '0'),
      brokerage: jsonNumber(found.brokerage ?? '0'),
      cse_fees: jsonNumber(found.cse_fees ?? '0'),
      cds_fees: jsonNumber(found.cds_fees ?? '0'),
      clearing_fees: jsonNumber(found.clearing_fees ?? '0'),
      sec: jsonNumber(found.sec ?? '0'),
      stl: jsonNumber(found.stl ?? '0'),
      fees: jsonNumber(found.fees ?? '0'),
      net: jsonNumber(found.net ?? '0'),
    }
  }
  const sold = sides.find(({ side }) => side === 'sell')
  return {
    asOf,
    symbol: facts.symbol,
    companyName: facts.name,
    isin: facts.isin,
    sector: facts.sector,
    isActive: facts.is_active,
    earlier,
    price:
      price === undefined
        ? null
        : {
            trade_date: price.trade_date,
            last_trade: jsonNumber(price.last_trade),
            previous: jsonNumber(price.previous),
            change: jsonNumber(price.change),
            change_percent: jsonNumber(price.change_percent),
          },
    positions: positions.toSorted((a, b) => a.portfolioId.localeCompare(b.portfolioId)),
    bought: sideOf('buy'),
    sold: sideOf('sell'),
    realized: {
      capitalGain: jsonNumber(sold?.capital_gain ?? '0'),
      profitLoss: jsonNumber(sold?.profit_loss ?? '0'),
    },
  }
}

// The newest days of the range, oldest first.
const DAYS = statement(
  'security.days',
  `SELECT * FROM (
     SELECT trade_date, open, high, low, last_trade, share_volume FROM prices
      WHERE equity_id = :equityId AND (:from?::date IS NULL OR trade_date >= :from) AND (:to?::date IS NULL OR trade_date <= :to)
      ORDER BY trade_date DESC LIMIT :most) newest
    ORDER BY trade_date`,
)
const MARKS = statement(
  'security.marks',
  `SELECT v.trade_date AS date, t.side, sum(v.quantity)::bigint AS quantity, count(*) AS trades
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE t.equity_id = :equityId AND NOT t.is_deleted
      AND (:from?::date IS NULL OR v.trade_date >= :from) AND (:to?::date IS NULL OR v.trade_date <= :to)
    GROUP BY v.trade_date, t.side ORDER BY v.trade_date DESC, t.side LIMIT :most`,
)

const WITH_RATIO = sqlList(kindsWhere(({ ratio }) => ratio !== undefined))
const ADDED = sqlList(kindsWhere(({ ratio }) => ratio === 'added'))
// Recorded for several portfolios, one by one, it is still one split.
const SPLITS = statement(
  'security.splits',
  `SELECT DISTINCT ON (a.ex_date, a.kind, f."from", f."to") a.ex_date AS date!, a.title, f."from" AS "from!",
          CASE WHEN a.kind IN ${ADDED} THEN f."from" + f."to" ELSE f."to" END AS "to!", a.kind
     FROM corporate_actions a JOIN action_versions v ON v.action_id = a.id AND v.version = a.version
    CROSS JOIN LATERAL (
      SELECT CASE WHEN a.kind IN ${ADDED} THEN v.form ->> 'ratioTo' ELSE v.form ->> 'ratioFrom' END AS shares,
             CASE WHEN a.kind IN ${ADDED} THEN v.form ->> 'ratioFrom' ELSE v.form ->> 'ratioTo' END AS come) r
    CROSS JOIN LATERAL (SELECT r.shares::float8 AS "from", r.come::float8 AS "to") f
    WHERE a.equity_id = :equityId AND a.kind IN ${WITH_RATIO} AND a.state NOT IN ('draft', 'cancelled')
      AND a.ex_date IS NOT NULL AND f."from" > 0 AND f."to" > 0
      AND (:from?::date IS NULL OR a.ex_date >= :from) AND (:to?::date IS NULL OR a.ex_date <= :to)
    ORDER BY a.ex_date, a.kind, f."from", f."to", a.id LIMIT :most`,
)

/** Prices of a range of days, oldest first, the days of one's trades, and what made more or fewer shares of one. */
export async function pricesBetween(
  db: Queryable,
  equityId: number,
  range: { readonly from: string | null; readonly to: string | null },
): Promise<{ days: PriceDay[]; marks: TradeMark[]; splits: SplitOfPrices[] }> {
  const asked = { equityId, ...range, most: PRICE_DAYS_MAX }
  const [days, marks, splits] = await Promise.all([
    db.query(DAYS, asked),
    db.query(MARKS, asked),
    db.query(SPLITS, { equityId, ...range, most: SPLITS_MAX }),
  ])
  return {
    splits: splits.map(({ date, title, from, to }) => ({ date, title, from, to })),
    days: days.map((row) => [
      row.trade_date,
      jsonNumber(row.open),
      jsonNumber(row.high),
      jsonNumber(row.low),
      jsonNumber(row.last_trade),
      row.share_volume,
    ]),
    marks: marks.toReversed().map((row) => ({
      date: row.date,
      side: row.side,
      quantity: Number(row.quantity),
      trades: Number(row.trades),
    })),
  }
}
