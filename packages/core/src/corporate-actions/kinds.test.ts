/**
 * Cases that random books meet too seldom: each rule of a kind by a worked figure, and the effect of a late
 * trade on an event in one walk.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChainEvent, CostingMethod, Holding } from '../chains/chain-event.ts'
import { replayChain } from '../chains/replay.ts'
import type { Treatment } from '../ledger/treatment.ts'
import { isRejection } from '../rejections.ts'
import { expectedMoney, outstandingOf, type Plan, type PlanFacts } from './plan.ts'
import { type ActionTerms, planOf } from './plan-of.ts'
import { type RightsTerms, theoretical } from './plans/rights.ts'
import type { ScripTerms } from './plans/scrip.ts'

const NOTHING: Holding = { quantity: 0n, cost: 0n, charges: 0n }
const factsOf = (held: Holding, more: Partial<PlanFacts> = {}): PlanFacts => ({
  held,
  accounts: [],
  taxRate: 150_000n,
  treatment: 'FVTPL',
  election: null,
  allotment: null,
  money: [],
  rightsLeft: 0n,
  today: '2026-06-30',
  outcomes: new Map(),
  lots: new Map(),
  lotShares: new Map(),
  ...more,
})
const came = (part: string, change: Partial<Holding>) =>
  new Map([[part, { change: { ...NOTHING, ...change }, lots: [] }]])
/** The lines of an entry: "role security amount". */
const linesOf = (plan: Plan, part: string) =>
  plan.entries
    .filter((entry) => entry.part === part)
    .flatMap(({ postings }) =>
      postings.map(({ role, security, amount }) => `${role} ${security ?? '-'} ${amount}`),
    )

describe('an open item of an opening', () => {
  const on = '2026-04-01'
  it('is a dividend of the shares of before, after its tax, against Capital', () => {
    const terms: ActionTerms = {
      kind: 'dividend',
      what: 'It',
      exDate: '2026-03-25',
      paymentDate: '2026-04-10',
      rate: 32_500_000_000n,
      exemptRate: 0n,
      taxRate: 150_000n,
      recoveryOfCost: false,
      takenOn: { on, shares: 1_000n },
    }
    // The holding in the books meanwhile does not count.
    const plan = planOf(terms, factsOf({ quantity: 7n, cost: 700n, charges: 0n }))
    expect(linesOf(plan, 'taken on')).toEqual(['dividend-receivable held 276250', 'capital held -276250'])
    expect(linesOf(plan, 'paid')).toEqual(['cash held 276250', 'dividend-receivable held -276250'])
    expect(plan.entries.map(({ date }) => date)).toEqual([on, '2026-04-10'])
    expect(plan.entitlement).toMatchObject({ held: 1_000n, gross: 325_000n, tax: 48_750n, net: 276_250n })
  })
  it('is money applied with, for no shares while their price is not known', () => {
    const terms: ActionTerms = {
      kind: 'ipo',
      what: 'It',
      exDate: '2026-03-20',
      price: null,
      invested: 1_500_000n,
      takenOn: { on },
    }
    const plan = planOf(terms, factsOf(NOTHING))
    expect(linesOf(plan, 'taken on')).toEqual(['ipo-application - 1500000', 'capital - -1500000'])
    expect([plan.entries.length, plan.entries[0]?.date, plan.entitlement.entitled]).toEqual([1, on, 0n])
  })
})

