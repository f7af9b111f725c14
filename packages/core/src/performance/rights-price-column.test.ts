import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isMarketDay, marketCalendar } from '../holidays/market-calendar.ts'
import { type KnownPrice, priceAt } from '../valuation/price-at.ts'
import { knownRight, offerOn } from '../valuation/right-price.ts'
import { dateOfDayNumber, dayNumber } from '../values/dates.ts'
import { columnPrice } from './daily-values.ts'
import { type DatedPrices, rightsPriceColumn } from './rights-price-column.ts'

const calendar = marketCalendar([])
const start = dayNumber('2026-04-27')
const days = Array.from({ length: 30 }, (_, at) => start + at).filter((day) =>
  isMarketDay(calendar, dateOfDayNumber(day)),
)

const rows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -5, max: 29 }), fc.integer({ min: 1, max: 9 })), {
    selector: ([day]) => day,
    maxLength: 6,
  })
  .map((made): DatedPrices => {
    const sorted = made
      .filter(([day]) => isMarketDay(calendar, dateOfDayNumber(start + day)))
      .toSorted(([a], [b]) => a - b)
    return { dates: sorted.map(([day]) => start + day), prices: sorted.map(([, price]) => price) }
  })
const offers = fc.array(
  fc
    .record({
      first: fc.integer({ min: -10, max: 29 }),
      length: fc.option(fc.integer({ min: 0, max: 20 })),
      price: fc.bigInt(1n, 9n),
      share: rows,
    })
    .map(({ first, length, price, share }) => ({
      from: dateOfDayNumber(start + first),
      until: length === null ? null : dateOfDayNumber(start + first + length),
      price,
      share,
    })),
  { maxLength: 3 },
)

it('the prices of rights by day are those of the one rule of prices', () => {
  const known = ({ dates, prices }: DatedPrices, day: number): KnownPrice | null => {
    const at = dates.findLastIndex((date) => date <= day)
    if (at === -1) return null
    const date = dateOfDayNumber(dates[at] ?? 0)
    return { date, lastTrade: BigInt(prices[at] ?? 0), close: null, source: 'summary', next: null }
  }
  fc.assert(
    fc.property(rows, offers, (own, issues) => {
      const column = rightsPriceColumn(days, own, issues)
      for (const [index, day] of days.entries()) {
        const date = dateOfDayNumber(day)
        const issue = offerOn(issues, date)
        const price =
          issue === null ? known(own, day) : knownRight(issue, date, known(own, day), known(issue.share, day))
        const expected = priceAt(price, { date, basis: 'Last Trade', calendar })
        expect(columnPrice(column, index)).toBe(expected?.price ?? null)
        // A price from before these days has at least their age.
        if (expected !== null && expected.date >= dateOfDayNumber(days[0] ?? 0))
          expect(column.age[index]).toBe(expected.age)
      }
    }),
    { numRuns: 500 },
  )
})
