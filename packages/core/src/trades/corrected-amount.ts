/**
 * Price or gross value: which of them a correction of a buy states. A usual buy states its price. Of a bulk buy the
 * gross value is the fact and the price only shows gross / quantity at 4 decimals, so that quantity x price would
 * lose cents: a price that is sent back as it was shown changes nothing.
 */
import type { Cents, PriceUnits, Shares } from '../values/decimal.ts'
import { grossOf, perShare } from '../values/money.ts'

/** Deal numbers of bulk buys begin so. */
export const BULK_BUY_PREFIX = 'BULK-BUY'

export interface AmountSent {
  readonly quantity: Shares
  readonly price: PriceUnits | null
  readonly gross: Cents | null
}

/** The buy before the correction. */
export interface RecordedBuy {
  readonly dealNumber: string
  readonly quantity: Shares
  readonly price: PriceUnits
  readonly gross: Cents
}

export type BuyAmount = { readonly price: PriceUnits } | { readonly gross: Cents }

/**
 * The amount that decides the corrected buy; null where a new price and a new gross value contradict each
 * other, or neither is stated.
 * - Without a price: by the gross value.
 * - A usual buy with a price: by the price; a gross value sent with it is a computed figure and is not read.
 * - A bulk buy with the recorded price, or the one that follows from the gross value sent: by the gross value,
 *   the recorded one where none is sent.
 * - A bulk buy with another price: by that price, if the gross value is left out, as recorded, or their
 *   product.
 */
export function correctedAmount(sent: AmountSent, recorded: RecordedBuy): BuyAmount | null {
  const { quantity, price, gross } = sent
  if (price === null) return gross === null ? null : { gross }
  const exact = recorded.gross === grossOf(recorded.quantity, recorded.price)
  const isBulk = !exact || recorded.dealNumber.startsWith(BULK_BUY_PREFIX)
  if (!isBulk) return { price }
  if (gross === null) return price === recorded.price && !exact ? { gross: recorded.gross } : { price }
  if (price === recorded.price || price === perShare(gross, quantity)) return { gross }
  return gross === recorded.gross || gross === grossOf(quantity, price) ? { price } : null
}
