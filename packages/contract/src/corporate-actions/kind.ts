import type { ActionTerms } from '@em/core/corporate-actions/plan-of'
import type { z } from 'zod'
import type { RefusalCode } from '../kit/errors.ts'
import { type ActionField, COMMON, type DateRole } from './field.ts'
import type { DerivedFigure, Typed } from './figures.ts'

/**
 * The description of a kind of corporate action. All other code that needs its form or its words derives them
 * from it.
 */

export type ActionFields = Readonly<Record<string, ActionField>>
/** The fields of a form with those that every form has; a kind may take one of them in its own way. */
export type WholeFields<F> = Omit<typeof COMMON, keyof F> & F
/** A form as its schema leaves it. */
export type FormOf<K extends string, F extends ActionFields> = { kind: K } & {
  [N in keyof WholeFields<F>]: WholeFields<F>[N] extends ActionField<infer S extends z.ZodType>
    ? z.output<S>
    : never
}

/** The records that a form names, once they were found. */
export interface TermsOf {
  readonly title: string
  readonly portfolioId: number | null
  readonly toPortfolioId: number | null
  /** Of a transfer: between entities. */
  readonly across: boolean
  /** Of a transfer: whether the giving portfolio keeps an average pool. */
  readonly isPooled: boolean
  /** Of an open item: the first day of the books that took it over. */
  readonly takenOn: string | null
}

/** How an announcement of the exchange is read. */
export interface NoticeReading {
  /** By what the exchange calls it, else its title: a text that merely mentions a dividend announces none. */
  readonly heading: RegExp
  /** The label of its ex day. */
  readonly ex: RegExp
  /** The field that takes a rate in rupees a share. */
  readonly rate?: string
  /** The field that takes a price in rupees a new share. */
  readonly price?: string
  /** How its ratio is written, and the fields that take it; without fields it is shown and not filled in. */
  readonly ratio?: { readonly written: RegExp; readonly fields?: readonly [from: string, to: string] }
  /** The button next to the announcement, and the tab that it opens. */
  readonly button: string
  readonly tab: string
}

/** What is wrong with a form beyond its shape; `message` of one that says its own sentence. */
export interface FormFault {
  readonly code: RefusalCode
  readonly field: string
  readonly facts?: Readonly<Record<string, string>>
  readonly message?: string
}

/** A column of an election: what a portfolio does with a part of its entitlement. */
export type Choosing = 'subscribe' | 'sell' | 'lapse' | 'additional'

/** The elections of portfolios. */
export interface Elects {
  readonly choices: Readonly<Partial<Record<Choosing, string>>>
  /** From when they can: from XR or XD; what is offered to buy, from its announcement, whose last day comes before the effective day. */
  readonly from: 'ex' | 'announcement'
  /** The result for a part of the entitlement without an election. */
  readonly unchosen: string
  /** Unelected shares lapse on the day after the last day: an event that waits for them ends then. */
  readonly lapses?: true
  /** Shares are given: a portfolio by cherry picking names their lots. */
  readonly givesLots?: true
  /** Choosing is paying: with an account. */
  readonly isPaid?: true
}

/** The application of portfolios, allotted later. */
export interface Allots {
  /** The shares applied for: the elected ones, or all of the application. */
  readonly applied: 'elected' | 'entitled'
  /** When they paid, in a sentence. */
  readonly paid: string
  /** The label of an entitlement's gross amount: for one event, and as a column. */
  readonly gross: string
  readonly grossColumn: { readonly header: string; readonly hidden?: true; readonly hint?: string }
}

export interface KindWords {
  /** "Dividend" */
  readonly word: string
  /** In a sentence: "No dividends yet". */
  readonly many: string
  /** The label of the effective day. */
  readonly ex: string
  /** That day in the calendar, where there is room and where there is none; left out: XD. */
  readonly due?: readonly [label: string, short: string]
}

/** Properties that follow from the kind alone. */
export interface KindTraits extends KindWords {
  /** Whether an entitlement is in shares, in money, or in both: which of its figures mean something. */
  readonly gives: { readonly shares: boolean; readonly money: boolean }
  /** Income of a dividend, with tax withheld: the rate is that of the payment date, or, kept back from shares, of XD. */
  readonly taxOn?: 'payment' | 'ex'
  /** Its tax is shown outside the books where it is booked without income. */
  readonly hasMemoTax?: true
  readonly elects?: Elects
  readonly allots?: Allots
  /** Recorded by a screen of its own, not by the form of kinds. */
  readonly hasOwnScreen?: true
  /** Of one portfolio, which is planned whatever it holds. */
  readonly ofOne?: true
  /** Not from what is held: nothing of the holding counts, and no one has to hold anything. */
  readonly ignoresHolding?: true
  /** No right by the register of holders: due without holders, and without claims of unsettled trades. */
  readonly withoutHolders?: true
  /**
   * What it does on its day to the shares that are held, by the holding alone or as far as they are given: there is one of them on a day.
   */
  readonly moves?: 'added' | 'scaled' | 'replaced' | 'given'
  /** Two on a day are mostly one event recorded twice. */
  readonly warnsOfSecond?: true
  /** One share is another part of the company after it: prices before and after are not alike. */
  readonly rescales?: true
  /** Its ratio in the history of a price: so many shares become so many, or so many come to so many. */
  readonly ratio?: 'into' | 'added'
  /** Its new shares can be sold from their allotment, whose date may come later. */
  readonly isListed?: true
  /** New lots keep the ages of other lots. */
  readonly keepsAges?: true
  /** Nothing is paid out on a day of its own. */
  readonly isNeverPaid?: true
  /** Pairs of dates that need not come in the usual order. */
  readonly unordered?: readonly (readonly [earlier: DateRole, later: DateRole])[]
  /** The last day in a sentence; `beforeEx`: it comes before the effective date. */
  readonly last?: { readonly word: string; readonly beforeEx?: true }
  /** Announcements that announce it. */
  readonly notice?: NoticeReading
}

