/** Buys and sells in one list: the Transactions screen's filter, sort, page and sums, all by the database. */

import { LIST_MAX } from '@em/contract/kit/register'
import {
  SETTLEMENT_WORDS,
  type SettlementState,
  type SettlementWord,
} from '@em/contract/settlements/settlements'
import type { TRADE_SORTS, TradeRow, transactions } from '@em/contract/trades/transactions'
import { AUDITED_FIELDS } from '@em/contract/trades/version-fields'
import { amountTyped } from '@em/core/search/amount-typed'
import type { z } from 'zod'
import { adderTo, containing, TODAY_BEGAN } from '../../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { brokerLike, isOfBroker } from '../../brokers/named.ts'
import { companyOn, symbolOn } from '../../equities/names/name-on.ts'
import { feeSum } from '../../fee-tariffs/fee-columns.ts'
import { OUTSTANDING, openTradeIds, PAID, stateSql } from '../../settlements/list/settlements.state.ts'
import { answerOfRow, versionColumns } from '../terms/version-answer.ts'
import { findBuy, findSell } from './buys-and-sells.queries.ts'
import { ALL_JOINS, fromFor } from './joined-tables.ts'
import { afterCursor, cursorAfter, type Key, orderBy, type Sortable, tradeOrder } from './trade-order.ts'

export interface BookFilter {
  readonly side?: 'buy' | 'sell' | 'opening' | undefined
  readonly portfolioId?: number | undefined
  readonly symbol?: string | undefined
  readonly broker?: string | undefined
  readonly status?: readonly SettlementWord[] | undefined
  readonly from?: string | null
  readonly to?: string | null
  readonly search?: string | undefined
  readonly batch?: number | undefined
  /** '1' or 'true': the deleted trades in place of those in force. */
  readonly deleted?: string | undefined
  /** Recorded today by this person. */
  readonly recordedTodayBy?: number | undefined
}

const ofDeleted = ({ deleted }: BookFilter) => deleted === '1' || deleted === 'true'

/** The charges that an opening lot carries are no fees of this book: one trade shows them, lists and sums do not. Those of an open item are part of what settles. */
const FEES = `(${feeSum('v')} + CASE WHEN t.side = 'opening' THEN 0 ELSE coalesce(v.carried_charges, 0) END)`
const CHARGES = `(${feeSum('v')} + coalesce(v.carried_charges, 0))`
const columnsWith = (
  fees: string,
  today: string,
) => `t.id, t.version, t.side, t.deal_number, v.contract_number, ${companyOn('e', 'v.trade_date')} AS company_name, ${symbolOn('e', 'v.trade_date')} AS symbol,
            p.portfolio_name AS portfolio, p.portfolio_id AS portfolio_code, v.broker_name, v.trade_date, v.trade_time, v.settlement_date, v.opening_date,
            ${stateSql(today)} AS state, ${PAID} AS paid,
            CASE WHEN t.side = 'opening' THEN 0 ELSE ${OUTSTANDING} END AS outstanding, v.quantity, v.price, v.gross, ${fees} AS fees, v.net,
            coalesce(r.money_generation_cost, 0) AS money_generation_cost, r.capital_gain, r.profit_loss, t.batch_id, t.recorded_at,
            CASE WHEN t.is_deleted THEN v.recorded_at END AS deleted_at, CASE WHEN t.is_deleted THEN v.reason END AS deleted_reason,
            CASE WHEN t.is_deleted THEN (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = v.recorded_by) END AS deleted_by`

const STATES = Object.keys(SETTLEMENT_WORDS) as SettlementState[]
/** The open states: trades in them are few, and an index finds them. */
const OPEN_STATES: readonly SettlementState[] = ['pending', 'part', 'overdue', 'failed']

