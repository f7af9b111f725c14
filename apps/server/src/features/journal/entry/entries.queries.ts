/** One entry, whether it is in the ledger or still a draft. */
import type { JournalEntry } from '@em/contract/journal/journal-entry'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { ENTRY_KIND } from '../../ledger/entry-kind.queries.ts'

/** The types that the journal's filter knows, of `journal_entries h`. */
export const JOURNAL_TYPE = `CASE ${ENTRY_KIND}
    WHEN 'mapping' THEN 'Mapping Move'
    WHEN 'manual' THEN 'Manual'
    WHEN 'event' THEN CASE h.transaction_type WHEN 'Dividend' THEN 'Dividend' ELSE 'Corporate Action' END
    WHEN 'trade' THEN 'Trade' WHEN 'settlement' THEN 'Trade' WHEN 'correction' THEN 'Trade'
    ELSE 'Manual' END`

const name = (alias: string) => `${alias}.first_name || ' ' || ${alias}.last_name`

const ENTRY = statement(
  'journal.entry',
  `SELECT h.id, h.entry_date AS date, h.description, h.reference, h.transaction_type, ${JOURNAL_TYPE} AS journal_type, ${ENTRY_KIND} AS kind,
          h.trade_id, t.deal_number, h.moved_from, h.reversal_of, r.id AS reversed_by, c.replacement_id AS replaced_by,
          o.entry_id AS replaces, coalesce(c.reason, b.reason) AS reason, d.recurring_id, d.due_on, h.recorded_at,
          ${name('u')} AS recorded_by
     FROM journal_entries h JOIN users u ON u.id = h.recorded_by
     LEFT JOIN trades t ON t.id = h.trade_id
     LEFT JOIN journal_entries r ON r.reversal_of = h.id
     LEFT JOIN journal_changes c ON c.entry_id = h.id
     LEFT JOIN journal_changes b ON b.reversal_id = h.id
     LEFT JOIN journal_changes o ON o.replacement_id = h.id
     LEFT JOIN journal_drafts d ON d.posted_as = h.id
    WHERE h.id = :id`,
)
const LINES = statement(
  'journal.lines',
  `SELECT l.line_no, a.account_code, a.account_name, l.role, l.debit, l.credit, l.description,
          p.portfolio_id AS portfolio_code, l.transaction_type,
          s.id AS bank_id, s.account_name AS bank_account_name, s.account_number AS bank_account_number, s.bank_name,
          k.clears_entry_id, k.clears_line_no
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
     LEFT JOIN settlement_accounts s ON s.id = l.settlement_account_id
     -- What the line cleared when the entry was posted, unless that was undone.
     LEFT JOIN LATERAL (
       SELECT CASE WHEN x.debit_entry_id = l.entry_id THEN x.credit_entry_id ELSE x.debit_entry_id END AS clears_entry_id,
              CASE WHEN x.debit_entry_id = l.entry_id THEN x.credit_line_no ELSE x.debit_line_no END AS clears_line_no
         FROM suspense_clearings c JOIN suspense_links x ON x.clearing_id = c.id
        WHERE c.entry_id = l.entry_id AND NOT EXISTS (SELECT FROM suspense_undoings u WHERE u.clearing_id = c.id)
          AND ((x.debit_entry_id = l.entry_id AND x.debit_line_no = l.line_no)
            OR (x.credit_entry_id = l.entry_id AND x.credit_line_no = l.line_no))
        ORDER BY x.no LIMIT 1) k ON true
    WHERE l.entry_id = :id ORDER BY l.line_no`,
)
const DRAFT = statement(
  'journal.draft',
  `SELECT d.id, d.status, d.posted_as, d.entry_date AS date, d.description, d.reference, d.transaction_type, d.taken_from,
          d.recurring_id, d.due_on, d.version, d.recorded_at, ${name('u')} AS recorded_by, d.changed_at,
          ${name('w')} AS changed_by
     FROM journal_drafts d JOIN users u ON u.id = d.recorded_by LEFT JOIN users w ON w.id = d.changed_by
    WHERE d.id = :id AND d.status <> 'Template'`,
)
const DRAFT_LINES = statement(
  'journal.draft-lines',
  `SELECT l.line_no, a.account_code, a.account_name, l.role, l.debit, l.credit, l.description,
          p.portfolio_id AS portfolio_code, 'Journal Entry' AS transaction_type,
          s.id AS bank_id, s.account_name AS bank_account_name, s.account_number AS bank_account_number, s.bank_name,
          l.clears_entry_id, l.clears_line_no
     FROM journal_draft_lines l JOIN chart_of_accounts a ON a.id = l.account_id
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
     LEFT JOIN settlement_accounts s ON s.id = l.settlement_account_id
    WHERE l.draft_id = :id ORDER BY l.line_no`,
)
// An entry that was a draft, or replaces another, has audit rows under that number too.
const HISTORY = statement(
  'journal.history',
  `SELECT a.at, ${name('u')} AS by, a.action FROM audit a JOIN users u ON u.id = a.user_id
    WHERE a.entity = 'journal-entry' AND a.entity_id IN (
      SELECT :postedAs::text UNION SELECT d.id::text FROM journal_drafts d WHERE d.posted_as = :postedAs::bigint
      UNION SELECT c.entry_id::text FROM journal_changes c WHERE :postedAs::bigint IN (c.reversal_id, c.replacement_id))
    ORDER BY a.id LIMIT 200`,
)

