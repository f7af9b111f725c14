/** How the lists of trades can be sorted, and key paging in that order. */
import { Refusal } from '../../platform/refusal.ts'

interface Key {
  readonly sql: string
  /** The type that a cursor's text is read back as. */
  readonly type: 'text' | 'numeric' | 'date' | 'bigint'
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
  total_fees: amount('(v.brokerage + v.cse_fees + v.cds_fees + v.clearing_fees + v.sec + v.stl)'),
}

export interface TradeOrder {
  /** As asked: `net_value`, or `-net_value` for the greatest first. */
  readonly name: string
  readonly key: Key
  readonly descending: boolean
}

/** The order that `sort` names; newest first (by order of recording) without one. @throws Refusal 400 for an unknown name. */
export function tradeOrder(sort: string | undefined): TradeOrder {
  const name = sort === undefined || sort === '' ? '-id' : sort
  const descending = name.startsWith('-')
  const field = descending ? name.slice(1) : name
  const key = Object.hasOwn(KEYS, field) ? KEYS[field] : undefined
  if (key === undefined) throw invalid('sort', `This list cannot be sorted by ${field}.`)
  return { name, key, descending }
}

/** ORDER BY of an order; equal keys stand in the order of recording. */
export function orderBy({ key, descending }: TradeOrder): string {
  const direction = descending ? 'DESC' : 'ASC'
  return `${key.sql} ${direction}, t.id ${direction}`
}

/** The cursor that stands after a row. */
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
  const [name, value, id] = decode(cursor)
  if (name !== order.name) throw invalid('cursor', NOT_OURS)
  const { sql, type } = order.key
  return `(${sql}, t.id) ${order.descending ? '<' : '>'} (${parameter(value)}::${type}, ${parameter(id)}::bigint)`
}

const NOT_OURS = 'This is not a cursor of this list.'
const READABLE: Readonly<Record<Key['type'], RegExp>> = {
  text: /^[^\0]*$/,
  numeric: /^-?\d{1,16}(\.\d{1,10})?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  bigint: /^\d{1,15}$/,
}

function decode(cursor: string): [name: string, value: string, id: number] {
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
  const { type } = tradeOrder(name).key
  if (!READABLE[type].test(value) || !Number.isSafeInteger(id)) throw invalid('cursor', NOT_OURS)
  return [name, value, id]
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('request.invalid', {}, [{ field, message }])
}
