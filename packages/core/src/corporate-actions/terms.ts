/** The terms of each kind of corporate action, once its securities and portfolios are known. */
import type { RecordId } from '../postings/lines.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, RateUnits, Shares } from '../values/decimal.ts'
import type { PerShareUnits } from './plan.ts'

interface Named {
  /** In entries: "Dividend COMB.N0000". */
  readonly what: string
}

/** An open item of an opening: the amount from before the opening date is posted against Capital on that date. */
export interface TakenOn {
  /** The first day of the portfolio's books. */
  readonly on: PlainDate
}

export interface DividendTerms extends Named {
  readonly kind: 'dividend'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly rate: PerShareUnits
  readonly exemptRate: PerShareUnits
  /** Null: the rate in force for each holder's entity. */
  readonly taxRate: RateUnits | null
  readonly recoveryOfCost: boolean
  /** With the shares it is paid on, which were held before the books began. Absent or null: what the books hold decides. */
  readonly takenOn?: (TakenOn & { readonly shares: Shares }) | null
}

export interface ScripTerms extends Named {
  readonly kind: 'scrip'
  readonly exDate: PlainDate
  readonly allotmentDate: PlainDate | null
  readonly paymentDate: PlainDate | null
  /** New shares for 100 held; or a rate per share at a price. */
  readonly by: { readonly percent: RateUnits } | { readonly rate: PerShareUnits; readonly price: PriceUnits }
  /** Null: the rate in force for each holder's entity. */
  readonly taxRate: RateUnits | null
  readonly asIncome: boolean
  readonly residualPaid: boolean
}

export interface BonusTerms extends Named {
  readonly kind: 'bonus'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly allotmentDate: PlainDate | null
  /** New shares for so many held. */
  readonly from: bigint
  readonly to: bigint
  readonly fractionPrice: PriceUnits | null
}

export interface SplitTerms extends Named {
  readonly kind: 'split' | 'consolidation'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  /** So many shares become so many. */
  readonly from: bigint
  readonly to: bigint
  readonly fractionPrice: PriceUnits | null
}

export interface RightsTerms extends Named {
  readonly kind: 'rights'
  readonly exDate: PlainDate
  /** The last day of acceptance and payment. */
  readonly lastDate: PlainDate | null
  readonly from: bigint
  readonly to: bigint
  readonly price: PriceUnits
}

export interface MergerTerms extends Named {
  readonly kind: 'merger'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly from: bigint
  readonly to: bigint
  readonly cashPerShare: PerShareUnits
  readonly firstDayPrice: PriceUnits
}

export interface SpinOffTerms extends Named {
  readonly kind: 'spin-off'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly from: bigint
  readonly to: bigint
  readonly parentPrice: PriceUnits
  readonly firstDayPrice: PriceUnits
  readonly fractionPrice: PriceUnits | null
}

export interface IdentityTerms extends Named {
  readonly kind: 'identity'
  readonly exDate: PlainDate
}

export interface DelistingTerms extends Named {
  readonly kind: 'delisting'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly pricePerShare: PerShareUnits
}

export interface BuybackTerms extends Named {
  readonly kind: 'buyback' | 'tender'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly price: PriceUnits
  readonly fees: Cents
  /** A buy-back takes so many of so many held; a tender offer what is offered. */
  readonly from: bigint | null
  readonly to: bigint | null
}

export interface ElectionTerms extends Named {
  readonly kind: 'election'
  readonly exDate: PlainDate
  readonly lastDate: PlainDate
  readonly allotmentDate: PlainDate | null
  readonly paymentDate: PlainDate
  readonly rate: PerShareUnits
  readonly price: PriceUnits
  /** Null: the rate in force for each holder's entity. */
  readonly taxRate: RateUnits | null
}

export interface IpoTerms extends Named {
  readonly kind: 'ipo'
  /** The day of the application. */
  readonly exDate: PlainDate
  /** Null: not known yet, of an application that was taken over; no shares can be allotted before it is. */
  readonly price: PriceUnits | null
  readonly invested: Cents
  readonly takenOn?: TakenOn | null
}

export interface TransferTerms extends Named {
  readonly kind: 'transfer'
  readonly exDate: PlainDate
  readonly quantity: Shares
  readonly from: RecordId
  readonly to: RecordId
  /** Null within an entity: at cost. */
  readonly price: PriceUnits | null
  readonly allocations: readonly { readonly lotId: string; readonly quantity: Shares }[]
  /** Whether the giving portfolio keeps an average pool, whose cost is spread over the ages. */
  readonly isPooled: boolean
}

export type ActionTerms =
  | DividendTerms
  | ScripTerms
  | BonusTerms
  | SplitTerms
  | RightsTerms
  | MergerTerms
  | SpinOffTerms
  | IdentityTerms
  | DelistingTerms
  | BuybackTerms
  | ElectionTerms
  | IpoTerms
  | TransferTerms
