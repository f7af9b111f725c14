/** Reading trades: one statement a list. */

import { LIST_MAX } from '@em/contract/kit/register'
import type { SellTransaction } from '@em/contract/trades/sells'
import type { BuyTransaction } from '@em/contract/trades/trades'
import { adderTo, containing } from '../../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { brokerLike } from '../../brokers/named.ts'
import { answerOfRow, versionColumns } from '../terms/version-answer.ts'
import { ALL_JOINS, fromFor } from './joined-tables.ts'
import { afterCursor, cursorAfter, orderBy, tradeOrder } from './trade-order.ts'

export interface TradeFilter {
  readonly portfolioId?: number | undefined
  readonly equityId?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface Page<T> {
  readonly rows: T[]
  readonly total: number
  readonly nextCursor: string | null
}

const FROM = `FROM trades t ${ALL_JOINS}`
const COLUMNS = `t.id, t.version, e.name AS company_name, e.symbol, e.id AS equity_id, p.portfolio_name AS portfolio,
            p.portfolio_id AS portfolio_code, p.id AS portfolio_record_id, t.deal_number, t.recorded_at,
            ${versionColumns('v')},
            coalesce(r.money_generation_cost, 0)::text AS money_generation_cost`
// The result of a sale, the closing price of its day, and the buys whose lots it took, oldest first.
const SALE_COLUMNS = `, r.cost_out, r.capital_gain, r.holding_days, r.bought_price, r.profit_loss,
            (SELECT m.costing_method FROM costing_methods m WHERE m.portfolio_id = t.portfolio_id) AS costing_method,
            (SELECT c.last_trade FROM prices c WHERE c.equity_id = t.equity_id AND c.trade_date <= v.trade_date
              ORDER BY c.trade_date DESC LIMIT 1) AS closing_price,
            (SELECT x.quantity - x.quantity_change FROM chain_events x WHERE x.id = t.id) AS total_shares,
            (SELECT string_agg(b.contract_number, ', ' ORDER BY l.trade_date, l.event_id)
               FROM lot_changes k JOIN lots l ON l.event_id = k.lot_event_id JOIN trades o ON o.id = l.event_id
               JOIN trade_versions b ON b.trade_id = o.id AND b.version = o.version WHERE k.event_id = t.id) AS buy_contract,
            (SELECT string_agg(DISTINCT l.trade_date::text, ', ' ORDER BY l.trade_date::text)
               FROM lot_changes k JOIN lots l ON l.event_id = k.lot_event_id WHERE k.event_id = t.id) AS buy_dates,
            (SELECT json_agg(json_build_object('buyTransactionId', a.buy_trade_id, 'allocatedQuantity', a.quantity) ORDER BY a.buy_trade_id)
               FROM trade_allocations a WHERE a.trade_id = t.id AND a.version = t.version) AS allocations`

/** Buys, newest first (by order of recording) unless sorted otherwise, a page from the cursor on. */
export async function listBuys(db: Queryable, filter: TradeFilter): Promise<Page<BuyTransaction>> {
  const page = await listTrades<BuyRow>(db, { ...filter, side: 'buy' }, '')
  return { ...page, rows: page.rows.map(toBuy) }
}

/** Sells, in the same way. */
export async function listSells(db: Queryable, filter: TradeFilter): Promise<Page<SellTransaction>> {
  const page = await listTrades<SellRow>(db, { ...filter, side: 'sell' }, SALE_COLUMNS)
  return { ...page, rows: page.rows.map(toSell) }
}

const ONE_BUY = statement('trades.one-buy', `SELECT ${COLUMNS} ${FROM} WHERE t.id = :id AND t.side = 'buy'`)
const ONE_SELL = statement(
  'trades.one-sell',
  `SELECT ${COLUMNS}${SALE_COLUMNS} ${FROM} WHERE t.id = :id AND t.side = 'sell'`,
)

/** A buy and a sell as one is shown and as lists have them. */
type BuyRow = RowOf<typeof ONE_BUY>
type SellRow = RowOf<typeof ONE_SELL>

/** One buy in the version in force. @throws Refusal 404. */
export async function findBuy(db: Queryable, id: number): Promise<BuyTransaction> {
  const [row] = await db.query(ONE_BUY, { id })
  if (!row) throw new Refusal('record.missing', { what: 'The buy' })
  return toBuy(row)
}

/** One sale in the version in force, with what it came to. @throws Refusal 404. */
export async function findSell(db: Queryable, id: number): Promise<SellTransaction> {
  const [row] = await db.query(ONE_SELL, { id })
  if (!row) throw new Refusal('record.missing', { what: 'The sale' })
  return toSell(row)
}

async function listTrades<Row extends BuyRow>(
  db: Queryable,
  filter: TradeFilter & { readonly side: 'buy' | 'sell' },
  moreColumns: string,
): Promise<Page<Row>> {
  const values: unknown[] = [filter.side]
  const where = ['t.side = $1', 'NOT t.is_deleted']
  const add = adderTo(where, values)
  if (filter.portfolioId !== undefined) add((value) => `t.portfolio_id = ${value}`, filter.portfolioId)
  if (filter.equityId !== undefined) add((value) => `t.equity_id = ${value}`, filter.equityId)
  if (filter.from) add((value) => `v.trade_date >= ${value}::date`, filter.from)
  if (filter.to) add((value) => `v.trade_date <= ${value}::date`, filter.to)
  if (filter.search) {
    const like = containing(filter.search)
    add(
      (value) =>
        `(t.equity_id IN (SELECT securities_like(${value})) OR t.deal_number ILIKE ${value} OR v.contract_number ILIKE ${value} OR ${brokerLike('v.broker_name', value)} OR p.portfolio_name ILIKE ${value})`,
      like,
    )
  }
  const [count] = await db.query<{ total: number }>(
    `SELECT count(*) AS total ${fromFor(where.join())} WHERE ${where.join(' AND ')}`,
    values,
  )
  const order = tradeOrder(filter.sort)
  if (filter.cursor !== undefined) {
    where.push(afterCursor(order, filter.cursor, (value) => `$${values.push(value)}`))
  }
  const limit = filter.limit ?? LIST_MAX
  // The page is found by what its condition and order need; only its own rows are then read whole.
  const by = `ORDER BY ${orderBy(order)}`
  const keys = `SELECT t.id ${fromFor(`${where.join()} ${by}`)} WHERE ${where.join(' AND ')} ${by} LIMIT ${limit + 1}`
  const rows = await db.query<Row & { sort_key: string }>(
    `SELECT ${COLUMNS}${moreColumns}, (${order.key.sql})::text AS sort_key
       FROM (${keys}) page JOIN trades t ON t.id = page.id ${ALL_JOINS} ${by}`,
    values,
  )
  const more = rows.length > limit
  const page = more ? rows.slice(0, limit) : rows
  const last = more ? page.at(-1) : undefined
  return {
    rows: page,
    total: count?.total ?? 0,
    nextCursor: last === undefined ? null : cursorAfter(order, last),
  }
}

function toBuy(row: BuyRow): BuyTransaction {
  return {
    id: row.id,
    version: row.version,
    company_name: row.company_name,
    symbol: row.symbol,
    equity_id: row.equity_id,
    portfolio: row.portfolio,
    portfolioId: row.portfolio_code,
    portfolio_record_id: row.portfolio_record_id,
    deal_number: row.deal_number,
    ...answerOfRow(row),
    money_generation_cost: jsonNumber(row.money_generation_cost),
    created_at: row.recorded_at,
  }
}

function toSell(row: SellRow): SellTransaction {
  const { portfolio, price, generate_payment: _generate, ...common } = toBuy(row)
  return {
    ...common,
    portfolio_name: portfolio,
    sold_price: price,
    valuation_method: row.costing_method ?? 'WAP',
    bought_price: jsonNumber(row.bought_price ?? '0'),
    capital_gain: jsonNumber(row.capital_gain ?? '0'),
    hdays: row.holding_days ?? 0,
    cp: jsonNumber(row.closing_price),
    buy_contract: row.buy_contract,
    buy_transaction_dates: row.buy_dates,
    holding_cost: jsonNumber(row.cost_out ?? '0'),
    profit_loss: jsonNumber(row.profit_loss ?? '0'),
    total_shares: row.total_shares ?? 0,
    allocations: row.allocations ?? [],
  }
}
