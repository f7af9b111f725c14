/**
 * The effect of a corporate action in one portfolio, decided from its terms, the holding, elections,
 * allotments and payments: an entitlement, events on chains, entries. A plan is made anew whenever one of
 * them changes; the difference to what is recorded is then written.
 */
import type {
  AcquisitionEvent,
  Allocation,
  CostEvent,
  Holding,
  Listing,
  LotChange,
  SaleEvent,
  ScaleEvent,
  WithdrawalEvent,
} from '../chains/chain-event.ts'
import { LISTING_UNKNOWN } from '../chains/listing.ts'
import type { RecordId, TransactionType } from '../ledger/lines.ts'
import type { PostingRole } from '../ledger/roles.ts'
import type { Treatment } from '../ledger/treatment.ts'
import type { PlainDate } from '../values/dates.ts'
import { type Cents, mulDiv, type PriceUnits, type RateUnits, type Shares } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import { spread } from '../values/spread.ts'

/** Terms that every kind has. */
export interface Named {
  /** In entries: "Dividend COMB.N0000". */
  readonly what: string
}

/** An open item of an opening: the amount from before the opening date is posted against Capital on that date. */
export interface TakenOn {
  /** The first day of the portfolio's books. */
  readonly on: PlainDate
}

/** A rate per share in 10^-10 rupees. */
export type PerShareUnits = bigint
/** Units of a rate per share in one cent. */
const PER_SHARE_UNITS_IN_CENT = 10n ** 8n
/** Price units (1/10000) in units of a rate per share. */
export const PER_SHARE_IN_PRICE_UNIT = 10n ** 6n

/** quantity x rate per share, rounded to the cent. */
export const amountOf = (quantity: Shares, rate: PerShareUnits): Cents =>
  mulDiv(quantity, rate, PER_SHARE_UNITS_IN_CENT)

/** The security that an event or a line is about: the held one, the one that comes, or the rights. */
export type EventSecurity = 'held' | 'new' | 'rights'

type WithoutIdentity<E> = Omit<E, 'id' | 'sequence'>
/** An event before it has its identity. */
export type PlannedChainEvent =
  | WithoutIdentity<AcquisitionEvent>
  | WithoutIdentity<SaleEvent>
  | WithoutIdentity<WithdrawalEvent>
  | WithoutIdentity<ScaleEvent>
  | WithoutIdentity<CostEvent>

export interface PlannedEvent {
  /** Distinguishes the events of one action and portfolio; an event keeps its identity by it. */
  readonly part: string
  readonly security: EventSecurity
  /** Another portfolio than the plan's own: where a transfer goes. */
  readonly portfolioId?: RecordId
  readonly event: PlannedChainEvent
}

/** An amount in cents on a role: a debit above zero, a credit below. */
export interface PlannedPosting {
  readonly role: PostingRole
  readonly amount: Cents
  readonly security: EventSecurity | null
}

export interface PlannedEntry {
  /** Distinguishes the entries of one action and portfolio. */
  readonly part: string
  readonly portfolioId?: RecordId
  readonly date: PlainDate
  readonly transactionType: TransactionType
  readonly description: string
  readonly postings: readonly PlannedPosting[]
  /** Of money: where it goes; null: where the portfolio's money goes. */
  readonly settlementAccountId?: RecordId | null
}

/**
 * The rates of withheld tax. A rate that is typed in the terms counts from XD on; one of the register is that
 * of the payment date.
 */
export interface Withholding {
  /** The final rate: that of the payment date; before that date, the one on XD. */
  readonly rate: RateUnits
  /** The provisional rate, posted on XD. */
  readonly exRate: RateUnits
  /** The day whose rate it is; null: it was typed, or is from before days were kept. */
  readonly on: PlainDate | null
}

/** The rates of some terms: what they say, else what the register says. */
export const withholdingOf = (
  typed: RateUnits | null,
  { taxRate, exTaxRate = taxRate, taxRateOn = null }: Pick<PlanFacts, 'taxRate' | 'exTaxRate' | 'taxRateOn'>,
): Withholding =>
  typed === null
    ? { rate: taxRate, exRate: exTaxRate, on: taxRateOn }
    : { rate: typed, exRate: typed, on: null }

