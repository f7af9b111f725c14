import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMarketDays, marketCalendar } from '../holidays/market-calendar.ts'
import { DEFAULT_TOLERANCE, isMoreThan, toleranceInForce } from './tolerances.ts'
import { type NearPrice, unusualPrice } from './trade-price.ts'

/** Friday 12 June 2026, a holiday on the Monday after it. */
const FRIDAY = '2026-06-12'
const CALENDAR = marketCalendar([{ date: '2026-06-15', name: 'A holiday', isRecurring: false }])
const near = (more: Partial<NearPrice> = {}): NearPrice => ({
  date: FRIDAY,
  low: 1_000_000n,
  high: 1_200_000n,
  lastTrade: 1_100_000n,
  isRescaled: false,
  ...more,
})
/** Warnings and questions from 10 % on. */
const TEN = { alertFrom: 100_000n, askedFrom: 100_000n }
const FOUND = { over: 100_000n, isAsked: true }
const warningOf = (price: bigint, recorded: NearPrice | null = near(), tradeDate: string = FRIDAY) =>
  unusualPrice({ price, tradeDate }, recorded, TEN, CALENDAR)

test.each([
  // 10 % above the high of 120.00 and below the low of 100.00 are no warning; the smallest unit more is.
  [1_320_000n, false],
  [1_320_001n, true],
  [900_000n, false],
  [899_999n, true],
  // Another share's price, and a slipped point.
  [11_000_000n, true],
  [110_000n, true],
])('a price of %s against a range of 100.00 to 120.00: a warning is %s', (price, isWarned) => {
  expect(warningOf(price)).toEqual(
    isWarned ? { date: FRIDAY, low: 1_000_000n, high: 1_200_000n, ...FOUND } : null,
  )
})

test('without a range the last trade counts, and one outside the range widens it', () => {
  const last = near({ low: null, high: null })
  expect(warningOf(1_210_000n, last)).toBeNull()
  expect(warningOf(1_210_001n, last)).toEqual({ date: FRIDAY, low: 1_100_000n, high: 1_100_000n, ...FOUND })
  expect(warningOf(1_600_000n, near({ lastTrade: 1_500_000n }))).toBeNull()
  expect(warningOf(1_600_000n, near({ low: 0n, high: 0n, lastTrade: 0n }))).toBeNull()
})

test.each([
  [FRIDAY, true],
  // Tuesday is the first market day after it, Monday the fifth.
  ['2026-06-16', true],
  ['2026-06-22', true],
  ['2026-06-23', false],
  ['2036-06-22', false],
  ['2026-06-11', false],
])('a trade of %s is compared with a price of 12 June: %s', (tradeDate, isCompared) => {
  expect(warningOf(110_000n, near(), tradeDate) !== null).toBe(isCompared)
})

test('there is no warning where no price is recorded, or a split lies between', () => {
  expect(warningOf(1n, null)).toBeNull()
  expect(warningOf(110_000n, near({ isRescaled: true }))).toBeNull()
})

const price = fc.bigInt(1n, 10n ** 16n)
const recorded = fc.record({
  low: fc.option(price),
  high: fc.option(price),
  lastTrade: price,
  days: fc.integer({ min: 0, max: 8 }),
})

test('there is a warning where every price of the day is more than a tenth away, and the price outside of them', () => {
  fc.assert(
    fc.property(price, recorded, (asked, { days, ...prices }) => {
      const date = addMarketDays(CALENDAR, FRIDAY, -days)
      const found = warningOf(asked, near({ ...prices, date }))
      const all = [prices.low, prices.high, prices.lastTrade].filter((one) => one !== null)
      const isAbove = all.every((one) => asked * 10n > one * 11n)
      const isBelow = all.every((one) => asked * 10n < one * 9n)
      expect(found !== null).toBe(days <= 5 && (isAbove || isBelow))
      if (found !== null) {
        expect(all).toContain(found.low)
        expect(all).toContain(found.high)
        expect(all.every((one) => found.low <= one && one <= found.high)).toBe(true)
      }
    }),
  )
})

test.each([
  // 3 % above the high of 120.00 is within; the smallest unit more is a warning, and 10 % and a unit have to be confirmed.
  [1_236_000n, null],
  [1_236_001n, { over: 30_000n, isAsked: false }],
  [1_320_000n, { over: 30_000n, isAsked: false }],
  [1_320_001n, { over: 100_000n, isAsked: true }],
  [970_000n, null],
  [969_999n, { over: 30_000n, isAsked: false }],
  [899_999n, { over: 100_000n, isAsked: true }],
])('without a row of the register, %s against 100.00 to 120.00 says %o', (price, says) => {
  const found = unusualPrice({ price, tradeDate: FRIDAY }, near(), DEFAULT_TOLERANCE, CALENDAR)
  expect(found && { over: found.over, isAsked: found.isAsked }).toEqual(says)
})

const rows = [
  { board: 'Main Board', effectiveFrom: '2026-02-01', alertFrom: 1n, askedFrom: 2n },
  { board: 'Main Board', effectiveFrom: '2026-01-01', alertFrom: 3n, askedFrom: 4n },
  { board: null, effectiveFrom: '2026-01-01', alertFrom: 5n, askedFrom: 6n },
]
test.each([
  [' main board', '2026-01-31', 3n],
  ['Main Board', '2026-02-01', 1n],
  ['Second', '2026-02-01', 5n],
  [null, '2026-01-01', 5n],
  ['Main Board', '2025-12-31', DEFAULT_TOLERANCE.alertFrom],
])('the tolerance of %s on %s', (board, day, alertFrom) => {
  expect(toleranceInForce(rows, board, day).alertFrom).toBe(alertFrom)
})

test('a move exactly so large is not more than it', () => {
  expect([isMoreThan(100_000n, 10n, 100n), isMoreThan(100_000n, -11n, 100n)]).toEqual([false, true])
})
