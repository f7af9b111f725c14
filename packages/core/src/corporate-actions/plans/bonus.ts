/**
 * A bonus or capitalisation: new shares for held ones, at no cost.
 *
 * 1 for 4 on lots of 60 and 101: 40 new shares, 14.907 / 25.093, so 15 and 25. Costs, charges and ages stay. What is paid for a
 * fraction is a gain: Dr 1200, Cr 4100 (FVOCI: 3200 and on to 3100). The new shares can be sold from their allotment.
 */
import type { PlainDate } from '../../values/dates.ts'
import type { PriceUnits } from '../../values/decimal.ts'
import {
  expectedMoney,
  fractionCash,
  gainPostings,
  listingOf,
  moneyEntries,
  type Named,
  type Plan,
  type PlanFacts,
  partOf,
  postingsThatCount,
} from '../plan.ts'

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

export function planBonus(terms: BonusTerms, facts: PlanFacts): Plan {
  const { from, to, exDate, what } = terms
  const held = facts.held.quantity
  const { shares: entitled, fraction } = partOf(facts, from, to)
  const cash = terms.fractionPrice === null ? 0n : fractionCash(facts, from, to, terms.fractionPrice)
  const expected = expectedMoney('receivable', cash, terms.paymentDate, facts)
  return {
    entitlement: { held, entitled, gross: cash, tax: 0n, net: cash, fraction, memoTax: 0n },
    events:
      entitled === 0n
        ? []
        : [
            {
              part: 'shares',
              security: 'held',
              event: {
                kind: 'scale',
                source: 'corporate action',
                tradeDate: exDate,
                quantity: held + entitled,
                follows: { held, num: to + from, den: to },
                proceeds: 0n,
                listing: listingOf(what, terms.allotmentDate),
              },
            },
          ],
    entries: [
      {
        part: 'fractions',
        date: exDate,
        transactionType: 'Revenue',
        description: `${what}, fractions`,
        postings: postingsThatCount([
          { role: 'receivable', amount: cash, security: 'held' },
          ...gainPostings(cash, facts.treatment),
        ]),
      },
      ...moneyEntries(what, expected, facts.money),
    ],
    expected,
    isOpen: false,
  }
}
