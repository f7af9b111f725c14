/** Comparisons of CDS statements as they are shown. */
import type { CdsComparison, CdsComparisonDetail, ComparedLine } from '@em/contract/cds/cds-comparison'
import { type Queryable, type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountById } from './accounts/accounts.queries.ts'

const nameOf = (id: string) =>
  `coalesce((SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = ${id}), '')`
/** SQL: the newest note of a break of the statement `s`. */
const NOTES = `SELECT DISTINCT ON (account_id, symbol) account_id, symbol, note, recorded_by, recorded_at
  FROM cds_break_notes WHERE statement_id = s.id ORDER BY account_id, symbol, id DESC`
const COLUMNS = `s.id, s.statement_date, s.file_name, encode(s.sha256, 'hex') AS sha256, ${nameOf('s.recorded_by')} AS uploaded_by!,
  s.recorded_at AS uploaded_at, c.id AS comparison_id, c.version, ${nameOf('c.recorded_by')} AS compared_by!,
  c.recorded_at AS compared_at, c.lines, c.breaks,
  (SELECT count(DISTINCT l.account_id) FROM cds_statement_lines l WHERE l.statement_id = s.id)::int AS accounts!,
  (SELECT count(*) FROM (${NOTES}) n JOIN cds_comparison_lines b ON b.account_id = n.account_id AND b.symbol = n.symbol
    WHERE b.comparison_id = c.id AND b.cause IS NOT NULL)::int AS explained!`
const LIST = statement(
  'cds-comparisons.list',
  `SELECT ${COLUMNS}
     FROM cds_statements s
     JOIN LATERAL (SELECT * FROM cds_comparisons o WHERE o.statement_id = s.id ORDER BY version DESC LIMIT 1) c ON true
    ORDER BY s.statement_date DESC, s.id DESC LIMIT :most`,
)
const COUNT = statement('cds-comparisons.count', 'SELECT count(*)::int AS total FROM cds_statements')
const ONE = statement(
  'cds-comparisons.one',
  `SELECT ${COLUMNS} FROM cds_statements s JOIN cds_comparisons c ON c.statement_id = s.id
    WHERE s.id = :id AND (:version?::int IS NULL OR c.version = :version) ORDER BY c.version DESC LIMIT 1`,
)
const LINES = statement(
  'cds-comparisons.lines',
  `SELECT l.place, l.account_id, a.account, l.equity_id, l.symbol, e.name AS company_name, l.held, l.unsettled_buys, l.unsettled_sales,
          l.settled, l.pledged, l.balance, l.stated_pledged, l.difference, l.cause, o.account AS other_account, l.awaited,
          n.note, n.recorded_at AS noted_at, ${nameOf('n.recorded_by')} AS noted_by!
     FROM cds_comparison_lines l
     JOIN cds_comparisons c ON c.id = l.comparison_id
     JOIN cds_statements s ON s.id = c.statement_id
     JOIN cds_accounts a ON a.id = l.account_id
     LEFT JOIN equities e ON e.id = l.equity_id
     LEFT JOIN cds_accounts o ON o.id = l.other_account_id
     LEFT JOIN LATERAL (SELECT * FROM cds_break_notes b WHERE b.statement_id = s.id AND b.account_id = l.account_id AND b.symbol = l.symbol
                         ORDER BY id DESC LIMIT 1) n ON true
    WHERE l.comparison_id = :comparisonId ORDER BY a.account, l.symbol, l.place`,
)
const TRADES = statement(
  'cds-comparisons.trades',
  `SELECT k.place, k.trade_id, t.deal_number, t.side, k.quantity, v.trade_date, k.due, k.is_unsettled, k.is_cause
     FROM cds_comparison_trades k JOIN trades t ON t.id = k.trade_id
     JOIN trade_versions v ON v.trade_id = k.trade_id AND v.version = k.trade_version
    WHERE k.comparison_id = :comparisonId ORDER BY k.place, k.due DESC NULLS FIRST, k.trade_id`,
)
const BREAK = statement(
  'cds-comparisons.break',
  `SELECT l.cause FROM cds_comparison_lines l WHERE l.account_id = :accountId AND l.symbol = :symbol AND l.cause IS NOT NULL
     AND l.comparison_id = (SELECT id FROM cds_comparisons c WHERE c.statement_id = :statementId ORDER BY version DESC LIMIT 1)`,
)
const ADD_NOTE = statement(
  'cds-comparisons.add-note',
  `INSERT INTO cds_break_notes (statement_id, account_id, symbol, note, recorded_by)
   VALUES (:statementId, :accountId, :symbol, :note, :recordedBy)
   RETURNING note, recorded_at, ${nameOf('recorded_by')} AS recorded_by_name!`,
)

