import type { TradeSummary } from '@em/contract/prices/trade-summary'
import { formatNumber } from '../../lib/numerals.ts'

const WORDS: Readonly<Record<TradeSummary['exceptions'][number], (askedFrom: number) => string>> = {
  'outside-range': () => "Outside the day's range",
  'large-move': (askedFrom) => `Moved by more than ${askedFrom} %`,
  'range-reversed': () => 'Low above high',
}

/** The exceptions of a price, in words. */
export const exceptionWords = ({ exceptions, asked_from }: Pick<TradeSummary, 'exceptions' | 'asked_from'>) =>
  exceptions.map((exception) => WORDS[exception](asked_from))

/** The same of a listed price, with what it was compared with where the list does not show that as its previous close. */
export function exceptionsInWords({
  exceptions,
  asked_from,
  previous_close,
  compared_with,
}: Pick<TradeSummary, 'exceptions' | 'asked_from' | 'previous_close' | 'compared_with'>): string[] {
  return exceptions.map((exception) => {
    const words = WORDS[exception](asked_from)
    return exception === 'large-move' && previous_close === null && compared_with !== null
      ? `${words} from ${formatNumber(compared_with, { decimals: 2 })}`
      : words
  })
}
