/**
 * A buy-back or a tender offer: shares are sold to the company or the offeror, with the fees that were charged.
 *
 * Buy-back 1 of 8 at 80.00 (average cost, no fees) on 1,003 | 70,210.00: 125 shares.
 *   Dr 1200 10,000.00, Cr 1100 8,750.00, Cr 4100 1,250.00
 * Who offers fewer says so; of a tender offer only what is offered is taken.
 *
 * By cherry picking the lots that are given are named, as of a sale: 1,000 at 60.00 and 3 at 70.00, 125 of the first: Cr 1100 7,500.00,
 * Cr 4100 2,500.00. Where all shares leave there is nothing to name.
 */
import type { Allocation } from '../../chains/chain-event.ts'
import type { PlainDate } from '../../values/dates.ts'
import type { Cents, PriceUnits, Shares } from '../../values/decimal.ts'
import { grossOf } from '../../values/money.ts'
import {
  changeOf,
  disposalPostings,
  expectedMoney,
  moneyEntries,
  type Named,
  type Plan,
  type PlanFacts,
  type PlannedEntry,
  partOf,
  postingsThatCount,
} from '../plan.ts'

export interface BuybackTerms extends Named {
  readonly kind: 'buyback' | 'tender'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly price: PriceUnits
  readonly fees: Cents
  /** A buy-back takes so many of so many held; a tender offer what is offered. */
  readonly from: bigint | null
  readonly to: bigint | null
}

/** Of the lots that were named the first that make up what leaves: a late sale may leave fewer than were offered. */
function lotsOf(named: readonly Allocation[], sold: Shares): Allocation[] {
  let left = sold
  return named.flatMap(({ lotId, quantity }) => {
    const taken = quantity < left ? quantity : left
    left -= taken
    return taken > 0n ? [{ lotId, quantity: taken }] : []
  })
}

/** Whether the lots of what leaves are to be named: a part of what a portfolio by cherry picking holds. */
export const asksForLots = (picksLots: boolean, sold: Shares, held: Shares): boolean =>
  picksLots && sold > 0n && sold < held

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
  const asked = asksForLots(facts.picksLots === true, sold, held)
  const allocations = asked ? lotsOf(election?.allocations ?? [], sold) : []
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
              { role: 'receivable', amount: gross - fees, security: 'held' },
              { role: 'fee.brokerage', amount: fees, security: 'held' },
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
              security: 'held',
              event: {
                kind: 'disposal',
                source: 'corporate action',
                tradeDate: exDate,
                settlementDate: exDate,
                quantity: sold,
                gross,
                net: gross - fees,
                costOfFundsRate: null,
                // Named lots are what they are; what names none follows what is held.
                ...(allocations.length > 0 ? { allocations } : { follows: { held, ...part, ...most } }),
              },
            },
          ],
    entries: [...entries, ...moneyEntries(what, expected, facts.money)],
    expected,
    isOpen: false,
    ...(asked && allocations.length === 0 && { unnamed: sold }),
  }
}