const LIST_MAX = 10_000

function asComparison(found: RowOf<typeof ONE>): CdsComparison {
  const { comparison_id: _, ...row } = found
  return { ...row, agreed: row.lines - row.breaks }
}

export async function listComparisons(db: Queryable, limit: number | undefined) {
  const rows = await db.query(LIST, { most: limit ?? LIST_MAX })
  const [counted] = await db.query(COUNT)
  return { rows: rows.map(asComparison), total: counted?.total ?? 0 }
}

/** The newest comparison of a statement, or a version of it. @throws Refusal `record.missing` (404). */
export async function comparisonById(
  db: Queryable,
  id: number,
  version: number | null = null,
): Promise<CdsComparisonDetail> {
  const [found] = await db.query(ONE, { id, version })
  if (found === undefined) throw new Refusal('record.missing', { what: `Comparison ${id}` })
  const { comparison_id: comparisonId } = found
  const lines = await db.query(LINES, { comparisonId })
  const tradesAt = new Map<number, ComparedLine['trades']>()
  for (const { place, trade_id, due, is_unsettled, is_cause, side, ...trade } of await db.query(TRADES, {
    comparisonId,
  })) {
    const at = tradesAt.get(place) ?? []
    tradesAt.set(place, at)
    at.push({
      id: trade_id,
      ...trade,
      side: side === 'buy' ? 'buy' : 'sell',
      settlement_date: due,
      isUnsettled: is_unsettled,
      isCause: is_cause,
    })
  }
  return {
    ...asComparison(found),
    rows: lines.map(({ place, note, noted_at, noted_by, cause, ...line }) => ({
      ...line,
      cause: cause as ComparedLine['cause'],
      trades: tradesAt.get(place) ?? [],
      note: note === null || noted_at === null ? null : { text: note, by: noted_by, at: noted_at },
    })),
  }
}

/**
 * Explains a break of the newest comparison of a statement.
 * @throws Refusal `record.missing` (404), `cds.no-break` (422).
 */
export async function explainBreak(
  tx: Transaction,
  asked: {
    readonly statementId: number
    readonly accountId: number
    readonly symbol: string
    readonly note: string
    readonly recordedBy: number
  },
): Promise<Outcome<NonNullable<ComparedLine['note']>>> {
  const { recordedBy, note, ...of } = asked
  const comparison = await tx.query(ONE, { id: of.statementId, version: null })
  if (comparison.length === 0) throw new Refusal('record.missing', { what: `Comparison ${of.statementId}` })
  const { account } = await accountById(tx, of.accountId)
  const [found] = await tx.query(BREAK, of)
  if (found === undefined) throw new Refusal('cds.no-break', { account, symbol: of.symbol })
  const [stored] = await tx.query(ADD_NOTE, { ...of, note, recordedBy })
  if (stored === undefined) throw new Error('the note that was kept is not there')
  return {
    answer: { text: stored.note, by: stored.recorded_by_name, at: stored.recorded_at },
    audit: {
      action: 'cds-comparisons.explain',
      entity: 'cds-comparison',
      entityId: of.statementId,
      after: { account, symbol: of.symbol, note },
    },
  }
}
