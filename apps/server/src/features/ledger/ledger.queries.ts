/** Reading the ledger: its lines, newest first, page by page. */
import type { LedgerEntry } from '@em/contract/books/ledger'
import { LIST_MAX } from '@em/contract/kit/register'
import { MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { runningBalances } from './ledger.balances.ts'
import { type LedgerFilter, type LineConditions, ledgerTotals, lineConditions } from './ledger.filter.ts'
import { type Place, placeOf } from './ledger.places.ts'

const LINES_OF = statement(
  'ledger.lines-of',
  `SELECT l.entry_date AS date, a.account_code, a.account_name, l.debit, l.credit, l.transaction_type
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
    WHERE l.entry_id = ANY ($1::bigint[]) ORDER BY l.entry_id, l.line_no`,
)

/** The lines of some entries as a preview shows them. */
export async function postedLines(db: Queryable, entryIds: readonly number[]) {
  const rows = await db.query<{
    date: string
    account_code: string
    account_name: string
    debit: string
    credit: string
    transaction_type: string
  }>(LINES_OF, [entryIds])
  return rows.map((row) => ({ ...row, debit: jsonNumber(row.debit), credit: jsonNumber(row.credit) }))
}

const ACCOUNT = statement(
  'ledger.account',
  'SELECT id FROM chart_of_accounts WHERE lower(account_code) = lower($1)',
)

/**
 * The account of a code; 0 where there is none. Asked for by itself: with the id in hand the database knows whether
 * the account has few lines or most of them.
 */
export async function accountIdOf(db: Queryable, code: string): Promise<number> {
  const [account] = await db.query<{ id: number }>(ACCOUNT, [code])
  return account?.id ?? 0
}

export interface LedgerPage {
  readonly limit?: number | undefined
  /** Where an earlier page ended; wins over `page`. */
  readonly cursor?: string | undefined
  /** Counted from 1, of `limit` lines each. */
  readonly page?: number | undefined
  /** Where the page begins, where that is known; wins over `page`. */
  readonly place?: Place | null
}

export interface LineRow {
  entry_id: number
  line_no: number
  entry_date: string
  account_id: number
  account_code: string
  account_name: string
  description: string | null
  reference: string | null
  portfolio: string | null
  portfolio_code: string | null
  symbol: string | null
  debit: string
  credit: string
  transaction_type: string
  kind: string
  trade_id: number | null
  transaction_account_name: string | null
  account_number: string | null
  bank_name: string | null
  payment_method: string | null
  pending: boolean
}

const CURSOR = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_(\d{1,5})$/

/** Ledger lines, newest first, each with the running balance of its account (within the portfolio asked for). */
export async function listLedger(db: Queryable, filter: LedgerFilter, at: LedgerPage, today: string) {
  const conditions = await lineConditions(db, filter, today)
  const totals = await ledgerTotals(db, filter, today, conditions)
  const limit = at.limit ?? LIST_MAX
  const place =
    at.cursor === undefined ? await placeOf(db, filter, today, ((at.page ?? 1) - 1) * limit) : null
  const rows =
    totals.entries === 0 ? [] : await pageOf(db, conditions, { ...at, place }, limit, totals.entries)
  const more = rows.length > limit
  const page = more ? rows.slice(0, limit) : rows
  const balances = await runningBalances(db, page, filter.portfolioId)
  const last = page.at(-1)
  return {
    rows: page.map((row, index) => toEntry(row, balances[index] ?? 0n)),
    total: totals.entries,
    nextCursor: more && last ? `${last.entry_date}_${last.entry_id}_${last.line_no}` : null,
  }
}

/**
 * The lines of a page and one more where there is one. Which lines is settled by keys alone, before anything is
 * joined; a page past the middle is walked from the other end.
 */
export async function pageOf(
  db: Queryable,
  conditions: LineConditions,
  at: LedgerPage,
  limit: number,
  total: number,
): Promise<LineRow[]> {
  const values = [...conditions.values]
  const where = [...conditions.where]
  const [date, entry, line] = conditions.place
  let skip = at.cursor === undefined ? ((at.page ?? 1) - 1) * limit : 0
  let take = limit + 1
  if (at.cursor !== undefined) {
    const cursor = CURSOR.exec(at.cursor)
    if (!cursor) {
      throw new Refusal('request.invalid', {}, [
        { field: 'cursor', message: 'This is not a cursor of this list.' },
      ])
    }
    const place = [cursor[1], cursor[2], cursor[3]].map((part) => `$${values.push(part)}`)
    where.push(
      `(${date}, ${entry}) <= (${place[0]}::date, ${place[1]}::bigint)`,
      `(${date}, ${entry}, ${line}) < (${place[0]}::date, ${place[1]}::bigint, ${place[2]}::smallint)`,
    )
  }
  if (at.place) {
    where.push(`${date} <= $${values.push(at.place.day)}::date`)
    skip = at.place.skip
  }
  const fromTheEnd = !at.place && skip > total / 2
  if (fromTheEnd) {
    take = Math.min(take, total - skip)
    skip = total - skip - take
    if (take <= 0) return []
  }
  const order = fromTheEnd ? `${date}, ${entry}, ${line}` : `${date} DESC, ${entry} DESC, ${line} DESC`
  return db.query<LineRow>(
    `WITH page AS MATERIALIZED (
       SELECT l.entry_id, l.line_no FROM ${conditions.from}
        WHERE $1::date IS NOT NULL AND ${where.join(' AND ')}
        ORDER BY ${order} LIMIT ${take} OFFSET ${skip})
     SELECT l.entry_id, l.line_no, l.entry_date, l.account_id, a.account_code, a.account_name,
            coalesce(l.description, h.description) AS description, h.reference, p.portfolio_name AS portfolio,
            p.portfolio_id AS portfolio_code, e.symbol, l.debit, l.credit, l.transaction_type, h.kind, h.trade_id,
            s.account_name AS transaction_account_name, s.account_number, s.bank_name, s.payment_method,
            l.entry_date > $1::date AS pending
       FROM page
       JOIN journal_lines l USING (entry_id, line_no)
       JOIN journal_entries h ON h.id = l.entry_id
       JOIN chart_of_accounts a ON a.id = l.account_id
       LEFT JOIN portfolios p ON p.id = l.portfolio_id
       LEFT JOIN equities e ON e.id = l.equity_id
       LEFT JOIN settlement_accounts s ON s.id = l.settlement_account_id
      ORDER BY l.entry_date DESC, l.entry_id DESC, l.line_no DESC`,
    values,
  )
}

export function toEntry(row: LineRow, balance: bigint): LedgerEntry {
  return {
    id: `${row.entry_id}-${row.line_no}`,
    entry_id: row.entry_id,
    line_no: row.line_no,
    date: row.entry_date,
    account_code: row.account_code,
    account_name: row.account_name,
    description: row.description,
    reference: row.reference,
    portfolio: row.portfolio,
    portfolioId: row.portfolio_code,
    symbol: row.symbol,
    debit: jsonNumber(row.debit),
    credit: jsonNumber(row.credit),
    balance: toJsonNumber(balance, MONEY_SCALE),
    transaction_type: row.transaction_type,
    status: row.pending ? 'Pending' : 'Posted',
    kind: row.kind,
    trade_id: row.trade_id,
    transaction_account_name: row.transaction_account_name,
    account_number: row.account_number,
    bank_name: row.bank_name,
    payment_method: row.payment_method,
  }
}
