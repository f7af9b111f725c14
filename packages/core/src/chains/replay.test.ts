import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRejection } from '../rejections.ts'
import { anyChain, chainOf, type TradedEvent } from '../testing/chain-arbitraries.ts'
import { goOn } from '../testing/grow.ts'
import { mulDiv } from '../values/decimal.ts'
import { perShare, sumOf } from '../values/money.ts'
import {
  type Allocation,
  type ChainEvent,
  type CostingMethod,
  compareChainOrder,
  EMPTY_CHAIN,
  rankOfSource,
  type SaleEvent,
} from './chain-event.ts'
import { holdingDays } from './chain-walk.ts'
import { changeChain, goesOnFromEnd, weightsOf } from './change.ts'
import { type ChainReplay, replayChain } from './replay.ts'

let recorded = 0

function buy(tradeDate: string, quantity: number, price: number, more: Partial<ChainEvent> = {}): ChainEvent {
  recorded += 1
  const cost = BigInt(quantity * price * 100)
  const event = { kind: 'buy', id: `b${recorded}`, sequence: recorded, tradeDate, settlementDate: tradeDate }
  const priced = { price: BigInt(Math.round(price * 10_000)), cost, charges: 0n }
  const terms = { quantity: BigInt(quantity), ...priced, costOfFundsRate: null }
  return { ...event, ...terms, ...more } as ChainEvent
}

function sell(tradeDate: string, quantity: number, price: number, more: Partial<SaleEvent> = {}): SaleEvent {
  recorded += 1
  const gross = BigInt(quantity * price * 100)
  const event = {
    kind: 'sell' as const,
    id: `s${recorded}`,
    sequence: recorded,
    tradeDate,
    settlementDate: tradeDate,
  }
  return { ...event, quantity: BigInt(quantity), gross, net: gross, costOfFundsRate: null, ...more }
}

function replayed(method: CostingMethod | null, events: readonly ChainEvent[]): ChainReplay {
  const outcome = replayChain(method, events)
  if (isRejection(outcome)) throw new Error(`rejected: ${outcome.code} ${JSON.stringify(outcome.facts)}`)
  return outcome
}

function average(replay: ChainReplay): bigint {
  return perShare(replay.state.holding.cost, replay.state.holding.quantity)
}

describe('running average', () => {
  it('buy 100 at 10, sell 50, buy 50 at 20: 15.0000', () => {
    const events = [buy('2026-01-05', 100, 10), sell('2026-01-06', 50, 12), buy('2026-01-07', 50, 20)]
    expect(average(replayed('WAP', events))).toBe(150_000n)
  })

  it('buy 100 at 10, sell 100, buy 10 at 30: 30.0000, for the flat holding resets', () => {
    const events = [buy('2026-01-05', 100, 10), sell('2026-01-06', 100, 12), buy('2026-01-07', 10, 30)]
    const replay = replayed('WAP', events)
    expect(replay.history[1]?.after).toEqual({ quantity: 0n, cost: 0n, charges: 0n })
    expect(average(replay)).toBe(300_000n)
  })

  it('46,000.00 for 3,000 shares at 15.3333 leave with 15.3333 each, not a rounded 15.33', () => {
    const events = [buy('2026-01-05', 2_000, 10), buy('2026-01-06', 1_000, 26), sell('2026-01-07', 3_000, 20)]
    const [sale] = replayed('WAP', events).sales
    expect(sale).toMatchObject({ costOut: 4_600_000n, boughtPrice: 153_333n, capitalGain: 1_400_000n })
  })

  it('takes the average from the pool and the ages from the oldest lots', () => {
    const events = [
      buy('2026-01-05', 100, 10, { charges: 1_120n }),
      buy('2026-01-15', 100, 20, { charges: 2_240n }),
      sell('2026-01-25', 150, 25, { net: 370_800n, costOfFundsRate: 100_000n }),
    ]
    const replay = replayed('WAP', events)
    const [sale] = replay.sales
    expect(sale).toMatchObject({ costOut: 225_000n, chargesOut: 2_520n, boughtPrice: 150_000n })
    expect(sale?.holdingDays).toBe(17)
    expect(sale?.moneyGenerationCost).toBe(1_727n)
    expect(sale).toMatchObject({ capitalGain: 150_000n, profitLoss: 148_273n, afterCostResult: 141_553n })
    expect(sale?.consumed.map(({ quantity, days }) => [quantity, days])).toEqual([
      [100n, 20],
      [50n, 10],
    ])
    expect(replay.state.holding).toEqual({ quantity: 50n, cost: 75_000n, charges: 840n })
    expect(replay.state.lots.map((lot) => lot.remainingQuantity)).toEqual([0n, 50n])
  })
})

