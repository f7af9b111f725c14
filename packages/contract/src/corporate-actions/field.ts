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

/** What a date is for, whatever its form calls it. */
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

interface FieldMore {
  /** Begins a section of the form under this title. */
  readonly section?: string
  readonly help?: string
  /** Only of one portfolio: with all holders each has its own. */
  readonly single?: true
  /** Left out of the form where it means nothing. */
  readonly when?: (typed: TypedForm) => boolean
  /** Taken by the interface, and no field of the form. */
  readonly hidden?: true
  /** Without it nothing can be counted: named as missing until it is there. A rule reads the form as it was sent. */
  readonly toPlan?: true | ((form: Readonly<Record<string, unknown>>, isAcross: boolean) => boolean)
  /** A price that is taken from the prices of the ex date where the form has none: of which security. */
  readonly priceOf?: 'held' | 'new'
}
interface Needed {
  /** Must be filled in the form: always, until the dates are "to be notified", or as the other fields say. */
  readonly required?: true | 'unless later' | ((typed: TypedForm) => boolean)
}

export interface ActionField<S extends z.ZodType = z.ZodType> extends FieldMore, Needed {
  readonly label: string
  readonly type:
    | 'date'
    | 'rate'
    | 'price'
    | 'money'
    | 'shares'
    | 'percent'
    | 'part'
    | 'text'
    | 'security'
    | 'flag'
    | 'choice'
  readonly schema: S
  /** Digits after the point of its figure; 0 of what is no figure. */
  readonly scale: number
  readonly role?: DateRole
  /** What the form begins with; left out: blank. */
  readonly start?: string | true
  /** Cannot be blank: something of it is always chosen. */
  readonly always?: true
  readonly choices?: readonly string[]
  readonly max?: number
}

/** Digits after the point of a rate per share. */
export const PER_SHARE_SCALE = 10
const PER_SHARE_MAX = 10n ** 22n
const PRICE_DIGITS = 4
const RATIO_MAX = 1_000_000_000n
const TAX_MAX = 1_000_000n
const SHARES_MAX = 1_000_000_000_000n

const rateSchema = (label: string, min: bigint) =>
  decimal({ scale: PER_SHARE_SCALE, min, max: PER_SHARE_MAX, what: label })

/** A rate per share above zero, as a column of a table of open items takes it too. */
export const perShare = (what: string) => rateSchema(what, 1n)

const yesOrNo = z.union([
  z.boolean(),
  z.enum(['true', 'false', 'Yes', 'No']).transform((value) => value === 'true' || value === 'Yes'),
])
const isBlank = (value: unknown) => value === undefined || value === null || value === ''

type Flag = z.ZodType<boolean, boolean | string | null | undefined>
const FALSE = z.preprocess((value) => (isBlank(value) ? false : value), yesOrNo) as unknown as Flag

/** Yes or no, and what is meant where nothing is sent. */
const flagOf = (whereBlank: boolean): Flag =>
  whereBlank ? (z.preprocess((value) => value ?? true, FALSE) as unknown as Flag) : FALSE

/** A portfolio by its code, name or id, which may be left out. */
const portfolioName = optional(z.union([text(200), z.number().int().positive().transform(String)]))

const ofDate = { type: 'date', scale: 0 } as const
/** A date without which an action is not announced. */
export const neededDate = (label: string, role: DateRole, more: FieldMore = {}) => ({
  ...more,
  ...ofDate,
  label,
  role,
  required: true as const,
  schema: date,
})
/** A date that a notice may leave open. */
export const knownDate = (label: string, role: DateRole, more: FieldMore = {}) => ({
  ...laterDate(label, role, more),
  required: 'unless later' as const,
})
export const laterDate = (label: string, role: DateRole, more: FieldMore = {}) => ({
  ...more,
  ...ofDate,
  label,
  role,
  schema: optional(date),
})

/** A rate per share, above zero. */
export const neededRate = (label: string, more: FieldMore = {}) => ({
  ...more,
  type: 'rate' as const,
  scale: PER_SHARE_SCALE,
  label,
  required: true as const,
  schema: perShare(label),
})
/** A rate per share that may be left out; `least`: what it must be at least, in 10^-10 rupees. */
export const rate = (label: string, least: 0n | 1n, more: FieldMore = {}) => ({
  ...more,
  type: 'rate' as const,
  scale: PER_SHARE_SCALE,
  label,
  schema: optional(rateSchema(label, least)),
})

export const neededPrice = (label: string, more: FieldMore = {}) => ({
  ...more,
  type: 'price' as const,
  scale: PRICE_DIGITS,
  label,
  required: true as const,
  schema: price(label),
})
export const somePrice = (label: string, more: FieldMore & Needed = {}) => ({
  ...more,
  type: 'price' as const,
  scale: PRICE_DIGITS,
  label,
  schema: optional(price(label)),
})

