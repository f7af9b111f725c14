/** What comes due of recurring entries is made as drafts: every hour by a worker, and when a list is asked for. */
import { occurrence } from '@em/core/journal/recurrence'
import { type Database, statement, type Transaction } from '../../../platform/database/database.ts'
import { throughTheDoor } from '../../../platform/door.ts'
import { accountOfRole } from '../../ledger/posting/accounts-of-roles.queries.ts'

const DUE = statement(
  'recurring.due',
  `SELECT id, recorded_by FROM journal_recurring WHERE NOT paused AND next_date <= :today::date ORDER BY id`,
)
const LOCK = statement(
  'recurring.lock-due',
  `SELECT unit, every, first_date AS "firstDate", last_date AS "lastDate", passed, template_id AS "templateId",
          next_date AS "nextDate", recorded_by AS "recordedBy"
     FROM journal_recurring WHERE id = :id AND NOT paused AND next_date <= :today::date FOR UPDATE`,
)
// The database refuses a second draft of one day, from any caller.
const MAKE = statement(
  'recurring.make',
  `INSERT INTO journal_drafts (entry_date, description, reference, transaction_type, recurring_id, due_on, recorded_by)
   SELECT :due, description, reference, transaction_type, :recurringId, :due, :recordedBy FROM journal_drafts WHERE id = :templateId
   ON CONFLICT (recurring_id, due_on) DO NOTHING RETURNING id`,
)
const COPY = statement(
  'recurring.copy-lines',
  `INSERT INTO journal_draft_lines (draft_id, line_no, account_id, role, debit, credit, description, portfolio_id, settlement_account_id)
   SELECT d.id, l.line_no,
          CASE l.role WHEN 'suspense' THEN ${accountOfRole('l.role', 'l.portfolio_id', '0', 'd.entry_date')} ELSE l.account_id END,
          l.role, l.debit, l.credit, l.description, l.portfolio_id, l.settlement_account_id
     FROM journal_draft_lines l CROSS JOIN journal_drafts d WHERE l.draft_id = :templateId AND d.id = :draftId`,
)
const ADVANCE = statement(
  'recurring.advance',
  'UPDATE journal_recurring SET passed = :passed, next_date = :due? WHERE id = :id',
)

/** Makes the drafts of one recurring entry that are due, and answers their ids. It holds the entry's row meanwhile. */
export async function makeDueOf(tx: Transaction, id: number, today: string): Promise<number[]> {
  const [standing] = await tx.query(LOCK, { id, today })
  if (!standing) return []
  const made: number[] = []
  let { passed } = standing
  let due: string | null = standing.nextDate
  while (due !== null && due <= today) {
    const [draft] = await tx.query(MAKE, {
      templateId: standing.templateId,
      due,
      recurringId: id,
      recordedBy: standing.recordedBy,
    })
    if (draft) {
      await tx.query(COPY, { templateId: standing.templateId, draftId: draft.id })
      made.push(draft.id)
    }
    passed += 1
    due = occurrence(standing, passed)
  }
  await tx.query(ADVANCE, { id, passed, due })
  return made
}

/** Says that there was nothing to do any more, so that nothing is written. */
class NothingDue extends Error {}

/** Makes whatever is due, each recurring entry through the door, in the name of who set it up; answers how many drafts. */
export async function makeDue(database: Database, today: string): Promise<number> {
  const due = await database.query(DUE, { today })
  let made = 0
  for (const { id, recorded_by: by } of due) {
    const write = { route: 'recurring.due', actor: { id: by }, status: 201 }
    const drafted = await throughTheDoor(database, write, async (tx) => {
      const drafts = await makeDueOf(tx, id, today)
      if (drafts.length === 0) throw new NothingDue()
      return {
        answer: drafts.length,
        audit: { action: 'recurring.due', entity: 'recurring-entry', entityId: id, after: { drafts } },
      }
    }).catch((error: unknown) => {
      if (!(error instanceof NothingDue)) throw error
    })
    made += drafted?.answer ?? 0
  }
  return made
}
