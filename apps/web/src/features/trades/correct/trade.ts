import type { SellTransaction } from '@em/contract/trades/sells'
import type { BuyTransaction } from '@em/contract/trades/trades'
import type { transactions } from '@em/contract/trades/transactions'
import type { z } from 'zod'

/** One trade as the server answers it: the row, the recorded buy or sale, versions, entries and lots. */
export type Trade = z.output<typeof transactions.one.reply>
export type TradeVersion = Trade['versions'][number]

/** The recorded buy or sale. @throws Error when the answer holds neither. */
export function recordedOf(trade: Trade): BuyTransaction | SellTransaction {
  const recorded = trade.buy ?? trade.sell
  if (recorded === null) throw new Error(`trade ${trade.trade.id} is neither a buy nor a sale`)
  return recorded
}

/** A buy or a sale: it has a slip and can be corrected here. An opening lot is what the books began with. */
export function isDeal({ side }: Pick<Trade['trade'], 'side'>): boolean {
  return side !== 'opening'
}

/** A deal that was dealt in these books: one of before is an open item, and is changed where it was entered. */
export function isOwnDeal(trade: Pick<Trade['trade'], 'side' | 'opening_date'>): boolean {
  return isDeal(trade) && trade.opening_date === null
}

/** The name of a trade, by its side. */
export const SIDE_NAMES: Readonly<Record<Trade['trade']['side'], string>> = {
  buy: 'Buy',
  sell: 'Sell',
  opening: 'Opening',
}
