import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CSE_HOLIDAYS } from '../holidays/cse-holidays.ts'
import { addMarketDays, isMarketDay, marketCalendar, nextMarketDay } from '../holidays/market-calendar.ts'
import { addDays, dateOfDayNumber, dayNumber } from '../values/dates.ts'
import { type KnownPrice, marketDaysAfter, PRICE_BASES, priceAt, priceDay } from './price-at.ts'

const calendar = marketCalendar(CSE_HOLIDAYS)
const known = (date: string, more: Partial<KnownPrice> = {}): KnownPrice => ({
  date,
  lastTrade: 220_000n,
  close: null,
  source: 'summary',
  next: null,
  ...more,
})
const at = (date: string, price: KnownPrice | null, basis: (typeof PRICE_BASES)[number] = 'Last Trade') =>
  priceAt(price, { date, basis, calendar })

describe('the price on a day', () => {
  it('is the last trade of the day, a quoted price', () => {
    expect(at('2026-03-31', known('2026-03-31'))).toEqual({
      price: 220_000n,
      date: '2026-03-31',
      kind: 'last trade',
      source: 'summary',
      age: 0,
      isStale: false,
      level: 1,
    })
  })

  it('is that of the last market day on a day without a market: 1 April 2026 is Poya', () => {
    expect(priceDay(calendar, '2026-04-01')).toBe('2026-03-31')
    expect(at('2026-04-01', known('2026-03-31'))).toMatchObject({ date: '2026-03-31', age: 0 })
    expect(() => at('2026-04-01', known('2026-04-01'))).toThrow(RangeError)
  })

  it('is none where nothing was ever recorded, and never a later one', () => {
    expect(at('2026-03-31', null)).toBeNull()
    expect(() => at('2026-03-30', known('2026-03-31'))).toThrow(RangeError)
  })

  it('is stale after five market days, and then of level 2', () => {
    const fifth = addMarketDays(calendar, '2026-03-31', 5)
    expect(at(fifth, known('2026-03-31'))).toMatchObject({ age: 5, isStale: false, level: 1 })
    const sixth = addMarketDays(calendar, '2026-03-31', 6)
    expect(at(sixth, known('2026-03-31'))).toMatchObject({ age: 6, isStale: true, level: 2 })
    expect(at(addDays(sixth, 200), known('2026-03-31'))).toMatchObject({ isStale: true, level: 2 })
  })

  it.each(['typed', 'pasted', 'file'])('is of level 3 where it was %s', (source) => {
    expect(at('2026-03-31', known('2026-03-31', { source }))).toMatchObject({ level: 3, isStale: false })
  })

  it('by close is the close, else what the next market day calls the previous close, else the last trade', () => {
    const stated = { date: '2026-04-02', previousClose: 218_000n }
    const close = (more: Partial<KnownPrice>) => at('2026-03-31', known('2026-03-31', more), 'Close')
    expect(close({ close: 219_000n, next: stated })).toMatchObject({ price: 219_000n, kind: 'close' })
    expect(close({ next: stated })).toMatchObject({ price: 218_000n, kind: 'previous close', level: 1 })
    expect(close({})).toMatchObject({ price: 220_000n, kind: 'last trade' })
    expect(close({ next: { date: '2026-04-02', previousClose: null } })).toMatchObject({ kind: 'last trade' })
    // Of 2 April nothing was recorded: the previous close of 6 April may be that of 2 April.
    expect(close({ next: { ...stated, date: '2026-04-06' } })).toMatchObject({ kind: 'last trade' })
  })
})

const day = fc.integer({ min: dayNumber('2024-01-01'), max: dayNumber('2026-12-31') }).map(dateOfDayNumber)
const units = fc.bigInt({ min: 1n, max: 10n ** 10n })
const anyPrice = fc.record({
  date: day.map((one) => nextMarketDay(calendar, one)),
  lastTrade: units,
  close: fc.option(units),
  source: fc.constantFrom('summary', 'feed', 'typed', 'pasted', 'file'),
  next: fc.option(fc.record({ days: fc.integer({ min: 1, max: 9 }), previousClose: fc.option(units) })),
})

describe('any price on any day', () => {
  it('is one of the figures that are known, not later than the day, of a level that its age and source give', () => {
    fc.assert(
      fc.property(anyPrice, fc.nat({ max: 40 }), fc.constantFrom(...PRICE_BASES), (drawn, later, basis) => {
        const next = drawn.next && {
          date: addMarketDays(calendar, drawn.date, drawn.next.days),
          previousClose: drawn.next.previousClose,
        }
        const price = { ...drawn, next }
        const date = addDays(price.date, later)
        const found = priceAt(price, { date, basis, calendar })!
        expect(found.date <= date).toBe(true)
        const figures = {
          'last trade': price.lastTrade,
          close: price.close,
          'previous close': next?.previousClose,
        }
        expect(found.price).toBe(figures[found.kind])
        if (basis === 'Last Trade') expect(found.kind).toBe('last trade')
        if (basis === 'Close' && price.close !== null) expect(found.kind).toBe('close')
        if (found.kind === 'previous close') expect(drawn.next?.days).toBe(1)
        expect(found.isStale).toBe(found.age > 5)
        const ofExchange = ['summary', 'feed'].includes(price.source)
        expect(found.level).toBe(ofExchange ? (found.age > 5 ? 2 : 1) : 3)
      }),
    )
  })

  it('grows older by one from market day to market day, and not between them', () => {
    fc.assert(
      fc.property(day, fc.nat({ max: 60 }), (from, later) => {
        const start = nextMarketDay(calendar, from)
        const [before, now] = [addDays(start, later), addDays(start, later + 1)]
        const grown = marketDaysAfter(calendar, start, now) - marketDaysAfter(calendar, start, before)
        expect(grown).toBe(isMarketDay(calendar, now) ? 1 : 0)
        expect(at(now, known(start))?.age).toBe(marketDaysAfter(calendar, start, priceDay(calendar, now)))
      }),
    )
  })
})
