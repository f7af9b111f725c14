/** Reading trades: one statement a list. */
import type { BuyTransaction } from '@em/contract/books/trades'
import { LIST_MAX } from '@em/contract/kit/register'
import type { Queryable } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { afterCursor, cursorAfter, orderBy, tradeOrder } from './trades.sort.ts'

interface BuyRow {
  id: number
  version: number
  company_name: string
  symbol: string
  equity_id: number
  portfolio: string
  portfolio_code: string
  portfolio_record_id: number
  deal_number: string
  description: string | null
  quantity: number
  price: string
  gross: string
  brokerage: string
  cse_fees: string
  cds_fees: string
  clearing_fees: string
  sec: string
  stl: string
  step_up: string | null
  fee_source: BuyTransaction['fee_source']
  net: string
  contract_number: string | null
  broker_name: string | null
  trade_date: string
  settlement_date: string
  settlement_account_id: number | null
  account_name: string | null
  account_number: string | null
  bank_name: string | null
  branch_name: string | null
  cash_flow_on_settlement: string | null
  payment_method: string | null
  generate_payment: 'Yes' | 'No'
  money_generation_cost: string
  cost_of_funds: string | null
  recorded_at: string
}

export interface TradeFilter {
  readonly side: 'buy'
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

/** Trades, newest first (by order of recording) unless sorted otherwise, a page from the cursor on. */
export async function listBuys(db: Queryable, filter: TradeFilter): Promise<Page<BuyTransaction>> {
  const values: unknown[] = [filter.side]
  const where = ['t.side = $1', 'NOT t.is_deleted']
  const add = (condition: string, value: unknown) => {
    values.push(value)
    where.push(condition.replaceAll('?', `$${values.length}`))
  }
  if (filter.portfolioId !== undefined) add('t.portfolio_id = ?', filter.portfolioId)
  if (filter.equityId !== undefined) add('t.equity_id = ?', filter.equityId)
  if (filter.from) add('v.trade_date >= ?::date', filter.from)
  if (filter.to) add('v.trade_date <= ?::date', filter.to)
  if (filter.search) {
    const like = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`
    add(
      '(e.name ILIKE ? OR e.symbol ILIKE ? OR t.deal_number ILIKE ? OR v.contract_number ILIKE ? OR v.broker_name ILIKE ? OR p.portfolio_name ILIKE ?)',
      like,
    )
  }
  const from = `FROM trades t
     JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN equities e ON e.id = t.equity_id
     JOIN portfolios p ON p.id = t.portfolio_id
     LEFT JOIN trade_results r ON r.trade_id = t.id`
  const [count] = await db.query<{ total: number }>(
    `SELECT count(*) AS total ${from} WHERE ${where.join(' AND ')}`,
    values,
  )
  const order = tradeOrder(filter.sort)
  if (filter.cursor !== undefined) {
    where.push(afterCursor(order, filter.cursor, (value) => `$${values.push(value)}`))
  }
  const limit = filter.limit ?? LIST_MAX
  const rows = await db.query<BuyRow & { sort_key: string }>(
    `SELECT t.id, t.version, e.name AS company_name, e.symbol, e.id AS equity_id, p.portfolio_name AS portfolio,
            p.portfolio_id AS portfolio_code, p.id AS portfolio_record_id, t.deal_number, t.recorded_at,
            v.description, v.quantity, v.price, v.gross, v.brokerage, v.cse_fees, v.cds_fees, v.clearing_fees, v.sec, v.stl,
            v.step_up, v.fee_source, v.net, v.contract_number, v.broker_name, v.trade_date, v.settlement_date,
            v.settlement_account_id, v.account_name, v.account_number, v.bank_name, v.branch_name,
            v.cash_flow_on_settlement, v.payment_method, v.generate_payment, v.cost_of_funds,
            coalesce(r.money_generation_cost, 0)::text AS money_generation_cost, (${order.key.sql})::text AS sort_key
       ${from} WHERE ${where.join(' AND ')} ORDER BY ${orderBy(order)} LIMIT ${limit + 1}`,
    values,
  )
  const more = rows.length > limit
  const page = more ? rows.slice(0, limit) : rows
  const last = more ? page.at(-1) : undefined
  return {
    rows: page.map(toBuy),
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
    description: row.description,
    quantity: row.quantity,
    price: jsonNumber(row.price),
    gross_value: jsonNumber(row.gross),
    brokerage: jsonNumber(row.brokerage),
    cds_fees: jsonNumber(row.cds_fees),
    cse_fees: jsonNumber(row.cse_fees),
    clearing_fees: jsonNumber(row.clearing_fees),
    sec: jsonNumber(row.sec),
    stl: jsonNumber(row.stl),
    step_up: jsonNumber(row.step_up),
    fee_source: row.fee_source,
    net_value: jsonNumber(row.net),
    contract_number: row.contract_number,
    broker_name: row.broker_name,
    trade_date: row.trade_date,
    settlement_date: row.settlement_date,
    settlement_account: row.settlement_account_id,
    account_name: row.account_name,
    account_number: row.account_number,
    bank_name: row.bank_name,
    branch_name: row.branch_name,
    cash_flow_on_settlement: row.cash_flow_on_settlement,
    payment_method: row.payment_method,
    generate_payment: row.generate_payment,
    money_generation_cost: jsonNumber(row.money_generation_cost),
    cost_of_funds: jsonNumber(row.cost_of_funds),
    created_at: row.recorded_at,
  }
}
