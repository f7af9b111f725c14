import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRejection } from '../rejections.ts'
import { addDays } from '../values/dates.ts'
import type { AcquisitionEvent, ChainEvent, SaleEvent, ScaleEvent, WithdrawalEvent } from './chain-event.ts'
import { changeChain, goesOnFromEnd, weightsOf } from './change.ts'
import { LISTING_UNKNOWN } from './listing.ts'
import { replayChain } from './replay.ts'

const DAY_0 = '2026-02-01'
const day = (number: number) => addDays(DAY_0, number)

const identity = (sequence: number, tradeDate: string) => ({ id: `E${sequence}`, sequence, tradeDate })
const buy = (sequence: number, tradeDate: string, quantity: bigint): AcquisitionEvent => ({
  ...identity(sequence, tradeDate),
  kind: 'buy',
  settlementDate: tradeDate,
  quantity,
  price: 100_000n,
  cost: quantity * 1_000n,
  charges: 0n,
  costOfFundsRate: null,
})
const sale = (sequence: number, tradeDate: string, quantity: bigint): SaleEvent => ({
  ...identity(sequence, tradeDate),
  kind: 'sell',
  settlementDate: tradeDate,
  quantity,
  gross: quantity * 1_200n,
  net: quantity * 1_200n,
  costOfFundsRate: null,
})
/** 1 for 4 (num / den of the holding), listed on a day. */
const bonus = (
  sequence: number,
  tradeDate: string,
  on: string,
  [num, den]: readonly [bigint, bigint] = [5n, 4n],
): ScaleEvent => ({
  ...identity(sequence, tradeDate),
  kind: 'scale',
  source: 'corporate action',
  quantity: 0n,
  follows: { held: -1n, num, den },
  proceeds: 0n,
  listing: { on, what: `Bonus ${sequence}` },
})
const split = (sequence: number, tradeDate: string, [num, den]: readonly [bigint, bigint]): ScaleEvent => {
  const { listing: _listing, ...event } = bonus(sequence, tradeDate, tradeDate, [num, den])
  return event
}

const walked = (events: readonly ChainEvent[]) => {
  const replay = replayChain('FIFO', events)
  if (isRejection(replay)) throw new Error(replay.code)
  return replay
}
/** The chain of some events changed as the server does it: from its end where that is enough. */
function change(events: readonly ChainEvent[], come: readonly ChainEvent[], go: readonly string[] = []) {
  const { state } = walked(events)
  const { holding, last, lots, unlistedUntil } = state
  const tail = { method: 'FIFO' as const, holding, last, weights: weightsOf(lots), unlistedUntil }
  return changeChain(tail, goesOnFromEnd(tail, { come, go }) ? { lots } : { events }, { come, go })
}

describe('new shares between XD and their listing: 1,003 held, bonus 250', () => {
  const events = [buy(1, day(0), 1_003n), bonus(2, day(20), day(29))]

  it('are held from XD, and 1,003 shares can be sold until the day of the listing', () => {
    expect(walked(events).state.holding.quantity).toBe(1_253n)
    expect(walked(events).unlisted).toEqual([{ quantity: 250n, on: day(29), what: 'Bonus 2' }])
    expect(isRejection(change(events, [sale(3, day(20), 1_003n)]))).toBe(false)
    expect(isRejection(change(events, [sale(3, day(28), 1_003n)]))).toBe(false)
    expect(isRejection(change(events, [sale(3, day(29), 1_253n)]))).toBe(false)
    expect(change(events, [sale(3, day(28), 1_004n)])).toMatchObject({
      code: 'lots.not-listed',
      field: 'quantity',
      facts: {
        eventId: 'E3',
        date: day(28),
        quantity: '1004',
        available: '1003',
        unlisted: '250',
        event: 'Bonus 2',
        from: day(29),
      },
    })
    expect(change(events, [sale(3, day(28), 1_254n)])).toMatchObject({ code: 'lots.insufficient' })
  })

  it('cannot be sold while their listing is to be notified', () => {
    const unknown = [buy(1, day(0), 1_003n), bonus(2, day(20), LISTING_UNKNOWN)]
    expect(change(unknown, [sale(3, day(400), 1_004n)])).toMatchObject({ code: 'lots.listing-unknown' })
    expect(isRejection(change(unknown, [sale(3, day(400), 1_003n)]))).toBe(false)
    // Once it is notified they can.
    const notified = [...unknown, sale(3, day(400), 1_003n)]
    expect(isRejection(change(notified, [bonus(2, day(20), day(29))], ['E2']))).toBe(false)
  })

  it('are taken by a sale that was recorded before the bonus, which is not asked again', () => {
    const before = [buy(1, day(0), 1_003n), sale(3, day(22), 1_003n)]
    expect(isRejection(change(before, [bonus(2, day(20), day(29))]))).toBe(false)
  })

  it('are fewer after a late sale before XD: a later sale that would take more of them is named', () => {
    const sold = [...events, sale(3, day(22), 1_003n)]
    expect(change(sold, [sale(4, day(10), 100n)])).toMatchObject({
      code: 'lots.not-listed',
      facts: { eventId: 'E3', available: '903' },
    })
  })

  it('a recorded sale does not keep its chain from being changed, but may not take more of them', () => {
    const standing = [...events, sale(3, day(22), 1_100n)]
    expect(walked(standing).beyond).toMatchObject([{ eventId: 'E3', quantity: 1_100n, available: 1_003n }])
    expect(isRejection(change(standing, [buy(4, day(40), 5n)]))).toBe(false)
    expect(isRejection(change(standing, [buy(4, day(10), 4n)]))).toBe(false)
    expect(isRejection(change(standing, [sale(3, day(22), 1_100n)], ['E3']))).toBe(false)
    expect(isRejection(change(standing, [sale(3, day(22), 1_050n)], ['E3']))).toBe(false)
    expect(change(standing, [sale(3, day(22), 1_101n)], ['E3'])).toMatchObject({ code: 'lots.not-listed' })
  })

  it('become more with a split, and are gone with shares that leave otherwise', () => {
    const halved = [...events, split(3, day(22), [2n, 1n])]
    expect(walked(halved).unlisted).toMatchObject([{ quantity: 500n }])
    expect(change(halved, [sale(4, day(23), 2_007n)])).toMatchObject({ facts: { available: '2006' } })
    const moved: WithdrawalEvent = {
      ...identity(3, day(22)),
      kind: 'withdrawal',
      source: 'transfer',
      quantity: 1_253n,
    }
    expect(isRejection(change([...events, moved, buy(4, day(23), 10n)], [sale(5, day(24), 10n)]))).toBe(false)
  })

  it('named is the event whose listing the sale waits for', () => {
    const two = [...events, bonus(3, day(22), day(25), [11n, 10n])]
    expect(change(two, [sale(4, day(23), 1_004n)])).toMatchObject({
      facts: { from: day(25), unlisted: '375' },
    })
    expect(change(two, [sale(4, day(23), 1_200n)])).toMatchObject({ facts: { from: day(29) } })
  })
})

