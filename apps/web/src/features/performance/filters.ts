/** The filters of the screen, as they are in the address. */
import {
  PERFORMANCE_BASES,
  PERFORMANCE_RANGES,
  type PerformanceBasis,
  type PerformanceMetrics,
  type PerformanceRange,
} from '@em/contract/performance/performance'
import { isDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'

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
  /** Ends with `to`; does not count where `from` is named. */
  readonly range: PerformanceRange
  /** First and last day, '' where none is named: then the range, until today. */
  readonly from: string
  readonly to: string
  readonly basis: PerformanceBasis
  /** A code; null for the portfolio's own. */
  readonly benchmark: string | null
  readonly view: View
}

const oneOf = <T extends string>(all: readonly T[], value: string | null, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise

const dayIn = (hash: URLSearchParams, name: string) => {
  const day = hash.get(name) ?? ''
  return isDate(day) ? day : ''
}

export function filtersOf(hash: URLSearchParams): PerformanceFilters {
  return {
    portfolio: hash.get('portfolio'),
    range: oneOf(PERFORMANCE_RANGES, hash.get('range'), '1Y'),
    from: dayIn(hash, 'from'),
    to: dayIn(hash, 'to'),
    basis: oneOf(PERFORMANCE_BASES, hash.get('basis'), 'securities'),
    benchmark: hash.get('benchmark'),
    view: oneOf(Object.keys(VIEWS) as View[], hash.get('view'), 'overview'),
  }
}

/** The query of the calls. */
export function askedOf({ portfolio, range, from, to, basis, benchmark }: PerformanceFilters) {
  return {
    ...(from === '' ? { timeRange: range } : { startDate: from }),
    ...(to !== '' && { endDate: to }),
    basis,
    ...(portfolio !== null && { portfolioId: portfolio }),
    ...(benchmark !== null && { benchmark }),
  }
}

/** The name of a range where there is room. */
export const RANGE_WORDS: Readonly<Record<PerformanceRange, string>> = {
  '1M': '1M',
  '3M': '3M',
  '6M': '6M',
  '1Y': '1Y',
  '3Y': '3Y',
  '5Y': '5Y',
  YTD: 'FY to date',
  LFY: 'Last FY',
  All: 'Since inception',
}

/** Risk-free rates in words: one of all days, or the last of several. */
export function rateInWords({ riskFreeRate, riskFreeRates }: PerformanceMetrics['settings']): string | null {
  if (riskFreeRate === null) return null
  const rate = `${formatNumber(riskFreeRate, { decimals: 2 })}% a year`
  return riskFreeRates.length > 1 ? `${rate} at the end, ${riskFreeRates.length} rates by day` : rate
}

/** `2026-05` as May 2026. */
export function monthInWords(period: string): string {
  const [year = '', month = ''] = period.split('-')
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${names[Number(month) - 1] ?? month} ${year}`
}