describe('first in, first out', () => {
  it('takes the oldest trade dates, whatever was recorded first', () => {
    const events = [buy('2026-01-15', 100, 20), buy('2026-01-05', 100, 10), sell('2026-01-25', 120, 25)]
    const { sales, history } = replayed('FIFO', events)
    expect(sales[0]).toMatchObject({ costOut: 140_000n, boughtPrice: 116_667n, capitalGain: 160_000n })
    expect(history.map((row) => row.tradeDate)).toEqual(['2026-01-05', '2026-01-15', '2026-01-25'])
    expect(history[2]?.change).toEqual({ quantity: -120n, cost: -140_000n, charges: 0n })
  })

  it('of one trade date takes the one recorded first', () => {
    const [first, second] = [buy('2026-01-05', 10, 10), buy('2026-01-05', 10, 20)]
    const { sales } = replayed('FIFO', [second, first, sell('2026-01-05', 10, 25)])
    expect(sales[0]?.consumed[0]?.lotId).toBe(first.id)
  })

  it('gives the last share of a lot what is left of its cents', () => {
    const events = [
      buy('2026-01-05', 3, 10, { cost: 1_000n, charges: 100n }),
      sell('2026-01-06', 1, 10),
      sell('2026-01-07', 1, 10),
      sell('2026-01-08', 1, 10),
    ]
    const { sales } = replayed('FIFO', events)
    expect(sales.map((sale) => [sale.costOut, sale.chargesOut])).toEqual([
      [333n, 33n],
      [334n, 34n],
      [333n, 33n],
    ])
  })
})

describe('cherry picking', () => {
  const lots = () => [buy('2026-01-05', 100, 10), buy('2026-01-15', 100, 20)]
  const pick = (events: ChainEvent[], allocations: Allocation[], quantity = 60) =>
    replayChain('CHERRY', [...events, sell('2026-01-25', quantity, 25, { allocations })])

  it('takes what was allocated', () => {
    const events = lots()
    const allocations = [
      { lotId: events[1]!.id, quantity: 50n },
      { lotId: events[0]!.id, quantity: 10n },
    ]
    expect(pick(events, allocations)).toMatchObject({ sales: [{ costOut: 110_000n }] })
  })

  it('refuses allocations that do not fit', () => {
    const events = lots()
    const from = (index: number, quantity: bigint) => ({ lotId: events[index]!.id, quantity })
    expect(pick(events, [])).toMatchObject({ code: 'allocations.missing' })
    expect(pick(events, [from(0, 50n)])).toMatchObject({ code: 'allocations.sum-mismatch' })
    expect(pick(events, [from(0, 70n), from(1, -10n)])).toMatchObject({ code: 'allocations.sum-mismatch' })
    expect(pick(events, [{ lotId: 'none', quantity: 60n }])).toMatchObject({
      code: 'allocations.lot-unavailable',
    })
    expect(pick(events, [from(0, 101n)], 101)).toMatchObject({ code: 'allocations.exceed-lot' })
    expect(pick(events, [from(0, 60n), from(0, 60n)], 120)).toMatchObject({ code: 'allocations.exceed-lot' })
  })

  it('refuses a lot bought after the sale', () => {
    const [early, late] = [buy('2026-01-05', 100, 10), buy('2026-02-05', 100, 20)]
    const allocations = [{ lotId: late.id, quantity: 10n }]
    const outcome = replayChain('CHERRY', [early, late, sell('2026-01-25', 10, 25, { allocations })])
    expect(outcome).toMatchObject({ code: 'allocations.lot-unavailable', facts: { date: '2026-01-25' } })
  })
})

describe('refusals', () => {
  it('names the date on which the quantity would be negative', () => {
    const events = [buy('2026-01-05', 100, 10), sell('2026-01-10', 60, 12), sell('2026-01-08', 50, 12)]
    expect(replayChain('WAP', events)).toMatchObject({
      code: 'lots.insufficient',
      facts: { date: '2026-01-10', quantity: '60', available: '50' },
    })
  })

  it('knows no shares before the buy, even on the same date when the sale was recorded first', () => {
    const early = sell('2026-01-05', 10, 12)
    expect(replayChain('FIFO', [buy('2026-01-05', 10, 10), early])).toMatchObject({
      code: 'lots.insufficient',
    })
  })

  it('needs a method to sell, none to buy', () => {
    const events = [buy('2026-01-05', 100, 10)]
    expect(replayed(null, events).state.holding.quantity).toBe(100n)
    expect(replayChain(null, [...events, sell('2026-01-06', 1, 10)])).toMatchObject({
      code: 'costing-method.missing',
    })
  })

  it('takes allocations only with cherry picking', () => {
    const first = buy('2026-01-05', 100, 10)
    const sale = sell('2026-01-06', 1, 10, { allocations: [{ lotId: first.id, quantity: 1n }] })
    expect(replayChain('FIFO', [first, sale])).toMatchObject({ code: 'allocations.not-allowed' })
  })
})

