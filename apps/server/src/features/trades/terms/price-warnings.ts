/** The warning of an unusual price. */
import { type UnusualPrice, unusualPrice } from '@em/core/prices/trade-price'
import type { TradeWarning } from '@em/core/trades/decide-buy'
import { dayInWords } from '@em/core/values/date-texts'
import { type PriceUnits, percentInWords, priceInWords } from '@em/core/values/money'
import type { TradeContext } from './context.queries.ts'
import { WARNINGS } from './figures.ts'

/** The warning of a price, in a sentence. */
export function priceWarning(price: PriceUnits, { date, low, high, over }: UnusualPrice): string {
  const what = `The price ${priceInWords(price)} is more than ${percentInWords(over)}`
  const day = dayInWords(date)
  return low === high
    ? `${what} from the last trade of ${day}, ${priceInWords(low)}.`
    : `${what} outside the range of ${day}, ${priceInWords(low)} to ${priceInWords(high)}.`
}

/** The warnings of a single trade; `checkPrice` where its price has to be confirmed. */
export interface WarningsOfTrade {
  readonly warnings: string[]
  readonly checkPrice?: true
}

/** The warnings about a trade that was decided on. */
export function warningsOfTrade(
  decision: { readonly warnings: readonly TradeWarning[]; readonly figures: { readonly price: PriceUnits } },
  { near }: Pick<TradeContext, 'near'>,
  tradeDate: string,
): WarningsOfTrade {
  const { price } = decision.figures
  const warnings = decision.warnings.map((warning) => WARNINGS[warning])
  const unusual = unusualPrice({ price, tradeDate }, near.price, near.tolerance, near.calendar)
  if (unusual === null) return { warnings }
  const all = [...warnings, priceWarning(price, unusual)]
  return unusual.isAsked ? { warnings: all, checkPrice: true } : { warnings: all }
}
