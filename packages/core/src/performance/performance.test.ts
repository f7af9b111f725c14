/** vectors.md 3.1 to 3.4 to the digit, and each formula against a naive computation that shares nothing with it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../values/dates.ts'
import { effectsOfDay, linkEffects, type SectorDay } from './attribution.ts'
import { againstBenchmark, paired } from './benchmark.ts'
import { dayReturn, dayReturns, indexOf, ofOneYear, timeWeighted } from './day-returns.ts'
import { MARKET_DAYS_PER_YEAR, RISK_RETURNS_MIN, VAR_RETURNS_MIN } from './minimum-data.ts'
import { type CashFlow, moneyWeighted, moneyWeightedShown } from './money-weighted.ts'
import {
  deviation,
  maxDrawdown,
  percentileInclusive,
  riskFreeDay,
  sharpeRatio,
  valueAtRisk95,
  volatility,
} from './risk.ts'

const percent = (value: number | null) => (value === null ? null : (value * 100).toFixed(4))
const shown = (value: number | null) => (value === null ? null : value.toFixed(4))
const N = MARKET_DAYS_PER_YEAR

describe('time-weighted return (vectors 3.1)', () => {
  // In cents: buy 1,000 at 20.00, a rise, a dividend at XD, a part sale.
  const days = [
    { value: 2_050_000, paidIn: 2_022_400, takenOut: 0 },
    { value: 2_100_000, paidIn: 0, takenOut: 0 },
    { value: 2_060_000, paidIn: 0, takenOut: 42_500 },
    { value: 1_266_000, paidIn: 0, takenOut: 830_591 },
  ]
  it('of each day and of all', () => {
    const returns = dayReturns(0, days)
    expect(returns.map(percent)).toEqual(['1.3647', '2.4390', '0.1190', '1.7763'])
    expect(percent(timeWeighted(returns))).toBe('5.8073')
  })

  it('a day on which nothing is invested has none, and the rest go on', () => {
    expect(dayReturns(0, [{ value: 0, paidIn: 0, takenOut: 0 }, ...days])[0]).toBeNull()
    expect(percent(timeWeighted([null, ...dayReturns(0, days)]))).toBe('5.8073')
    expect(timeWeighted([null])).toBeNull()
    expect(dayReturn(-5, { value: 10, paidIn: 5, takenOut: 0 })).toBeNull()
    expect(dayReturn(-5, { value: 10, paidIn: 1, takenOut: 0 })).toBeNull()
  })

  it('is one of a year from 365 days on', () => {
    expect(ofOneYear(0.1, 364)).toBeNull()
    expect(ofOneYear(0.1, 365)).toBeCloseTo(0.1, 15)
    expect(ofOneYear(0.21, 730)).toBeCloseTo(0.1, 12)
    expect(ofOneYear(-1, 400)).toBeNull()
  })

  it('is what the amount at the end is to the one at the beginning where nothing comes or goes', () => {
    const worth = fc.integer({ min: 1e6, max: 1e9 })
    const values = fc.array(worth, { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(worth, values, (before, after) => {
        const returns = dayReturns(
          before,
          after.map((value) => ({ value, paidIn: 0, takenOut: 0 })),
        )
        const total = timeWeighted(returns) ?? 0
        expect((1 + total) / ((after.at(-1) ?? 0) / before)).toBeCloseTo(1, 9)
        expect((indexOf(returns).at(-1) ?? 0) / 100).toBeCloseTo(1 + total, 6)
      }),
    )
  })

  it('does not see what is paid in at a day’s beginning and taken out at its end', () => {
    const sizes = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: -0.2, max: 0.2, noNaN: true })),
      {
        minLength: 1,
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(sizes, (steps) => {
        // Each day is paid in anew and taken out again: only the growth is left, as for one who stayed.
        const days = steps.map(([paidIn, growth]) => ({ value: 0, paidIn, takenOut: paidIn * (1 + growth) }))
        const stayed = steps.reduce((worth, [, growth]) => worth * (1 + growth), 1)
        expect(timeWeighted(dayReturns(0, days))).toBeCloseTo(stayed - 1, 9)
      }),
    )
  })
})

describe('money-weighted return', () => {
  const published: CashFlow[] = [
    { date: '2008-01-01', amount: -10_000 },
    { date: '2008-03-01', amount: 2_750 },
    { date: '2008-10-30', amount: 4_250 },
    { date: '2009-02-15', amount: 3_250 },
    { date: '2009-04-01', amount: 2_750 },
  ]
  it('the published example (vectors 3.2)', () => {
    expect(percent(moneyWeighted(published))).toBe('37.3363')
    expect(percent(moneyWeighted(published.toReversed()))).toBe('37.3363')
  })

  it('is that of the days themselves under a year', () => {
    const over = (end: string) =>
      moneyWeightedShown(
        [
          { date: '2025-01-01', amount: -100 },
          { date: end, amount: 121 },
        ],
        end,
      )?.rate
    expect(over('2025-12-31')).toBeCloseTo(0.21, 12)
    expect(over('2026-01-01')).toBeCloseTo(0.21, 12)
    expect(over('2027-01-01')).toBeCloseTo(0.1, 12)
  })

  it('needs money in and money out', () => {
    expect(moneyWeighted([])).toBeNull()
    expect(moneyWeighted([{ date: '2026-01-05', amount: -1 }])).toBeNull()
    expect(moneyWeighted(published.slice(1))).toBeNull()
  })

  it('discounts the flows to a sum of nothing, and grows one deposit as it was made to', () => {
    const rate = fc.double({ min: -0.9, max: 5, noNaN: true })
    fc.assert(
      fc.property(
        rate,
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 1e9 }),
        (x, days, put) => {
          const flows = [
            { date: '2020-01-01', amount: -put },
            { date: addDays('2020-01-01', days), amount: put * (1 + x) ** (days / 365) },
          ]
          const found = moneyWeighted(flows)
          expect(found).not.toBeNull()
          const overDays = (rate: number) => (1 + rate) ** (days / 365) - 1
          expect(overDays(found ?? 0)).toBeCloseTo(overDays(x), 6)
        },
      ),
    )
    const flows = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 1_800 }), fc.integer({ min: -1e6, max: 1e6 })),
      {
        minLength: 2,
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(flows, (sent) => {
        const dated = sent.map(([day, amount]) => ({ date: addDays('2020-01-01', day), amount }))
        const x = moneyWeighted(dated)
        // A rate of a year that a few days made: beyond what a number holds, or so near to -1 that 1 + x has no digits left.
        if (x === null || x <= -1 + 1e-9 || !Number.isFinite(x)) return
        const first = Math.min(...sent.map(([day]) => day))
        const terms = sent.map(([day, amount]) => amount / (1 + x) ** ((day - first) / 365))
        const size = terms.reduce((sum, term) => sum + Math.abs(term), 0)
        // 1 + x is known to few digits where nearly all was lost.
        expect(Math.abs(terms.reduce((sum, term) => sum + term, 0)) / size).toBeLessThan(1e-6)
      }),
      {
        examples: [
          [
            [
              [1_540, 439_003],
              [1_554, -104_464],
            ],
          ],
        ],
      },
    )
  })
})

const OWN = [0.01, -0.005, 0.02, -0.015, 0.005, 0]
const INDEX = [0.008, -0.004, 0.015, -0.01, 0.002, 0.001]

describe('risk (vectors 3.3)', () => {
  it('to the digit', () => {
    expect(percent(volatility(OWN, N, 6))).toBe('18.8149')
    expect(shown(sharpeRatio(OWN, { rates: OWN.map(() => 0.1), n: N, enough: 6 }))).toBe('2.6823')
    const compared = againstBenchmark({ portfolio: OWN, benchmark: INDEX }, N, 6)
    expect(shown(compared.beta)).toBe('1.3731')
    expect(shown(compared.correlation)).toBe('0.9933')
    expect(percent(compared.trackingError)).toBe('5.5209')
    expect(shown(compared.informationRatio)).toBe('2.1736')
    expect(percent(maxDrawdown(indexOf(OWN), 6))).toBe('-1.5000')
    expect(percent(valueAtRisk95(OWN, 6))).toBe('1.2500')
    expect((valueAtRisk95(OWN, 6) ?? 0) * 1_000_000).toBeCloseTo(12_500, 6)
  })

  it('says nothing with too few days', () => {
    const few = Array.from({ length: RISK_RETURNS_MIN - 1 }, (_, day) => Math.sin(day) / 100)
    expect(volatility(few, N)).toBeNull()
    expect(sharpeRatio(few, { rates: few.map(() => 0.1), n: N })).toBeNull()
    expect(maxDrawdown(indexOf(few))).toBeNull()
    expect(againstBenchmark({ portfolio: few, benchmark: few }, N)).toEqual({
      beta: null,
      correlation: null,
      trackingError: null,
      informationRatio: null,
    })
    const enough = [...few, 0.01]
    expect(volatility(enough, N)).not.toBeNull()
    expect(maxDrawdown(indexOf(enough))).not.toBeNull()
    expect(valueAtRisk95(enough)).toBeNull()
    const more = Array.from({ length: VAR_RETURNS_MIN }, (_, day) => Math.sin(day) / 100)
    expect(valueAtRisk95(more.slice(1))).toBeNull()
    expect(valueAtRisk95(more)).not.toBeNull()
  })

  it('without any move there is no ratio, and no division by what rounding leaves', () => {
    const still = Array.from({ length: 30 }, () => 0.1)
    expect(volatility(still, N)).toBe(0)
    expect(sharpeRatio(still, { rates: still.map(() => 0.1), n: N })).toBeNull()
    expect(againstBenchmark({ portfolio: still, benchmark: still }, N)).toEqual({
      beta: null,
      correlation: null,
      trackingError: 0,
      informationRatio: null,
    })
  })

  it('takes the days that both have', () => {
    expect(paired([0.1, null, 0.3, 0.4], [0.2, 0.2, null])).toEqual({ portfolio: [0.1], benchmark: [0.2] })
  })

  const returns = fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 20, maxLength: 200 })

  it('equals naive computations', () => {
    fc.assert(
      fc.property(returns, (of) => {
        // Deviation from the sums of values and of squares of pairs: no mean is taken.
        let pairs = 0
        for (const a of of) for (const b of of) pairs += (a - b) ** 2
        expect(deviation(of)).toBeCloseTo(Math.sqrt(pairs / (2 * of.length * (of.length - 1))), 9)
        // Every fall from every earlier height.
        const index = indexOf(of)
        let deepest = 0
        for (const [at, one] of index.entries())
          for (const earlier of index.slice(0, at)) deepest = Math.min(deepest, one / earlier - 1)
        expect(maxDrawdown(index)).toBeCloseTo(deepest, 12)
        // So many are at or below a percentile.
        const found = percentileInclusive(of, 0.05)
        expect(of.filter((one) => one < found - 1e-15).length).toBeLessThanOrEqual(
          Math.ceil((of.length - 1) * 0.05),
        )
        expect(of.filter((one) => one <= found + 1e-15).length).toBeGreaterThan((of.length - 1) * 0.05)
      }),
    )
  })

  it('an index compared with itself has beta 1 and correlation 1; twice the index has beta 2', () => {
    fc.assert(
      fc.property(returns, (of) => {
        fc.pre(deviation(of) > 1e-6)
        const same = againstBenchmark({ portfolio: of, benchmark: of }, N)
        expect(same.beta).toBeCloseTo(1, 9)
        expect(same.correlation).toBeCloseTo(1, 9)
        expect(same.trackingError).toBe(0)
        const twice = againstBenchmark({ portfolio: of.map((one) => 2 * one), benchmark: of }, N)
        expect(twice.beta).toBeCloseTo(2, 9)
        expect(twice.trackingError).toBeCloseTo(deviation(of) * Math.sqrt(N), 9)
      }),
    )
  })

  it('the risk-free day makes the rate again over a year', () => {
    expect((1 + riskFreeDay(0.1, N)) ** N - 1).toBeCloseTo(0.1, 12)
  })
})

describe('attribution (vectors 3.4)', () => {
  const bacon: SectorDay[] = [
    { sector: 'UK', weight: 0.4, return: 0.2, benchmarkWeight: 0.4, benchmarkReturn: 0.1 },
    { sector: 'Japan', weight: 0.3, return: -0.05, benchmarkWeight: 0.2, benchmarkReturn: -0.04 },
    { sector: 'US', weight: 0.3, return: 0.06, benchmarkWeight: 0.4, benchmarkReturn: 0.08 },
  ]
  it('of one day', () => {
    const linked = linkEffects([effectsOfDay(bacon)])
    expect(percent(linked.portfolio)).toBe('8.3000')
    expect(percent(linked.benchmark)).toBe('6.4000')
    expect(percent(linked.allocation)).toBe('-1.2000')
    expect(percent(linked.selection)).toBe('3.0000')
    expect(percent(linked.interaction)).toBe('0.1000')
    expect(percent(linked.total)).toBe('1.9000')
  })

  it('a sector that one side does not hold', () => {
    const day = effectsOfDay([
      { sector: 'Both', weight: 0.5, return: 0.1, benchmarkWeight: 0.6, benchmarkReturn: 0.1 },
      { sector: 'Own', weight: 0.5, return: 0.3, benchmarkWeight: 0, benchmarkReturn: null },
      { sector: 'Index', weight: 0, return: null, benchmarkWeight: 0.4, benchmarkReturn: 0.05 },
    ])
    expect(day.sectors.map(({ selection, interaction }) => selection + interaction)).toEqual([0, 0, 0])
    expect(day.sectors[1]?.allocation).toBeCloseTo(0.5 * (0.3 - day.benchmark), 12)
  })

  const sector = (name: string) =>
    fc.record({
      sector: fc.constant(name),
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
      return: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      benchmarkWeight: fc.double({ min: 0.01, max: 1, noNaN: true }),
      benchmarkReturn: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
    })
  const wholeDay = fc.tuple(sector('A'), sector('B'), sector('C')).map((sectors) => {
    const sum = (name: 'weight' | 'benchmarkWeight') => sectors.reduce((total, one) => total + one[name], 0)
    const [own, index] = [sum('weight'), sum('benchmarkWeight')]
    return sectors.map((one) => ({
      ...one,
      weight: one.weight / own,
      benchmarkWeight: one.benchmarkWeight / index,
    }))
  })

  it('adds up to the difference of the two linked returns, whatever the days', () => {
    fc.assert(
      fc.property(fc.array(wholeDay, { minLength: 1, maxLength: 60 }), (days) => {
        const linked = linkEffects(days.map(effectsOfDay))
        // Each side's return is computed here from its own weights alone.
        let [own, index] = [1, 1]
        for (const day of days) {
          own *= 1 + day.reduce((sum, one) => sum + one.weight * one.return, 0)
          index *= 1 + day.reduce((sum, one) => sum + one.benchmarkWeight * one.benchmarkReturn, 0)
        }
        expect(linked.total).toBeCloseTo(own - index, 9)
        const bySector = linked.sectors.reduce(
          (sum, one) => sum + one.allocation + one.selection + one.interaction,
          0,
        )
        expect(bySector).toBeCloseTo(linked.total, 12)
      }),
    )
  })

  it('the same weights and returns leave nothing', () => {
    const day = effectsOfDay(
      bacon.map((one) => ({ ...one, weight: one.benchmarkWeight, return: one.benchmarkReturn })),
    )
    expect(linkEffects([day, day, day]).total).toBe(0)
  })
})