describe('the order of a chain', () => {
  it('is trade date, openings, corporate actions, order of recording', () => {
    const positions = [
      { rank: rankOfSource('trade'), tradeDate: '2026-01-05', sequence: 3 },
      { rank: rankOfSource('transfer'), tradeDate: '2026-01-05', sequence: 2 },
      { rank: rankOfSource('corporate action'), tradeDate: '2026-01-05', sequence: 9 },
      { rank: rankOfSource('opening'), tradeDate: '2026-01-05', sequence: 10 },
      { rank: rankOfSource('trade'), tradeDate: '2026-01-04', sequence: 8 },
    ]
    expect(positions.toSorted(compareChainOrder).map((position) => position.sequence)).toEqual([
      8, 10, 9, 2, 3,
    ])
  })

  it('names the source of an event', () => {
    const { history } = replayed('FIFO', [
      buy('2026-01-05', 100, 10, { kind: 'opening', boughtOn: '2025-01-05' }),
      buy('2026-01-06', 100, 10),
      sell('2026-01-07', 50, 12),
    ])
    expect(history.map(({ kind, source }) => [kind, source])).toEqual([
      ['opening', 'opening'],
      ['buy', 'trade'],
      ['sell', 'trade'],
    ])
  })

  it('an event that belongs earlier is not appended', () => {
    const { state } = replayed('WAP', [buy('2026-01-05', 100, 10)])
    const late = buy('2026-01-04', 10, 10)
    expect(goesOnFromEnd(state, { come: [late], go: [] })).toBe(false)
    expect(goesOnFromEnd(state, { come: [buy('2026-01-06', 10, 10)], go: ['b'] })).toBe(false)
    expect(() => goOn('WAP', state, late)).toThrow(RangeError)
  })
})

describe('holding days', () => {
  it.each<[string, [number, number][], number]>([
    [
      'weighted by quantity',
      [
        [100, 20],
        [50, 10],
      ],
      17,
    ],
    [
      'rounded half up',
      [
        [1, 1],
        [1, 2],
      ],
      2,
    ],
    [
      'the same day counts',
      [
        [100, 0],
        [100, 3],
      ],
      2,
    ],
    [
      'lots that settle later are left out',
      [
        [100, -4],
        [100, 3],
      ],
      3,
    ],
    ['nothing but later lots', [[100, -4]], 0],
    ['nothing at all', [], 0],
  ])('%s', (_, parts, days) => {
    expect(holdingDays(parts.map(([quantity, of]) => ({ quantity: BigInt(quantity), days: of })))).toBe(days)
  })
})

/** The same rules, written naively: each sale looks through everything that is left. */
function naively(method: CostingMethod, events: readonly TradedEvent[]) {
  const parcels: { id: string; quantity: bigint; cost: bigint; charges: bigint }[] = []
  const pool = { quantity: 0n, cost: 0n, charges: 0n }
  const out: [bigint, bigint][] = []
  const share = (amount: bigint, part: bigint, whole: bigint) => mulDiv(amount, part, whole)
  for (const event of events) {
    if (event.kind !== 'sell') {
      parcels.push({ id: event.id, quantity: event.quantity, cost: event.cost, charges: event.charges })
      pool.quantity += event.quantity
      pool.cost += event.cost
      pool.charges += event.charges
      continue
    }
    let wanted = event.quantity
    const picks: [string, bigint][] = []
    for (const parcel of parcels) {
      const taken = parcel.quantity < wanted ? parcel.quantity : wanted
      if (taken > 0n) picks.push([parcel.id, taken])
      wanted -= taken
    }
    const chosen = method === 'CHERRY' ? event.allocations!.map((a) => [a.lotId, a.quantity] as const) : picks
    let [cost, charges] = [0n, 0n]
    for (const [id, quantity] of chosen) {
      const parcel = parcels.find((one) => one.id === id)!
      const [c, h] = [
        share(parcel.cost, quantity, parcel.quantity),
        share(parcel.charges, quantity, parcel.quantity),
      ]
      parcel.quantity -= quantity
      parcel.cost -= c
      parcel.charges -= h
      cost += c
      charges += h
    }
    if (method === 'WAP') {
      cost = share(pool.cost, event.quantity, pool.quantity)
      charges = share(pool.charges, event.quantity, pool.quantity)
    }
    pool.quantity -= event.quantity
    pool.cost -= cost
    pool.charges -= charges
    out.push([cost, charges])
  }
  return { out, pool, parcels: parcels.map(({ id, quantity, cost }) => [id, quantity, cost]) }
}

