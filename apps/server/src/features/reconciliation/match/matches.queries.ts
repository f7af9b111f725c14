/** Matches and proposals as they are shown. */

import { LIST_MAX } from '@em/contract/kit/register'
import type { MatchedTransaction, Proposal } from '@em/contract/reconciliation/reconciliation-records'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { externalLines, keyOf, ledgerLines, type Page, type PageAsked } from '../lines/lines.queries.ts'
import { PROPOSAL_VALID } from '../lines/open-lines.queries.ts'
import type { Reconciliation } from '../lines/reconciliations.queries.ts'

type MatchRow = RowOf<typeof PAGE>
const MATCH = `m.id, m.match_type AS "matchType", m.matched_at AS "matchedAt",
  u.first_name || ' ' || u.last_name AS "matchedBy", m.difference, m.explanation`
const PAGE = statement(
  'reconciliation.matches',
  `SELECT ${MATCH} FROM reconciliation_matches m JOIN users u ON u.id = m.matched_by
    WHERE m.reconciliation_id = :reconciliationId AND (:type?::text IS NULL OR m.match_type = :type) AND (:cursor?::bigint IS NULL OR m.id < :cursor)
    ORDER BY m.id DESC LIMIT :limit`,
)
const COUNT = statement(
  'reconciliation.count-matches',
  'SELECT count(*) AS count FROM reconciliation_matches WHERE reconciliation_id = :reconciliationId AND (:type?::text IS NULL OR match_type = :type)',
)
const SOME = statement(
  'reconciliation.some-matches',
  `SELECT ${MATCH} FROM reconciliation_matches m JOIN users u ON u.id = m.matched_by WHERE m.id = ANY (:ids::bigint[]) ORDER BY m.id`,
)
const LEDGER_OF = statement(
  'reconciliation.ledger-of-matches',
  'SELECT match_id, entry_id, line_no FROM matched_ledger_lines WHERE match_id = ANY (:matchIds::bigint[]) ORDER BY entry_id, line_no',
)
const EXTERNAL_OF = statement(
  'reconciliation.external-of-matches',
  'SELECT match_id, statement_line_id AS id FROM matched_statement_lines WHERE match_id = ANY (:matchIds::bigint[]) ORDER BY id',
)

/** Newest first; the cursor is the last id. */
export async function matchesOf(
  db: Queryable,
  one: Reconciliation,
  asked: PageAsked & { readonly matchType?: string | undefined },
): Promise<Page<MatchedTransaction>> {
  const limit = asked.limit ?? LIST_MAX
  const cursor = /^\d{1,15}$/.test(asked.cursor ?? '') ? Number(asked.cursor) : null
  const type = asked.matchType ?? null
  const [rows, [count]] = await Promise.all([
    db.query(PAGE, { reconciliationId: one.id, type, cursor, limit: limit + 1 }),
    db.query(COUNT, { reconciliationId: one.id, type }),
  ])
  const page = rows.slice(0, limit)
  return {
    rows: await withLines(db, one, page),
    total: count?.count ?? 0,
    nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  }
}

export async function someMatches(
  db: Queryable,
  one: Reconciliation,
  ids: readonly number[],
): Promise<MatchedTransaction[]> {
  return withLines(db, one, await db.query(SOME, { ids }))
}

async function withLines(
  db: Queryable,
  one: Reconciliation,
  rows: readonly MatchRow[],
): Promise<MatchedTransaction[]> {
  const ids = rows.map((row) => row.id)
  const [ledger, external, confirmed] = await Promise.all([
    db.query(LEDGER_OF, { matchIds: ids }),
    db.query(EXTERNAL_OF, { matchIds: ids }),
    confirmedByMatches(db, ids),
  ])
  const [ledgerRows, externalRows] = await Promise.all([
    ledgerLines(db, ledger, one),
    externalLines(
      db,
      external.map((line) => line.id),
      one,
    ),
  ])
  const ours = Map.groupBy(ledgerRows, (_, index) => ledger[index]?.match_id)
  const theirs = Map.groupBy(externalRows, (_, index) => external[index]?.match_id)
  return rows.map((row) => {
    const glTransactions = ours.get(row.id) ?? []
    const externalTransactions = theirs.get(row.id) ?? []
    return {
      ...row,
      difference: jsonNumber(row.difference),
      glTransaction: glTransactions[0] ?? null,
      externalTransaction: externalTransactions[0] ?? null,
      glTransactions,
      externalTransactions,
      confirmed: confirmed.get(row.id)?.length ?? 0,
    }
  })
}

/** Confirmations in force that bank lines of matches made, by match. */
const MADE = statement(
  'reconciliation.made-confirmations',
  `SELECT DISTINCT k.match_id, c.trade_id
     FROM matched_statement_lines k JOIN settlement_confirmations c ON c.statement_line_id = k.statement_line_id
    WHERE k.match_id = ANY (:matchIds::bigint[])
      AND NOT EXISTS (SELECT FROM settlement_confirmations r WHERE r.trade_id = c.trade_id AND r.kind = 'reopened' AND r.id > c.id)
      AND EXISTS (SELECT FROM matched_ledger_lines l JOIN journal_entries h ON h.id = l.entry_id
                   WHERE l.match_id = k.match_id AND h.trade_id = c.trade_id)`,
)

/** The trades whose settlements each match confirmed, of confirmations in force. */
export async function confirmedByMatches(
  db: Queryable,
  matchIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (matchIds.length === 0) return new Map()
  const rows = await db.query(MADE, { matchIds })
  return new Map(
    [...Map.groupBy(rows, (row) => row.match_id)].map(([id, some]) => [id, some.map((row) => row.trade_id)]),
  )
}

export interface ProposalRow {
  readonly id: number
  readonly key: string
  readonly reason: string
  readonly ledger: string[]
  readonly external: number[]
  readonly rejected: boolean
}
const PROPOSALS = statement(
  'reconciliation.proposals',
  `SELECT id, key, reason, ledger, external, rejected FROM reconciliation_proposals p
    WHERE reconciliation_id = :reconciliationId AND rejected = :rejected AND (rejected OR (${PROPOSAL_VALID})) ORDER BY id LIMIT 10000`,
)

export async function proposalRows(
  db: Queryable,
  reconciliationId: number,
  rejected: boolean,
): Promise<ProposalRow[]> {
  const rows = await db.query(PROPOSALS, { reconciliationId, rejected })
  return rows.map((row) => ({ ...row, external: row.external.map(Number) }))
}

export async function proposalsOf(db: Queryable, one: Reconciliation): Promise<Proposal[]> {
  const rows = await proposalRows(db, one.id, false)
  const [ours, theirs] = await Promise.all([
    ledgerLines(
      db,
      rows.flatMap((row) => row.ledger.map(keyOf)),
      one,
    ),
    externalLines(
      db,
      rows.flatMap((row) => row.external),
      one,
    ),
  ])
  const ledger = new Map(ours.map((line) => [line.id, line]))
  const external = new Map(theirs.map((line) => [line.id, line]))
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    glTransactions: row.ledger.flatMap((id) => ledger.get(id) ?? []),
    externalTransactions: row.external.flatMap((id) => external.get(id) ?? []),
  }))
}
