/**
 * Figures of risk from day returns. Returns and answers are fractions (0.18 is 18 %). Each is null with less
 * data than minimum-data.ts asks for; `enough` lets a test of a formula ask with less.
 */
import type { PlainDate } from '../values/dates.ts'
import { RISK_RETURNS_MIN, VAR_RETURNS_MIN } from './minimum-data.ts'

/** The arithmetic mean; NaN of nothing. */
export function mean(of: readonly number[]): number {
  let sum = 0
  for (const one of of) sum += one
  return sum / of.length
}

/** Covariance of a sample (n - 1) of pairs. */
export function covariance(one: readonly number[], other: readonly number[]): number {
  const [meanOne, meanOther] = [mean(one), mean(other)]
  let sum = 0
  for (const [at, value] of one.entries()) sum += (value - meanOne) * ((other[at] ?? 0) - meanOther)
  return sum / (one.length - 1)
}

/** Less than this is what rounding leaves of no deviation at all. */
const NO_DEVIATION = 1e-12

/** Standard deviation of a sample (n - 1); 0 where all are the same but for their last digits. */
export function deviation(of: readonly number[]): number {
  const found = Math.sqrt(covariance(of, of))
  return found < NO_DEVIATION ? 0 : found
}

/** Volatility of a year: sample deviation (n - 1) of day returns x sqrt(N), N market days a year. Source: Bacon. */
export function volatility(returns: readonly number[], n: number, enough = RISK_RETURNS_MIN): number | null {
  return returns.length < enough ? null : deviation(returns) * Math.sqrt(n)
}

/** A yearly rate as a fraction, from a day on until another begins. */
export interface RateFrom {
  readonly from: PlainDate
  readonly rate: number
}

/** The rate in force on each of the days, of rates in order of date; null where one of them is before all rates. */
export function ratesOn(days: readonly PlainDate[], rates: readonly RateFrom[]): number[] | null {
  const found = days.map((day) => rates.findLast(({ from }) => from <= day)?.rate)
  return found.some((rate) => rate === undefined) ? null : (found as number[])
}

/** The risk-free return of a market day, from the rate of a 364-day bill: (1 + rate)^(1/N) - 1. */
export const riskFreeDay = (rate: number, n: number): number => (1 + rate) ** (1 / n) - 1

/**
 * Sharpe ratio of a year: mean(r - f) / deviation(r - f) x sqrt(N); null without a deviation. `rates` are the yearly risk-free rates
 * of the same days as fractions. Source: Sharpe, The Sharpe Ratio, Journal of Portfolio Management 1994.
 */
export function sharpeRatio(
  returns: readonly number[],
  { rates, n, enough = RISK_RETURNS_MIN }: { rates: readonly number[]; n: number; enough?: number },
): number | null {
  if (returns.length < enough) return null
  const excess = returns.map((one, at) => one - riskFreeDay(rates[at] ?? 0, n))
  const spread = deviation(excess)
  return spread === 0 ? null : (mean(excess) / spread) * Math.sqrt(n)
}

/**
 * The deepest fall from a height: the lowest of index / (highest index so far) - 1, at most 0. The index begins at 100 and is
 * its own first height. Source: Bacon.
 */
export function maxDrawdown(index: readonly number[], enough = RISK_RETURNS_MIN): number | null {
  if (index.length - 1 < enough) return null
  let [highest, deepest] = [0, 0]
  for (const one of index) {
    if (one > highest) highest = one
    deepest = Math.min(deepest, one / highest - 1)
  }
  return deepest
}

/** PERCENTILE.INC of a spreadsheet: the value at `share` (0 to 1) of the sorted ones, between two of them in proportion. */
export function percentileInclusive(of: readonly number[], share: number): number {
  const sorted = of.toSorted((a, b) => a - b)
  const rank = (sorted.length - 1) * share
  const below = sorted[Math.floor(rank)] ?? Number.NaN
  const above = sorted[Math.ceil(rank)] ?? below
  return below + (above - below) * (rank - Math.floor(rank))
}

/**
 * Value at risk of one day at 95 %, historical: what was lost at least on the worst day in twenty, above zero for a loss.
 * Source: Jorion, Value at Risk (historical simulation).
 */
export function valueAtRisk95(returns: readonly number[], enough = VAR_RETURNS_MIN): number | null {
  return returns.length < enough ? null : -percentileInclusive(returns, 0.05)
}
