/** What the screen is asked for, as the address says it. */
import {
  PERFORMANCE_BASES,
  PERFORMANCE_RANGES,
  type PerformanceBasis,
  type PerformanceRange,
} from '@em/contract/books/performance'

export const VIEWS = {
  overview: 'Overview',
  risk: 'Risk Metrics',
  benchmark: 'Benchmark Analysis',
  allocation: 'Allocation & Attribution',
  holdings: 'Top Holdings',
} as const
export type View = keyof typeof VIEWS

export interface PerformanceFilters {
  /** A code; null for all. */
  readonly portfolio: string | null
  readonly range: PerformanceRange
  readonly basis: PerformanceBasis
  /** A code; null for the portfolio's own. */
  readonly benchmark: string | null
  readonly view: View
}

const oneOf = <T extends string>(all: readonly T[], value: string | null, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise

export function filtersOf(hash: URLSearchParams): PerformanceFilters {
  return {
    portfolio: hash.get('portfolio'),
    range: oneOf(PERFORMANCE_RANGES, hash.get('range'), '1Y'),
    basis: oneOf(PERFORMANCE_BASES, hash.get('basis'), 'securities'),
    benchmark: hash.get('benchmark'),
    view: oneOf(Object.keys(VIEWS) as View[], hash.get('view'), 'overview'),
  }
}

/** The query of the calls. */
export function askedOf({ portfolio, range, basis, benchmark }: PerformanceFilters) {
  return {
    timeRange: range,
    basis,
    ...(portfolio !== null && { portfolioId: portfolio }),
    ...(benchmark !== null && { benchmark }),
  }
}

/** `2026-05` as May 2026. */
export function monthInWords(period: string): string {
  const [year = '', month = ''] = period.split('-')
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${names[Number(month) - 1] ?? month} ${year}`
}