/** Acts on a holding, in days from the first. */
const acts = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('buy' as const), gap: fc.nat(4), shares: fc.bigInt(1n, 500n) }),
    fc.record({ what: fc.constant('sell' as const), gap: fc.nat(4), shares: fc.bigInt(1n, 700n) }),
    fc.record({
      what: fc.constant('bonus' as const),
      gap: fc.nat(4),
      shares: fc.bigInt(1n, 3n),
      listed: fc.option(fc.nat(15)),
    }),
  ),
  { minLength: 3, maxLength: 30 },
)

describe('any purchases, bonuses and sales in their order', () => {
  it('a sale is taken exactly where it leaves the shares that are not listed, whether walked from the end or from all events', () => {
    fc.assert(
      fc.property(acts, (all) => {
        const events: ChainEvent[] = []
        // Counted apart from the walk: what is held, and new shares with the day of their listing.
        let held = 0n
        const waiting: { on: string; shares: bigint }[] = []
        let at = 0
        all.forEach((act, index) => {
          at += act.what === 'bonus' ? act.gap + 1 : act.gap
          const [today, sequence] = [day(at), index + 1]
          if (act.what === 'buy') {
            events.push(buy(sequence, today, act.shares))
            held += act.shares
          } else if (act.what === 'bonus') {
            const on = act.listed === null ? LISTING_UNKNOWN : day(at + act.listed)
            // Corporate actions come before the trades of their day: none of those is recorded yet.
            events.push(bonus(sequence, today, on, [4n + act.shares, 4n]))
            const more = (held * act.shares) / 4n
            waiting.push({ on, shares: more })
            held += more
          } else {
            const free = held - waiting.reduce((sum, one) => (one.on > today ? sum + one.shares : sum), 0n)
            const done = change(events, [sale(sequence, today, act.shares)])
            expect(!isRejection(done)).toBe(act.shares <= free)
            if (isRejection(done)) {
              expect(done.code).toBe(
                act.shares > held
                  ? 'lots.insufficient'
                  : done.facts['from']
                    ? 'lots.not-listed'
                    : 'lots.listing-unknown',
              )
              return
            }
            events.push(sale(sequence, today, act.shares))
            held -= act.shares
          }
        })
        if (events.length === 0) return
        const replay = walked(events)
        expect([replay.state.holding.quantity, replay.beyond]).toEqual([held, []])
        // Grown at its end, event by event, the chain knows its last listing as a walk does.
        const grown = events.reduce<{ state: typeof replay.state; until: ChainEvent[] }>(
          ({ until }, event) => {
            const next = change(until, [event])
            if (isRejection(next)) throw new Error(next.code)
            return { state: next.state, until: [...until, event] }
          },
          { state: replay.state, until: [] },
        )
        expect(grown.state.unlistedUntil).toBe(replay.state.unlistedUntil)
      }),
      { numRuns: 300 },
    )
  })
})
