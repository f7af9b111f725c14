import { PRICE_SOURCES } from '@em/contract/prices/trade-summary'
import type { ValuationLine } from '@em/contract/valuation/valuation'
import type { LineException } from '@em/core/valuation/mark-to-market'
import type { RunState } from '@em/core/valuation/run-state'

/** The states of a run, in words. */
export const RUN_WORDS: Readonly<
  Record<RunState, { readonly word: string; readonly tone: 'good' | 'warn' | 'quiet' }>
> = {
  posted: { word: 'Posted', tone: 'good' },
  stale: { word: 'Stale', tone: 'warn' },
  replaced: { word: 'Replaced', tone: 'quiet' },
  reversed: { word: 'Reversed', tone: 'quiet' },
}

const EXCEPTIONS: Readonly<Record<LineException, string>> = {
  unpriced: 'No price: at cost',
  stale: 'Price older than 5 market days',
  typed: 'Not from the exchange',
  derived: 'Derived from the share',
  'no-close': 'No closing price',
}

/** The points of a line that a user should check, in words; '' where there are none. */
export const exceptionsOf = ({ exceptions }: Pick<ValuationLine, 'exceptions'>): string =>
  exceptions.map((one) => EXCEPTIONS[one]).join('; ')

/** Which price was taken and where it came from: "Last trade, Trade summary". */
export function sourceOf({ price_kind, price_source }: ValuationLine): string {
  if (price_kind === null) return 'Carrying amount'
  const kind = price_kind.slice(0, 1).toUpperCase() + price_kind.slice(1)
  return price_source === null ? kind : `${kind}, ${PRICE_SOURCES[price_source]}`
}