function conditions(filter: BookFilter, today: string) {
  const values: unknown[] = [today]
  // A deleted trade's version in force is the one that says so: both are asked, so that its index leads to them.
  const where = [
    '$1::date IS NOT NULL',
    ofDeleted(filter) ? 't.is_deleted AND v.is_deleted' : 'NOT t.is_deleted',
  ]
  const add = adderTo(where, values)
  if (filter.side) add((value) => `t.side = ${value}`, filter.side)
  if (filter.portfolioId !== undefined) add((value) => `t.portfolio_id = ${value}`, filter.portfolioId)
  if (filter.symbol) add((value) => `t.equity_id IN (SELECT securities_of_symbol(${value}))`, filter.symbol)
  if (filter.broker) add((value) => isOfBroker('v.broker_name', value), filter.broker)
  if (filter.batch !== undefined) add((value) => `t.batch_id = ${value}`, filter.batch)
  if (filter.recordedTodayBy !== undefined) {
    where.push(`t.recorded_at >= ${TODAY_BEGAN}`)
    add((value) => `t.recorded_by = ${value}`, filter.recordedTodayBy)
  }
  if (filter.from) add((value) => `v.trade_date >= ${value}::date`, filter.from)
  if (filter.to) add((value) => `v.trade_date <= ${value}::date`, filter.to)
  if (filter.status !== undefined) {
    const words: readonly string[] = filter.status
    const states = STATES.filter((state) => words.includes(SETTLEMENT_WORDS[state]))
    if (states.every((state) => OPEN_STATES.includes(state))) {
      where.push(`t.id IN (${openTradeIds('$1::date')})`)
    }
    add((value) => `${stateSql('$1::date')} = ANY (${value}::text[])`, states)
  }
  if (filter.search) {
    const amount = `$${values.push(amountTyped(filter.search))}::numeric`
    add(
      (value) => `(t.equity_id IN (SELECT securities_like(${value}))
        OR t.portfolio_id IN (SELECT id FROM portfolios WHERE portfolio_name ILIKE ${value})
        OR t.deal_number ILIKE ${value} OR v.contract_number ILIKE ${value} OR ${brokerLike('v.broker_name', value)}
        OR ${amount} IN (v.net, v.gross, ${feeSum('v')}))`,
      containing(filter.search),
    )
  }
  return { values, where: where.join(' AND ') }
}

const KEYS: Readonly<Record<(typeof TRADE_SORTS)[number], Key>> = {
  trade_date: { sql: 'v.trade_date', type: 'date' },
  settlement_date: { sql: 'v.settlement_date', type: 'date' },
  created_at: { sql: 't.id', type: 'bigint' },
  symbol: { sql: 'e.symbol', type: 'text' },
  quantity: { sql: 'v.quantity', type: 'bigint' },
  gross_value: { sql: 'v.gross', type: 'numeric' },
  net_value: { sql: 'v.net', type: 'numeric' },
  capital_gain: { sql: 'coalesce(r.capital_gain, 0)', type: 'numeric' },
  changed_at: { sql: 'v.recorded_at', type: 'timestamptz' },
}
const BOOK: Sortable = { keys: KEYS, usual: '-trade_date' }
const DELETED: Sortable = { keys: KEYS, usual: '-changed_at' }

/**
 * One page of the book, newest trade date first unless sorted otherwise; of deleted trades, newest deletion first. From a cursor on nothing before the page is
 * read and nothing is counted; a page by number says how many trades match in all.
 */
export async function listBook(
  db: Queryable,
  filter: BookFilter,
  at: Pick<z.output<typeof transactions.list.query>, 'sort' | 'page' | 'limit' | 'cursor'>,
  today: string,
): Promise<{ rows: TradeRow[]; total: number | undefined; nextCursor: string | null }> {
  const { values, where } = conditions(filter, today)
  const order = tradeOrder(at.sort, ofDeleted(filter) ? DELETED : BOOK)
  const limit = at.limit ?? LIST_MAX
  const counted =
    at.cursor === undefined
      ? db.query<{ total: number }>(`SELECT count(*) AS total ${fromFor(where)} WHERE ${where}`, values)
      : undefined
  const paged = [...values]
  const from =
    at.cursor === undefined
      ? where
      : `${where} AND ${afterCursor(order, at.cursor, (value) => `$${paged.push(value)}`)}`
  const by = `ORDER BY ${orderBy(order)}`
  const skip = at.cursor === undefined ? `OFFSET ${((at.page ?? 1) - 1) * limit}` : ''
  const keys = `SELECT t.id ${fromFor(`${from} ${by}`)} WHERE ${from} ${by} LIMIT ${limit + 1} ${skip}`
  const [found, count] = await Promise.all([
    db.query<Row & { sort_key: string }>(
      `SELECT ${columnsWith(FEES, '$1::date')}, (${order.key.sql})::text AS sort_key
         FROM (${keys}) page JOIN trades t ON t.id = page.id ${ALL_JOINS} ${by}`,
      paged,
    ),
    counted,
  ])
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(toRow),
    total: count === undefined ? undefined : (count[0]?.total ?? 0),
    nextCursor: last === undefined ? null : cursorAfter(order, last),
  }
}

