/**
 * A dividend with a choice of cash or shares: income either way.
 *
 * 10,000 shares, 2.00 a share, tax 15 %, shares at 90.60; 100 shares chosen:
 *   XD         Dr 1210 17,000.00, Dr 6200 3,000.00, Cr 4200 20,000.00
 *   allotment  Dr 1100 9,060.00, Cr 1210; a new lot of 100
 *   payment    Dr 1010 7,940.00, Cr 1210
 * At most floor(17,000.00 / 90.60) = 187 shares. They come before the payment, so they are counted with the rate on XD; where the payment
 * date has another, the difference of the tax is that day's.
 */
import type { PlainDate } from '../../values/dates.ts'
import type { PriceUnits, RateUnits } from '../../values/decimal.ts'
import { grossOf, percentOf } from '../../values/money.ts'
import {
  amountOf,
  moneyEntries,
  type Named,
  type PerShareUnits,
  type Plan,
  type PlanFacts,
  partOf,
  postingsThatCount,
  taxedAt,
  taxOnPayment,
  withholdingOf,
} from '../plan.ts'
import { scripPart } from './scrip.ts'

export interface ElectionTerms extends Named {
  readonly kind: 'election'
  readonly exDate: PlainDate
  readonly lastDate: PlainDate
  readonly allotmentDate: PlainDate | null
  readonly paymentDate: PlainDate
  readonly rate: PerShareUnits
  readonly price: PriceUnits
  /** Null: the rate in force for each holder's entity. */
  readonly taxRate: RateUnits | null
}

export function planElection(terms: ElectionTerms, facts: PlanFacts): Plan {
  const { exDate, what, rate, price } = terms
  const withheld = withholdingOf(terms.taxRate, facts)
  const held = facts.held.quantity
  const gross = amountOf(held, rate)
  const [tax, exTax] = [percentOf(gross, withheld.rate), percentOf(gross, withheld.exRate)]
  const net = gross - tax
  const part = scripPart({ by: { rate, price }, taxRate: withheld.exRate })
  const { shares: entitled, fraction } = partOf(facts, part.num, part.den)
  const wanted = facts.election?.subscribe ?? 0n
  const chosen = wanted < entitled ? wanted : entitled
  const cost = grossOf(chosen, price)
  const allotted = terms.allotmentDate ?? terms.paymentDate
  const expected = { role: 'dividend-receivable', amount: net - cost, due: terms.paymentDate } as const
  const isChosen = chosen > 0n
  return {
    entitlement: {
      held,
      entitled,
      gross,
      tax,
      net,
      fraction,
      memoTax: 0n,
      ...taxedAt(withheld, held, exTax),
    },
    events: isChosen
      ? [
          {
            part: 'allotted',
            security: 'held',
            event: {
              kind: 'receipt',
              source: 'corporate action',
              tradeDate: allotted,
              settlementDate: allotted,
              quantity: chosen,
              price,
              cost,
              charges: 0n,
              costOfFundsRate: null,
            },
          },
        ]
      : [],
    entries: [
      {
        part: 'income',
        date: exDate,
        transactionType: 'Revenue',
        description: what,
        postings: postingsThatCount([
          { role: 'dividend-receivable', amount: gross - exTax, security: 'held' },
          { role: 'withholding-tax', amount: exTax, security: 'held' },
          { role: 'dividend-income', amount: -gross, security: 'held' },
        ]),
      },
      {
        part: 'allotment',
        date: allotted,
        transactionType: 'Investment Purchase',
        description: `${what}, shares instead of cash`,
        postings: postingsThatCount([
          { role: 'investment', amount: cost, security: 'held' },
          { role: 'dividend-receivable', amount: -cost, security: 'held' },
        ]),
      },
      ...taxOnPayment(what, withheld, tax, exTax),
      ...moneyEntries(what, expected, facts.money),
    ],
    expected,
    isOpen: held > 0n && terms.lastDate >= facts.today,
  }
}
