import { SETTLEMENT_WORDS } from '@em/contract/settlements/settlements'
import { CLOSING } from '@em/core/ledger/lines'
import { addDays } from '@em/core/values/dates'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import { symbolsWithoutPrice } from '../holdings/holdings.queries.ts'

import { stateSql } from '../settlements/list/settlements.state.ts'
import { netOf, storedSumsAt } from '../statements/statements.balances.ts'

const RECENT = statement(
  'dashboard.recent',
  `SELECT t.id, t.side, e.symbol, e.name AS company_name, p.portfolio_name AS portfolio, v.quantity, v.price, v.net AS net_value,
          v.trade_date, ${stateSql(':today::date')} AS state, t.recorded_at AS created_at
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
     LEFT JOIN settlement_states s ON s.trade_id = t.id
    WHERE NOT t.is_deleted AND t.side <> 'opening' AND (:portfolioId?::bigint IS NULL OR t.portfolio_id = :portfolioId)
    ORDER BY v.trade_date DESC, t.id DESC LIMIT 10`,
)

/** The ten most recent buys and sells: newest trade date first, then the one recorded last. Opening lots are no trades. */
export async function recentTrades(db: Queryable, portfolioId: number | null, today: string) {
  const rows = await db.query(RECENT, { portfolioId, today })
  return rows.map(({ state, ...row }) => ({
    ...row,
    status: SETTLEMENT_WORDS[state],
    price: jsonNumber(row.price),
    net_value: jsonNumber(row.net_value),
  }))
}

/** The dividend income of a portfolio (null: all) in some days by posting date, before withholding tax and without year-end closings, in cents. */
export async function dividendsIn(
  db: Queryable,
  {
    portfolioId,
    from,
    to,
  }: { readonly portfolioId: number | null; readonly from: string; readonly to: string },
): Promise<bigint> {
  const accounts = await chartOfAccounts(db, { from, to })
  const accountIds = accounts.filter(({ role }) => role === 'dividend-income').map(({ id }) => id)
  const filter = { portfolioIds: portfolioId === null ? null : [portfolioId], accountIds, types: [CLOSING] }
  const [end = [], before = []] = await storedSumsAt(db, [to, addDays(from, -1)], filter)
  const isIncome = ({ type }: { readonly type: string }) => type !== CLOSING
  return netOf(before, isIncome) - netOf(end, isIncome)
}

// Counts over the trades' index on portfolio and side; the five largest.
const MOST_TRADED = statement(
  'dashboard.most-traded',
  `SELECT e.id AS equity_id, e.symbol, e.name AS company_name, c.buys
     FROM (SELECT equity_id, count(*) AS buys FROM trades
            WHERE side = 'buy' AND NOT is_deleted AND (:portfolioId?::bigint IS NULL OR portfolio_id = :portfolioId)
            GROUP BY equity_id ORDER BY buys DESC, equity_id LIMIT 5) c
     JOIN equities e ON e.id = c.equity_id ORDER BY c.buys DESC, e.symbol`,
)

/** The five securities bought most often. */
export function mostTraded(db: Queryable, portfolioId: number | null) {
  return db.query(MOST_TRADED, { portfolioId })
}

const SETUP = statement(
  'dashboard.setup',
  `SELECT (SELECT count(*) FROM equities WHERE is_active) AS equities,
          (SELECT count(*) FROM portfolios WHERE status = 'Active') AS portfolios,
          (SELECT count(*) FROM settlement_accounts) AS "settlementAccounts",
          (SELECT count(*) FROM cost_of_funds) AS "costOfFunds",
          (SELECT count(*) FROM (SELECT 1 FROM trades LIMIT 1) any_trade) AS trades`,
)

/** How far a new installation has come: what the first trade needs. `trades` is 0 or 1. */
export async function setup(db: Queryable) {
  const [row] = await db.query(SETUP)
  return row ?? { equities: 0, portfolios: 0, settlementAccounts: 0, costOfFunds: 0, trades: 0 }
}

const WITHOUT_PRICE = statement(
  'dashboard.without-price',
  `SELECT DISTINCT e.id, e.symbol FROM chains c JOIN equities e ON e.id = c.equity_id
    WHERE c.quantity > 0 AND NOT EXISTS (SELECT FROM prices p WHERE p.equity_id = c.equity_id) ORDER BY e.symbol`,
)
const LAST_PRICE = statement('dashboard.last-price', 'SELECT max(trade_date) AS day FROM prices')

/** The symbols held that have no price, and the day of the newest price. */
export interface PricesToAttend {
  readonly unpriced: readonly string[]
  readonly lastPrice: string | null
}
export async function pricesToAttend(db: Queryable, today: string): Promise<PricesToAttend> {
  const [held, [last]] = await Promise.all([db.query(WITHOUT_PRICE), db.query(LAST_PRICE)])
  return { unpriced: await symbolsWithoutPrice(db, held, today), lastPrice: last?.day ?? null }
}

const WITHOUT_METHOD = statement(
  'dashboard.without-method',
  `SELECT count(*) AS portfolios FROM portfolios p
    WHERE status = 'Active' AND NOT EXISTS (SELECT FROM costing_methods m WHERE m.portfolio_id = p.id)`,
)
/** How many active portfolios have no costing method. */
export async function withoutMethod(db: Queryable): Promise<number> {
  const [row] = await db.query(WITHOUT_METHOD)
  return row?.portfolios ?? 0
}
