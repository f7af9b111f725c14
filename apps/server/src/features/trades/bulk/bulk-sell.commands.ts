/** A bulk sale: a sale whose form may name the buys that a cherry-picked sale takes from instead of allocating them. */
import type { SellTransaction } from '@em/contract/trades/sells'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { peekChain } from '../../chains/lock.queries.ts'
import { recordSell, type SellOrder } from '../record/sell.commands.ts'
import { loadTradeContext } from '../terms/context.queries.ts'
import { buysByName } from './named-buys.queries.ts'

export interface BulkSellOrder extends SellOrder {
  /** Deal or contract number of the related buy, or several with their quantities; allocations go before it. */
  readonly buyContract: string | null
}

/** @throws Refusal what recordSell refuses, and a related buy that is not there. */
export async function recordBulkSell(
  tx: Transaction,
  clock: Clock,
  order: BulkSellOrder,
): Promise<Outcome<SellTransaction | TradeDryRun>> {
  const { input, buyContract } = order
  if (buyContract === null || (input.allocations ?? []).length > 0) return recordSell(tx, clock, order)
  const { portfolio, equity } = await loadTradeContext(tx, { ...input, side: 'sell' }, clock.today())
  const chain = await peekChain(tx, portfolio.id, equity.id)
  if (chain === undefined || chain.method !== 'CHERRY') return recordSell(tx, clock, order)
  const names = await buysByName(tx, chain, [], () => 0)
  const allocations = names.allocationsOf(buyContract, input.quantity)
  if ('message' in allocations) throw new Refusal('request.invalid', {}, [allocations])
  return recordSell(tx, clock, { ...order, input: { ...input, allocations } })
}
