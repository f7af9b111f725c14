/** Reading the ledger: its lines, newest first, page by page. */

import { LIST_MAX } from '@em/contract/kit/register'
import { LEDGER_SORTED_MAX, type LedgerEntry, type LedgerSort } from '@em/contract/ledger/ledger'
import { MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { symbolOn } from '../equities/names/name-on.ts'
import { ENTRY_KIND } from './entry-kind.queries.ts'
import { runningBalances } from './ledger.balances.ts'
import { type LedgerTotals, type LineConditions, ledgerTotals, lineConditions } from './ledger.filter.ts'
import type { LedgerFilter } from './ledger.filter-fields.ts'
import { type PageStart, pageStartOf, walkedTo } from './ledger.page-start.ts'
import { VERSION_SHOWN } from './trade-of-line.queries.ts'

const LINES_OF = statement(
  'ledger.lines-of',
  `SELECT l.entry_date AS date, a.account_code, a.account_name, l.debit, l.credit, l.transaction_type
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
    WHERE l.entry_id = ANY (:entryIds::bigint[]) ORDER BY l.entry_id, l.line_no`,
)

/** The lines of some entries as a preview shows them. */
export async function postedLines(db: Queryable, entryIds: readonly number[]) {
  const rows = await db.query(LINES_OF, { entryIds })
  return rows.map((row) => ({ ...row, debit: jsonNumber(row.debit), credit: jsonNumber(row.credit) }))
}

const ACCOUNT = statement(
  'ledger.account',
  'SELECT id FROM chart_of_accounts WHERE lower(account_code) = lower(:code)',
)

/**
 * The account of a code; 0 where there is none. Read in a query of its own: with the id in hand the database knows whether
 * the account has few lines or most of them.
 */
export async function accountIdOf(db: Queryable, code: string): Promise<number> {
  const [account] = await db.query(ACCOUNT, { code })
  return account?.id ?? 0
}

export interface LedgerPage {
  readonly limit?: number | undefined
  /** Where an earlier page ended; wins over `page`. */
  readonly cursor?: string | undefined
  /** Counted from 1, of `limit` lines each. */
  readonly page?: number | undefined
  /** A field or -field; newest first where undefined. */
  readonly sort?: string | undefined
}

/** Which lines of the list, newest first: those after a cursor, or so many after so many. */
interface Cut {
  readonly cursor?: string | undefined
  readonly skip?: number
  /** Where the lines begin, where that is known; wins over `skip`. */
  readonly pageStart?: PageStart | null
  /** The oldest day that is looked at. */
  readonly oldest?: string | null
}

const CURSOR = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_(\d{1,5})$/

/**
 * Ledger lines, newest first unless sorted otherwise, each with the running balance of its account (within the portfolio
 * asked for). @throws Refusal `ledger.sort-too-wide` where more lines are left than are sorted by anything but the date,
 *   `ledger.search-too-wide` for another order of a search that stopped, and where none of its lines is among the newest.
 */
export async function listLedger(db: Queryable, filter: LedgerFilter, at: LedgerPage, today: string) {
  const conditions = await lineConditions(db, filter, today)
  const totals = await ledgerTotals(db, filter, today, conditions)
  const found = await linesOf({ db, filter, today, conditions, totals }, at)
  const balances = await runningBalances(db, found.rows, filter.portfolioId)
  return {
    rows: found.rows.map((row, index) => toEntry(row, balances[index] ?? 0n)),
    total: totals.entries,
    nextCursor: found.nextCursor,
  }
}

interface Found {
  readonly db: Queryable
  readonly filter: LedgerFilter
  readonly today: string
  readonly conditions: LineConditions
  readonly totals: LedgerTotals
}

async function linesOf(
  { db, filter, today, conditions, totals }: Found,
  at: LedgerPage,
): Promise<{ rows: LineRow[]; nextCursor: string | null }> {
  const limit = at.limit ?? LIST_MAX
  const skip = at.cursor === undefined ? ((at.page ?? 1) - 1) * limit : 0
  if (totals.entries === 0) return { rows: [], nextCursor: null }
  if (at.sort === undefined || at.sort === '-date') {
    const pageStart = at.cursor === undefined ? await pageStartOf(db, filter, today, skip) : null
    const oldest = totals.stopped ? await walkedTo(db, filter, today, at.cursor?.slice(0, 10)) : null
    const cut = { cursor: at.cursor, skip, pageStart, oldest }
    const rows = await pageOf(db, conditions, cut, limit, totals.entries)
    if (oldest !== null && rows.length === 0) throw new Refusal('ledger.search-too-wide')
    const page = rows.slice(0, limit)
    // A search that was stopped goes on to its refusal: its end is not the end of the list.
    const last = rows.length > limit || oldest !== null ? page.at(-1) : undefined
    return { rows: page, nextCursor: last ? `${last.entry_date}_${last.entry_id}_${last.line_no}` : null }
  }
  if (at.cursor !== undefined) throw notOfThisList()
  // A stopped search knows only some of the lines, so they cannot be put in another order.
  if (totals.stopped) throw new Refusal('ledger.search-too-wide')
  const field = at.sort.replace('-', '') as LedgerSort
  if (field === 'date') {
    // The same lines counted from the other end, so that what is kept per month still leads to a page that lies deep.
    const take = Math.min(limit, totals.entries - skip)
    if (take <= 0) return { rows: [], nextCursor: null }
    const before = totals.entries - skip - take
    const pageStart = await pageStartOf(db, filter, today, before)
    const rows = await pageOf(db, conditions, { skip: before, pageStart }, take, totals.entries)
    return { rows: rows.slice(0, take).reverse(), nextCursor: null }
  }
  if (totals.entries > LEDGER_SORTED_MAX) {
    throw new Refusal('ledger.sort-too-wide', {
      limit: LEDGER_SORTED_MAX.toLocaleString('en-LK'),
      field: field.replaceAll('_', ' '),
    })
  }
  return { rows: await sortedPage(db, conditions, at.sort, limit, skip), nextCursor: null }
}

/** The day, entry and line that a cursor names. @throws Refusal 400 for a text that is none. */
export function cursorOf(cursor: string): (string | undefined)[] {
  const parts = CURSOR.exec(cursor)
  if (parts === null) throw notOfThisList()
  return parts.slice(1)
}

const notOfThisList = () =>
  new Refusal('request.invalid', {}, [{ field: 'cursor', message: 'This is not a cursor of this list.' }])

/** The sort columns in addition to those that `COLUMNS` names. */
const SORTS: Readonly<Record<Exclude<LedgerSort, 'date'>, string>> = {
  account_code: 'a.account_code',
  transaction_type: 'l.transaction_type',
  debit: 'nullif(l.debit, 0)',
  credit: 'nullif(l.credit, 0)',
  reference: 'lower(h.reference)',
  portfolio: 'lower(p.portfolio_name)',
  symbol: 'e.symbol',
  quantity: 'v.quantity',
  price: 'v.price',
  contract_number: 'lower(v.contract_number)',
  broker_name: 'lower(v.broker_name)',
  recorded_at: 'h.recorded_at',
}
const NEWEST_FIRST = 'l.entry_date DESC, l.entry_id DESC, l.line_no DESC'

/** A page of at most LEDGER_SORTED_MAX lines in another order than theirs; what is absent comes last. */
function sortedPage(
  db: Queryable,
  conditions: LineConditions,
  sort: string,
  limit: number,
  skip: number,
): Promise<LineRow[]> {
  const descending = sort.startsWith('-')
  const key = SORTS[sort.replace('-', '') as keyof typeof SORTS]
  return db.query<LineRow>(
    `WITH page AS MATERIALIZED (
       SELECT l.entry_id, l.line_no FROM ${conditions.from}
        WHERE $1::date IS NOT NULL AND ${conditions.where.join(' AND ')} LIMIT ${LEDGER_SORTED_MAX})
     ${OF_PAGE} ORDER BY ${key} ${descending ? 'DESC' : 'ASC'} NULLS LAST, ${NEWEST_FIRST} LIMIT ${limit} OFFSET ${skip}`,
    conditions.values,
  )
}

/** The lines of `page` as they are shown, each with the version of its trade that it bears: by OFFSET looked up by its key. */
const ofPage = (
  today: string,
) => `SELECT l.entry_id, l.line_no, l.entry_date, l.account_id, a.account_code, a.account_name,
            coalesce(l.description, h.description) AS description, h.reference, p.portfolio_name AS portfolio,
            p.portfolio_id AS portfolio_code, ${symbolOn('e', 'coalesce(h.moved_from, h.entry_date)')} AS symbol, v.quantity, v.price, v.contract_number, v.broker_name,
            l.debit, l.credit, l.transaction_type, ${ENTRY_KIND} AS kind, h.trade_id, h.reversal_of,
            coalesce(h.moved_from, h.entry_date) AS belongs_to, u.first_name || ' ' || u.last_name AS recorded_by, h.recorded_at,
            s.account_name AS transaction_account_name, s.account_number, s.bank_name, s.payment_method,
            l.entry_date > ${today} AS pending
       FROM page
       JOIN journal_lines l USING (entry_id, line_no)
       JOIN journal_entries h ON h.id = l.entry_id
       JOIN chart_of_accounts a ON a.id = l.account_id
       JOIN users u ON u.id = h.recorded_by
       LEFT JOIN LATERAL (
         SELECT v.quantity, v.price, v.contract_number, v.broker_name FROM trade_versions v
          WHERE v.trade_id = h.trade_id AND v.version = ${VERSION_SHOWN} OFFSET 0) v ON true
       LEFT JOIN portfolios p ON p.id = l.portfolio_id
       LEFT JOIN equities e ON e.id = l.equity_id
       LEFT JOIN settlement_accounts s ON s.id = l.settlement_account_id`
const OF_PAGE = ofPage('$1::date')
// The SQL of a page is composed for each question; its rows have the shape of those of any page.
const ANY_PAGE = statement(
  'ledger.page',
  `WITH page AS (SELECT entry_id, line_no FROM journal_lines) ${ofPage(':today::date')}`,
)
export type LineRow = RowOf<typeof ANY_PAGE>

/**
 * The lines of a cut and one more where there is one. Which lines is settled by keys alone, before anything is
 * joined; a page past the middle is walked from the other end.
 */
export async function pageOf(
  db: Queryable,
  conditions: LineConditions,
  at: Cut,
  limit: number,
  total: number,
): Promise<LineRow[]> {
  const values = [...conditions.values]
  const where = [...conditions.where]
  const [date, entry, line] = conditions.order
  let skip = at.skip ?? 0
  let take = limit + 1
  if (at.cursor !== undefined) {
    const pageStart = cursorOf(at.cursor).map((part) => `$${values.push(part)}`)
    where.push(
      `(${date}, ${entry}) <= (${pageStart[0]}::date, ${pageStart[1]}::bigint)`,
      `(${date}, ${entry}, ${line}) < (${pageStart[0]}::date, ${pageStart[1]}::bigint, ${pageStart[2]}::smallint)`,
    )
  }
  if (at.oldest) where.push(`${date} >= $${values.push(at.oldest)}::date`)
  if (at.pageStart) {
    where.push(`${date} <= $${values.push(at.pageStart.day)}::date`)
    skip = at.pageStart.skip
  }
  // A stopped search does not know how many lines there are, so it cannot be walked from its end.
  const fromTheEnd = !at.pageStart && !at.oldest && skip > total / 2
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
     ${OF_PAGE} ORDER BY ${NEWEST_FIRST}`,
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
    quantity: row.quantity,
    price: jsonNumber(row.price),
    contract_number: row.contract_number,
    broker_name: row.broker_name,
    debit: jsonNumber(row.debit),
    credit: jsonNumber(row.credit),
    balance: toJsonNumber(balance, MONEY_SCALE),
    transaction_type: row.transaction_type,
    status: row.pending ? 'Pending' : 'Posted',
    kind: row.kind,
    trade_id: row.trade_id,
    reversal_of: row.reversal_of,
    belongs_to: row.belongs_to,
    recorded_by: row.recorded_by,
    recorded_at: row.recorded_at,
    transaction_account_name: row.transaction_account_name,
    account_number: row.account_number,
    bank_name: row.bank_name,
    payment_method: row.payment_method,
  }
}
