import { z } from 'zod'
import { manualType } from '../journal/journal-entry.ts'
import { changeOf, date, id, portfolioNamed, recordId, text } from '../kit/fields.ts'
import { idParams, pageQuery, removed } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { accountLine } from '../ledger/previewed-lines.ts'
import {
  changedLine,
  externalTransaction,
  glTransaction,
  ledgerLineId,
  MATCH_TYPES,
  matchedTransaction,
  proposal,
  RECONCILIATION_STATUSES,
  REFERENCE_TYPES,
  reconciliationEvent,
  reconciliationRecord,
  reconciliationSummary,
} from './reconciliation-records.ts'
import {
  balance,
  maybe,
  maybeText,
  noteworthy,
  statementFileInput,
  statementImport,
  statementReading,
  statementRecord,
} from './reconciliation-statements.ts'

/**
 * Account reconciliation: the lines of one ledger account over a period against the lines of a statement. Amounts in
 * rupees; `debit` is money in on both sides (see reconciliation-statements.ts: a bank's credit is our debit).
 *
 * Scope of a reconciliation: a ledger account, and with `settlementAccount` or `portfolio` only its lines of that bank
 * account or portfolio. Two of exactly one scope whose days overlap are refused (409 `reconciliation.overlaps`); a line that
 * one of another scope has matched is shown with `matchedIn` and cannot be matched again.
 * What the last one signed off left open (outstanding cheques, deposits not in the books) is carried into the next one:
 * such lines are in the unmatched lists with `carried: true` and their old dates.
 *
 * A match that takes the bank's side of what a trade pays or receives confirms the settlement, with the bank line's day, amount
 * and reference; taking it apart says what becomes of the confirmation (`confirmations`). A ledger line that is dated into the
 * days of a signed-off reconciliation is refused from any route (409 `reconciliation.signed-off-day`) until the request repeats
 * with `?changeReconciled=1`; then it is in `changedSince`.
 *
 * Every change answers the reconciliation anew, with its figures. `version` grows by one with every change of any kind;
 * saving and reopening need the one that was read (409 `record.stale`), matching takes it where sent. Two people who match
 * the same line: the second gets 409 `reconciliation.line-taken`. A signed-off one changes only after reopening it
 * (409 `reconciliation.closed`), and an entry matched in it cannot be reversed before (same code, from any route).
 */

const version = recordId('Must be the version that was read.')
const maybeVersion = maybe(version)
const settlementAccount = maybe(recordId('Must be the id of a settlement account.'))
const portfolioWord = maybe(z.union([text(200), z.number().int().positive().transform(String)]))
const month = z
  .string()
  .max(7, { error: 'Must be a month like 2026-01.', abort: true })
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month like 2026-01.')
const referenceType = z.enum(REFERENCE_TYPES, { error: `Must be one of: ${REFERENCE_TYPES.join(', ')}.` })

const lineIds = z.array(recordId('Must be the id of a statement line.')).max(5_000, 'At most 5,000 lines.')

/**
 * The scope of lines: account, and where given only those of a settlement account or portfolio. Defaults: the
 * current month.
 */
const scopeFields = {
  accountCode: text(30, 'Account'),
  settlementAccount,
  portfolio: portfolioWord,
  portfolioId: portfolioWord,
  /** A whole month; wins over the dates. */
  period: maybe(month),
  startDate: maybe(date),
  endDate: maybe(date),
}
const detailFields = {
  referenceType: maybe(referenceType),
  referenceNumber: maybeText(100, 'Reference number'),
  /** The statement's balance before its first line. */
  externalOpening: maybe(balance('Opening balance')),
  /** The statement's balance at its end (also accepted as externalBalance). */
  externalClosing: maybe(balance('Closing balance')),
  externalBalance: maybe(balance('Closing balance')),
  notes: maybeText(2000, 'Notes'),
}
export const reconciliationInput = z.object({ ...scopeFields, ...detailFields })
/** A field that is left out stays; null or blank empties it. */
export const reconciliationChange = z.object({ version, ...changeOf(detailFields) })

/**
 * Save and sign off. Names the reconciliation by `id` and `version`, or by its scope and period as the specification's
 * form does (made if there is none yet). The server computes what it answers; sums and lists in a request are ignored.
 */
