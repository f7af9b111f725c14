/** One's trades as marks on the chart of prices. */
import type { TradeMark } from '@em/contract/securities/security'
import { formatNumber } from '../../lib/numerals.ts'
import type { ChartMark } from '../../ui/price-chart/price-days.ts'

const DONE = { buy: 'Bought', sell: 'Sold', opening: 'Brought forward' } as const

/** A mark a day and side, with the shares of all its trades. */
export const marksOf = (marks: readonly TradeMark[]): ChartMark[] =>
  marks.map(({ date, side, quantity }) => ({
    date,
    kind: side,
    text: `${DONE[side]} ${formatNumber(quantity, { decimals: 0 })}`,
  }))
