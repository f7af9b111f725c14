/**
 * An initial public offering: money with the application, shares on allotment, the rest back.
 *
 * 1,000 at 15.00: Dr 1220 15,000.00, Cr 1010. Allotted 400: Dr 1100 6,000.00, Cr 1220. Refund: Dr 1010 9,000.00, Cr 1220.
 * Paid before the books began (an open item): Dr 1220 15,000.00, Cr 3000 on their first day; the rest as above.
 */
import type { PlainDate } from '../../values/dates.ts'
import type { Cents, PriceUnits } from '../../values/decimal.ts'
import { grossOf, perShare } from '../../values/money.ts'
import {
  expectedMoney,
  moneyEntries,
  type Named,
  type Plan,
  type PlanFacts,
  type PlannedEntry,
  type PlannedEvent,
  type TakenOn,
  takenOnEntry,
} from '../plan.ts'

export interface IpoTerms extends Named {
  readonly kind: 'ipo'
  /** The day of the application. */
  readonly exDate: PlainDate
  /** Null: not known yet, of an application that was taken over; no shares can be allotted before it is. */
  readonly price: PriceUnits | null
  readonly invested: Cents
  readonly takenOn?: TakenOn | null
}

/** Shares that an application is for: what was invested buys, rounded down; 0 while the price is not known. */
export const appliedShares = ({ invested, price }: Pick<IpoTerms, 'invested' | 'price'>): bigint =>
  price === null ? 0n : (invested * 100n) / price

export function planIpo(terms: IpoTerms, facts: PlanFacts): Plan {
  const { exDate, what, price, invested } = terms
  const { allotment, election } = facts
  const events: PlannedEvent[] = []
  const entries: PlannedEntry[] = [
    terms.takenOn == null
      ? {
          part: 'application',
          date: exDate,
          transactionType: 'Investment Purchase',
          description: `${what}, application money`,
          settlementAccountId: election?.settlementAccountId ?? null,
          postings: [
            { role: 'ipo-application', amount: invested, security: null },
            { role: 'cash', amount: -invested, security: null },
          ],
        }
      : takenOnEntry(what, terms.takenOn, 'ipo-application', invested, null),
  ]
  const allotted = allotment?.allotted ?? 0n
  const cost = grossOf(allotted, price ?? 0n)
  if (allotment !== null && allotted > 0n) {
    events.push({
      part: 'allotted',
      security: 'held',
      event: {
        kind: 'receipt',
        source: 'corporate action',
        tradeDate: allotment.date,
        settlementDate: allotment.date,
        quantity: allotted,
        price: perShare(cost, allotted),
        cost,
        charges: 0n,
        costOfFundsRate: null,
      },
    })
    entries.push({
      part: 'allotment',
      date: allotment.date,
      transactionType: 'Investment Purchase',
      description: `${what}, allotment`,
      postings: [
        { role: 'investment', amount: cost, security: 'held' },
        { role: 'ipo-application', amount: -cost, security: null },
      ],
    })
  }
  const refund = allotment === null ? 0n : invested - cost
  const expected = expectedMoney('ipo-application', refund, allotment?.refundDate ?? null, facts)
  return {
    entitlement: {
      held: 0n,
      entitled: appliedShares(terms),
      gross: invested,
      tax: 0n,
      net: invested,
      fraction: 0n,
      memoTax: 0n,
    },
    events,
    entries: [
      ...entries,
      ...moneyEntries(`${what}, refund`, expected, facts.money, allotment?.settlementAccountId ?? null),
    ],
    expected,
    isOpen: allotment === null,
  }
}