export const reconciliationSave = z.object({
  id: maybe(recordId()),
  version: maybeVersion,
  ...scopeFields,
  accountCode: maybeText(30, 'Account'),
  ...detailFields,
  /** Why the difference is accepted; needed where it is not zero and the open items do not account for it. */
  explanation: maybeText(2000, 'Explanation'),
  /** `pending` keeps the fields without signing off. */
  status: z.enum(RECONCILIATION_STATUSES).default('reconciled'),
})

const writeQuery = z
  .object({
    dryRun: z.enum(['0', '1', 'true', 'false']).optional(),
    openPeriod: z.enum(['0', '1', 'true', 'false']).optional(),
    changeReconciled: z.enum(['0', '1', 'true', 'false']).optional(),
  })
  .prefault({})
const page = pageQuery
const done = z.object({ reconciliation: reconciliationRecord })
const base = { tag: 'Account reconciliation' } as const
const root = '/account-reconciliation'
const lineParams = z.object({ id, lineId: id })
const statementParams = z.object({ id, statementId: id })

/** The other side of a missing entry; the side on the reconciled account follows from the statement line. */
const entryInput = z.object({
  version: maybeVersion,
  /** The account on the other side, such as 6300 Bank Charges. */
  accountCode: text(30, 'Account'),
  /** Default: the statement line's own description, reference and date. */
  description: maybeText(500, 'Description'),
  reference: maybeText(100, 'Reference'),
  date: maybe(date),
  /** Both sides belong to it; default: the reconciliation's portfolio. */
  portfolio: portfolioWord,
  portfolioId: portfolioWord,
  /** The bank account of our side; default: the reconciliation's. */
  settlementAccount,
  transaction_type: maybe(manualType),
})
export const adjustmentInput = entryInput.omit({ version: true })

