import { describe, expect, it } from 'vitest'
import { CSE_HOLIDAYS } from '../holidays/cse-holidays.ts'
import { marketCalendar } from '../holidays/market-calendar.ts'
import { grossOf } from '../values/money.ts'
import { markHolding } from './mark-to-market.ts'
import { aboveSubscription, type KnownPrice, type PriceBasis, priceAt } from './price-at.ts'
import { knownRight, offerOn, type RightsOffer } from './right-price.ts'

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
/** Within the offer. */
const DAY = '2026-03-31'
const at = (price: KnownPrice | null, basis: PriceBasis = 'Last Trade') =>
  priceAt(price, { date: '2026-03-31', basis, calendar })

describe('an unexpired right', () => {
  it('is worth its own price, else the share’s less that of subscription (vector 6)', () => {
    const own = known('2026-03-30', 70_000n)
    const share = known('2026-03-31', 600_000n)
    expect(at(knownRight(offer, DAY, own, share))).toMatchObject({
      price: 70_000n,
      source: 'summary',
      level: 1,
    })
    const derived = at(knownRight(offer, DAY, null, share))
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
    const price = at(knownRight(offer, DAY, null, known('2026-03-31', 480_000n)))
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
    expect(at(knownRight(offer, DAY, null, share), 'Close')).toMatchObject({ price: 110_000n, kind: 'close' })
    const old = knownRight(offer, DAY, null, known('2026-03-23', 600_000n))
    expect(at(old)).toMatchObject({ age: 6, isStale: true, level: 3 })
  })

  it('takes no price of before XR: its own is of an earlier issue, in the share’s it is contained still', () => {
    const before = known('2026-03-20', 640_000n)
    expect(knownRight(offer, DAY, known('2026-03-20', 1n), known('2026-03-23', 600_000n))?.source).toBe(
      'derived',
    )
    expect(knownRight(offer, DAY, null, before)).toBeNull()
    expect(knownRight(offer, DAY, null, null)).toBeNull()
  })

  it('never falls below nothing', () => {
    expect([0n, 500_000n, 500_001n].map((share) => aboveSubscription(share, 500_000n))).toEqual([0n, 0n, 1n])
  })
})

describe('a right that was paid for and waits for its allotment', () => {
  it('is worth the share less the subscription once the last day is over, whatever it last traded at', () => {
    // The rights last traded at 63.00; the share at 77.10, subscription 50.00: 27.10, not 63.00.
    const own = known('2026-04-09', 630_000n)
    const priced = (date: string, share: bigint) =>
      priceAt(knownRight(offer, date, own, known(date, share)), { date, basis: 'Last Trade', calendar })
    expect(priced('2026-04-10', 771_000n)).toMatchObject({ price: 630_000n, source: 'summary' })
    expect(priced('2026-04-15', 771_000n)).toMatchObject({ price: 271_000n, source: 'derived', level: 3 })
    expect(priced('2026-04-15', 499_900n)).toMatchObject({ price: 0n, level: 3 })
  })

  it('is valued at cost while the share has no price since XR', () => {
    expect(knownRight(offer, '2026-04-15', known('2026-04-09', 630_000n), null)).toBeNull()
  })
})

describe('the issue that a day belongs to', () => {
  it('begins on XR, and is that of the rights that wait once the last day is over', () => {
    const begun = (day: string) => offerOn([offer], day) !== null
    expect(['2026-03-22', '2026-03-23', '2026-04-10', '2026-04-11'].map(begun)).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect(offerOn([{ ...offer, until: null }], '2030-01-01')).not.toBeNull()
  })

  it('is the one that is open before one that is over', () => {
    const later = { from: '2026-04-13', until: '2026-05-04', price: 1n }
    expect(offerOn([offer, later], '2026-04-13')).toBe(later)
    const long = { from: '2026-03-02', until: '2026-05-29', price: 2n }
    expect(offerOn([offer, long], '2026-04-13')).toBe(long)
    expect(offerOn([offer, long], '2026-06-01')).toBe(offer)
  })

  it('is the newest of those that one symbol served', () => {
    const earlier = { from: '2022-01-03', until: null, price: 1n }
    expect(offerOn([offer, earlier], '2026-03-31')).toBe(offer)
    expect(offerOn([offer, earlier], '2022-02-01')).toBe(earlier)
  })
})
