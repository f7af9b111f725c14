/** Importing statement lines, deciding on repeated ones, taking a statement out again. */
import { createHash } from 'node:crypto'
import type {
  HoldReason,
  StatementImport,
  StatementLineInput,
} from '@em/contract/reconciliation/reconciliation-statements'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { cents, numeral } from '../lines/figures.ts'
import { bump, type Reconciliation } from '../lines/reconciliations.queries.ts'
import { scopeNamed } from '../lines/scope.queries.ts'
import { OPEN_LINES_MAX } from '../match/matching.commands.ts'
import { checkStatement, type Warning } from './statement-check.ts'
import { rememberMapping } from './statements.queries.ts'

export interface Imported {
  readonly statementId: number
  readonly imported: number
  readonly held: number
  readonly warnings: Warning[]
}

interface Held {
  readonly reason: HoldReason
  readonly duplicateOf: number | null
}

/**
 * Keeps the lines with the reconciliation. What was imported before (same bank id; or same date, amount, texts and place
 * among equal lines) and what lies outside the period is held for a decision: it neither counts nor is lost.
 * @throws Refusal `statement.currency` (422), `request.invalid` (400) for a line without exactly one amount,
 *   `reconciliation.too-many` (422).
 * @param onKeep called once the lines are about to be kept.
 */
