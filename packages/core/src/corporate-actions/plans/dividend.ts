/**
 * A cash dividend: income on XD, money on the payment day.
 *
 * 20,000 shares, 3.25 a share, tax 15 %:
 *   XD       Dr 1210 55,250.00, Dr 6200 9,750.00, Cr 4200 65,000.00
 *   payment  Dr 1010 55,250.00, Cr 1210 55,250.00
 * Tax is withheld on payment: of the register's rates that of XD is provisional, and the payment date has the difference. 1,000 shares,
 * 1.00 a share, no rate on XD, 15 % on the payment date:
 *   XD       Dr 1210 1,000.00, Cr 4200 1,000.00
 *   payment  Dr 6200 150.00, Cr 1210 150.00; Dr 1010 850.00, Cr 1210 850.00
 * Of before the books began (an open item of 1 Apr: 1,000 shares, 3.25, XD 25 Mar, 15 %), it was income then:
 *   opening  Dr 1210 2,762.50, Cr 3000 2,762.50
 *   payment  Dr 1010 2,762.50, Cr 1210 2,762.50
 * Part of it exempt (1.25 of 3.25): tax 20,000 x 2.00 x 15 % = 6,000.00. A recovery of cost credits 1100 instead, without tax.
 */
import type { PlainDate } from '../../values/dates.ts'
import type { RateUnits, Shares } from '../../values/decimal.ts'
import { percentOf } from '../../values/money.ts'
import {
  amountOf,
  moneyEntries,
  type Named,
  type PerShareUnits,
  type Plan,
  type PlanFacts,
  type PlannedEntry,
  postingsThatCount,
  type TakenOn,
  takenOnEntry,
  taxedAt,
  taxOnPayment,
  withholdingOf,
} from '../plan.ts'

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

/** Cents of a recovery of cost are counted from what is held: rate / 10^8 cents a share. */
const CENT = 10n ** 8n

export function planDividend(terms: DividendTerms, facts: PlanFacts): Plan {
  const { rate, exemptRate, exDate, what } = terms
  const withheld = withholdingOf(terms.taxRate, facts)
  const held = terms.takenOn?.shares ?? facts.held.quantity
  const gross = amountOf(held, rate)
  const taxed = terms.recoveryOfCost ? 0n : gross - amountOf(held, exemptRate)
  const [tax, exTax] = [percentOf(taxed, withheld.rate), percentOf(taxed, withheld.exRate)]
  const net = gross - tax
  const expected = { role: 'dividend-receivable', amount: net, due: terms.paymentDate } as const
  // An amount repaid beyond the cost is income.
  const cost = gross < facts.held.cost ? gross : facts.held.cost
  const postings = terms.recoveryOfCost
    ? ([
        { role: 'dividend-receivable', amount: gross, security: 'held' },
        { role: 'investment', amount: -cost, security: 'held' },
        { role: 'dividend-income', amount: -(gross - cost), security: 'held' },
      ] as const)
    : ([
        { role: 'dividend-receivable', amount: gross - exTax, security: 'held' },
        { role: 'withholding-tax', amount: exTax, security: 'held' },
        { role: 'dividend-income', amount: -gross, security: 'held' },
      ] as const)
  const income: PlannedEntry =
    terms.takenOn == null
      ? {
          part: 'income',
          date: exDate,
          transactionType: 'Revenue',
          description: what,
          postings: postingsThatCount(postings),
        }
      : takenOnEntry(what, terms.takenOn, 'dividend-receivable', net, 'held')
  return {
    entitlement: {
      held,
      entitled: 0n,
      gross,
      tax,
      net,
      fraction: 0n,
      memoTax: 0n,
      ...taxedAt(terms.recoveryOfCost ? null : withheld, held, exTax),
    },
    events:
      terms.recoveryOfCost && held > 0n
        ? [
            {
              part: 'cost',
              security: 'held',
              event: {
                kind: 'cost',
                source: 'corporate action',
                tradeDate: exDate,
                cost,
                charges: 0n,
                by: 'shares',
                follows: { held, num: rate, den: CENT },
              },
            },
          ]
        : [],
    entries: [
      income,
      ...taxOnPayment(what, withheld, tax, exTax),
      ...moneyEntries(what, expected, facts.money),
    ],
    expected,
    isOpen: false,
  }
}

// The tax withheld from dividends on their payment: rates with a first day, of all entities or of one.

/** 15 % of dividends of resident companies since 1 January 2023 (Act 45 of 2022): the first row of the register. */
export const FIRST_TAX_RATE = Object.freeze({
  effectiveFrom: '2023-01-01',
  entity: null,
  rate: 150_000n,
}) satisfies TaxRate

/** A row of the register. */
export interface TaxRate {
  /** The first payment date that it applies to. */
  readonly effectiveFrom: PlainDate
  /** As portfolios name it; null: every entity. */
  readonly entity: string | null
  /** Percent. */
  readonly rate: RateUnits
}

/** Entities are the same whose names differ in case or blanks around them alone. */
const named = (entity: string) => entity.trim().toLowerCase()

/**
 * The day whose rate tax is withheld with: that of payment once it has come; before that, or where it is to be notified, the ex date's
 * rate is provisional.
 */
export const taxDayOf = (exDate: PlainDate, paymentDate: PlainDate | null, today: PlainDate): PlainDate =>
  paymentDate !== null && paymentDate <= today ? paymentDate : exDate

/**
 * The rate in force for an entity (null: none is named) on a day: its own goes before the general one, then the latest that is
 * not after the day. Null where none reaches back so far.
 */
export function taxRateInForce(
  rates: readonly TaxRate[],
  entity: string | null,
  day: PlainDate,
): RateUnits | null {
  const known = rates.filter(({ effectiveFrom }) => effectiveFrom <= day)
  const own =
    entity === null ? [] : known.filter((one) => one.entity !== null && named(one.entity) === named(entity))
  const general = known.filter((one) => one.entity === null)
  const of = own.length > 0 ? own : general
  return (
    of.reduce<TaxRate | null>(
      (latest, one) => (latest === null || one.effectiveFrom > latest.effectiveFrom ? one : latest),
      null,
    )?.rate ?? null
  )
}