/** Whether any trade of a filter has a trade time. */
export async function anyTimes(db: Queryable, filter: BookFilter, today: string): Promise<boolean> {
  const { values, where } = conditions(filter, today)
  const [found] = await db.query<{ timed: boolean }>(
    `SELECT EXISTS (SELECT ${fromFor(`${where} v.`)} WHERE ${where} AND v.trade_time IS NOT NULL) AS timed`,
    values,
  )
  return found?.timed === true
}

function toRow(row: Row & { sort_key?: string }): TradeRow {
  const { portfolio_code, state, gross, fees, net, recorded_at, sort_key: _, ...rest } = row
  return {
    ...rest,
    portfolioId: portfolio_code,
    status: SETTLEMENT_WORDS[state],
    paid: jsonNumber(row.paid),
    outstanding: jsonNumber(row.outstanding),
    price: jsonNumber(row.price),
    gross_value: jsonNumber(gross),
    total_fees: jsonNumber(fees),
    net_value: jsonNumber(net),
    money_generation_cost: jsonNumber(row.money_generation_cost),
    capital_gain: jsonNumber(row.capital_gain),
    profit_loss: jsonNumber(row.profit_loss),
    created_at: recorded_at,
  }
}

const sumsOf = (where: string) =>
  `SELECT trades, buys, trades - buys - openings AS sells, openings, bought, net - bought - opened AS sold,
          bought - bought_gross + (gross - opened - bought_gross) - (net - opened - bought) AS fees,
          (SELECT coalesce(sum(r.capital_gain), 0)::numeric(24, 2) ${fromFor(`${where} r.`)}
            WHERE t.side = 'sell' AND ${where}) AS gain
     FROM (SELECT count(*) AS trades, count(*) FILTER (WHERE t.side = 'buy') AS buys,
                  count(*) FILTER (WHERE t.side = 'opening') AS openings,
                  coalesce(sum(v.net) FILTER (WHERE t.side = 'opening'), 0)::numeric(24, 2) AS opened,
                  coalesce(sum(v.net), 0)::numeric(24, 2) AS net, coalesce(sum(v.gross), 0)::numeric(24, 2) AS gross,
                  coalesce(sum(v.net) FILTER (WHERE t.side = 'buy'), 0)::numeric(24, 2) AS bought,
                  coalesce(sum(v.gross) FILTER (WHERE t.side = 'buy'), 0)::numeric(24, 2) AS bought_gross
             ${fromFor(`${where} v.`)} WHERE ${where}) summed`
// The SQL of the sums is composed for each question; its rows have the shape of the sums over everything.
const SUMS = statement('trade-book.sums', sumsOf('true'))

/**
 * Counts and sums over a whole filter (an opening lot's net is its cost: it counts and sums to nothing here), in exact decimal texts turned into numbers at the end. Fees are what lies
 * between gross and net; only sales have a gain.
 */
export async function sumBook(db: Queryable, filter: BookFilter, today: string) {
  const { values, where } = conditions(filter, today)
  const open = await countOpen(db, filter, today)
  const [row] = await db.query<RowOf<typeof SUMS>>(sumsOf(where), values)
  return {
    trades: row?.trades ?? 0,
    buys: row?.buys ?? 0,
    sells: row?.sells ?? 0,
    openings: row?.openings ?? 0,
    pending: open.get('pending') ?? 0,
    partSettled: open.get('part') ?? 0,
    overdue: open.get('overdue') ?? 0,
    failed: open.get('failed') ?? 0,
    bought: jsonNumber(row?.bought ?? '0'),
    sold: jsonNumber(row?.sold ?? '0'),
    fees: jsonNumber(row?.fees ?? '0'),
    gain: jsonNumber(row?.gain ?? '0'),
  }
}

const byState = (state: string, from: string) =>
  `SELECT state, count(*) AS count FROM (SELECT ${state} AS state ${from}) k GROUP BY state`
const BY_STATE = statement(
  'trade-book.by-state',
  byState(stateSql(':today::date'), `FROM trades t ${ALL_JOINS}`),
)

/** How many of a filter's trades are in each of the open states. */
async function countOpen(db: Queryable, filter: BookFilter, today: string) {
  const { values, where } = conditions(filter, today)
  const state = stateSql('$1::date')
  const found = await db.query<RowOf<typeof BY_STATE>>(
    byState(
      state,
      `${fromFor(`${where} ${state}`)} WHERE ${where} AND t.id IN (${openTradeIds('$1::date')})`,
    ),
    values,
  )
  return new Map(found.map((row) => [row.state, row.count]))
}