export async function importStatement(
  tx: Transaction,
  one: Reconciliation,
  sent: StatementImport,
  today: string,
  userId: number,
  onKeep: () => void,
): Promise<Imported> {
  if (sent.currency !== null && sent.currency.toUpperCase() !== 'LKR') {
    throw new Refusal('statement.currency', { currency: sent.currency.toUpperCase() })
  }
  refuseWrongSides(sent.lines)
  await refuseTooMany(tx, one, sent.lines.length)
  const warnings = await checkStatement(tx, one, sent, today)
  const before = await balancesOf(tx, one.id)
  const prints = fingerprintsOf(sent.lines)
  const held = await heldOf(tx, one, sent.lines, prints)
  const dates = sent.lines.map((line) => line.date).toSorted()
  const [stored] = await tx.query<{ id: number }>(
    `INSERT INTO reconciliation_statements (reconciliation_id, file_name, format, account, from_date, to_date, opening, closing, lines, imported_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [
      one.id,
      sent.fileName,
      sent.format,
      sent.account,
      dates[0],
      dates.at(-1),
      sent.openingBalance === null ? null : numeral(sent.openingBalance),
      sent.closingBalance === null ? null : numeral(sent.closingBalance),
      sent.lines.length,
      userId,
    ],
  )
  const statementId = (stored as { id: number }).id
  onKeep()
  await tx.query(KEEP_LINES, {
    reconciliationId: one.id,
    statementId,
    ...columnsOf(sent.lines, prints, held),
  })
  await takeBalances(tx, one, before)
  if (sent.mapping !== null) rememberMapping(tx, one, sent.mapping)
  bump(tx, one.id)
  const waiting = held.filter((hold) => hold !== null).length
  return { statementId, imported: sent.lines.length - waiting, held: waiting, warnings }
}

function refuseWrongSides(lines: readonly StatementLineInput[]): void {
  const problems = lines.flatMap((line, index) => {
    const [debit, credit] = [line.debit ?? 0n, line.credit ?? 0n]
    return debit > 0n === credit > 0n
      ? [{ field: `lines.${index}`, message: 'Exactly one of debit and credit must be above zero.' }]
      : []
  })
  if (problems.length > 0) throw new Refusal('request.invalid', {}, problems.slice(0, 50))
}

async function refuseTooMany(tx: Transaction, one: Reconciliation, more: number): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM statement_lines WHERE reconciliation_id = $1',
    [one.id],
  )
  if ((row?.count ?? 0) + more > OPEN_LINES_MAX) {
    throw new Refusal('reconciliation.too-many', {
      limit: `${OPEN_LINES_MAX.toLocaleString('en')} statement lines`,
    })
  }
}

/** Same date, amount, texts: the same print, with the place among such lines of the file. */
function fingerprintsOf(lines: readonly StatementLineInput[]): string[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const words = (text: string | null) => (text ?? '').toLowerCase().replace(/\s+/g, ' ').trim()
    const what = [
      line.date,
      line.debit ?? 0n,
      line.credit ?? 0n,
      words(line.description),
      words(line.reference),
    ]
    const key = what.join('\u0001')
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return createHash('sha256').update(`${key}\u0001${count}`).digest('base64url').slice(0, 24)
  })
}

const KNOWN = statement(
  'reconciliation.known-lines',
  `SELECT s.id, s.fingerprint, s.bank_id
     FROM statement_lines s JOIN reconciliations r ON r.id = s.reconciliation_id
    WHERE r.account_id = :accountId AND r.settlement_account_id = :settlementAccountId AND r.portfolio_id = :portfolioId AND s.state <> 'skipped'
      AND (s.fingerprint = ANY (:prints::text[]) OR s.bank_id = ANY (:bankIds::text[]))
    ORDER BY s.id DESC`,
)

async function heldOf(
  tx: Transaction,
  one: Reconciliation,
  lines: readonly StatementLineInput[],
  prints: readonly string[],
): Promise<(Held | null)[]> {
  const bankIds = lines.flatMap((line) => line.bankId ?? [])
  const known = await tx.query(KNOWN, { ...scopeNamed(one), prints, bankIds })
  const byPrint = new Map(known.map((line) => [line.fingerprint, line.id]))
  const byBankId = new Map(known.flatMap((line) => (line.bank_id === null ? [] : [[line.bank_id, line.id]])))
  const inFile = new Set<string>()
  return lines.map((line, index): Held | null => {
    if (line.bankId !== null) {
      const first = byBankId.get(line.bankId)
      if (first !== undefined) return { reason: 'same-bank-id', duplicateOf: first }
      if (inFile.has(line.bankId)) return { reason: 'same-bank-id', duplicateOf: null }
      inFile.add(line.bankId)
    }
    const same = byPrint.get(prints[index] ?? '')
    if (same !== undefined) return { reason: 'same-line', duplicateOf: same }
    const outside = line.date < one.startDate || line.date > one.endDate
    return outside ? { reason: 'outside-period', duplicateOf: null } : null
  })
}

const KEEP_LINES = statement(
  'reconciliation.keep-lines',
  `INSERT INTO statement_lines (reconciliation_id, statement_id, line, line_date, description, reference, debit, credit,
                                balance, bank_id, fingerprint, state, hold_reason, duplicate_of)
   SELECT :reconciliationId, :statementId, l.line, l.line_date, l.description, l.reference, l.debit, l.credit, l.balance, l.bank_id, l.fingerprint,
          CASE WHEN l.hold_reason IS NULL THEN 'active' ELSE 'held' END, l.hold_reason, l.duplicate_of
     FROM unnest(:lines?::integer[], :dates::date[], :descriptions?::text[], :references?::text[], :debits::numeric[], :credits::numeric[], :balances?::numeric[],
                 :bankIds?::text[], :prints::text[], :reasons?::text[], :duplicates?::bigint[]) WITH ORDINALITY
          AS l (line, line_date, description, reference, debit, credit, balance, bank_id, fingerprint, hold_reason, duplicate_of, no)
    ORDER BY no`,
)

function columnsOf(
  lines: readonly StatementLineInput[],
  prints: readonly string[],
  held: readonly (Held | null)[],
) {
  return {
    lines: lines.map((line) => line.line),
    dates: lines.map((line) => line.date),
    descriptions: lines.map((line) => line.description),
    references: lines.map((line) => line.reference),
    debits: lines.map((line) => numeral(line.debit ?? 0n)),
    credits: lines.map((line) => numeral(line.credit ?? 0n)),
    balances: lines.map((line) => (line.balance === null ? null : numeral(line.balance))),
    bankIds: lines.map((line) => line.bankId),
    prints,
    reasons: held.map((hold) => hold?.reason ?? null),
    duplicates: held.map((hold) => hold?.duplicateOf ?? null),
  }
}

interface Balances {
  readonly opening: string | null
  readonly closing: string | null
}
/** Opening of the first and closing of the last statement. */
async function balancesOf(tx: Transaction, id: number): Promise<Balances> {
  const [row] = await tx.query<Balances>(
    `SELECT (SELECT opening FROM reconciliation_statements WHERE reconciliation_id = $1 AND opening IS NOT NULL
              ORDER BY from_date, id LIMIT 1) AS opening,
            (SELECT closing FROM reconciliation_statements WHERE reconciliation_id = $1 AND closing IS NOT NULL
              ORDER BY to_date DESC, id DESC LIMIT 1) AS closing`,
    [id],
  )
  return row ?? { opening: null, closing: null }
}

/** The statements' balances become the reconciliation's, unless a person entered others. */
async function takeBalances(tx: Transaction, one: Reconciliation, before: Balances): Promise<void> {
  const now = await balancesOf(tx, one.id)
  const next = (current: string | null, was: string | null, is: string | null) =>
    current === null || (was !== null && cents(current) === cents(was)) ? (is ?? current) : current
  await tx.query('UPDATE reconciliations SET external_opening = $2, external_closing = $3 WHERE id = $1', [
    one.id,
    next(one.externalOpening, before.opening, now.opening),
    next(one.externalClosing, before.closing, now.closing),
  ])
}

/**
 * Keeps or skips lines; answers how many changed.
 * @throws Refusal `reconciliation.line-taken` (409) for one that is matched or not of this reconciliation.
 */
export async function decideLines(
  tx: Transaction,
  one: Reconciliation,
  lineIds: readonly number[] | 'held',
  decision: 'keep' | 'skip',
  userId: number,
): Promise<number> {
  const asked = lineIds === 'held' ? null : [...new Set(lineIds)]
  const changed = await tx.query<{ id: number }>(
    `UPDATE statement_lines s SET state = $3, decided_at = now(), decided_by = $4
      WHERE s.reconciliation_id = $1
        AND (($2::bigint[] IS NULL AND s.state = 'held') OR s.id = ANY ($2))
        AND NOT EXISTS (SELECT FROM matched_statement_lines m WHERE m.statement_line_id = s.id)
      RETURNING s.id`,
    [one.id, asked, decision === 'keep' ? 'active' : 'skipped', userId],
  )
  if (asked !== null && changed.length < asked.length) {
    const done = new Set(changed.map((line) => line.id))
    throw new Refusal('reconciliation.line-taken', {
      count: asked.length - changed.length,
      line: `statement line ${asked.find((id) => !done.has(id))}`,
    })
  }
  tx.send(
    'DELETE FROM reconciliation_proposals WHERE reconciliation_id = $1 AND NOT rejected AND external && $2::bigint[]',
    [one.id, changed.map((line) => line.id)],
  )
  bump(tx, one.id)
  return changed.length
}

/** @throws Refusal 404; `reconciliation.statement-matched` (409) while lines of it are matched. */
export async function removeStatement(
  tx: Transaction,
  one: Reconciliation,
  statementId: number,
): Promise<void> {
  const found = await tx.query(
    'SELECT FROM reconciliation_statements WHERE id = $1 AND reconciliation_id = $2',
    [statementId, one.id],
  )
  if (found.length === 0) throw new Refusal('record.missing', { what: 'The statement' })
  const [matched] = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM statement_lines s JOIN matched_statement_lines m ON m.statement_line_id = s.id
      WHERE s.statement_id = $1`,
    [statementId],
  )
  if ((matched?.count ?? 0) > 0) {
    throw new Refusal('reconciliation.statement-matched', { count: matched?.count ?? 0 })
  }
  const before = await balancesOf(tx, one.id)
  await tx.query(
    `DELETE FROM reconciliation_proposals
      WHERE reconciliation_id = $1 AND NOT rejected AND external && ARRAY(SELECT id FROM statement_lines WHERE statement_id = $2)`,
    [one.id, statementId],
  )
  await tx.query('DELETE FROM statement_lines WHERE statement_id = $1', [statementId])
  await tx.query('DELETE FROM reconciliation_statements WHERE id = $1', [statementId])
  await takeBalances(tx, one, before)
  bump(tx, one.id)
}