describe('tax that is withheld on payment', () => {
  const held = { quantity: 1000n, cost: 1_000_000n, charges: 0n }
  const dividend: ActionTerms = {
    kind: 'dividend',
    what: 'It',
    exDate: '2022-12-20',
    paymentDate: '2023-01-10',
    rate: 10n ** 10n,
    exemptRate: 0n,
    taxRate: null,
    recoveryOfCost: false,
  }
  const facts = { exTaxRate: 0n, taxRate: 150_000n, taxRateOn: '2023-01-10' }
  it('posts at XD what the rate of XD gives, and the difference on the payment date', () => {
    const plan = planOf(dividend, factsOf(held, facts))
    expect(linesOf(plan, 'income')).toEqual([
      'dividend-receivable held 100000',
      'dividend-income held -100000',
    ])
    expect(linesOf(plan, 'tax')).toEqual(['withholding-tax held 15000', 'dividend-receivable held -15000'])
    expect(linesOf(plan, 'paid')).toEqual(['cash held 85000', 'dividend-receivable held -85000'])
    expect(plan.entries.map(({ date }) => date)).toEqual(['2022-12-20', '2023-01-10', '2023-01-10'])
    expect(plan.entitlement).toMatchObject({
      tax: 15_000n,
      net: 85_000n,
      taxRateOn: '2023-01-10',
      exTaxRate: 0n,
      exTax: 0n,
    })
  })
  it('gives back what was withheld too much', () => {
    const plan = planOf(dividend, factsOf(held, { ...facts, exTaxRate: 150_000n, taxRate: 100_000n }))
    expect(linesOf(plan, 'tax')).toEqual(['withholding-tax held -5000', 'dividend-receivable held 5000'])
    expect(plan.expected?.amount).toBe(90_000n)
  })
  it('is one posting where the rates are the same, or one was typed', () => {
    for (const [terms, more] of [
      [dividend, { exTaxRate: 150_000n }],
      [{ ...dividend, taxRate: 150_000n }, facts],
    ] as const) {
      const plan = planOf(terms, factsOf(held, { ...facts, ...more }))
      expect(linesOf(plan, 'tax')).toEqual([])
      expect(linesOf(plan, 'income')[1]).toBe('withholding-tax held 15000')
      expect(plan.entitlement.exTax).toBeUndefined()
    }
  })
  it('of a choice of cash or shares counts the shares with the rate of XD, the tax with that of payment', () => {
    const choice: ActionTerms = {
      kind: 'election',
      what: 'It',
      exDate: '2022-12-20',
      lastDate: '2022-12-28',
      allotmentDate: '2023-01-05',
      paymentDate: '2023-01-10',
      rate: 10n ** 10n,
      price: 100_000n,
      taxRate: null,
    }
    const plan = planOf(choice, factsOf(held, facts))
    expect(plan.entitlement).toMatchObject({ entitled: 100n, tax: 15_000n, net: 85_000n })
    expect(linesOf(plan, 'tax')).toEqual(['withholding-tax held 15000', 'dividend-receivable held -15000'])
  })
})

describe('a holding that is left without shares', () => {
  const terms: ActionTerms = {
    kind: 'consolidation',
    what: 'It',
    exDate: '2026-03-03',
    paymentDate: null,
    from: 10n,
    to: 1n,
    fractionPrice: 2_000_000n,
  }
  const held = { quantity: 7n, cost: 70_000n, charges: 784n }
  const outcomes = came('shares', { quantity: -7n, cost: -70_000n, charges: -784n })
  it.each([
    ['FVTPL', ['receivable held 14000', 'investment held -70000', 'realized-gain held 56000']],
    [
      'FVOCI',
      [
        'receivable held 14000',
        'investment held -70000',
        'transaction-costs held -784',
        'fair-value-reserve held 56784',
        'fair-value-reserve held -56784',
        'retained-earnings held 56784',
      ],
    ],
  ] as const)(
    'leaves at its cost, for what its fraction is paid with (%s)',
    (treatment: Treatment, lines) => {
      const plan = planOf(terms, factsOf(held, { treatment, outcomes }))
      expect(plan.events).toMatchObject([{ event: { kind: 'scale', quantity: 0n, proceeds: 14_000n } }])
      expect(linesOf(plan, 'fractions')).toEqual(lines)
      expect(plan.expected).toEqual({ role: 'receivable', amount: 14_000n, due: null })
    },
  )
})

