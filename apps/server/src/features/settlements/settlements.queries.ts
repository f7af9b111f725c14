/** Reading settlements: instructions page by page, the bell, what happened to one, and what holds a trade. */

import type { SettlementRow, settlements } from '@em/contract/books/settlements'
import { LIST_MAX } from '@em/contract/kit/register'
import { dayInWords } from '@em/core/values/date-words'
import type { z } from 'zod'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  AMOUNT,
  DUE,
  fromFor,
  isLatestFirst,
  PAID,
  PAYS,
  plainly,
  rowsOf,
  type SettlementsAsked,
  valuesFor,
} from './settlements.filter.ts'
import { isByMonths, type Stretch, stretchOf } from './settlements.sums.ts'

// $1 is today.
const COLUMNS = `t.id AS trade_id, t.deal_number, v.contract_number, t.side,
  CASE WHEN ${PAYS} THEN 'pay' ELSE 'receive' END AS direction, e.symbol, e.name AS company_name,
  p.portfolio_name AS portfolio, p.portfolio_id AS "portfolioId", v.broker_name,
  v.settlement_account_id AS settlement_account, v.account_name, v.account_number, v.bank_name, v.payment_method,
  v.trade_date, v.settlement_date, ${DUE} AS due_date, s.paid_on, ${AMOUNT} AS net_value, ${PAID} AS paid,
  ${AMOUNT} - ${PAID} AS outstanding,
  CASE WHEN t.is_settled THEN 'settled' WHEN s.status = 'failed' THEN 'failed' WHEN ${DUE} < $1::date THEN 'overdue'
       ELSE 'pending' END AS status,
  coalesce(s.paid > 0 AND s.status <> 'settled', false) AS is_part, c.reference`
const NAMES = `JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
  LEFT JOIN settlement_confirmations c ON c.id = s.confirmation_id`

type Row = Omit<SettlementRow, 'net_value' | 'paid' | 'outstanding'> &
  Record<'net_value' | 'paid' | 'outstanding', string>

function toRow(row: Row): SettlementRow {
  return {
    ...row,
    net_value: jsonNumber(row.net_value),
    paid: jsonNumber(row.paid),
    outstanding: jsonNumber(row.outstanding),
  }
}

export interface SettlementsPage {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

const CURSOR = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})$/

/** A page by key: the earliest first, of settled ones and of all the latest. */
export async function listSettlements(
  db: Queryable,
  asked: SettlementsAsked,
  at: SettlementsPage,
  today: string,
): Promise<{ rows: SettlementRow[]; nextCursor: string | null }> {
  const cursor = at.cursor === undefined ? null : CURSOR.exec(at.cursor)
  if (at.cursor !== undefined && cursor === null) {
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'This is not a cursor of this list.' },
    ])
  }
  const limit = at.limit ?? LIST_MAX
  const { values, sql } = await firstOf(
    db,
    asked,
    today,
    cursor && [cursor[1] ?? '', cursor[2] ?? ''],
    limit + 1,
  )
  const order = isLatestFirst(asked.status) ? 'DESC' : 'ASC'
  const found = await db.query<Row>(
    `WITH page AS MATERIALIZED (${sql})
     SELECT ${COLUMNS} FROM page JOIN trades t ON t.id = page.id
       JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
       LEFT JOIN settlement_states s ON s.trade_id = t.id ${NAMES}
      ORDER BY page.day ${order}, t.id ${order}`,
    values,
  )
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(toRow),
    nextCursor: found.length > limit && last ? `${dayOf(last, asked.status)}_${last.trade_id}` : null,
  }
}

/** The first trades of a list, after a place of it: a statement for their ids and days, and its parameters. */
async function firstOf(
  db: Queryable,
  asked: SettlementsAsked,
  today: string,
  after: readonly [string, string] | null,
  limit: number,
) {
  const values = valuesFor(today)
  const stretch = (await isByMonths(db, asked))
    ? await stretchOf(db, asked, today, after?.[0], limit)
    : undefined
  const rows = rowsOf({
    ...within(asked, today, stretch),
    today,
    values,
    columns: (day) => `t.id, ${day} AS day`,
    after: after ?? undefined,
    limit,
  })
  const order = isLatestFirst(asked.status) ? 'DESC' : 'ASC'
  return { values, sql: `SELECT * FROM (${rows}) first ORDER BY day ${order}, id ${order} LIMIT ${limit}` }
}

/**
 * A filter within the stretch that its page lies in. Of open ones the stretch's beginning holds for those that nothing
 * happened to: what failed may stand before it.
 */
