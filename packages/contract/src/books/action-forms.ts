import { z } from 'zod'
import {
  changeOf,
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
 * The forms of corporate actions, one a kind, under the names of the specification. Money in cents, prices in 1/10000, rates per
 * share in 10^-10, percentages in 1/10000 %.
 */

export const ACTION_KINDS = [
  'dividend',
  'scrip',
  'bonus',
  'rights',
  'split',
  'consolidation',
  'merger',
  'spin-off',
  'identity',
  'delisting',
  'buyback',
  'tender',
  'election',
  'ipo',
  'transfer',
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** How money of an application is paid. */
export const IPO_PAYMENT_METHODS = ['RTGS', 'SLIPS', 'CEFT', 'Online', 'Cheque', 'Other'] as const
/** Digits after the point of a rate per share. */
export const PER_SHARE_SCALE = 10
const PER_SHARE_MAX = 10n ** 22n

export const perShare = (what: string) =>
  decimal({ scale: PER_SHARE_SCALE, min: 1n, max: PER_SHARE_MAX, what })
const perShareOrNone = (what: string) =>
  decimal({ scale: PER_SHARE_SCALE, min: 0n, max: PER_SHARE_MAX, what })
const RATIO_MAX = 1_000_000_000n
/** One side of a ratio: a whole number of at least 1. */
const part = (what: string) => decimal({ scale: 0, min: 1n, max: RATIO_MAX, what })
const someShares = (what: string) => decimal({ scale: 0, min: 0n, max: 1_000_000_000_000n, what })
const flag = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? false : value),
  z.union([
    z.boolean(),
    z.enum(['true', 'false', 'Yes', 'No']).transform((value) => value === 'true' || value === 'Yes'),
  ]),
) as unknown as z.ZodType<boolean, boolean | string | null | undefined>
const portfolioName = optional(z.union([text(200), z.number().int().positive().transform(String)]))

const common = {
  securityCode: text(20, 'Security Code'),
  securityName: optionalText(200),
  /** Left out: every holder. */
  portfolio: portfolioName,
  portfolioId: portfolioName,
  /** Where its money goes; left out: the account that the portfolio used last. */
  settlementAccount: optional(recordId('Must be the id of a settlement account.')),
  remarks: optionalText(1000),
  /** Kept without entitlements until it is complete. */
  draft: flag,
}
/** What was typed as held, compared with what the books hold. */
const typedHolding = { sharesHeld: optional(someShares('Shares Held')) }
const ratio = { ratioFrom: part('Ratio From'), ratioTo: part('Ratio To') }
/** What one share was paid with where fractions are paid out. */
const fractions = { fractionPrice: optional(price('Price of Fractions')) }
/** The dates of a notice may follow later: announced without them, it is processed once they are known. */
const later = { datesToBeNotified: flag }

