/** Recording a buy: lock the chain, decide by core's rule, keep the fact, post both entries. */
import { type BuyInput, type BuyTransaction, type buyDryRun, type Figures } from '@em/contract/books/trades'
import type { Fees } from '@em/core/fees/charge'
import { type BuyDecision, decideBuy, type TradeWarning } from '@em/core/trades/decide-buy'
import type { BuyFigures } from '@em/core/trades/figures'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accepted } from '../../platform/refuse-rejection.ts'
import { postEntries, sendEntries } from '../ledger/ledger.posting.ts'
import { postedLines } from '../ledger/ledger.queries.ts'
import { withDealNumber } from './deal-numbers.ts'
import { type LockedChain, loadTradeState, lockChain, type TradeState } from './trades.state.ts'
import { type KeptTrade, keepBuy } from './trades.store.ts'

export interface BuyOrder {
  readonly input: BuyInput
  readonly recordedBy: number
  readonly dryRun: boolean
  readonly batchId?: number
}

/**
 * Records a buy inside the door's transaction.
 * @throws Refusal for anything core's decideBuy rejects, an unknown portfolio, security or account, and
 *   `preview.stale` when the client showed other figures than these.
 */
export async function recordBuy(
  tx: Transaction,
  clock: Clock,
  order: BuyOrder,
): Promise<Outcome<BuyTransaction | z.output<typeof buyDryRun>>> {
  const { input } = order
  const found = await loadTradeState(tx, { ...input, side: 'buy' }, clock.today())
  const chain = await lockChain(tx, found.portfolio.id, found.equity.id)
  const state = { ...found, portfolio: { ...found.portfolio, ...chain.portfolio } }
  const decision = accepted(
    decideBuy(
      {
        quantity: input.quantity,
        price: input.price,
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
  refuseStalePreview(input, decision.figures)
  const { dealNumber, kept } = await withDealNumber(
    tx,
    'BUY',
    clock,
    { proposed: input.dealNumber, isPreview: order.dryRun },
    (number) =>
      keepBuy(tx, {
        input,
        decision,
        state,
        chain,
        dealNumber: number,
        recordedBy: order.recordedBy,
        batchId: order.batchId ?? null,
      }),
  )
  const entries = decision.entries.map((entry) => ({ ...entry, reference: dealNumber }))
  const cause = {
    tradeId: kept.id,
    tradeVersion: 1,
    ...(order.batchId !== undefined && { batchId: order.batchId }),
  }
  const stored = buyRecord(input, decision, state, dealNumber, kept)
  const audit = {
    action: 'trades.buy',
    entity: 'trade',
    entityId: kept.id,
    after: { dealNumber, version: 1 },
  }
  if (order.dryRun) {
    const ids = await postEntries(tx, entries, cause, order.recordedBy)
    return { answer: await preview(tx, decision, chain, ids), audit }
  }
  sendEntries(tx, entries, cause, order.recordedBy)
  return { answer: stored, audit }
}

/** Fees as charged take the place of the schedule's; the schedule's stand beside them. */
function chargedFees(input: BuyInput): { feesAsCharged?: { source: 'contract' | 'manual'; fees: Fees } } {
  if (input.feeSource !== 'contract' && input.feeSource !== 'manual') return {}
  const { brokerage, cseFees, cdsFees, clearingFees, sec, stl } = input
  const fees = { brokerage, cse: cseFees, cds: cdsFees, clearing: clearingFees, sec, stl }
  const missing = Object.entries({ brokerage, cseFees, cdsFees, clearingFees, sec, stl }).filter(
    ([, v]) => v === null,
  )
  if (missing.length > 0) {
    throw new Refusal(
      'request.invalid',
      {},
      missing.map(([field]) => ({
        field,
        message: 'All six fees are needed when they are given as charged.',
      })),
    )
  }
  return { feesAsCharged: { source: input.feeSource, fees: fees as Fees } }
}

function refuseStalePreview(input: BuyInput, figures: BuyFigures): void {
  if (input.preview === null) return
  const gross = toJsonNumber(figures.gross, MONEY_SCALE)
  const net = toJsonNumber(figures.net, MONEY_SCALE)
  if (input.preview.grossValue === gross && input.preview.netValue === net) return
  const shown = (cents: bigint) => formatDecimal(cents, MONEY_SCALE, { grouping: true })
  throw new Refusal('preview.stale', {}, [
    { field: 'grossValue', message: `Gross value is now ${shown(figures.gross)}.` },
    { field: 'netValue', message: `Net value is now ${shown(figures.net)}.` },
  ])
}

const rupees = (cents: bigint) => toJsonNumber(cents, MONEY_SCALE)

/** Core's figures as the API shows them. */
export function figuresForAnswer(figures: Omit<BuyFigures, 'side'>): Figures {
  const { fees, stepUp } = figures
  return {
    grossValue: rupees(figures.gross),
    brokerage: rupees(fees.brokerage),
    cseFees: rupees(fees.cse),
    cdsFees: rupees(fees.cds),
    clearingFees: rupees(fees.clearing),
    sec: rupees(fees.sec),
    stl: rupees(fees.stl),
    totalFees: rupees(figures.totalFees),
    netValue: rupees(figures.net),
    stepUp:
      stepUp === null
        ? null
        : {
            first100M: rupees(stepUp.first100M),
            first100MFees: rupees(stepUp.first100MFees),
            excess: rupees(stepUp.excess),
            excessFees: rupees(stepUp.excessFees),
            totalStepUpFees: rupees(stepUp.totalStepUpFees),
            total: rupees(stepUp.total),
          },
    moneyGenerationCost: rupees(figures.moneyGenerationCost),
  }
}

const WARNINGS: Record<TradeWarning, string> = {
  'contract-number.repeated': 'Another trade of this portfolio and date has the same contract number.',
  'treatment.assumed-fvtpl':
    'The portfolio names no accounting treatment that fits shares; FVTPL was applied.',
}

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
    ...(decision.warnings.length > 0 && { warnings: decision.warnings.map((warning) => WARNINGS[warning]) }),
  }
}

async function preview(
  tx: Transaction,
  decision: BuyDecision,
  chain: LockedChain,
  entryIds: readonly number[],
) {
  const { figures } = decision
  return {
    dryRun: true as const,
    figures: figuresForAnswer(figures),
    position: {
      before: { quantity: Number(chain.quantity), cost: rupees(chain.cost), charges: rupees(chain.charges) },
      after: {
        quantity: Number(chain.quantity + figures.quantity),
        cost: rupees(chain.cost + figures.gross),
        charges: rupees(chain.charges + figures.totalFees),
      },
    },
    postings: await postedLines(tx, entryIds),
    warnings: decision.warnings.map((warning) => WARNINGS[warning]),
  }
}