describe('any chain', () => {
  it('equals a naive model of the rules', () => {
    fc.assert(
      fc.property(anyChain, ({ method, events }) => {
        const { sales, state } = replayed(method, events)
        const naive = naively(method, events)
        expect(sales.map((sale) => [sale.costOut, sale.chargesOut])).toEqual(naive.out)
        expect(state.holding).toEqual(naive.pool)
        expect(state.lots.map((lot) => [lot.id, lot.remainingQuantity, lot.remainingCost])).toEqual(
          naive.parcels,
        )
      }),
      { numRuns: 500 },
    )
  })

  it('grown event by event equals the replay of the events in any order', () => {
    const shuffled = anyChain.chain(({ method, events }) =>
      fc.shuffledSubarray(events, { minLength: events.length }).map((mixed) => ({ method, events, mixed })),
    )
    fc.assert(
      fc.property(shuffled, ({ method, events, mixed }) => {
        const whole = replayed(method, mixed)
        let state = EMPTY_CHAIN
        for (const [index, event] of events.entries()) {
          const step = goOn(method, state, event)
          if (isRejection(step)) throw new Error(step.code)
          expect(step.rows).toEqual([whole.history[index]])
          // The tail as the server loads it: without exhausted lots.
          state = { ...step.state, lots: step.state.lots.filter((lot) => lot.remainingQuantity > 0n) }
          expect(step.sales).toEqual(whole.sales.filter((sale) => sale.eventId === event.id))
          const [sale] = step.sales
          expect(step.lots.map((lot) => lot.id).toSorted()).toEqual(
            (sale === undefined ? [event.id] : sale.consumed.map((part) => part.lotId)).toSorted(),
          )
        }
        expect(state.holding).toEqual(whole.state.holding)
        expect(state.lots).toEqual(whole.state.lots.filter((lot) => lot.remainingQuantity > 0n))
      }),
    )
  })

  it('a buy can be appended without loading the lots', () => {
    fc.assert(
      fc.property(chainOf('WAP'), (events) => {
        const { state } = replayed('WAP', events)
        const next = buy('2030-01-01', 10, 10, { id: 'next', sequence: 1_000 })
        const full = goOn('WAP', state, next)
        const { holding, last, unlistedUntil } = state
        const weights = weightsOf(state.lots)
        const tail = { method: 'WAP' as const, holding, last, weights, unlistedUntil }
        const bare = changeChain(tail, { lots: [] }, { come: [next], go: [] })
        if (isRejection(full) || isRejection(bare)) throw new Error('rejected')
        expect([bare.rows, bare.lots, bare.weights]).toEqual([full.rows, full.lots, full.weights])
      }),
    )
  })

  it('keeps every cent: bought = taken out + left, and a flat holding is exactly nothing', () => {
    fc.assert(
      fc.property(anyChain, ({ method, events }) => {
        const { state, history, sales } = replayed(method, events)
        const bought = events.filter((event) => event.kind !== 'sell')
        expect(sumOf(bought.map((event) => event.cost))).toBe(
          state.holding.cost + sumOf(sales.map((sale) => sale.costOut)),
        )
        expect(sumOf(bought.map((event) => event.charges))).toBe(
          state.holding.charges + sumOf(sales.map((sale) => sale.chargesOut)),
        )
        expect(state.holding.quantity).toBe(sumOf(state.lots.map((lot) => lot.remainingQuantity)))
        if (method !== 'WAP')
          expect(state.holding.cost).toBe(sumOf(state.lots.map((lot) => lot.remainingCost)))
        for (const { after } of history) {
          expect(after.quantity >= 0n && after.cost >= 0n && after.charges >= 0n).toBe(true)
          if (after.quantity === 0n) expect(after).toEqual({ quantity: 0n, cost: 0n, charges: 0n })
        }
        for (const lot of state.lots) {
          if (lot.remainingQuantity === 0n)
            expect([lot.remainingCost, lot.remainingCharges]).toEqual([0n, 0n])
        }
      }),
    )
  })

  it('is left untouched by a sale that is refused', () => {
    fc.assert(
      fc.property(anyChain, ({ method, events }) => {
        const { state } = replayed(method, events)
        const before = structuredClone(state)
        const tooMuch = sell('2030-01-01', 1, 1, { quantity: state.holding.quantity + 1n, sequence: 1_000 })
        expect(goOn(method, state, tooMuch)).toMatchObject({ code: 'lots.insufficient' })
        expect(state).toEqual(before)
      }),
    )
  })

  // Quadratic it would not end within the time of a test; `npm run bench` says how long it takes.
  it('of 20,000 events replays', () => {
    const events = Array.from({ length: 20_000 }, (_, n) =>
      n % 2 === 0 || n < 10_000 ? buy('2026-01-05', 10, 10) : sell('2026-01-06', 5, 12),
    )
    expect(replayed('FIFO', events).state.holding.quantity).toBe(125_000n)
  })
})
