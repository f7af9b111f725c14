import { MONTH_NAMES } from '@em/core/values/date-texts'
import { monthEnd, monthOf, type PlainDate } from '@em/core/values/dates'
import type { ActionKind } from '../corporate-actions/kinds.ts'
import type { ActionCall } from './action-calls.ts'
import { TAB_OF_KIND } from './tab-of-kind.ts'
import type { TabId } from './tabs.ts'

/** The actions that the search offers: a phrase, the tab that it leads to, and what may follow the phrase. */
export interface Action {
  /** The phrases for it; the first one is its title. */
  readonly phrases: readonly [string, ...string[]]
  readonly call: ActionCall
  readonly tab: TabId
  readonly query?: Readonly<Record<string, string>>
  /** The argument after the phrase, and its name in the address of the tab. */
  readonly takes?: { readonly what: 'security' | 'entry' | 'month'; readonly as: string }
}

const SECURITY = { what: 'security', as: 'symbol' } as const

/** The kinds of corporate actions as people type them. */
export const EVENT_WORDS: Readonly<Partial<Record<ActionKind, string>>> = {
  dividend: 'dividend',
  scrip: 'scrip dividend',
  bonus: 'bonus issue',
  rights: 'rights issue',
  split: 'stock split',
  consolidation: 'reverse stock split',
  merger: 'merger',
  'spin-off': 'spin-off',
  identity: 'change of name',
  delisting: 'delisting',
  buyback: 'buyback',
  tender: 'tender offer',
  election: 'dividend election',
}
const events = (Object.entries(EVENT_WORDS) as [ActionKind, string][]).map(
  ([kind, word]): Action => ({
    phrases: [`new ${word}`],
    call: 'event',
    tab: TAB_OF_KIND[kind],
    query: { new: kind },
    takes: SECURITY,
  }),
)

export const ACTIONS: readonly Action[] = [
  { phrases: ['new buy', 'buy'], call: 'buy', tab: 'Trade Capture / Buy', takes: SECURITY },
  { phrases: ['new sell', 'sell'], call: 'sell', tab: 'Trade Capture / Sell', takes: SECURITY },
  {
    phrases: ['new order', 'order'],
    call: 'order',
    tab: 'Trade Capture / Deal Slip',
    query: { new: 'order' },
  },
  ...events,
  { phrases: ['new IPO application', 'apply for'], call: 'event', tab: 'IPO / IPO Entry' },
  { phrases: ['new transfer'], call: 'event', tab: 'Portfolio Transfers / Transfers' },
  {
    phrases: ['new journal entry', 'new entry'],
    call: 'entry',
    tab: 'Accounting Entries / Journal Entries',
    query: { new: '1' },
  },
  {
    phrases: ['reverse entry', 'reverse'],
    call: 'reverse',
    tab: 'Accounting Entries / Journal Entries',
    takes: { what: 'entry', as: 'reverse' },
  },
  {
    phrases: ['lock'],
    call: 'lock',
    tab: 'Accounting Entries / Period Close',
    takes: { what: 'month', as: 'lock' },
  },
  { phrases: ['run mark to market', 'value'], call: 'value', tab: 'Valuation and MTM / Mark To Market' },
  {
    phrases: ['upload trade file', 'import trade file', 'upload drop copy'],
    call: 'document',
    tab: 'Batch Transaction Import / Trade Report',
  },
  {
    phrases: ['upload CDS statement', 'compare with CDS'],
    call: 'statement',
    tab: 'Settlement and Accounting / CDS Comparison',
  },
  {
    phrases: ['print confirmations'],
    call: 'confirmations',
    tab: 'Batch Transaction Import / Trade Confirmation',
  },
  {
    phrases: ['upload custodian statement'],
    call: 'custodian',
    tab: 'Integration and Automation / Custodian Integration',
  },
  {
    phrases: ['reconcile account', 'reconcile'],
    call: 'reconcile',
    tab: 'Accounting Entries / Account Reconciliation',
  },
  {
    phrases: ['upload prices', 'change prices'],
    call: 'price',
    tab: 'Valuation and MTM / Market Price Feed',
  },
  { phrases: ['enter opening balances'], call: 'opening', tab: 'Accounting Entries / Opening Balances' },
  { phrases: ['new limit'], call: 'limit', tab: 'Risk and Limit Management / Concentration Limits' },
  { phrases: ['check the books', 'verify'], call: 'verify', tab: 'Administration / Check the Books' },
  { phrases: ['invite somebody', 'new user'], call: 'invite', tab: 'Administration / Users' },
  { phrases: ['new portfolio'], call: 'portfolio', tab: 'Master Data Management / Portfolio Master' },
  { phrases: ['new security'], call: 'security', tab: 'Master Data Management / Equity Master' },
  { phrases: ['new broker'], call: 'broker', tab: 'Master Data Management / Brokers' },
  { phrases: ['new settlement account'], call: 'account', tab: 'Master Data Management / Account Master' },
  { phrases: ['new holiday'], call: 'holiday', tab: 'Master Data Management / Holiday Calendar' },
]

