/**
 * A person's journal entries. What is posted stays: a change takes the entry back by a reversal and posts another in its
 * place. What is not posted yet is a draft, outside the ledger.
 */
import type { EntryChange, JournalEntry, JournalEntryInput } from '@em/contract/journal/journal-entry'
import { laidOver } from '@em/contract/kit/fields'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { constraintOf, sqlState, statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { moveAttachments } from '../../attachments/attachments.commands.ts'
import { moveReversalAlong } from '../../gl-mappings/moved-lines.commands.ts'
import { type EntryToPost, postEntries } from '../../ledger/posting/post-entries.commands.ts'
import { reverseEntries } from '../../ledger/posting/reversals.commands.ts'
import { carryLinks, clearByEntry, keepLinks, linksOf } from '../../suspense/suspense.commands.ts'
import { type Draft, type Head, insertDraft, lockDraft, markPosted, updateDraft } from './drafts.commands.ts'
import {
  checkDraftable,
  checkPostable,
  type EntrySent,
  type ManualLine,
  resolveLines,
} from './entry-lines.ts'

/** The result of a write: the entry or draft now, and the reversal where one was posted. */
export interface Standing {
  readonly id: number
  readonly reversalId: number | null
  /** The act, for the audit trail. */
  readonly action: 'post' | 'draft' | 'cancel' | 'replace' | 'reverse' | 'take-back'
}

/** The input of other features: an entry to post, in the words of `POST /journal-entries`. */
export type ManualEntry = Pick<JournalEntryInput, 'date' | 'reference' | 'transaction_type'> &
  Pick<EntrySent, 'description' | 'lines'> &
  Partial<EntrySent>

const ONE_LINE = {
  account_code: null,
  debit: null,
  credit: null,
  portfolioId: null,
  settlementAccount: null,
  clears: null,
}

function headOf(input: Pick<ManualEntry, 'date' | 'description' | 'reference' | 'transaction_type'>): Head {
  return {
    date: input.date,
    description: input.description,
    reference: input.reference,
    transactionType: input.transaction_type ?? 'Manual',
  }
}

function toPost(head: Head, lines: readonly ManualLine[]): EntryToPost {
  return {
    kind: 'manual',
    entryDate: head.date,
    transactionType: head.transactionType,
    description: head.description,
    reference: head.reference,
    lines: lines.map((line) => ({
      role: line.role,
      accountId: line.accountId,
      portfolioId: line.portfolioId,
      equityId: null,
      brokerId: null,
      settlementAccountId: line.settlementAccountId,
      debit: line.debit,
      credit: line.credit,
      transactionType: 'Journal Entry' as const,
      description: line.description ?? head.description,
    })),
  }
}

async function post(
  tx: Transaction,
  head: Head,
  lines: readonly ManualLine[],
  by: RecordedBy,
): Promise<number> {
  checkPostable(lines)
  const [id] = await postEntries(tx, [toPost(head, lines)], { kind: 'person', id: by.recordedBy }, by)
  await clearByEntry(tx, id as number, lines, by.recordedBy)
  return id as number
}

/**
 * Posts the entry and answers its id.
 * @throws Refusal naming the line for an unknown, inactive or derived account, for an item of Suspense that it cannot
 *   clear, `journal.line-sides`, `journal.unbalanced` with the difference (per portfolio), and for an unknown portfolio or settlement account.
 */
export async function postManualEntry(tx: Transaction, input: ManualEntry, by: RecordedBy): Promise<number> {
  return post(tx, headOf(input), await resolveLines(tx, { ...ONE_LINE, ...input }), by)
}

/** Records an entry as it was sent: posted, or kept as a draft or a cancelled one. @throws Refusal as posting does. */
export async function createEntry(
  tx: Transaction,
  input: JournalEntryInput,
  by: RecordedBy,
): Promise<Standing> {
  const status = input.status ?? 'Posted'
  if (status === 'Posted') {
    return { id: await postManualEntry(tx, input, by), reversalId: null, action: 'post' }
  }
  const lines = await resolveLines(tx, input)
  checkDraftable(lines)
  const id = await insertDraft(tx, status, headOf(input), lines, by)
  return { id, reversalId: null, action: status === 'Draft' ? 'draft' : 'cancel' }
}

type WholeChange = JournalEntryInput & Pick<EntryChange, 'version' | 'reason'>

/**
 * What a change says in full: reference and type stay where they are left out and, of an entry of one line, what that line names. The
 * lines themselves are those that are sent.
 */
export function wholeChange(standing: JournalEntry, sent: EntryChange): WholeChange {
  const { reference, one_line: isOneLine, journal_type: type, lines } = standing
  const [own, other] = isOneLine && sent.lines == null ? lines : []
  const amount = sent.debit === undefined && sent.credit === undefined ? own : undefined
  const cents = (rupees: number | undefined) => (rupees ? decimalOf(String(rupees), MONEY_SCALE) : null)
  const recorded = {
    ...sent,
    reference,
    transaction_type: type === 'Manual' ? type : null,
    status: null,
    ...ONE_LINE,
    debit: cents(amount?.debit),
    credit: cents(amount?.credit),
    lines: null,
    portfolioId: own?.portfolioId ?? null,
    settlementAccount: own?.settlement_account?.id ?? null,
    clears: other?.clears ?? null,
  }
  return laidOver<WholeChange>(recorded, sent)
}

/**
 * Changes an entry to what was sent.
 * @throws Refusal 404; `record.stale` (409) for a draft that was changed or posted meanwhile; `journal.system-entry`,
 *   `journal.is-reversal` and `journal.already-reversed` (409); what posting refuses.
 */
export async function changeEntry(
  tx: Transaction,
  id: number,
  input: WholeChange,
  by: RecordedBy,
): Promise<Standing> {
  const draft = await lockDraft(tx, id)
  if (draft !== undefined) return changeDraft(tx, draft, input, by)
  await lockPosted(tx, id)
  if (input.status === 'Cancelled') {
    const reversalId = await takeBack(tx, id, by, { reason: input.reason })
    return { id, reversalId, action: 'reverse' }
  }
  const lines = await resolveLines(tx, input)
  if (input.status === 'Draft') {
    checkDraftable(lines)
    const links = await linksOf(tx, id)
    const reversalId = await takeBack(tx, id, by, { reason: input.reason })
    const stored = await keepLinks(tx, links, lines)
    const draftId = await insertDraft(tx, 'Draft', headOf(input), stored, {
      recordedBy: by.recordedBy,
      takenFrom: id,
    })
    moveAttachments(tx, ['journal-entry', id], ['journal-draft', draftId])
    return { id: draftId, reversalId, action: 'take-back' }
  }
  const links = await linksOf(tx, id)
  const [reversalId] = await reverse(tx, id, by)
  const replacementId = await post(tx, headOf(input), lines, by)
  await carryLinks(tx, links, replacementId, by.recordedBy)
  await note(tx, id, reversalId as number, replacementId, input.reason)
  moveAttachments(tx, ['journal-entry', id], ['journal-entry', replacementId])
  return { id: replacementId, reversalId: reversalId as number, action: 'replace' }
}

async function changeDraft(
  tx: Transaction,
  draft: Draft,
  input: WholeChange,
  by: RecordedBy,
): Promise<Standing> {
  const stale = input.version !== null && input.version !== draft.version
  if (stale || draft.status === 'Posted') {
    throw new Refusal('record.stale', { what: `Journal entry ${draft.id}` })
  }
  const status = input.status ?? (draft.status === 'Cancelled' ? 'Cancelled' : 'Draft')
  const lines = await resolveLines(tx, input)
  checkDraftable(lines)
  if (status !== 'Posted') {
    await updateDraft(tx, draft.id, status, headOf(input), lines, by.recordedBy)
    return { id: draft.id, reversalId: null, action: status === 'Draft' ? 'draft' : 'cancel' }
  }
  return {
    id: await postAs(tx, draft.id, headOf(input), lines, by),
    reversalId: null,
    action: 'post',
  }
}

/** Posts what a draft says, or what it was just changed to, and answers the entry's id. Its files go along. */
export async function postAs(
  tx: Transaction,
  draftId: number,
  head: Head,
  lines: readonly ManualLine[],
  by: RecordedBy,
): Promise<number> {
  const entryId = await post(tx, head, lines, by)
  await markPosted(tx, draftId, entryId, by.recordedBy)
  moveAttachments(tx, ['journal-draft', draftId], ['journal-entry', entryId])
  return entryId
}

/**
 * Takes a posted entry back, on its own date or a later one.
 * @throws Refusal 404; `journal.not-posted`, `journal.reversal-early` (422); as `changeEntry`.
 */
export async function reverseEntry(
  tx: Transaction,
  id: number,
  { date, reason }: { readonly date: string | null; readonly reason: string | null },
  by: RecordedBy,
): Promise<Standing> {
  const draft = await lockDraft(tx, id)
  if (draft !== undefined) throw new Refusal('journal.not-posted', { id })
  const entry = await lockPosted(tx, id)
  if (date !== null && date < entry.date) {
    throw new Refusal('journal.reversal-early', { date: entry.date }, [
      { field: 'date', message: `Must not be before ${dayInWords(entry.date)}.` },
    ])
  }
  const own = date === null || date === entry.date
  const reversalId = await takeBack(tx, id, by, { reason, ...(!own && { date }) })
  return { id, reversalId, action: 'reverse' }
}

const LOCK_ENTRY = statement(
  'journal.lock-entry',
  `SELECT ${takeLock('entry of a person', { key: ':entryId::bigint::integer' })}`,
)
const POSTED = statement(
  'journal.posted',
  `SELECT h.entry_date AS date, h.kind, h.reversal_of, r.id AS reversed_by
     FROM journal_entries h LEFT JOIN journal_entries r ON r.reversal_of = h.id WHERE h.id = :id`,
)

/** A person's posted entry that is in force, locked until the transaction ends: a second writer sees the reversal. */
async function lockPosted(tx: Transaction, id: number): Promise<{ date: string }> {
  await tx.query(LOCK_ENTRY, { entryId: id })
  const [entry] = await tx.query(POSTED, { id })
  if (!entry) throw new Refusal('record.missing', { what: 'The journal entry' })
  if (entry.kind !== 'manual') throw new Refusal('journal.system-entry')
  if (entry.reversed_by !== null) {
    throw new Refusal('journal.already-reversed', { id, by: entry.reversed_by })
  }
  if (entry.reversal_of !== null) throw new Refusal('journal.is-reversal', { id, of: entry.reversal_of })
  return entry
}

/** Posts the reversal. The database has the last word on "at most once". */
async function reverse(
  tx: Transaction,
  id: number,
  by: RecordedBy,
  entryDate: { readonly entryDate?: string } = {},
): Promise<number[]> {
  try {
    const reversals = await reverseEntries(tx, [id], {
      kind: 'manual',
      cause: { kind: 'person', id: by.recordedBy },
      ...recorder(by),
      ...entryDate,
    })
    await moveReversalAlong(tx, [id, ...reversals], by)
    return reversals
  } catch (error) {
    if (sqlState(error) === '23505' && constraintOf(error) === 'journal_entries_reversed_once') {
      throw new Refusal('journal.already-reversed', { id, by: 'someone else' })
    }
    throw error
  }
}

async function takeBack(
  tx: Transaction,
  id: number,
  by: RecordedBy,
  { reason, date }: { readonly reason: string | null; readonly date?: string | null },
): Promise<number> {
  const [reversalId] = await reverse(tx, id, by, date ? { entryDate: date } : {})
  await note(tx, id, reversalId as number, null, reason)
  return reversalId as number
}

const NOTE = statement(
  'journal.note-change',
  'INSERT INTO journal_changes (entry_id, reversal_id, replacement_id, reason) VALUES (:entryId, :reversalId, :replacementId?, :reason?)',
)
async function note(
  tx: Transaction,
  id: number,
  reversalId: number,
  replacementId: number | null,
  reason: string | null,
): Promise<void> {
  await tx.query(NOTE, { entryId: id, reversalId, replacementId, reason })
}
