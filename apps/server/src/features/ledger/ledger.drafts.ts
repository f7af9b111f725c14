/**
 * Lines of drafts as the ledger's filter "Draft" lists them. They are outside the ledger: no balance counts them, and
 * they are in no list of it but this one.
 */

import { LIST_MAX } from '@em/contract/kit/register'
import { type LedgerEntry, type LedgerSort, NO_CLOSING } from '@em/contract/ledger/ledger'
import { containing } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { inOrder } from '../../platform/database/statement.ts'
import type { LedgerFilter } from './ledger.filter-fields.ts'
import { cursorOf, type LedgerPage } from './ledger.queries.ts'

type DraftFilter = Omit<LedgerFilter, 'status'>

const LINES = `journal_draft_lines l
       JOIN journal_drafts h ON h.id = l.draft_id AND h.status = 'Draft'
       JOIN chart_of_accounts a ON a.id = l.account_id`
const PARAMETERS = [
  ...(['portfolioId', 'accountId', 'from', 'to', 'type', 'symbol', 'broker', 'word'] as const),
  ...(['limit', 'skip', 'afterDate', 'afterDraft', 'afterLine'] as const),
] as const
/** How a text names a parameter: a fixed one by its name, one that is put together by its number. */
type Named = (parameter: (typeof PARAMETERS)[number]) => string
const byName: Named = (parameter) => `:${parameter}?`
const byNumber: Named = (parameter) => `$${PARAMETERS.indexOf(parameter) + 1}`
// A draft has no broker, no security and no trade, and closes no year.
const filtered = (
  given: Named,
) => `(${given('portfolioId')}::bigint IS NULL OR l.portfolio_id = ${given('portfolioId')})
        AND (${given('accountId')}::bigint IS NULL OR l.account_id = ${given('accountId')})
        AND (${given('from')}::date IS NULL OR h.entry_date >= ${given('from')}) AND (${given('to')}::date IS NULL OR h.entry_date <= ${given('to')})
        AND (${given('type')}::text IS NULL OR h.transaction_type = ${given('type')}) AND ${given('symbol')}::text IS NULL AND ${given('broker')}::text IS NULL
        AND (${given('word')}::text IS NULL OR h.description ILIKE ${given('word')} OR l.description ILIKE ${given('word')}
             OR h.reference ILIKE ${given('word')} OR a.account_code ILIKE ${given('word')} OR a.account_name ILIKE ${given('word')})`
const SUMS = statement(
  'ledger.draft-sums',
  `SELECT count(*) AS entries, coalesce(sum(l.debit), 0)::numeric(20, 2) AS debits,
          coalesce(sum(l.credit), 0)::numeric(20, 2) AS credits FROM ${LINES} WHERE ${filtered(byName)}`,
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
  return {
    portfolioId: filter.portfolioId ?? null,
    accountId: filter.accountId ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    type: filter.transactionType === NO_CLOSING ? null : filter.transactionType || null,
    symbol: filter.equityIds === undefined ? null : 'named',
    broker: filter.broker || null,
    word: word ? containing(word) : null,
  }
}

/** How many lines of drafts a filter leaves, with their debits and credits as exact decimal texts. */
export async function draftTotals(db: Queryable, filter: DraftFilter) {
  const [row] = await db.query(SUMS, valuesOf(filter))
  return { entries: row?.entries ?? 0, debits: row?.debits ?? '0', credits: row?.credits ?? '0' }
}

const page = (given: Named, order: string) =>
  `SELECT h.id AS entry_id, l.line_no, h.entry_date AS date, a.account_code, a.account_name,
          coalesce(l.description, h.description) AS description, h.reference, p.portfolio_name AS portfolio,
          p.portfolio_id AS "portfolioId", l.debit, l.credit, h.transaction_type, h.entry_date AS belongs_to,
          u.first_name || ' ' || u.last_name AS recorded_by, h.recorded_at,
          s.account_name AS transaction_account_name, s.account_number, s.bank_name, s.payment_method
     FROM ${LINES}
     JOIN users u ON u.id = h.recorded_by
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
     LEFT JOIN settlement_accounts s ON s.id = l.settlement_account_id
    WHERE ${filtered(given)} AND (${given('afterDate')}::date IS NULL
           OR (h.entry_date, h.id, l.line_no) < (${given('afterDate')}, ${given('afterDraft')}::bigint, ${given('afterLine')}::smallint))
    ORDER BY ${order} LIMIT ${given('limit')} OFFSET ${given('skip')}`
const USUAL = statement('ledger.drafts', page(byName, NEWEST_FIRST))
type DraftRow = RowOf<typeof USUAL>

/** A page of them by number or cursor, newest first unless sorted otherwise; what only trades have is absent, and so the sort by it. */
export async function listDrafts(db: Queryable, filter: DraftFilter, at: LedgerPage) {
  const limit = at.limit ?? LIST_MAX
  const key = SORTS[(at.sort ?? '').replace('-', '') as LedgerSort]
  const way = at.sort?.startsWith('-') === true ? 'DESC' : 'ASC'
  // A cursor names a position in the usual order.
  const usual = key === undefined || at.cursor !== undefined
  const [day, draft, line] = at.cursor === undefined ? [] : cursorOf(at.cursor)
  const values = {
    ...valuesOf(filter),
    limit,
    skip: at.cursor === undefined ? ((at.page ?? 1) - 1) * limit : 0,
    afterDate: day ?? null,
    afterDraft: draft === undefined ? null : Number(draft),
    afterLine: line === undefined ? null : Number(line),
  }
  const rows = usual
    ? await db.query(USUAL, values)
    : await db.query<DraftRow>(
        page(byNumber, `${key} ${way} NULLS LAST, ${NEWEST_FIRST}`),
        inOrder(PARAMETERS, values),
      )
  const last = usual && rows.length === limit ? rows.at(-1) : undefined
  const nextCursor = last === undefined ? null : `${last.date}_${last.entry_id}_${last.line_no}`
  return { rows: rows.map(toEntry), nextCursor }
}

/** What only lines of trades have. */
const OF_TRADES = {
  symbol: null,
  quantity: null,
  price: null,
  contract_number: null,
  broker_name: null,
  trade_id: null,
  reversal_of: null,
}

function toEntry(row: DraftRow): LedgerEntry {
  return {
    ...row,
    ...OF_TRADES,
    id: `${row.entry_id}-${row.line_no}`,
    balance: null,
    status: 'Draft',
    kind: 'manual',
    debit: jsonNumber(row.debit),
    credit: jsonNumber(row.credit),
  }
}