export const reconciliation = {
  transactions: route({
    ...base,
    name: 'reconciliation.transactions',
    needs: 'reconciliations.read',
    load: 'list',
    method: 'GET',
    path: `${root}/transactions`,
    summary: 'Ledger lines of an account in a period, oldest first, with opening and closing balance',
    query: page.unwrap().extend({
      accountCode: z.string().max(30),
      settlementAccount: maybe(recordId('Must be the id of a settlement account.')),
      ...portfolioNamed,
      startDate: maybe(date),
      endDate: maybe(date),
    }),
    reply: z.object({
      transactions: z.array(glTransaction),
      openingBalance: z.number(),
      closingBalance: z.number(),
      /** Lines in the period in all: the answer holds at most 10,000 (`X-Total-Count`, `X-Next-Cursor`). */
      total: z.number(),
    }),
  }),
  save: route({
    ...base,
    name: 'reconciliation.save',
    needs: 'reconciliations.work',
    method: 'POST',
    path: `${root}/save`,
    summary: 'Save and sign off: status reconciled',
    query: writeQuery,
    body: reconciliationSave,
    reply: z.object({ success: z.literal(true), message: z.string(), data: reconciliationRecord }),
  }),
  list: route({
    ...base,
    name: 'reconciliation.list',
    needs: 'reconciliations.read',
    load: 'list',
    method: 'GET',
    path: root,
    summary: 'Reconciliations, latest period first (page by `cursor`; `X-Total-Count`, `X-Next-Cursor`)',
    query: page.unwrap().extend({
      accountCode: z.string().max(30).optional(),
      settlementAccount: maybe(recordId('Must be the id of a settlement account.')),
      ...portfolioNamed,
      status: z.enum(RECONCILIATION_STATUSES).optional(),
    }),
    reply: z.array(reconciliationSummary),
  }),
  create: route({
    ...base,
    name: 'reconciliation.create',
    needs: 'reconciliations.work',
    method: 'POST',
    path: root,
    status: 201,
    summary: 'Begin a reconciliation (default: the current month)',
    query: writeQuery,
    body: reconciliationInput,
    reply: done,
  }),
  readStatement: route({
    ...base,
    name: 'reconciliation.read-statement',
    needs: 'reconciliations.read',
    load: 'file',
    method: 'POST',
    path: `${root}/read-statement`,
    summary: 'Reads a statement file (.csv, .xlsx, OFX, MT940, camt.053, .pdf); nothing is recorded',
    body: statementFileInput,
    reply: statementReading,
  }),
  get: route({
    ...base,
    name: 'reconciliation.get',
    needs: 'reconciliations.read',
    method: 'GET',
    path: `${root}/:id`,
    summary: 'One reconciliation with its figures, statements and history',
    params: idParams,
    reply: reconciliationRecord.extend({
      statements: z.array(statementRecord),
      history: z.array(reconciliationEvent),
    }),
  }),
  update: route({
    ...base,
    name: 'reconciliation.update',
    needs: 'reconciliations.work',
    method: 'PUT',
    path: `${root}/:id`,
    summary: 'Change reference, statement balances and notes; what is left out stays',
    params: idParams,
    query: writeQuery,
    body: reconciliationChange,
    reply: done,
  }),
  remove: route({
    ...base,
    name: 'reconciliation.remove',
    needs: 'reconciliations.work',
    method: 'DELETE',
    path: `${root}/:id`,
    summary: 'Delete one that was never signed off, with its statements and matches',
    params: idParams,
    query: writeQuery,
    reply: removed,
  }),
  ledger: route({
    ...base,
    name: 'reconciliation.ledger',
    needs: 'reconciliations.read',
    load: 'list',
    method: 'GET',
    path: `${root}/:id/ledger`,
    summary: 'Unmatched ledger lines, oldest first (`X-Total-Count`, `X-Next-Cursor`)',
    params: idParams,
    query: page.unwrap().extend({ search: z.string().max(200).optional() }),
    reply: z.array(glTransaction),
  }),
  external: route({
    ...base,
    name: 'reconciliation.external',
    needs: 'reconciliations.read',
    load: 'list',
    method: 'GET',
    path: `${root}/:id/external`,
    summary:
      'Statement lines in a state (default unmatched), oldest first (`X-Total-Count`, `X-Next-Cursor`)',
    params: idParams,
    query: page.unwrap().extend({
      state: z.enum(['unmatched', 'held', 'skipped', 'matched']).optional(),
      search: z.string().max(200).optional(),
    }),
    reply: z.array(externalTransaction),
  }),
  matches: route({
    ...base,
    name: 'reconciliation.matches',
    needs: 'reconciliations.read',
    load: 'list',
    method: 'GET',
    path: `${root}/:id/matches`,
    summary: 'Matches, newest first (`X-Total-Count`, `X-Next-Cursor`)',
    params: idParams,
    query: page.unwrap().extend({ matchType: z.enum(MATCH_TYPES).optional() }),
    reply: z.array(matchedTransaction),
  }),
  proposals: route({
    ...base,
    name: 'reconciliation.proposals',
    needs: 'reconciliations.read',
    method: 'GET',
    path: `${root}/:id/proposals`,
    summary: 'Proposed matches that wait for a decision (at most 1,000)',
    params: idParams,
    reply: z.array(proposal),
  }),
  changes: route({
    ...base,
    name: 'reconciliation.changes',
    needs: 'reconciliations.read',
    load: 'list',
    method: 'GET',
    path: `${root}/:id/changes`,
    summary: 'Ledger lines recorded into its days after the sign-off (`X-Total-Count`, `X-Next-Cursor`)',
    params: idParams,
    query: page.unwrap(),
    reply: z.array(changedLine),
  }),
  importStatement: route({
    ...base,
    name: 'reconciliation.import-statement',
    needs: 'reconciliations.work',
    load: 'upload',
    runs: 'job',
    method: 'POST',
    path: `${root}/:id/statements`,
    status: 201,
    summary: 'Import statement lines (as read by read-statement, or typed); repeated ones are held',
    params: idParams,
    query: writeQuery,
    body: statementImport,
    reply: done.extend({
      statement: statementRecord,
      imported: z.number(),
      held: z.number(),
      warnings: z.array(noteworthy),
    }),
  }),
  removeStatement: route({
    ...base,
    name: 'reconciliation.remove-statement',
    needs: 'reconciliations.work',
    method: 'DELETE',
    path: `${root}/:id/statements/:statementId`,
    summary: 'Remove an imported statement while none of its lines is matched',
    params: statementParams,
    query: writeQuery,
    reply: done,
  }),
  decideLines: route({
    ...base,
    name: 'reconciliation.decide-lines',
    needs: 'reconciliations.work',
    method: 'POST',
    path: `${root}/:id/lines/decide`,
    summary: 'Keep or skip statement lines: held ones, or (skip) any unmatched one, or (keep) a skipped one',
    params: idParams,
    query: writeQuery,
    body: z.object({
      version: maybeVersion,
      /** Or every held line. */
      lineIds: z.union([lineIds.min(1, 'Name at least one line.'), z.literal('held')]),
      decision: z.enum(['keep', 'skip'], { error: 'Must be keep or skip.' }),
    }),
    reply: done.extend({ decided: z.number() }),
  }),
  autoMatch: route({
    ...base,
    name: 'reconciliation.auto-match',
    needs: 'reconciliations.work',
    runs: 'job',
    method: 'POST',
    path: `${root}/:id/auto-match`,
    summary: 'Pair lines by amount (0.01) and date (3 days); then propose one-to-many matches',
    params: idParams,
    query: writeQuery,
    body: z.object({ version: maybeVersion }).prefault({}),
    reply: done.extend({
      matched: z.number(),
      proposed: z.number(),
      /** Settlements confirmed by the pairs: with the day, amount and reference of their bank lines. */
      confirmed: z.number(),
      /** Pairs that wait for the next call: at most 5,000 settlements are confirmed at once. */
      left: z.number(),
    }),
  }),
  decideProposals: route({
    ...base,
    name: 'reconciliation.decide-proposals',
    needs: 'reconciliations.work',
    method: 'POST',
    path: `${root}/:id/proposals/decide`,
    summary: 'Accept or reject proposals; a rejected one is not proposed again',
    params: idParams,
    query: writeQuery,
    body: z.object({
      version: maybeVersion,
      accept: z.array(recordId()).max(1_000).default([]),
      reject: z.array(recordId()).max(1_000).default([]),
    }),
    reply: done.extend({
      accepted: z.number(),
      rejected: z.number(),
      /** Settlements confirmed by those accepted. */
      confirmed: z.number(),
    }),
  }),
  match: route({
    ...base,
    name: 'reconciliation.match',
    needs: 'reconciliations.work',
    method: 'POST',
    path: `${root}/:id/matches`,
    status: 201,
    summary: 'Manual match of any lines of both sides whose sums agree, or differ with a reason',
    params: idParams,
    query: writeQuery,
    body: z.object({
      version: maybeVersion,
      ledger: z.array(ledgerLineId).max(1_000, 'At most 1,000 lines.').default([]),
      external: lineIds.default([]),
      /** Needed where the sums differ and no adjusting entry is made (422 `reconciliation.sums-differ`). */
      explanation: maybeText(1000, 'Explanation'),
      /** Posts the difference between this account and the reconciled one and takes it into the match. */
      adjustment: maybe(adjustmentInput),
    }),
    reply: done.extend({
      match: matchedTransaction,
      entryId: z.number().nullable(),
      /** Settlements that it confirmed. */
      confirmed: z.number(),
    }),
  }),
  unmatch: route({
    ...base,
    name: 'reconciliation.unmatch',
    needs: 'reconciliations.work',
    method: 'POST',
    path: `${root}/:id/unmatch`,
    summary: 'Unmatch lines; entries made for them stay',
    params: idParams,
    query: writeQuery,
    body: z.object({
      version: maybeVersion,
      /** Or every match of a type, or all. */
      matchIds: z.union([
        z.array(recordId()).min(1, 'Name at least one match.').max(5_000),
        z.enum(['all', ...MATCH_TYPES]),
      ]),
      /**
       * What becomes of settlements that the matches confirmed: `keep` (default) leaves them confirmed, `undo` reopens
       * them, each as its trade was booked.
       */
      confirmations: z.enum(['keep', 'undo'], { error: 'Must be keep or undo.' }).default('keep'),
    }),
    reply: done.extend({
      unmatched: z.number(),
      /** Settlements that were reopened. */
      undone: z.number(),
      /** Of these: due before today on an account that settles automatically, so that they count as settled (assumed) at once. */
      assumed: z.number(),
    }),
  }),
  createEntry: route({
    ...base,
    name: 'reconciliation.create-entry',
    needs: 'reconciliations.work',
    method: 'POST',
    path: `${root}/:id/lines/:lineId/entry`,
    status: 201,
    summary: 'Post the missing entry of an unmatched statement line and match the two',
    params: lineParams,
    query: writeQuery,
    body: entryInput,
    reply: done.extend({
      entryId: z.number(),
      match: matchedTransaction,
      /** The entry's lines, for the preview. */
      lines: z.array(accountLine),
    }),
  }),
  reopen: route({
    ...base,
    name: 'reconciliation.reopen',
    needs: 'reconciliations.sign-off',
    method: 'POST',
    path: `${root}/:id/reopen`,
    summary: 'Back to pending, with a reason (refused while a later one is signed off)',
    params: idParams,
    query: writeQuery,
    body: z.object({ version, reason: text(1000, 'Reason') }),
    reply: done,
  }),
}
