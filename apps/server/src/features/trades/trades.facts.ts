/** The facts of a trade: the trade, its versions, its allocations. Versions are added, never changed. */
import type { BuyInput } from '@em/contract/books/trades'
import type { BuyFigures, SellFigures } from '@em/core/trades/figures'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { LockedChain, TradeState } from './trades.state.ts'

/** What a form states of a trade beside its figures; buys and sells share it. */
export type StatedTrade = Pick<
  BuyInput,
  | 'tradeDate'
  | 'settlementDate'
  | 'costOfFunds'
  | 'contractNumber'
  | 'description'
  | 'brokerName'
  | 'cashFlowOnSettlement'
  | 'generatePayment'
>

export interface Version {
  readonly stated: StatedTrade
  readonly figures: BuyFigures | SellFigures
  readonly state: Pick<TradeState, 'brokerId' | 'settlementAccount'>
  readonly recordedBy: number
  readonly reason: string | null
  /** Buys of which a cherry-picked sale takes shares. */
  readonly allocations: readonly { readonly buyTransactionId: number; readonly allocatedQuantity: bigint }[]
}

export interface KeptTrade {
  readonly id: number
  readonly recordedAt: string
}

/** The columns of a version that a form states, in the order of `valuesOf`. */
export const COLUMNS = `trade_date, settlement_date, quantity, price, gross, brokerage, cse_fees, cds_fees, clearing_fees, sec, stl, net,
  fee_source, schedule_fees, step_up, cost_of_funds, contract_number, description, broker_id, broker_name,
  settlement_account_id, account_name, account_number, bank_name, branch_name, payment_method, cash_flow_on_settlement,
  generate_payment, recorded_by, reason`
/** The parameters $1 to $30 of a statement that keeps a version. */
export const VALUES = `$1::date, $2::date, $3::bigint, $4::numeric, $5::numeric, $6::numeric, $7::numeric, $8::numeric, $9::numeric,
  $10::numeric, $11::numeric, $12::numeric, $13, $14::numeric[], $15::numeric, $16::numeric, $17, $18, $19::bigint, $20,
  $21::bigint, $22, $23, $24, $25, $26, $27, $28, $29::bigint, $30`

const KEEP = statement(
  'trades.keep-facts',
  `WITH t AS (
     INSERT INTO trades (chain_id, portfolio_id, equity_id, side, deal_number, batch_id, recorded_by)
     VALUES ($31::bigint, $32::bigint, $33::bigint, $34, $35, $36::bigint, $29::bigint)
     ON CONFLICT (deal_number) DO NOTHING RETURNING id, recorded_at),
   v AS (INSERT INTO trade_versions (trade_id, version, ${COLUMNS}) SELECT t.id, 1, ${VALUES} FROM t),
   a AS (
     INSERT INTO trade_allocations (trade_id, version, buy_trade_id, quantity)
     SELECT t.id, 1, u.buy, u.quantity FROM t, unnest($38::bigint[], $39::bigint[]) AS u (buy, quantity)),
   r AS (INSERT INTO trade_results (trade_id, money_generation_cost) SELECT t.id, $37::numeric FROM t WHERE $34 = 'buy')
   SELECT id, recorded_at FROM t`,
)
const CHANGE = statement(
  'trades.change-facts',
  `WITH t AS (UPDATE trades SET version = version + 1 WHERE id = $31::bigint RETURNING id, version, side),
   v AS (INSERT INTO trade_versions (trade_id, version, ${COLUMNS}) SELECT t.id, t.version, ${VALUES} FROM t),
   a AS (
     INSERT INTO trade_allocations (trade_id, version, buy_trade_id, quantity)
     SELECT t.id, t.version, u.buy, u.quantity FROM t, unnest($33::bigint[], $34::bigint[]) AS u (buy, quantity))
   UPDATE trade_results r SET money_generation_cost = $32::numeric FROM t WHERE r.trade_id = t.id AND t.side = 'buy'`,
)
const REMOVE = statement(
  'trades.remove-facts',
  `WITH t AS (UPDATE trades SET version = version + 1, is_deleted = true WHERE id = $1 RETURNING id, version),
   v AS (
     INSERT INTO trade_versions (trade_id, version, is_deleted, opening_date, carried_charges, ${COLUMNS})
     SELECT t.id, t.version, true, opening_date, carried_charges, ${COLUMNS.replace('recorded_by, reason', '$2::bigint, $3')}
       FROM t JOIN trade_versions o ON o.trade_id = t.id AND o.version = t.version - 1)
   DELETE FROM trade_results r USING t WHERE r.trade_id = t.id`,
)

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)

/** A version's values for `COLUMNS`. */
export function valuesOf({ stated, figures, state, recordedBy, reason }: Version): unknown[] {
  const { fees, computedFees, stepUp } = figures
  const account = state.settlementAccount
  return [
    stated.tradeDate,
    stated.settlementDate,
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
    figures.feeSource === 'schedule' || computedFees === null
      ? null
      : (['brokerage', 'cse', 'cds', 'clearing', 'sec', 'stl'] as const).map((fee) =>
          money(computedFees[fee]),
        ),
    stepUp === null ? null : money(stepUp.totalStepUpFees),
    stated.costOfFunds === null ? null : formatDecimal(stated.costOfFunds, RATE_SCALE),
    // Bulk sales and rows of a sheet may name neither contract nor broker.
    stated.contractNumber || null,
    stated.description,
    state.brokerId,
    stated.brokerName || null,
    account.id,
    account.accountName,
    account.accountNumber,
    account.bankName,
    account.branchName,
    account.paymentMethod,
    stated.cashFlowOnSettlement,
    stated.generatePayment ?? 'No',
    recordedBy,
    reason,
  ]
}

const allocationsOf = ({ allocations }: Version) => [
  allocations.map((row) => row.buyTransactionId),
  allocations.map((row) => row.allocatedQuantity),
]

/** Keeps a new trade; undefined where the deal number is taken by another one. */
export async function keepFacts(
  tx: Transaction,
  trade: {
    readonly version: Version
    readonly side: 'buy' | 'sell'
    readonly chain: LockedChain
    readonly state: TradeState
    readonly dealNumber: string
    readonly batchId: number | null
  },
): Promise<KeptTrade | undefined> {
  const { version, state } = trade
  const [kept] = await tx.query<{ id: number; recorded_at: string }>(KEEP, [
    ...valuesOf(version),
    trade.chain.id,
    state.portfolio.id,
    state.equity.id,
    trade.side,
    trade.dealNumber,
    trade.batchId,
    money(version.figures.moneyGenerationCost),
    ...allocationsOf(version),
  ])
  return kept && { id: kept.id, recordedAt: kept.recorded_at }
}

/** Adds a version to a trade of a locked chain. */
export function sendVersion(tx: Transaction, tradeId: number, version: Version): void {
  tx.send(CHANGE, [
    ...valuesOf(version),
    tradeId,
    money(version.figures.moneyGenerationCost),
    ...allocationsOf(version),
  ])
}

/** Adds the version that says the trade is deleted. */
export function sendRemoval(
  tx: Transaction,
  tradeId: number,
  recordedBy: number,
  reason: string | null,
): void {
  tx.send(REMOVE, [tradeId, recordedBy, reason])
}
