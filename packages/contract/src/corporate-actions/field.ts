import { z } from 'zod'
import {
  date,
  decimal,
  money,
  optional,
  optionalText,
  percent,
  price,
  recordId,
  shares,
  text,
} from '../kit/fields.ts'

/**
 * The fields of which the forms of corporate actions are made. A field says its label, what is typed into it and when it is needed;
 * its schema reads what is sent. Money in cents, prices in 1/10000, rates per share in 10^-10, percentages in 1/10000 %.
 */

/** A form while it is typed. */
export type TypedForm = Readonly<Record<string, string | boolean>>

/** The purpose of a date, independent of its label in the form. */
export type DateRole =
  | 'announcement'
  /** XD, XR, or the day on which it takes effect. */
  | 'ex'
  | 'record'
  | 'payment'
  | 'allotment'
  | 'subscriptionStart'
  | 'renunciation'
  /** The last day of acceptance and payment. */
  | 'last'

export interface ActionField<S extends z.ZodType = z.ZodType> {
  readonly label: string
  readonly type: FieldType
  readonly schema: S
  /** Digits after the point of its figure; 0 of what is no figure. */
  readonly scale: number
  readonly role?: DateRole
  /** Begins a section of the form under this title. */
  readonly section?: string
  readonly help?: string
  /** Must be filled in the form: always, until the dates are "to be notified", or as the other fields say. */
  readonly required?: true | 'unless later' | ((typed: TypedForm) => boolean)
  /** Only of one portfolio: with all holders each has its own. */
  readonly single?: true
  /** Left out of the form where it means nothing. */
  readonly when?: (typed: TypedForm) => boolean
  /** Taken by the interface, and no field of the form. */
  readonly hidden?: true
  /** The initial value in the form; left out: blank. */
  readonly start?: string | true
  /** Cannot be blank: something of it is always chosen. */
  readonly always?: true
  readonly choices?: readonly string[]
  readonly max?: number
  /** Without it nothing can be counted: named as missing until it is there. A rule reads the form as it was sent. */
  readonly toPlan?: true | ((form: Readonly<Record<string, unknown>>, isAcross: boolean) => boolean)
  /** A price that is taken from the prices of the ex date where the form has none: of which security. */
  readonly priceOf?: 'held' | 'new'
}
type FieldMore = Omit<ActionField, 'label' | 'type' | 'schema' | 'scale'>

/** Digits after the point of a rate per share. */
export const PER_SHARE_SCALE = 10
const SCALES = {
  date: 0,
  rate: PER_SHARE_SCALE,
  price: 4,
  money: 2,
  shares: 0,
  percent: 4,
  /** One side of a ratio. */
  part: 0,
  text: 0,
  security: 0,
  flag: 0,
  choice: 0,
} as const
type FieldType = keyof typeof SCALES

/** A field by what is typed into it and the schema that reads what is sent. */
export const field = <S extends z.ZodType>(
  type: FieldType,
  label: string,
  schema: S,
  more: FieldMore = {},
): ActionField<S> => ({ ...more, type, label, schema, scale: SCALES[type] })

const NEEDED = { required: true } as const

/** A date without which an action is not announced. */
export const neededDate = (label: string, role: DateRole, more?: FieldMore) =>
  field('date', label, date, { ...more, ...NEEDED, role })
export const laterDate = (label: string, role: DateRole, more?: FieldMore) =>
  field('date', label, optional(date), { ...more, role })
/** A date that a notice may leave open. */
export const knownDate = (label: string, role: DateRole, more?: FieldMore) =>
  laterDate(label, role, { ...more, required: 'unless later' })

const PER_SHARE_MAX = 10n ** 22n
const rateOf = (what: string, min: bigint) =>
  decimal({ scale: PER_SHARE_SCALE, min, max: PER_SHARE_MAX, what })
/** A rate per share above zero, as open items take it too. */
export const perShare = (what: string) => rateOf(what, 1n)
export const neededRate = (label: string, more?: FieldMore) =>
  field('rate', label, perShare(label), { ...more, ...NEEDED })
/** A rate per share that may be left out; `least`: what it must be at least, in 10^-10 rupees. */
export const someRate = (label: string, least: 0n | 1n, more?: FieldMore) =>
  field('rate', label, optional(rateOf(label, least)), more)

export const neededPrice = (label: string, more?: FieldMore) =>
  field('price', label, price(label), { ...more, ...NEEDED })
