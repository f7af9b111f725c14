import type { JournalEntry } from '@em/contract/books/journal'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'

const ENTRY = statement(
  'journal.entry',
  `SELECT h.id, h.entry_date AS date, h.description, h.reference, h.transaction_type, h.kind, h.trade_id, t.deal_number,
          h.reversal_of, r.id AS reversed_by, h.recorded_at, u.first_name || ' ' || u.last_name AS recorded_by
     FROM journal_entries h JOIN users u ON u.id = h.recorded_by
     LEFT JOIN trades t ON t.id = h.trade_id
     LEFT JOIN journal_entries r ON r.reversal_of = h.id
    WHERE h.id = $1`,
)
const LINES = statement(
  'journal.lines',
  `SELECT l.line_no, a.account_code, a.account_name, l.debit, l.credit, l.description, p.portfolio_id AS portfolio_code, l.transaction_type,
          s.account_name AS bank_account_name, s.account_number AS bank_account_number, s.bank_name
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
     LEFT JOIN settlement_accounts s ON s.id = l.settlement_account_id
    WHERE l.entry_id = $1 ORDER BY l.line_no`,
)

interface Line {
  line_no: number
  account_code: string
  account_name: string
  debit: string
  credit: string
  description: string | null
  portfolio_code: string | null
  transaction_type: string
  /** The three are null together: a line without a settlement account. */
  bank_account_name: string | null
  bank_account_number: string | null
  bank_name: string | null
}

/** One entry with its lines. @throws Refusal 404. */
export async function findEntry(db: Queryable, id: number, today: string): Promise<JournalEntry> {
  const [entry] = await db.query<Omit<JournalEntry, 'lines' | 'total' | 'status'>>(ENTRY, [id])
  if (!entry) throw new Refusal('record.missing', { what: 'The journal entry' })
  const lines = await db.query<Line>(LINES, [id])
  const total = lines.reduce((sum, line) => sum + decimalOf(line.debit, MONEY_SCALE), 0n)
  return {
    ...entry,
    status: entry.date > today ? 'Pending' : 'Posted',
    total: toJsonNumber(total, MONEY_SCALE),
    lines: lines.map(({ portfolio_code, bank_account_name, bank_account_number, bank_name, ...line }) => ({
      ...line,
      portfolioId: portfolio_code,
      settlement_account:
        bank_account_name === null || bank_account_number === null || bank_name === null
          ? null
          : { account_name: bank_account_name, account_number: bank_account_number, bank_name },
      debit: jsonNumber(line.debit),
      credit: jsonNumber(line.credit),
    })),
  }
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
