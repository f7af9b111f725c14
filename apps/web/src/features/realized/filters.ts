import { REALIZED_RANGES, REALIZED_USUAL } from '@em/contract/realized/realized'
import { RANGE_NAMES, type Range, rangeSpan } from '@em/core/holidays/ranges'
import { isDate } from '../../lib/dates.ts'
import { textIn } from '../../lib/filters.ts'
import { booksIn } from '../trial-balance/filters.ts'

/** The parts of the screen: the first two by trade date as one range, the schedule and the taxes by years. */
export const TABS = {
  trades: 'Trade History',
  performance: 'Performance Analysis',
  schedule: 'Schedule',
  tax: 'Tax',
} as const
export type RealizedTab = keyof typeof TABS

/** A range by name, or days of one's own. */
export type RangeChoice = Range | 'own'

export interface RealizedFilters {
  readonly tab: RealizedTab
  /** The entity's name and the portfolio's code, '' for all. */
  readonly entity: string
  readonly portfolio: string
  /** The security's symbol, '' for all: of trades and performance alone. */
  readonly symbol: string
  readonly range: RangeChoice
  /** Days of one's own, '' where open; else those of the range. */
  readonly from: string
  readonly to: string
  /** Which trades are listed, '' for all. */
  readonly type: '' | 'BUY' | 'SELL'
}

const isTab = (text: string | null): text is RealizedTab => text !== null && Object.hasOwn(TABS, text)
const isRange = (text: string | null): text is Range =>
  text !== null && (REALIZED_RANGES as readonly string[]).includes(text)

/** Whether a tab goes by trade date; the others by posting date or tax year. */
export const isByTrade = (tab: RealizedTab): boolean => tab === 'trades' || tab === 'performance'

/** The range of a tab where none is chosen: a year back, or the financial year to date. */
export const usualRange = (tab: RealizedTab): Range => (isByTrade(tab) ? '1Y' : 'YTD')

/** Reads the address. `yearEndMonth` (1 to 12) is that of the books. */
export function filtersOf(query: URLSearchParams, today: string, yearEndMonth: number): RealizedFilters {
  const word = query.get('tab')
  const tab = isTab(word) ? word : 'trades'
  const day = (name: string) => {
    const value = query.get(name) ?? ''
    return isDate(value) ? value : ''
  }
  const own = { from: day('from'), to: day('to') }
  const asked = query.get('range')
  const range: RangeChoice = isRange(asked)
    ? asked
    : own.from !== '' || own.to !== ''
      ? 'own'
      : usualRange(tab)
  const type = query.get('type')
  return {
    tab,
    ...booksIn(query),
    symbol: isByTrade(tab) ? textIn(query, 'symbol', 20) : '',
    range,
    ...(range === 'own' ? { from: own.from, to: own.to || today } : daysOf(range, today, yearEndMonth)),
    type: type === 'BUY' || type === 'SELL' ? type : '',
  }
}

function daysOf(range: Range, today: string, yearEndMonth: number) {
  const { from, to } = rangeSpan(range, today, yearEndMonth)
  return { from: from ?? '', to }
}

/** The start lies after the end. */
export const isWrong = ({ from, to }: RealizedFilters): boolean => from !== '' && from > to

/** The query to the server: books and days. */
export function askedFor({ entity, portfolio, symbol, range, from, to }: RealizedFilters) {
  return {
    ...(entity === '' ? {} : { entity }),
    ...(portfolio === '' ? {} : { portfolioId: portfolio }),
    ...(symbol === '' ? {} : { symbol }),
    ...(range === 'own'
      ? { ...(from === '' ? {} : { startDate: from }), endDate: to }
      : { timeRange: range }),
  }
}

/** The ranges of the specification first, then years, then all of it. */
export function rangeOptions(yearEndMonth: number): { value: RangeChoice; label: string }[] {
  const years: readonly Range[] = yearEndMonth === 12 ? ['YTD', 'LFY'] : ['YTD', 'LFY', 'CYTD', 'LCY']
  const label = (range: Range) =>
    range === 'YTD'
      ? 'Financial year to date'
      : range === 'CYTD'
        ? 'Calendar year to date'
        : RANGE_NAMES[range]
  return [
    ...[...REALIZED_USUAL, ...years, 'All' as const].map((value) => ({ value, label: label(value) })),
    { value: 'own', label: 'Custom dates' },
  ]
}

/** How a file of these gains is called, without its ending: as the server calls it. */
export function fileNameOf(
  { entity, portfolio, symbol, range, from, to }: RealizedFilters,
  what = 'realized-pnl',
): string {
  const books = [portfolio || entity || 'all', ...(symbol === '' ? [] : [symbol])].join('-')
  const days = range === 'own' ? (from === '' ? `until-${to}` : `${from}-to-${to}`) : range
  return `${what}-${books}-${days}`
}
