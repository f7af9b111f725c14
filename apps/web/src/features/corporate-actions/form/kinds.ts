import type { ActionState } from '@em/contract/corporate-actions/corporate-actions'
import { type ActionKind, KINDS } from '@em/contract/corporate-actions/kinds'

/** The names of corporate actions, their states and their steps. */

/** In the middle of a sentence: "IPO application" keeps its capitals. */
export const kindInSentence = (kind: ActionKind): string => {
  const { word } = KINDS[kind]
  return /^[A-Z]{2}/.test(word) ? word : `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`
}

export const STATE_WORDS: Readonly<
  Record<ActionState, { readonly word: string; readonly tone: 'good' | 'warn' | 'bad' | 'quiet' }>
> = {
  draft: { word: 'Draft', tone: 'quiet' },
  announced: { word: 'Announced', tone: 'warn' },
  entitled: { word: 'Entitled', tone: 'warn' },
  processed: { word: 'Processed', tone: 'good' },
  cancelled: { word: 'Cancelled', tone: 'quiet' },
}

/** Whether something is to be done: its day has come and it is not in the books. */
export const isToProcess = ({ state, is_due }: { state: ActionState; is_due: boolean }): boolean =>
  state === 'announced' && is_due

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
/** A step of the history: "written off" -> "Written off". */
export const stepWord = (what: string): string => capital(what)
