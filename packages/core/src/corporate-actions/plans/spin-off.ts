/**
 * A spin-off or demerger: shares of a new company for held ones; the cost is split by the fair values of the first day.
 *
 * 1 S for 5 P on 1,003 P | 70,210.00 | 786.36; first day P 62.00, S 41.00: 200 S, share 8,200 / (62,186 + 8,200).
 *   FVOCI  Dr 1100 S 8,179.50, Dr 1105 S 91.61, Cr 1100 P 8,179.50, Cr 1105 P 91.61
 * The lots of S keep the ages of the lots of P, each with the cost that its lot of P gave.
 */
import type { PlainDate } from '../../values/dates.ts'
import { mulDiv, type PriceUnits } from '../../values/decimal.ts'
import { grossOf, perShare } from '../../values/money.ts'
import { spread } from '../../values/spread.ts'
import {
  expectedMoney,
  fractionCash,
  gainPostings,
  moneyEntries,
  type Named,
  type Plan,
  type PlanFacts,
  type PlannedEntry,
  type PlannedEvent,
  partOf,
  postingsThatCount,
} from '../plan.ts'

export interface SpinOffTerms extends Named {
  readonly kind: 'spin-off'
  readonly exDate: PlainDate
  readonly paymentDate: PlainDate | null
  readonly from: bigint
  readonly to: bigint
  readonly parentPrice: PriceUnits
  readonly firstDayPrice: PriceUnits
  readonly fractionPrice: PriceUnits | null
}

export function planSpinOff(terms: SpinOffTerms, facts: PlanFacts): Plan {
  const { from, to, exDate, what, treatment } = { ...terms, treatment: facts.treatment }
  const held = facts.held.quantity
  const { shares: entitled, fraction } = partOf(facts, from, to)
  const value = grossOf(entitled, terms.firstDayPrice)
  const whole = grossOf(held, terms.parentPrice) + value
  const cost = whole === 0n ? 0n : mulDiv(facts.held.cost, value, whole)
  const charges = whole === 0n ? 0n : mulDiv(facts.held.charges, value, whole)
  const cash = terms.fractionPrice === null ? 0n : fractionCash(facts, from, to, terms.fractionPrice)
  const expected = expectedMoney('receivable', cash, terms.paymentDate, facts)
  const events: PlannedEvent[] = []
  const entries: PlannedEntry[] = []
  if (entitled > 0n) {
    const follows = { held, num: value, den: whole }
    const day = { source: 'corporate action', tradeDate: exDate } as const
    events.push({
      part: 'cost',
      security: 'held',
      event: { ...day, kind: 'cost', cost, charges, by: 'cost', follows },
    })
    events.push(...lotsOf(terms, facts, { entitled, cost, charges }))
    const costs = treatment === 'FVOCI' ? charges : 0n
    entries.push({
      part: 'cost',
      date: exDate,
      transactionType: 'Investment Purchase',
      description: what,
      postings: postingsThatCount([
        { role: 'investment', amount: cost, security: 'new' },
        { role: 'transaction-costs', amount: costs, security: 'new' },
        { role: 'investment', amount: -cost, security: 'held' },
        { role: 'transaction-costs', amount: -costs, security: 'held' },
      ]),
    })
  }
  entries.push({
    part: 'fractions',
    date: exDate,
    transactionType: 'Revenue',
    description: `${what}, fractions`,
    postings: postingsThatCount([
      { role: 'receivable', amount: cash, security: 'held' },
      ...gainPostings(cash, treatment),
    ]),
  })
  return {
    entitlement: { held, entitled, gross: cash, tax: 0n, net: cash, fraction, memoTax: 0n },
    events,
    entries: [...entries, ...moneyEntries(what, expected, facts.money)],
    expected,
    isOpen: false,
  }
}

/** The lots of the new company: one for each lot of the parent that gave cost, with its age; together what the parent gave. */
function lotsOf(
  terms: SpinOffTerms,
  facts: PlanFacts,
  given: { readonly entitled: bigint; readonly cost: bigint; readonly charges: bigint },
): PlannedEvent[] {
  const outcome = facts.outcomes.get('cost')
  if (outcome === undefined) return []
  const parents = outcome.lots.flatMap((change) => {
    const lot = facts.lots.get(change.lotId)
    return lot === undefined ? [] : [{ change, lot }]
  })
  if (parents.length === 0) return []
  // Lots of a pool keep costs of their own: what the pool gave is spread as they gave.
  const costs = spread(
    given.cost,
    parents.map(({ change }) => -change.cost),
  )
  const charges = spread(
    given.charges,
    parents.map(({ change }) => -change.charges),
  )
  // Shares follow cost nearly, and exactly where they were bought at one price; they follow the shares of each lot.
  const shares = spread(
    given.entitled,
    parents.map(({ lot }) => facts.lotShares.get(lot.id) ?? 0n),
  )
  const rows = parents.map(({ lot }, at) => ({
    lot,
    quantity: shares[at] ?? 0n,
    cost: costs[at] ?? 0n,
    charges: charges[at] ?? 0n,
  }))
  // A lot that gets no share gives its cost to the next older one that does, else to the next newer one.
  for (const [at, row] of rows.entries()) {
    if (row.quantity > 0n) continue
    const taker =
      rows.slice(0, at).findLast((one) => one.quantity > 0n) ??
      rows.slice(at).find((one) => one.quantity > 0n)
    if (taker === undefined) continue
    taker.cost += row.cost
    taker.charges += row.charges
    row.cost = 0n
    row.charges = 0n
  }
  return rows
    .filter(({ quantity }) => quantity > 0n)
    .map(({ lot, quantity, cost, charges: fees }) => ({
      part: `lot ${lot.id}`,
      security: 'new',
      event: {
        kind: 'receipt',
        source: 'corporate action',
        tradeDate: terms.exDate,
        boughtOn: lot.tradeDate,
        settlementDate: lot.settlementDate,
        quantity,
        price: perShare(cost, quantity),
        cost,
        charges: fees,
        costOfFundsRate: lot.costOfFundsRate,
      },
    }))
}
