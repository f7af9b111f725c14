/** The open lines on either side of a reconciliation, as SQL that counts, adds up, pages and loads alike. */
import { CHARGE_WORDS } from '@em/core/reconciliation/bank-charges'
import { addDays } from '@em/core/values/dates'
import type { Queryable } from '../../../platform/database/database.ts'
import { cents, centsOrNull, type Figures, fromStored } from './figures.ts'
import type { OpenLinesSource, Reconciliation } from './reconciliations.queries.ts'
import { scopeValues, storedBalance } from './scope.queries.ts'

/** Values $1 to $10 of every statement here. */
export function sourceValues(source: OpenLinesSource): unknown[] {
  return [
    ...scopeValues(source.scope),
    source.from,
    source.until,
    source.last?.id ?? 0,
    source.late?.days ?? [],
    source.chain,
    source.id,
    [source.id, ...source.pendingBefore.map((other) => other.id)],
  ]
}
export const SOURCE_VALUES = 10

const IN_SCOPE = `l.account_id = $1::bigint AND ($2::bigint = 0 OR l.settlement_account_id = $2)
  AND ($3::bigint = 0 OR l.portfolio_id = $3)`
const LINE = 'l.entry_id, l.line_no, l.entry_date, l.debit, l.credit'

/**
 * Ledger lines that are not matched up to this reconciliation: of the days since the last sign-off, what that one left
 * open, and what was recorded into its days afterwards. `matched_in`: matched in another one, out of reach here.
 */
const OPEN_LEDGER = `
  SELECT o.*, m.reconciliation_id AS matched_in
    FROM (
      SELECT ${LINE} FROM journal_lines l WHERE ${IN_SCOPE} AND l.entry_date BETWEEN $4::date AND $5::date
      UNION ALL
      SELECT ${LINE} FROM reconciliation_open_ledger k JOIN journal_lines l USING (entry_id, line_no)
       WHERE k.reconciliation_id = $6::bigint
      UNION ALL
      SELECT ${LINE} FROM journal_lines l
       WHERE ${IN_SCOPE} AND l.entry_date = ANY ($7::date[])
         AND NOT EXISTS (SELECT FROM reconciliation_open_ledger k
                          WHERE k.reconciliation_id = $6 AND k.entry_id = l.entry_id AND k.line_no = l.line_no)) o
    LEFT JOIN matched_ledger_lines m ON m.entry_id = o.entry_id AND m.line_no = o.line_no
   WHERE m.reconciliation_id IS NULL OR m.reconciliation_id <> ALL ($8::bigint[])`
/** Of a signed-off one: what it left open then. */
const LEFT_OPEN_LEDGER = `
  SELECT ${LINE}, CASE WHEN m.reconciliation_id = $9::bigint THEN NULL ELSE m.reconciliation_id END AS matched_in
    FROM reconciliation_open_ledger k JOIN journal_lines l USING (entry_id, line_no)
    LEFT JOIN matched_ledger_lines m USING (entry_id, line_no)
   WHERE k.reconciliation_id = $9`

const OPEN_EXTERNAL = `
  SELECT e.*, m.reconciliation_id AS matched_in
    FROM (
      SELECT s.* FROM statement_lines s WHERE s.reconciliation_id = ANY ($10::bigint[]) AND s.state = 'active'
      UNION ALL
      SELECT s.* FROM reconciliation_open_external k JOIN statement_lines s ON s.id = k.statement_line_id
       WHERE k.reconciliation_id = $6::bigint) e
    LEFT JOIN matched_statement_lines m ON m.statement_line_id = e.id
   WHERE m.reconciliation_id IS NULL OR m.reconciliation_id <> ALL ($8::bigint[])`
const LEFT_OPEN_EXTERNAL = `
  SELECT s.*, CASE WHEN m.reconciliation_id = $9::bigint THEN NULL ELSE m.reconciliation_id END AS matched_in
    FROM reconciliation_open_external k JOIN statement_lines s ON s.id = k.statement_line_id
    LEFT JOIN matched_statement_lines m USING (statement_line_id)
   WHERE k.reconciliation_id = $9`

/** Names every value once with its type, so that a statement may leave some unused. */
const TYPED = `typed AS (SELECT $1::bigint, $2::bigint, $3::bigint, $4::date, $5::date, $6::bigint, $7::date[],
  $8::bigint[], $9::bigint, $10::bigint[])`

export const openLedger = (one: Pick<Reconciliation, 'status'>) =>
  one.status === 'reconciled' ? LEFT_OPEN_LEDGER : OPEN_LEDGER
