/** Reading settlements: instructions page by page, the bell, what happened to one, and what holds a trade. */

import { LIST_MAX } from '@em/contract/kit/register'
import type { SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { custodianReference } from '@em/core/custodian/reference'
import type { z } from 'zod'
import {
  type Queryable,
  type RowOf,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { brokerCalled, brokerOf } from '../../brokers/named.ts'
import { companyOn, symbolOn } from '../../equities/names/name-on.ts'
import { sharePostings } from '../../ledger/posting/post-entries.commands.ts'
import { isByMonths, type Stretch, stretchOf } from './monthly-sums.queries.ts'
import {
  AMOUNT,
  fromFor,
  isLatestFirst,
  plainly,
  rowsOf,
  type SettlementsAsked,
  valuesFor,
} from './settlements.filter.ts'
import { DUE, NET, OUTSTANDING, PAID, pays, stateSql } from './settlements.state.ts'

/** The basis of a payment. In: whether a bank line shows it; `c` is its confirmation. */
function evidenceSql(isOnStatement: string): string {
  return `CASE WHEN ${isOnStatement} THEN 'bank line' WHEN c.reference IS NOT NULL THEN 'reference' ELSE 'none' END`
}

const columnsOn = (today: string) => `t.id AS trade_id, t.deal_number, v.contract_number, t.side,
  CASE WHEN ${pays(`CASE WHEN ${OUTSTANDING} = 0 THEN ${NET} ELSE ${OUTSTANDING} END`)} THEN 'pay' ELSE 'receive' END AS direction, ${symbolOn('e', 'v.trade_date')} AS symbol, ${companyOn('e', 'v.trade_date')} AS company_name,
  p.portfolio_name AS portfolio, p.portfolio_id AS "portfolioId", ${brokerCalled('v.broker_name')} AS broker_name,
  v.settlement_account_id AS settlement_account, v.account_name, v.account_number, v.bank_name, v.payment_method,
  v.trade_date, v.settlement_date, ${DUE} AS due_date, s.paid_on, ${AMOUNT} AS net_value,
  CASE WHEN ${NET} < 0 THEN - ${PAID} ELSE ${PAID} END AS paid, abs(${OUTSTANDING}) AS outstanding,
  ${stateSql(today)} AS status, coalesce(s.paid <> 0 AND s.status <> 'settled', false) AS is_part, t.is_deleted,
  (s.trade_id IS NULL AND v.net <> 0 OR s.expected_entry_id IS NOT NULL) AS is_booked, c.reference,
  CASE WHEN s.paid_on IS NULL THEN NULL ELSE ${evidenceSql(`c.statement_line_id IS NOT NULL OR EXISTS (
    SELECT FROM journal_entries h JOIN matched_ledger_lines m ON m.entry_id = h.id
     WHERE h.trade_id = t.id AND h.kind = 'settlement' AND h.reversal_of IS NULL AND h.id IS DISTINCT FROM s.expected_entry_id)`)} END AS evidence`
const NAMES = `JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
  LEFT JOIN settlement_confirmations c ON c.id = s.confirmation_id ${brokerOf('v.broker_name')}`

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
     SELECT ${columnsOn('$1::date')} FROM page JOIN trades t ON t.id = page.id
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

/** The first trades of a list, after a position of it: a statement for their ids and days, and its parameters. */
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
 * happened to: a failed one may come before it.
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

/** Which of some trades a filter leaves. */
export async function chosenTrades(
  tx: Transaction,
  asked: SettlementsAsked & { readonly tradeIds: readonly number[] },
  today: string,
): Promise<ReadonlySet<number>> {
  const values = valuesFor(today)
  const sql = rowsOf({ asked, today, values, columns: () => 't.id' })
  return new Set((await tx.query<{ id: number }>(sql, values)).map((row) => row.id))
}

/** Those of some trades that count as settled without a confirmation. */
export const assumedOf = (tx: Transaction, tradeIds: readonly number[], today: string) =>
  chosenTrades(tx, { status: 'assumed', tradeIds }, today)

/** The day of a row in its list. */
function dayOf(row: Row, status: SettlementsAsked['status']): string {
  if (status === 'settled') return row.paid_on ?? ''
  return status === 'all' || status === 'assumed'
    ? row.settlement_date
    : (row.due_date ?? row.settlement_date)
}

const ONE = statement(
  'settlements.one',
  `SELECT ${columnsOn(':today::date')}, t.version,
          EXISTS (SELECT FROM safekeeping_accounts a WHERE a.is_active AND t.portfolio_id = ANY (a.portfolio_ids)) AS is_safekept
     ${fromFor('all')} ${NAMES} WHERE t.id = :tradeId AND t.side <> 'opening'
     AND (NOT t.is_deleted OR s.trade_id IS NOT NULL)`,
)
/** A settlement as one is shown and as the list has them. */
type Row = Omit<RowOf<typeof ONE>, 'version' | 'is_safekept'>
const HISTORY = statement(
  'settlements.history',
  `SELECT c.id, c.kind, c.actual_date AS date, c.amount, c.due_date, c.reference, c.note, c.entry_ids AS entries,
          CASE WHEN c.kind IN ('settled', 'part') THEN ${evidenceSql('c.statement_line_id IS NOT NULL')} END AS evidence, c.bank_date,
          e.reconciliation_id AS reconciliation, c.recorded_at, u.first_name || ' ' || u.last_name AS recorded_by
     FROM settlement_confirmations c JOIN users u ON u.id = c.recorded_by
     LEFT JOIN statement_lines e ON e.id = c.statement_line_id WHERE c.trade_id = :tradeId ORDER BY c.id`,
)
const ENTRIES = statement(
  'settlements.entries',
  `SELECT h.id, h.entry_date AS date, h.description, h.reversal_of, r.id AS reversed_by,
          (SELECT sum(l.debit) FROM journal_lines l WHERE l.entry_id = h.id) AS total!,
          CASE WHEN h.entry_date > :today::date THEN 'Pending' ELSE 'Posted' END AS status
     FROM journal_entries h LEFT JOIN journal_entries r ON r.reversal_of = h.id
     LEFT JOIN journal_entries o ON o.id = h.reversal_of
    WHERE h.trade_id = :tradeId AND 'settlement' IN (h.kind, o.kind) ORDER BY h.id`,
)

type One = z.output<typeof settlements.one.reply>
/** One trade's settlement with all that happened to it. @throws Refusal 404. */
export async function findSettlement(db: Queryable, tradeId: number, today: string): Promise<One> {
  const [[row], history, entries] = await Promise.all([
    db.query(ONE, { today, tradeId }),
    db.query(HISTORY, { tradeId }),
    db.query(ENTRIES, { tradeId, today }),
  ])
  if (!row) throw new Refusal('record.missing', { what: 'The trade' })
  const { version, is_safekept: isSafekept, ...settlement } = row
  return {
    settlement: toRow(settlement),
    custodian_reference: isSafekept ? custodianReference(tradeId, version) : null,
    history: history.map((one) => ({
      ...one,
      amount: jsonNumber(one.amount),
      entries: one.entries.map(Number),
    })),
    entries: entries.map((entry) => ({ ...entry, total: jsonNumber(entry.total) })),
  }
}

const LOCK = statement(
  'settlements.lock-trades',
  'SELECT id FROM trades WHERE id = ANY (:tradeIds::bigint[]) ORDER BY id FOR NO KEY UPDATE',
)

/** Locks the settlements of trades until the transaction ends: no other confirms, corrects or deletes them. */
export async function lockSettlements(tx: Transaction, tradeIds: readonly number[]): Promise<void> {
  await Promise.all([sharePostings(tx), tx.query(LOCK, { tradeIds })])
}
