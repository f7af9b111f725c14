import { describe, expect, it } from 'vitest'
import { CSE_HOLIDAYS } from '../calendar/cse-holidays.ts'
import { marketCalendar } from '../calendar/market-calendar.ts'
import { grossOf } from '../values/money.ts'
import { markHolding } from './mark-to-market.ts'
import { type KnownPrice, type PriceBasis, priceAt } from './price-at.ts'
import { aboveSubscription, knownRight, offerOn, type RightsOffer } from './right-price.ts'

const calendar = marketCalendar(CSE_HOLIDAYS)
const offer: RightsOffer = { from: '2026-03-23', until: '2026-04-10', price: 500_000n }
const known = (date: string, lastTrade: bigint, more: Partial<KnownPrice> = {}): KnownPrice => ({
  date,
  lastTrade,
  close: null,
  source: 'summary',
  next: null,
  ...more,
})
const at = (price: KnownPrice | null, basis: PriceBasis = 'Last Trade') =>
  priceAt(price, { date: '2026-03-31', basis, calendar })

describe('an unexpired right', () => {
  it('is worth its own price, else the share’s less that of subscription (vector 6)', () => {
    const own = known('2026-03-30', 70_000n)
    const share = known('2026-03-31', 600_000n)
    expect(at(knownRight(offer, own, share))).toMatchObject({ price: 70_000n, source: 'summary', level: 1 })
    const derived = at(knownRight(offer, null, share))
    expect(derived).toEqual({
      price: 100_000n,
      date: '2026-03-31',
      kind: 'last trade',
      source: 'derived',
      age: 0,
      isStale: false,
      level: 3,
    })
    expect(grossOf(401n, derived?.price ?? 0n)).toBe(4_010_00n)
  })

  it('is worth nothing where the share is worth less, and is marked so, not at cost', () => {
    const price = at(knownRight(offer, null, known('2026-03-31', 480_000n)))
    expect(price).toMatchObject({ price: 0n, level: 3 })
    const bought = {
      equityId: 1,
      symbol: 'JKH.R0000',
      quantity: 100n,
      cost: 700_00n,
      capitalised: 0n,
      broughtForward: 0n,
    }
    expect(markHolding({ ...bought, price }, 'Last Trade')).toMatchObject({
      fairValue: 0n,
      posted: -700_00n,
      level: 3,
      exceptions: ['derived'],
    })
  })

  it('goes by the basis of the portfolio, and is as old as the share’s price', () => {
    const share = known('2026-03-31', 600_000n, { close: 610_000n })
    expect(at(knownRight(offer, null, share), 'Close')).toMatchObject({ price: 110_000n, kind: 'close' })
    const old = knownRight(offer, null, known('2026-03-23', 600_000n))
    expect(at(old)).toMatchObject({ age: 6, isStale: true, level: 3 })
  })

  it('takes no price of before XR: its own is of an earlier issue, in the share’s it is contained still', () => {
    const before = known('2026-03-20', 640_000n)
    expect(knownRight(offer, known('2026-03-20', 1n), known('2026-03-23', 600_000n))?.source).toBe('derived')
    expect(knownRight(offer, null, before)).toBeNull()
    expect(knownRight(offer, null, null)).toBeNull()
  })

  it('never falls below nothing', () => {
    expect([0n, 500_000n, 500_001n].map((share) => aboveSubscription(share, 500_000n))).toEqual([0n, 0n, 1n])
  })
})

describe('the issue that a day belongs to', () => {
  it('is open from XR until the last day, and without one until it is known', () => {
    const open = (day: string) => offerOn([offer], day) !== null
    expect(['2026-03-22', '2026-03-23', '2026-04-10', '2026-04-11'].map(open)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(offerOn([{ ...offer, until: null }], '2030-01-01')).not.toBeNull()
  })

  it('is the newest of those that one symbol served', () => {
    const earlier = { from: '2022-01-03', until: null, price: 1n }
    expect(offerOn([offer, earlier], '2026-03-31')).toBe(offer)
    expect(offerOn([offer, earlier], '2022-02-01')).toBe(earlier)
  })
})
