import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lot } from '../chains/chain-event.ts'
import { replayChain } from '../chains/replay.ts'
import { chargeFees } from '../fee-tariffs/charge.ts'
import { DEFAULT_TARIFFS, type Tariff } from '../fee-tariffs/tariff.ts'
import { tickAt } from '../prices/ticks.ts'
import { isRejection } from '../rejections.ts'
import { chainOf } from '../testing/chain-arbitraries.ts'
import { saleEvent } from '../trades/decide-sell.ts'
import { RATE_WHOLE } from '../values/decimal.ts'
import { grossOf, sumOf } from '../values/money.ts'
import { breakEvenPrice, priceForAverage, sharesForAverage } from './break-even.ts'
import { sharesForCash } from './keep-weights.ts'
import { rebalance, type WeighedSecurity } from './rebalance.ts'
import { proposeSale, type SaleTarget, sharesForNet } from './sale-proposal.ts'

const TARIFF = DEFAULT_TARIFFS[0] as Tariff
const TERMS = {
  price: 250_000n,
  tradeDate: '2026-04-08',
  settlementDate: '2026-04-10',
  costOfFundsRate: 95_000n,
  tariff: TARIFF,
}
const netOf = (quantity: bigint, price: bigint) => {
  const gross = grossOf(quantity, price)
  return gross - chargeFees(TARIFF, gross).total
}

const lotOf = (at: number, quantity: bigint, perShare: bigint): Lot => ({
  id: `L${at}`,
  tradeDate: `2026-01-${10 + at}`,
  openedOn: null,
  sequence: at + 1,
  settlementDate: `2026-01-${12 + at}`,
  costOfFundsRate: 95_000n,
  price: perShare * 100n,
  quantity,
  cost: perShare * quantity,
  charges: quantity,
  remainingQuantity: quantity,
  remainingCost: perShare * quantity,
  remainingCharges: quantity,
})
const heldOf = (lots: readonly Lot[]) => {
  const quantity = sumOf(lots.map((lot) => lot.remainingQuantity))
  const holding = {
    quantity,
    cost: sumOf(lots.map((lot) => lot.remainingCost)),
    charges: sumOf(lots.map((lot) => lot.remainingCharges)),
  }
  return { method: 'CHERRY' as const, holding, last: null, lots, sellable: quantity }
}

/** Every way to take so many shares from lots: the shares of each. */
function waysToTake(lots: readonly Lot[], quantity: bigint): bigint[][] {
  const [lot, ...others] = lots
  if (lot === undefined) return quantity === 0n ? [[]] : []
  const ways: bigint[][] = []
  for (let part = 0n; part <= lot.remainingQuantity && part <= quantity; part += 1n)
    for (const rest of waysToTake(others, quantity - part)) ways.push([part, ...rest])
  return ways
}

