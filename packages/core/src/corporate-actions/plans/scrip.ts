/**
 * A scrip dividend: shares instead of money.
 *
 * 10,000 shares, 2.00 a share at 90.60, tax 15 %: 17,000.00 / 90.60 = 187.637, so 187 shares.
 *   without income  no entry; the lots grow by 187, the tax of 3,000.00 is a memo
 *   with income     Dr 1100 16,942.20, Dr 6200 3,000.00, Dr 1210 57.80, Cr 4200 20,000.00; a new lot of 187
 *   residual not paid out: no 1210, Cr 4200 19,942.20
 * The company keeps the tax back from the shares, so it is that of XD.
 * Either way they can be sold from their allotment. By rate: 12.5 % of 1,003 gives floor(125.375) = 125 shares, without an entry.
 */
import type { PlainDate } from '../../values/dates.ts'
import { type PriceUnits, RATE_WHOLE, type RateUnits } from '../../values/decimal.ts'
import { grossOf, percentOf } from '../../values/money.ts'
import {
  amountOf,
  expectedMoney,
  listingOf,
  moneyEntries,
  type Named,
  PER_SHARE_IN_PRICE_UNIT,
  type PerShareUnits,
  type Plan,
  type PlanFacts,
  type PlannedPosting,
  partOf,
  postingsThatCount,
  taxedAt,
  withholdingOf,
} from '../plan.ts'

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

/** New shares as a part of what is held: percent, or rate after tax over price. */
export function scripPart({ by, taxRate }: Pick<ScripTerms, 'by'> & { readonly taxRate: RateUnits }): {
  readonly num: bigint
  readonly den: bigint
} {
  if ('percent' in by) return { num: by.percent, den: RATE_WHOLE }
  return { num: by.rate * (RATE_WHOLE - taxRate), den: RATE_WHOLE * by.price * PER_SHARE_IN_PRICE_UNIT }
}

export function planScrip(terms: ScripTerms, facts: PlanFacts): Plan {
  const { by, exDate, what, asIncome } = terms
  const held = facts.held.quantity
  const withheld = withholdingOf(terms.taxRate, facts)
  const taxRate = withheld.exRate
  const { num, den } = scripPart({ by, taxRate })
  const { shares: entitled, fraction } = partOf(facts, num, den)
  const [price, gross] = 'percent' in by ? [null, 0n] : [by.price, amountOf(held, by.rate)]
  const tax = percentOf(gross, taxRate)
  const cost = price === null ? 0n : grossOf(entitled, price)
  const residual = price === null || gross === 0n ? 0n : gross - tax - cost
  const paysResidual = asIncome ? terms.residualPaid : terms.residualPaid && terms.paymentDate !== null
  const cash = paysResidual && residual > 0n ? residual : 0n
  const expected = expectedMoney('dividend-receivable', cash, terms.paymentDate, facts)
  const income: readonly PlannedPosting[] = asIncome
    ? [
        { role: 'investment', amount: cost, security: 'held' },
        { role: 'withholding-tax', amount: tax, security: 'held' },
        { role: 'dividend-receivable', amount: cash, security: 'held' },
        { role: 'dividend-income', amount: -(cost + tax + cash), security: 'held' },
      ]
    : [
        { role: 'dividend-receivable', amount: cash, security: 'held' },
        { role: 'dividend-income', amount: -cash, security: 'held' },
      ]
  const listing = listingOf(what, terms.allotmentDate)
  const day = { source: 'corporate action', tradeDate: exDate } as const
  return {
    entitlement: {
      held,
      entitled,
      gross,
      tax: asIncome ? tax : 0n,
      net: gross - tax,
      fraction,
      memoTax: asIncome ? 0n : tax,
      ...taxedAt('percent' in by ? null : withheld, held),
    },
    events:
      entitled === 0n
        ? []
        : [
            {
              part: 'shares',
              security: 'held',
              event: asIncome
                ? {
                    ...day,
                    kind: 'receipt',
                    settlementDate: exDate,
                    quantity: entitled,
                    price: price ?? 0n,
                    cost,
                    charges: 0n,
                    costOfFundsRate: null,
                    listing,
                  }
                : {
                    ...day,
                    kind: 'scale',
                    quantity: held + entitled,
                    follows: { held, num: den + num, den },
                    proceeds: 0n,
                    listing,
                  },
            },
          ],
    entries: [
      {
        part: 'income',
        date: exDate,
        transactionType: 'Revenue',
        description: what,
        postings: postingsThatCount(income),
      },
      ...moneyEntries(what, expected, facts.money),
    ],
    expected,
    isOpen: false,
  }
}
