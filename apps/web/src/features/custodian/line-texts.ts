import type { CustodianCause, CustodianLine } from '@em/contract/custodian/custodian'
import { formatNumber } from '../../lib/numerals.ts'
import { CAUSE_WORDS as CDS_WORDS, causeSentence as cdsSentence } from '../cds/cause-texts.ts'

/** The likely cause of a difference, in a few words. */
export const CAUSE_WORDS: Readonly<Record<CustodianCause, string>> = {
  ...CDS_WORDS,
  'fails-at-custodian': 'Fails at the custodian',
  faulty: 'Cannot be used',
  cancelled: 'Cancellation',
  duplicate: 'Received before',
  'taken-back': 'Taken back',
  'no-trade': 'No trade',
  'several-trades': 'Several trades',
  'other-terms': 'Other terms',
  'free-of-payment': 'Free of payment',
  'settled-already': 'Settled already',
  'amount-differs': 'Amount differs',
  part: 'In part',
}

const OF_CONFIRMATIONS: Partial<Record<CustodianCause, string>> = {
  'unknown-security':
    'The security is not known here. Choose it below, or add its ISIN in the Equity Master.',
  duplicate: 'A confirmation with the same reference was received before. Accept that one.',
  'no-trade': 'No trade of the account has this security, side, quantity, amount and day.',
  'several-trades': 'More than one trade fits. Confirm the right one in Settlement Instructions.',
  'other-terms': 'The trade of the reference has another security, side or quantity.',
  'free-of-payment': 'Shares moved without money. A settlement is confirmed by its payment.',
  'settled-already': 'The settlement of the trade is confirmed already.',
  part: 'Part of the trade has settled. The rest stays outstanding.',
}

/** The most likely cause of a difference, and what to do; blank where both agree. */
export function causeSentence(line: CustodianLine): string {
  const { cause, fault } = line
  if (cause === null) return ''
  if (fault !== null) return `${fault.field}: ${fault.message}`
  if (cause === 'amount-differs') {
    const [stated, ours] = [line.stated_amount ?? 0, line.our_amount ?? 0].map((amount) =>
      formatNumber(amount, { decimals: 2 }),
    )
    return `The custodian says LKR ${stated}, outstanding here is LKR ${ours}.`
  }
  if (cause === 'cancelled' || cause === 'taken-back') return takenBackSentence(line)
  if (cause === 'fails-at-custodian')
    return 'Shares that count as settled here are still pending at the custodian.'
  const sentence = line.of === 'confirmation' ? OF_CONFIRMATIONS[cause] : undefined
  if (sentence !== undefined) return sentence
  if (!(cause in CDS_WORDS)) return ''
  return cdsSentence({
    cause: cause as keyof typeof CDS_WORDS,
    difference: line.difference ?? 0,
    symbol: line.symbol,
    trades: line.trades.map((trade) => ({ ...trade, trade_date: '', isUnsettled: true })),
    other_account: null,
    awaited: line.awaited,
    pledged: line.pledged ?? 0,
    stated_pledged: line.stated_pledged,
  })
}

/** A cancellation, or the confirmation that it takes back: whether a settlement is to be reopened. */
function takenBackSentence({ cause, linked }: CustodianLine): string {
  if (linked === null)
    return 'The custodian takes back an earlier confirmation and does not say which. Reopen the settlement in Settlement Instructions if it was confirmed.'
  const { reference, file_id, deal_number } = linked
  const what =
    cause === 'cancelled'
      ? `It takes back the confirmation ${reference}${file_id === null ? ', which was not received here' : ''}.`
      : `The custodian took it back${reference === '' ? '' : ` by ${reference}`}.`
  return deal_number === null
    ? `${what} There is nothing to do.`
    : `${what} The settlement of ${deal_number} was confirmed by it: reopen it in Settlement Instructions.`
}

type Standing = Pick<CustodianLine, 'cause' | 'note' | 'accepted' | 'proposal' | 'linked'>

/** Whether the settlement that a line confirmed is to be reopened. */
const isToReopen = ({ cause, linked }: Standing) =>
  (cause === 'cancelled' && linked === null) || (linked !== null && linked.deal_number !== null)
/** Whether a line was taken back before anything rested on it. */
const isDone = (line: Standing) =>
  (line.cause === 'cancelled' || line.cause === 'taken-back') && !isToReopen(line)

/** Whether a user has to check a line. */
export const isOpen = (line: Standing): boolean =>
  !isDone(line) &&
  (isToReopen(line) || (line.accepted === null && (line.cause !== null || line.proposal !== null)))

/** The state of a line. */
export function stateOf(line: Standing) {
  if (isDone(line)) return { word: 'Taken back', tone: 'quiet' } as const
  if (isToReopen(line)) return { word: 'To reopen', tone: 'bad' } as const
  if (line.accepted !== null) return { word: 'Accepted', tone: 'good' } as const
  if (line.proposal !== null) return { word: 'To accept', tone: 'warn' } as const
  if (line.cause === null) return { word: 'Agrees', tone: 'good' } as const
  return line.note === null
    ? ({ word: 'Differs', tone: 'bad' } as const)
    : ({ word: 'Explained', tone: 'warn' } as const)
}
