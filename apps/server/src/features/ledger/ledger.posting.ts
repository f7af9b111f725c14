/**
 * Writes journal entries: roles become accounts by the mapping of the day that the entry belongs to, the database checks
 * and keeps the balances.
 */
import type { EntryLine } from '@em/core/postings/lines'
import { MAPPED_FROM_START } from '@em/core/postings/role-book'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { accountOfRole } from './accounts-of-roles.queries.ts'

/** What brought an entry about. */
export interface Cause {
  readonly tradeId?: number
  readonly tradeVersion?: number
  readonly eventId?: number
  readonly batchId?: number
}

export interface PostedLine extends Omit<EntryLine, 'role' | 'portfolioId' | 'transactionType'> {
  /** A posting role, or `manual` for a line whose account a person named. */
  readonly role: string
  readonly portfolioId: number | string | null
  readonly transactionType: string
  /** Set where a person named the account. */
  readonly accountId?: number
}

export interface EntryToPost {
  readonly kind:
    | 'trade'
    | 'settlement'
    | 'correction'
    | 'event'
    | 'valuation'
    | 'opening'
    | 'manual'
    | 'closing'
  readonly entryDate: string
  readonly transactionType: string
  readonly description: string
  readonly reference: string | null
  readonly reversalOf?: number
  /** The trade whose entry this is, where the entries of one write belong to several; else the cause's. */
  readonly tradeId?: number
  readonly tradeVersion?: number
  /** Another trade that brought this entry about: a late buy that moved the cost of a sale. */
  readonly becauseOf?: number
  /** The day it belongs to, where the entry that this one reverses had been posted later than that. */
  readonly belongsTo?: string
  readonly lines: readonly PostedLine[]
}

// One statement for all entries of a write: the lines arrive together, so the balance trigger runs once and takes
// the kept balances in one order. Ids are drawn first because the lines need them.
const HEADS = `unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::smallint[],
                   $8::bigint[], $9::integer[], $25::bigint[], $26::date[])
            WITH ORDINALITY AS e (entry_date, kind, transaction_type, description, reference, reversal_of, line_count,
                                  trade_id, trade_version, because_of, moved_from, no)`
const post = (name: string, heads: string) =>
  statement(
    name,
    `WITH h AS MATERIALIZED (
     SELECT nextval('journal_entries_id_seq') AS id, e.*
       FROM ${heads}),
   entries AS (
     INSERT INTO journal_entries (id, entry_date, kind, transaction_type, description, reference, reversal_of, line_count,
                                  trade_id, trade_version, because_of_trade_id, moved_from, event_id, batch_id, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT id, entry_date, kind, transaction_type, description, reference, reversal_of, line_count,
            trade_id, trade_version, because_of, moved_from, $10::bigint, $11::bigint, $12::bigint
       FROM h),
   lines AS (
     INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description,
                                portfolio_id, equity_id, settlement_account_id, broker_id)
     SELECT h.id, l.line_no, h.entry_date,
            CASE WHEN l.account_id IS NOT NULL THEN l.account_id WHEN NOT own.mappings THEN g.account_id
                 ELSE ${accountOfRole('l.role', 'l.portfolio_id', 'l.settlement_account_id', 'coalesce(h.moved_from, h.entry_date)')} END,
            l.role, l.debit, l.credit, l.transaction_type, l.description,
            l.portfolio_id, l.equity_id, l.settlement_account_id, l.broker_id
       FROM unnest($13::bigint[], $14::smallint[], $15::text[], $16::numeric[], $17::numeric[], $18::text[], $19::text[],
                   $20::bigint[], $21::bigint[], $22::bigint[], $23::bigint[], $24::bigint[])
            AS l (no, line_no, role, debit, credit, transaction_type, description,
                  portfolio_id, equity_id, settlement_account_id, broker_id, account_id)
       JOIN h USING (no)
       CROSS JOIN (SELECT count(*) <> count(DISTINCT role)
                       OR bool_or(portfolio_id <> 0 OR settlement_account_id <> 0 OR effective_from > '${MAPPED_FROM_START}') AS mappings
                     FROM gl_mappings) own
       LEFT JOIN gl_mappings g ON NOT own.mappings AND g.role = l.role)
   SELECT id FROM h ORDER BY no`,
  )
