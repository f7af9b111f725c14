/**
 * All figures of a range from daily values and an index, or why one is missing. Fractions (0.0136 is 1.36 %);
 * values in any one unit of money. Days are the market days of the range, in order.
 */
import { addMonths, daysBetween, monthOf, type PlainDate } from '../values/dates.ts'
import { againstBenchmark, type BenchmarkFigures, paired } from './benchmark.ts'
import { dayReturns, indexOf, ofOneYear, timeWeighted } from './day-returns.ts'
import { type CashFlow, moneyWeightedShown } from './money-weighted.ts'
import { maxDrawdown, type RateFrom, ratesOn, sharpeRatio, valueAtRisk95, volatility } from './risk.ts'

/** A market day of a portfolio. */
export interface PortfolioDay {
  readonly date: PlainDate
  readonly value: number
  readonly paidIn: number
  readonly takenOut: number
  /**
   * Whether the value is one of this very day: the market has prices of it, and no more than half of the value rests on older
   * ones. Returns of other days do not count for risk.
   */
  readonly isValued: boolean
}

/** The value of an index at the end of a day. */
export interface IndexDay {
  readonly date: PlainDate
  readonly value: number
}

export interface RangeAsked {
  /** The day before the first of `days`, whose value is the start; null where the portfolio begins with them. */
  readonly base: PortfolioDay | null
  readonly days: readonly PortfolioDay[]
  /** Of the index, in order, also from before the range; empty where none is chosen. */
  readonly index: readonly IndexDay[]
  /** Market days in a year. */
  readonly n: number
  /** Yearly risk-free rates in order of date: the one in force on a day counts. */
  readonly riskFreeRates: readonly RateFrom[]
}

export interface RangeFigures {
  readonly returns: readonly (number | null)[]
  /** Of the index on the same days. */
  readonly indexReturns: readonly (number | null)[]
  /** Day returns that figures of risk are computed from. */
  readonly riskReturns: readonly number[]
  /** Days that the portfolio and the index both have. */
  readonly pairedDays: number
  /** The gain: end value plus amounts taken out, less start value and amounts paid in. */
  readonly gain: number
  readonly timeWeighted: number | null
  /** Of a year; null under 365 days. */
  readonly annualized: number | null
  /** Of a year from 365 days on, else of the span itself. */
  readonly moneyWeighted: number | null
  readonly moneyWeightedIsYearly: boolean
  readonly calendarDays: number
  readonly volatility: number | null
  readonly sharpeRatio: number | null
  /** A day return is of a day before all risk-free rates: there is no Sharpe ratio. */
  readonly isBeforeRates: boolean
  readonly maxDrawdown: number | null
  readonly valueAtRisk95: number | null
  readonly benchmark: BenchmarkFigures
  /** Of the index over the range, between the days given with it. */
  readonly indexReturn: number | null
  readonly indexFrom: PlainDate | null
  readonly indexTo: PlainDate | null
}

/** The figures of a range. */
export function figuresOf(asked: RangeAsked): RangeFigures {
  const { base, days, index, n, riskFreeRates } = asked
  const returns = dayReturns(base?.value ?? 0, days)
  const risk = returns.map((one, at) => (isOfOneDay(at === 0 ? base : days[at - 1], days[at]) ? one : null))
  const riskReturns = risk.filter((one) => one !== null)
  const riskDays = days.flatMap(({ date }, at) => (risk[at] === null ? [] : [date]))
  const rates = ratesOn(riskDays, riskFreeRates)
  const indexReturns = returnsOfIndex(base?.date ?? null, days, index)
  const both = paired(risk, indexReturns)
  const start = base?.date ?? days[0]?.date
  const end = days.at(-1)?.date
  const calendarDays = start === undefined || end === undefined ? 0 : daysBetween(start, end)
  const total = timeWeighted(returns)
  const byMoney = end === undefined ? null : moneyWeightedShown(cashFlows(base, days), end)
  const [indexStart, indexEnd] = endsOf(index, start, end)
  return {
    returns,
    indexReturns,
    riskReturns,
    pairedDays: both.portfolio.length,
    gain: gainOf(base, days),
    timeWeighted: total,
    annualized: total === null ? null : ofOneYear(total, calendarDays),
    moneyWeighted: byMoney?.rate ?? null,
    moneyWeightedIsYearly: byMoney?.isYearly ?? false,
    calendarDays,
    volatility: volatility(riskReturns, n),
    sharpeRatio: rates === null ? null : sharpeRatio(riskReturns, { rates, n }),
    isBeforeRates: rates === null,
    maxDrawdown: maxDrawdown(indexOf(riskReturns)) === null ? null : maxDrawdown(indexOf(returns)),
    valueAtRisk95: valueAtRisk95(riskReturns),
    benchmark: againstBenchmark(both, n),
    indexReturn:
      indexStart === undefined || indexEnd === undefined ? null : indexEnd.value / indexStart.value - 1,
    indexFrom: indexStart?.date ?? null,
    indexTo: indexEnd?.date ?? null,
  }
}