const smallBook = fc
  .array(fc.tuple(fc.bigInt({ min: 1n, max: 5n }), fc.bigInt({ min: 100n, max: 5_000n })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((some) => some.map(([quantity, perShare], at) => lotOf(at, quantity, perShare)))

describe('a sale by goal', () => {
  test('the lowest and the highest gain are those of the best of all ways to take the shares', () => {
    fc.assert(
      fc.property(smallBook, fc.nat({ max: 100 }), (lots, part) => {
        const held = heldOf(lots)
        const quantity = (held.sellable * BigInt(part)) / 100n || 1n
        const proposal = proposeSale(held, TERMS, { kind: 'shares', quantity })
        if (isRejection(proposal)) throw new Error(proposal.code)
        const costs = waysToTake(lots, quantity).map((way) =>
          sumOf(way.map((shares, at) => (shares * (lots[at]?.cost ?? 0n)) / (lots[at]?.quantity ?? 1n))),
        )
        const costBy = (goal: string) => proposal.goals.find((one) => one.goal === goal)?.sale.result.costOut
        expect(costBy('lowest-gain')).toBe(costs.reduce((a, b) => (a > b ? a : b)))
        expect(costBy('highest-gain')).toBe(costs.reduce((a, b) => (a < b ? a : b)))
      }),
    )
  })

  test('every line takes the shares asked for, loss harvest at most those, and only at a loss', () => {
    fc.assert(
      fc.property(smallBook, fc.bigInt({ min: 1n, max: 20n }), (lots, quantity) => {
        const held = heldOf(lots)
        const proposal = proposeSale(held, { ...TERMS, price: 200_000n }, { kind: 'shares', quantity })
        if (quantity > held.sellable) {
          expect(proposal).toMatchObject({ code: 'lots.insufficient', field: 'shares' })
          return
        }
        if (isRejection(proposal)) throw new Error(proposal.code)
        for (const { goal, sale } of proposal.goals) {
          if (goal !== 'loss-harvest') expect(sale.quantity).toBe(quantity)
          else expect(sale.quantity <= quantity && sale.result.capitalGain < 0n).toBe(true)
          expect(sale.left.quantity).toBe(held.sellable - sale.quantity)
        }
      }),
    )
  })

  test('a gain wanted is not passed, and one more share of the next lot passes it', () => {
    fc.assert(
      fc.property(smallBook, fc.bigInt({ min: 1n, max: 100_000n }), (lots, amount) => {
        const held = heldOf(lots)
        const proposal = proposeSale(held, TERMS, { kind: 'gain', amount })
        if (isRejection(proposal)) {
          const best = lots.map((lot) => 2_500n - lot.cost / lot.quantity).reduce((a, b) => (a > b ? a : b))
          expect(best <= 0n || best > amount).toBe(true)
          return
        }
        const sale = proposal.goals.find((one) => one.goal === 'gain-wanted')?.sale
        expect((sale?.result.capitalGain ?? 0n) <= amount).toBe(true)
        const next = proposeSale(held, TERMS, { kind: 'shares', quantity: proposal.quantity + 1n })
        if (isRejection(next)) return
        const more = next.goals.find((one) => one.goal === 'highest-gain')?.sale.result.capitalGain ?? 0n
        const before = sale?.result.capitalGain ?? 0n
        expect(more > amount || more <= before).toBe(true)
      }),
    )
  })

  test('what a proposal shows is what the sale books when it is recorded', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom('WAP' as const, 'FIFO' as const, 'CHERRY' as const)
          .chain((method) => fc.tuple(fc.constant(method), chainOf(method))),
        fc.nat({ max: 100 }),
        fc.bigInt({ min: 1n, max: 5_000_000n }),
        ([method, events], part, price) => {
          const before = replayChain(method, events)
          if (isRejection(before)) throw new Error(before.code)
          const { holding, last } = before.state
          if (holding.quantity === 0n) return
          const day = events.at(-1)?.tradeDate ?? ''
          const terms = { ...TERMS, price, tradeDate: day, settlementDate: day }
          const lots = before.state.lots.filter((lot) => lot.remainingQuantity > 0n)
          const quantity = (holding.quantity * BigInt(part)) / 100n || 1n
          const held = { method, holding, last, lots, sellable: holding.quantity }
          const proposal = proposeSale(held, terms, { kind: 'shares', quantity })
          if (isRejection(proposal)) throw new Error(proposal.code)
          const booked =
            method === 'CHERRY'
              ? proposal.goals.map(({ sale }) => sale)
              : [method === 'WAP' ? proposal.wap : proposal.fifo]
          for (const sale of booked) {
            const { figures, result, allocations } = sale
            const event = saleEvent({ ...terms, ...(method === 'CHERRY' && { allocations }) }, figures, {
              id: 'new',
              sequence: 1_000_000,
            })
            const after = replayChain(method, [...events, event])
            if (isRejection(after)) throw new Error(after.code)
            expect(after.sales.at(-1)).toEqual({ ...result, eventId: 'new' })
            expect(after.state.holding).toEqual(sale.left)
          }
        },
      ),
    )
  })
})

