/** Posts drafts as they are, each on its own. */
import type { PostReport } from '@em/contract/journal/journal'
import { refusalMessage } from '@em/contract/kit/errors'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { toRefusal } from '../../../platform/to-refusal.ts'
import { accountOfRole } from '../../ledger/posting/accounts-of-roles.queries.ts'
import { lockDraft } from './drafts.commands.ts'
import { postAs } from './entries.commands.ts'
import { findEntry, keyOf } from './entries.queries.ts'
import type { ManualLine } from './entry-lines.ts'
import { warningsOf } from './entry-warnings.queries.ts'
import { isReserved, RESERVED } from './reserved.queries.ts'

const HEAD = statement(
  'journal.draft-head',
  `SELECT entry_date AS date, description, reference FROM journal_drafts WHERE id = :id`,
)
const LINES = statement(
  'journal.draft-to-post',
  `SELECT l.role, a.id AS account_id, a.account_code, a.active_status = 'Yes' AS active,
          ${isReserved(':roles', ':codes', 'd.entry_date')} AS reserved,
          EXISTS (SELECT FROM gl_mappings g WHERE g.account_id = a.id AND g.role = 'inter-portfolio-clearing') AS is_clearing!,
          l.portfolio_id, p.portfolio_id AS portfolio, l.settlement_account_id, l.debit, l.credit, l.description,
          l.clears_entry_id, l.clears_line_no
     FROM journal_draft_lines l JOIN journal_drafts d ON d.id = l.draft_id
     JOIN chart_of_accounts a
       ON a.id = CASE l.role WHEN 'suspense' THEN ${accountOfRole('l.role', 'l.portfolio_id', '0', 'd.entry_date')} ELSE l.account_id END
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
    WHERE l.draft_id = :id ORDER BY l.line_no`,
)

/**
 * Posts drafts in the order given, by number. One that cannot be posted stays a draft, with the reason; the others are posted.
 * @throws only what concerns all of them (the database is away).
 */
export async function postDrafts(
  tx: Transaction,
  ids: readonly number[],
  by: RecordedBy,
  today: string,
): Promise<PostReport> {
  const results: PostReport['results'] = []
  for (const id of ids) {
    await tx.query('SAVEPOINT one_draft')
    try {
      const { entryId, description } = await postOne(tx, id, by)
      const warnings = await warningsOf(tx, await findEntry(tx, entryId, today))
      results.push({ id, description, entry_id: entryId, code: null, message: null, warnings })
      await tx.query('RELEASE SAVEPOINT one_draft')
    } catch (error) {
      const refusal = toRefusal(error as Error)
      if (refusal.status >= 500) throw error
      await tx.query('ROLLBACK TO SAVEPOINT one_draft')
      const [head] = await tx.query(HEAD, { id })
      const details = refusal.details.map(({ message }) => message).filter((one) => one !== refusal.message)
      const message = [refusal.message, ...details].join(' ')
      results.push({
        id,
        description: head?.description ?? null,
        entry_id: null,
        code: refusal.code,
        message,
        warnings: [],
      })
    }
  }
  const posted = results.filter(({ entry_id }) => entry_id !== null).length
  return { success: true, posted, refused: results.length - posted, results }
}

async function postOne(tx: Transaction, id: number, by: RecordedBy) {
  const draft = await lockDraft(tx, id)
  if (draft?.status !== 'Draft') {
    throw new Refusal('journal.no-draft', { id }, [
      { field: 'ids', message: refusalMessage('journal.no-draft', { id }) },
    ])
  }
  const [head] = await tx.query(HEAD, { id })
  if (!head) throw new Refusal('record.missing', { what: 'The journal entry' })
  const rows = await tx.query(LINES, { id, ...RESERVED })
  const lines = rows.map(
    (row): ManualLine => ({
      role: row.role,
      accountId: row.account_id,
      accountCode: row.account_code,
      active: row.active,
      reserved: row.reserved,
      isClearing: row.is_clearing,
      portfolioId: row.portfolio_id,
      portfolio: row.portfolio,
      settlementAccountId: row.settlement_account_id,
      debit: decimalOf(row.debit, MONEY_SCALE),
      credit: decimalOf(row.credit, MONEY_SCALE),
      description: row.description,
      clears: keyOf(row),
    }),
  )
  const { date, description, reference } = head
  const entryId = await postAs(tx, id, { date, description, reference, transactionType: 'Manual' }, lines, by)
  return { entryId, description }
}