export const somePrice = (label: string, more?: FieldMore) =>
  field('price', label, optional(price(label)), more)
export const neededMoney = (label: string, more?: FieldMore) =>
  field('money', label, money(label), { ...more, ...NEEDED })
export const someMoney = (label: string, more?: FieldMore) =>
  field('money', label, optional(money(label)), more)
export const somePercent = (label: string, more?: FieldMore) =>
  field('percent', label, optional(percent(label)), more)

const SHARES_MAX = 1_000_000_000_000n
/** A number of shares, of at least one. */
export const neededShares = (label: string, more?: FieldMore) =>
  field('shares', label, shares(label), { ...more, ...NEEDED })
export const someShares = (label: string, more?: FieldMore) =>
  field('shares', label, optional(decimal({ scale: 0, min: 0n, max: SHARES_MAX, what: label })), more)

const RATIO_MAX = 1_000_000_000n
/** One side of a ratio: a whole number of at least 1. */
export const ratioPart = (label: string, help: string, more?: FieldMore) =>
  field('part', label, decimal({ scale: 0, min: 1n, max: RATIO_MAX, what: label }), {
    ...more,
    ...NEEDED,
    help,
  })

export const neededText = (label: string, max: number, more?: FieldMore) =>
  field('text', label, text(max, label), { ...more, ...NEEDED, max })
export const someText = (label: string, max: number, more?: FieldMore) =>
  field('text', label, optionalText(max), { ...more, max })
/** A security by its symbol. */
export const neededSecurity = (label: string, more?: FieldMore) =>
  field('security', label, text(20, label), { ...more, ...NEEDED })

const yesOrNo = z.union([
  z.boolean(),
  z.enum(['true', 'false', 'Yes', 'No']).transform((value) => value === 'true' || value === 'Yes'),
])
const isBlank = (value: unknown) => value === undefined || value === null || value === ''
type Flag = z.ZodType<boolean, boolean | string | null | undefined>
const noWhereBlank = z.preprocess((value) => (isBlank(value) ? false : value), yesOrNo) as unknown as Flag
const yesWhereLeftOut = z.preprocess((value) => value ?? true, noWhereBlank) as unknown as Flag

export const flag = (label: string, more?: FieldMore) => field('flag', label, noWhereBlank, more)
/** One that means yes where it is left out. */
export const flagOn = (label: string, more?: FieldMore) =>
  field('flag', label, yesWhereLeftOut, { ...more, start: true })

// Fields of every kind. The portfolio may be left out: every holder.

export const SECURITY_CODE = neededSecurity('Security Code')
export const SECURITY_NAME = someText('Security Name', 200, NEEDED)
export const REMARKS = someText('Remarks', 1000)
const HIDDEN = { hidden: true } as const
const portfolioName = optional(z.union([text(200), z.number().int().positive().transform(String)]))
const portfolio = field('text', 'Portfolio', portfolioName, HIDDEN)
const account = optional(recordId('Must be the id of a settlement account.'))

export const COMMON = {
  securityCode: SECURITY_CODE,
  securityName: SECURITY_NAME,
  portfolio,
  portfolioId: portfolio,
  /** Where its money goes; left out: the account that the portfolio used last. */
  settlementAccount: field('text', 'Settlement Account', account, HIDDEN),
  remarks: REMARKS,
  /** Kept without entitlements until it is complete. */
  draft: flag('Draft', HIDDEN),
}

// Fields that several kinds ask for.

/** The typed number of shares held, compared with the books. */
export const SHARES_HELD = someShares('Shares Held', NEEDED)
/** The dates of a notice may follow later: announced without them, it is processed once they are known. */
export const DATES_LATER = flag('Dates to be notified', {
  help: 'It is announced without them and processed once they are known.',
})
const TAX_MAX = 1_000_000n
export const TAX_RATE = field('percent', 'Tax Rate', optional(percent('Tax Rate', TAX_MAX)), {
  help: 'Leave blank for the rate in force.',
})
export const FRACTION_PRICE = somePrice('Price of Fractions', {
  help: 'What one share was paid with, where fractions are paid out.',
})
export const FEES = someMoney('Fees', { single: true, help: 'As charged.' })
/** The day on which money is paid. */
export const paidOut = (label = 'Payment Date') =>
  laterDate(label, 'payment', { help: 'When money is paid.' })

/** Whether a person filled a field. */
export const isFilled = (typed: TypedForm, name: string): boolean => String(typed[name] ?? '').trim() !== ''