/** Each form's fields; `kind` says which. */
export const ACTION_SHAPES = {
  dividend: {
    ...common,
    ...typedHolding,
    ...later,
    dividendType: z.preprocess((value) => value ?? 'Cash', z.enum(['Cash', 'Scrip'])) as unknown as z.ZodType<
      'Cash' | 'Scrip',
      string | null | undefined
    >,
    announcementDate: date,
    exDividendDate: optional(date),
    recordDate: optional(date),
    paymentDate: optional(date),
    dividendRate: perShare('Dividend Rate'),
    /** What of the rate bears no tax, a share. */
    exemptRate: optional(perShareOrNone('Exempt Rate')),
    taxRate: optional(percent('Tax Rate', 1_000_000n)),
    /** As typed, compared with what the rate gives. */
    taxWithheld: optional(money('Tax Withheld')),
    /** Gives back cost: no income, no tax. */
    recoveryOfCost: flag,
  },
  scrip: {
    ...common,
    ...typedHolding,
    ...later,
    dividendType: optionalText(20),
    declarationDate: date,
    exDividendDate: optional(date),
    recordDate: optional(date),
    allotmentDate: optional(date),
    paymentDate: optional(date),
    /** New shares for 100 held. */
    dividendRate: optional(percent('Dividend Rate')),
    /** Rupees a share, satisfied by shares at the issue price after tax. */
    ratePerShare: optional(perShare('Rate per Share')),
    issuePrice: optional(price('Issue Price')),
    taxRate: optional(percent('Tax Rate', 1_000_000n)),
    bonusSharesReceived: optional(someShares('Bonus Shares Received')),
    updatedHolding: optional(someShares('Updated Holding')),
    /** Booked as income at the issue price; else only shares come. */
    asIncome: flag,
    /** Whether what is left of the dividend under one share is paid out. */
    residualPaid: z.preprocess((value) => value ?? true, flag) as unknown as typeof flag,
  },
  bonus: {
    ...common,
    ...typedHolding,
    ...later,
    ...ratio,
    ...fractions,
    announcementDate: optional(date),
    exDate: optional(date),
    recordDate: optional(date),
    allotmentDate: optional(date),
    paymentDate: optional(date),
  },
  rights: {
    ...common,
    ...typedHolding,
    ...later,
    rightsRatioFrom: part('Rights Ratio From'),
    rightsRatioTo: part('Rights Ratio To'),
    offerPrice: price('Offer Price'),
    announcementDate: date,
    recordDate: optional(date),
    exRightsDate: optional(date),
    subscriptionStart: optional(date),
    /** The last day of acceptance and payment. */
    subscriptionEnd: optional(date),
    renunciationDate: optional(date),
    allotmentDate: optional(date),
    /** Price of the share with the right; left out: the last price before XR. */
    cumPrice: optional(price('Cum Price')),
    /** The symbol that the rights are traded under; left out: that of the share with R. */
    rightsSymbol: optionalText(20),
    eligibleShares: optional(someShares('Eligible Shares')),
    subscribed: optional(z.enum(['Yes', 'No'])),
    subscribedQty: optional(someShares('Subscribed Quantity')),
    amountPaid: optional(money('Amount Paid')),
    allottedShares: optional(someShares('Allotted Shares')),
  },
  split: {
    ...common,
    ...typedHolding,
    ...ratio,
    ...fractions,
    announcementDate: optional(date),
    effectiveDate: date,
    paymentDate: optional(date),
  },
  consolidation: {
    ...common,
    ...typedHolding,
    ...ratio,
    ...fractions,
    announcementDate: optional(date),
    effectiveDate: date,
    paymentDate: optional(date),
  },
  merger: {
    ...common,
    ...typedHolding,
    ...ratio,
    newSecurityCode: text(20, 'New Security Code'),
    announcementDate: optional(date),
    effectiveDate: date,
    paymentDate: optional(date),
    cashPerShare: optional(perShareOrNone('Cash per Share')),
    /** What the new share was worth on the first day. */
    firstDayPrice: optional(price('First-day Price')),
  },
  'spin-off': {
    ...common,
    ...typedHolding,
    ...ratio,
    ...fractions,
    newSecurityCode: text(20, 'New Security Code'),
    announcementDate: optional(date),
    effectiveDate: date,
    paymentDate: optional(date),
    /** First-day prices, by which the cost is split. */
    parentPrice: optional(price('First-day Price of the Parent')),
    firstDayPrice: optional(price('First-day Price')),
  },
  identity: {
    ...common,
    newSecurityCode: optionalText(20),
    newName: optionalText(200),
    newIsin: optionalText(12),
    announcementDate: optional(date),
    effectiveDate: date,
  },
  delisting: {
    ...common,
    ...typedHolding,
    announcementDate: optional(date),
    effectiveDate: date,
    paymentDate: optional(date),
    /** Left out or 0: the shares are worthless. */
    pricePerShare: optional(perShareOrNone('Price per Share')),
  },
  buyback: {
    ...common,
    ...typedHolding,
    ...ratio,
    announcementDate: optional(date),
    effectiveDate: date,
    paymentDate: optional(date),
    offerPrice: price('Offer Price'),
    /** As charged, of one portfolio. */
    fees: optional(money('Fees')),
  },
  tender: {
    ...common,
    ...typedHolding,
    announcementDate: optional(date),
    /** The last day of acceptance. */
    acceptanceDate: optional(date),
    effectiveDate: date,
    paymentDate: optional(date),
    offerPrice: price('Offer Price'),
    fees: optional(money('Fees')),
  },
  election: {
    ...common,
    ...typedHolding,
    announcementDate: optional(date),
    exDividendDate: date,
    recordDate: optional(date),
    /** The last day on which shares may be chosen. */
    electionDate: date,
    allotmentDate: optional(date),
    paymentDate: date,
    ratePerShare: perShare('Rate per Share'),
    issuePrice: price('Issue Price'),
    taxRate: optional(percent('Tax Rate', 1_000_000n)),
  },
  ipo: {
    ...common,
    securityCode: optionalText(20),
    companyName: text(200, 'Company Name'),
    ipoDate: date,
    appliedDate: date,
    /** Only an application of before the books began, an open item, may be without it. */
    pricePerShare: optional(price('Price per Share')),
    totalInvestment: money('Total Investment'),
    paymentMethod: z.enum(IPO_PAYMENT_METHODS, {
      error: `Must be one of: ${IPO_PAYMENT_METHODS.join(', ')}.`,
    }),
  },
  transfer: {
    ...common,
    /** The portfolio that gives is `portfolio`; this one takes. */
    toPortfolio: z.union([text(200, 'To Portfolio'), z.number().int().positive().transform(String)], {
      error: 'To Portfolio is required.',
    }),
    transferDate: date,
    quantity: shares('Quantity'),
    /** Only between entities: what one share is sold at. */
    transferPrice: optional(price('Price')),
    /** Only from a portfolio by cherry picking. */
    allocations: optional(
      z
        .array(
          z.object({
            buyTransactionId: recordId('Must be the id of a lot.'),
            allocatedQuantity: shares('Allocated quantity'),
          }),
        )
        .max(1000, 'At most 1,000 lots.'),
    ),
  },
} as const satisfies Record<ActionKind, Record<string, z.ZodType>>

