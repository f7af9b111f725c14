/** Puts the answer of performance together: figures in percent, and sentences for missing figures. No SQL, no clock. */
import type { PerformanceBasis, PerformanceMetrics } from '@em/contract/performance/performance'
import { indexOf } from '@em/core/performance/day-returns'
import { RISK_RETURNS_MIN, VAR_RETURNS_MIN, YEAR_DAYS } from '@em/core/performance/minimum-data'
import type { RateFrom } from '@em/core/performance/risk'
import {
  byMonth,
  figuresOf,
  ofLastDay,
  ofLastMonths,
  type PortfolioDay,
  type RangeFigures,
} from '@em/core/performance/summary'
import { dayInWords } from '@em/core/values/date-texts'
import { rupees, sumOf } from '@em/core/values/money'
import type { Benchmark, IndexDays } from './days.queries.ts'
import type { SecurityGain } from './holdings.queries.ts'
import type { PerformanceSpan } from './span.ts'

/** Holdings that are listed. */
const TOP_HOLDINGS = 20
/** Points of the chart. */
const POINTS_MAX = 400

export interface MetricsFacts {
  readonly portfolio: { readonly portfolioId: string; readonly portfolioName: string } | null
  readonly span: PerformanceSpan
  readonly basis: PerformanceBasis
  /** The first day that a bank account was overdrawn; null where none ever was. */
  readonly overdrawnOn: string | null
  readonly marketDaysPerYear: number
  /** In force in the range, in order of date. */
  readonly riskFreeRates: readonly RateFrom[]
  readonly recalculatingFrom: string | null
  readonly base: PortfolioDay | null
  readonly days: readonly PortfolioDay[]
  /** Of the shares alone at the end: money that waits for an allotment bears returns and is no share yet. */
  readonly sharesValue: number
  /** Of a year until the last day, for the return of a year next to shorter ranges. */
  readonly ofYear: { readonly base: PortfolioDay | null; readonly days: readonly PortfolioDay[] }
  readonly benchmark: Benchmark | null
  readonly index: IndexDays
  readonly gains: readonly SecurityGain[]
  /** Of the benchmark at the end; empty where it has none. */
  readonly weights: ReadonlyMap<string, number>
}

/** A fraction in percent with 4 decimals. */
const percent = (fraction: number | null) =>
  fraction === null || !Number.isFinite(fraction) ? null : Math.round(fraction * 1e6) / 1e4
const ratio = (value: number | null) => (value === null ? null : Math.round(value * 1e4) / 1e4)
const money = (value: number) => Math.round(value * 100) / 100

/** The whole answer. */
export function metricsOf(facts: MetricsFacts): PerformanceMetrics {
  const { portfolio, base, days, benchmark, index, riskFreeRates, marketDaysPerYear: n } = facts
  const figures = figuresOf({ base, days, index: index.days, n, riskFreeRates })
  const year = figuresOf({ ...facts.ofYear, index: [], n, riskFreeRates })
  const ofMonths = (months: number) =>
    ofLastMonths(facts.ofYear.days, year.returns, { base: facts.ofYear.base, months })
  const last = days.at(-1)
  const excess =
    figures.timeWeighted === null || figures.indexReturn === null
      ? null
      : figures.timeWeighted - figures.indexReturn
  return {
    portfolioId: portfolio?.portfolioId ?? null,
    portfolioName: portfolio?.portfolioName ?? null,
    timeRange: facts.span.timeRange,
    basis: facts.basis,
    fundMissing: fundMissing(facts),
    from: base?.date ?? days[0]?.date ?? null,
    to: last?.date ?? base?.date ?? null,
    recalculatingFrom: facts.recalculatingFrom,
    settings: {
      marketDaysPerYear: n,
      riskFreeRate: percent(riskFreeRates.at(-1)?.rate ?? null),
      riskFreeRates: riskFreeRates.map(({ from, rate }) => ({ from, rate: percent(rate) ?? 0 })),
    },
    days: {
      calendar: figures.calendarDays,
      market: days.length,
      returns: figures.riskReturns.length,
      paired: figures.pairedDays,
    },
    portfolioSummary: {
      totalValue: money(facts.basis === 'fund' ? (last?.value ?? base?.value ?? 0) : facts.sharesValue),
      totalReturn: money(figures.gain),
      totalReturnPercent: percent(figures.timeWeighted),
      annualizedPercent: percent(figures.annualized),
      moneyWeightedPercent: percent(figures.moneyWeighted),
      moneyWeightedIsYearly: figures.moneyWeightedIsYearly,
      dailyReturn: percent(ofLastDay(facts, figures.returns)),
      monthlyReturn: percent(ofMonths(1)),
      yearlyReturn: percent(ofMonths(12)),
    },
    riskMetrics: {
      volatility: percent(figures.volatility),
      sharpeRatio: ratio(figures.sharpeRatio),
      beta: ratio(figures.benchmark.beta),
      maxDrawdown: percent(figures.maxDrawdown),
      var95: percent(figures.valueAtRisk95),
      var95Amount: figures.valueAtRisk95 === null ? null : money(figures.valueAtRisk95 * (last?.value ?? 0)),
      trackingError: percent(figures.benchmark.trackingError),
    },
    benchmarkComparison: {
      benchmark: benchmark?.code ?? null,
      benchmarkName: benchmark?.name ?? null,
      usesTotalReturn: index.usesTotalReturn,
      benchmarkReturn: percent(figures.indexReturn),
      excessReturn: percent(excess),
      informationRatio: ratio(figures.benchmark.informationRatio),
      correlation: ratio(figures.benchmark.correlation),
      from: figures.indexFrom,
      to: figures.indexTo,
    },
    sectorAllocation: sectorsOf(facts),
    topHoldings: holdingsOf(facts.gains),
    performanceHistory: byMonth(base, days, { returns: figures.returns, index: index.days }).map(
      ({ month, portfolio: own, index: other }) => ({
        period: month,
        portfolio: percent(own),
        benchmark: percent(other),
        excess: percent(own === null || other === null ? null : own - other),
      }),
    ),
    series: seriesOf(facts, figures),
    missing: missingOf(facts, figures),
  }
}

