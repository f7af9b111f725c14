/** The facts of many trades in one statement, and their removal: what trades.facts.ts does for one. */
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { constraintOf, sqlState, statement, type Transaction } from '../../platform/database/database.ts'
import { COLUMNS, type Version, valuesOf } from './trades.facts.ts'

/** A decided trade with the identity it was given. */
export interface FactToKeep {
  readonly id: number
  readonly chainId: number
  readonly portfolioId: number
  readonly equityId: number
  readonly side: 'buy' | 'sell'
  readonly dealNumber: string
  readonly version: Version
}

// The schedule's six fees come as an array's text: arrays of arrays cannot be taken apart by row.
const TYPES = [
  ['date', 'date', 'bigint'],
  Array<string>(9).fill('numeric'),
  ['text', 'text', 'numeric', 'numeric', 'text', 'text', 'bigint', 'text', 'bigint'],
  Array<string>(7).fill('text'),
  ['bigint', 'text'],
].flat()
const SCHEDULE_FEES = 13
const OWN = TYPES.length
const KEEP = statement(
  'trades.keep-many',
  `WITH u AS MATERIALIZED (
     SELECT * FROM unnest(${TYPES.map((type, place) => `$${place + 1}::${type}[]`).join(', ')}, $${OWN + 1}::bigint[],
         $${OWN + 2}::bigint[], $${OWN + 3}::bigint[], $${OWN + 4}::bigint[], $${OWN + 5}::text[], $${OWN + 6}::text[],
         $${OWN + 7}::numeric[])
       AS u (${COLUMNS}, id, chain_id, portfolio_id, equity_id, side, deal_number, money_generation_cost)),
   t AS (
     INSERT INTO trades (id, chain_id, portfolio_id, equity_id, side, deal_number, batch_id, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT id, chain_id, portfolio_id, equity_id, side, deal_number, $${OWN + 8}::bigint, recorded_by FROM u),
   v AS (
     INSERT INTO trade_versions (trade_id, version, ${COLUMNS})
     SELECT id, 1, ${COLUMNS.replace('schedule_fees', 'schedule_fees::numeric[]')} FROM u),
   a AS (
     INSERT INTO trade_allocations (trade_id, version, buy_trade_id, quantity)
     SELECT sale, 1, buy, shares FROM unnest($${OWN + 9}::bigint[], $${OWN + 10}::bigint[], $${OWN + 11}::bigint[])
       AS x (sale, buy, shares)),
   d AS (
     INSERT INTO audit (user_id, action, entity, entity_id, after)
     SELECT recorded_by, 'trades.' || side, 'trade', id::text,
            json_build_object('dealNumber', deal_number, 'version', 1, 'batch', $${OWN + 8}::bigint) FROM u)
   INSERT INTO trade_results (trade_id, money_generation_cost)
   SELECT id, money_generation_cost FROM u WHERE side = 'buy'`,
)

/**
 * Keeps the facts of many trades of locked chains. A deal number that another writer took in this very second is a
 * conflict of two writers: the whole transaction is tried again.
 */
export async function keepMany(
  tx: Transaction,
  facts: readonly FactToKeep[],
  batchId: number,
): Promise<void> {
  try {
    await tx.query(KEEP, valuesOfMany(facts, batchId))
  } catch (error) {
    if (sqlState(error) !== '23505' || constraintOf(error) !== 'trades_deal_number') throw error
    throw Object.assign(new Error('a deal number was taken in the meantime'), { code: '40001' })
  }
}

function valuesOfMany(facts: readonly FactToKeep[], batchId: number): unknown[] {
  const columns: unknown[][] = TYPES.map(() => [])
  for (const { version } of facts) {
    const values = valuesOf(version)
    for (let place = 0; place < OWN; place += 1) {
      const value = values[place]
      columns[place]?.push(
        place === SCHEDULE_FEES && Array.isArray(value) ? `{${value.join(',')}}` : (value ?? null),
      )
    }
  }
  const taken = facts.flatMap(({ id, version }) =>
    version.allocations.map((row) => [id, row.buyTransactionId, row.allocatedQuantity] as const),
  )
  return [
    ...columns,
    facts.map((fact) => fact.id),
    facts.map((fact) => fact.chainId),
    facts.map((fact) => fact.portfolioId),
    facts.map((fact) => fact.equityId),
    facts.map((fact) => fact.side),
    facts.map((fact) => fact.dealNumber),
    facts.map((fact) => formatDecimal(fact.version.figures.moneyGenerationCost, MONEY_SCALE)),
    batchId,
    taken.map(([sale]) => sale),
    taken.map(([, buy]) => buy),
    taken.map(([, , shares]) => shares),
  ]
}

const DRAW = statement(
  'trades.draw-ids',
  "SELECT nextval('trades_id_seq')::bigint AS id FROM generate_series(1, $1)",
)

/** Identities for new trades, ascending. Drawn under the locks of their chains, they are the order of recording. */
export async function drawTradeIds(tx: Transaction, count: number): Promise<number[]> {
  return (await tx.query<{ id: number }>(DRAW, [count])).map((row) => row.id)
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
     SELECT $2::bigint, 'trades.delete', 'trade', t.id::text, json_build_object('version', t.version - 1),
            json_build_object('version', t.version, 'reason', $3::text) FROM t)
   DELETE FROM trade_results r USING t WHERE r.trade_id = t.id`,
)
// Reversals of what the trades have posted and not yet reversed: same dates and accounts, sides exchanged.
const REVERSE = statement(
  'trades.reverse-many',
  `WITH n AS MATERIALIZED (
     SELECT nextval('journal_entries_id_seq') AS new_id, h.id, h.entry_date, h.transaction_type, h.description, h.reference,
            h.line_count, h.trade_id, t.version
       FROM journal_entries h JOIN trades t ON t.id = h.trade_id
      WHERE h.trade_id = ANY ($1::bigint[]) AND h.reversal_of IS NULL
        AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)),
   e AS (
     INSERT INTO journal_entries (id, entry_date, kind, transaction_type, description, reference, reversal_of, line_count,
                                  trade_id, trade_version, batch_id, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT new_id, entry_date, 'correction', transaction_type, 'Reversal: ' || description, reference, id, line_count,
            trade_id, version, $2::bigint, $3::bigint FROM n),
   l AS (
     INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description,
                                portfolio_id, equity_id, settlement_account_id, broker_id)
     SELECT n.new_id, o.line_no, o.entry_date, o.account_id, o.role, o.credit, o.debit, o.transaction_type,
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
  const [row] = await tx.query<{ reversed: number }>(REVERSE, [tradeIds, batchId, recordedBy])
  return row?.reversed ?? 0
}