/** The rate in an entitlement, with its day, where something is withheld from; and what was withheld at XD, in cents, where that is another. */
export function taxedAt(
  tax: Withholding | null,
  held: Shares,
  exTax?: Cents,
): Pick<PlannedEntitlement, 'taxRate' | 'taxRateOn' | 'exTaxRate' | 'exTax'> {
  if (tax === null || held === 0n) return {}
  return {
    taxRate: tax.rate,
    ...(tax.on !== null && { taxRateOn: tax.on }),
    ...(exTax !== undefined && tax.exRate !== tax.rate && { exTaxRate: tax.exRate, exTax }),
  }
}

/**
 * The adjustment, on the payment date, of the tax that was withheld provisionally on XD: none where the rates
 * are the same. Tax is withheld on payment, so the difference belongs to that day.
 */
export function taxOnPayment(what: string, { on }: Withholding, tax: Cents, exTax: Cents): PlannedEntry[] {
  if (tax === exTax || on === null) return []
  return [
    {
      part: TAX_PART,
      date: on,
      transactionType: 'Revenue',
      description: `${what}, tax on payment`,
      postings: [
        { role: 'withholding-tax', amount: tax - exTax, security: 'held' },
        { role: 'dividend-receivable', amount: exTax - tax, security: 'held' },
      ],
    },
  ]
}
/** The part of a plan's entry that adjusts tax to the rate of the payment date. */
export const TAX_PART = 'tax'

/**
 * The entry of an open item on the first day of the books, in cents: it was earned, or paid, before that day.
 */
export const takenOnEntry = (
  what: string,
  { on }: TakenOn,
  role: ExpectedMoney['role'],
  amount: Cents,
  security: EventSecurity | null,
): PlannedEntry => ({
  part: 'taken on',
  date: on,
  transactionType: 'Opening',
  description: `${what}, taken on`,
  postings: postingsThatCount([
    { role, amount, security },
    { role: 'capital', amount: -amount, security },
  ]),
})

/** When new shares can be sold: from their allotment; null: it is to be notified. */
export const listingOf = (what: string, allotmentDate: PlainDate | null): Listing => ({
  on: allotmentDate ?? LISTING_UNKNOWN,
  what,
})

/** The entitlement of a portfolio. Amounts in cents. */
export interface PlannedEntitlement {
  readonly held: Shares
  readonly entitled: Shares
  readonly gross: Cents
  readonly tax: Cents
  readonly net: Cents
  /** Below one share, in 1/10000. */
  readonly fraction: bigint
  readonly memoTax: Cents
  /** The tax rate used; absent where no tax is withheld. */
  readonly taxRate?: RateUnits
  /** The day whose rate of the register that is. */
  readonly taxRateOn?: PlainDate
  /** The rate that tax was withheld with provisionally on XD, and that tax, where the payment date has another rate. */
  readonly exTaxRate?: RateUnits
  readonly exTax?: Cents
}

/** Money that an action owes a portfolio, or the portfolio owes (below zero). */
export interface ExpectedMoney {
  readonly role: 'dividend-receivable' | 'receivable' | 'ipo-application' | 'payable'
  readonly amount: Cents
  /** The day it is assumed to be paid; null: open until it is confirmed. */
  readonly due: PlainDate | null
}

export interface Plan {
  readonly entitlement: PlannedEntitlement
  readonly events: readonly PlannedEvent[]
  readonly entries: readonly PlannedEntry[]
  readonly expected: ExpectedMoney | null
  /** Whether something is still to be chosen, allotted or paid out. */
  readonly isOpen: boolean
  /** Shares that leave of which no lots are named, where the portfolio picks them; absent: none. */
  readonly unnamed?: Shares
}

/** The outcome of an event on its chain. */
export interface EventOutcome {
  /** The change of the holding: below zero for what went out. */
  readonly change: Holding
  readonly lots: readonly LotChange[]
}

/** The election of a portfolio. */
export interface Election {
  readonly subscribe: Shares
  readonly sell: Shares
  readonly lapse: Shares
  readonly additional: Shares
  /** The day of payment. */
  readonly date: PlainDate
  readonly settlementAccountId: RecordId | null
  /** Of what is sold by cherry picking: the lots that are given; absent where none are named. */
  readonly allocations?: readonly Allocation[]
}

export interface Allotment {
  readonly allotted: Shares
  readonly date: PlainDate
  /** The day that the refund came, where it did. */
  readonly refundDate: PlainDate | null
  /** The settlement account of the refund; null: the portfolio's usual one. */
  readonly settlementAccountId: RecordId | null
}

/** Money that came in (or out, below zero), confirmed. */
export interface ConfirmedMoney {
  readonly kind: 'received' | 'written-off'
  /**
   * The role that a write-off is posted against, from the time when it was recorded (`writeOffRole`); absent
   * of money that came.
   */
  readonly against?: WriteOffRole
  readonly date: PlainDate
  readonly amount: Cents
  readonly settlementAccountId: RecordId | null
}

