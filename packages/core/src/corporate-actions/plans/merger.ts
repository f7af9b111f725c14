/**
 * A merger or acquisition: shares of one company become shares of another and cash, at fair value.
 *
 * 3 B for 7 A and 2.50 a share on 1,003 A | 52,156.00; B 140.00 on the first day: floor(429.857) = 429 B, the fraction
 * 6/7 x 140.00 = 120.00, cash 2,507.50:
 *   Dr 1100 B 60,060.00, Dr 1200 2,627.50, Cr 1100 A 52,156.00, Cr 4100 10,531.50
 * The lot of B is new. FVOCI: 1105 of A leaves too, the gain goes to 3200 and on to 3100.
 */
import type { PlainDate } from '../../values/dates.ts'
import type { PriceUnits } from '../../values/decimal.ts'
import { grossOf } from '../../values/money.ts'
import {
  amountOf,
  changeOf,
  disposalPostings,
  expectedMoney,
  fractionCash,
  moneyEntries,
  type Named,
  type PerShareUnits,
  type Plan,
  type PlanFacts,
  type PlannedEntry,
  type PlannedEvent,
  partOf,
  postingsThatCount,
} from '../plan.ts'

export interface MergerTerms extends Named {
  readonly kind: 'merger'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly from: bigint
  readonly to: bigint
  readonly cashPerShare: PerShareUnits
  readonly firstDayPrice: PriceUnits
}

export function planMerger(terms: MergerTerms, facts: PlanFacts): Plan {
  const { from, to, exDate, what, firstDayPrice } = terms
  const held = facts.held.quantity
  const { shares: entitled, fraction } = partOf(facts, from, to)
  const cash = amountOf(held, terms.cashPerShare) + fractionCash(facts, from, to, firstDayPrice)
  const cost = grossOf(entitled, firstDayPrice)
  const expected = expectedMoney('receivable', cash, terms.paymentDate, facts)
  const day = {
    source: 'corporate action',
    tradeDate: exDate,
    settlementDate: exDate,
    costOfFundsRate: null,
  } as const
  const events: PlannedEvent[] = []
  if (held > 0n) {
    const proceeds = cost + cash
    const follows = { held, num: 1n, den: 1n }
    const out = { ...day, kind: 'disposal', quantity: held, follows, gross: proceeds, net: proceeds } as const
    events.push({ part: 'out', security: 'held', event: out })
  }
  if (entitled > 0n) {
    const lot = {
      ...day,
      kind: 'receipt',
      quantity: entitled,
      price: firstDayPrice,
      cost,
      charges: 0n,
    } as const
    events.push({ part: 'in', security: 'new', event: lot })
  }
  const out = changeOf(facts, 'out')
  const entries: PlannedEntry[] =
    out === null
      ? []
      : [
          {
            part: 'exchange',
            date: exDate,
            transactionType: 'Revenue',
            description: what,
            postings: postingsThatCount([
              { role: 'investment', amount: cost, security: 'new' },
              { role: 'receivable', amount: cash, security: 'held' },
              ...disposalPostings(cost + cash, { cost: -out.cost, charges: -out.charges }, facts.treatment),
            ]),
          },
        ]
  return {
    entitlement: { held, entitled, gross: cash, tax: 0n, net: cash, fraction, memoTax: 0n },
    events,
    entries: [...entries, ...moneyEntries(what, expected, facts.money)],
    expected,
    isOpen: false,
  }
}