describe('how much to sell', () => {
  const priced = fc.oneof(fc.bigInt({ min: 1n, max: 500n }), fc.bigInt({ min: 1_000n, max: 5_000_000n }))
  test('net proceeds wanted: the smallest number of shares that nets them', () => {
    fc.assert(
      fc.property(
        priced,
        fc.bigInt({ min: 1n, max: 400n }),
        fc.bigInt({ min: 1n, max: 2_000_000n }),
        (price, most, wanted) => {
          let smallest: bigint | null = null
          for (let shares = 1n; shares <= most && smallest === null; shares += 1n)
            if (netOf(shares, price) >= wanted) smallest = shares
          expect(sharesForNet({ price, tariff: TARIFF }, wanted, most)).toBe(smallest)
        },
      ),
    )
  })

  test('over the first band, too', () => {
    const wanted = 10_100_000_000n
    const shares = sharesForNet({ price: 200_000n, tariff: TARIFF }, wanted, 10n ** 9n) ?? 0n
    expect(netOf(shares, 200_000n) >= wanted).toBe(true)
    expect(netOf(shares - 1n, 200_000n) < wanted).toBe(true)
  })

  test('more than the proceeds of everything is refused, and nothing of it', () => {
    const held = heldOf([lotOf(0, 10n, 2_000n)])
    const refused = (target: SaleTarget) => proposeSale(held, TERMS, target)
    expect(refused({ kind: 'net', amount: 100_000_00n })).toMatchObject({
      code: 'proposal.too-little',
      field: 'net',
    })
    expect(refused({ kind: 'gross', amount: 250_01n })).toMatchObject({
      code: 'proposal.too-little',
      field: 'gross',
    })
    expect(refused({ kind: 'gain', amount: -1n })).toMatchObject({ code: 'proposal.no-gain', field: 'gain' })
  })

  test('cash from all holdings: every one gives the same part, and one step less gives too little', () => {
    const holdings = fc.array(fc.record({ sellable: fc.bigInt({ min: 0n, max: 300n }), price: priced }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(holdings, fc.bigInt({ min: 1n, max: 3_000_000n }), (some, wanted) => {
        const held = some.map((one, id) => ({ ...one, id, tariff: TARIFF }))
        const largest = held.reduce((most, { sellable }) => (sellable > most ? sellable : most), 0n)
        const netAt = (n: bigint) =>
          sumOf(
            held.map(({ sellable, price }) => netOf((n * sellable + largest - 1n) / (largest || 1n), price)),
          )
        let smallest = 1n
        while (smallest <= largest && netAt(smallest) < wanted) smallest += 1n
        const parts = sharesForCash(held, wanted)
        if (smallest > largest) {
          expect(parts).toBeNull()
          return
        }
        const expected = held.flatMap(({ id, sellable }) =>
          sellable === 0n ? [] : [{ id, quantity: (smallest * sellable + largest - 1n) / largest }],
        )
        expect(parts).toEqual(expected)
      }),
    )
  })
})

describe('break-even and averages', () => {
  test('the break-even price is the lowest step that nets what was spent', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 5_000n }),
        fc.bigInt({ min: 1n, max: 500_000n }),
        (quantity, spent) => {
          let tick = 1n
          while (netOf(quantity, tickAt(tick)) < spent) tick += 1n
          expect(breakEvenPrice({ quantity, spent, tariff: TARIFF })?.price).toBe(tickAt(tick))
        },
      ),
    )
  })

  test('the shares for an average reach it, one less does not', () => {
    const amount = fc.bigInt({ min: 1n, max: 1_000_000n })
    fc.assert(
      fc.property(amount, amount, amount, amount, (quantity, cost, wanted, price) => {
        const bought = sharesForAverage({ quantity, cost }, wanted, price)
        if (bought === null) return
        const isPast = (shares: bigint) => {
          const over = cost * 100n + shares * price - wanted * (quantity + shares)
          return price < wanted ? over <= 0n : over >= 0n
        }
        expect(isPast(bought) && !isPast(bought - 1n)).toBe(true)
      }),
    )
    expect(sharesForAverage({ quantity: 600n, cost: 1_200_000n }, 200_000n, 180_000n)).toBeNull()
    expect(priceForAverage({ quantity: 600n, cost: 1_200_000n }, 190_000n, 600n)).toBe(180_000n)
    expect(priceForAverage({ quantity: 600n, cost: 1_200_000n }, 10_000n, 100n)).toBeNull()
  })
})