const ONE = statement(
  'trade-book.one',
  `SELECT ${columnsWith(CHARGES, ':today::date')}, t.is_deleted FROM trades t ${ALL_JOINS} WHERE t.id = :id`,
)
/** A trade as one is shown and as lists have it. */
type Row = Omit<RowOf<typeof ONE>, 'is_deleted'>

const VERSIONS = statement(
  'trade-book.versions',
  `SELECT v.trade_id, v.version, v.recorded_at, u.first_name || ' ' || u.last_name AS recorded_by, v.reason, v.is_deleted,
          ${versionColumns('v', AUDITED_FIELDS)}, ${CHARGES} AS fees,
          (SELECT string_agg(a.quantity || ' of ' || b.deal_number, ', ' ORDER BY b.id)
             FROM trade_allocations a JOIN trades b ON b.id = a.buy_trade_id
            WHERE a.trade_id = v.trade_id AND a.version = v.version) AS allocations
     FROM trade_versions v JOIN users u ON u.id = v.recorded_by
    WHERE v.trade_id = ANY (:tradeIds::bigint[]) ORDER BY v.trade_id, v.version`,
)
const ENTRIES = statement(
  'trade-book.entries',
  `SELECT h.id, h.entry_date AS date, h.kind, h.description, h.reversal_of,
          (SELECT sum(l.debit) FROM journal_lines l WHERE l.entry_id = h.id) AS total!,
          (SELECT r.id FROM journal_entries r WHERE r.reversal_of = h.id) AS reversed_by
     FROM journal_entries h WHERE h.trade_id = :tradeId ORDER BY h.id`,
)
const LOTS = statement(
  'trade-book.lots',
  `SELECT l.event_id AS "buyTransactionId", coalesce(b.deal_number, 'CA-' || a.action_id) AS deal_number!, v.contract_number, l.trade_date, l.settlement_date, l.price,
          - k.quantity_change AS quantity, - k.cost_change AS cost
     FROM lot_changes k JOIN lots l ON l.event_id = k.lot_event_id LEFT JOIN trades b ON b.id = l.event_id
     LEFT JOIN trade_versions v ON v.trade_id = b.id AND v.version = b.version LEFT JOIN action_events a ON a.id = l.event_id
    WHERE k.event_id = :eventId ORDER BY l.trade_date, l.event_id`,
)

type One = z.output<typeof transactions.one.reply>
type Version = One['versions'][number]

export type TradeVersion = Version
/** The fields of each version of some trades, each trade's first one first. */
export async function versionsOf(
  db: Queryable,
  ids: readonly number[],
): Promise<(Version & { readonly trade_id: number })[]> {
  const rows = await db.query(VERSIONS, { tradeIds: ids })
  return rows.map((row) => ({
    trade_id: row.trade_id,
    version: row.version,
    recorded_at: row.recorded_at,
    recorded_by: row.recorded_by,
    reason: row.reason,
    is_deleted: row.is_deleted,
    ...answerOfRow(row, AUDITED_FIELDS),
    total_fees: jsonNumber(row.fees),
    allocations: row.allocations,
  }))
}

function withoutTrade(row: Version & { readonly trade_id: number }): Version {
  const { trade_id: _, ...version } = row
  return version
}

/** One trade, deleted or not, with its versions and entries. @throws Refusal 404. */
export async function findInBook(db: Queryable, id: number, today: string): Promise<One> {
  const [row] = await db.query(ONE, { today, id })
  if (!row) throw new Refusal('record.missing', { what: 'The trade' })
  const { is_deleted, ...trade } = row
  const [versions, entries, lots] = await Promise.all([
    versionsOf(db, [id]),
    db.query(ENTRIES, { tradeId: id }),
    db.query(LOTS, { eventId: id }),
  ])
  return {
    trade: toRow(trade),
    is_deleted,
    buy: row.side === 'buy' ? await findBuy(db, id) : null,
    sell: row.side === 'sell' ? await findSell(db, id) : null,
    versions: versions.map(withoutTrade),
    lots: lots.map((lot) => ({ ...lot, price: jsonNumber(lot.price), cost: jsonNumber(lot.cost) })),
    entries: entries.map((entry) => ({ ...entry, total: jsonNumber(entry.total) })),
  }
}
