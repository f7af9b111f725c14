/** Input and answers of the naive model of corporate actions (naive-actions.ts). Scales as there. */
import type { NaiveHolding, NaiveMethod } from './naive-holding.ts'

export interface NaivePortfolio {
  readonly method: NaiveMethod
  readonly treatment: 'FVTPL' | 'FVOCI'
  readonly entity: number
}

export type NaiveSecurity = 'A' | 'B' | 'R'

/** The current version of a trade; deleted ones are not there. */
export interface NaiveTrade {
  readonly key: string
  readonly sequence: number
  readonly portfolio: number
  readonly security: NaiveSecurity
  readonly side: 'buy' | 'sell'
  readonly date: string
  readonly quantity: bigint
  /** The recorded price; calculations use `gross`. */
  readonly price: bigint
  readonly gross: bigint
  readonly fees: bigint
  readonly picks: readonly (readonly [string, bigint])[] | null
}

export interface NaiveChoice {
  readonly subscribe: bigint
  readonly sell: bigint
  readonly additional: bigint
  readonly date: string
}
export interface NaiveAllotment {
  readonly allotted: bigint
  readonly date: string
  readonly refundDate: string | null
}
export interface NaiveMoney {
  readonly kind: 'received' | 'written-off'
  readonly date: string
  readonly amount: bigint
}

interface Dated {
  readonly ex: string
  readonly payment: string | null
}
interface Ratio {
  readonly from: bigint
  readonly to: bigint
}
type Priced = { readonly fractionPrice: bigint | null }

export type NaiveTerms =
  | ({ kind: 'dividend'; rate: bigint; exempt: bigint; tax: bigint; recovery: boolean } & Dated)
  | ({ kind: 'scrip'; percent: bigint } & Dated)
  | ({
      kind: 'scrip at a price'
      rate: bigint
      price: bigint
      tax: bigint
      asIncome: boolean
      residual: boolean
    } & Dated)
  | ({ kind: 'bonus' } & Ratio & Dated & Priced)
  | ({ kind: 'split' | 'consolidation' } & Ratio & Dated & Priced)
  | ({ kind: 'rights'; price: bigint; last: string } & Ratio & Dated)
  | ({ kind: 'merger'; cash: bigint; firstDay: bigint } & Ratio & Dated)
  | ({ kind: 'spin-off'; parent: bigint; firstDay: bigint } & Ratio & Dated & Priced)
  | ({ kind: 'identity' } & Dated)
  | ({ kind: 'delisting'; cash: bigint } & Dated)
  | ({ kind: 'buyback'; price: bigint; fees: bigint } & Ratio & Dated)
  | ({ kind: 'tender'; price: bigint; fees: bigint } & Dated)
  | ({ kind: 'election'; rate: bigint; price: bigint; tax: bigint; last: string; allotment: string } & Dated)
  | ({ kind: 'ipo'; price: bigint; invested: bigint } & Dated)
  | ({
      kind: 'transfer'
      quantity: bigint
      to: number
      price: bigint | null
      picks: readonly (readonly [string, bigint])[] | null
    } & Dated)

/** An action that is in the books, with what was chosen, allotted and paid by portfolio. */
export interface NaiveAction {
  readonly key: string
  readonly security: 'A' | 'B'
  /** Null: every holder. */
  readonly portfolio: number | null
  readonly terms: NaiveTerms
  readonly choices: ReadonlyMap<number, NaiveChoice>
  readonly allotments: ReadonlyMap<number, NaiveAllotment>
  readonly money: ReadonlyMap<number, readonly NaiveMoney[]>
}

export interface NaiveEntitled {
  readonly held: bigint
  readonly entitled: bigint
  readonly gross: bigint
  readonly tax: bigint
  readonly net: bigint
  readonly fraction: bigint
  readonly memoTax: bigint
}

export interface NaiveWorld {
  /** By portfolio and security: "0 A". */
  readonly holdings: ReadonlyMap<string, NaiveHolding>
  /**
   * The postings of actions, without those of trades: by portfolio, day, role and security, "0 2026-03-03
   * cash -".
   */
  readonly posted: ReadonlyMap<string, bigint>
  /** By action and portfolio: "a1 0". */
  readonly entitled: ReadonlyMap<string, NaiveEntitled>
  /** Money that an action owes: by action and portfolio. */
  readonly owed: ReadonlyMap<string, bigint>
}

export interface NaiveFacts {
  readonly portfolios: readonly NaivePortfolio[]
  readonly trades: readonly NaiveTrade[]
  readonly actions: readonly NaiveAction[]
  /** The last day that is over. */
  readonly today: string
  /** Only what is dated up to this day; left out: everything. */
  readonly until?: string
  /** The order in which lots of actions were recorded. */
  readonly sequences?: ReadonlyMap<string, number>
}
