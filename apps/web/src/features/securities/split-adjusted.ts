/** Prices of before a split as they would have been after it; the facts stay as they were. */
import type { SplitOfPrices } from '@em/contract/securities/security'
import type { ChartDay } from '../../ui/price-chart/price-days.ts'

const rounded = (price: number) => Math.round(price * 10_000) / 10_000

/** Days with prices and volumes in the shares of today: of each split after a day, price x from / to and volume x to / from. */
export function splitAdjusted(days: readonly ChartDay[], splits: readonly SplitOfPrices[]): ChartDay[] {
  return days.map((day) => {
    const later = splits.filter(({ date }) => date > day.date)
    if (later.length === 0) return day
    const shares = later.reduce((product, { from, to }) => (product * to) / from, 1)
    const price = <Of extends number | null>(of: Of) => (of === null ? of : rounded(of / shares)) as Of
    return {
      date: day.date,
      open: price(day.open),
      high: price(day.high),
      low: price(day.low),
      last: price(day.last),
      volume: day.volume === null ? null : Math.round(day.volume * shares),
    }
  })
}
