/** Recording a buy: lock the chain, decide by core's rule, change the chain, keep what was decided. */
import type { TradeDryRun } from '@em/contract/books/sells'
import type { BuyInput, BuyTransaction, buyDryRun } from '@em/contract/books/trades'
import type { ChainChange } from '@em/core/chains/change'
import { type BuyDecision, buyEvent, decideBuy } from '@em/core/trades/decide-buy'
import { dayInWords } from '@em/core/values/date-words'
import { PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { z } from 'zod'

import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { NeedsOwnTransaction } from '../../../platform/database/shared.ts'
import type { Outcome } from '../../../platform/door.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import { changeChain } from '../../chains/change.queries.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import { postedLines } from '../../ledger/ledger.queries.ts'
import { type BegunTrade, beginTrade } from '../keep/begin.commands.ts'
import { consequencesOf, followChange } from '../keep/consequences.ts'
import { takeDealNumber } from '../keep/deal-numbers.ts'
import { keepWriteSet } from '../keep/write-set.commands.ts'
import { auditOfNew } from '../lists/trade-audit.queries.ts'
import { loadTradeContext, type TradeContext } from '../terms/context.queries.ts'

import {
  chargedFees,
  figuresForAnswer,
  holdingForAnswer,
  refuseStalePreview,
  WARNINGS,
} from '../terms/figures.ts'

export interface BuyOrder {
  readonly input: BuyInput
  readonly recordedBy: number
  readonly dryRun: boolean
  readonly batchId?: number
  readonly prefix?: 'BUY' | 'BULK-BUY'
  /** Gross value in cents as the fact, as in a bulk buy; the price is then gross / quantity. */
  readonly gross?: bigint
}

/**
 * Records a buy inside the door's transaction. One dated before the end of its chain has the sales after it costed
 * again, each with one difference entry.
 * @throws Refusal for anything core's decideBuy rejects, an unknown portfolio, security or account, and
 *   `preview.stale` when the client showed other figures than these.
 */
export async function recordBuy(
  tx: Transaction,
  clock: Clock,
  order: BuyOrder,
): Promise<Outcome<BuyTransaction | z.output<typeof buyDryRun> | TradeDryRun>> {
  const { input, recordedBy } = order
  const found = await loadTradeContext(tx, { ...input, side: 'buy' }, clock.today())
  const begun = await beginTrade(tx, found, input.tradeDate)
  const { chain, id } = begun
  const context = { ...found, portfolio: { ...found.portfolio, ...chain.portfolio } }
  const decision = decide(input, context, order.gross)
  const { figures } = decision
  refuseStalePreview(input, figures)
  const place = { id: String(id), sequence: id }
  const event = buyEvent({ ...input, costOfFundsRate: input.costOfFunds }, figures, place)
  const change = orRefuse(await changeChain(tx, chain, { come: [event], go: [] }))
  if (tx.isShared && change.isRewalk) throw new NeedsOwnTransaction()
  const dealNumber = await takeDealNumber(tx, order.prefix ?? 'BUY', clock, {
    proposed: input.dealNumber,
    isPreview: order.dryRun,
  })
  const batchId = order.batchId ?? null
  const says = { details: input, figures, context, reason: null, allocations: [] }
  const { moneyGenerationCost } = figures
  const ids = await keepWriteSet(
    tx,
    {
      trades: [
        {
          fact: { id, chain, side: 'buy', dealNumber, batchId, recordedBy },
          version: { tradeId: id, version: 1, recordedBy, says },
          posting: {
            entries: decision.entries.map((entry) => ({ ...entry, reference: dealNumber })),
            cause: { tradeId: id, tradeVersion: 1, ...(batchId !== null && { batchId }) },
          },
        },
      ],
      chains: [{ chain, change, gone: [], bought: [{ eventId: event.id, moneyGenerationCost }] }],
      recordedBy,
    },
    begun,
  )
  const mover = { tradeId: id, what: `${dealNumber} of ${dayInWords(input.tradeDate)}` }
  const moved = await followChange(tx, { change, context, mover, recordedBy })
  if (order.dryRun) {
    return {
      answer: await preview(tx, decision, chain, change, [...ids, ...moved]),
      audit: auditOfNew('buy', id, dealNumber),
    }
  }
  const record = buyRecord(input, decision, context, dealNumber, begun)
  return { answer: withWarnings(record, decision), audit: auditOfNew('buy', id, dealNumber, record) }
}

/** Core's decision on the buy that was sent. */
export function decide(input: BuyInput, context: TradeContext, gross?: bigint): BuyDecision {
  return orRefuse(
    decideBuy(
      {
        quantity: input.quantity,
        price: input.price,
        ...(gross !== undefined && { gross }),
        tradeDate: input.tradeDate,
        settlementDate: input.settlementDate,
        costOfFundsRate: input.costOfFunds,
        brokerId: context.brokerId,
        settlementAccountId: context.settlementAccount.id,
        ...chargedFees(input),
      },
      context,
    ),
  )
}

/** The answer repeats what was just written, to save a query. */
function buyRecord(
  input: BuyInput,
  decision: BuyDecision,
  context: TradeContext,
  dealNumber: string,
  kept: Pick<BegunTrade, 'id' | 'recordedAt'>,
): BuyTransaction {
  const { figures } = decision
  const account = context.settlementAccount
  return {
    id: kept.id,
    version: 1,
    company_name: context.equity.companyName,
    symbol: context.equity.symbol,
    equity_id: context.equity.id,
    portfolio: context.portfolio.name,
    portfolioId: context.portfolio.code,
    portfolio_record_id: context.portfolio.id,
    deal_number: dealNumber,
    description: input.description,
    quantity: Number(figures.quantity),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    gross_value: rupees(figures.gross),
    brokerage: rupees(figures.fees.brokerage),
    cds_fees: rupees(figures.fees.cds),
    cse_fees: rupees(figures.fees.cse),
    clearing_fees: rupees(figures.fees.clearing),
    sec: rupees(figures.fees.sec),
    stl: rupees(figures.fees.stl),
    step_up: figures.stepUp === null ? null : rupees(figures.stepUp.totalStepUpFees),
    fee_source: figures.feeSource,
    net_value: rupees(figures.net),
    contract_number: input.contractNumber,
    broker_name: input.brokerName,
    trade_date: input.tradeDate,
    settlement_date: input.settlementDate,
    settlement_account: account.id,
    account_name: account.accountName,
    account_number: account.accountNumber,
    bank_name: account.bankName,
    branch_name: account.branchName,
    cash_flow_on_settlement: input.cashFlowOnSettlement,
    payment_method: account.paymentMethod,
    generate_payment: input.generatePayment ?? 'No',
    money_generation_cost: rupees(figures.moneyGenerationCost),
    cost_of_funds: input.costOfFunds === null ? null : toJsonNumber(input.costOfFunds, RATE_SCALE),
    created_at: kept.recordedAt,
  }
}

/** The stored buy with what deserves a second look. */
export function withWarnings(stored: BuyTransaction, decision: BuyDecision): BuyTransaction {
  if (decision.warnings.length === 0) return stored
  return { ...stored, warnings: decision.warnings.map((warning) => WARNINGS[warning]) }
}

async function preview(
  tx: Transaction,
  decision: BuyDecision,
  chain: LockedChain,
  change: ChainChange,
  entryIds: readonly number[],
): Promise<TradeDryRun> {
  const { figures } = decision
  return {
    dryRun: true as const,
    figures: figuresForAnswer(figures),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    sale: null,
    position: { before: holdingForAnswer(chain.holding), after: holdingForAnswer(change.state.holding) },
    postings: await postedLines(tx, entryIds),
    consequences: await consequencesOf(tx, change),
    warnings: decision.warnings.map((warning) => WARNINGS[warning]),
  }
}
