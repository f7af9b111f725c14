/** The warnings of the prices of many trades, row by row. */
import type { RowWarning } from '@em/contract/batches/row-faults'
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { unusualPrice } from '@em/core/prices/trade-price'
import { perShare, priceInWords } from '@em/core/values/money'
import type { Queryable } from '../../../platform/database/database.ts'
import { nearPrices } from '../../prices/prices-at/near-prices.queries.ts'
import { tolerancesOf } from '../../prices/prices-at/tolerances.queries.ts'
import { priceWarning } from '../terms/price-warnings.ts'
import type { NewTrade } from './new-trade.ts'

/** Warnings that are listed. */
const LISTED_MOST = 1_000

/**
 * One warning for each of up to 1,000 rows with an unusual price (`unusualPrice`), in the order of the rows.
 * Each is looked up once for all of them. A trade that goes by its gross value has its average price.
 */
export async function priceWarnings(
  db: Queryable,
  trades: readonly NewTrade[],
  calendar: MarketCalendar,
): Promise<RowWarning[]> {
  if (trades.length === 0) return []
  const onDays = trades.map(({ context, details }) => ({
    equityId: context.equity.id,
    day: details.tradeDate,
  }))
  const nearOf = await nearPrices(db, onDays)
  const toleranceOf = await tolerancesOf(db, onDays)
  const found = new Map<number, RowWarning>()
  for (const { row, amounts, context, details } of trades) {
    const { quantity, gross } = amounts
    const price = gross === undefined ? (amounts.price ?? 0n) : perShare(gross, quantity)
    const { tradeDate } = details
    const { id } = context.equity
    const unusual = unusualPrice(
      { price, tradeDate },
      nearOf(id, tradeDate),
      toleranceOf(id, tradeDate),
      calendar,
    )
    // Several trades of one row, as of a contract that is split over portfolios, have one price.
    if (unusual === null || found.has(row)) continue
    const warning = { row, field: 'price', error: priceWarning(price, unusual), value: priceInWords(price) }
    found.set(row, unusual.isAsked ? warning : { ...warning, isOnlyShown: true })
  }
  // Prices that have to be confirmed are not cut off by those that are only shown.
  const { true: shown = [], false: asked = [] } = Object.groupBy(
    [...found.values()].toSorted((a, b) => a.row - b.row),
    ({ isOnlyShown = false }) => `${isOnlyShown}` as const,
  )
  return [...asked, ...shown].slice(0, LISTED_MOST).toSorted((a, b) => a.row - b.row)
}