/** The four columns of a settlement account are null together. */
type Line = RowOf<typeof LINES | typeof DRAFT_LINES>
type DraftRow = RowOf<typeof DRAFT>
/** One entry or draft with its lines; a draft that was posted answers its entry. @throws Refusal 404. */
export async function findEntry(db: Queryable, id: number, today: string): Promise<JournalEntry> {
  const [draft] = await db.query(DRAFT, { id })
  if (draft?.posted_as) return findEntry(db, draft.posted_as, today)
  const [lines, history] = await Promise.all([
    draft ? db.query(DRAFT_LINES, { id }) : db.query(LINES, { id }),
    db.query(HISTORY, { postedAs: String(id) }),
  ])
  if (draft) return { ...draftHead(draft), ...body(lines), history }
  const [entry] = await db.query(ENTRY, { id })
  if (!entry) throw new Refusal('record.missing', { what: 'The journal entry' })
  const cancelled = entry.kind === 'manual' && entry.reversed_by !== null && entry.replaced_by === null
  return {
    ...entry,
    journal_type: entry.journal_type as JournalEntry['journal_type'],
    status: cancelled ? 'Cancelled' : entry.date > today ? 'Pending' : 'Posted',
    version: null,
    changed_at: null,
    changed_by: null,
    ...body(lines),
    history,
  }
}

function draftHead(draft: DraftRow) {
  const { id, date, description, reference, transaction_type, recurring_id, due_on, version } = draft
  const { recorded_at, recorded_by, changed_at, changed_by } = draft
  return {
    id,
    date,
    description,
    reference,
    transaction_type,
    recurring_id,
    due_on,
    version,
    recorded_at,
    recorded_by,
    changed_at,
    changed_by,
    status: draft.status as 'Draft' | 'Cancelled',
    journal_type: 'Manual' as const,
    kind: 'manual',
    trade_id: null,
    deal_number: null,
    moved_from: null,
    reversal_of: null,
    reversed_by: null,
    replaced_by: null,
    replaces: draft.taken_from,
    reason: null,
  }
}

function body(lines: readonly Line[]) {
  const net = (line: Line) => decimalOf(line.debit, MONEY_SCALE) - decimalOf(line.credit, MONEY_SCALE)
  const byPortfolio = new Map<string | null, bigint>()
  for (const line of lines) {
    byPortfolio.set(line.portfolio_code, (byPortfolio.get(line.portfolio_code) ?? 0n) + net(line))
  }
  return {
    one_line: lines.length === 2 && lines[1]?.role === 'suspense',
    total: rupees(lines.reduce((sum, line) => sum + decimalOf(line.debit, MONEY_SCALE), 0n)),
    difference: rupees(lines.reduce((sum, line) => sum + net(line), 0n)),
    differences: [...byPortfolio]
      .filter(([, difference]) => difference !== 0n)
      .map(([portfolioId, difference]) => ({ portfolioId, difference: rupees(difference) })),
    lines: lines.map((line) => ({
      line_no: line.line_no,
      account_code: line.account_code,
      account_name: line.account_name,
      debit: jsonNumber(line.debit),
      credit: jsonNumber(line.credit),
      description: line.description,
      portfolioId: line.portfolio_code,
      transaction_type: line.transaction_type,
      settlement_account: bankOf(line),
      clears: keyOf(line),
    })),
  }
}

/** The item of Suspense that a line clears; of a draft, once it is posted. */
export function keyOf(line: Pick<Line, 'clears_entry_id' | 'clears_line_no'>) {
  const { clears_entry_id: entry_id, clears_line_no: line_no } = line
  return entry_id === null || line_no === null ? null : { entry_id, line_no }
}

function bankOf(line: Line) {
  const {
    bank_id: id,
    bank_account_name: account_name,
    bank_account_number: account_number,
    bank_name,
  } = line
  if (id === null || account_name === null || account_number === null || bank_name === null) return null
  return { id, account_name, account_number, bank_name }
}

/** @throws Refusal 404 when there is no entry, or no draft, of the id. */
export async function isThere(
  db: Queryable,
  table: 'journal_entries' | 'journal_drafts',
  id: number,
): Promise<void> {
  const found = await db.query(`SELECT FROM ${table} WHERE id = $1`, [id])
  if (found.length === 0) throw new Refusal('record.missing', { what: 'The journal entry' })
}
