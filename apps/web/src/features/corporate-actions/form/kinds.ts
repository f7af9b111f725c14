import type { ActionKind } from '@em/contract/books/action-forms'
import type { ActionState } from '@em/contract/books/corporate-actions'

/** What corporate actions, their states and their steps are called, and what each kind brings and asks. */

interface KindWords {
  /** "Dividend" */
  readonly word: string
  /** In a sentence: "No dividends yet". */
  readonly many: string
}

export const KIND_WORDS: Readonly<Record<ActionKind, KindWords>> = {
  dividend: { word: 'Dividend', many: 'dividends' },
  scrip: { word: 'Scrip dividend', many: 'scrip dividends' },
  bonus: { word: 'Bonus / capitalisation', many: 'bonus issues' },
  rights: { word: 'Rights issue', many: 'rights issues' },
  split: { word: 'Stock split', many: 'stock splits' },
  consolidation: { word: 'Reverse stock split', many: 'reverse stock splits' },
  merger: { word: 'Merger or acquisition', many: 'mergers and acquisitions' },
  'spin-off': { word: 'Spin-off / demerger', many: 'spin-offs' },
  identity: { word: 'Change of name, ticker or ISIN', many: 'changes of name, ticker or ISIN' },
  delisting: { word: 'Delisting', many: 'delistings' },
  buyback: { word: 'Buyback', many: 'buybacks' },
  tender: { word: 'Tender offer', many: 'tender offers' },
  election: { word: 'Dividend with a choice', many: 'dividends with a choice' },
  ipo: { word: 'IPO application', many: 'IPO applications' },
  transfer: { word: 'Portfolio transfer', many: 'portfolio transfers' },
}

/** In the middle of a sentence: "IPO application" keeps its capitals. */
export const kindInSentence = (kind: ActionKind): string => {
  const { word } = KIND_WORDS[kind]
  return word.startsWith('IPO') ? word : `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`
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

/** A column of an election: what a portfolio does with a part of its entitlement. */
export type Choosing = 'subscribe' | 'sell' | 'lapse' | 'additional'

/** What portfolios may choose, by kind; nothing where a kind leaves nothing to choose. */
export const CHOICES: Readonly<Partial<Record<ActionKind, Readonly<Partial<Record<Choosing, string>>>>>> = {
  rights: { subscribe: 'Subscribe', sell: 'Sell', lapse: 'Lapse', additional: 'Additional' },
  buyback: { sell: 'Sell back' },
  tender: { sell: 'Tender' },
  election: { subscribe: 'Take in shares' },
}

/** Kinds of which what portfolios elected and were allotted outlasts a reversal. */
export const outlasts = (kind: ActionKind): boolean => CHOICES[kind] !== undefined || kind === 'ipo'

/** Kinds in which a portfolio applies and is allotted later. */
export const isAllotted = (kind: ActionKind): boolean => kind === 'rights' || kind === 'ipo'

/** Whether an entitlement is in shares, in money, or in both: which of its figures mean something. */
export const BRINGS: Readonly<Record<ActionKind, { readonly shares: boolean; readonly money: boolean }>> = {
  dividend: { shares: false, money: true },
  scrip: { shares: true, money: true },
  bonus: { shares: true, money: true },
  rights: { shares: true, money: true },
  split: { shares: true, money: true },
  consolidation: { shares: true, money: true },
  merger: { shares: true, money: true },
  'spin-off': { shares: true, money: true },
  identity: { shares: false, money: false },
  delisting: { shares: false, money: true },
  buyback: { shares: true, money: true },
  tender: { shares: true, money: true },
  election: { shares: true, money: true },
  ipo: { shares: true, money: true },
  transfer: { shares: true, money: true },
}

/** What the day on which a kind takes effect is called. */
export function exWord(kind: ActionKind): string {
  if (kind === 'dividend' || kind === 'scrip' || kind === 'election') return 'Ex-Dividend Date'
  if (kind === 'rights') return 'Ex-Rights Date'
  if (kind === 'bonus') return 'Ex Date'
  if (kind === 'transfer') return 'Transfer Date'
  if (kind === 'ipo') return 'Applied Date'
  return 'Effective Date'
}

/** What becomes of a part of the entitlement that nobody chose anything for. */
export const UNCHOSEN: Readonly<Partial<Record<ActionKind, string>>> = {
  rights: 'What is not elected lapses the day after the last day.',
  buyback: 'Without an election the whole part is sold back.',
  tender: 'Without an election nothing is tendered.',
  election: 'Without an election the dividend is paid in money.',
}
