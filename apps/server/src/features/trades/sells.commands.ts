/** Recording a sale: lock the chain, decide, take the cost out of the chain, keep the fact, post. */
import type { SellInput, SellTransaction, TradeDryRun } from '@em/contract/books/sells'
import { COSTING_METHOD_LABELS, type CostingMethod } from '@em/contract/registers/costing-methods'
import type { Lot, SaleResult } from '@em/core/chains/chain-event'
import { type ChainChange, changeBetween, changeOfStep } from '@em/core/chains/change'
import { appendToChain, replayChain } from '@em/core/chains/replay'
import {
  decideSell,
  type SellDecision,
  type SellFacts,
  type SellState,
  saleEvent,
  sellEntriesOf,
} from '@em/core/trades/decide-sell'
import { dayInWords } from '@em/core/values/date-words'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { refuseField } from '../../platform/refusal.ts'
import { accepted } from '../../platform/refuse-rejection.ts'
import { postEntries } from '../ledger/ledger.posting.ts'
import { postedLines } from '../ledger/ledger.queries.ts'
import { loadEvents, loadLotsOf, loadOldestLots } from './chain.load.ts'
import { sendChange } from './chain.store.ts'
import { consequencesOf, NO_CONSEQUENCES, recostEntries } from './consequences.ts'
import { withDealNumber } from './deal-numbers.ts'
import { consumedLots } from './sells.queries.ts'
import { auditOfNew } from './trade-audit.queries.ts'
import { type KeptTrade, keepFacts, type Version } from './trades.facts.ts'
import { findSell } from './trades.queries.ts'
import { type LockedChain, loadTradeState, lockChain, type TradeState } from './trades.state.ts'
import { chargedFees, figuresForAnswer, refuseStalePreview, rupees, WARNINGS } from './trades.stated.ts'

export interface SellOrder {
  readonly input: SellInput
  readonly recordedBy: number
  readonly dryRun: boolean
  readonly batchId?: number
  readonly prefix?: 'SELL' | 'BULK-SELL'
}

/** State of a sale's decision under the chain's lock. */
export type LockedSellState = TradeState & SellState

/** What a decided sale takes out of its chain, and what that moves. */
export interface Sold {
  readonly change: ChainChange
  readonly result: SaleResult
  readonly consequences: TradeDryRun['consequences']
}

/**
 * Records a sale inside the door's transaction; one dated before the end of its chain has the sales after it costed
 * again.
 * @throws Refusal for anything core's decideSell or the chain rejects (too few shares on any date from the sale on,
 *   allocations that do not fit), a method other than the assigned one, and `preview.stale`.
 */
export async function recordSell(
  tx: Transaction,
  clock: Clock,
  order: SellOrder,
): Promise<Outcome<SellTransaction | TradeDryRun>> {
  const { input, recordedBy } = order
  const found = await loadTradeState(tx, { ...input, side: 'sell' }, clock.today())
  const chain = await lockChain(tx, found.portfolio.id, found.equity.id)
  const state = sellStateOf(found, chain)
  refuseOtherMethod(input, state)
  const facts = factsOf(input, state)
  const decision = accepted(decideSell(facts, state))
  refuseStalePreview(input, decision.figures)
  await refuseUnknownLots(tx, chain, input)
  const { dealNumber, kept } = await withDealNumber(
    tx,
    order.prefix ?? 'SELL',
    clock,
    { proposed: input.dealNumber, isPreview: order.dryRun },
    (number) =>
      keepFacts(tx, {
        version: versionOf(input, decision, state, recordedBy, null),
        side: 'sell',
        chain,
        state,
        dealNumber: number,
        batchId: order.batchId ?? null,
      }),
  )
  const sold = await takeOut(tx, { facts, decision, chain, state }, kept)
  sendChange(tx, chain.id, sold.change)
  const batch = order.batchId === undefined ? {} : { batchId: order.batchId }
  const own = await postEntries(
    tx,
    sellEntriesOf(decision, facts, state, sold.result).map((entry) => ({ ...entry, reference: dealNumber })),
    { tradeId: kept.id, tradeVersion: 1, ...batch },
    recordedBy,
  )
  const mover = { tradeId: kept.id, what: `${dealNumber} of ${dayInWords(input.tradeDate)}` }
  const others = await recostEntries(tx, sold.change, state, mover, recordedBy)
  if (order.dryRun)
    return {
      answer: await previewSale(tx, decision, chain, sold, [...own, ...others]),
      audit: auditOfNew('sell', kept.id, dealNumber),
    }
  const stored = await findSell(tx, kept.id)
  return {
    answer: withSaleWarnings(stored, decision),
    audit: auditOfNew('sell', kept.id, dealNumber, { ...stored, price: stored.sold_price }),
  }
}

export function sellStateOf(found: TradeState, chain: LockedChain): LockedSellState {
  return { ...found, portfolio: { ...found.portfolio, ...chain.portfolio }, method: chain.method }
}

const METHOD_WORDS: Record<string, CostingMethod> = {
  'cherry picking': 'CHERRY',
  cherrypicking: 'CHERRY',
  'weighted average price': 'WAP',
}

/** The form may send the method it shows, by code or label; another one than the assigned is refused. */
export function refuseOtherMethod(input: SellInput, state: LockedSellState): void {
  const sent = input.valuationMethod?.trim()
  if (!sent || state.method === null) return
  const word = sent.toLowerCase()
  const byLabel = Object.entries(COSTING_METHOD_LABELS).find(([, label]) => label.toLowerCase() === word)?.[0]
  const method = byLabel ?? METHOD_WORDS[word] ?? sent.toUpperCase()
  if (method === state.method) return
  throw refuseField('trade.method-mismatch', 'valuationMethod', {
    name: state.portfolio.name,
    assigned: COSTING_METHOD_LABELS[state.method],
    sent,
  })
}