const POST = post('ledger.post', HEADS)
// What is dated in a locked period goes to the first open day and says where it belongs.
const POST_IN_OPEN_PERIOD = post(
  'ledger.post-in-open-period',
  `(SELECT CASE WHEN e.entry_date <= k.through THEN k.through + 1 ELSE e.entry_date END AS entry_date, e.kind,
               e.transaction_type, e.description, e.reference, e.reversal_of, e.line_count, e.trade_id, e.trade_version,
               e.because_of,
               CASE WHEN e.entry_date <= k.through THEN coalesce(e.moved_from, e.entry_date) ELSE e.moved_from END AS moved_from,
               e.no
          FROM ${HEADS}
          LEFT JOIN (
            SELECT named.no, max(y.locked_through) AS through
              FROM unnest($13::bigint[], $20::bigint[]) AS named (no, portfolio_id)
              LEFT JOIN portfolios f ON f.id = named.portfolio_id
              JOIN entities y ON y.id = f.entity_id OR (named.portfolio_id IS NULL AND y.is_general)
             GROUP BY named.no) k ON k.no = e.no
         ORDER BY e.no) e`,
)
const postOf = (tx: Transaction) => (tx.openPeriod === true ? POST_IN_OPEN_PERIOD : POST)

const SHARE = statement('ledger.share-postings', 'SELECT pg_advisory_xact_lock_shared(1164142951, 1)')
/**
 * Takes what a sign-off holds alone, as the posting itself would later: before the rows that a write and a sign-off both lock,
 * so that neither waits for the other in a circle.
 */
export async function sharePostings(tx: Transaction): Promise<void> {
  await tx.query(SHARE)
}

/** Posts entries with their cause and answers their ids, in order. */
export async function postEntries(
  tx: Transaction,
  entries: readonly EntryToPost[],
  cause: Cause,
  recordedBy: number,
): Promise<number[]> {
  if (entries.length === 0) return []
  const rows = await tx.query<{ id: number }>(postOf(tx), valuesOf(entries, cause, recordedBy))
  return rows.map((row) => row.id)
}

/** The same where nobody asks for the ids: the entries travel with the commit. */
export function sendEntries(
  tx: Transaction,
  entries: readonly EntryToPost[],
  cause: Cause,
  recordedBy: number,
): void {
  if (entries.length > 0) tx.send(postOf(tx), valuesOf(entries, cause, recordedBy))
}

function valuesOf(entries: readonly EntryToPost[], cause: Cause, recordedBy: number): unknown[] {
  const lines = entries.flatMap((entry, index) =>
    entry.lines.map((line, place) => ({ ...line, no: index + 1, lineNo: place + 1 })),
  )
  return [
    entries.map((entry) => entry.entryDate),
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.transactionType),
    entries.map((entry) => entry.description),
    entries.map((entry) => entry.reference),
    entries.map((entry) => entry.reversalOf ?? null),
    entries.map((entry) => entry.lines.length),
    entries.map((entry) => entry.tradeId ?? cause.tradeId ?? null),
    entries.map((entry) => entry.tradeVersion ?? cause.tradeVersion ?? null),
    cause.eventId ?? null,
    cause.batchId ?? null,
    recordedBy,
    lines.map((line) => line.no),
    lines.map((line) => line.lineNo),
    lines.map((line) => line.role),
    lines.map((line) => formatDecimal(line.debit, MONEY_SCALE)),
    lines.map((line) => formatDecimal(line.credit, MONEY_SCALE)),
    lines.map((line) => line.transactionType),
    lines.map((line) => line.description),
    lines.map((line) => line.portfolioId),
    lines.map((line) => line.equityId),
    lines.map((line) => line.settlementAccountId),
    lines.map((line) => line.brokerId),
    lines.map((line) => line.accountId ?? null),
    entries.map((entry) => entry.becauseOf ?? null),
    entries.map((entry) => entry.belongsTo ?? null),
  ]
}
