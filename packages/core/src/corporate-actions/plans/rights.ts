/**
 * A rights issue: rights on XR, what is done with them until the last day, shares on allotment.
 *
 * 1,003 shares, 2 for 5 at 50.00, cum price 64.00: TERP (5 x 64 + 2 x 50) / 7 = 60.00, a right 10.00; 401 rights.
 * Sell 150 (an ordinary sale of the rights), subscribe 200, additional 40 of which 15 are allotted, lapse 51:
 *   XR            no entry; a lot of 401 rights, cost 0.00
 *   payment       Dr 1220 12,000.00, Cr 1010 (240 x 50.00)
 *   the day after the last day: 51 leave (rights that were bought: 4100 their cost, 1100)
 *   allotment     Dr 1100 10,750.00, Cr 1220 (215 x 50.00); the 200 leave, what they cost joins the new lot
 *   refund        Dr 1010 1,250.00, Cr 1220
 * Rights stay at 1100 (their cost) and 1230 (their mark) in profit or loss in every portfolio.
 */
import { addDays, type PlainDate } from '../../values/dates.ts'
import type { PriceUnits } from '../../values/decimal.ts'
import { divideHalfAway } from '../../values/decimal.ts'
import { grossOf, perShare } from '../../values/money.ts'
import {
  changeOf,
  disposalPostings,
  expectedMoney,
  moneyEntries,
  type Named,
  type Plan,
  type PlanFacts,
  type PlannedEntry,
  type PlannedEvent,
  partOf,
  postingsThatCount,
} from '../plan.ts'

export interface RightsTerms extends Named {
  readonly kind: 'rights'
  readonly exDate: PlainDate
  /** The last day of acceptance and payment. */
  readonly lastDate: PlainDate | null
  readonly from: bigint
  readonly to: bigint
  readonly price: PriceUnits
}

/** Theoretical ex-rights price and the value of one right: (to x cum + from x price) / (to + from), less the price. */
export function theoretical(
  { from, to, price }: Pick<RightsTerms, 'from' | 'to' | 'price'>,
  cum: PriceUnits,
) {
  const terp = divideHalfAway(to * cum + from * price, to + from)
  return { terp, right: terp > price ? terp - price : 0n }
}

export function planRights(terms: RightsTerms, facts: PlanFacts): Plan {
  const { from, to, exDate, what, price, lastDate } = terms
  const { allotment, election, today } = facts
  const held = facts.held.quantity
  const { shares: entitled, fraction } = partOf(facts, from, to)
  const events: PlannedEvent[] = []
  const entries: PlannedEntry[] = []
  const day = { source: 'corporate action' } as const
  if (entitled > 0n) {
    events.push({
      part: 'rights',
      security: 'rights',
      event: {
        ...day,
        kind: 'receipt',
        tradeDate: exDate,
        settlementDate: exDate,
        quantity: entitled,
        price: 0n,
        cost: 0n,
        charges: 0n,
        costOfFundsRate: null,
      },
    })
  }
  const subscribe = election?.subscribe ?? 0n
  const applied = subscribe + (election?.additional ?? 0n)
  const lapseDay = lastDate === null ? null : addDays(lastDate, 1)
  const isOver = lapseDay !== null && lapseDay <= today
  // After the last day the rest lapses, whatever the election says; before, nothing lapses.
  const awaiting = allotment !== null && lastDate !== null && allotment.date <= lastDate ? 0n : subscribe
  const lapsed = isOver && facts.rightsLeft > awaiting ? facts.rightsLeft - awaiting : 0n
  if (election !== null && applied > 0n) {
    entries.push({
      part: 'application',
      date: election.date,
      transactionType: 'Investment Purchase',
      description: `${what}, application money`,
      settlementAccountId: election.settlementAccountId,
      postings: [
        { role: 'ipo-application', amount: grossOf(applied, price), security: null },
        { role: 'cash', amount: -grossOf(applied, price), security: null },
      ],
    })
  }
  if (lapsed > 0n && lapseDay !== null) {
    events.push({
      part: 'lapse',
      security: 'rights',
      event: {
        ...day,
        kind: 'disposal',
        tradeDate: lapseDay,
        settlementDate: lapseDay,
        quantity: lapsed,
        follows: { held: facts.rightsLeft, num: 1n, den: 1n, less: awaiting },
        gross: 0n,
        net: 0n,
        costOfFundsRate: null,
      },
    })
    const out = changeOf(facts, 'lapse')
    if (out !== null) {
      entries.push({
        part: 'lapse',
        date: lapseDay,
        transactionType: 'Revenue',
        description: `${what}, rights lapsed`,
        postings: postingsThatCount(
          disposalPostings(0n, { cost: -out.cost, charges: 0n }, 'FVTPL', 'rights'),
        ),
      })
    }
  }
  const allotted = allotment?.allotted ?? 0n
  if (allotment !== null && subscribe > 0n) {
    events.push({
      part: 'subscribed',
      security: 'rights',
      event: {
        ...day,
        kind: 'withdrawal',
        tradeDate: allotment.date,
        quantity: subscribe,
        // A late sale may leave fewer rights than were subscribed.
        follows: { held: subscribe, num: 1n, den: 1n, most: subscribe },
      },
    })
    const out = changeOf(facts, 'subscribed')
    const rightsCost = out === null ? 0n : -out.cost
    const paid = grossOf(allotted, price)
    if (out !== null && allotted > 0n) {
      events.push({
        part: 'allotted',
        security: 'held',
        event: {
          ...day,
          kind: 'receipt',
          tradeDate: allotment.date,
          settlementDate: allotment.date,
          quantity: allotted,
          price: perShare(paid + rightsCost, allotted),
          cost: paid + rightsCost,
          charges: 0n,
          costOfFundsRate: null,
        },
      })
      entries.push({
        part: 'allotment',
        date: allotment.date,
        transactionType: 'Investment Purchase',
        description: `${what}, allotment`,
        postings: postingsThatCount([
          { role: 'investment', amount: paid + rightsCost, security: 'held' },
          { role: 'ipo-application', amount: -paid, security: null },
          { role: 'investment', amount: -rightsCost, security: 'rights' },
        ]),
      })
    } else if (rightsCost > 0n) {
      // Nothing was allotted: what the rights cost is lost.
      entries.push({
        part: 'allotment',
        date: allotment.date,
        transactionType: 'Revenue',
        description: `${what}, nothing allotted`,
        postings: disposalPostings(0n, { cost: rightsCost, charges: 0n }, 'FVTPL', 'rights'),
      })
    }
  }
  const refund = allotment === null ? 0n : grossOf(applied, price) - grossOf(allotted, price)
  const expected = expectedMoney('ipo-application', refund, allotment?.refundDate ?? null, facts)
  entries.push(
    ...moneyEntries(`${what}, refund`, expected, facts.money, allotment?.settlementAccountId ?? null),
  )
  return {
    entitlement: {
      held,
      entitled,
      gross: grossOf(entitled, price),
      tax: 0n,
      net: grossOf(entitled, price),
      fraction,
      memoTax: 0n,
    },
    events,
    entries,
    expected,
    isOpen: entitled > 0n && !(isOver && (applied === 0n || allotment !== null)),
  }
}
