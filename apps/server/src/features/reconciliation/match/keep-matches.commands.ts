/** Keeps matches: many at once, in one statement each side; what they take is in no proposal any more. */
import type { MatchType } from '@em/contract/reconciliation/reconciliation-records'
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
     SELECT nextval(pg_get_serial_sequence('em.reconciliation_matches', 'id')) AS id, m.*
       FROM unnest(:matchTypes::text[], :differences::numeric[], :explanations?::text[]) WITH ORDINALITY AS m (match_type, difference, explanation, no)),
   kept AS (
     INSERT INTO reconciliation_matches (id, reconciliation_id, match_type, difference, explanation, matched_by)
     OVERRIDING SYSTEM VALUE SELECT id, :reconciliationId, match_type, difference, explanation, :matchedBy FROM h ORDER BY no),
   ours AS (
     INSERT INTO matched_ledger_lines (entry_id, line_no, match_id, reconciliation_id)
     SELECT l.entry_id, l.line_no, h.id, :reconciliationId
       FROM unnest(:ledgerNos::bigint[], :entryIds::bigint[], :lineNos::smallint[]) AS l (no, entry_id, line_no) JOIN h USING (no)),
   theirs AS (
     INSERT INTO matched_statement_lines (statement_line_id, match_id, reconciliation_id)
     SELECT e.id, h.id, :reconciliationId FROM unnest(:externalNos::bigint[], :externalIds::bigint[]) AS e (no, id) JOIN h USING (no))
   SELECT id FROM h ORDER BY no`,
)
const NO_PROPOSAL = statement(
  'reconciliation.no-proposal',
  `DELETE FROM reconciliation_proposals
    WHERE reconciliation_id = :reconciliationId AND NOT rejected AND (ledger && :ledgerKeys::text[] OR external && :externalIds::bigint[])`,
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
    .query(KEEP, {
      reconciliationId,
      matchTypes: matches.map((match) => match.matchType),
      differences: matches.map((match) => numeral(match.difference)),
      explanations: matches.map((match) => match.explanation),
      matchedBy,
      ledgerNos: ledger.map((key) => key.no),
      entryIds: ledger.map((key) => key.entry_id),
      lineNos: ledger.map((key) => key.line_no),
      externalNos: external.map((line) => line.no),
      externalIds: external.map((line) => line.id),
    })
    .catch((error: unknown) => {
      if (sqlState(error) === '23505' && constraintOf(error).startsWith('matched_')) {
        throw new Refusal('reconciliation.line-taken', { count: 1, line: 'a line' })
      }
      throw error
    })
  tx.send(NO_PROPOSAL, {
    reconciliationId,
    ledgerKeys: ledger.map(idOf),
    externalIds: external.map((line) => line.id),
  })
  return rows.map((row) => row.id)
}
