/** How settlements are kept: the confirmations, which are facts, and the states that follow from them. */
import type { SettlementKind, SettlementRecord, Standing } from '@em/core/settlements/settlement'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { amountFor, DUE, fromFor } from './settlements.filter.ts'

/** A trade that is settled, in its version in force. */
export interface SettlingTrade {
  readonly id: number
  readonly version: number
  readonly side: 'buy' | 'sell'
  readonly deal_number: string
  readonly portfolio_id: number
  readonly equity_id: number
  readonly company_name: string
  readonly trade_date: string
  readonly settlement_date: string
  readonly net: string
  readonly broker_id: number | null
  readonly settlement_account_id: number | null
  readonly expected_entry_id: number | null
  /** The account that the trade itself was posted to, payable or receivable. */
  readonly control_account_id: number | null
}

const TRADES = statement(
  'settlements.trades',
  `SELECT t.id, t.version, t.side, t.deal_number, t.portfolio_id, t.equity_id, e.name AS company_name, v.trade_date,
          v.settlement_date, v.net, v.broker_id, v.settlement_account_id, s.expected_entry_id,
          (SELECT l.account_id FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
            WHERE h.trade_id = t.id AND h.kind = 'trade' AND l.role IN ('payable', 'receivable')
            ORDER BY h.id DESC LIMIT 1) AS control_account_id
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version JOIN equities e ON e.id = t.equity_id
     LEFT JOIN settlement_states s ON s.trade_id = t.id
    WHERE t.id = ANY ($1::bigint[]) AND NOT t.is_deleted AND t.side <> 'opening'`,
)
const RECORDS = statement(
  'settlements.records',
  `SELECT trade_id, kind, actual_date, amount, due_date FROM settlement_confirmations
    WHERE trade_id = ANY ($1::bigint[]) ORDER BY id`,
)
const LIVE = statement(
  'settlements.live-entries',
  `SELECT h.id, h.trade_id FROM journal_entries h
    WHERE h.trade_id = ANY ($1::bigint[]) AND h.kind = 'settlement' AND h.reversal_of IS NULL
      AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id) ORDER BY h.id`,
)

export interface Loaded {
  readonly trade: SettlingTrade
  /** Oldest first. */
  readonly records: readonly SettlementRecord[]
  /** The settlement entries that stand. */
  readonly live: readonly number[]
}

/** The settlements of trades that the transaction holds, by trade id; a trade that is not there is left out. */
export async function loadSettlements(
  tx: Transaction,
  tradeIds: readonly number[],
): Promise<Map<number, Loaded>> {
  const [trades, records, live] = await Promise.all([
    tx.query<SettlingTrade>(TRADES, [tradeIds]),
    tx.query<{
      trade_id: number
      kind: SettlementKind
      actual_date: string | null
      amount: string
      due_date: string | null
    }>(RECORDS, [tradeIds]),
    tx.query<{ id: number; trade_id: number }>(LIVE, [tradeIds]),
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

/** What happened to a settlement, decided and posted. */
export interface Happened {
  readonly trade: Pick<SettlingTrade, 'id' | 'version'>
  readonly record: SettlementRecord
  readonly standing: Standing
  readonly reference: string | null
  readonly note: string | null
  readonly entryIds: readonly number[]
  /** The settlement entry of what is expected now. */
  readonly expectedEntryId: number | null
}

// Entry ids come as an array's text: arrays of arrays cannot be taken apart by row.
const KEEP = statement(
  'settlements.keep',
  `WITH h AS MATERIALIZED (
     SELECT nextval('settlement_confirmations_id_seq') AS id, u.*
       FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::date[], $5::numeric[], $6::date[], $7::text[], $8::text[],
                   $9::text[], $10::date[], $11::numeric[], $12::bigint[], $13::date[])
            AS u (trade_id, trade_version, kind, actual_date, amount, due_date, reference, note, entry_ids, state_due, paid,
                  expected_entry_id, paid_on)),
   kept AS (
     INSERT INTO settlement_confirmations (id, trade_id, trade_version, kind, actual_date, amount, due_date, reference, note,
                                           entry_ids, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT id, trade_id, trade_version, kind, actual_date, amount, due_date, reference, note, entry_ids::bigint[], $14::bigint
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

/** Keeps what happened and brings the states to it. */
export function sendHappened(tx: Transaction, all: readonly Happened[], recordedBy: number): void {
  const paidOf = ({ standing }: Happened) => standing.paid.reduce((sum, leg) => sum + leg.amount, 0n)
  tx.send(KEEP, [
    all.map((one) => one.trade.id),
    all.map((one) => one.trade.version),
    all.map((one) => one.record.kind),
    all.map((one) => one.record.date),
    all.map((one) => money(one.record.amount)),
    all.map((one) => one.record.dueDate),
    all.map((one) => one.reference),
    all.map((one) => one.note),
    all.map((one) => `{${one.entryIds.join(',')}}`),
    all.map((one) => one.standing.due),
    all.map((one) => money(paidOf(one))),
    all.map((one) => one.expectedEntryId),
    all.map((one) => one.standing.paid.at(-1)?.date ?? null),
    recordedBy,
  ])
}

// As booked: what is expected was paid on its day, so nothing is posted.
const CONFIRM_AS_BOOKED = statement(
  'settlements.confirm-as-booked',
  `WITH h AS MATERIALIZED (
     SELECT nextval('settlement_confirmations_id_seq') AS id, t.id AS trade_id, t.version, t.side, v.net,
            ${DUE} AS due, ${amountFor('open')} AS amount, abs(v.net) AS paid
       ${fromFor('open')}
      WHERE t.id = ANY ($1::bigint[]) AND NOT t.is_deleted AND NOT t.is_settled AND v.net <> 0 AND ${DUE} <= $2::date),
   kept AS (
     INSERT INTO settlement_confirmations (id, trade_id, trade_version, kind, actual_date, amount, reference, recorded_by)
     OVERRIDING SYSTEM VALUE SELECT id, trade_id, version, 'settled', due, amount, $3, $4::bigint FROM h),
   states AS (
     INSERT INTO settlement_states (trade_id, confirmation_id, status, paid_on, paid)
     SELECT trade_id, id, 'settled', due, paid FROM h
     ON CONFLICT (trade_id) DO UPDATE
       SET confirmation_id = excluded.confirmation_id, status = 'settled', due_date = NULL, paid_on = excluded.paid_on,
           paid = excluded.paid, expected_entry_id = NULL),
   done AS (UPDATE trades t SET is_settled = true FROM h WHERE t.id = h.trade_id)
   SELECT count(*) AS count, count(*) FILTER (WHERE (side = 'buy') = (net >= 0)) AS pay_count,
          coalesce(sum(amount) FILTER (WHERE (side = 'buy') = (net >= 0)), 0)::text AS payable,
          coalesce(sum(amount) FILTER (WHERE (side = 'buy') <> (net >= 0)), 0)::text AS receivable
     FROM h`,
)

export interface ConfirmedSums {
  readonly count: number
  readonly pay_count: number
  /** Exact decimal texts, in rupees. */
  readonly payable: string
  readonly receivable: string
}

/** Confirms trades that the transaction holds, each on its due date with what is outstanding. */
export async function confirmAsBooked(
  tx: Transaction,
  tradeIds: readonly number[],
  upTo: string,
  reference: string | null,
  recordedBy: number,
): Promise<ConfirmedSums> {
  const [sums] = await tx.query<ConfirmedSums>(CONFIRM_AS_BOOKED, [tradeIds, upTo, reference, recordedBy])
  return sums ?? { count: 0, pay_count: 0, payable: '0', receivable: '0' }
}
