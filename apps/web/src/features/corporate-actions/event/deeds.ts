import {
  type CorporateAction,
  type CorporateActionDetail,
  corporateActions,
} from '@em/contract/books/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import type { Needs } from '../../../lib/may.ts'

/** What can be done with an event, by its state; for whom it is follows from the call behind it. */

export const DEED_WORDS = [
  'edit',
  'process',
  'elect',
  'take-out',
  'allot',
  'receive',
  'write-off',
  'reverse',
  'cancel',
] as const
export type DeedWord = (typeof DEED_WORDS)[number]

export interface Deed {
  readonly word: DeedWord
  readonly label: string
  readonly call: Needs
  /** The next step, rather than a way back. */
  readonly main?: true
  readonly danger?: true
}

const DEEDS: Readonly<Record<DeedWord, Deed>> = {
  cancel: { word: 'cancel', label: 'Cancel event…', call: corporateActions.cancel, danger: true },
  reverse: { word: 'reverse', label: 'Reverse…', call: corporateActions.reverse, danger: true },
  edit: { word: 'edit', label: 'Edit…', call: corporateActions.change },
  'take-out': { word: 'take-out', label: 'Take Out…', call: corporateActions.takeOut },
  elect: { word: 'elect', label: 'Elections…', call: corporateActions.elect },
  'write-off': { word: 'write-off', label: 'Write Off…', call: corporateActions.writeOff },
  allot: { word: 'allot', label: 'Allot…', call: corporateActions.allot },
  receive: { word: 'receive', label: 'Confirm Receipt…', call: corporateActions.receive },
  process: { word: 'process', label: 'Process…', call: corporateActions.process, main: true },
}

/** What of an open item is done under Opening Balances. */
const OF_OPENING: readonly DeedWord[] = ['cancel', 'reverse', 'edit']

/** A row of a list does not say what is recorded: it is taken out where the event is shown. */
type Standing = Pick<CorporateAction, 'kind' | 'state' | 'net' | 'outstanding' | 'portfolios'> &
  Partial<Pick<CorporateActionDetail, 'recorded_choices' | 'taken_on'>>

/** What an event can be asked, ways back first, the next step last. */
export function deedsOf(action: Standing): readonly Deed[] {
  const { state, outstanding, net } = action
  const { brings, elects, allots, hasOwnScreen } = KINDS[action.kind]
  const some = (word: DeedWord, offered: boolean): DeedWord[] => (offered ? [word] : [])
  const edit = some('edit', hasOwnScreen !== true)
  // Also after the last day: what was elected in time is recorded with its day.
  const elect = some('elect', elects !== undefined && action.portfolios > 0)
  const takeOut = some('take-out', (action.recorded_choices ?? 0) > 0)
  const allot = some('allot', allots !== undefined)
  const money = [
    ...some('write-off', outstanding > 0),
    // What is assumed to be paid can be confirmed still, with what really came.
    ...some('receive', outstanding !== 0 || (brings.money && allots === undefined && net !== 0)),
  ]
  const words: Readonly<Record<CorporateAction['state'], readonly DeedWord[]>> = {
    draft: ['cancel', ...edit],
    announced: ['cancel', ...takeOut, ...edit, ...elect, 'process'],
    entitled: ['cancel', 'reverse', ...edit, ...elect, ...allot, ...money],
    processed: ['cancel', 'reverse', ...edit, ...elect, ...money],
    cancelled: [],
  }
  // An open item is changed and taken out where it was entered.
  const isTakenOn = (action.taken_on ?? null) !== null
  return words[state].filter((word) => !isTakenOn || !OF_OPENING.includes(word)).map((word) => DEEDS[word])
}