function fundMissing({ overdrawnOn }: MetricsFacts): string | null {
  if (overdrawnOn === null) return null
  return `Cash at Bank was negative on ${dayInWords(overdrawnOn)}: money was used that the books do not show.`
}

interface Sums {
  startValue: bigint
  endValue: bigint
  paidIn: bigint
  takenOut: bigint
}
const nothing = (): Sums => ({ startValue: 0n, endValue: 0n, paidIn: 0n, takenOut: 0n })
const gainOf = ({ startValue, endValue, paidIn, takenOut }: Sums) => endValue + takenOut - startValue - paidIn
/** Gain in percent of what was there and what was paid in; null where that was nothing. */
const gainOn = (gain: bigint, { startValue, paidIn }: Pick<Sums, 'startValue' | 'paidIn'>) =>
  startValue + paidIn === 0n ? null : percent(Number(gain) / Number(startValue + paidIn))
const shareOf = (part: bigint, whole: bigint) =>
  whole === 0n ? 0 : (percent(Number(part) / Number(whole)) ?? 0)

function sectorsOf({ gains, weights }: MetricsFacts): PerformanceMetrics['sectorAllocation'] {
  const sectors = new Map<string, Sums>()
  for (const sector of weights.keys()) sectors.set(sector, nothing())
  for (const gain of gains) {
    const sums = sectors.get(gain.sector) ?? nothing()
    for (const name of ['startValue', 'endValue', 'paidIn', 'takenOut'] as const) sums[name] += gain[name]
    sectors.set(gain.sector, sums)
  }
  const whole = sumOf(gains.map(({ endValue }) => endValue))
  return [...sectors]
    .toSorted(([, a], [, b]) => (a.endValue < b.endValue ? 1 : a.endValue > b.endValue ? -1 : 0))
    .map(([sector, sums]) => ({
      sector,
      value: rupees(sums.endValue),
      allocation: shareOf(sums.endValue, whole),
      return: gainOn(gainOf(sums), sums),
      benchmark: weights.size === 0 ? null : percent(weights.get(sector) ?? 0),
    }))
}

function holdingsOf(gains: readonly SecurityGain[]): PerformanceMetrics['topHoldings'] {
  const whole = nothing()
  for (const gain of gains)
    for (const name of ['startValue', 'endValue', 'paidIn', 'takenOut'] as const) whole[name] += gain[name]
  return gains
    .filter(({ endValue }) => endValue > 0n)
    .toSorted((a, b) => (a.endValue < b.endValue ? 1 : a.endValue > b.endValue ? -1 : 0))
    .slice(0, TOP_HOLDINGS)
    .map((held) => ({
      symbol: held.symbol,
      companyName: held.companyName,
      value: rupees(held.endValue),
      allocation: shareOf(held.endValue, whole.endValue),
      gain: rupees(gainOf(held)),
      return: gainOn(gainOf(held), held),
      contribution: gainOn(gainOf(held), whole),
    }))
}

