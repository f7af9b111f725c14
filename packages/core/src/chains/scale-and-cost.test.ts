import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRejection } from '../rejections.ts'
import { anyChain, type TradedEvent } from '../testing/chain-arbitraries.ts'
import { addDays } from '../values/dates.ts'
import { sumOf } from '../values/money.ts'
import { spread } from '../values/spread.ts'
import type { ChainEvent, CostingMethod, ScaleEvent } from './chain-event.ts'
import { changeChain, weightsOf } from './change.ts'
import { type ChainReplay, replayChain } from './replay.ts'

interface Story {
  readonly method: CostingMethod
  readonly events: readonly ChainEvent[]
}

function replayed({ method, events }: Story): ChainReplay {
  const outcome = replayChain(method, events)
  if (isRejection(outcome)) throw new Error(`rejected: ${outcome.code} ${JSON.stringify(outcome.facts)}`)
  return outcome
}

const dayAfter = (events: readonly TradedEvent[]) => addDays(events.at(-1)?.tradeDate ?? '2024-01-01', 1)

/** num / den of what is held; `held` says what its quantity rests on. */
function scaled(
  tradeDate: string,
  held: bigint,
  num: bigint,
  den: bigint,
  id = 'a',
  sequence = 900,
): ScaleEvent {
  const follows = { held, num, den }
  const quantity = (held * num) / den
  return {
    kind: 'scale',
    source: 'corporate action',
    id,
    sequence,
    tradeDate,
    quantity,
    follows,
    proceeds: 0n,
  }
}

const ratio = fc.record({ num: fc.bigInt({ min: 1n, max: 50n }), den: fc.bigInt({ min: 1n, max: 50n }) })
/** A chain that still holds something at its end. */
const heldChain = anyChain.filter((story) => replayed(story).state.holding.quantity > 0n)

describe('what is spread by largest remainder', () => {
  it('adds up, and no part is a whole one away from its exact share', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1_000_000n }), weights, (amount, parts) => {
        const spreaded = spread(amount, parts)
        expect(sumOf(spreaded)).toBe(amount)
        const whole = sumOf(parts)
        if (whole === 0n) return
        for (const [at, part] of spreaded.entries()) {
          const exact = amount * (parts[at] ?? 0n)
          expect(part * whole - exact < whole && exact - part * whole < whole).toBe(true)
        }
      }),
    )
  })

  it('gives what is left to the first of equal remainders', () => {
    expect(spread(1n, [1n, 1n])).toEqual([1n, 0n])
    expect(spread(187n, [6000n, 4000n])).toEqual([112n, 75n])
  })
})

