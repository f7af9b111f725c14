/** The facts of some chains and what is stored as derived from them, as the database has them. */

import type { FeeColumn } from '@em/contract/fee-tariffs/fees'
import type { SettlementKind } from '@em/core/settlements/settlement'
import { ACTION_EVENT_COLUMNS, type ActionEventRow } from '../features/chains/action-events.queries.ts'
import type { ChainEndRow } from '../features/chains/lock.queries.ts'
import type { LotRow as OwnLotRow } from '../features/chains/lots.queries.ts'
import { feeColumns } from '../features/fee-tariffs/fee-columns.ts'
import type { Transaction } from '../platform/database/database.ts'

export interface ChainRow extends ChainEndRow {
  portfolio: string
  symbol: string
  company_name: string
  disposed_proceeds: string
  disposed_cost: string
  disposed_charges: string
  disposed_fees: string
  disposed_financing: string
}

/** A trade that counts, in the version in force, with its stored result. */
export interface TradeRow extends Record<FeeColumn, string> {
  id: number
  version: number
  is_deleted: boolean
  chain_id: number
  side: 'buy' | 'sell' | 'opening'
  deal_number: string
  trade_date: string
  /** Only of openings, and of open items. */
  opening_date: string | null
  carried_charges: string | null
  /** Of openings: the fair value carried over. */
  fair_value: string | null
  settlement_date: string
  quantity: number
  price: string
  gross: string
  net: string
  cost_of_funds: string | null
  broker_id: number | null
  settlement_account_id: number | null
  money_generation_cost: string | null
  cost_out: string | null
  charges_out: string | null
  capital_gain: string | null
  holding_days: number | null
  bought_price: string | null
  profit_loss: string | null
  /** Of the result, not of the trade. */
  result_portfolio: number | null
  result_equity: number | null
  disposed_on: string | null
  proceeds: string | null
  fees: string | null
}

export interface EventRow {
  id: number
  chain_id: number
  source: string
  event_date: string
  rank: number
  kind: string
  quantity_change: number
  cost_change: string
  charges_change: string
  quantity: number
  cost: string
  charges: string
}

export interface LotRow extends OwnLotRow {
  chain_id: number
}

/** The effect of a trade on the ledger: one line `date|role|portfolio|equity|account|broker|type|amount` per key that is not nothing. */
export interface EffectRow {
  trade_id: number
  effect: string
}

/** The acts on the settlement of a trade, oldest first. */
export interface ConfirmationRow {
  id: number
  trade_id: number
  kind: SettlementKind
  actual_date: string | null
  /** With the sign of the trade's side. */
  amount: string
  due_date: string | null
  /** Of the version that was in force then: where the money went. */
  broker_id: number | null
  settlement_account_id: number | null
  trade_version: number
}

/** The stored state of its settlement, with the settlement entries in force. Only of trades that are settled or have a state. */
export interface SettlementRow {
  trade_id: number
  is_settled: boolean
  confirmation_id: number | null
  status: string | null
  due_date: string | null
  paid_on: string | null
  paid: string | null
  expected_entry_id: number | null
  /** The entry named above: `date|amount`, null where it is not in force. */
  expected_entry: string | null
}

/** The result of an event of a corporate action, where it took shares out for money. */
export interface EventResultRow {
  id: number
  money_generation_cost: string | null
  cost_out: string | null
  charges_out: string | null
  capital_gain: string | null
  holding_days: number | null
  bought_price: string | null
  profit_loss: string | null
  result_portfolio: number | null
  result_equity: number | null
  disposed_on: string | null
  proceeds: string | null
  fees: string | null
}

export interface Facts {
  readonly chains: readonly ChainRow[]
  readonly trades: readonly TradeRow[]
  /** Deleted trades whose settlement something happened to: what was paid for them stays. */
  readonly removed: readonly TradeRow[]
  /** Events of corporate actions and transfers. */
  readonly actionEvents: readonly (ActionEventRow & EventResultRow & { readonly chain_id: number })[]
  readonly allocations: readonly { trade_id: number; buy_trade_id: number; quantity: number }[]
  readonly events: readonly EventRow[]
  readonly lots: readonly LotRow[]
  readonly lotChanges: readonly {
    event_id: number
    lot_event_id: number
    quantity_change: number
    cost_change: string
    charges_change: string
  }[]
  readonly effects: readonly EffectRow[]
  readonly confirmations: readonly ConfirmationRow[]
  readonly settlements: readonly SettlementRow[]
}

