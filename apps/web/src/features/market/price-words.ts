import type { TradeSummary } from '@em/contract/books/trade-summary'

const WORDS: Readonly<Record<TradeSummary['exceptions'][number], string>> = {
  'outside-range': "Outside the day's range",
  'large-move': 'Moved by more than 10 %',
  'range-reversed': 'Low above high',
}

/** What is unusual about a price. */
export const exceptionWords = (exception: TradeSummary['exceptions'][number]): string => WORDS[exception]
