import type { RecurringEntry } from '@em/contract/journal/journal'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { Refusal } from '../../../platform/refusal.ts'

const SELECT = `SELECT r.id, d.description, d.reference, d.transaction_type,
    (SELECT coalesce(sum(l.debit), 0) FROM journal_draft_lines l WHERE l.draft_id = d.id)::text AS total,
    r.unit, r.every, r.first_date, r.last_date, r.next_date,
    CASE WHEN r.next_date IS NULL THEN 'ended' WHEN r.paused THEN 'paused' ELSE 'active' END AS state,
    r.version, r.recorded_at, u.first_name || ' ' || u.last_name AS recorded_by,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', h.id, 'due_on', h.due_on, 'status', h.status, 'posted_as', h.posted_as)
                               ORDER BY h.due_on DESC)
                FROM journal_drafts h WHERE h.recurring_id = r.id AND h.due_on IS NOT NULL AND h.status <> 'Template'), '[]') AS history
  FROM journal_recurring r JOIN journal_drafts d ON d.id = r.template_id JOIN users u ON u.id = r.recorded_by`

const ALL = statement('recurring.all', `${SELECT} ORDER BY r.id DESC LIMIT 1000`)
const ONE = statement('recurring.one', `${SELECT} WHERE r.id = :id`)

const toEntry = ({ total, ...row }: RowOf<typeof ONE>): RecurringEntry => ({
  ...row,
  total: jsonNumber(total),
})

/** Recurring entries with their drafts and entries, newest first. */
export async function listRecurring(db: Queryable): Promise<RecurringEntry[]> {
  return (await db.query(ALL)).map(toEntry)
}

/** @throws Refusal 404. */
export async function findRecurring(db: Queryable, id: number): Promise<RecurringEntry> {
  const [row] = await db.query(ONE, { id })
  if (!row) throw new Refusal('record.missing', { what: 'The recurring entry' })
  return toEntry(row)
}