/** A lot of the holding before the action. */
export interface HeldLot {
  readonly id: string
  readonly tradeDate: PlainDate
  readonly settlementDate: PlainDate
  readonly costOfFundsRate: bigint | null
}

/** The shares in an account at the depository, which is entitled as a whole. */
export interface AccountHeld {
  /** The shares of each portfolio in it, in order of the portfolios' codes. */
  readonly shares: readonly Shares[]
  /** Which of them the plan is for. */
  readonly own: number
}

/** The holding at the close before the day of an action, by account. */
export interface HeldBefore {
  readonly held: Holding
  /** None: all shares are in an account of their own. */
  readonly accounts: readonly AccountHeld[]
}

/** The facts that a plan is made from. */
export interface PlanFacts extends HeldBefore {
  readonly treatment: Treatment
  /** Whether the portfolio chooses the lots of shares that it gives (cherry picking); absent: no. */
  readonly picksLots?: boolean
  readonly election: Election | null
  readonly allotment: Allotment | null
  readonly money: readonly ConfirmedMoney[]
  /** Rights that are held at the end of the last day; those that were subscribed and not yet allotted among them. */
  readonly rightsLeft: Shares
  /** The tax withheld from dividends where the terms say none: the rate on the payment date, until that has come the one on XD. */
  readonly taxRate: RateUnits
  /** The provisional rate on XD; absent: the same. */
  readonly exTaxRate?: RateUnits
  /** The day whose rate `taxRate` is; null: not known. */
  readonly taxRateOn?: PlainDate | null
  readonly today: PlainDate
  /** Of a transfer between entities: whether the plan is of the portfolio that takes. */
  readonly isTaking?: boolean
  /** The outcomes of the events that are already recorded, by part. */
  readonly outcomes: ReadonlyMap<string, EventOutcome>
  /** The lots that those events changed, by their identity. */
  readonly lots: ReadonlyMap<string, HeldLot>
  /** The shares of those lots before the events. */
  readonly lotShares: ReadonlyMap<string, Shares>
}

export const NO_ENTITLEMENT: PlannedEntitlement = Object.freeze({
  held: 0n,
  entitled: 0n,
  gross: 0n,
  tax: 0n,
  net: 0n,
  fraction: 0n,
  memoTax: 0n,
})

/**
 * Shares of a part num / den of what is held, rounded down for each account as a whole and spread over its portfolios by largest
 * remainder; and what is left below one share in 1/10000, spread likewise.
 */
export function partOf(
  of: HeldBefore,
  num: bigint,
  den: bigint,
): { readonly shares: Shares; readonly fraction: bigint } {
  const parts = accountsOf(of).map((account) => {
    const exact = sumOf(account.shares) * num
    return { account, whole: exact / den, left: ((exact % den) * 10_000n) / den }
  })
  return {
    shares: sumOf(parts.map(({ account, whole }) => ownPart(account, whole))),
    fraction: sumOf(parts.map(({ account, left }) => ownPart(account, left))),
  }
}

/**
 * The payment for fractions of a share: the fraction left in an account x price, rounded to the cent, and
 * spread likewise.
 */
export function fractionCash(of: HeldBefore, num: bigint, den: bigint, price: PriceUnits): Cents {
  return sumOf(
    accountsOf(of).map((account) =>
      ownPart(account, mulDiv((sumOf(account.shares) * num) % den, price, den * 100n)),
    ),
  )
}

const accountsOf = ({ held, accounts }: HeldBefore): readonly AccountHeld[] =>
  accounts.length === 0 ? [{ shares: [held.quantity], own: 0 }] : accounts

const ownPart = ({ shares, own }: AccountHeld, whole: bigint): bigint => spread(whole, shares)[own] ?? 0n

/** The postings of shares that leave at a value: asset accounts down, the difference to income, with FVOCI to equity. */
export function disposalPostings(
  proceeds: Cents,
  out: { readonly cost: Cents; readonly charges: Cents },
  treatment: Treatment,
  security: EventSecurity = 'held',
): PlannedPosting[] {
  if (treatment === 'FVTPL') {
    return [
      { role: 'investment', amount: -out.cost, security },
      { role: 'realized-gain', amount: -(proceeds - out.cost), security },
    ]
  }
  const gain = proceeds - out.cost - out.charges
  return [
    { role: 'investment', amount: -out.cost, security },
    { role: 'transaction-costs', amount: -out.charges, security },
    ...throughReserve(gain, security),
  ]
}