export const neededMoney = (label: string, more: FieldMore = {}) => ({
  ...more,
  type: 'money' as const,
  scale: 2,
  label,
  required: true as const,
  schema: money(label),
})
export const someMoney = (label: string, more: FieldMore = {}) => ({
  ...more,
  type: 'money' as const,
  scale: 2,
  label,
  schema: optional(money(label)),
})

/** A number of shares, of at least one. */
export const neededShares = (label: string, more: FieldMore = {}) => ({
  ...more,
  type: 'shares' as const,
  scale: 0,
  label,
  required: true as const,
  schema: shares(label),
})
export const someShares = (label: string, more: FieldMore & Needed = {}) => ({
  ...more,
  type: 'shares' as const,
  scale: 0,
  label,
  schema: optional(decimal({ scale: 0, min: 0n, max: SHARES_MAX, what: label })),
})

export const somePercent = (label: string, more: FieldMore & Needed = {}) => ({
  ...more,
  type: 'percent' as const,
  scale: PRICE_DIGITS,
  label,
  schema: optional(percent(label)),
})

/** One side of a ratio: a whole number of at least 1. */
export const ratioPart = (label: string, help: string, more: FieldMore = {}) => ({
  ...more,
  help,
  type: 'part' as const,
  scale: 0,
  label,
  required: true as const,
  schema: decimal({ scale: 0, min: 1n, max: RATIO_MAX, what: label }),
})

export const neededText = (label: string, max: number, more: FieldMore = {}) => ({
  ...more,
  type: 'text' as const,
  scale: 0,
  label,
  max,
  required: true as const,
  schema: text(max, label),
})
export const someText = (
  label: string,
  max: number,
  more: FieldMore & Needed & { readonly start?: string } = {},
) => ({
  ...more,
  type: 'text' as const,
  scale: 0,
  label,
  max,
  schema: optionalText(max),
})

/** A security by its symbol. */
export const neededSecurity = (label: string, more: FieldMore = {}) => ({
  ...more,
  type: 'security' as const,
  scale: 0,
  label,
  required: true as const,
  schema: text(20, label),
})

/** Yes or no; `whereBlank`: what is meant where nothing is sent. */
export const flag = (label: string, more: FieldMore = {}, whereBlank = false) => ({
  ...more,
  type: 'flag' as const,
  scale: 0,
  label,
  ...(whereBlank && { start: true as const }),
  schema: flagOf(whereBlank),
})

/** A field whose choices or whose schema are its own. */
export const ownField = <S extends z.ZodType>(
  label: string,
  type: ActionField['type'],
  schema: S,
  more: FieldMore & Needed & Pick<ActionField, 'choices' | 'start' | 'always'> = {},
) => ({ ...more, type, scale: 0, label, schema })

// Fields of every kind. The portfolio may be left out: every holder.

export const SECURITY_CODE = neededSecurity('Security Code')
export const SECURITY_NAME = { ...someText('Security Name', 200), required: true as const }
export const REMARKS = someText('Remarks', 1000)
const portfolio = ownField('Portfolio', 'text', portfolioName, { hidden: true })

export const COMMON = {
  securityCode: SECURITY_CODE,
  securityName: SECURITY_NAME,
  portfolio,
  portfolioId: portfolio,
  /** Where its money goes; left out: the account that the portfolio used last. */
  settlementAccount: ownField(
    'Settlement Account',
    'text',
    optional(recordId('Must be the id of a settlement account.')),
    { hidden: true },
  ),
  remarks: REMARKS,
  /** Kept without entitlements until it is complete. */
  draft: flag('Draft', { hidden: true }),
}

// Fields that several kinds ask for.

/** What is typed as held, compared with what the books hold. */
export const SHARES_HELD = { ...someShares('Shares Held'), required: true as const }
/** The dates of a notice may follow later: announced without them, it is processed once they are known. */
export const DATES_LATER = flag('Dates to be notified', {
  help: 'It is announced without them and processed once they are known.',
})
export const TAX_RATE = {
  ...somePercent('Tax Rate', { help: 'Leave blank for the rate in force.' }),
  schema: optional(percent('Tax Rate', TAX_MAX)),
}
export const FRACTION_PRICE = somePrice('Price of Fractions', {
  help: 'What one share was paid with, where fractions are paid out.',
})
export const FEES = someMoney('Fees', { single: true, help: 'As charged.' })
/** The day on which money is paid. */
export const paidOut = (label = 'Payment Date') =>
  laterDate(label, 'payment', { help: 'When money is paid.' })

/** Whether a person filled a field. */
export const isFilled = (typed: TypedForm, name: string): boolean => String(typed[name] ?? '').trim() !== ''