type ShapeOf<K extends ActionKind> = (typeof ACTION_SHAPES)[K]
/** A form as the schema leaves it. */
export type ActionFormOf<K extends ActionKind> = { kind: K } & z.output<z.ZodObject<ShapeOf<K>>>
export type ActionForm = { [K in ActionKind]: ActionFormOf<K> }[ActionKind]

const formOf = <K extends ActionKind>(kind: K) => z.object({ kind: z.literal(kind), ...ACTION_SHAPES[kind] })

const forms = [
  formOf('dividend'),
  formOf('scrip'),
  formOf('bonus'),
  formOf('rights'),
  formOf('split'),
  formOf('consolidation'),
  formOf('merger'),
  formOf('spin-off'),
  formOf('identity'),
  formOf('delisting'),
  formOf('buyback'),
  formOf('tender'),
  formOf('election'),
  formOf('ipo'),
  formOf('transfer'),
] as const

/** The form of a new event, by its kind. What must stand in it beyond its shape, the server says (422). */
export const actionForm = z.discriminatedUnion('kind', forms, {
  error: (issue) =>
    issue.code === 'invalid_union' ? `Must be one of: ${ACTION_KINDS.join(', ')}.` : undefined,
}) as unknown as z.ZodType<ActionForm, Record<string, unknown>>

const ofChange = {
  version: optional(recordId('Must be the version that was read.')),
  reason: optionalText(500),
}

type Left<F> = F extends unknown
  ? { readonly [K in keyof F]?: F[K] | undefined } & Pick<F, 'kind' & keyof F>
  : never
/** What a change of a form says; undefined stays as it is recorded. */
export type ActionFormChange = Left<ActionForm>

/**
 * A change of a form, with the version that was edited: a stale one is refused. An optional field that is left out stays as it is
 * recorded; null or blank empties it. A draft stays one until `draft: false` is written.
 */
export const changedActionForm = z.discriminatedUnion(
  'kind',
  forms.map((form) => z.object({ ...changeOf(form.shape), ...ofChange })) as unknown as [(typeof forms)[0]],
) as unknown as z.ZodType<
  ActionFormChange & { version: number | null; reason: string | null },
  Record<string, unknown>
>

const MONEY_FIELDS = ['taxWithheld', 'amountPaid', 'fees', 'totalInvestment']
const PRICE_FIELDS = [
  'issuePrice',
  'fractionPrice',
  'offerPrice',
  'cumPrice',
  'firstDayPrice',
  'parentPrice',
  'transferPrice',
]
const PER_SHARE_FIELDS = ['exemptRate', 'ratePerShare', 'cashPerShare']

/** Digits after the point of a figure in a form. */
export function scaleOfField(kind: ActionKind, field: string): number {
  if (MONEY_FIELDS.includes(field)) return 2
  if (PRICE_FIELDS.includes(field) || field === 'taxRate') return 4
  if (PER_SHARE_FIELDS.includes(field)) return PER_SHARE_SCALE
  if (field === 'dividendRate') return kind === 'scrip' ? 4 : PER_SHARE_SCALE
  if (field === 'pricePerShare') return kind === 'ipo' ? 4 : PER_SHARE_SCALE
  return 0
}
