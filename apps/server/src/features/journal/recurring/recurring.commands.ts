/** Recurring entries: a template of an entry's lines that comes due as a draft, again and again. */
import type { recurringInput } from '@em/contract/journal/journal'
import { occurrence, occurrenceFrom } from '@em/core/journal/recurrence'
import type { z } from 'zod'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { isReserved, RESERVED } from '../entry/reserved.queries.ts'
import { makeDueOf } from './recurring-due.ts'

/** Drafts that may come due at once, where the first date lies in the past. */
const AT_ONCE = 60

const TEMPLATE = statement(
  'recurring.template',
  `INSERT INTO journal_drafts (status, entry_date, description, reference, transaction_type, recorded_by)
   SELECT 'Template', :firstDate::date, e.description, e.reference, e.transaction_type, :recordedBy::bigint
     FROM (SELECT description, reference, transaction_type FROM journal_entries WHERE id = :entryId AND kind = 'manual'
           UNION ALL
           SELECT description, reference, transaction_type FROM journal_drafts
            WHERE id = :entryId AND status IN ('Draft', 'Cancelled')) e
   RETURNING id`,
)
const TEMPLATE_LINES = statement(
  'recurring.template-lines',
  `INSERT INTO journal_draft_lines (draft_id, line_no, account_id, role, debit, credit, description, portfolio_id, settlement_account_id)
   SELECT :templateId::bigint, line_no, account_id, CASE role WHEN 'suspense' THEN role ELSE 'manual' END, debit, credit,
          nullif(description, :description::text), portfolio_id, settlement_account_id FROM journal_lines WHERE entry_id = :entryId
   UNION ALL
   SELECT :templateId::bigint, line_no, account_id, role, debit, credit, description, portfolio_id, settlement_account_id
     FROM journal_draft_lines WHERE draft_id = :entryId`,
)
// What was entered before its account was closed to journal entries cannot be repeated.
const REFUSED = statement(
  'recurring.refused-account',
  `SELECT a.account_code FROM journal_draft_lines l JOIN journal_drafts d ON d.id = l.draft_id JOIN chart_of_accounts a ON a.id = l.account_id
    WHERE l.draft_id = :templateId AND ${isReserved(':roles', ':codes', 'd.entry_date')} ORDER BY l.line_no LIMIT 1`,
)
const INSERT = statement(
  'recurring.insert',
  `INSERT INTO journal_recurring (template_id, unit, every, first_date, last_date, next_date, recorded_by)
   VALUES (:templateId, :unit, :every, :firstDate, :lastDate?, :firstDate, :recordedBy) RETURNING id`,
)

/**
 * Repeats an entry: takes its current lines for a template, and makes the drafts that are due already. Answers the id.
 * @throws Refusal 404 without such an entry, `journal.system-entry` (409), `recurring.too-many` (422).
 */
export async function createRecurring(
  tx: Transaction,
  input: z.output<typeof recurringInput>,
  today: string,
  recordedBy: number,
): Promise<number> {
  const { entry_id: entryId, unit, every, first_date: firstDate, last_date: lastDate } = input
  const count = occurrenceFrom({ unit, every, firstDate, lastDate }, today)
  if (count > AT_ONCE) throw refuseField('recurring.too-many', 'first_date', { count })
  const [template] = await tx.query(TEMPLATE, { entryId, firstDate, recordedBy })
  if (!template) {
    const system = await tx.query('SELECT FROM journal_entries WHERE id = $1', [entryId])
    throw system.length > 0
      ? new Refusal('journal.system-entry')
      : new Refusal('record.missing', { what: 'The journal entry' })
  }
  const [head] = await tx.query<{ description: string }>(
    'SELECT description FROM journal_drafts WHERE id = $1',
    [template.id],
  )
  await tx.query(TEMPLATE_LINES, { entryId, templateId: template.id, description: head?.description ?? '' })
  const [refused] = await tx.query(REFUSED, { templateId: template.id, ...RESERVED })
  if (refused) throw refuseField('journal.derived-account', 'entry_id', { account: refused.account_code })
  const [row] = await tx.query(INSERT, {
    templateId: template.id,
    unit,
    every,
    firstDate,
    lastDate,
    recordedBy,
  })
  const id = row?.id as number
  await makeDueOf(tx, id, today)
  return id
}

const LOCK = statement(
  'recurring.lock',
  `SELECT unit, every, first_date AS "firstDate", last_date AS "lastDate", passed, next_date AS "nextDate", version
     FROM journal_recurring WHERE id = :id FOR UPDATE`,
)

/**
 * Pauses, resumes or ends a recurring entry. What would have come due while it was paused is left out.
 * @throws Refusal 404; `record.stale`, `recurring.ended` (409).
 */
export async function changeRecurring(
  tx: Transaction,
  id: number,
  { action, version }: { readonly action: 'pause' | 'resume' | 'end'; readonly version: number | null },
  today: string,
): Promise<void> {
  const [standing] = await tx.query(LOCK, { id })
  if (!standing) throw new Refusal('record.missing', { what: 'The recurring entry' })
  if (version !== null && version !== standing.version) {
    throw new Refusal('record.stale', { what: 'The recurring entry' })
  }
  if (standing.nextDate === null) throw new Refusal('recurring.ended')
  if (action !== 'resume') {
    await tx.query(
      action === 'pause'
        ? 'UPDATE journal_recurring SET paused = true, version = version + 1 WHERE id = $1'
        : 'UPDATE journal_recurring SET next_date = NULL, ended_at = clock_timestamp(), version = version + 1 WHERE id = $1',
      [id],
    )
    return
  }
  const passed = occurrenceFrom(standing, today, standing.passed)
  await tx.query(
    'UPDATE journal_recurring SET paused = false, passed = $2, next_date = $3, version = version + 1 WHERE id = $1',
    [id, passed, occurrence(standing, passed)],
  )
}
