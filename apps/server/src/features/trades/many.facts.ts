/** The facts of many trades by COPY: what trades.facts.ts keeps for one. */

import type { SaleResult } from '@em/core/chains/chain-event'
import type { FeeComponent } from '@em/core/fees/tariff'
import { MONEY_SCALE, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { CopyRows, cents, copyText, tenThousandths } from '../../platform/database/copy.ts'
import { constraintOf, sqlState, type Transaction } from '../../platform/database/database.ts'
import type { Decided } from './many.commands.ts'
import { COLUMNS } from './trades.facts.ts'
import type { LockedChain } from './trades.state.ts'

/** A decided trade with what its chain and the submission say of it. */
export interface TradeToKeep {
  readonly one: Decided
  readonly chain: LockedChain
  readonly dealNumber: string
  /** Set for a sale. */
  readonly result: SaleResult | undefined
}

export interface KeepOrder {
  readonly batchId: number
  readonly recordedBy: number
}

const FEES: readonly FeeComponent[] = ['brokerage', 'cse', 'cds', 'clearing', 'sec', 'stl']
const text = (value: string | null | undefined) => (value ? copyText(value) : '\\N')
const orNull = (value: number | string | null) => value ?? '\\N'

/**
 * Sends the facts of trades of locked chains; answers when the database has taken them. A deal number that another
 * writer took in this very second is a conflict of two writers: the whole transaction is tried again.
 */
export function keepMany(
  tx: Transaction,
  trades: readonly TradeToKeep[],
  order: KeepOrder,
): Promise<unknown> {
  const facts = new CopyRows()
  const versions = new CopyRows()
  const allocations = new CopyRows()
  const results = new CopyRows()
  const audit = new CopyRows()
  for (const kept of trades) {
    const { id, trade, decision } = kept.one
    const { portfolio, equity } = trade.state
    facts.add(
      `${id}\t${kept.chain.id}\t${portfolio.id}\t${equity.id}\t${trade.side}\t${kept.dealNumber}\t${order.batchId}\t${order.recordedBy}`,
    )
    versions.add(versionLine(kept.one, order.recordedBy))
    for (const { buyTransactionId, allocatedQuantity } of kept.one.allocations) {
      allocations.add(`${id}\t1\t${buyTransactionId}\t${allocatedQuantity}`)
    }
    results.add(
      kept.result === undefined
        ? `${id}\t${cents(decision.figures.moneyGenerationCost)}\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N`
        : resultLine(id, kept.result),
    )
    const after = JSON.stringify(auditedFacts(kept, order.batchId))
    audit.add(`${order.recordedBy}\ttrades.${trade.side}\ttrade\t${id}\t${copyText(after)}`)
  }
  const taken = tx
    .copy('trades', 'id, chain_id, portfolio_id, equity_id, side, deal_number, batch_id, recorded_by', facts)
    .catch((error: unknown) => {
      if (sqlState(error) !== '23505' || constraintOf(error) !== 'trades_deal_number') throw error
      throw Object.assign(new Error('a deal number was taken in the meantime'), { code: '40001' })
    })
  return Promise.all([
    taken,
    tx.copy('trade_versions', `trade_id, version, ${COLUMNS}`, versions),
    tx.copy('trade_allocations', 'trade_id, version, buy_trade_id, quantity', allocations),
    tx.copy('trade_results', RESULT_COLUMNS, results),
    tx.copy('audit', 'user_id, action, entity, entity_id, after', audit),
  ])
}

/** What the audit row of a new trade says, as auditOfNew does for one. */
function auditedFacts({ one, dealNumber }: TradeToKeep, batch: number) {
  const { stated, state } = one.trade
  const { figures } = one.decision
  return {
    dealNumber,
    batch,
    trade_date: stated.tradeDate,
    settlement_date: stated.settlementDate,
    quantity: Number(figures.quantity),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    net_value: toJsonNumber(figures.net, MONEY_SCALE),
    contract_number: stated.contractNumber ?? undefined,
    broker_name: stated.brokerName ?? undefined,
    account_name: state.settlementAccount.accountName,
  }
}

/** A version in the order of `COLUMNS`. */
function versionLine({ id, trade, decision }: Decided, recordedBy: number): string {
  const { stated, state } = trade
  const { figures } = decision
  const { fees, computedFees, stepUp } = figures
  const account = state.settlementAccount
  const schedule =
    figures.feeSource === 'schedule' || computedFees === null
      ? '\\N'
      : `{${FEES.map((fee) => cents(computedFees[fee])).join(',')}}`
  return (
    `${id}\t1\t${stated.tradeDate}\t${stated.settlementDate}\t${figures.quantity}\t${tenThousandths(figures.price)}\t` +
    `${cents(figures.gross)}\t${cents(fees.brokerage)}\t${cents(fees.cse)}\t${cents(fees.cds)}\t${cents(fees.clearing)}\t` +
    `${cents(fees.sec)}\t${cents(fees.stl)}\t${cents(figures.net)}\t${figures.feeSource}\t${schedule}\t` +
    `${stepUp === null ? '\\N' : cents(stepUp.totalStepUpFees)}\t` +
    `${stated.costOfFunds === null ? '\\N' : tenThousandths(stated.costOfFunds)}\t` +
    // Bulk sales and rows of a sheet may name neither contract nor broker.
    `${text(stated.contractNumber)}\t${written(stated.description)}\t${orNull(state.brokerId)}\t${text(stated.brokerName)}\t` +
    `${account.id}\t${written(account.accountName)}\t${written(account.accountNumber)}\t${written(account.bankName)}\t` +
    `${written(account.branchName)}\t${written(account.paymentMethod)}\t${written(stated.cashFlowOnSettlement)}\t` +
    `${written(stated.generatePayment ?? 'No')}\t${recordedBy}\t\\N`
  )
}

const written = (value: string | null | undefined) =>
  value === null || value === undefined ? '\\N' : copyText(value)

export const RESULT_COLUMNS = `trade_id, money_generation_cost, cost_out, charges_out, capital_gain, holding_days, bought_price,
  profit_loss`

function resultLine(id: number, sale: SaleResult): string {
  return (
    `${id}\t${cents(sale.moneyGenerationCost)}\t${cents(sale.costOut)}\t${cents(sale.chargesOut)}\t` +
    `${cents(sale.capitalGain)}\t${sale.holdingDays}\t${tenThousandths(sale.boughtPrice)}\t${cents(sale.profitLoss)}`
  )
}
