/**
 * Rules that hold for all books with corporate actions of every kind: the past reads as it was, an undone
 * action leaves nothing, and the order of recording does not matter. PROPERTY_RUNS sets the number of stories
 * (60 when left out).
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ActionStory, anyCommands, anyPortfolios } from '../testing/action-story.ts'
import type { ActionWorld } from '../testing/action-world.ts'
import type { NaiveHolding } from '../testing/naive-holding.ts'
import { entitledBy, postedBy } from '../testing/posted-by-actions.ts'

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 60)
const anyStory = fc.tuple(anyPortfolios, anyCommands).map(([portfolios, commands]) => {
  const story = new ActionStory(portfolios)
  for (const command of commands) story.play(command)
  return story
})

/** The open lots at a day: what is left now, less what events changed since. */
function lotsAt(world: ActionWorld, chain: string, day: string) {
  const { state, history, sales, changes } = world.replay(chain)
  const later = new Set(history.filter((row) => row.tradeDate > day).map((row) => row.eventId))
  const since = new Map<string, { quantity: bigint; cost: bigint; charges: bigint }>()
  const add = (lotId: string, quantity: bigint, cost: bigint, charges: bigint) => {
    const one = since.get(lotId) ?? { quantity: 0n, cost: 0n, charges: 0n }
    since.set(lotId, {
      quantity: one.quantity + quantity,
      cost: one.cost + cost,
      charges: one.charges + charges,
    })
  }
  for (const sale of sales)
    if (later.has(sale.eventId))
      for (const part of sale.consumed) add(part.lotId, -part.quantity, -part.lotCost, -part.lotCharges)
  for (const change of changes)
    if (later.has(change.eventId))
      for (const part of change.lots) add(part.lotId, part.quantity, part.cost, part.charges)
  return state.lots
    .filter((lot) => !later.has(lot.id))
    .map((lot) => {
      const gone = since.get(lot.id) ?? { quantity: 0n, cost: 0n, charges: 0n }
      return {
        id: lot.id,
        quantity: lot.remainingQuantity - gone.quantity,
        cost: lot.remainingCost - gone.cost,
        charges: lot.remainingCharges - gone.charges,
      }
    })
    .filter(({ quantity }) => quantity > 0n)
}

test('what is read of any past day is what the facts up to that day come to', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const { world, facts, portfolios } = story
      const days = new Set([
        ...facts.trades.map(({ date }) => date),
        ...facts.actions.map(({ terms }) => terms.ex),
      ])
      const now = entitledBy(world)
      for (const day of days) {
        const then = story.naiveOf(facts, day)
        for (const chain of world.chains) {
          const naive: NaiveHolding | undefined = then.holdings.get(chain)
          const { quantity, cost, charges } = naive ?? { quantity: 0n, cost: 0n, charges: 0n }
          expect([day, chain, world.heldAt(chain, day)]).toEqual([day, chain, { quantity, cost, charges }])
          const byLot = portfolios[Number(chain.split(' ')[0])]?.method !== 'WAP'
          const costs = (lot: { cost: bigint; charges: bigint }) => (byLot ? [lot.cost, lot.charges] : [])
          expect([
            day,
            chain,
            lotsAt(world, chain, day).map((lot) => [lot.id, lot.quantity, ...costs(lot)]),
          ]).toEqual([day, chain, (naive?.open ?? []).map((lot) => [lot.key, lot.quantity, ...costs(lot)])])
        }
        for (const [key, entitled] of then.entitled)
          expect([day, key, now.get(key)]).toEqual([day, key, entitled])
      }
    }),
    { numRuns },
  )
})

/**
 * All recorded lots, history, entries and entitlements, without the order in which they were written.
 */
function standing({ world }: ActionStory) {
  const chains = world.chains.map((chain) => {
    const { state, history, sales } = world.replay(chain)
    return {
      chain,
      holding: state.holding,
      lots: state.lots.map(({ sequence: _sequence, ...lot }) => lot),
      // The change of each event, and what was held at the end of each day; within a day the order is that of
      // recording.
      events: history
        .map(({ eventId, kind, tradeDate, change }) => ({ eventId, kind, tradeDate, change }))
        .toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1)),
      days: [...new Map(history.map(({ tradeDate, after }) => [tradeDate, after]))],
      sales,
    }
  })
  return { chains, posted: [...postedBy(world)].toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}

test('an action that is taken back leaves everything as it was before it, to the last lot and entry', {
  timeout: 600_000,
}, () => {
  let undone = 0
  fc.assert(
    fc.property(anyStory, (story) => {
      for (const action of story.facts.actions) {
        const before = story.facts
        const without = { ...before, actions: before.actions.filter((one) => one !== action) }
        if (story.take(without).rules === 'refused') continue
        const as = standing(story)
        if (story.take(before).rules === 'refused') continue
        expect(story.take(without).rules).toBe('accepted')
        expect(standing(story)).toEqual(as)
        undone += 1
      }
    }),
    { numRuns },
  )
  expect(undone).toBeGreaterThan(numRuns)
})

/** Whether a lot that an action opened has the age of another lot: which of them is older the order of recording says. */
const haveLotsOfOneAge = ({ world }: ActionStory) =>
  world.chains.some((chain) => {
    const { lots } = world.replay(chain).state
    const ofActions = lots.filter(({ id, openedOn }) => openedOn !== null || id.includes('/'))
    return ofActions.some((lot) => lots.some((one) => one !== lot && one.tradeDate === lot.tradeDate))
  })

test('trades and actions of different days come to the same in whatever order they are recorded', {
  timeout: 600_000,
}, () => {
  let compared = 0
  fc.assert(
    fc.property(anyStory, fc.infiniteStream(fc.nat({ max: 1_000 })), (story, chance) => {
      if (haveLotsOfOneAge(story)) return
      const again = new ActionStory(story.portfolios)
      const facts = [
        ...story.facts.trades.map((trade) => ({ trade, action: null })),
        ...story.facts.actions.map((action) => ({ trade: null, action })),
      ]
      let left = facts
        .map((fact) => ({ fact, rank: chance.next().value ?? 0 }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ fact }) => fact)
      // A command that depends on another (a sale on its buy) is repeated later.
      for (let before = left.length + 1; left.length > 0 && left.length < before; ) {
        before = left.length
        left = left.filter(({ trade, action }) => {
          const { trades, actions } = again.facts
          const next = {
            trades: trade === null ? trades : [...trades, trade],
            actions: action === null ? actions : [...actions, action],
          }
          return again.take(next).rules === 'refused'
        })
      }
      expect(left).toEqual([])
      expect(standing(again)).toEqual(standing(story))
      compared += 1
    }),
    { numRuns },
  )
  expect(compared).toBeGreaterThan(numRuns / 2)
})
