/** Reading settlements: instructions page by page, sums, what nets against what, and what happened to one. */

import type { NettedRow, SettlementRow, settlements } from '@em/contract/books/settlements'
import { LIST_MAX } from '@em/contract/kit/register'
import { dayInWords } from '@em/core/values/date-words'
import type { z } from 'zod'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  AMOUNT,
  amountFor,
  conditionsOf,
  DUE,
  dayFor,
  fromFor,
  PAID,
  PAYS,
  type SettlementsAsked,
} from './settlements.filter.ts'

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
  const { values, where } = conditionsOf(asked, today)
  const latestFirst = asked.status === 'settled' || asked.status === 'all'
  const [direction, beyond] = latestFirst ? ['DESC', '<'] : ['ASC', '>']
  // The columns of an index, where there is one, so that a page is read off its end.
  const id = asked.status === 'settled' ? 's.trade_id' : 'v.trade_id'
  const day = dayFor(asked.status)
  if (at.cursor !== undefined) {
    const cursor = CURSOR.exec(at.cursor)
    if (!cursor) {
      throw new Refusal('request.invalid', {}, [
        { field: 'cursor', message: 'This is not a cursor of this list.' },
      ])
    }
    const place = [`$${values.push(cursor[1])}::date`, `$${values.push(cursor[2])}::bigint`]
    where.push(`(${day}, ${id}) ${beyond} (${place.join(', ')})`)
  }
  const limit = at.limit ?? LIST_MAX
  const found = await db.query<Row>(
    `WITH page AS MATERIALIZED (
       SELECT t.id, ${day} AS day ${fromFor(asked.status)} WHERE ${where.join(' AND ')}
        ORDER BY ${day} ${direction}, ${id} ${direction} LIMIT ${limit + 1})
     SELECT ${COLUMNS} FROM page JOIN trades t ON t.id = page.id
       JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
       LEFT JOIN settlement_states s ON s.trade_id = t.id ${NAMES}
      ORDER BY page.day ${direction}, t.id ${direction}`,
    values,
  )
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(toRow),
    nextCursor: found.length > limit && last ? `${dayOf(last, asked.status)}_${last.trade_id}` : null,
  }
}

/** What `dayFor` says of a row. */
function dayOf(row: Row, status: SettlementsAsked['status']): string {
  if (status === 'settled') return row.paid_on ?? ''
  return status === 'all' ? row.settlement_date : (row.due_date ?? row.settlement_date)
}

interface Flows {
  count: number
  pay_count: number
  payable: string
  receivable: string
  net: string
}
const flows = (amount: string) => `count(*) AS count, count(*) FILTER (WHERE ${PAYS}) AS pay_count,
  coalesce(sum(${amount}) FILTER (WHERE ${PAYS}), 0)::numeric(24, 2) AS payable,
  coalesce(sum(${amount}) FILTER (WHERE NOT ${PAYS}), 0)::numeric(24, 2) AS receivable,
  coalesce(sum(CASE WHEN ${PAYS} THEN - ${amount} ELSE ${amount} END), 0)::numeric(24, 2) AS net`

export type SettlementTotals = z.output<typeof settlements.summary.reply>

function toTotals(row: Flows | undefined): SettlementTotals {
  const { count, pay_count, payable, receivable, net } = row ?? {
    count: 0,
    pay_count: 0,
    payable: '0',
    receivable: '0',
    net: '0',
  }
  return {
    count,
    pay: { count: pay_count, amount: jsonNumber(payable) },
    receive: { count: count - pay_count, amount: jsonNumber(receivable) },
    net: jsonNumber(net),
  }
}

/** Counts and sums over a whole filter. */
export async function sumSettlements(
  db: Queryable,
  asked: SettlementsAsked,
  today: string,
): Promise<SettlementTotals> {
  const { values, where } = conditionsOf(asked, today)
  const [row] = await db.query<Flows>(
    `SELECT ${flows(amountFor(asked.status))} ${fromFor(asked.status)} WHERE ${where.join(' AND ')}`,
    values,
  )
  return toTotals(row)
}

/** What is paid and received per broker, day and settlement account, in one sum each. At most 10,000 of them. */
export async function netSettlements(
  db: Queryable,
  asked: SettlementsAsked,
  today: string,
): Promise<NettedRow[]> {
  const { values, where } = conditionsOf(asked, today)
  const day = dayFor(asked.status)
  const order = asked.status === 'settled' || asked.status === 'all' ? 'DESC' : 'ASC'
  const rows = await db.query<
    Flows & Pick<NettedRow, 'broker_name' | 'date' | 'settlement_account'> & Account
  >(
    `SELECT n.*, a.account_name, a.account_number, a.bank_name
       FROM (SELECT min(v.broker_name) AS broker_name, ${day} AS date, v.settlement_account_id AS settlement_account,
                    ${flows(amountFor(asked.status))}
               ${fromFor(asked.status)} WHERE ${where.join(' AND ')}
              GROUP BY lower(v.broker_name), ${day}, v.settlement_account_id
              ORDER BY date ${order}, broker_name, settlement_account LIMIT ${LIST_MAX}) n
       LEFT JOIN settlement_accounts a ON a.id = n.settlement_account
      ORDER BY n.date ${order}, n.broker_name, n.settlement_account`,
    values,
  )
  return rows.map((row) => ({
    broker_name: row.broker_name,
    date: row.date,
    settlement_account: row.settlement_account,
    account_name: row.account_name,
    account_number: row.account_number,
    bank_name: row.bank_name,
    count: row.count,
    payable: jsonNumber(row.payable),
    receivable: jsonNumber(row.receivable),
    net: jsonNumber(row.net),
  }))
}

interface Account {
  account_name: string | null
  account_number: string | null
  bank_name: string | null
}

/** What is open on a day through an account: the ladder is made of these. A failed one has no day. */
export interface DueRow extends Account {
  readonly day: string | null
  readonly settlement_account: number | null
  readonly pay_count: number
  readonly count: number
  /** Exact decimal texts, in rupees. */
  readonly payable: string
  readonly receivable: string
}

/** Everything that is open, by day and settlement account. */
export function dueByDay(db: Queryable, portfolioId: number | undefined, today: string): Promise<DueRow[]> {
  const { values, where } = conditionsOf({ status: 'open', portfolioId }, today)
  return db.query<DueRow>(
    `SELECT n.*, a.account_name, a.account_number, a.bank_name
       FROM (SELECT ${DUE} AS day, v.settlement_account_id AS settlement_account, ${flows(amountFor('open'))}
               ${fromFor('open')} WHERE ${where.join(' AND ')} GROUP BY 1, 2) n
       LEFT JOIN settlement_accounts a ON a.id = n.settlement_account
      ORDER BY lower(a.account_name), n.settlement_account, n.day`,
    values,
  )
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
