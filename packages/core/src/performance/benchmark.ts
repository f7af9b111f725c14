/** A portfolio compared with an index: figures of the days on which both have a return, as fractions. */
import { RISK_RETURNS_MIN } from './minimum-data.ts'
import { covariance, deviation, mean } from './risk.ts'

/** The returns of the days that both have, in one order. */
export interface PairedReturns {
  readonly portfolio: readonly number[]
  readonly benchmark: readonly number[]
}

export interface BenchmarkFigures {
  /** cov(r, b) / var(b); null where the index never moved. Source: Bacon. */
  readonly beta: number | null
  /** cov(r, b) / (deviation r x deviation b), -1 to 1. Source: Bacon. */
  readonly correlation: number | null
  /** deviation(r - b) x sqrt(N), of a year. Source: Grinold and Kahn, Active Portfolio Management. */
  readonly trackingError: number | null
  /** mean(r - b) x N / tracking error; null where there is none. Source: Grinold and Kahn. */
  readonly informationRatio: number | null
}

const NOTHING: BenchmarkFigures = Object.freeze({
  beta: null,
  correlation: null,
  trackingError: null,
  informationRatio: null,
})

/** The days of two rows of returns, by the same indexes, on which both have one. */
export function paired(
  portfolio: readonly (number | null)[],
  benchmark: readonly (number | null)[],
): PairedReturns {
  const both: { portfolio: number[]; benchmark: number[] } = { portfolio: [], benchmark: [] }
  for (const [index, own] of portfolio.entries()) {
    const other = benchmark[index] ?? null
    if (own === null || other === null) continue
    both.portfolio.push(own)
    both.benchmark.push(other)
  }
  return both
}

/** All four figures; all null with less than `enough` days. N is the number of market days in a year. */
export function againstBenchmark(
  { portfolio, benchmark }: PairedReturns,
  n: number,
  enough = RISK_RETURNS_MIN,
): BenchmarkFigures {
  if (portfolio.length < enough) return NOTHING
  const [own, other] = [deviation(portfolio), deviation(benchmark)]
  const together = covariance(portfolio, benchmark)
  const active = portfolio.map((one, index) => one - (benchmark[index] ?? 0))
  const trackingError = deviation(active) * Math.sqrt(n)
  return {
    beta: other === 0 ? null : together / other ** 2,
    correlation: own === 0 || other === 0 ? null : Math.max(-1, Math.min(1, together / (own * other))),
    trackingError,
    informationRatio: trackingError === 0 ? null : (mean(active) * n) / trackingError,
  }
}
