/**
 * Lines of drafts as the ledger's filter "Draft" lists them. They stand outside the ledger: no balance counts them, and
 * they are in no list of it but this one.
 */
import type { LedgerEntry, LedgerSort } from '@em/contract/books/ledger'
import { LIST_MAX } from '@em/contract/kit/register'
import { containing } from '../../platform/database/conditions.ts'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import type { LedgerFilter } from './ledger.filter.ts'
import { cursorOf, type LedgerPage } from './ledger.queries.ts'

type DraftFilter = Omit<LedgerFilter, 'status'>

const LINES = `journal_draft_lines l
       JOIN journal_drafts h ON h.id = l.draft_id AND h.status = 'Draft'
       JOIN chart_of_accounts a ON a.id = l.account_id`
// A draft has no broker and no trade.
const WHERE = `($1::bigint IS NULL OR l.portfolio_id = $1) AND ($2::bigint IS NULL OR l.account_id = $2)
        AND ($3::date IS NULL OR h.entry_date >= $3) AND ($4::date IS NULL OR h.entry_date <= $4)
        AND ($5::text IS NULL OR h.transaction_type = $5) AND $6::text IS NULL
        AND ($7::text IS NULL OR h.description ILIKE $7 OR l.description ILIKE $7 OR h.reference ILIKE $7
             OR a.account_code ILIKE $7 OR a.account_name ILIKE $7)`
const SUMS = statement(
  'ledger.draft-sums',
  `SELECT count(*) AS entries, coalesce(sum(l.debit), 0)::numeric(20, 2) AS debits,
          coalesce(sum(l.credit), 0)::numeric(20, 2) AS credits FROM ${LINES} WHERE ${WHERE}`,
)
const NEWEST_FIRST = 'h.entry_date DESC, h.id DESC, l.line_no DESC'
const SORTS: Partial<Readonly<Record<LedgerSort, string>>> = {
  date: 'h.entry_date',
  account_code: 'a.account_code',
  transaction_type: 'h.transaction_type',
  debit: 'nullif(l.debit, 0)',
  credit: 'nullif(l.credit, 0)',
  reference: 'lower(h.reference)',
  portfolio: 'lower(p.portfolio_name)',
  recorded_at: 'h.recorded_at',
}

function valuesOf(filter: DraftFilter) {
  const word = filter.search?.trim()
  return [
    filter.portfolioId ?? null,
    filter.accountId ?? null,
    filter.from,
    filter.to,
    filter.transactionType || null,
    filter.broker || null,
    word ? containing(word) : null,
  ]
}

/** How many lines of drafts a filter leaves, with their debits and credits as exact decimal texts. */
export async function draftTotals(db: Queryable, filter: DraftFilter) {
  const [row] = await db.query<{ entries: number; debits: string; credits: string }>(SUMS, valuesOf(filter))
  return { entries: row?.entries ?? 0, debits: row?.debits ?? '0', credits: row?.credits ?? '0' }
}

type DraftRow = Omit<LedgerEntry, 'id' | 'debit' | 'credit'> & { debit: string; credit: string }

/** A page of them by number or cursor, newest first unless sorted otherwise; what only trades have is absent, and so the sort by it. */
export async function listDrafts(db: Queryable, filter: DraftFilter, at: LedgerPage) {
  const limit = at.limit ?? LIST_MAX
  const key = SORTS[(at.sort ?? '').replace('-', '') as LedgerSort]
  const way = at.sort?.startsWith('-') === true ? 'DESC' : 'ASC'
  // A cursor names a place in the usual order.
  const usual = key === undefined || at.cursor !== undefined
  const order = usual ? NEWEST_FIRST : `${key} ${way} NULLS LAST, ${NEWEST_FIRST}`
  const after = at.cursor === undefined ? null : cursorOf(at.cursor)
  const rows = await db.query<DraftRow>(
    `SELECT h.id AS entry_id, l.line_no, h.entry_date AS date, a.account_code, a.account_name,
            coalesce(l.description, h.description) AS description, h.reference, p.portfolio_name AS portfolio,
            p.portfolio_id AS "portfolioId", NULL AS symbol, NULL AS quantity, NULL AS price, NULL AS contract_number,
            NULL AS broker_name, l.debit, l.credit, NULL AS balance, h.transaction_type, 'Draft' AS status, 'manual' AS kind,
            NULL AS trade_id, NULL AS reversal_of, h.entry_date AS belongs_to,
            u.first_name || ' ' || u.last_name AS recorded_by, h.recorded_at,
            s.account_name AS transaction_account_name, s.account_number, s.bank_name, s.payment_method
       FROM ${LINES}
       JOIN users u ON u.id = h.recorded_by
       LEFT JOIN portfolios p ON p.id = l.portfolio_id
       LEFT JOIN settlement_accounts s ON s.id = l.settlement_account_id
      WHERE ${WHERE} AND ($10::date IS NULL OR (h.entry_date, h.id, l.line_no) < ($10, $11::bigint, $12::smallint))
      ORDER BY ${order} LIMIT $8 OFFSET $9`,
    [
      ...valuesOf(filter),
      limit,
      after === null ? ((at.page ?? 1) - 1) * limit : 0,
      ...(after ?? [null, null, null]),
    ],
  )
  const last = usual && rows.length === limit ? rows.at(-1) : undefined
  const nextCursor = last === undefined ? null : `${last.date}_${last.entry_id}_${last.line_no}`
  return { rows: rows.map(toEntry), nextCursor }
}

function toEntry(row: DraftRow): LedgerEntry {
  return {
    ...row,
    id: `${row.entry_id}-${row.line_no}`,
    debit: jsonNumber(row.debit),
    credit: jsonNumber(row.credit),
  }
}