export function within(asked: SettlementsAsked, today: string, stretch: Stretch | null | undefined) {
  const plain = plainly(asked, today)
  if (stretch === undefined) return { asked: plain }
  const to = stretch?.to && (!plain.to || plain.to > stretch.to) ? stretch.to : plain.to
  if (stretch === null || !isLatestFirst(asked.status)) return { asked: { ...plain, to }, byDays: stretch }
  const from = stretch?.from && (!plain.from || plain.from < stretch.from) ? stretch.from : plain.from
  return { asked: { ...plain, from, to } }
}

/** Some trades that a filter leaves, by their days. */
export async function firstTrades(
  tx: Transaction,
  asked: SettlementsAsked,
  today: string,
  most: number,
): Promise<number[]> {
  const { values, sql } = await firstOf(tx, asked, today, null, most)
  return (await tx.query<{ id: number }>(sql, values)).map((row) => row.id)
}

/** The day of a row in its list. */
function dayOf(row: Row, status: SettlementsAsked['status']): string {
  if (status === 'settled') return row.paid_on ?? ''
  return status === 'all' ? row.settlement_date : (row.due_date ?? row.settlement_date)
}

/** So many overdue ones are counted for the bell; whoever confirms nothing has all of history overdue. */
export const OVERDUE_COUNTED = 1000
const DAYS_AHEAD = 3

// What nothing happened to is found by its settlement date, the few others by their states.
const ATTENTION = statement(
  'settlements.attention',
  `WITH open AS (
     SELECT t.side, v.net, abs(v.net) AS amount
       FROM trade_versions v JOIN trades t ON t.id = v.trade_id AND t.version = v.version
      WHERE v.settlement_date BETWEEN $1::date AND $1::date + ${DAYS_AHEAD} AND v.net <> 0
        AND NOT t.is_settled AND NOT t.is_deleted AND t.side <> 'opening'
        AND NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = t.id)
     UNION ALL
     SELECT t.side, v.net, abs(v.net) - s.paid
       FROM settlement_states s JOIN trades t ON t.id = s.trade_id
       JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
      WHERE NOT t.is_settled AND NOT t.is_deleted AND t.side <> 'opening'
        AND s.due_date BETWEEN $1::date AND $1::date + ${DAYS_AHEAD}),
   overdue AS (
     SELECT 1 FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
       LEFT JOIN settlement_states s ON s.trade_id = t.id
      WHERE NOT t.is_settled AND NOT t.is_deleted AND t.side <> 'opening' AND v.net <> 0 AND ${DUE} < $1::date
      LIMIT ${OVERDUE_COUNTED + 1})
   SELECT count(*) AS due,
          coalesce(sum(amount) FILTER (WHERE (side = 'buy') = (net >= 0)), 0)::text AS payable,
          coalesce(sum(amount) FILTER (WHERE (side = 'buy') <> (net >= 0)), 0)::text AS receivable,
          (SELECT count(*) FROM overdue) AS overdue,
          (SELECT count(*) FROM settlement_states s JOIN trades t ON t.id = s.trade_id
            WHERE NOT t.is_settled AND NOT t.is_deleted AND t.side <> 'opening' AND s.status = 'failed') AS failed
     FROM open`,
)

/** What of the settlements needs somebody: due today or in the three days after it, overdue, failed. */
export interface SettlementsToAttend {
  readonly due: number
  /** Exact decimal texts, in rupees, of those due. */
  readonly payable: string
  readonly receivable: string
  /** Counted up to one more than `OVERDUE_COUNTED`. */
  readonly overdue: number
  readonly failed: number
}

export async function settlementsToAttend(
  db: Queryable,
  today: string,
): Promise<SettlementsToAttend | undefined> {
  const [row] = await db.query<SettlementsToAttend>(ATTENTION, [today])
  return row
}

const ONE = statement(
  'settlements.one',
  `SELECT ${COLUMNS} ${fromFor('all')} ${NAMES} WHERE t.id = $2 AND NOT t.is_deleted AND t.side <> 'opening'`,
)
const HISTORY = statement(
  'settlements.history',
  `SELECT c.id, c.kind, c.actual_date AS date, c.amount, c.due_date, c.reference, c.note, c.entry_ids AS entries,
          c.recorded_at, u.first_name || ' ' || u.last_name AS recorded_by
     FROM settlement_confirmations c JOIN users u ON u.id = c.recorded_by WHERE c.trade_id = $1 ORDER BY c.id`,
)
const ENTRIES = statement(
  'settlements.entries',
  `SELECT h.id, h.entry_date AS date, h.description, h.reversal_of, r.id AS reversed_by,
          (SELECT sum(l.debit) FROM journal_lines l WHERE l.entry_id = h.id) AS total,
          CASE WHEN h.entry_date > $2::date THEN 'Pending' ELSE 'Posted' END AS status
     FROM journal_entries h LEFT JOIN journal_entries r ON r.reversal_of = h.id
     LEFT JOIN journal_entries o ON o.id = h.reversal_of
    WHERE h.trade_id = $1 AND 'settlement' IN (h.kind, o.kind) ORDER BY h.id`,
)

