/** Recording a sale: lock the chain, decide, take the cost out of the chain, keep what was decided. */

import { COSTING_METHOD_LABELS, type CostingMethod } from '@em/contract/costing-methods/costing-methods'
import type { SellInput, SellTransaction } from '@em/contract/trades/sells'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import type { SaleResult } from '@em/core/chains/chain-event'
import type { ChainChange } from '@em/core/chains/change'
import {
  decideSell,
  type SellContext,
  type SellDecision,
  type SellRequest,
  saleEvent,
  sellEntriesOf,
} from '@em/core/trades/decide-sell'
import { dayInWords } from '@em/core/values/date-texts'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { NeedsOwnTransaction } from '../../../platform/database/faults.ts'
import type { Outcome } from '../../../platform/door.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { changeChain } from '../../chains/change.queries.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import { loadLotsOf } from '../../chains/lots.queries.ts'
import { postedLines } from '../../ledger/ledger.queries.ts'
import { OWN_TRADE } from '../../ledger/posting/post-entries.commands.ts'
import { consequencesOf, type Followed, followChange } from '../follow/consequences.ts'
import { beginTrade } from '../keep/begin.commands.ts'
import { takeDealNumber } from '../keep/deal-numbers.ts'
import type { Version } from '../keep/trade-rows.ts'
import { keepWriteSet } from '../keep/write-set.commands.ts'
import { loadTradeContext, type TradeContext } from '../terms/context.queries.ts'
import { chargedFees, figuresForAnswer, holdingForAnswer, refuseStalePreview } from '../terms/figures.ts'
import { type WarningsOfTrade, warningsOfTrade } from '../terms/price-warnings.ts'
import { findSell } from '../transactions/buys-and-sells.queries.ts'
import { auditOfNew } from '../transactions/trade-audit.queries.ts'
import { withWarnings } from './buy.commands.ts'
import { consumedLots } from './consumed-lots.queries.ts'
import { withOrderWarning } from './order-warning.ts'

export interface SellOrder extends RecordedBy {
  readonly input: SellInput
  readonly dryRun: boolean
  readonly batchId?: number
  readonly prefix?: 'SELL' | 'BULK-SELL'
}

/** The inputs by which a sale is decided, under the chain's lock. */
export type LockedSellContext = TradeContext & SellContext

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
  const found = await loadTradeContext(tx, { ...input, side: 'sell' }, clock.today())
  const begun = await beginTrade(tx, found, input.tradeDate)
  const { chain, id } = begun
  const context = sellContextOf(found, chain)
  refuseOtherMethod(input, context)
  const request = requestOf(input, context)
  const decision = orRefuse(decideSell(request, context))
  const warned = await withOrderWarning(tx, warningsOfTrade(decision, context, input.tradeDate), context, {
    ...input,
    side: 'sell',
    price: input.soldPrice,
  })
  refuseStalePreview(input, decision.figures)
  await refuseUnknownLots(tx, chain, input)
  const event = saleEvent(request, decision.figures, { id: String(id), sequence: id })
  const change = orRefuse(await changeChain(tx, chain, { come: [event], go: [] }))
  const result = resultOf(change, event.id)
  if (tx.isShared && change.isRewalk) throw new NeedsOwnTransaction()
  const dealNumber = await takeDealNumber(tx, order.prefix ?? 'SELL', clock, {
    proposed: input.dealNumber,
    isPreview: order.dryRun,
  })
  const batchId = order.batchId ?? null
  const entries = sellEntriesOf(decision, request, context, result)
  const own = await keepWriteSet(
    tx,
    {
      trades: [
        {
          fact: { id, chain, side: 'sell', dealNumber, batchId, recordedBy },
          version: { tradeId: id, version: 1, recordedBy, says: versionOf(input, decision, context, null) },
          posting: {
            entries: entries.map((entry) => ({
              ...entry,
              reference: dealNumber,
              tradeId: id,
              tradeVersion: 1,
            })),
            cause: OWN_TRADE,
          },
        },
      ],
      chains: [{ chain, change, gone: [], bought: [] }],
      ...recorder(order),
    },
    begun,
  )
  const mover = { tradeId: id, what: `${dealNumber} of ${dayInWords(input.tradeDate)}` }
  const followed = await followChange(tx, {
    change,
    context,
    mover,
    ...recorder(order),
    today: clock.today(),
    lastAction: begun.lastAction,
  })
  if (order.dryRun)
    return {
      answer: await previewSale(tx, { decision, warned, chain, change, result, followed }, own),
      audit: auditOfNew('sell', id, dealNumber),
    }
  const stored = await findSell(tx, id)
  return {
    answer: withWarnings(stored, warned),
    audit: auditOfNew('sell', id, dealNumber, { ...stored, price: stored.sold_price }),
  }
}

/** The result of the sale in a change. */
export function resultOf(change: ChainChange, eventId: string): SaleResult {
  const result = change.sales.find((sale) => sale.eventId === eventId)
  if (result === undefined) throw new Error(`sale ${eventId} has no result`)
  return result
}

export function sellContextOf(found: TradeContext, chain: LockedChain): LockedSellContext {
  return { ...found, portfolio: { ...found.portfolio, ...chain.portfolio }, method: chain.method }
}

const METHOD_WORDS: Record<string, CostingMethod> = {
  'cherry picking': 'CHERRY',
  cherrypicking: 'CHERRY',
  'weighted average price': 'WAP',
}

/** The form may send the method it shows, by code or label; another one than the assigned is refused. */
export function refuseOtherMethod(input: SellInput, context: LockedSellContext): void {
  const sent = input.valuationMethod?.trim()
  if (!sent || context.method === null) return
  const word = sent.toLowerCase()
  const byLabel = Object.entries(COSTING_METHOD_LABELS).find(([, label]) => label.toLowerCase() === word)?.[0]
  const method = byLabel ?? METHOD_WORDS[word] ?? sent.toUpperCase()
  if (method === context.method) return
  throw refuseField('trade.method-mismatch', 'valuationMethod', {
    name: context.portfolio.name,
    assigned: COSTING_METHOD_LABELS[context.method],
    sent,
  })
}

export function requestOf(input: SellInput, context: LockedSellContext): SellRequest {
  return {
    quantity: input.quantity,
    price: input.soldPrice,
    tradeDate: input.tradeDate,
    settlementDate: input.settlementDate,
    costOfFundsRate: input.costOfFunds,
    brokerId: context.brokerId,
    settlementAccountId: context.settlementAccount.id,
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
  context: LockedSellContext,
  reason: string | null,
): Version {
  return {
    details: input,
    figures: decision.figures,
    context,
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

export async function previewSale(
  tx: Transaction,
  sold: {
    readonly decision: SellDecision
    readonly warned: WarningsOfTrade
    readonly chain: LockedChain
    readonly change: ChainChange
    readonly result: SaleResult
    readonly followed: Followed
  },
  entryIds: readonly number[],
): Promise<TradeDryRun> {
  const { decision, warned, chain, change, result, followed } = sold
  const { figures } = decision
  return {
    dryRun: true,
    figures: figuresForAnswer({ ...figures, moneyGenerationCost: result.moneyGenerationCost }),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    sale: await saleForAnswer(tx, result, chain.holding.quantity),
    position: { before: holdingForAnswer(chain.holding), after: holdingForAnswer(change.state.holding) },
    postings: await postedLines(tx, [...entryIds, ...followed.entryIds]),
    consequences: await consequencesOf(tx, change, followed),
    ...warned,
  }
}
