/** Recording a buy: lock the chain, decide by core's rule, change the chain, keep what was decided. */

import type { SellTransaction } from '@em/contract/trades/sells'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import type { BuyInput, BuyTransaction } from '@em/contract/trades/trades'
import type { ChainChange } from '@em/core/chains/change'
import { type BuyDecision, buyEvent, decideBuy } from '@em/core/trades/decide-buy'
import { dayInWords } from '@em/core/values/date-texts'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { NeedsOwnTransaction } from '../../../platform/database/faults.ts'
import type { Outcome } from '../../../platform/door.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { changeChain } from '../../chains/change.queries.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import { postedLines } from '../../ledger/ledger.queries.ts'
import { OWN_TRADE } from '../../ledger/posting/post-entries.commands.ts'
import { consequencesOf, type Followed, followChange } from '../follow/consequences.ts'
import { type BegunTrade, beginTrade } from '../keep/begin.commands.ts'
import { takeDealNumber } from '../keep/deal-numbers.ts'
import { type Version, valuesOf } from '../keep/trade-rows.ts'
import { keepWriteSet } from '../keep/write-set.commands.ts'
import { loadTradeContext, type TradeContext } from '../terms/context.queries.ts'
import { chargedFees, figuresForAnswer, holdingForAnswer, refuseStalePreview } from '../terms/figures.ts'
import { type WarningsOfTrade, warningsOfTrade } from '../terms/price-warnings.ts'
import { answerOfValues } from '../terms/version-answer.ts'
import { auditOfNew } from '../transactions/trade-audit.queries.ts'
import { withOrderWarning } from './order-warning.ts'

export interface BuyOrder extends RecordedBy {
  readonly input: BuyInput
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
): Promise<Outcome<BuyTransaction | TradeDryRun>> {
  const { input, recordedBy } = order
  const found = await loadTradeContext(tx, { ...input, side: 'buy' }, clock.today())
  const begun = await beginTrade(tx, found, input.tradeDate)
  const { chain, id } = begun
  const context = { ...found, portfolio: { ...found.portfolio, ...chain.portfolio } }
  const decision = decide(input, context, order.gross)
  const { figures } = decision
  const warned = await withOrderWarning(tx, warningsOfTrade(decision, context, input.tradeDate), context, {
    ...input,
    side: 'buy',
    price: figures.price,
  })
  refuseStalePreview(input, figures)
  const position = { id: String(id), sequence: id }
  const event = buyEvent({ ...input, costOfFundsRate: input.costOfFunds }, figures, position)
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
            entries: decision.entries.map((entry) => ({
              ...entry,
              reference: dealNumber,
              tradeId: id,
              tradeVersion: 1,
            })),
            cause: OWN_TRADE,
          },
        },
      ],
      chains: [{ chain, change, gone: [], bought: [{ eventId: event.id, moneyGenerationCost }] }],
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
  if (order.dryRun) {
    return {
      answer: await preview(tx, { decision, warned, chain, change, followed }, ids),
      audit: auditOfNew('buy', id, dealNumber),
    }
  }
  const record = buyRecord(says, context, dealNumber, begun)
  return { answer: withWarnings(record, warned), audit: auditOfNew('buy', id, dealNumber, record) }
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
  says: Version,
  context: TradeContext,
  dealNumber: string,
  stored: Pick<BegunTrade, 'id' | 'recordedAt'>,
): BuyTransaction {
  return {
    id: stored.id,
    version: 1,
    company_name: context.equity.companyName,
    symbol: context.equity.symbol,
    equity_id: context.equity.id,
    portfolio: context.portfolio.name,
    portfolioId: context.portfolio.code,
    portfolio_record_id: context.portfolio.id,
    deal_number: dealNumber,
    ...answerOfValues(valuesOf(says)),
    money_generation_cost: rupees(says.figures.moneyGenerationCost),
    created_at: stored.recordedAt,
  }
}

/** The stored trade, with its warnings. */
export const withWarnings = <Stored extends BuyTransaction | SellTransaction>(
  stored: Stored,
  { warnings }: WarningsOfTrade,
): Stored => (warnings.length === 0 ? stored : { ...stored, warnings })

async function preview(
  tx: Transaction,
  bought: {
    readonly decision: BuyDecision
    readonly warned: WarningsOfTrade
    readonly chain: LockedChain
    readonly change: ChainChange
    readonly followed: Followed
  },
  entryIds: readonly number[],
): Promise<TradeDryRun> {
  const { decision, warned, chain, change, followed } = bought
  const { figures } = decision
  return {
    dryRun: true as const,
    figures: figuresForAnswer(figures),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    sale: null,
    position: { before: holdingForAnswer(chain.holding), after: holdingForAnswer(change.state.holding) },
    postings: await postedLines(tx, [...entryIds, ...followed.entryIds]),
    consequences: await consequencesOf(tx, change, followed),
    ...warned,
  }
}