export function factsOf(input: SellInput, state: LockedSellState): SellFacts {
  return {
    quantity: input.quantity,
    price: input.soldPrice,
    tradeDate: input.tradeDate,
    settlementDate: input.settlementDate,
    costOfFundsRate: input.costOfFunds,
    brokerId: state.brokerId,
    settlementAccountId: state.settlementAccount.id,
    ...chargedFees(input),
    ...(input.allocations !== null &&
      input.allocations.length > 0 && {
        allocations: input.allocations.map((row) => ({
          lotId: String(row.buyTransactionId),
          quantity: row.allocatedQuantity,
        })),
      }),
  }
}

export function versionOf(
  input: SellInput,
  decision: SellDecision,
  state: LockedSellState,
  recordedBy: number,
  reason: string | null,
): Version {
  return {
    stated: input,
    figures: decision.figures,
    state,
    recordedBy,
    reason,
    allocations: input.allocations ?? [],
  }
}

/** Allocations must name buys of this chain: a fact cannot point at what is not there. */
export async function refuseUnknownLots(
  tx: Transaction,
  chain: LockedChain,
  input: SellInput,
): Promise<void> {
  const asked = (input.allocations ?? []).map((row) => row.buyTransactionId)
  if (asked.length === 0) return
  const known = new Set((await loadLotsOf(tx, chain.id, asked)).map((lot) => Number(lot.id)))
  const missing = asked.find((id) => !known.has(id))
  if (missing === undefined) return
  throw refuseField('allocations.lot-unavailable', 'allocations', { lotId: missing, date: input.tradeDate })
}

interface Taking {
  readonly facts: SellFacts
  readonly decision: SellDecision
  readonly chain: LockedChain
  readonly state: LockedSellState
}

async function takeOut(tx: Transaction, taking: Taking, kept: Pick<KeptTrade, 'id'>): Promise<Sold> {
  const { facts, decision, chain, state } = taking
  const event = saleEvent(facts, decision.figures, { id: String(kept.id), sequence: kept.id })
  const late = chain.lastDate !== null && chain.lastDate > facts.tradeDate
  if (!late) {
    const lots = await lotsFor(tx, chain, facts)
    const step = accepted(appendToChain(chain.method, { holding: chain, lots, last: lastOf(chain) }, event))
    const change = changeOfStep(lots, step, chain.weights)
    return { change, result: step.result as SaleResult, consequences: NO_CONSEQUENCES }
  }
  const events = await loadEvents(tx, state.portfolio.id, state.equity.id)
  const before = accepted(
    replayChain(
      chain.method,
      events.filter((one) => one.id !== event.id),
    ),
  )
  const after = accepted(replayChain(chain.method, events))
  const change = changeBetween(before, after)
  const result = change.sales.find((sale) => sale.eventId === event.id)
  if (result === undefined) throw new Error(`sale ${event.id} has no result`)
  return { change, result, consequences: await consequencesOf(tx, before, after, change) }
}

/** The lots that a sale at the end of the chain may take from. */
function lotsFor(tx: Transaction, chain: LockedChain, facts: SellFacts): Promise<Lot[]> {
  return chain.method === 'CHERRY'
    ? loadLotsOf(
        tx,
        chain.id,
        (facts.allocations ?? []).map((row) => Number(row.lotId)),
      )
    : loadOldestLots(tx, chain.id, facts.quantity)
}

function lastOf(chain: LockedChain) {
  return chain.lastDate === null
    ? null
    : { kind: 'trade', tradeDate: chain.lastDate, sequence: chain.lastSequence ?? 0 }
}

/** A sale's result as the API shows it. */
export async function saleForAnswer(tx: Pick<Transaction, 'query'>, result: SaleResult, totalShares: bigint) {
  return {
    boughtPrice: toJsonNumber(result.boughtPrice, PRICE_SCALE),
    costOut: rupees(result.costOut),
    chargesOut: rupees(result.chargesOut),
    capitalGain: rupees(result.capitalGain),
    holdingDays: result.holdingDays,
    moneyGenerationCost: rupees(result.moneyGenerationCost),
    profitLoss: rupees(result.profitLoss),
    afterCostResult: rupees(result.afterCostResult),
    totalShares: Number(totalShares),
    lots: await consumedLots(tx, result.consumed),
  }
}

export function withSaleWarnings(stored: SellTransaction, decision: SellDecision): SellTransaction {
  if (decision.warnings.length === 0) return stored
  return { ...stored, warnings: decision.warnings.map((warning) => WARNINGS[warning]) }
}

export async function previewSale(
  tx: Transaction,
  decision: SellDecision,
  chain: LockedChain,
  sold: Sold,
  entryIds: readonly number[],
): Promise<TradeDryRun> {
  const { figures } = decision
  const { holding } = sold.change.state
  const shown = (at: { quantity: bigint; cost: bigint; charges: bigint }) => ({
    quantity: Number(at.quantity),
    cost: rupees(at.cost),
    charges: rupees(at.charges),
  })
  return {
    dryRun: true,
    figures: figuresForAnswer({ ...figures, moneyGenerationCost: sold.result.moneyGenerationCost }),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    sale: await saleForAnswer(tx, sold.result, chain.quantity),
    position: { before: shown(chain), after: shown(holding) },
    postings: await postedLines(tx, entryIds),
    consequences: sold.consequences,
    warnings: decision.warnings.map((warning) => WARNINGS[warning]),
  }
}
