import { type CorporateAction, corporateActions } from '@em/contract/books/corporate-actions'
import type { Needs } from '../../../lib/may.ts'
import { CHOICES, isAllotted } from '../form/kinds.ts'

/** What can be done with an event, by its state; for whom it is follows from the call behind it. */

export const DEED_WORDS = [
  'edit',
  'process',
  'elect',
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
  elect: { word: 'elect', label: 'Elections…', call: corporateActions.elect },
  'write-off': { word: 'write-off', label: 'Write Off…', call: corporateActions.writeOff },
  allot: { word: 'allot', label: 'Allot…', call: corporateActions.allot },
  receive: { word: 'receive', label: 'Confirm Receipt…', call: corporateActions.receive },
  process: { word: 'process', label: 'Process…', call: corporateActions.process, main: true },
}

type Standing = Pick<CorporateAction, 'kind' | 'state' | 'outstanding'>

/** What an event can be asked, ways back first, the next step last. */
export function deedsOf({ kind, state, outstanding }: Standing): readonly Deed[] {
  const edit: DeedWord[] = kind === 'ipo' || kind === 'transfer' ? [] : ['edit']
  const elect: DeedWord[] = CHOICES[kind] === undefined ? [] : ['elect']
  const allot: DeedWord[] = isAllotted(kind) ? ['allot'] : []
  const money: DeedWord[] = outstanding > 0 ? ['write-off', 'receive'] : []
  const words: Readonly<Record<CorporateAction['state'], readonly DeedWord[]>> = {
    draft: ['cancel', ...edit],
    announced: ['cancel', ...edit, ...elect, 'process'],
    entitled: ['cancel', 'reverse', ...edit, ...elect, ...allot, ...money],
    processed: ['reverse', ...edit, ...money],
    cancelled: [],
  }
  return words[state].map((word) => DEEDS[word])
}
