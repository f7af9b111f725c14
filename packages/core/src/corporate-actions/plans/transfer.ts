/**
 * Shares moved to another portfolio: at cost within an entity, as a sale at fair value between entities.
 *
 * Within: lots 100 at 10.00 (charges 11.20) and 200 at 13.00 (29.11), 150 of them. From an average pool 1,800.00 and 20.16 leave,
 * spread over the ages: 100 | 1,200.00 | 13.44 and 50 | 600.00 | 6.72. From single lots each leaves at its own cost.
 *   giving  Dr 1300 1,800.00, Cr 1100    taking  Dr 1100 1,800.00, Cr 1300    (FVOCI with 1105)
 * Between entities, 400 | 8,000.00 at 25.00:
 *   giving  Dr 1200 10,000.00, Cr 1100 8,000.00, Cr 4100 2,000.00    taking  Dr 1100 10,000.00, Cr 2100
 */
import type { RecordId } from '../../ledger/lines.ts'
import type { PlainDate } from '../../values/dates.ts'
import type { PriceUnits, Shares } from '../../values/decimal.ts'
import { grossOf, perShare, sumOf } from '../../values/money.ts'
import { spread } from '../../values/spread.ts'
import {
  changeOf,
  disposalPostings,
  moneyEntries,
  type Named,
  type Plan,
  type PlanFacts,
  type PlannedEntry,
  type PlannedEvent,
  postingsThatCount,
} from '../plan.ts'

export interface TransferTerms extends Named {
  readonly kind: 'transfer'
  readonly exDate: PlainDate
  readonly quantity: Shares
  readonly from: RecordId
  readonly to: RecordId
  /** Null within an entity: at cost. */
  readonly price: PriceUnits | null
  readonly allocations: readonly { readonly lotId: string; readonly quantity: Shares }[]
  /** Whether the giving portfolio keeps an average pool, whose cost is spread over the ages. */
  readonly isPooled: boolean
}

/**
 * The plan of the transfer. Its events are those of the portfolio that gives, and within an entity its
 * entries too; between entities each side has its own: a receivable of the one and a payable of the other,
 * each paid and confirmed separately.
 */
export function planTransfer(terms: TransferTerms, facts: PlanFacts): Plan {
  if (terms.price === null) return withinEntity(terms, facts)
  return facts.isTaking === true ? taking(terms, terms.price, facts) : giving(terms, terms.price, facts)
}

const head = ({ exDate }: TransferTerms) => ({ source: 'transfer', tradeDate: exDate }) as const
const named = ({ allocations }: TransferTerms) => (allocations.length === 0 ? {} : { allocations })

function withinEntity(terms: TransferTerms, facts: PlanFacts): Plan {
  const { quantity, what, exDate, to } = terms
  const events: PlannedEvent[] = [
    {
      part: 'out',
      security: 'held',
      event: { ...head(terms), kind: 'withdrawal', quantity, ...named(terms) },
    },
  ]
  const entries: PlannedEntry[] = []
  const out = changeOf(facts, 'out')
  if (out !== null) {
    const [cost, charges] = [-out.cost, -out.charges]
    events.push(...lotsOf(terms, facts, cost, charges))
    const costs = facts.treatment === 'FVOCI' ? charges : 0n
    const clearing = cost + costs
    const give = [
      { role: 'inter-portfolio-clearing', amount: clearing, security: 'held' },
      { role: 'investment', amount: -cost, security: 'held' },
      { role: 'transaction-costs', amount: -costs, security: 'held' },
    ] as const
    const base = { date: exDate, transactionType: 'Transfer', description: what } as const
    entries.push({ ...base, part: 'given', postings: postingsThatCount(give) })
    entries.push({
      ...base,
      part: 'taken',
      portfolioId: to,
      postings: postingsThatCount(give.map((line) => ({ ...line, amount: -line.amount }))),
    })
  }
  return planOf(terms, facts, events, entries)
}