/** The return of the last day; null where it or the day before has no prices of its own, so that there is nothing to compare. */
export function ofLastDay(
  { base, days }: Pick<RangeAsked, 'base' | 'days'>,
  returns: readonly (number | null)[],
): number | null {
  return isOfOneDay(days.length > 1 ? days.at(-2) : base, days.at(-1)) ? (returns.at(-1) ?? null) : null
}

const isOfOneDay = (before: PortfolioDay | null | undefined, day: PortfolioDay | undefined) =>
  before?.isValued === true && day?.isValued === true

function gainOf(base: PortfolioDay | null, days: readonly PortfolioDay[]): number {
  const moved = days.reduce((sum, { paidIn, takenOut }) => sum + takenOut - paidIn, 0)
  return (days.at(-1)?.value ?? base?.value ?? 0) + moved - (base?.value ?? 0)
}

function cashFlows(base: PortfolioDay | null, days: readonly PortfolioDay[]): CashFlow[] {
  const flows: CashFlow[] = []
  if (base !== null && base.value !== 0) flows.push({ date: base.date, amount: -base.value })
  for (const { date, paidIn, takenOut } of days)
    if (paidIn !== 0 || takenOut !== 0) flows.push({ date, amount: takenOut - paidIn })
  const last = days.at(-1)
  if (last !== undefined && last.value !== 0) flows.push({ date: last.date, amount: last.value })
  return flows
}

/** The return of the index on each day that has a value, from a market day before that has one, too. */
function returnsOfIndex(
  base: PlainDate | null,
  days: readonly PortfolioDay[],
  index: readonly IndexDay[],
): (number | null)[] {
  const values = new Map(index.map(({ date, value }) => [date, value]))
  return days.map(({ date }, at) => {
    const before = at === 0 ? base : (days[at - 1]?.date ?? null)
    const [from, to] = [before === null ? undefined : values.get(before), values.get(date)]
    return from === undefined || to === undefined ? null : to / from - 1
  })
}

/** An index is older than so many calendar days before a day: it says nothing of it. */
const INDEX_DAYS_MAX = 7

/** The values of the index at the start and the end of a range: the newest until then that are not old. */
function endsOf(
  index: readonly IndexDay[],
  start: PlainDate | undefined,
  end: PlainDate | undefined,
): [IndexDay | undefined, IndexDay | undefined] {
  const at = (day: PlainDate | undefined) => {
    const found = day === undefined ? undefined : index.findLast(({ date }) => date <= day)
    return found === undefined || daysBetween(found.date, day ?? '') > INDEX_DAYS_MAX ? undefined : found
  }
  const [first, last] = [at(start), at(end)]
  return first === undefined || last === undefined || first.date >= last.date
    ? [undefined, undefined]
    : [first, last]
}

/** The time-weighted return of the last months until the last day; null where the days do not reach back so far. */
export function ofLastMonths(
  days: readonly PortfolioDay[],
  returns: readonly (number | null)[],
  { base, months }: { readonly base: PortfolioDay | null; readonly months: number },
): number | null {
  const last = days.at(-1)?.date
  if (last === undefined) return null
  const since = addMonths(last, -months)
  const begins = base?.date ?? days[0]?.date ?? last
  return begins > since ? null : timeWeighted(returns.filter((_, at) => (days[at]?.date ?? '') > since))
}

export interface Period {
  /** `YYYY-MM`. */
  readonly month: string
  readonly portfolio: number | null
  readonly index: number | null
}

/** Portfolio and index by calendar month, newest first; of the first and the last month as far as the range goes. */
export function byMonth(
  base: PortfolioDay | null,
  days: readonly PortfolioDay[],
  { returns, index }: { readonly returns: readonly (number | null)[]; readonly index: readonly IndexDay[] },
): Period[] {
  const months = Map.groupBy(days.keys(), (at) => monthOf(days[at]?.date ?? ''))
  return [...months]
    .map(([month, indexes]) => {
      const first = indexes[0] ?? 0
      const start = first === 0 ? base?.date : days[first - 1]?.date
      const [from, to] = endsOf(index, start, days[indexes.at(-1) ?? 0]?.date)
      return {
        month,
        portfolio: timeWeighted(indexes.map((at) => returns[at] ?? null)),
        index: from === undefined || to === undefined ? null : to.value / from.value - 1,
      }
    })
    .toReversed()
}