/** An action that a text names, and what follows its phrase; '' where nothing does. */
export interface Asked {
  readonly action: Action
  readonly rest: string
}

/** The actions whose phrase a text begins with, or begins: `new div`, `lock october`. The longest phrase comes first. */
export function actionsAsked(typed: string): Asked[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const asked = ACTIONS.flatMap((action) => {
    const lengths = action.phrases.map((phrase) => wordsTaken(words, phrase.toLowerCase().split(' ')))
    const taken = Math.max(...lengths)
    if (taken === 0) return []
    const rest = words.slice(taken).join(' ')
    return rest !== '' && action.takes === undefined ? [] : [{ action, rest, taken }]
  })
  return asked.toSorted((one, other) => other.taken - one.taken)
}

/** How many typed words a phrase takes: all of its words, the last one perhaps cut short, or as many as were typed; else 0. */
function wordsTaken(words: readonly string[], phrase: readonly string[]): number {
  const last = Math.min(words.length, phrase.length) - 1
  for (let at = 0; at <= last; at++) {
    const isWhole = phrase[at] === words[at]
    if (!isWhole && !(at === last && phrase[at]?.startsWith(words[at] ?? ' '))) return 0
  }
  // An argument needs the whole phrase before it.
  if (words.length > phrase.length && phrase[last] !== words[last]) return 0
  return last + 1
}

/**
 * The last day of the month that a text names: `october`, `oct 2026`, `2026-10`; without a year the newest one that is
 * over by `today`. Null where it names none.
 */
export function monthNamed(text: string, today: PlainDate): PlainDate | null {
  const iso = /^(\d{4})-(\d{1,2})$/.exec(text)
  if (iso !== null) return endOf(Number(iso[1]), Number(iso[2]))
  const [, name = '', year] = /^([a-z]{3,})\s*(\d{4})?$/.exec(text.toLowerCase()) ?? []
  const month = 1 + MONTH_NAMES.findIndex((one) => name !== '' && one.toLowerCase().startsWith(name))
  if (month === 0) return null
  if (year !== undefined) return endOf(Number(year), month)
  const thisYear = Number(today.slice(0, 4))
  const end = endOf(thisYear, month)
  return end !== null && end < today ? end : endOf(thisYear - 1, month)
}

function endOf(year: number, month: number): PlainDate | null {
  if (month < 1 || month > 12 || year < 1900 || year > 2999) return null
  return monthEnd(`${year}-${String(month).padStart(2, '0')}-01`)
}

/** The month before this one, which is the usual one to lock. */
export const lastMonth = (today: PlainDate): PlainDate | null => {
  const [year = 0, month = 0] = monthOf(today).split('-').map(Number)
  return month === 1 ? endOf(year - 1, 12) : endOf(year, month - 1)
}
