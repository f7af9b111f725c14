/** How settlements are kept: the confirmations, which are facts, and the states that follow from them. */
import { paidOf, type SettlementRecord, type Standing } from '@em/core/settlements/settlement'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { type RowOf, statement, type Transaction } from '../../../platform/database/database.ts'
import { amountFor, fromFor, paysFor } from '../list/settlements.filter.ts'
import { DUE, NET, OUTSTANDING } from '../list/settlements.state.ts'

/**
 * A trade that is settled, in its version in force; one that was deleted after something happened to it is there,
 * too. `net`: exact decimal text, in rupees; 0.00 of a deleted one. `expected_entry_id`: the settlement entry of what
 * is expected; null where the ledger has none. `is_acted_upon`: whether an act on it is in force.
 */
export type SettlingTrade = RowOf<typeof TRADES>

const TRADES = statement(
  'settlements.trades',
  `SELECT t.id, t.version, t.side, t.deal_number, t.portfolio_id, t.equity_id, e.name AS company_name, v.trade_date,
          v.settlement_date, ${NET} AS net, v.broker_id, v.settlement_account_id, s.trade_id IS NOT NULL AS is_acted_upon,
          CASE WHEN s.trade_id IS NOT NULL THEN s.expected_entry_id
               ELSE (SELECT h.id FROM journal_entries h
                      WHERE h.trade_id = t.id AND h.kind = 'settlement' AND h.reversal_of IS NULL
                        AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)
                      ORDER BY h.id LIMIT 1) END AS expected_entry_id
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version JOIN equities e ON e.id = t.equity_id
     LEFT JOIN settlement_states s ON s.trade_id = t.id
    WHERE t.id = ANY (:tradeIds::bigint[]) AND (NOT t.is_deleted OR s.trade_id IS NOT NULL) AND t.side <> 'opening'`,
)
const RECORDS = statement(
  'settlements.records',
  `SELECT c.trade_id, c.kind, c.actual_date, CASE WHEN (t.side = 'buy') = c.pays THEN c.amount ELSE - c.amount END AS amount,
          c.due_date
     FROM settlement_confirmations c JOIN trades t ON t.id = c.trade_id
    WHERE c.trade_id = ANY (:tradeIds::bigint[]) ORDER BY c.id`,
)
const LIVE = statement(
  'settlements.live-entries',
  `SELECT h.id, h.trade_id FROM journal_entries h
    WHERE h.trade_id = ANY (:tradeIds::bigint[]) AND h.kind = 'settlement' AND h.reversal_of IS NULL
      AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id) ORDER BY h.id`,
)

export interface Loaded {
  readonly trade: SettlingTrade
  /** Oldest first. */
  readonly records: readonly SettlementRecord[]
  /** The settlement entries in force. */
  readonly live: readonly number[]
}

/** The settlements of trades that the transaction holds, by trade id; a trade that is not there is left out. */
export async function loadSettlements(
  tx: Transaction,
  tradeIds: readonly number[],
): Promise<Map<number, Loaded>> {
  const [trades, records, live] = await Promise.all([
    tx.query(TRADES, { tradeIds }),
    tx.query(RECORDS, { tradeIds }),
    tx.query(LIVE, { tradeIds }),
  ])
  const recordsOf = Map.groupBy(records, (record) => record.trade_id)
  const liveOf = Map.groupBy(live, (entry) => entry.trade_id)
  return new Map(
    trades.map((trade) => [
      trade.id,
      {
        trade,
        records: (recordsOf.get(trade.id) ?? []).map((record) => ({
          kind: record.kind,
          date: record.actual_date,
          amount: decimalOf(record.amount, MONEY_SCALE),
          dueDate: record.due_date,
        })),
        live: (liveOf.get(trade.id) ?? []).map((entry) => entry.id),
      },
    ]),
  )
}

const UNBOOKED = statement(
  'settlements.unbooked',
  `SELECT t.id, s.due_date AS due, ${paysFor('open')} AS pays, ${amountFor('open')} AS amount
     ${fromFor('failed')}
    WHERE s.trade_id = ANY (:tradeIds::bigint[]) AND s.status = 'open' AND s.expected_entry_id IS NULL
      AND s.due_date <= :upTo::date ORDER BY t.id`,
)

/**
 * Those of some trades, due up to a day, whose outstanding amount the ledger has no entry for: a correction left it open.
 * A correction may also have moved the day since the trades were listed.
 */
export function unbookedOf(tx: Transaction, tradeIds: readonly number[], upTo: string) {
  return tx.query(UNBOOKED, { tradeIds, upTo })
}

