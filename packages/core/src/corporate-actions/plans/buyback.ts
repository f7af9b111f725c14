/**
 * A buy-back or a tender offer: shares are sold to the company or the offeror, with the fees that were charged.
 *
 * Buy-back 1 of 8 at 80.00 (average cost, no fees) on 1,003 | 70,210.00: 125 shares.
 *   Dr 1200 10,000.00, Cr 1100 8,750.00, Cr 4100 1,250.00
 * Who offers fewer says so; of a tender offer only what is offered is taken.
 */
import { grossOf } from '../../values/money.ts'
import {
  changeOf,
  disposalPostings,
  expectedMoney,
  moneyEntries,
  type Plan,
  type PlanFacts,
  type PlannedEntry,
  partOf,
  postingsThatCount,
} from '../plan.ts'
import type { BuybackTerms } from '../terms.ts'

export function planBuyback(terms: BuybackTerms, facts: PlanFacts): Plan {
  const { exDate, what, price, from, to } = terms
  const held = facts.held.quantity
  const whole = { shares: held, fraction: 0n }
  const { shares: entitled, fraction } = from === null || to === null ? whole : partOf(facts, from, to)
  const { election } = facts
  const isTender = terms.kind === 'tender'
  const offered = election?.sell ?? (isTender ? 0n : entitled)
  const sold = offered < entitled ? offered : entitled
  const gross = grossOf(sold, price)
  const fees = sold === 0n ? 0n : terms.fees
  const expected = expectedMoney('receivable', gross - fees, terms.paymentDate, facts)
  const out = changeOf(facts, 'out')
  // Its part of what is held also after a late trade, and never more than was offered.
  const part = from === null || to === null ? { num: 1n, den: 1n } : { num: from, den: to }
  const most = isTender || election !== null ? { most: offered } : {}
  const entries: PlannedEntry[] =
    out === null || sold === 0n
      ? []
      : [
          {
            part: 'out',
            date: exDate,
            transactionType: 'Revenue',
            description: what,
            postings: postingsThatCount([
              { role: 'receivable', amount: gross - fees, place: 'held' },
              { role: 'fee.brokerage', amount: fees, place: 'held' },
              ...disposalPostings(gross, { cost: -out.cost, charges: -out.charges }, facts.treatment),
            ]),
          },
        ]
  return {
    entitlement: { held, entitled, gross, tax: 0n, net: gross - fees, fraction, memoTax: 0n },
    events:
      sold === 0n
        ? []
        : [
            {
              part: 'out',
              place: 'held',
              event: {
                kind: 'disposal',
                source: 'corporate action',
                tradeDate: exDate,
                settlementDate: exDate,
                quantity: sold,
                gross,
                net: gross - fees,
                costOfFundsRate: null,
                follows: { held, ...part, ...most },
              },
            },
          ],
    entries: [...entries, ...moneyEntries(what, expected, facts.money)],
    expected,
    isOpen: false,
  }
}
