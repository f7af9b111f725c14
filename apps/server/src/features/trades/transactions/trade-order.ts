/** How the lists of trades can be sorted, and key paging in that order. */

import { Refusal } from '../../../platform/refusal.ts'
import { feeSum } from '../../fee-tariffs/fee-columns.ts'

export interface Key {
  readonly sql: string
  /** The type that a cursor's text is read back as. */
  readonly type: 'text' | 'numeric' | 'date' | 'bigint' | 'timestamptz'
}

const text = (column: string): Key => ({ sql: `lower(coalesce(${column}, ''))`, type: 'text' })
const amount = (sql: string): Key => ({ sql, type: 'numeric' })

/** By the stored names. None of the keys is ever null, so that a page can start after any of them. */
const KEYS: Readonly<Record<string, Key>> = {
  id: { sql: 't.id', type: 'bigint' },
  deal_number: text('t.deal_number'),
  trade_date: { sql: 'v.trade_date', type: 'date' },
  settlement_date: { sql: 'v.settlement_date', type: 'date' },
  symbol: text('e.symbol'),
  company_name: text('e.name'),
  portfolio: text('p.portfolio_name'),
  contract_number: text('v.contract_number'),
  broker_name: text('v.broker_name'),
  payment_method: text('v.payment_method'),
  account_name: text('v.account_name'),
  quantity: { sql: 'v.quantity', type: 'bigint' },
  price: amount('v.price'),
  gross_value: amount('v.gross'),
  net_value: amount('v.net'),
  total_fees: amount(feeSum('v')),
  bought_price: amount('coalesce(r.bought_price, 0)'),
  holding_cost: amount('coalesce(r.cost_out, 0)'),
  capital_gain: amount('coalesce(r.capital_gain, 0)'),
  money_generation_cost: amount('coalesce(r.money_generation_cost, 0)'),
  profit_loss: amount('coalesce(r.profit_loss, 0)'),
  hdays: { sql: 'coalesce(r.holding_days, 0)', type: 'bigint' },
}

/** The keys of one list by their names, and its order where none is asked for. */
export interface Sortable {
  readonly keys: Readonly<Record<string, Key>>
  readonly usual: string
}

/** The lists of buys and of sells, newest first (by order of recording). A buy has no gain: it counts as 0. */
const LISTS: Sortable = { keys: KEYS, usual: '-id' }

export interface TradeOrder {
  /** As asked: `net_value`, or `-net_value` for the greatest first. */
  readonly name: string
  readonly key: Key
  readonly descending: boolean
  readonly of: Sortable
}

/** The order that `sort` names, the list's usual one without. @throws Refusal 400 for an unknown name. */
export function tradeOrder(sort: string | undefined, of: Sortable = LISTS): TradeOrder {
  const name = sort === undefined || sort === '' ? of.usual : sort
  const descending = name.startsWith('-')
  const field = descending ? name.slice(1) : name
  const key = Object.hasOwn(of.keys, field) ? of.keys[field] : undefined
  if (key === undefined) throw invalid('sort', `This list cannot be sorted by ${field}.`)
  return { name, key, descending, of }
}

/** The trade's id, from the table of the key where it has it: the order is then that of an index on both. */
const idOf = ({ sql }: Key) => (sql.startsWith('v.') ? 'v.trade_id' : 't.id')

/** ORDER BY of an order; equal keys are in the order of recording. */
export function orderBy({ key, descending }: TradeOrder): string {
  const direction = descending ? 'DESC' : 'ASC'
  return `${key.sql} ${direction}, ${idOf(key)} ${direction}`
}

/** The cursor after a row. */
export function cursorAfter(
  order: TradeOrder,
  row: { readonly id: number; readonly sort_key: string },
): string {
  return Buffer.from(JSON.stringify([order.name, row.sort_key, row.id])).toString('base64url')
}

/** The rows after a cursor, as a condition. @throws Refusal 400 for a cursor of another list or order. */
export function afterCursor(
  order: TradeOrder,
  cursor: string,
  parameter: (value: unknown) => string,
): string {
  const [name, value, id] = decode(cursor, order.of)
  if (name !== order.name) throw invalid('cursor', NOT_OURS)
  const { sql, type } = order.key
  return `(${sql}, ${idOf(order.key)}) ${order.descending ? '<' : '>'} (${parameter(value)}::${type}, ${parameter(id)}::bigint)`
}

const NOT_OURS = 'This is not a cursor of this list.'
const READABLE: Readonly<Record<Key['type'], RegExp>> = {
  text: /^[^\0]*$/,
  numeric: /^-?\d{1,16}(\.\d{1,10})?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  bigint: /^\d{1,15}$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/,
}

function decode(cursor: string, of: Sortable): [name: string, value: string, id: number] {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw invalid('cursor', NOT_OURS)
  }
  const [name, value, id] = Array.isArray(parts) ? (parts as unknown[]) : []
  if (typeof name !== 'string' || typeof value !== 'string' || typeof id !== 'number') {
    throw invalid('cursor', NOT_OURS)
  }
  const { type } = tradeOrder(name, of).key
  if (!READABLE[type].test(value) || !Number.isSafeInteger(id)) throw invalid('cursor', NOT_OURS)
  return [name, value, id]
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('request.invalid', {}, [{ field, message }])
}