// By the index of the few that are not settled.
const ALL_UNBOOKED = statement(
  'settlements.all-unbooked',
  `SELECT trade_id FROM settlement_states
    WHERE status <> 'settled' AND status = 'open' AND expected_entry_id IS NULL AND due_date <= :upTo::date`,
)

/** The trades, due up to a day, whose outstanding amount the ledger has no entry for. */
export async function allUnbooked(tx: Transaction, upTo: string): Promise<number[]> {
  return (await tx.query(ALL_UNBOOKED, { upTo })).map((row) => row.trade_id)
}

const RESTATE = statement(
  'settlements.restate',
  `WITH u AS (
     SELECT * FROM unnest(:tradeIds::bigint[], :settled::boolean[], :dues?::date[], :expectedEntryIds?::bigint[]) AS u (trade_id, is_settled, due_date, expected_entry_id)),
   gone AS (
     DELETE FROM settlement_states s USING u, trades t
      WHERE s.trade_id = u.trade_id AND t.id = u.trade_id AND t.is_deleted AND s.paid = 0 AND s.paid_on IS NULL),
   kept AS (
     UPDATE settlement_states s
        SET status = CASE WHEN u.is_settled THEN 'settled' WHEN u.due_date IS NULL THEN 'failed' ELSE 'open' END,
            due_date = u.due_date, expected_entry_id = u.expected_entry_id
       FROM u, trades t
      WHERE s.trade_id = u.trade_id AND t.id = u.trade_id
        AND NOT (t.is_deleted AND s.paid = 0 AND s.paid_on IS NULL))
   UPDATE trades t SET is_settled = u.is_settled AND NOT (t.is_deleted AND s.paid = 0 AND s.paid_on IS NULL)
     FROM u JOIN settlement_states s ON s.trade_id = u.trade_id WHERE t.id = u.trade_id`,
)

/** The state of the settlement of a corrected or deleted trade. A deleted one for which nothing was paid has no state. */
export interface NewStanding {
  readonly tradeId: number
  readonly standing: Standing
  readonly expectedEntryId: number | null
}

export function sendStandings(tx: Transaction, all: readonly NewStanding[]): void {
  tx.send(RESTATE, {
    tradeIds: all.map((one) => one.tradeId),
    settled: all.map((one) => one.standing.outstanding === 0n),
    dues: all.map((one) => one.standing.due),
    expectedEntryIds: all.map((one) => one.expectedEntryId),
  })
}

/** An act on a settlement, decided and posted. */
export interface DecidedAct {
  readonly trade: Pick<SettlingTrade, 'id' | 'version' | 'side'>
  readonly record: SettlementRecord
  readonly standing: Standing
  readonly reference: string | null
  readonly note: string | null
  readonly entryIds: readonly number[]
  /** The settlement entry of what is expected now. */
  readonly expectedEntryId: number | null
  /** The bank line that shows the payment. */
  readonly bankLine: BankLine | null
}

/** A statement's line as evidence of a payment: its id and its day. */
export interface BankLine {
  readonly id: number
  readonly date: string
}

// Entry ids come as an array's text: arrays of arrays cannot be taken apart by row.
const KEEP = statement(
  'settlements.keep',
  `WITH h AS MATERIALIZED (
     SELECT nextval('settlement_confirmations_id_seq') AS id, u.*
       FROM unnest(:tradeIds::bigint[], :versions::integer[], :kinds::text[], :dates?::date[], :amounts::numeric[], :dueDates?::date[], :references?::text[], :notes?::text[],
                   :entryIds::text[], :standingDues?::date[], :paid::numeric[], :expectedEntryIds?::bigint[], :paidOn?::date[], :pays::boolean[], :bankLineIds?::bigint[], :bankLineDates?::date[])
            AS u (trade_id, trade_version, kind, actual_date, amount, due_date, reference, note, entry_ids, state_due, paid,
                  expected_entry_id, paid_on, pays, statement_line_id, bank_date)),
   kept AS (
     INSERT INTO settlement_confirmations (id, trade_id, trade_version, kind, actual_date, amount, pays, due_date, reference,
                                           note, entry_ids, statement_line_id, bank_date, recorded_at, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT id, trade_id, trade_version, kind, actual_date, amount, pays, due_date, reference, note, entry_ids::bigint[],
            statement_line_id, bank_date, clock_timestamp(), :recordedBy::bigint
       FROM h),
   gone AS (DELETE FROM settlement_states s USING h WHERE s.trade_id = h.trade_id AND h.kind = 'reopened'),
   states AS (
     INSERT INTO settlement_states (trade_id, confirmation_id, status, due_date, paid_on, paid, expected_entry_id)
     SELECT trade_id, id, CASE WHEN kind = 'settled' THEN 'settled' WHEN state_due IS NULL THEN 'failed' ELSE 'open' END,
            state_due, paid_on, paid, expected_entry_id FROM h WHERE kind <> 'reopened'
     ON CONFLICT (trade_id) DO UPDATE
       SET confirmation_id = excluded.confirmation_id, status = excluded.status, due_date = excluded.due_date,
           paid_on = excluded.paid_on, paid = excluded.paid, expected_entry_id = excluded.expected_entry_id)
   UPDATE trades t SET is_settled = h.kind = 'settled' FROM h
    WHERE t.id = h.trade_id AND t.is_settled <> (h.kind = 'settled')`,
)

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)

