/**
 * A delisting: the shares leave at what is paid for them, which may be nothing.
 *
 * 1,000 at 20.00, worthless: Dr 4100 20,000.00, Cr 1100. FVOCI with charges 224.00: Dr 3200 20,224.00, Cr 1100 20,000.00, Cr 1105
 * 224.00, and Dr 3100, Cr 3200 20,224.00.
 */
import type { PlainDate } from '../../values/dates.ts'
import {
  amountOf,
  changeOf,
  disposalPostings,
  expectedMoney,
  moneyEntries,
  type Named,
  NO_ENTITLEMENT,
  type PerShareUnits,
  type Plan,
  type PlanFacts,
  postingsThatCount,
} from '../plan.ts'

export interface DelistingTerms extends Named {
  readonly kind: 'delisting'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly pricePerShare: PerShareUnits
}

export function planDelisting(terms: DelistingTerms, facts: PlanFacts): Plan {
  const { exDate, what } = terms
  const held = facts.held.quantity
  const cash = amountOf(held, terms.pricePerShare)
  const expected = expectedMoney('receivable', cash, terms.paymentDate, facts)
  const out = changeOf(facts, 'out')
  return {
    entitlement: { ...NO_ENTITLEMENT, held, gross: cash, net: cash },
    events:
      held === 0n
        ? []
        : [
            {
              part: 'out',
              security: 'held',
              event: {
                kind: 'disposal',
                source: 'corporate action',
                tradeDate: exDate,
                settlementDate: exDate,
                quantity: held,
                follows: { held, num: 1n, den: 1n },
                gross: cash,
                net: cash,
                costOfFundsRate: null,
              },
            },
          ],
    entries: [
      ...(out === null
        ? []
        : [
            {
              part: 'out',
              date: exDate,
              transactionType: 'Revenue' as const,
              description: what,
              postings: postingsThatCount([
                { role: 'receivable', amount: cash, security: 'held' },
                ...disposalPostings(cash, { cost: -out.cost, charges: -out.charges }, facts.treatment),
              ]),
            },
          ]),
      ...moneyEntries(what, expected, facts.money),
    ],
    expected,
    isOpen: false,
  }
}