describe('shares that become more or fewer', () => {
  it('keep cost and charges to the cent, of the holding and of all lots together, and every age', () => {
    fc.assert(
      fc.property(heldChain, ratio, ({ method, events }, { num, den }) => {
        const before = replayed({ method, events }).state
        const event = scaled(dayAfter(events), before.holding.quantity, num, den)
        const { state, sales, history } = replayed({ method, events: [...events, event] })
        const lots = (of: typeof state) =>
          of.lots.map(({ id, tradeDate, settlementDate }) => [id, tradeDate, settlementDate])
        expect(lots(state)).toEqual(lots(before))
        if (event.quantity === 0n) {
          expect(state.holding).toEqual({ quantity: 0n, cost: 0n, charges: 0n })
          expect(sales.at(-1)).toMatchObject({ eventId: 'a', costOut: before.holding.cost, proceeds: 0n })
          return
        }
        expect(state.holding).toEqual({ ...before.holding, quantity: event.quantity })
        expect(history.at(-1)?.change).toEqual({
          quantity: event.quantity - before.holding.quantity,
          cost: 0n,
          charges: 0n,
        })
        const sum = (of: (lot: (typeof state.lots)[number]) => bigint) =>
          [state, before].map((one) => sumOf(one.lots.map(of)))
        expect(sumOf(state.lots.map((lot) => lot.remainingQuantity))).toBe(event.quantity)
        for (const [after, was] of [sum((lot) => lot.remainingCost), sum((lot) => lot.remainingCharges)])
          expect(after).toBe(was)
        for (const lot of state.lots) if (lot.remainingQuantity === 0n) expect(lot.remainingCost).toBe(0n)
      }),
    )
  })

  it('split and consolidated again are as before, where no fraction arises', () => {
    fc.assert(
      fc.property(heldChain, fc.bigInt({ min: 2n, max: 20n }), ({ method, events }, by) => {
        const before = replayed({ method, events }).state
        const held = before.holding.quantity
        const day = dayAfter(events)
        const split = scaled(day, held, by, 1n)
        const back = scaled(addDays(day, 1), held * by, 1n, by, 'b', 901)
        const { state } = replayed({ method, events: [...events, split, back] })
        expect(state.holding).toEqual(before.holding)
        expect(state.lots).toEqual(before.lots)
      }),
    )
  })

  it('follow what is held: a trade that comes late before them is counted by the ratio', () => {
    fc.assert(
      fc.property(
        heldChain,
        ratio,
        fc.bigInt({ min: 1n, max: 500n }),
        ({ method, events }, { num, den }, more) => {
          const held = replayed({ method, events }).state.holding.quantity
          const day = addDays(dayAfter(events), 1)
          const late: ChainEvent = {
            kind: 'buy',
            id: 'late',
            sequence: 950,
            tradeDate: addDays(day, -1),
            settlementDate: day,
            quantity: more,
            price: 10_000n,
            cost: more * 100n,
            charges: 0n,
            costOfFundsRate: null,
          }
          const { state } = replayed({ method, events: [...events, late, scaled(day, held, num, den)] })
          expect(state.holding.quantity).toBe(((held + more) * num) / den)
        },
      ),
    )
  })

  it('taken back leave the chain exactly as it was', () => {
    fc.assert(
      fc.property(heldChain, ratio, ({ method, events }, { num, den }) => {
        const before = replayed({ method, events })
        const event = scaled(dayAfter(events), before.state.holding.quantity, num, den)
        const all = [...events, event]
        const { state } = replayed({ method, events: all })
        const tail = {
          method,
          holding: state.holding,
          last: state.last,
          weights: weightsOf(state.lots),
          unlistedUntil: null,
        }
        const change = changeChain(tail, { events: all }, { come: [], go: [event.id] })
        if (isRejection(change)) throw new Error(change.code)
        expect(change.state).toEqual(before.state)
        expect(change.weights).toEqual(weightsOf(before.state.lots))
      }),
    )
  })

  it('written at the end of a chain, from its open lots, are what a walk of everything says', () => {
    fc.assert(
      fc.property(heldChain, ratio, ({ method, events }, { num, den }) => {
        const before = replayed({ method, events }).state
        const event = scaled(dayAfter(events), before.holding.quantity, num, den)
        const tail = {
          method,
          holding: before.holding,
          last: before.last,
          weights: weightsOf(before.lots),
          unlistedUntil: null,
        }
        const open = before.lots.filter((lot) => lot.remainingQuantity > 0n)
        const change = changeChain(tail, { lots: open }, { come: [event], go: [] })
        if (isRejection(change)) throw new Error(change.code)
        const whole = replayed({ method, events: [...events, event] })
        expect(change.state.holding).toEqual(whole.state.holding)
        expect(change.weights).toEqual(weightsOf(whole.state.lots))
        expect(change.changes).toEqual(whole.changes)
        expect(change.rows).toEqual(whole.history.slice(-1))
      }),
    )
  })

  it.each([
    ['2 into 3 on odd lots', [101n, 100n], 3n, 2n, [151n, 150n]],
    ['10 into 1 leaves a lot without a share', [15n, 3n], 1n, 10n, [1n, 0n]],
  ] as const)('%s', (_, quantities, num, den, expected) => {
    const events = quantities.map(
      (quantity, at): ChainEvent => ({
        kind: 'buy',
        id: `b${at}`,
        sequence: at + 1,
        tradeDate: `2026-01-0${at + 5}`,
        settlementDate: `2026-01-0${at + 5}`,
        quantity,
        price: 0n,
        cost: quantity * 100n,
        charges: 0n,
        costOfFundsRate: null,
      }),
    )
    const held = sumOf(quantities)
    const { state } = replayed({ method: 'FIFO', events: [...events, scaled('2026-02-01', held, num, den)] })
    expect(state.lots.map((lot) => lot.remainingQuantity)).toEqual(expected)
    expect(sumOf(state.lots.map((lot) => lot.remainingCost))).toBe(held * 100n)
  })
})

describe('cost that goes', () => {
  it('leaves the shares, never below nothing, and lots together give what the holding gives', () => {
    fc.assert(
      fc.property(
        heldChain,
        fc.bigInt({ min: 0n, max: 12_000_000n }),
        fc.constantFrom('shares' as const, 'cost' as const),
        ({ method, events }, cost, by) => {
          const before = replayed({ method, events }).state
          const day = {
            kind: 'cost',
            source: 'corporate action',
            id: 'a',
            sequence: 900,
            tradeDate: dayAfter(events),
          } as const
          const { state, changes } = replayed({
            method,
            events: [...events, { ...day, cost, charges: 0n, by }],
          })
          const gone = cost < before.holding.cost ? cost : before.holding.cost
          expect(state.holding).toEqual({ ...before.holding, cost: before.holding.cost - gone })
          for (const lot of state.lots) expect(lot.remainingCost >= 0n).toBe(true)
          if (method !== 'WAP') {
            const given = sumOf(changes.flatMap(({ lots }) => lots.map((lot) => -lot.cost)))
            expect(given).toBe(gone)
          }
        },
      ),
    )
  })
})