describe('rights', () => {
  const terms: RightsTerms = {
    kind: 'rights',
    what: 'It',
    exDate: '2026-03-23',
    lastDate: '2026-04-10',
    from: 2n,
    to: 5n,
    price: 500_000n,
  }
  const held = { quantity: 1_003n, cost: 6_018_000n, charges: 0n }
  const election = {
    subscribe: 100n,
    sell: 0n,
    lapse: 0n,
    additional: 0n,
    date: '2026-04-09',
    settlementAccountId: null,
  }
  const allotted = (shares: bigint, date = '2026-04-20') => ({
    allotted: shares,
    date,
    refundDate: null,
    settlementAccountId: null,
  })

  it('that were bought give their cost to the new lot', () => {
    const outcomes = came('subscribed', { quantity: -100n, cost: -70_000n })
    const plan = planOf(terms, factsOf(held, { election, allotment: allotted(100n), outcomes }))
    expect(plan.events.at(-1)).toMatchObject({ part: 'allotted', event: { quantity: 100n, cost: 570_000n } })
    expect(linesOf(plan, 'allotment')).toEqual([
      'investment held 570000',
      'ipo-application - -500000',
      'investment rights -70000',
    ])
  })

  it('lose their cost where nothing is allotted, and all of the money comes back', () => {
    const outcomes = came('subscribed', { quantity: -100n, cost: -70_000n })
    const plan = planOf(terms, factsOf(held, { election, allotment: allotted(0n), outcomes }))
    expect(linesOf(plan, 'allotment')).toEqual(['investment rights -70000', 'realized-gain rights 70000'])
    expect(plan.expected).toMatchObject({ role: 'ipo-application', amount: 500_000n })
  })

  it('lapse the day after the last day, but for those that were subscribed and wait for their allotment', () => {
    const lapse = (more: Partial<PlanFacts>) =>
      planOf(terms, factsOf(held, { rightsLeft: 401n, election, ...more })).events.find(
        ({ part }) => part === 'lapse',
      )?.event
    expect(lapse({ today: '2026-04-10' })).toBeUndefined()
    expect(lapse({ today: '2026-04-11' })).toMatchObject({
      tradeDate: '2026-04-11',
      quantity: 301n,
      follows: { held: 401n, num: 1n, den: 1n, less: 100n },
    })
    expect(lapse({ allotment: allotted(100n, '2026-04-10'), rightsLeft: 301n })).toMatchObject({
      quantity: 301n,
    })
    expect(lapse({ rightsLeft: 100n })).toBeUndefined()
  })

  it('are open until all is elected, allotted or over', () => {
    const isOpen = (more: Partial<PlanFacts>) => planOf(terms, factsOf(held, more)).isOpen
    expect(isOpen({ today: '2026-04-10' })).toBe(true)
    expect(isOpen({ today: '2026-04-11' })).toBe(false)
    expect(isOpen({ today: '2026-04-11', election })).toBe(true)
    expect(isOpen({ today: '2026-04-21', election, allotment: allotted(100n) })).toBe(false)
  })

  it('have a theoretical price, and a value that is never below nothing', () => {
    expect(theoretical(terms, 640_000n)).toEqual({ terp: 600_000n, right: 100_000n })
    expect(theoretical(terms, 400_000n)).toMatchObject({ right: 0n })
  })
})

