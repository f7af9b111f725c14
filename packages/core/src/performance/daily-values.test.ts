import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMarketDay, marketCalendar, nextMarketDay } from '../holidays/market-calendar.ts'
import { priceAt } from '../valuation/price-at.ts'
import { dateOfDayNumber, dayNumber } from '../values/dates.ts'
import { grossOf } from '../values/money.ts'
import {
  closesOf,
  dayIndexOf,
  flowOf,
  flowsOfEntries,
  type HoldingOnDay,
  HoldingsByDay,
  type PriceColumn,
  priceColumn,
} from './daily-values.ts'
import { ExactSums } from './exact-sums.ts'

const ALL_DAYS = [100, 101, 102, 105, 106, 107, 108, 109, 112, 113]

describe('the prices of a security by market day', () => {
  it('each day has the newest until then, and its age in market days', () => {
    const { price, age } = priceColumn(ALL_DAYS, [90, 101, 103, 107], [5, 6, 7, 8])
    expect([...price]).toEqual([5, 6, 6, 7, 7, 8, 8, 8, 8, 8])
    expect([...age]).toEqual([0, 0, 1, 0, 1, 0, 1, 2, 3, 4])
    expect([...priceColumn([100, 101], [101], [5]).age]).toEqual([Number.POSITIVE_INFINITY, 0])
    expect([...priceColumn([100], [101], [5]).price]).toEqual([0])
  })
})

describe('prices by close', () => {
  const calendar = marketCalendar([{ date: '2026-05-01', name: 'May Day', isRecurring: false }])
  const figure = fc.integer({ min: 0, max: 9 })
  it('are those of the one rule of prices', () => {
    const start = dayNumber('2026-04-27')
    const rows = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 1, max: 9 }), figure, figure),
      {
        selector: ([day]) => day,
        minLength: 1,
      },
    )
    fc.assert(
      fc.property(rows, (made) => {
        const sorted = made
          .toSorted(([a], [b]) => a - b)
          .filter(([day]) => isMarketDay(calendar, dateOfDayNumber(start + day)))
        const dates = sorted.map(([day]) => start + day)
        const found = closesOf(
          {
            dates,
            lastTrades: sorted.map(([, last]) => last),
            closes: sorted.map(([, , close]) => close),
            previousCloses: sorted.map(([, , , previous]) => previous),
          },
          (day) => dayNumber(nextMarketDay(calendar, dateOfDayNumber(day + 1))),
        )
        for (const [at, [day, last, close]] of sorted.entries()) {
          const date = dateOfDayNumber(start + day)
          const after = sorted[at + 1]
          const known = {
            date,
            lastTrade: BigInt(last),
            close: close === 0 ? null : BigInt(close),
            source: 'summary',
            next:
              after === undefined
                ? null
                : {
                    date: dateOfDayNumber(start + after[0]),
                    previousClose: after[3] === 0 ? null : BigInt(after[3]),
                  },
          }
          expect(BigInt(found[at] ?? 0)).toBe(priceAt(known, { date, basis: 'Close', calendar })?.price)
        }
      }),
    )
  })
})

describe('the value of holdings', () => {
  const noPrice = priceColumn(ALL_DAYS, [], [])
  const of = (holdings: readonly HoldingOnDay[], column: PriceColumn) => {
    const sums = new HoldingsByDay(ALL_DAYS)
    sums.add(holdings, column)
    return ALL_DAYS.map((_, index) => [sums.value.of(index), sums.stale.of(index), sums.cost.of(index)])
  }

  it('is quantity x price, from the event’s day on; without a price the cost, which is stale', () => {
    const column = priceColumn(ALL_DAYS, [101], [205_000])
    const held = [{ day: 101, quantity: 1000, cost: 2_000_000n }]
    expect(of(held, column).slice(0, 2)).toEqual([
      [0n, 0n, 0n],
      [2_050_000n, 0n, 2_000_000n],
    ])
    expect(of(held, noPrice)[1]).toEqual([2_000_000n, 2_000_000n, 2_000_000n])
    // The sixth market day after the price's own is the first on which it is stale.
    expect(of(held, column).map(([, stale]) => stale)).toEqual([
      0n,
      0n,
      0n,
      0n,
      0n,
      0n,
      0n,
      2_050_000n,
      2_050_000n,
      2_050_000n,
    ])
  })

  it('an event between market days counts on the next one', () => {
    const column = priceColumn(ALL_DAYS, [100], [10_000])
    const events = [
      { day: 90, quantity: 10, cost: 1_000n },
      { day: 103, quantity: 5, cost: 500n },
      { day: 107, quantity: 0, cost: 0n },
      { day: 110, quantity: 7, cost: 700n },
    ]
    expect(of(events, column).map(([value]) => value)).toEqual([
      1000n,
      1000n,
      1000n,
      500n,
      500n,
      0n,
      0n,
      0n,
      700n,
      700n,
    ])
  })

  const quantity = fc.oneof(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 1e12 }))
  const price = fc.oneof(fc.integer({ min: 1, max: 1e8 }), fc.integer({ min: 1, max: 1e15 }))
  const chain = fc.record({
    events: fc.uniqueArray(fc.tuple(fc.integer({ min: 90, max: 115 }), quantity, fc.bigInt(0n, 10n ** 14n)), {
      selector: ([day]) => day,
      maxLength: 8,
    }),
    prices: fc.uniqueArray(fc.tuple(fc.integer({ min: 90, max: 115 }), price), {
      selector: ([day]) => day,
      maxLength: 8,
    }),
  })
  it('equals what is looked up day by day with exact numbers, however large', () => {
    fc.assert(
      fc.property(fc.array(chain, { maxLength: 6 }), (chains) => {
        const sums = new HoldingsByDay(ALL_DAYS)
        const sorted = chains.map(({ events, prices }) => ({
          events: events.toSorted(([a], [b]) => a - b),
          prices: prices.toSorted(([a], [b]) => a - b),
        }))
        for (const { events, prices } of sorted) {
          const holdings = events.map(([day, quantity, cost]) => ({
            day,
            quantity,
            cost: quantity === 0 ? 0n : cost,
          }))
          sums.add(
            holdings,
            priceColumn(
              ALL_DAYS,
              prices.map(([day]) => day),
              prices.map(([, units]) => units),
            ),
          )
        }
        for (const [index, day] of ALL_DAYS.entries()) {
          let [value, stale, cost] = [0n, 0n, 0n]
          for (const { events, prices } of sorted) {
            const holding = events.filter(([of]) => of <= day).at(-1)
            const known = prices.filter(([of]) => of <= day).at(-1)
            if (holding === undefined || holding[1] === 0) continue
            const worth = known === undefined ? holding[2] : grossOf(BigInt(holding[1]), BigInt(known[1]))
            const since = ALL_DAYS.filter((one) => known !== undefined && one > known[0] && one <= day).length
            // A price dated between market days counts on the next one.
            const between = known !== undefined && !ALL_DAYS.includes(known[0]) && since > 0 ? 1 : 0
            value += worth
            cost += holding[2]
            if (known === undefined || since - between > 5) stale += worth
          }
          expect([sums.value.of(index), sums.stale.of(index), sums.cost.of(index)]).toEqual([
            value,
            stale,
            cost,
          ])
        }
      }),
    )
  })
})

