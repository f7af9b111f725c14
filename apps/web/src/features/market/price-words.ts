import type { TradeSummary } from '@em/contract/books/trade-summary'
import { formatNumber } from '../../lib/numerals.ts'

const WORDS: Readonly<Record<TradeSummary['exceptions'][number], string>> = {
  'outside-range': "Outside the day's range",
  'large-move': 'Moved by more than 10 %',
  'range-reversed': 'Low above high',
}

/** What is unusual about a price. */
export const exceptionWords = (exception: TradeSummary['exceptions'][number]): string => WORDS[exception]

/** The same of a listed price, with what it was compared with where the list does not show that as its previous close. */
export function exceptionsInWords({
  exceptions,
  previous_close,
  compared_with,
}: Pick<TradeSummary, 'exceptions' | 'previous_close' | 'compared_with'>): string[] {
  return exceptions.map((exception) =>
    exception === 'large-move' && previous_close === null && compared_with !== null
      ? `${WORDS[exception]} from ${formatNumber(compared_with, { decimals: 2 })}`
      : WORDS[exception],
  )
}