describe('money of an action', () => {
  const paid = (amount: bigint) => ({
    kind: 'received' as const,
    date: '2026-03-20',
    amount,
    settlementAccountId: null,
  })
  const of = { role: 'receivable', amount: 5_000n } as const

  it('stays on its account when there is none to come any more', () => {
    expect(expectedMoney('receivable', 0n, null, { money: [] })).toBeNull()
    const one: ActionTerms = {
      kind: 'bonus',
      allotmentDate: null,
      what: 'It',
      exDate: '2026-03-03',
      paymentDate: null,
      from: 1n,
      to: 4n,
      fractionPrice: 400_000n,
    }
    const plan = planOf(one, factsOf({ quantity: 1_004n, cost: 1n, charges: 0n }, { money: [paid(3_000n)] }))
    expect(linesOf(plan, 'paid 1')).toEqual(['cash held 3000', 'receivable held -3000'])
    expect(outstandingOf(plan.expected, [paid(3_000n)], '2026-06-30')).toBe(-3_000n)
  })

  it('is outstanding until its day where nothing was confirmed, then what of it did not come', () => {
    expect(outstandingOf(null, [], '2026-03-20')).toBe(0n)
    expect(outstandingOf({ ...of, due: '2026-03-20' }, [], '2026-03-19')).toBe(5_000n)
    expect(outstandingOf({ ...of, due: '2026-03-20' }, [], '2026-03-20')).toBe(0n)
    expect(outstandingOf({ ...of, due: null }, [], '2026-03-20')).toBe(5_000n)
    expect(outstandingOf({ ...of, due: '2026-03-20' }, [paid(4_000n)], '2026-03-20')).toBe(1_000n)
  })

  it('of a scrip without income is paid only where a day is named', () => {
    const terms: ScripTerms = {
      kind: 'scrip',
      what: 'It',
      exDate: '2026-03-03',
      allotmentDate: null,
      paymentDate: null,
      by: { rate: 2n * 10n ** 10n, price: 906_000n },
      taxRate: 150_000n,
      asIncome: false,
      residualPaid: true,
    }
    const held = { quantity: 10_000n, cost: 88_400_000n, charges: 0n }
    expect(planOf(terms, factsOf(held)).expected).toBeNull()
    expect(planOf({ ...terms, paymentDate: '2026-03-20' }, factsOf(held)).expected).toMatchObject({
      amount: 5_780n,
    })
    expect(planOf({ ...terms, asIncome: true }, factsOf(held)).expected).toMatchObject({ amount: 5_780n })
  })
})

/** Terms whose events follow what is held, so that one walk after a late trade comes to what the next plan says. */
const anyFollowing: fc.Arbitrary<ActionTerms> = fc
  .record({
    kind: fc.constantFrom(
      'bonus',
      'split',
      'consolidation',
      'scrip',
      'delisting',
      'buyback',
      'tender',
      'recovery',
    ),
    from: fc.bigInt({ min: 1n, max: 40n }),
    to: fc.bigInt({ min: 1n, max: 40n }),
    rate: fc.bigInt({ min: 1n, max: 10n ** 11n }),
  })
  .map(({ kind, from, to, rate }): ActionTerms => {
    const day = { what: 'It', exDate: '2026-03-03', paymentDate: null }
    switch (kind) {
      case 'bonus':
        return { ...day, kind, from, to, allotmentDate: null, fractionPrice: null }
      case 'split':
      case 'consolidation':
        return { ...day, kind, from, to, fractionPrice: null }
      case 'scrip': {
        const by = { percent: from * 12_345n }
        return { ...day, kind, by, allotmentDate: null, taxRate: 0n, asIncome: false, residualPaid: false }
      }
      case 'delisting':
        return { ...day, kind, pricePerShare: rate }
      case 'recovery':
        return { ...day, kind: 'dividend', rate, exemptRate: 0n, taxRate: 0n, recoveryOfCost: true }
      default: {
        const ratio = kind === 'tender' ? { from: null, to: null } : { from: 1n, to }
        return { ...day, kind: kind === 'tender' ? 'tender' : 'buyback', price: 10_000n, fees: 0n, ...ratio }
      }
    }
  })