/** Rights that a form offers, with what their worth follows from. */
export interface Offer {
  readonly from: bigint
  readonly to: bigint
  readonly price: bigint
  /** Price of the share with the right; null: the last price before XR. */
  readonly cumPrice: bigint | null
  /** The symbol that the rights are traded under; null: that of the share with R. */
  readonly rightsSymbol: string | null
}

export interface NewNames {
  readonly symbol: string | null
  readonly name: string | null
  readonly isin: string | null
}

/** The functions of a kind over its form. */
interface KindRules<F> {
  /** The title of the action. `symbol` is the security's, `to` the portfolio that shares go to. */
  title(form: F, symbol: string, to: string | null): string
  /** The terms for core; null while a date or a figure is missing without which nothing can be counted. */
  terms(form: F, of: TermsOf): ActionTerms | null
  /** Contradictions in a form that is no draft. */
  fault?(form: F): FormFault | null
  /** Signs that another kind was meant. */
  doubts?(form: F): string[]
  /** Figures typed that differ from what the books count: sums over the portfolios, the tax in cents. */
  compared?(form: F, counted: { readonly tax: bigint; readonly entitled: number }): string[]
  /** The name of the security, where the form says it. */
  securityName?(form: F): string
  /** Shares that the form itself says to subscribe. */
  subscribed?(form: F): bigint | null
  offer?(form: F): Offer
  /** The name of the security from its day on, in every portfolio; null stays. */
  renamedTo?(form: F): NewNames
  /** Figures that follow from a form while it is typed. */
  figures?(typed: Typed): DerivedFigure[]
  /** The effect of the sum of the entitlements on the holding; left out: it is added. */
  holdingAfter?(of: { readonly held: number; readonly entitled: number }): number
}

/** A kind, whichever it is. Methods take the form of their own kind: `kinds.ts` looks one up by the form's kind. */
export interface AnyKind<F = never> extends KindTraits, KindRules<F> {
  readonly kind: string
  /** In the order of the form. */
  readonly fields: ActionFields
}

/** Describes a kind: its own fields, and what it makes of a form of them. */
export const describe = <const K extends string, const F extends ActionFields>(
  kind: { readonly kind: K; readonly fields: F } & KindTraits & KindRules<FormOf<K, F>>,
) => kind

/** Fees are what one portfolio was charged. */
export const feesOfOne = (form: {
  readonly fees: bigint | null
  readonly portfolio: string | null
  readonly portfolioId: string | null
}): FormFault | null =>
  (form.fees ?? 0n) > 0n && form.portfolio === null && form.portfolioId === null
    ? { code: 'action.fees-of-one', field: 'fees' }
    : null

// Words of dates and ratios in announcements, which several kinds share.

export const DIVIDEND_EX = /\bXD\b|\bex-?\s?dividend\b|\bex\s+date\b/gi
export const CAPITAL_EX =
  /\bXC\b|\bex-?\s?(?:capitali[sz]ation|bonus|split)\b|\beffective\s+(?:date|from)\b|\bdate\s+of\s+(?:the\s+)?(?:sub-?\s?division|split|consolidation)\b/gi

const SHARES =
  '(?:(?:new|existing|issued|ordinary|voting|non-voting|fully|paid|bonus|rights?|scrip)\\s{1,3}){0,6}(?:shares?\\s{1,3})?'
const COUNT = '0{0,3}(\\d{1,7}(?:\\.\\d{1,10})?)'
/** "1 new share for every 10 held" */
export const NEW_FOR_HELD = new RegExp(
  `${COUNT}\\s{1,3}${SHARES}for\\s{1,3}(?:every\\s{1,3}|each\\s{1,3})?${COUNT}`,
  'gi',
)
/** "every 1 ordinary share into 3 shares" */
export const INTO = new RegExp(`${COUNT}\\s{1,3}${SHARES}[^\\d\\n]{0,60}?\\binto\\s{1,3}${COUNT}`, 'gi')