const CHAINS = `
  SELECT c.id, c.portfolio_id, p.portfolio_id AS portfolio, c.equity_id, e.symbol, e.name AS company_name, p.accounting_treatment,
         m.costing_method, c.quantity, c.cost, c.charges, c.last_event_date, c.last_event_rank, c.last_event_id,
         c.age_rate, c.age_rate_days, c.lot_rate, c.lot_rate_days, c.unlisted_until,
         c.disposed_proceeds, c.disposed_cost, c.disposed_charges, c.disposed_fees, c.disposed_financing
    FROM chains c JOIN portfolios p ON p.id = c.portfolio_id JOIN equities e ON e.id = c.equity_id
    LEFT JOIN costing_methods m ON m.portfolio_id = c.portfolio_id
   WHERE c.id = ANY ($1) ORDER BY c.id`
/** Trades of some chains with their versions in force; deleted ones have a version that says so. */
const tradesThat = (condition: string) => `
  SELECT t.id, t.version, t.is_deleted, t.chain_id, t.side, t.deal_number, v.trade_date, v.settlement_date, v.quantity, v.price, v.gross, ${feeColumns('v')},
         v.net, v.opening_date, v.carried_charges, v.fair_value, v.cost_of_funds, v.broker_id,
         v.settlement_account_id,
         r.money_generation_cost, r.cost_out, r.charges_out, r.capital_gain, r.holding_days, r.bought_price, r.profit_loss,
         r.portfolio_id AS result_portfolio, r.equity_id AS result_equity, r.disposed_on, r.proceeds, r.fees
    FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    LEFT JOIN event_results r ON r.event_id = t.id
   WHERE t.chain_id = ANY ($1) AND ${condition} ORDER BY t.id`
const TRADES = tradesThat('NOT t.is_deleted')
const REMOVED = tradesThat(
  't.is_deleted AND EXISTS (SELECT FROM settlement_confirmations c WHERE c.trade_id = t.id)',
)
const ALLOCATIONS = `
  SELECT a.trade_id, a.buy_trade_id, a.quantity
    FROM trades t JOIN trade_allocations a ON a.trade_id = t.id AND a.version = t.version
   WHERE t.chain_id = ANY ($1) AND NOT t.is_deleted`
const EVENTS = `
  SELECT id, chain_id, source, event_date, rank, kind, quantity_change, cost_change, charges_change, quantity, cost, charges
    FROM chain_events WHERE chain_id = ANY ($1) ORDER BY chain_id, event_date, rank, id`
const LOTS = `
  SELECT event_id, chain_id, trade_date, settlement_date, price, quantity, cost, charges, remaining_quantity,
         remaining_cost, remaining_charges, cost_of_funds, opened_on
    FROM lots WHERE chain_id = ANY ($1)`
const LOT_CHANGES = `
  SELECT k.event_id, k.lot_event_id, k.quantity_change, k.cost_change, k.charges_change
    FROM lot_changes k JOIN lots l ON l.event_id = k.lot_event_id WHERE l.chain_id = ANY ($1)`
const ACTION_EVENTS = `
  SELECT c.id AS chain_id, ${ACTION_EVENT_COLUMNS}, r.money_generation_cost, r.cost_out, r.charges_out, r.capital_gain, r.holding_days, r.bought_price,
         r.profit_loss, r.portfolio_id AS result_portfolio, r.equity_id AS result_equity, r.disposed_on, r.proceeds, r.fees
    FROM chains c JOIN action_events a ON a.portfolio_id = c.portfolio_id AND a.equity_id = c.equity_id
    LEFT JOIN event_results r ON r.event_id = a.id WHERE c.id = ANY ($1) ORDER BY a.id`