type One = z.output<typeof settlements.one.reply>
type Happened = Omit<One['history'][number], 'amount' | 'entries'> & { amount: string; entries: unknown[] }
type Entry = Omit<One['entries'][number], 'total'> & { total: string }

/** One trade's settlement with all that happened to it. @throws Refusal 404. */
export async function findSettlement(db: Queryable, tradeId: number, today: string): Promise<One> {
  const [[row], history, entries] = await Promise.all([
    db.query<Row>(ONE, [today, tradeId]),
    db.query<Happened>(HISTORY, [tradeId]),
    db.query<Entry>(ENTRIES, [tradeId, today]),
  ])
  if (!row) throw new Refusal('record.missing', { what: 'The trade' })
  return {
    settlement: toRow(row),
    history: history.map((one) => ({
      ...one,
      amount: jsonNumber(one.amount),
      entries: one.entries.map(Number),
    })),
    entries: entries.map((entry) => ({ ...entry, total: jsonNumber(entry.total) })),
  }
}

/** What a corrected trade would say of its settlement. */
export interface SettlementFacts {
  readonly tradeDate: string
  readonly settlementDate: string
  /** Exact decimal text, in rupees. */
  readonly net: string
  readonly settlementAccountId: number | null
  readonly brokerId: number | null
}

const LOCK = statement(
  'settlements.lock-trades',
  'SELECT id FROM trades WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
)

/** Holds the settlements of trades until the transaction ends: nobody else confirms, corrects or deletes them. */
export async function lockSettlements(tx: Transaction, tradeIds: readonly number[]): Promise<void> {
  await tx.query(LOCK, [tradeIds])
}

const IN_FORCE = statement(
  'settlements.in-force',
  `SELECT t.id, t.deal_number, c.kind, c.actual_date, c.due_date, s.status, s.paid > 0 AS is_part, v.trade_date,
          v.settlement_date, v.net, v.settlement_account_id, v.broker_id
     FROM settlement_states s JOIN trades t ON t.id = s.trade_id
     JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN settlement_confirmations c ON c.id = s.confirmation_id
    WHERE s.trade_id = ANY ($1::bigint[]) ORDER BY t.id LIMIT 1`,
)
interface InForce {
  deal_number: string
  status: 'open' | 'failed' | 'settled'
  actual_date: string | null
  due_date: string | null
  is_part: boolean
  trade_date: string
  settlement_date: string
  net: string
  settlement_account_id: number | null
  broker_id: number | null
}

/**
 * Whether something happened to a trade's settlement that still stands; its trade is held until the transaction ends.
 * @throws Refusal `settlement.confirmed` where the trade is to be deleted (`next` null) or to say something else of
 *   its net value, dates, settlement account or broker.
 */
export async function keepsSettlement(
  tx: Transaction,
  tradeId: number,
  next: SettlementFacts | null,
): Promise<boolean> {
  await lockSettlements(tx, [tradeId])
  const [row] = await tx.query<InForce>(IN_FORCE, [[tradeId]])
  if (row === undefined) return false
  const same =
    next !== null &&
    next.tradeDate === row.trade_date &&
    next.settlementDate === row.settlement_date &&
    next.net === row.net &&
    next.settlementAccountId === row.settlement_account_id &&
    next.brokerId === row.broker_id
  if (!same) throw confirmed(row)
  return true
}

/** The same for many trades that are to be deleted. @throws Refusal `settlement.confirmed` naming the first. */
export async function refuseSettled(tx: Transaction, tradeIds: readonly number[]): Promise<void> {
  await lockSettlements(tx, tradeIds)
  const [row] = await tx.query<InForce>(IN_FORCE, [tradeIds])
  if (row !== undefined) throw confirmed(row)
}

const inWords = (day: string | null) => (day === null ? '' : dayInWords(day))

function confirmed(row: InForce): Refusal {
  const words =
    row.status === 'settled'
      ? `settled on ${inWords(row.actual_date)}`
      : row.status === 'failed'
        ? `failed on ${inWords(row.actual_date)}`
        : row.is_part
          ? `settled in part, the rest is expected on ${inWords(row.due_date)}`
          : `rescheduled to ${inWords(row.due_date)}`
  return new Refusal('settlement.confirmed', { what: row.deal_number, status: words })
}
