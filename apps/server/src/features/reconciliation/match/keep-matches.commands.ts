/** Keeps matches: many at once, in one statement each side; what they take is in no proposal any more. */
import type { MatchType } from '@em/contract/books/reconciliation-records'
import { constraintOf, sqlState, statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { numeral } from '../lines/figures.ts'
import { idOf, type LineKey } from '../lines/lines.queries.ts'

export interface MatchToKeep {
  readonly matchType: MatchType
  /** Ledger less statement, in cents. */
  readonly difference: bigint
  readonly explanation: string | null
  readonly ledger: readonly LineKey[]
  readonly external: readonly number[]
}

const KEEP = statement(
  'reconciliation.keep-matches',
  `WITH h AS MATERIALIZED (
     SELECT nextval(pg_get_serial_sequence('reconciliation_matches', 'id')) AS id, m.*
       FROM unnest($2::text[], $3::numeric[], $4::text[]) WITH ORDINALITY AS m (match_type, difference, explanation, no)),
   kept AS (
     INSERT INTO reconciliation_matches (id, reconciliation_id, match_type, difference, explanation, matched_by)
     OVERRIDING SYSTEM VALUE SELECT id, $1, match_type, difference, explanation, $5 FROM h ORDER BY no),
   ours AS (
     INSERT INTO matched_ledger_lines (entry_id, line_no, match_id, reconciliation_id)
     SELECT l.entry_id, l.line_no, h.id, $1
       FROM unnest($6::bigint[], $7::bigint[], $8::smallint[]) AS l (no, entry_id, line_no) JOIN h USING (no)),
   theirs AS (
     INSERT INTO matched_statement_lines (statement_line_id, match_id, reconciliation_id)
     SELECT e.id, h.id, $1 FROM unnest($9::bigint[], $10::bigint[]) AS e (no, id) JOIN h USING (no))
   SELECT id FROM h ORDER BY no`,
)
const NO_PROPOSAL = statement(
  'reconciliation.no-proposal',
  `DELETE FROM reconciliation_proposals
    WHERE reconciliation_id = $1 AND NOT rejected AND (ledger && $2::text[] OR external && $3::bigint[])`,
)

/** Answers the ids, in order. @throws Refusal `reconciliation.line-taken` (409) when another one matched a line first. */
export async function keepMatches(
  tx: Transaction,
  reconciliationId: number,
  matches: readonly MatchToKeep[],
  matchedBy: number,
): Promise<number[]> {
  if (matches.length === 0) return []
  const ledger = matches.flatMap((match, index) => match.ledger.map((key) => ({ ...key, no: index + 1 })))
  const external = matches.flatMap((match, index) => match.external.map((id) => ({ id, no: index + 1 })))
  const rows = await tx
    .query<{ id: number }>(KEEP, [
      reconciliationId,
      matches.map((match) => match.matchType),
      matches.map((match) => numeral(match.difference)),
      matches.map((match) => match.explanation),
      matchedBy,
      ledger.map((key) => key.no),
      ledger.map((key) => key.entry_id),
      ledger.map((key) => key.line_no),
      external.map((line) => line.no),
      external.map((line) => line.id),
    ])
    .catch((error: unknown) => {
      if (sqlState(error) === '23505' && constraintOf(error).startsWith('matched_')) {
        throw new Refusal('reconciliation.line-taken', { count: 1, line: 'a line' })
      }
      throw error
    })
  tx.send(NO_PROPOSAL, [reconciliationId, ledger.map(idOf), external.map((line) => line.id)])
  return rows.map((row) => row.id)
}