/** Portfolio and index from 100 on, thinned out evenly; the last day stays. */
function seriesOf(
  { base, days, index }: MetricsFacts,
  { returns, indexFrom }: RangeFigures,
): PerformanceMetrics['series'] {
  const own = indexOf(returns)
  const start = indexFrom === null ? undefined : index.days.find(({ date }) => date === indexFrom)?.value
  const values = new Map(index.days.map(({ date, value }) => [date, value]))
  let highest = 100
  const points = [base?.date, ...days.map(({ date }) => date)].flatMap((date, at) => {
    const level = own[at] ?? 100
    highest = Math.max(highest, level)
    if (date === undefined) return []
    const other = values.get(date)
    const benchmark = start === undefined || other === undefined ? null : ratio((other / start) * 100)
    return [{ date, portfolio: ratio(level) ?? 100, benchmark, drawdown: percent(level / highest - 1) ?? 0 }]
  })
  const step = Math.ceil(points.length / POINTS_MAX)
  return points.filter((_, at) => (points.length - 1 - at) % step === 0)
}

/** A sentence for each missing figure. */
function missingOf(facts: MetricsFacts, figures: RangeFigures): PerformanceMetrics['missing'] {
  const { days, base, span, benchmark, riskFreeRates } = facts
  const missing: { figure: string; why: string }[] = []
  const say = (figure: string, why: string) => missing.push({ figure, why })
  const first = base?.date ?? days[0]?.date
  if (first === undefined) {
    say('All figures', 'There are no values yet. They begin with the first trade or opening position.')
    return missing
  }
  if (base === null && !span.isSinceInception)
    say('Range', `Values begin on ${dayInWords(first)}, after the range does (${dayInWords(span.from)}).`)
  const last = days.at(-1)
  if (last !== undefined && ofLastDay(facts, figures.returns) === null)
    say(
      'Daily return',
      `It compares prices of ${dayInWords(last.date)} with those of the market day before; one of the two days has none of its own.`,
    )
  if (figures.annualized === null)
    say(
      'Return a year',
      `A return is told of a year from ${YEAR_DAYS} days on; these are ${figures.calendarDays}.`,
    )
  if (figures.moneyWeighted === null)
    say(
      'Money-weighted return',
      days.every(({ paidIn, takenOut }) => paidIn === 0 && takenOut === 0) && (base?.value ?? 0) === 0
        ? 'Nothing was held in these days and nothing was paid in.'
        : 'No rate makes what was paid in and what was taken out equal.',
    )
  const returns = figures.riskReturns.length
  const days_ = (count: number) => (count === 1 ? '1 day return' : `${count} day returns`)
  if (returns < RISK_RETURNS_MIN)
    say(
      'Risk figures',
      `They need ${RISK_RETURNS_MIN} day returns between days with prices of their own; there ${returns === 1 ? 'is' : 'are'} ${days_(returns)}.`,
    )
  if (returns < VAR_RETURNS_MIN)
    say(
      'Value at risk',
      `It needs ${VAR_RETURNS_MIN} day returns; there ${returns === 1 ? 'is' : 'are'} ${returns}.`,
    )
  if (riskFreeRates.length === 0)
    say('Sharpe ratio', 'No risk-free rate is recorded for these days (Risk-Free Rates).')
  else if (figures.isBeforeRates)
    say(
      'Sharpe ratio',
      `The risk-free rates begin on ${dayInWords(riskFreeRates[0]?.from ?? '')}, after the range does (Risk-Free Rates).`,
    )
  if (benchmark === null) say('Benchmark', 'The Index Master has no active index.')
  else if (figures.indexReturn === null)
    say(
      'Benchmark return',
      `${benchmark.code} needs a value near the start of the range and one near its end.`,
    )
  if (benchmark !== null && figures.pairedDays < RISK_RETURNS_MIN)
    say(
      'Beta, correlation, tracking error and information ratio',
      `They need ${RISK_RETURNS_MIN} days that the portfolio and ${benchmark.code} both have; there ${figures.pairedDays === 1 ? 'is' : 'are'} ${figures.pairedDays}.`,
    )
  return missing
}
