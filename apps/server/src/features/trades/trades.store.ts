/** How a buy is kept: the fact (trade, version) and what is derived from it (result, lot, history, chain). */

import type { BuyInput } from '@em/contract/books/trades'
import type { BuyDecision } from '@em/core/trades/decide-buy'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { KeptTrade } from './trades.facts.ts'
import type { LockedChain, TradeState } from './trades.state.ts'

export type { KeptTrade }

export interface BuyToKeep {
  readonly input: BuyInput
  readonly decision: BuyDecision
  readonly state: TradeState
  readonly chain: LockedChain
  readonly dealNumber: string
  readonly recordedBy: number
  readonly batchId: number | null
}

// A buy at the end of its chain, the usual case: one statement. Nothing is written where the deal number is taken.
const KEEP = statement(
  'trades.keep-buy',
  `WITH f AS (
     SELECT $7::date AS trade_date, $8::date AS settlement_date, $9::bigint AS quantity, $10::numeric AS price,
            $11::numeric AS gross, $36::numeric AS charges, $22::numeric AS cost_of_funds,
            coalesce($22::numeric, 0) AS rate, $8::date - date '2000-01-01' AS settled),
   t AS (
     INSERT INTO trades (chain_id, portfolio_id, equity_id, side, deal_number, batch_id, recorded_by)
     VALUES ($1::bigint, $2, $3, 'buy', $4, $5, $6::bigint)
     ON CONFLICT (deal_number) DO NOTHING RETURNING id, recorded_at),
   v AS (
     INSERT INTO trade_versions (trade_id, version, trade_date, settlement_date, quantity, price, gross, brokerage, cse_fees,
         cds_fees, clearing_fees, sec, stl, net, fee_source, schedule_fees, step_up, cost_of_funds, contract_number,
         description, broker_id, broker_name, settlement_account_id, account_name, account_number, bank_name, branch_name,
         payment_method, cash_flow_on_settlement, generate_payment, recorded_by)
     SELECT t.id, 1, f.trade_date, f.settlement_date, f.quantity, f.price, f.gross, $12::numeric, $13::numeric,
            $14::numeric, $15::numeric, $16::numeric, $17::numeric, $18::numeric, $19, $20::numeric[], $21::numeric,
            f.cost_of_funds, $23, $24, $25::bigint, $26, $27::bigint, $28, $29, $30, $31, $32, $33, $34, $6::bigint
       FROM t, f),
   r AS (INSERT INTO trade_results (trade_id, money_generation_cost) SELECT t.id, $35::numeric FROM t),
   l AS (
     INSERT INTO lots (chain_id, trade_id, trade_date, settlement_date, seq, price, quantity, cost, charges,
                       remaining_quantity, remaining_cost, remaining_charges, cost_of_funds)
     SELECT $1::bigint, t.id, f.trade_date, f.settlement_date, t.id, f.price, f.quantity, f.gross, f.charges,
            f.quantity, f.gross, f.charges, f.rate FROM t, f),
   e AS (
     INSERT INTO chain_events (chain_id, event_date, rank, seq, kind, trade_id, quantity_change, cost_change, charges_change,
                               quantity, cost, charges)
     SELECT $1::bigint, f.trade_date, 1, t.id, 'buy', t.id, f.quantity, f.gross, f.charges,
            $37::bigint + f.quantity, $38::numeric + f.gross, $39::numeric + f.charges FROM t, f),
   c AS (
     UPDATE chains SET quantity = chains.quantity + f.quantity, cost = chains.cost + f.gross,
            charges = chains.charges + f.charges,
            age_rate = age_rate + f.quantity * f.rate, age_rate_days = age_rate_days + f.quantity * f.rate * f.settled,
            lot_rate = lot_rate + (f.gross + f.charges) * f.rate,
            lot_rate_days = lot_rate_days + (f.gross + f.charges) * f.rate * f.settled,
            last_event_date = greatest(last_event_date, f.trade_date),
            last_event_seq = CASE WHEN last_event_date > f.trade_date THEN last_event_seq ELSE t.id END
       FROM t, f WHERE chains.id = $1::bigint)
   SELECT id, recorded_at FROM t`,
)

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)

/** Keeps a buy at the end of its chain; undefined where the deal number is taken by another trade. */
export async function keepBuy(tx: Transaction, buy: BuyToKeep): Promise<KeptTrade | undefined> {
  const { input, decision, state, chain } = buy
  const { figures } = decision
  const { fees, computedFees } = figures
  const account = state.settlementAccount
  const rows = await tx.query<{ id: number; recorded_at: string }>(KEEP, [
    chain.id,
    state.portfolio.id,
    state.equity.id,
    buy.dealNumber,
    buy.batchId,
    buy.recordedBy,
    input.tradeDate,
    input.settlementDate,
    figures.quantity,
    formatDecimal(figures.price, PRICE_SCALE),
    money(figures.gross),
    money(fees.brokerage),
    money(fees.cse),
    money(fees.cds),
    money(fees.clearing),
    money(fees.sec),
    money(fees.stl),
    money(figures.net),
    figures.feeSource,
    figures.feeSource === 'schedule'
      ? null
      : [
          computedFees.brokerage,
          computedFees.cse,
          computedFees.cds,
          computedFees.clearing,
          computedFees.sec,
          computedFees.stl,
        ].map(money),
    figures.stepUp === null ? null : money(figures.stepUp.totalStepUpFees),
    input.costOfFunds === null ? null : formatDecimal(input.costOfFunds, RATE_SCALE),
    input.contractNumber,
    input.description,
    state.brokerId,
    input.brokerName,
    account.id,
    account.accountName,
    account.accountNumber,
    account.bankName,
    account.branchName,
    account.paymentMethod,
    input.cashFlowOnSettlement,
    input.generatePayment ?? 'No',
    money(figures.moneyGenerationCost),
    money(figures.totalFees),
    chain.quantity,
    money(chain.cost),
    money(chain.charges),
  ])
  const [kept] = rows
  return kept && { id: kept.id, recordedAt: kept.recorded_at }
}
