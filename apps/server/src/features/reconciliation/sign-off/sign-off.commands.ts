/** Beginning a reconciliation, changing its details, signing it off, reopening and deleting it. */
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import { needsExplanation, proofOf } from '@em/core/reconciliation/figures'
import { dayInWords } from '@em/core/values/date-texts'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { constraintOf, statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { comparedOf, numeral, toStored } from '../lines/figures.ts'
import { figuresOf, sourceValues, withOpen } from '../lines/open-lines.queries.ts'
import {
  findReconciliation,
  lock,
  lockPending,
  nameOf,
  openLinesSource,
  type Reconciliation,
} from '../lines/reconciliations.queries.ts'
import {
  newLines,
  type Period,
  SAME_SCOPE,
  type Scope,
  scopeNamed,
  storedBalance,
} from '../lines/scope.queries.ts'
import { eventToAdd } from './history.queries.ts'
import { recordOf } from './record.queries.ts'

/** Null: not sent. Amounts in cents. */
export interface Details {
  readonly referenceType: 'bank' | 'vendor' | 'customer' | null
  readonly referenceNumber: string | null
  readonly externalOpening: bigint | null
  readonly externalClosing: bigint | null
  readonly notes: string | null
}
const numeralOrNull = (amount: bigint | null) => (amount === null ? null : numeral(amount))

/** One at a time begins, signs off or reopens a reconciliation of an account. */
const LOCK_ACCOUNT = statement(
  'reconciliation.lock-account',
  `SELECT ${takeLock('reconciliation of an account', { key: ':accountId::bigint::integer' })}`,
)
const LATER = statement(
  'reconciliation.later',
  `SELECT id FROM reconciliations
    WHERE ${SAME_SCOPE} AND start_date > :startDate AND status = 'reconciled'
    ORDER BY end_date DESC LIMIT 1`,
)
const OVERLAPPING = statement(
  'reconciliation.overlapping',
  `SELECT id FROM reconciliations
    WHERE ${SAME_SCOPE} AND start_date <= :endDate AND end_date >= :startDate
    ORDER BY end_date LIMIT 1`,
)
const CREATE = statement(
  'reconciliation.create',
  `INSERT INTO reconciliations (account_id, settlement_account_id, portfolio_id, start_date, end_date, reference_type,
                                reference_number, external_opening, external_closing, notes, created_by)
   VALUES (:accountId, :settlementAccountId, :portfolioId, :startDate, :endDate, :referenceType, :referenceNumber?, :opening?, :closing?,
           :notes?, :userId) RETURNING id`,
)

/**
 * Begins one and answers its id.
 * @throws Refusal `reconciliation.overlaps` (409) naming the one that covers some of the days;
 *   `reconciliation.later` (409) when a later one is signed off.
 */
export async function begin(
  tx: Transaction,
  scope: Scope,
  period: Period,
  details: Details,
  userId: number,
): Promise<number> {
  await tx.query(LOCK_ACCOUNT, { accountId: scope.accountId })
  const days = { ...scopeNamed(scope), startDate: period.startDate, endDate: period.endDate }
  const [[overlapping], [later]] = await Promise.all([tx.query(OVERLAPPING, days), tx.query(LATER, days)])
  if (overlapping !== undefined) {
    const other = await findReconciliation(tx, overlapping.id)
    throw new Refusal('reconciliation.overlaps', {
      account: nameOf(other),
      start: dayInWords(other.startDate),
      end: dayInWords(other.endDate),
    })
  }
  if (later !== undefined) await refuseLater(tx, later.id)
  const [created] = await tx.query(CREATE, {
    ...days,
    referenceType: details.referenceType ?? 'bank',
    referenceNumber: details.referenceNumber,
    opening: numeralOrNull(details.externalOpening),
    closing: numeralOrNull(details.externalClosing),
    notes: details.notes,
    userId,
  })
  const id = (created as { id: number }).id
  tx.send(...eventToAdd(id, 'created', userId, null, null))
  return id
}

async function refuseLater(tx: Transaction, id: number): Promise<never> {
  const other = await findReconciliation(tx, id)
  throw new Refusal('reconciliation.later', { account: nameOf(other), end: dayInWords(other.endDate) })
}

const OF_PERIOD = statement(
  'reconciliation.of-period',
  `SELECT id FROM reconciliations WHERE ${SAME_SCOPE} AND start_date = :startDate AND end_date = :endDate`,
)

/** The one of exactly this scope and period, or undefined. */
export async function findByPeriod(
  tx: Transaction,
  scope: Scope,
  period: Period,
): Promise<number | undefined> {
  const [found] = await tx.query(OF_PERIOD, {
    ...scopeNamed(scope),
    startDate: period.startDate,
    endDate: period.endDate,
  })
  return found?.id
}

const CHANGE = statement(
  'reconciliation.change',
  `UPDATE reconciliations
      SET reference_type = coalesce(:referenceType?, reference_type), reference_number = :referenceNumber?, external_opening = :externalOpening?,
          external_closing = :externalClosing?, notes = :notes?, version = version + 1
    WHERE id = :id`,
)

/** Details as sent: null empties one, undefined leaves it as it is. */
export async function change(
  tx: Transaction,
  one: Reconciliation,
  details: { readonly [K in keyof Details]?: Details[K] | undefined },
): Promise<void> {
  const or = (sent: string | null | undefined, was: string | null) => (sent === undefined ? was : sent)
  const numeral = (sent: bigint | null | undefined) => (sent === undefined ? sent : numeralOrNull(sent))
  await tx.query(CHANGE, {
    id: one.id,
    referenceType: details.referenceType ?? null,
    referenceNumber: or(details.referenceNumber, one.referenceNumber),
    externalOpening: or(numeral(details.externalOpening), one.externalOpening),
    externalClosing: or(numeral(details.externalClosing), one.externalClosing),
    notes: or(details.notes, one.notes),
  })
}

/** Waits for every posting under way and holds new ones, so that lines, sums and counts are of one moment. */
const HOLD_POSTINGS = statement('reconciliation.hold-postings', `SELECT ${takeLock('what lines name')}`)
export async function holdPostings(tx: Transaction): Promise<void> {
  await tx.query(HOLD_POSTINGS)
}

const KEEP_OPEN = {
  ledger: statement(
    'reconciliation.keep-open-ledger',
    `INSERT INTO reconciliation_open_ledger (reconciliation_id, entry_id, line_no)
     SELECT :id, * FROM unnest(:entries::bigint[], :lines::smallint[])`,
  ),
  external: statement(
    'reconciliation.keep-open-external',
    'INSERT INTO reconciliation_open_external (reconciliation_id, statement_line_id) SELECT :id, * FROM unnest(:lines::bigint[])',
  ),
  days: statement(
    'reconciliation.keep-days',
    'INSERT INTO reconciliation_days (reconciliation_id, day, lines) SELECT :id, * FROM unnest(:days::date[], :lines::bigint[])',
  ),
  // What came late into days before is in its lists, but for lines that are none of the scope.
  changes: statement(
    'reconciliation.close-changes',
    `UPDATE reconciliation_changes SET closed_by = :id
      WHERE reconciliation_id = ANY (:chain::bigint[]) AND reconciliation_id <> :id AND closed_by IS NULL`,
  ),
}
const SIGN = statement(
  'reconciliation.sign-off',
  `UPDATE reconciliations
      SET status = 'reconciled', reconciled_at = now(), reconciled_by = :userId, explanation = :explanation?, covered_until = :until,
          gl_closing = :glClosing, gl_lines = :lines, residual = :residual, figures = :figures::jsonb,
          last_entry_id = (SELECT coalesce(max(id), 0) FROM journal_entries), version = version + 1
    WHERE id = :id`,
)

/**
 * Signs it off: keeps its figures and what is open. The caller holds the postings and has locked it, pending.
 * @throws Refusal `reconciliation.no-balance` (422), `reconciliation.undecided` and `reconciliation.earlier` (409),
 *   `reconciliation.difference` (422) when a difference is left without an explanation.
 */
export async function signOff(
  tx: Transaction,
  id: number,
  explanation: string | null,
  today: string,
  userId: number,
): Promise<ReconciliationRecord> {
  const one = await findReconciliation(tx, id)
  // No earlier one can be begun or reopened meanwhile: it would be pending before this one.
  await tx.query(LOCK_ACCOUNT, { accountId: one.accountId })
  const source = await openLinesSource(tx, one, today)
  const figures = await figuresOf(tx, one, source)
  const { sums, counts } = figures
  if (sums.externalClosing === null) throw refuseField('reconciliation.no-balance', 'externalClosing')
  const [earlier] = source.pendingBefore
  if (earlier !== undefined) {
    throw new Refusal('reconciliation.earlier', { account: nameOf(one), end: dayInWords(earlier.end_date) })
  }
  if (counts.held > 0) throw new Refusal('reconciliation.undecided', { count: counts.held })
  const { residual } = proofOf(sums)
  const compared = comparedOf(figures)
  if (needsExplanation(compared) && explanation === null) {
    const left = proofOf(compared).unexplained ?? 0n
    throw refuseField('reconciliation.difference', 'explanation', {
      difference: formatDecimal(left < 0n ? -left : left, MONEY_SCALE, { grouping: true }),
    })
  }
  await keepOpen(tx, one, source)
  const stored = toStored(figures)
  tx.send(...eventToAdd(id, 'signed-off', userId, explanation, stored))
  const { lines } = await storedBalance(tx, one, source.until)
  await tx.query(SIGN, {
    id,
    userId,
    explanation,
    until: source.until,
    glClosing: numeral(sums.glClosing),
    lines,
    residual: numeral(residual ?? 0n),
    figures: JSON.stringify(stored),
  })
  return recordOf(tx, id, today)
}

async function keepOpen(
  tx: Transaction,
  one: Reconciliation,
  source: Awaited<ReturnType<typeof openLinesSource>>,
): Promise<void> {
  const [ledger, external, days] = await Promise.all([
    tx.query<{ entry_id: number; line_no: number }>(
      `${withOpen(one)} SELECT entry_id, line_no FROM ledger`,
      sourceValues(source),
    ),
    tx.query<{ id: number }>(`${withOpen(one)} SELECT id FROM external`, sourceValues(source)),
    newLines(tx, one, source.begins, source.until, source.chain),
  ])
  const { id } = one
  tx.send(KEEP_OPEN.ledger, {
    id,
    entries: ledger.map((line) => line.entry_id),
    lines: ledger.map((line) => line.line_no),
  })
  tx.send(KEEP_OPEN.external, { id, lines: external.map((line) => line.id) })
  tx.send(KEEP_OPEN.days, { id, days: days.map(({ day }) => day), lines: days.map(({ lines }) => lines) })
  tx.send(KEEP_OPEN.changes, { id, chain: source.chain })
}

/**
 * Back to pending, with a reason.
 * @throws Refusal `reconciliation.later` (409) while a later one of its scope is signed off.
 */
export async function reopen(
  tx: Transaction,
  id: number,
  version: number,
  reason: string,
  userId: number,
): Promise<void> {
  const one = await lock(tx, id, version)
  if (one.status === 'pending') {
    throw new Refusal('record.stale', { what: 'This reconciliation' })
  }
  await tx.query(LOCK_ACCOUNT, { accountId: one.accountId })
  const [later] = await tx.query(LATER, { ...scopeNamed(one), startDate: one.startDate })
  if (later !== undefined) await refuseLater(tx, later.id)
  tx.send(...eventToAdd(id, 'reopened', userId, reason, one.figures))
  await tx.query(
    `UPDATE reconciliations
        SET status = 'pending', reconciled_at = NULL, reconciled_by = NULL, explanation = NULL, covered_until = NULL,
            gl_closing = NULL, gl_lines = NULL, last_entry_id = NULL, residual = NULL, figures = NULL, version = version + 1
      WHERE id = $1`,
    [id],
  )
  tx.send('DELETE FROM reconciliation_open_ledger WHERE reconciliation_id = $1', [id])
  tx.send('DELETE FROM reconciliation_open_external WHERE reconciliation_id = $1', [id])
  tx.send('DELETE FROM reconciliation_days WHERE reconciliation_id = $1', [id])
  tx.send('DELETE FROM reconciliation_changes WHERE reconciliation_id = $1', [id])
  tx.send('UPDATE reconciliation_changes SET closed_by = NULL WHERE closed_by = $1', [id])
}

const MATCHED_LATER = statement(
  'reconciliation.matched-later',
  `SELECT count(*) AS count FROM statement_lines s JOIN matched_statement_lines m ON m.statement_line_id = s.id
    WHERE s.reconciliation_id = :reconciliationId AND m.reconciliation_id <> :reconciliationId`,
)

/**
 * Deletes one with all that was imported and matched.
 * @throws Refusal `reconciliation.kept` (409) once it was signed off, `reconciliation.statement-matched` (409) while lines of
 *   its statements are matched in a later one.
 */
export async function remove(tx: Transaction, id: number): Promise<void> {
  await lockPending(tx, id, null)
  const [later] = await tx.query(MATCHED_LATER, { reconciliationId: id })
  if (later !== undefined && later.count > 0) {
    throw new Refusal('reconciliation.statement-matched', { count: later.count })
  }
  await tx.query('DELETE FROM reconciliation_matches WHERE reconciliation_id = $1', [id])
  await tx.query('DELETE FROM reconciliations WHERE id = $1', [id]).catch((error: unknown) => {
    if (constraintOf(error) === 'reconciliation_kept') throw new Refusal('reconciliation.kept')
    throw error
  })
}
