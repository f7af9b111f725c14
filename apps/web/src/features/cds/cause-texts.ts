import type { ComparedLine } from '@em/contract/cds/cds-comparison'
import type { BreakCause } from '@em/core/cds/compare'
import { formatNumber } from '../../lib/numerals.ts'

/** The likely cause of a break, in a few words. */
export const CAUSE_WORDS: Readonly<Record<BreakCause, string>> = {
  'unknown-security': 'Unknown security',
  awaited: 'Not yet credited',
  'unsettled-buy': 'Unsettled buy',
  'unsettled-sale': 'Unsettled sale',
  'unsettled-trades': 'Unsettled trades',
  'not-yet-credited': 'Not yet credited',
  'not-yet-debited': 'Not yet debited',
  'pledged-left-out': 'Pledged shares left out',
  'other-account': 'Other account of the portfolio',
  'missing-buy': 'Missing trade: buy',
  'missing-sale': 'Missing trade: sale',
  'not-on-statement': 'Not on the statement',
  pledge: 'Pledged shares differ',
}

type Broken = Pick<
  ComparedLine,
  'cause' | 'difference' | 'symbol' | 'trades' | 'other_account' | 'awaited' | 'pledged' | 'stated_pledged'
>

const shares = (quantity: number) => {
  const count = Math.abs(quantity)
  return `${formatNumber(count, { decimals: 0 })} ${count === 1 ? 'share' : 'shares'}`
}

/** The most likely cause of a break, and what to do; blank where both agree. */
export function causeSentence(line: Broken): string {
  const { cause, difference, trades, symbol } = line
  const deals = trades
    .filter(({ isCause }) => isCause)
    .map(({ deal_number }) => deal_number)
    .join(', ')
  switch (cause) {
    case null:
      return ''
    case 'unknown-security':
      return `${symbol} is not in the Equity Master. Add it, then compare again.`
    case 'awaited':
      return `${shares(difference)} of a ${line.awaited ?? 'corporate action'} are not yet credited.`
    case 'unsettled-buy':
    case 'unsettled-sale':
    case 'unsettled-trades':
      return `The statement counts trades that settle later: ${deals}.`
    case 'not-yet-credited':
      return `Due before the statement, but not yet credited: ${deals}.`
    case 'not-yet-debited':
      return `Due before the statement, but not yet debited: ${deals}.`
    case 'pledged-left-out':
      return `The difference is as large as what is pledged: the balance seems to leave out pledged shares.`
    case 'other-account':
      return Math.abs(difference) === 1
        ? `1 share stands in ${line.other_account ?? 'another account'} of the same portfolio. Place its trade in the right account.`
        : `${shares(difference)} stand in ${line.other_account ?? 'another account'} of the same portfolio. Place their trades in the right account.`
    case 'missing-buy':
      return `The statement has ${shares(difference)} more: a buy is missing here, or a sale did not take place.`
    case 'missing-sale':
      return `The statement has ${shares(difference)} less: a sale is missing here, or a buy did not take place.`
    case 'not-on-statement':
      return `The statement does not name ${symbol}, of which ${shares(difference)} have settled here.`
    case 'pledge':
      return `${formatNumber(line.stated_pledged ?? 0, { decimals: 0 })} shares are pledged on the statement, ${formatNumber(line.pledged, { decimals: 0 })} here.`
  }
}

/** The state of a line. */
export function stateOf({ cause, note }: Pick<ComparedLine, 'cause' | 'note'>) {
  if (cause === null) return { word: 'Agrees', tone: 'good' } as const
  return note === null
    ? ({ word: 'Break', tone: 'bad' } as const)
    : ({ word: 'Explained', tone: 'warn' } as const)
}
