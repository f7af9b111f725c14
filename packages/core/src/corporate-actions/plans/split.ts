/**
 * A split or a consolidation: so many shares become so many, at the same cost.
 *
 * Split 1 into 3: lots of 100 and 101 become 300 and 303. 2 into 3 on 101 and 100: floor(301.5) = 301, so 151 and 150.
 * Consolidation 10 into 1 on 15 | 1,500.00 and 3 | 600.00: 1 share; the lot without a share gives its cost: 1 | 2,100.00.
 * A holding of 7 | 700.00 becomes 0: Cr 1100 700.00, Dr 4100 700.00 less what is paid for the fraction.
 */
import type { PlainDate } from '../../values/dates.ts'
import type { PriceUnits } from '../../values/decimal.ts'
import {
  changeOf,
  disposalPostings,
  expectedMoney,
  fractionCash,
  gainPostings,
  moneyEntries,
  type Named,
  type Plan,
  type PlanFacts,
  partOf,
  postingsThatCount,
} from '../plan.ts'

export interface SplitTerms extends Named {
  readonly kind: 'split' | 'consolidation'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  /** So many shares become so many. */
  readonly from: bigint
  readonly to: bigint
  readonly fractionPrice: PriceUnits | null
}

export function planSplit(terms: SplitTerms, facts: PlanFacts): Plan {
  const { from, to, exDate, what } = terms
  const held = facts.held.quantity
  const { shares: after, fraction } = partOf(facts, to, from)
  const cash = terms.fractionPrice === null ? 0n : fractionCash(facts, to, from, terms.fractionPrice)
  const expected = expectedMoney('receivable', cash, terms.paymentDate, facts)
  const gone = after === 0n && held > 0n ? changeOf(facts, 'shares') : null
  return {
    entitlement: { held, entitled: after, gross: cash, tax: 0n, net: cash, fraction, memoTax: 0n },
    events:
      held === 0n
        ? []
        : [
            {
              part: 'shares',
              security: 'held',
              event: {
                kind: 'scale',
                source: 'corporate action',
                tradeDate: exDate,
                quantity: after,
                follows: { held, num: to, den: from },
                proceeds: after === 0n ? cash : 0n,
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
          ...(gone === null
            ? gainPostings(cash, facts.treatment)
            : disposalPostings(cash, { cost: -gone.cost, charges: -gone.charges }, facts.treatment)),
        ]),
      },
      ...moneyEntries(what, expected, facts.money),
    ],
    expected,
    isOpen: false,
  }
}
