import type { CalendarEntry, DUE_KINDS } from '@em/contract/corporate-actions/action-reports'
import type { KindWords } from '@em/contract/corporate-actions/kind'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { counted, formatNumber } from '../../../lib/numerals.ts'

export type DueKind = (typeof DUE_KINDS)[number]

/** The long and short name of a day, and its tone: money that comes, a last day to act, or neither. */
const DUE_WORDS: Readonly<
  Record<
    DueKind,
    { readonly label: string; readonly short: string; readonly tone: 'money' | 'act' | 'quiet' }
  >
> = {
  XD: { label: 'XD', short: 'XD', tone: 'quiet' },
  record: { label: 'Record date', short: 'Record', tone: 'quiet' },
  payment: { label: 'Payment', short: 'Pay', tone: 'money' },
  allotment: { label: 'Allotment', short: 'Allot', tone: 'quiet' },
  subscription: { label: 'Subscription opens', short: 'Opens', tone: 'quiet' },
  renunciation: { label: 'Last day to renounce', short: 'Renounce', tone: 'act' },
  acceptance: { label: 'Last day to accept', short: 'Accept', tone: 'act' },
  settlement: { label: 'Settlement', short: 'Settle', tone: 'money' },
}

/** The names of a day: "Payment", "Pay"; the ex day of rights is XR. */
export function wordsOf({ what, kind }: Pick<CalendarEntry, 'what' | 'kind'>) {
  const words = DUE_WORDS[what]
  // The day on which an event takes effect is called otherwise where shares go ex nothing. Of a settlement the kind is none of an action.
  const own = what === 'XD' ? (KINDS as Partial<Record<string, KindWords>>)[kind]?.due : undefined
  return own === undefined ? words : { ...words, label: own[0], short: own[1] }
}

/** "2 portfolios, LKR 55,250.00" */
export function entryDetails({ portfolios, amount }: CalendarEntry): string {
  return [
    ...(portfolios > 0 ? [counted(portfolios, 'portfolio')] : []),
    ...(amount === null ? [] : [`LKR ${formatNumber(amount, { decimals: 2 })}`]),
  ].join(', ')
}
