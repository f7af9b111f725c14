/** Identities for many trades at once, and the removal of many: what trades.facts.ts does for one. */
import { statement, type Transaction } from '../../platform/database/database.ts'
import { COLUMNS } from './trades.facts.ts'

const DRAW = statement(
  'trades.draw-ids',
  "SELECT nextval('trades_id_seq')::bigint AS id FROM generate_series(1, $1)",
)

/** Identities for new trades, ascending. Drawn under the locks of their chains, they are the order of recording. */
export async function drawTradeIds(tx: Transaction, count: number): Promise<number[]> {
  return (await tx.query<{ id: number }>(DRAW, [count])).map((row) => row.id)
}

const DRAW_LOTS = statement(
  'trades.draw-lot-ids',
  "SELECT nextval('lots_id_seq')::bigint AS id FROM generate_series(1, $1)",
)

/** Identities for new lots, in no order that matters. */
export async function drawLotIds(tx: Transaction, count: number): Promise<number[]> {
  return (await tx.query<{ id: number }>(DRAW_LOTS, [count])).map((row) => row.id)
}

const REMOVE = statement(
  'trades.remove-many',
  `WITH t AS (UPDATE trades SET version = version + 1, is_deleted = true
               WHERE id = ANY ($1::bigint[]) AND NOT is_deleted RETURNING id, version),
   v AS (
     INSERT INTO trade_versions (trade_id, version, is_deleted, opening_date, carried_charges, ${COLUMNS})
     SELECT t.id, t.version, true, opening_date, carried_charges, ${COLUMNS.replace('recorded_by, reason', '$2::bigint, $3')}
       FROM t JOIN trade_versions o ON o.trade_id = t.id AND o.version = t.version - 1),
   d AS (
     INSERT INTO audit (user_id, action, entity, entity_id, before, after)
     SELECT $2::bigint, 'trades.delete', 'trade', t.id::text,
            json_strip_nulls(json_build_object('trade_date', o.trade_date, 'settlement_date', o.settlement_date,
              'quantity', o.quantity, 'price', o.price, 'net_value', o.net, 'contract_number', o.contract_number,
              'broker_name', o.broker_name, 'account_name', o.account_name)),
            json_build_object('reason', $3::text)
       FROM t JOIN trade_versions o ON o.trade_id = t.id AND o.version = t.version - 1)
   DELETE FROM trade_results r USING t WHERE r.trade_id = t.id`,
)
// Reversals of what the trades have posted and not yet reversed, but of settlements that something happened to
// (`afterCorrection`): same dates and accounts, sides exchanged; on the first open day where the date is locked and the person accepted that ($4).
const REVERSE = statement(
  'trades.reverse-many',
  `WITH n AS MATERIALIZED (
     SELECT nextval('journal_entries_id_seq') AS new_id, h.id, h.transaction_type, h.description, h.reference,
            h.line_count, h.trade_id, t.version,
            CASE WHEN $4::boolean AND h.entry_date <= y.locked_through THEN y.locked_through + 1 ELSE h.entry_date END AS entry_date,
            CASE WHEN $4 AND h.entry_date <= y.locked_through THEN coalesce(h.moved_from, h.entry_date)
                 ELSE h.moved_from END AS moved_from
       FROM journal_entries h JOIN trades t ON t.id = h.trade_id
       JOIN portfolios f ON f.id = t.portfolio_id JOIN entities y ON y.id = f.entity_id
      WHERE h.trade_id = ANY ($1::bigint[]) AND h.reversal_of IS NULL
        AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)
        AND (h.kind <> 'settlement' OR NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = h.trade_id))),
   e AS (
     INSERT INTO journal_entries (id, entry_date, kind, transaction_type, description, reference, reversal_of, line_count,
                                  trade_id, trade_version, moved_from, batch_id, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT new_id, entry_date, 'correction', transaction_type, 'Reversal: ' || description, reference, id, line_count,
            trade_id, version, moved_from, $2::bigint, $3::bigint FROM n),
   l AS (
     INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description,
                                portfolio_id, equity_id, settlement_account_id, broker_id)
     SELECT n.new_id, o.line_no, n.entry_date, o.account_id, o.role, o.credit, o.debit, o.transaction_type,
            rtrim('Reversal: ' || coalesce(o.description, '')), o.portfolio_id, o.equity_id, o.settlement_account_id,
            o.broker_id
       FROM n JOIN journal_lines o ON o.entry_id = n.id)
   SELECT count(*) AS reversed FROM n`,
)

/** Marks trades of locked chains as deleted, each by a version that says so. */
export function sendRemovals(
  tx: Transaction,
  tradeIds: readonly number[],
  recordedBy: number,
  reason: string,
): void {
  tx.send(REMOVE, [tradeIds, recordedBy, reason])
}

/** Reverses the live entries of removed trades; answers how many. */
export async function reverseMany(
  tx: Transaction,
  tradeIds: readonly number[],
  batchId: number,
  recordedBy: number,
): Promise<number> {
  const [row] = await tx.query<{ reversed: number }>(REVERSE, [
    tradeIds,
    batchId,
    recordedBy,
    tx.openPeriod === true,
  ])
  return row?.reversed ?? 0
}