const EFFECTS = `
  SELECT trade_id, string_agg(concat_ws('|', entry_date, role, portfolio_id, coalesce(equity_id, 0),
                              coalesce(settlement_account_id, 0), coalesce(broker_id, 0), transaction_type, amount), E'\\n') AS effect
    FROM (
      SELECT h.trade_id, coalesce(h.moved_from, l.entry_date) AS entry_date, l.role, l.portfolio_id, l.equity_id, l.settlement_account_id, l.broker_id, l.transaction_type,
             sum(l.debit - l.credit) AS amount
        FROM trades t JOIN journal_entries h ON h.trade_id = t.id JOIN journal_lines l ON l.entry_id = h.id
       WHERE t.chain_id = ANY ($1) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(l.debit - l.credit) <> 0) net
   GROUP BY trade_id`

const CONFIRMATIONS = `
  SELECT c.id, c.trade_id, c.kind, c.actual_date, CASE WHEN (t.side = 'buy') = c.pays THEN c.amount ELSE - c.amount END AS amount,
         c.due_date, v.broker_id, v.settlement_account_id, c.trade_version
    FROM settlement_confirmations c JOIN trades t ON t.id = c.trade_id
    JOIN trade_versions v ON v.trade_id = c.trade_id AND v.version = c.trade_version WHERE t.chain_id = ANY ($1) ORDER BY c.id`
const SETTLEMENTS = `
  SELECT t.id AS trade_id, t.is_settled, s.confirmation_id, s.status, s.due_date, s.paid_on, s.paid, s.expected_entry_id,
         (SELECT concat_ws('|', coalesce(h.moved_from, h.entry_date), (SELECT sum(l.debit) FROM journal_lines l WHERE l.entry_id = h.id))
            FROM journal_entries h
           WHERE h.id = s.expected_entry_id AND h.trade_id = t.id AND h.kind = 'settlement'
             AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)) AS expected_entry
    FROM trades t LEFT JOIN settlement_states s ON s.trade_id = t.id
   WHERE t.chain_id = ANY ($1) AND (t.is_settled OR s.trade_id IS NOT NULL)`

/** Everything of some chains. */
export async function loadFacts(tx: Transaction, chainIds: readonly number[]): Promise<Facts> {
  const of = <Row extends object>(sql: string) => tx.query<Row>(sql, [chainIds])
  return {
    chains: await of<ChainRow>(CHAINS),
    trades: await of<TradeRow>(TRADES),
    removed: await of<TradeRow>(REMOVED),
    allocations: await of<Facts['allocations'][number]>(ALLOCATIONS),
    actionEvents: await of<Facts['actionEvents'][number]>(ACTION_EVENTS),
    events: await of<EventRow>(EVENTS),
    lots: await of<LotRow>(LOTS),
    lotChanges: await of<Facts['lotChanges'][number]>(LOT_CHANGES),
    effects: await of<EffectRow>(EFFECTS),
    confirmations: await of<ConfirmationRow>(CONFIRMATIONS),
    settlements: await of<SettlementRow>(SETTLEMENTS),
  }
}

const SIZES = `
  SELECT c.id, p.portfolio_id AS portfolio, count(t.id) AS trades
    FROM chains c JOIN portfolios p ON p.id = c.portfolio_id LEFT JOIN trades t ON t.chain_id = c.id
   WHERE $1::bigint IS NULL OR c.portfolio_id = $1 GROUP BY c.id, p.id ORDER BY p.portfolio_id, c.id`
const TRADES_AT_ONCE = 4_000

/** Some chains whose facts fit in memory together. */
export interface ChainGroup {
  readonly chainIds: readonly number[]
  /** The code of the first one's portfolio. */
  readonly portfolio: string
}

/** Chains in groups of so many trades that a group fits in memory; a chain is never torn apart. */
export async function chainGroups(tx: Transaction, portfolioId: number | null): Promise<ChainGroup[]> {
  const sizes = await tx.query<{ id: number; portfolio: string; trades: number }>(SIZES, [portfolioId])
  const groups: { chainIds: number[]; portfolio: string }[] = []
  let room = 0
  for (const { id, portfolio, trades } of sizes) {
    if (room < trades || groups.length === 0) {
      groups.push({ chainIds: [], portfolio })
      room = TRADES_AT_ONCE
    }
    groups.at(-1)?.chainIds.push(id)
    room -= trades
  }
  return groups
}
