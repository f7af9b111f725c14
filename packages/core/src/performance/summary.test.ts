import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../values/dates.ts'
import { byMonth, figuresOf, ofLastMonths, type PortfolioDay, type RangeAsked } from './summary.ts'

const day = (date: string, value: number, more: Partial<PortfolioDay> = {}): PortfolioDay => ({
  date,
  value,
  paidIn: 0,
  takenOut: 0,
  isValued: true,
  ...more,
})
const none = {
  base: null,
  index: [],
  n: 240,
  riskFreeRates: [{ from: '1985-01-01', rate: 0.1 }],
} satisfies Partial<RangeAsked>

describe('the figures of a range', () => {
  it('vectors 3.1: the return by time, the gain, and by money', () => {
    const days = [
      day('2026-01-05', 20_500, { paidIn: 20_224 }),
      day('2026-01-06', 21_000),
      day('2026-01-07', 20_600, { takenOut: 425 }),
      day('2026-01-08', 12_660, { takenOut: 8_305.91 }),
    ]
    const { timeWeighted, gain, moneyWeighted, annualized, calendarDays } = figuresOf({ ...none, days })
    expect((timeWeighted ?? 0) * 100).toBeCloseTo(5.8073, 4)
    expect(gain).toBeCloseTo(12_660 + 8_305.91 + 425 - 20_224, 6)
    expect(calendarDays).toBe(3)
    expect(annualized).toBeNull()
    // Under a year the return of the days themselves: near to gain / money, most of which stayed to the end.
    expect(moneyWeighted).toBeGreaterThan(gain / 20_224)
    expect(moneyWeighted).toBeLessThan(0.07)
  })

  it('has no figures of an empty range', () => {
    expect(figuresOf({ ...none, days: [] })).toMatchObject({
      timeWeighted: null,
      moneyWeighted: null,
      gain: 0,
      indexReturn: null,
      volatility: null,
    })
  })

  const alternating = (count: number, value = (at: number) => 100 + (at % 2)) =>
    Array.from({ length: count }, (_, at) => day(addDays('2026-01-01', at), value(at)))

  it('risk is shown from 20 day returns on, and a day without prices is none, nor is the one after it', () => {
    const [base, ...days] = alternating(21)
    expect(figuresOf({ ...none, base: base ?? null, days }).volatility).not.toBeNull()
    const hole = days.map((one, at) => (at === 10 ? { ...one, isValued: false } : one))
    const found = figuresOf({ ...none, base: base ?? null, days: hole })
    expect(found.riskReturns).toHaveLength(18)
    expect([found.volatility, found.sharpeRatio, found.maxDrawdown]).toEqual([null, null, null])
    // The return over the range needs no day by day prices.
    expect(found.timeWeighted).not.toBeNull()
    // Nor is the first day a return of a day where the portfolio begins with it.
    expect(figuresOf({ ...none, days }).riskReturns).toHaveLength(19)
  })

  it('without a risk-free rate there is no Sharpe ratio, and the other figures are shown', () => {
    const [base, ...days] = alternating(30)
    const found = figuresOf({ ...none, base: base ?? null, days, riskFreeRates: [] })
    expect([found.sharpeRatio, found.volatility === null]).toEqual([null, false])
  })

  it('each day is compared with the risk-free rate of that day', () => {
    const [base, ...days] = alternating(31)
    const at = (rates: RangeAsked['riskFreeRates']) =>
      figuresOf({ ...none, base: base ?? null, days, riskFreeRates: rates })
    const middle = days[15]?.date ?? ''
    const rates = [
      { from: '2020-01-01', rate: 0.1 },
      { from: middle, rate: 0.2 },
      { from: '2030-01-01', rate: 0.9 },
    ]
    const returns = at(rates).riskReturns
    const free = days.map(({ date }) => (date < middle ? 1.1 : 1.2) ** (1 / 240) - 1)
    const excess = returns.map((one, index) => one - (free[index] ?? 0))
    const mean = excess.reduce((sum, one) => sum + one, 0) / excess.length
    const spread = Math.sqrt(excess.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (excess.length - 1))
    expect(at(rates).sharpeRatio).toBeCloseTo((mean / spread) * Math.sqrt(240), 9)
    // The first day is before all rates.
    expect(at(rates.slice(1))).toMatchObject({ sharpeRatio: null, isBeforeRates: true })
  })

  it('a money-weighted return is one of a year from 365 days on', () => {
    const over = (days: number) =>
      figuresOf({ ...none, base: day('2025-01-01', 100), days: [day(addDays('2025-01-01', days), 121)] })
        .moneyWeighted
    expect(over(730)).toBeCloseTo(0.1, 6)
    expect(over(364)).toBeCloseTo(0.21, 6)
    expect(over(365)).toBeCloseTo(0.21, 6)
  })

  it('a money-weighted return under a year is the plain return of the span, however short and however deep', () => {
    const over = (days: number, from: number, to: number) =>
      figuresOf({ ...none, base: day('2026-01-05', from), days: [day(addDays('2026-01-05', days), to)] })
        .moneyWeighted ?? Number.NaN
    expect(over(2, 10_000, 8_463)).toBeCloseTo(-0.1537, 9)
    expect(over(100, 10_000, 99)).toBeCloseTo(-0.9901, 9)
    expect(over(1, 1, 400)).toBeCloseTo(399, 6)
    // Of a year: -99.01 % over two years.
    expect(over(730, 10_000, 99)).toBeCloseTo(Math.sqrt(0.0099) - 1, 9)
    // All is lost, and nothing came back.
    expect(over(30, 10_000, 0)).toBe(-1)
    expect(over(730, 10_000, 0)).toBe(-1)
  })

  it('the span of a money-weighted return begins with the money, and may be one day', () => {
    const days = [day('2026-01-05', 0), day('2026-03-02', 1_000, { paidIn: 1_000 }), day('2026-04-01', 1_100)]
    expect(figuresOf({ ...none, base: day('2026-01-02', 0), days }).moneyWeighted).toBeCloseTo(0.1, 9)
    const first = [day('2026-01-05', 20_500, { paidIn: 20_224 })]
    expect(figuresOf({ ...none, days: first }).moneyWeighted).toBeCloseTo(20_500 / 20_224 - 1, 12)
    // Nothing was ever there.
    expect(figuresOf({ ...none, days: [day('2026-01-05', 0)] }).moneyWeighted).toBeNull()
  })

  it('the index is taken near both ends of the range, and of days that both have', () => {
    const [base, ...days] = alternating(25)
    const index = [
      { date: '2025-12-30', value: 50 },
      ...days.slice(4).map(({ date }, at) => ({ date, value: 60 + at })),
    ]
    const found = figuresOf({ ...none, base: base ?? null, days, index })
    expect([found.indexFrom, found.indexTo]).toEqual(['2025-12-30', days.at(-1)?.date])
    expect(found.indexReturn).toBeCloseTo((60 + days.length - 5) / 50 - 1, 12)
    expect(found.indexReturns.filter((one) => one !== null)).toHaveLength(19)
    expect(found.benchmark.beta).toBeNull()
    const late = index.slice(6)
    expect(figuresOf({ ...none, base: base ?? null, days, index: late }).indexReturn).toBeNull()
    expect(
      figuresOf({
        ...none,
        base: base ?? null,
        days,
        index: [{ date: '2025-12-20', value: 1 }, ...index.slice(-1)],
      }).indexReturn,
    ).toBeNull()
  })

  it('months link to the whole, and so do the last months', () => {
    const values = fc.array(fc.integer({ min: 900, max: 1_100 }), { minLength: 2, maxLength: 300 })
    fc.assert(
      fc.property(values, (row) => {
        const [base, ...days] = row.map((value, at) => day(addDays('2025-03-10', at * 2), value))
        if (base === undefined) return
        const index = [base, ...days].map(({ date, value }) => ({ date, value: value * 3 }))
        const { returns, timeWeighted } = figuresOf({ ...none, base, days, index })
        const months = byMonth(base, days, { returns, index })
        const linked = months.reduce((product, { portfolio }) => product * (1 + (portfolio ?? 0)), 1) - 1
        expect(linked).toBeCloseTo(timeWeighted ?? 0, 9)
        for (const { portfolio, index: of } of months) expect(of).toBeCloseTo(portfolio ?? 0, 9)
        expect(months.map(({ month }) => month)).toEqual(
          months
            .map(({ month }) => month)
            .toSorted()
            .toReversed(),
        )
      }),
    )
  })

  it('the last months are shown where the days reach back so far', () => {
    const days = [day('2026-03-16', 110), day('2026-04-15', 120), day('2026-04-16', 132)]
    const of = (base: PortfolioDay | null, months: number) => {
      const { returns } = figuresOf({ ...none, base, days })
      return ofLastMonths(days, returns, { base, months })
    }
    expect(of(day('2026-03-13', 100), 1)).toBeCloseTo(0.2, 12)
    expect(of(day('2026-03-13', 100), 12)).toBeNull()
    expect(of(day('2025-04-16', 100), 12)).toBeCloseTo(0.32, 12)
    expect(of(null, 1)).toBeCloseTo(0.2, 12)
  })
})
