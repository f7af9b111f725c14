import { GAIN_RANGES, type GainRange } from '@em/core/holidays/ranges'
import { recall, remember } from '../../lib/remember.ts'

const RANGE = 'dashboard.range'
const PORTFOLIO = 'dashboard.portfolio'
/** What is remembered for all portfolios together. */
const ALL = ''

/** What the dashboard's figures are asked by: the sales of a range, of one portfolio (null: of all together). */
export const figuresBy = (range: GainRange, portfolioId: string | null) => ({
  query: { range, ...(portfolioId === null ? {} : { portfolioId }) },
})

/** The range of sales that this user chose last; a year at first. */
export function lastRange(): GainRange {
  const last = recall<string>(RANGE, '1Y')
  return GAIN_RANGES.find((one) => one === last) ?? '1Y'
}

export function rememberRange(range: GainRange): void {
  remember(RANGE, range)
}

/** The portfolio whose figures were shown last, null for all together; undefined where none were shown yet. */
export function lastFigures(): string | null | undefined {
  const last = recall<string | null>(PORTFOLIO, null)
  return last === null ? undefined : last === ALL ? null : last
}

export function rememberFigures(portfolioId: string | null): void {
  remember(PORTFOLIO, portfolioId ?? ALL)
}
