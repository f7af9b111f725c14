/** Posts drafts as they stand, each by itself. */
import type { PostReport } from '@em/contract/books/journal'
import { refusalMessage } from '@em/contract/kit/errors'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { toRefusal } from '../../platform/http/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockDraft } from './draft-store.ts'
import { type ManualLine, RESERVED } from './entry-lines.ts'
import { postAs } from './journal.commands.ts'

interface HeadRow {
  date: string
  description: string
  reference: string | null
  transaction_type: string
}
const HEAD = statement(
  'journal.draft-head',
  `SELECT entry_date AS date, description, reference, transaction_type FROM journal_drafts WHERE id = $1`,
)
const LINES = statement(
  'journal.draft-to-post',
  `SELECT l.role, l.account_id, a.account_code, a.active_status = 'Yes' AS active,
          EXISTS (SELECT FROM gl_mappings m WHERE m.account_id = a.id AND m.role = ANY ($2)) OR a.account_code = ANY ($3) AS reserved,
          l.portfolio_id, p.portfolio_id AS portfolio, l.settlement_account_id, l.debit, l.credit, l.description
     FROM journal_draft_lines l JOIN chart_of_accounts a ON a.id = l.account_id
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
    WHERE l.draft_id = $1 ORDER BY l.line_no`,
)

/**
 * Posts drafts in the order given, by number. One that cannot be posted stays a draft and tells why; the others are posted.
 * @throws only what concerns all of them (the database is away).
 */
export async function postDrafts(tx: Transaction, ids: readonly number[], user: number): Promise<PostReport> {
  const results: PostReport['results'] = []
  for (const id of ids) {
    await tx.query('SAVEPOINT one_draft')
    try {
      const { entryId, description } = await postOne(tx, id, user)
      results.push({ id, description, entry_id: entryId, code: null, message: null })
      await tx.query('RELEASE SAVEPOINT one_draft')
    } catch (error) {
      const refusal = toRefusal(error as Error)
      if (refusal.status >= 500) throw error
      await tx.query('ROLLBACK TO SAVEPOINT one_draft')
      const [head] = await tx.query<HeadRow>(HEAD, [id])
      const details = refusal.details.map(({ message }) => message).filter((one) => one !== refusal.message)
      const message = [refusal.message, ...details].join(' ')
      results.push({
        id,
        description: head?.description ?? null,
        entry_id: null,
        code: refusal.code,
        message,
      })
    }
  }
  const posted = results.filter(({ entry_id }) => entry_id !== null).length
  return { success: true, posted, refused: results.length - posted, results }
}

async function postOne(tx: Transaction, id: number, user: number) {
  const draft = await lockDraft(tx, id)
  if (draft?.status !== 'Draft') {
    throw new Refusal('journal.no-draft', { id }, [
      { field: 'ids', message: refusalMessage('journal.no-draft', { id }) },
    ])
  }
  const [head] = await tx.query<HeadRow>(HEAD, [id])
  if (!head) throw new Refusal('record.missing', { what: 'The journal entry' })
  const rows = await tx.query<{
    role: 'manual' | 'suspense'
    account_id: number
    account_code: string
    active: boolean
    reserved: boolean
    portfolio_id: number | null
    portfolio: string | null
    settlement_account_id: number | null
    debit: string
    credit: string
    description: string | null
  }>(LINES, [id, ...RESERVED])
  const lines = rows.map(
    (row): ManualLine => ({
      role: row.role,
      accountId: row.account_id,
      accountCode: row.account_code,
      active: row.active,
      reserved: row.reserved,
      portfolioId: row.portfolio_id,
      portfolio: row.portfolio,
      settlementAccountId: row.settlement_account_id,
      debit: decimalOf(row.debit, MONEY_SCALE),
      credit: decimalOf(row.credit, MONEY_SCALE),
      description: row.description,
    }),
  )
  const { date, description, reference, transaction_type: transactionType } = head
  const entryId = await postAs(tx, id, { date, description, reference, transactionType }, lines, user)
  return { entryId, description }
}