/** A gain that goes to the reserve and on to retained earnings. */
const throughReserve = (gain: Cents, security: EventSecurity): PlannedPosting[] => [
  { role: 'fair-value-reserve', amount: -gain, security },
  { role: 'fair-value-reserve', amount: gain, security },
  { role: 'retained-earnings', amount: -gain, security },
]

/** A gain without shares that leave: cash for fractions. */
export const gainPostings = (
  gain: Cents,
  treatment: Treatment,
  security: EventSecurity = 'held',
): PlannedPosting[] =>
  treatment === 'FVTPL'
    ? [{ role: 'realized-gain', amount: -gain, security }]
    : throughReserve(gain, security)

/**
 * Money that is expected, on its day where one is known. Null where there is none; what was confirmed before there was none stays on
 * its account, as too much.
 */
export function expectedMoney(
  role: ExpectedMoney['role'],
  amount: Cents,
  due: PlainDate | null,
  { money }: Pick<PlanFacts, 'money'>,
): ExpectedMoney | null {
  return amount === 0n && money.length === 0 ? null : { role, amount, due }
}

/** The roles that a write-off may be posted against. */
export type WriteOffRole = 'impairment' | 'dividend-income' | 'other-income'

/** The role of a write-off before impairment had an account: income, of dividends or other. */
export const incomeRole = (role: ExpectedMoney['role']): WriteOffRole =>
  role === 'dividend-receivable' ? 'dividend-income' : 'other-income'

/**
 * The role that a write-off is posted against. A receivable that will not come is impaired, an expense (IFRS
 * 9 5.4.4: a write-off; IAS 1 82(ba): impairment losses have a line of their own). An unclaimed credit is
 * income, as is a debt that is no longer owed.
 *
 * 25.00 of a dividend of 425.00 that never come: Dr 6400 25.00, Cr 1210 25.00; of a sale 1200, of an application 1220.
 */
export const writeOffRole = (role: ExpectedMoney['role'], amount: Cents): WriteOffRole =>
  role !== 'payable' && amount > 0n ? 'impairment' : incomeRole(role)

/**
 * The entries of money that is expected: nothing was confirmed, so it is taken as paid on its day; or what was confirmed, and the
 * rest stays open. Written off: against what was kept with the write-off.
 */
export function moneyEntries(
  what: string,
  expected: ExpectedMoney | null,
  money: readonly ConfirmedMoney[],
  account: RecordId | null = null,
): PlannedEntry[] {
  if (expected === null) return []
  const { role } = expected
  const security = role === 'ipo-application' ? null : 'held'
  const paid = (part: string, date: PlainDate, amount: Cents, account: RecordId | null): PlannedEntry => ({
    part,
    date,
    transactionType: 'Bank Payment',
    description: `${what}, paid`,
    settlementAccountId: account,
    postings: [
      { role: 'cash', amount, security },
      { role, amount: -amount, security },
    ],
  })
  if (money.length === 0) {
    if (expected.amount === 0n || expected.due === null) return []
    return [paid('paid', expected.due, expected.amount, account)]
  }
  return money.map((one, at) =>
    one.kind === 'received'
      ? paid(`paid ${at + 1}`, one.date, one.amount, one.settlementAccountId ?? account)
      : {
          part: `written off ${at + 1}`,
          date: one.date,
          transactionType: 'Journal Entry',
          description: `${what}, written off`,
          postings: [
            { role: one.against ?? writeOffRole(role, one.amount), amount: one.amount, security },
            { role, amount: -one.amount, security },
          ],
        },
  )
}

/** The part of expected money that is still open: zero where it is assumed to be paid. */
export function outstandingOf(
  expected: ExpectedMoney | null,
  money: readonly ConfirmedMoney[],
  today: PlainDate,
): Cents {
  if (expected === null) return 0n
  if (money.length === 0) return expected.due !== null && expected.due <= today ? 0n : expected.amount
  return money.reduce((left, one) => left - one.amount, expected.amount)
}

/** Postings that are not nothing. */
export const postingsThatCount = (postings: readonly PlannedPosting[]): PlannedPosting[] =>
  postings.filter(({ amount }) => amount !== 0n)

/** The change of the holding that an event made; null if it is not recorded yet. */
export const changeOf = (facts: Pick<PlanFacts, 'outcomes'>, part: string): Holding | null =>
  facts.outcomes.get(part)?.change ?? null
