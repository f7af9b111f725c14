/** Recording a buy: lock the chain, decide by core's rule, keep the fact, post both entries. */
import type { Consequences, TradeDryRun } from '@em/contract/books/sells'
import type { BuyInput, BuyTransaction, buyDryRun } from '@em/contract/books/trades'
import type { Holding } from '@em/core/chains/chain-event'
import { changeBetween } from '@em/core/chains/change'
import { replayChain } from '@em/core/chains/replay'
import { type BuyDecision, buyEvent, decideBuy } from '@em/core/trades/decide-buy'
import { dayInWords } from '@em/core/values/date-words'
import { PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { accepted } from '../../platform/refuse-rejection.ts'
import { postEntries, sendEntries } from '../ledger/ledger.posting.ts'
import { postedLines } from '../ledger/ledger.queries.ts'
import { loadEvents } from './chain.load.ts'
import { sendChange } from './chain.store.ts'
import { consequencesOf, NO_CONSEQUENCES, recostEntries } from './consequences.ts'
import { withDealNumber } from './deal-numbers.ts'
import { auditOfNew } from './trade-audit.queries.ts'
import { keepFacts } from './trades.facts.ts'
import { type LockedChain, loadTradeState, lockChain, type TradeState } from './trades.state.ts'
import { chargedFees, figuresForAnswer, refuseStalePreview, rupees, WARNINGS } from './trades.stated.ts'
import { type KeptTrade, keepBuy } from './trades.store.ts'

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
  const { input } = order
  const found = await loadTradeState(tx, { ...input, side: 'buy' }, clock.today())
  const chain = await lockChain(tx, found.portfolio.id, found.equity.id)
  const state = { ...found, portfolio: { ...found.portfolio, ...chain.portfolio } }
  const decision = decide(input, state, order.gross)
  refuseStalePreview(input, decision.figures)
  const late = chain.lastDate !== null && chain.lastDate > input.tradeDate
  const { dealNumber, kept } = await withDealNumber(
    tx,
    order.prefix ?? 'BUY',
    clock,
    { proposed: input.dealNumber, isPreview: order.dryRun },
    (number) => keep(tx, order, { decision, state, chain, late }, number),
  )
  const moved = late ? await rechain(tx, order, { decision, state, chain }, kept, dealNumber) : undefined
  const entries = decision.entries.map((entry) => ({ ...entry, reference: dealNumber }))
  const cause = {
    tradeId: kept.id,
    tradeVersion: 1,
    ...(order.batchId !== undefined && { batchId: order.batchId }),
  }
  if (order.dryRun) {
    const ids = await postEntries(tx, entries, cause, order.recordedBy)
    return {
      answer: await preview(tx, decision, chain, [...ids, ...(moved?.entryIds ?? [])], moved),
      audit: auditOfNew('buy', kept.id, dealNumber),
    }
  }
  sendEntries(tx, entries, cause, order.recordedBy)
  const record = buyRecord(input, decision, state, dealNumber, kept)
  return { answer: withWarnings(record, decision), audit: auditOfNew('buy', kept.id, dealNumber, record) }
}

/** Core's decision on the stated buy. */
export function decide(input: BuyInput, state: TradeState, gross?: bigint): BuyDecision {
  return accepted(
    decideBuy(
      {
        quantity: input.quantity,
        price: input.price,
        ...(gross !== undefined && { gross }),
        tradeDate: input.tradeDate,
        settlementDate: input.settlementDate,
        costOfFundsRate: input.costOfFunds,
        brokerId: state.brokerId,
        settlementAccountId: state.settlementAccount.id,
        ...chargedFees(input),
      },
      state,
    ),
  )
}

interface Decided {
  readonly decision: BuyDecision
  readonly state: TradeState
  readonly chain: LockedChain
}

function keep(
  tx: Transaction,
  order: BuyOrder,
  { decision, state, chain, late }: Decided & { late: boolean },
  dealNumber: string,
): Promise<KeptTrade | undefined> {
  const { input, recordedBy } = order
  const batchId = order.batchId ?? null
  if (!late) return keepBuy(tx, { input, decision, state, chain, dealNumber, recordedBy, batchId })
  const version = {
    stated: input,
    figures: decision.figures,
    state,
    recordedBy,
    reason: null,
    allocations: [],
  }
  return keepFacts(tx, { version, side: 'buy', chain, state, dealNumber, batchId })
}

/** Walks the chain again with the late buy in its place and writes what moved. */
async function rechain(
  tx: Transaction,
  order: BuyOrder,
  { decision, state, chain }: Decided,
  kept: KeptTrade,
  dealNumber: string,
) {
  const events = await loadEvents(tx, state.portfolio.id, state.equity.id)
  const place = { id: String(kept.id), sequence: kept.id }
  const event = buyEvent(
    { ...order.input, costOfFundsRate: order.input.costOfFunds },
    decision.figures,
    place,
  )
  const before = accepted(
    replayChain(
      chain.method,
      events.filter((one) => one.id !== event.id),
    ),
  )
  const after = accepted(replayChain(chain.method, events))
  const change = changeBetween(before, after)
  sendChange(tx, chain.id, change)
  const cause = { tradeId: kept.id, what: `${dealNumber} of ${dayInWords(order.input.tradeDate)}` }
  const entryIds = await recostEntries(tx, change, state, cause, order.recordedBy)
  return {
    entryIds,
    consequences: order.dryRun ? await consequencesOf(tx, before, after, change) : NO_CONSEQUENCES,
    after: after.state.holding,
  }
}

/** The stored buy, from what was just kept: nobody asks the database for what it was told. */
function buyRecord(
  input: BuyInput,
  decision: BuyDecision,
  state: TradeState,
  dealNumber: string,
  kept: KeptTrade,
): BuyTransaction {
  const { figures } = decision
  const account = state.settlementAccount
  return {
    id: kept.id,
    version: 1,
    company_name: state.equity.companyName,
    symbol: state.equity.symbol,
    equity_id: state.equity.id,
    portfolio: state.portfolio.name,
    portfolioId: state.portfolio.code,
    portfolio_record_id: state.portfolio.id,
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
  entryIds: readonly number[],
  moved: { readonly consequences: Consequences; readonly after: Holding } | undefined,
): Promise<TradeDryRun> {
  const { figures } = decision
  // After a late buy the sales behind it take out other amounts: what is left is not a sum any more.
  const after = moved?.after ?? {
    quantity: chain.quantity + figures.quantity,
    cost: chain.cost + figures.gross,
    charges: chain.charges + figures.totalFees,
  }
  const shown = (at: Holding) => ({
    quantity: Number(at.quantity),
    cost: rupees(at.cost),
    charges: rupees(at.charges),
  })
  return {
    dryRun: true as const,
    figures: figuresForAnswer(figures),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    sale: null,
    position: { before: shown(chain), after: shown(after) },
    postings: await postedLines(tx, entryIds),
    consequences: moved?.consequences ?? NO_CONSEQUENCES,
    warnings: decision.warnings.map((warning) => WARNINGS[warning]),
  }
}