/**
 * Keeps acts and updates the states. They are recorded with the moment of the statement, under the trade's lock,
 * so that they are in order with the trade's exports.
 */
export function sendActs(tx: Transaction, all: readonly DecidedAct[], recordedBy: number): void {
  tx.send(KEEP, {
    tradeIds: all.map((one) => one.trade.id),
    versions: all.map((one) => one.trade.version),
    kinds: all.map((one) => one.record.kind),
    dates: all.map((one) => one.record.date),
    amounts: all.map((one) => money(one.record.amount < 0n ? -one.record.amount : one.record.amount)),
    dueDates: all.map((one) => one.record.dueDate),
    references: all.map((one) => one.reference),
    notes: all.map((one) => one.note),
    entryIds: all.map((one) => `{${one.entryIds.join(',')}}`),
    standingDues: all.map((one) => one.standing.due),
    paid: all.map((one) => money(paidOf(one.standing))),
    expectedEntryIds: all.map((one) => one.expectedEntryId),
    paidOn: all.map((one) => one.standing.paid.at(-1)?.date ?? null),
    recordedBy,
    pays: all.map(({ record, standing, trade }) => {
      const amount = record.amount === 0n ? standing.outstanding : record.amount
      return (trade.side === 'buy') === amount >= 0n
    }),
    bankLineIds: all.map((one) => one.bankLine?.id ?? null),
    bankLineDates: all.map((one) => one.bankLine?.date ?? null),
  })
}

// As booked: what is expected was paid on its day, so nothing is posted.
const CONFIRM_AS_BOOKED = statement(
  'settlements.confirm-as-booked',
  `WITH h AS MATERIALIZED (
     SELECT nextval('settlement_confirmations_id_seq') AS id, t.id AS trade_id, t.version, ${paysFor('open')} AS pays,
            ${DUE} AS due, ${amountFor('open')} AS amount, ${NET} AS paid
       ${fromFor('open')}
      WHERE t.id = ANY (:tradeIds::bigint[]) AND NOT t.is_settled AND ${OUTSTANDING} <> 0 AND ${DUE} <= :upTo::date
        AND (NOT t.is_deleted OR s.trade_id IS NOT NULL) AND (s.trade_id IS NULL OR s.expected_entry_id IS NOT NULL)),
   kept AS (
     INSERT INTO settlement_confirmations (id, trade_id, trade_version, kind, actual_date, amount, pays, reference, recorded_by)
     OVERRIDING SYSTEM VALUE SELECT id, trade_id, version, 'settled', due, amount, pays, :reference?, :recordedBy::bigint FROM h),
   states AS (
     INSERT INTO settlement_states (trade_id, confirmation_id, status, paid_on, paid)
     SELECT trade_id, id, 'settled', due, paid FROM h
     ON CONFLICT (trade_id) DO UPDATE
       SET confirmation_id = excluded.confirmation_id, status = 'settled', due_date = NULL, paid_on = excluded.paid_on,
           paid = excluded.paid, expected_entry_id = NULL),
   done AS (UPDATE trades t SET is_settled = true FROM h WHERE t.id = h.trade_id)
   SELECT count(*) AS count, count(*) FILTER (WHERE pays) AS pay_count,
          coalesce(sum(amount) FILTER (WHERE pays), 0)::text AS payable,
          coalesce(sum(amount) FILTER (WHERE NOT pays), 0)::text AS receivable
     FROM h`,
)

/** `payable` and `receivable`: exact decimal texts, in rupees. */
export type ConfirmedSums = RowOf<typeof CONFIRM_AS_BOOKED>

/** Confirms trades that the transaction holds, each on its due date with what is outstanding. */
export async function confirmAsBooked(
  tx: Transaction,
  tradeIds: readonly number[],
  upTo: string,
  reference: string | null,
  recordedBy: number,
): Promise<ConfirmedSums> {
  const [sums] = await tx.query(CONFIRM_AS_BOOKED, { tradeIds, upTo, reference, recordedBy })
  return sums ?? { count: 0, pay_count: 0, payable: '0', receivable: '0' }
}