export const openExternal = (one: Pick<Reconciliation, 'status'>) =>
  one.status === 'reconciled' ? LEFT_OPEN_EXTERNAL : OPEN_EXTERNAL
/** Begins a statement over what is open: `ledger` and `external` can be read from. */
export const withOpen = (one: Pick<Reconciliation, 'status'>) =>
  `WITH ${TYPED}, ledger AS (${openLedger(one)}), external AS (${openExternal(one)})`

/**
 * Whether a proposal `p` is still valid: none of its lines was matched since, here or in another reconciliation, and none that is to pair
 * with a bank line was taken back since. At most a thousand are asked about.
 */
export const PROPOSAL_VALID = `NOT EXISTS (SELECT FROM matched_statement_lines m WHERE m.statement_line_id = ANY (p.external))
  AND NOT EXISTS (
    SELECT FROM unnest(p.ledger) AS k (line)
      JOIN journal_entries h ON h.id = split_part(k.line, '-', 1)::bigint
      LEFT JOIN journal_entries t ON t.reversal_of = h.id
     WHERE EXISTS (SELECT FROM matched_ledger_lines m WHERE m.entry_id = h.id AND m.line_no = split_part(k.line, '-', 2)::smallint)
        OR cardinality(p.external) > 0
           AND (h.trade_id IS NOT NULL AND (t.id IS NOT NULL OR h.reversal_of IS NOT NULL)
                OR t.entry_date <= (SELECT end_date FROM reconciliations WHERE id = p.reconciliation_id)))`

// The words of the core's isBankCharge, as the database spells whole words.
const IS_CHARGE = `description ~* 'fee|\\m(${CHARGE_WORDS})\\M'`

/** Figures of a reconciliation: computed by the database while it is pending, as kept when it was signed off. */
export async function figuresOf(
  db: Queryable,
  one: Reconciliation,
  source: OpenLinesSource,
): Promise<Figures> {
  if (one.status === 'reconciled' && one.figures !== null) return fromStored(one.figures)
  const dayBefore = addDays(one.startDate, -1)
  const [opening, closing, [open]] = await Promise.all([
    storedBalance(db, one, dayBefore < source.until ? dayBefore : source.until),
    storedBalance(db, one, source.until),
    db.query<Row>(
      `${withOpen(one)}
       SELECT l.*, e.*, h.*, m.*, p.*
         FROM (SELECT count(*) AS gl, coalesce(sum(debit), 0) AS gl_debit, coalesce(sum(credit), 0) AS gl_credit FROM ledger) l,
              (SELECT count(*) AS external, coalesce(sum(debit), 0) AS ext_debit, coalesce(sum(credit), 0) AS ext_credit,
                      coalesce(sum(credit) FILTER (WHERE ${IS_CHARGE}), 0) AS fees FROM external) e,
              (SELECT count(*) FILTER (WHERE state = 'held') AS held, count(*) FILTER (WHERE state = 'skipped') AS skipped
                 FROM statement_lines WHERE reconciliation_id = $9 AND state <> 'active') h,
              (SELECT count(*) FILTER (WHERE reconciliation_id = $9) AS matched, coalesce(sum(difference), 0) AS explained
                 FROM reconciliation_matches WHERE reconciliation_id = ANY ($10)) m,
              (SELECT count(*) AS proposals FROM reconciliation_proposals p
                WHERE reconciliation_id = $9 AND NOT rejected AND ${PROPOSAL_VALID}) p`,
      sourceValues(source),
    ),
  ])
  const row = open as Row
  return {
    glOpening: cents(opening.net),
    sums: {
      glClosing: cents(closing.net),
      externalClosing: centsOrNull(one.externalClosing),
      openLedgerDebit: cents(row.gl_debit),
      openLedgerCredit: cents(row.gl_credit),
      openExternalDebit: cents(row.ext_debit),
      openExternalCredit: cents(row.ext_credit),
      openExternalFees: cents(row.fees),
      explainedInMatches: cents(row.explained),
      acceptedBefore: cents(source.last?.residual ?? '0'),
    },
    counts: {
      matched: row.matched,
      unmatchedGl: row.gl,
      unmatchedExternal: row.external,
      held: row.held,
      skipped: row.skipped,
      proposals: row.proposals,
    },
  }
}

interface Row {
  gl: number
  gl_debit: string
  gl_credit: string
  external: number
  ext_debit: string
  ext_credit: string
  fees: string
  held: number
  skipped: number
  matched: number
  explained: string
  proposals: number
}