describe('rebalancing', () => {
  const security = fc.record({
    quantity: fc.bigInt({ min: 0n, max: 20_000n }),
    price: fc.bigInt({ min: 1_000n, max: 5_000_000n }),
    weight: fc.bigInt({ min: 0n, max: RATE_WHOLE / 5n }),
    band: fc.constantFrom(0n, 10_000n, 50_000n),
    lotSize: fc.constantFrom(1n, 100n),
    noBuys: fc.boolean(),
  })
  const terms = fc.record({
    securities: fc
      .array(security, { minLength: 1, maxLength: 5 })
      .map((some) =>
        some.map((one, id): WeighedSecurity => ({ ...one, id, sellable: one.quantity, tariff: TARIFF })),
      ),
    cash: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    others: fc.bigInt({ min: 0n, max: 10n ** 8n }),
    minimumTrade: fc.constantFrom(0n, 2_500_000n),
    cashMinimum: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  })

  test('moves each security towards its target and never past it, sells what is there, in whole lots', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const done = rebalance({ ...given, ladder: [{ day: '2026-04-10', cash: given.cash }] })
        const base = done.value - done.fees
        for (const { id, quantity, cut, gross, fees } of done.trades) {
          const one = given.securities[id] as WeighedSecurity
          const apart = one.weight * base * 100n - one.quantity * one.price * RATE_WHOLE
          const left = apart - (quantity + cut) * one.price * RATE_WHOLE
          expect(quantity + cut > 0n ? left >= 0n && apart > 0n : left <= 0n && apart < 0n).toBe(true)
          expect(-quantity <= one.sellable && quantity % one.lotSize === 0n && cut >= 0n).toBe(true)
          expect(quantity === 0n || gross >= given.minimumTrade).toBe(true)
          expect(fees).toBe(chargeFees(TARIFF, gross).total)
        }
      }),
    )
  })

  test('the fees that the targets rest on are those of its trades, and what is left of the value adds up', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const free = { ...given, cashMinimum: -(10n ** 15n) }
        const done = rebalance({ ...free, ladder: [] })
        if (done.isSettled) expect(sumOf(done.trades.map(({ fees }) => fees))).toBe(done.fees)
        else expect(done.passes).toBe(10)
        const held = given.securities.map((one) => {
          const traded = done.trades.find(({ id }) => id === one.id)?.quantity ?? 0n
          return { after: one.quantity + traded, price: one.price, before: one.quantity }
        })
        const valueOf = (which: 'before' | 'after') =>
          sumOf(held.map((one) => grossOf(one[which], one.price)))
        // Each value is rounded to the cent for itself.
        const apart = valueOf('after') + given.others + done.cashAfter - done.valueAfter
        expect(apart >= -5n && apart <= 5n).toBe(true)
      }),
    )
  })

  test('purchases take no day below the cash minimum, and none is cut where there is enough', () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: -(10n ** 8n), max: 10n ** 8n }), (given, later) => {
        const ladder = [
          { day: '2026-04-10', cash: given.cash },
          { day: '2026-04-15', cash: given.cash + later },
        ]
        const done = rebalance({ ...given, ladder })
        const lowest = done.ladder.reduce((low, { cash }) => (cash < low ? cash : low), 10n ** 15n)
        const buys = done.trades.filter(({ quantity }) => quantity > 0n)
        expect(buys.length === 0 || lowest >= given.cashMinimum).toBe(true)
        const free = rebalance({ ...given, ladder: [] })
        const lowestFree =
          Math.min(...ladder.map(({ cash }) => Number(cash))) - Number(given.cash - free.cashAfter)
        if (lowestFree >= Number(given.cashMinimum)) expect(done.trades).toEqual(free.trades)
      }),
    )
  })
})