describe('an event that follows what is held', () => {
  it('comes to the same in one walk after a late trade as planned anew', () => {
    const shares = fc.array(fc.bigInt({ min: 1n, max: 3_000n }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        anyFollowing,
        shares,
        fc.bigInt({ min: 1n, max: 3_000n }),
        fc.option(fc.bigInt({ min: 0n, max: 4_000n })),
        fc.constantFrom<CostingMethod>('FIFO', 'WAP'),
        (terms, lots, late, offered, method) => {
          const buys = [...lots, late].map(
            (quantity, at): ChainEvent => ({
              kind: 'buy',
              id: `b${at}`,
              sequence: at,
              tradeDate: '2026-02-10',
              settlementDate: '2026-02-12',
              quantity,
              price: 0n,
              cost: quantity * 1_000n,
              charges: quantity,
              costOfFundsRate: null,
            }),
          )
          const none = {
            subscribe: 0n,
            lapse: 0n,
            additional: 0n,
            date: '2026-03-03',
            settlementAccountId: null,
          }
          const election = offered === null ? null : { ...none, sell: offered }
          const walked = (planned: readonly ChainEvent[], all: readonly ChainEvent[]) => {
            const before = replayChain(method, planned)
            if (isRejection(before)) throw new Error(before.code)
            const { events } = planOf(terms, factsOf(before.state.holding, { election }))
            const own = events.map(
              ({ event }, at): ChainEvent => ({ ...event, id: `a${at}`, sequence: 900 + at }),
            )
            const after = replayChain(method, [...all, ...own])
            return isRejection(after) ? after.code : [after.state.holding, after.state.lots]
          }
          // An offer of nothing has no event that could follow.
          fc.pre(election?.sell !== 0n)
          if (terms.kind === 'tender') fc.pre(election !== null)
          const few = buys.slice(0, -1)
          const planned = planOf(
            terms,
            factsOf({ quantity: lots.reduce((a, b) => a + b), cost: 1n, charges: 0n }, { election }),
          )
          fc.pre(planned.events.length > 0)
          expect(walked(few, buys)).toEqual(walked(buys, buys))
          // The same the other way: the late trade is taken back.
          const after = planOf(
            terms,
            factsOf({ quantity: lots.reduce((a, b) => a + b) + late, cost: 1n, charges: 0n }, { election }),
          )
          fc.pre(after.events.length > 0)
          expect(walked(buys, few)).toEqual(walked(few, few))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('takes nothing where fewer rights are left than were subscribed', () => {
    const event: ChainEvent = {
      kind: 'disposal',
      source: 'corporate action',
      id: 'lapse',
      sequence: 2,
      tradeDate: '2026-04-11',
      settlementDate: '2026-04-11',
      quantity: 3n,
      follows: { held: 5n, num: 1n, den: 1n, less: 2n },
      gross: 0n,
      net: 0n,
      costOfFundsRate: null,
    }
    const one: ChainEvent = {
      kind: 'receipt',
      source: 'corporate action',
      id: 'rights',
      sequence: 1,
      tradeDate: '2026-03-23',
      settlementDate: '2026-03-23',
      quantity: 1n,
      price: 0n,
      cost: 0n,
      charges: 0n,
      costOfFundsRate: null,
    }
    for (const method of ['WAP', 'FIFO', 'CHERRY'] as const) {
      for (const before of [[], [one]]) {
        const done = replayChain(method, [...before, event])
        expect(isRejection(done) ? done.code : done.state.holding.quantity).toBe(BigInt(before.length))
      }
    }
  })
})

describe('a spin-off', () => {
  it('names lots that have no cost among those that give: the new shares come of them too', () => {
    const buy = (id: string, cost: bigint): ChainEvent => ({
      kind: 'buy',
      id,
      sequence: Number(id),
      tradeDate: '2026-02-10',
      settlementDate: '2026-02-12',
      quantity: 100n,
      price: 0n,
      cost,
      charges: 0n,
      costOfFundsRate: null,
    })
    const given: ChainEvent = {
      kind: 'cost',
      source: 'corporate action',
      id: '9',
      sequence: 9,
      tradeDate: '2026-03-03',
      cost: 10n,
      charges: 0n,
      by: 'cost',
    }
    const done = replayChain('FIFO', [buy('1', 0n), buy('2', 100n), given])
    expect(isRejection(done) ? done.code : done.changes[0]?.lots).toMatchObject([
      { lotId: '1', cost: -0n },
      { lotId: '2', cost: -10n },
    ])
  })
})

describe('what a plan says of an event', () => {
  const held = { quantity: 1_000n, cost: 2_000_000n, charges: 0n }
  const day = { what: 'It', exDate: '2026-03-03', paymentDate: null }
  const none = { subscribe: 0n, sell: 0n, additional: 0n, date: '2026-03-03', settlementAccountId: null }

  it('is for how much the shares leave, so that realized gains know it', () => {
    const gone = planOf({ ...day, kind: 'delisting', pricePerShare: 12n * 10n ** 10n }, factsOf(held))
    expect(gone.events).toMatchObject([{ event: { gross: 1_200_000n, net: 1_200_000n } }])
    const ratio = { from: 3n, to: 7n, cashPerShare: 10n ** 10n, firstDayPrice: 70_000n }
    // floor(428.571) = 428 shares at 7.00, 4/7 of one: 4.00, and 1.00 a share.
    expect(planOf({ ...day, kind: 'merger', ...ratio }, factsOf(held)).events).toMatchObject([
      { event: { gross: 400_000n, net: 400_000n } },
      { event: { cost: 299_600n } },
    ])
  })

  it('is nothing for a buy-back that a portfolio lets pass', () => {
    const terms: ActionTerms = { ...day, kind: 'buyback', price: 800_000n, fees: 500n, from: 1n, to: 8n }
    expect(planOf(terms, factsOf(held)).events).toMatchObject([
      { event: { quantity: 125n, gross: 1_000_000n, net: 999_500n } },
    ])
    expect(planOf(terms, factsOf(held, { election: { ...none, lapse: 125n } })).events).toEqual([])
  })

  it('is of a buy-back by cherry picking the lots that are named, the first of them where fewer leave', () => {
    const terms: ActionTerms = { ...day, kind: 'buyback', price: 800_000n, fees: 0n, from: 1n, to: 8n }
    const named = [
      { lotId: 'b', quantity: 100n },
      { lotId: 'a', quantity: 25n },
    ]
    const picked = (of: Holding, election: PlanFacts['election']) =>
      planOf(terms, factsOf(of, { picksLots: true, election }))
    expect(picked(held, null)).toMatchObject({ unnamed: 125n })
    const full = picked(held, { ...none, lapse: 0n, sell: 125n, allocations: named })
    expect(full.events).toMatchObject([{ event: { quantity: 125n, allocations: named } }])
    expect([full.unnamed, full.events[0]?.event]).toEqual([
      undefined,
      expect.not.objectContaining({ follows: expect.anything() }),
    ])
    const fewer = picked({ ...held, quantity: 820n }, { ...none, lapse: 0n, sell: 125n, allocations: named })
    expect(fewer.events).toMatchObject([
      { event: { quantity: 102n, allocations: [named[0], { lotId: 'a', quantity: 2n }] } },
    ])
    // Another method, or all that is held: none are asked for.
    expect(planOf(terms, factsOf(held)).unnamed).toBeUndefined()
    const all: ActionTerms = { ...terms, kind: 'tender', from: null, to: null }
    const tender = planOf(
      all,
      factsOf(held, { picksLots: true, election: { ...none, lapse: 0n, sell: held.quantity } }),
    )
    expect(tender.unnamed).toBeUndefined()
  })

  it('is of a spin-off the part of the cost by fair values; a lot without a new share gives to the next older one', () => {
    const terms: ActionTerms = {
      ...day,
      kind: 'spin-off',
      from: 1n,
      to: 10n,
      parentPrice: 620_000n,
      firstDayPrice: 410_000n,
      fractionPrice: null,
    }
    const shares = [100n, 100n, 3n]
    const lots = new Map(
      shares.map((_, at) => [
        `${at}`,
        { id: `${at}`, tradeDate: `2026-01-0${at + 5}`, settlementDate: '2026-01-12', costOfFundsRate: null },
      ]),
    )
    const gave = shares.map((quantity, at) => ({
      lotId: `${at}`,
      quantity: 0n,
      cost: -quantity * 10n,
      charges: 0n,
    }))
    const plan = planOf(
      terms,
      factsOf(
        { quantity: 203n, cost: 33_000n, charges: 0n },
        {
          lots,
          lotShares: new Map(shares.map((quantity, at) => [`${at}`, quantity])),
          outcomes: new Map([['cost', { change: { ...NOTHING, cost: -2_030n }, lots: gave }]]),
        },
      ),
    )
    // 20 shares at 41.00 are 820.00 of 12,586.00 + 820.00; 330.00 of cost: 20.18.
    expect(plan.events[0]?.event).toMatchObject({
      cost: 2_018n,
      follows: { held: 203n, num: 82_000n, den: 1_340_600n },
    })
    expect(
      plan.events
        .slice(1)
        .map(({ part, event }) =>
          'quantity' in event && 'cost' in event ? [part, event.quantity, event.cost] : [],
        ),
    ).toEqual([
      ['lot 0', 10n, 994n],
      ['lot 1', 10n, 1_024n],
    ])
  })
})

describe('what is still to come', () => {
  const held = { quantity: 10_000n, cost: 88_400_000n, charges: 0n }
  it('of a choice of cash or shares is open until its last day, for who holds something', () => {
    const terms: ActionTerms = {
      kind: 'election',
      what: 'It',
      exDate: '2026-03-03',
      lastDate: '2026-03-10',
      allotmentDate: null,
      paymentDate: '2026-03-20',
      rate: 2n * 10n ** 10n,
      price: 906_000n,
      taxRate: 150_000n,
    }
    expect(planOf(terms, factsOf(held, { today: '2026-03-10' })).isOpen).toBe(true)
    expect(planOf(terms, factsOf(held, { today: '2026-03-11' })).isOpen).toBe(false)
    expect(planOf(terms, factsOf(NOTHING, { today: '2026-03-10' })).isOpen).toBe(false)
    // No more shares than the net dividend buys: 17,000.00 / 90.60.
    const election = {
      subscribe: 500n,
      sell: 0n,
      lapse: 0n,
      additional: 0n,
      date: '2026-03-10',
      settlementAccountId: null,
    }
    expect(planOf(terms, factsOf(held, { election })).events).toMatchObject([{ event: { quantity: 187n } }])
  })

  it('of an application is open until its allotment; it is for whole shares', () => {
    const terms: ActionTerms = {
      kind: 'ipo',
      what: 'It',
      exDate: '2026-03-03',
      price: 150_000n,
      invested: 1_500_700n,
    }
    const plan = planOf(terms, factsOf(NOTHING))
    expect([plan.isOpen, plan.entitlement.entitled]).toEqual([true, 1_000n])
    const allotment = { allotted: 400n, date: '2026-03-10', refundDate: null, settlementAccountId: null }
    expect(planOf(terms, factsOf(NOTHING, { allotment })).isOpen).toBe(false)
  })
})

it('a transfer within an entity takes charges along where they are at cost', () => {
  const terms: ActionTerms = {
    kind: 'transfer',
    what: 'It',
    exDate: '2026-03-03',
    quantity: 150n,
    from: 1,
    to: 2,
    price: null,
    allocations: [],
    isPooled: true,
  }
  const outcomes = came('out', { quantity: -150n, cost: -180_000n, charges: -2_016n })
  const lines = (treatment: Treatment) =>
    linesOf(
      planOf(terms, factsOf({ quantity: 300n, cost: 360_000n, charges: 4_031n }, { treatment, outcomes })),
      'taken',
    )
  expect(lines('FVTPL')).toEqual(['inter-portfolio-clearing held -180000', 'investment held 180000'])
  expect(lines('FVOCI')).toEqual([
    'inter-portfolio-clearing held -182016',
    'investment held 180000',
    'transaction-costs held 2016',
  ])
})
