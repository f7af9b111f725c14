/** Keeps what is not in the ledger: drafts and templates, with their lines. */
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { type RowOf, statement, type Transaction } from '../../../platform/database/database.ts'
import type { ManualLine } from './entry-lines.ts'

export type Draft = RowOf<typeof LOCK>

/** The fields above the lines. */
export interface Head {
  readonly date: string
  readonly description: string
  readonly reference: string | null
  readonly transactionType: string
}

const LOCK = statement(
  'journal.lock-draft',
  `SELECT id, status, description, version FROM journal_drafts WHERE id = :id FOR UPDATE`,
)
const INSERT = statement(
  'journal.insert-draft',
  `INSERT INTO journal_drafts (status, entry_date, description, reference, transaction_type, taken_from, recorded_by)
   VALUES (:status, :entryDate, :description, :reference?, :transactionType, :takenFrom?, :recordedBy) RETURNING id`,
)
const UPDATE = statement(
  'journal.update-draft',
  `UPDATE journal_drafts SET status = :status, entry_date = :entryDate, description = :description, reference = :reference?, transaction_type = :transactionType,
          version = version + 1, changed_at = clock_timestamp(), changed_by = :changedBy
    WHERE id = :id`,
)
const LINES = statement(
  'journal.insert-draft-lines',
  `INSERT INTO journal_draft_lines (draft_id, line_no, account_id, role, debit, credit, description, portfolio_id, settlement_account_id,
                                    clears_entry_id, clears_line_no)
   SELECT :draftId, l.* FROM unnest(:lineNos::smallint[], :accountIds::bigint[], :roles::text[], :debits::numeric[], :credits::numeric[], :descriptions?::text[], :portfolioIds?::bigint[],
                              :settlementAccountIds?::bigint[], :clearsEntryIds?::bigint[], :clearsLineNos?::smallint[]) AS l`,
)

/** The draft of an id, locked for this transaction; undefined where the id is none (or a template's). */
export async function lockDraft(tx: Transaction, id: number): Promise<Draft | undefined> {
  const [draft] = await tx.query(LOCK, { id })
  return draft?.status === 'Template' ? undefined : draft
}

/** Writes a new draft and answers its id. `takenFrom`: the posted entry that was taken back for it. */
export async function insertDraft(
  tx: Transaction,
  status: 'Draft' | 'Cancelled' | 'Template',
  head: Head,
  lines: readonly ManualLine[],
  by: { readonly recordedBy: number; readonly takenFrom?: number },
): Promise<number> {
  const [row] = await tx.query(INSERT, {
    status,
    entryDate: head.date,
    description: head.description,
    reference: head.reference,
    transactionType: head.transactionType,
    takenFrom: by.takenFrom ?? null,
    recordedBy: by.recordedBy,
  })
  const id = row?.id as number
  await writeLines(tx, id, lines)
  return id
}

/** Writes a draft anew: its head, its lines and its status. */
export async function updateDraft(
  tx: Transaction,
  id: number,
  status: 'Draft' | 'Cancelled',
  head: Head,
  lines: readonly ManualLine[],
  changedBy: number,
): Promise<void> {
  await tx.query(UPDATE, {
    id,
    status,
    entryDate: head.date,
    description: head.description,
    reference: head.reference,
    transactionType: head.transactionType,
    changedBy,
  })
  await tx.query('DELETE FROM journal_draft_lines WHERE draft_id = $1', [id])
  await writeLines(tx, id, lines)
}

/** Notes that a draft was posted, and as which entry. */
export async function markPosted(tx: Transaction, id: number, entryId: number, by: number): Promise<void> {
  await tx.query(
    `UPDATE journal_drafts SET status = 'Posted', posted_as = $2, version = version + 1, changed_at = clock_timestamp(),
            changed_by = $3 WHERE id = $1`,
    [id, entryId, by],
  )
}

async function writeLines(tx: Transaction, id: number, lines: readonly ManualLine[]): Promise<void> {
  await tx.query(LINES, {
    draftId: id,
    lineNos: lines.map((_, index) => index + 1),
    accountIds: lines.map((line) => line.accountId),
    roles: lines.map((line) => line.role),
    debits: lines.map((line) => formatDecimal(line.debit, MONEY_SCALE)),
    credits: lines.map((line) => formatDecimal(line.credit, MONEY_SCALE)),
    descriptions: lines.map((line) => line.description),
    portfolioIds: lines.map((line) => line.portfolioId),
    settlementAccountIds: lines.map((line) => line.settlementAccountId),
    clearsEntryIds: lines.map((line) => line.clears?.entry_id ?? null),
    clearsLineNos: lines.map((line) => line.clears?.line_no ?? null),
  })
}