/** The lots that the taking portfolio gets: those that were given, with their ages. */
function lotsOf(terms: TransferTerms, facts: PlanFacts, cost: bigint, charges: bigint): PlannedEvent[] {
  const given = (facts.outcomes.get('out')?.lots ?? []).flatMap((change) => {
    const lot = facts.lots.get(change.lotId)
    return lot === undefined ? [] : [{ change, lot }]
  })
  if (given.length === 0) return []
  const shares = given.map(({ change }) => -change.quantity)
  const ownCosts = given.map(({ change }) => -change.cost)
  const ownCharges = given.map(({ change }) => -change.charges)
  // Of a pool the lots only give the ages.
  const isOwn = !terms.isPooled && sumOf(ownCosts) === cost && sumOf(ownCharges) === charges
  const costs = isOwn ? ownCosts : spread(cost, shares)
  const fees = isOwn ? ownCharges : spread(charges, shares)
  return given.map(({ lot }, at) => ({
    part: `lot ${lot.id}`,
    security: 'held',
    portfolioId: terms.to,
    event: {
      ...head(terms),
      kind: 'receipt',
      boughtOn: lot.tradeDate,
      settlementDate: lot.settlementDate,
      quantity: shares[at] ?? 0n,
      price: perShare(costs[at] ?? 0n, shares[at] ?? 0n),
      cost: costs[at] ?? 0n,
      charges: fees[at] ?? 0n,
      costOfFundsRate: lot.costOfFundsRate,
    },
  }))
}

function giving(terms: TransferTerms, price: bigint, facts: PlanFacts): Plan {
  const { quantity, what, exDate, to } = terms
  const gross = grossOf(quantity, price)
  const day = { ...head(terms), settlementDate: exDate, costOfFundsRate: null, quantity } as const
  const events: PlannedEvent[] = [
    {
      part: 'out',
      security: 'held',
      event: { ...day, kind: 'disposal', gross, net: gross, ...named(terms) },
    },
    {
      part: 'in',
      security: 'held',
      portfolioId: to,
      event: { ...day, kind: 'receipt', price, cost: gross, charges: 0n },
    },
  ]
  const out = changeOf(facts, 'out')
  const entries: PlannedEntry[] =
    out === null
      ? []
      : [
          {
            part: 'given',
            date: exDate,
            transactionType: 'Revenue',
            description: what,
            postings: postingsThatCount([
              { role: 'receivable', amount: gross, security: 'held' },
              ...disposalPostings(gross, { cost: -out.cost, charges: -out.charges }, facts.treatment),
            ]),
          },
        ]
  const plan = planOf(terms, facts, events, entries)
  const expected = { role: 'receivable', amount: gross, due: null } as const
  return {
    ...plan,
    entitlement: { ...plan.entitlement, gross, net: gross },
    entries: [...plan.entries, ...moneyEntries(what, expected, facts.money)],
    expected,
  }
}

function taking({ quantity, what, exDate }: TransferTerms, price: bigint, facts: PlanFacts): Plan {
  const gross = grossOf(quantity, price)
  const expected = { role: 'payable', amount: -gross, due: null } as const
  return {
    entitlement: {
      held: 0n,
      entitled: quantity,
      gross: -gross,
      tax: 0n,
      net: -gross,
      fraction: 0n,
      memoTax: 0n,
    },
    events: [],
    entries: [
      {
        part: 'taken',
        date: exDate,
        transactionType: 'Investment Purchase',
        description: what,
        postings: [
          { role: 'investment', amount: gross, security: 'held' },
          { role: 'payable', amount: -gross, security: 'held' },
        ],
      },
      ...moneyEntries(what, expected, facts.money),
    ],
    expected,
    isOpen: false,
  }
}

function planOf(
  { quantity }: TransferTerms,
  facts: PlanFacts,
  events: readonly PlannedEvent[],
  entries: readonly PlannedEntry[],
): Plan {
  const held = facts.held.quantity
  const entitlement = { held, entitled: quantity, gross: 0n, tax: 0n, net: 0n, fraction: 0n, memoTax: 0n }
  return { entitlement, events, entries, expected: null, isOpen: false }
}