describe('flows', () => {
  const none = { paidIn: 0n, takenOut: 0n, fundIn: 0n, fundOut: 0n }
  const event = { source: 'trade' as const, quantity: 1000n, paid: 2_022_400n, net: 0n, isSold: false }
  it('a buy with its fees, a sale less its fees, an opening position at fair value or at cost', () => {
    expect(flowOf({ kind: 'buy', ...event }, 999n)).toEqual({ ...none, paidIn: 2_022_400n })
    expect(flowOf({ kind: 'sell', ...event, net: 830_591n }, 1n)).toEqual({ ...none, takenOut: 830_591n })
    const opened = (value: bigint) => ({ ...none, paidIn: value, fundIn: value })
    expect(flowOf({ kind: 'opening', ...event }, 260_000n)).toEqual(opened(2_600_000n))
    expect(flowOf({ kind: 'opening', ...event }, null)).toEqual(opened(2_022_400n))
  })

  it('shares that are moved come and go at fair value, what corporate actions do to shares is no flow', () => {
    const moved = { ...event, source: 'transfer' as const }
    const value = { ...none, paidIn: 2_600_000n, fundIn: 2_600_000n }
    expect(flowOf({ kind: 'receipt', ...moved }, 260_000n)).toEqual(value)
    const out = { ...moved, quantity: -1000n, paid: -2_022_400n }
    const taken = { ...none, takenOut: 2_600_000n, fundOut: 2_600_000n }
    expect(flowOf({ kind: 'withdrawal', ...out }, 260_000n)).toEqual(taken)
    // Between entities the flow follows from the money.
    for (const kind of ['receipt', 'disposal'] as const)
      expect(flowOf({ kind, ...moved, isSold: true }, 260_000n)).toEqual(none)
    const own = { ...event, source: 'corporate action' as const }
    for (const kind of ['receipt', 'withdrawal', 'disposal', 'scale', 'cost'] as const)
      expect(flowOf({ kind, ...own }, 260_000n)).toEqual(none)
  })

  it('what an action pays leaves the securities, what it costs comes to them; allotment is neither', () => {
    const flow = (money: bigint, applied = 0n) => flowsOfEntries({ money, applied })
    expect(flow(425_00n)).toEqual({ paidIn: 0n, takenOut: 425_00n })
    expect(flow(-12_000_00n, 12_000_00n)).toEqual({ paidIn: 12_000_00n, takenOut: 0n })
    expect(flow(0n, -10_750_00n)).toEqual({ paidIn: 0n, takenOut: 0n })
    expect(flow(1_250_00n, -1_250_00n)).toEqual({ paidIn: 0n, takenOut: 1_250_00n })
  })

  it('count on the first market day on or after their own', () => {
    expect([99, 100, 103, 105, 113, 114].map((day) => dayIndexOf(ALL_DAYS, day))).toEqual([0, 0, 3, 3, 9, 10])
  })
})

it('sums stay exact beyond what a number holds', () => {
  const amounts = fc.array(fc.bigInt(-(2n ** 50n) + 1n, 2n ** 50n - 1n), { maxLength: 40 })
  fc.assert(
    fc.property(amounts, (all) => {
      const sums = new ExactSums(1)
      for (const one of all) sums.add(0, Number(one))
      expect(sums.of(0)).toBe(all.reduce((sum, one) => sum + one, 0n))
    }),
  )
})
