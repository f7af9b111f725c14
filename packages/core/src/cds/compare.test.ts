import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Comparison,
  compareStatement,
  type NearTrade,
  type OurPosition,
  type StatedBalance,
} from './compare.ts'

const DATE = '2026-06-15'
const trade = (id: number, side: 'buy' | 'sell', quantity: bigint, due: string | null): NearTrade => ({
  id,
  version: 1,
  side,
  quantity,
  due,
})
const position = (held: bigint, more: Partial<OurPosition> = {}): OurPosition => ({
  accountId: 1,
  equityId: 10,
  held,
  pledged: 0n,
  trades: [],
  ...more,
})
const stated = (balance: bigint, more: Partial<StatedBalance> = {}): StatedBalance => ({
  accountId: 1,
  equityId: 10,
  symbol: 'JKH.N0000',
  balance,
  pledged: null,
  ...more,
})
const compare = (lines: StatedBalance[], positions: OurPosition[], related: number[][] = [[1]]) => {
  const relatedTo: Comparison['relatedTo'] = new Map(
    related.flatMap((group) => group.map((id) => [id, new Set(group)] as const)),
  )
  return compareStatement({ date: DATE, stated: lines, positions, relatedTo })
}
const one = (line: StatedBalance, ours: OurPosition) => compare([line], [ours])[0]

describe('a statement against what has settled', () => {
  test('agrees, with what has not settled apart', () => {
    const trades = [trade(1, 'buy', 300n, '2026-06-17'), trade(2, 'sell', 50n, null)]
    expect(one(stated(750n), position(1_000n, { trades }))).toMatchObject({
      held: 1_000n,
      unsettledBuys: 300n,
      unsettledSales: 50n,
      settled: 750n,
      difference: 0n,
      cause: null,
      trades: [
        { id: 1, isUnsettled: true, isCause: false },
        { id: 2, isUnsettled: true },
      ],
    })
  })

  test('shares move at the end of the day that they are due on', () => {
    const due = (day: string) =>
      one(stated(1_000n), position(1_000n, { trades: [trade(1, 'buy', 300n, day)] }))
    expect(due(DATE)?.cause).toBeNull()
    expect(due('2026-06-16')?.cause).toBe('unsettled-buy')
  })

  const near = [
    trade(1, 'buy', 300n, '2026-06-17'),
    trade(2, 'buy', 70n, '2026-06-16'),
    trade(3, 'sell', 40n, '2026-06-16'),
  ]
  const recent = [trade(4, 'buy', 25n, '2026-06-12'), trade(5, 'sell', 5n, '2026-06-12')]
  // Held 1,000: settled 670.
  test.each([
    ['a buy credited early', 970n, 'unsettled-buy', [1]],
    ['a sale debited early', 630n, 'unsettled-sale', [3]],
    ['a buy and a sale early', 700n, 'unsettled-trades', [2, 3]],
    ['all of them early', 1_000n, 'unsettled-trades', [1, 2, 3]],
    ['a buy that is late', 645n, 'not-yet-credited', [4]],
    ['a sale that is late', 675n, 'not-yet-debited', [5]],
    ['more than trades explain', 671n, 'missing-buy', []],
    ['less than trades explain', 669n, 'missing-sale', []],
  ])('%s', (_, balance, cause, trades) => {
    const row = one(stated(balance), position(1_000n, { trades: [...near, ...recent] }))
    expect(row).toMatchObject({ settled: 670n, difference: balance - 670n, cause })
    expect(row?.trades.filter(({ isCause }) => isCause).map(({ id }) => id)).toEqual(trades)
  })

  test('the fewest trades that explain a difference are its cause', () => {
    const trades = [
      trade(1, 'buy', 100n, '2026-06-17'),
      trade(2, 'buy', 200n, '2026-06-17'),
      trade(3, 'buy', 300n, '2026-06-17'),
    ]
    // Held 1,000, settled 400: 300 more are those of the third trade, not of the first two.
    const row = one(stated(700n), position(1_000n, { trades }))
    expect(row?.trades.filter(({ isCause }) => isCause).map(({ id }) => id)).toEqual([3])
  })

  test('a bonus between XD and its listing (vectors 5.8): 1,253 held, 1,003 stated', () => {
    const awaited = [{ what: 'bonus', quantity: 250n }]
    expect(one(stated(1_003n), position(1_253n, { awaited }))).toMatchObject({
      difference: -250n,
      cause: 'awaited',
      awaited: 'bonus',
    })
  })

  test('pledged shares that are left out of the balance, or that differ', () => {
    expect(one(stated(900n), position(1_000n, { pledged: 100n }))?.cause).toBe('pledged-left-out')
    expect(one(stated(900n, { pledged: 0n }), position(1_000n, { pledged: 100n }))?.cause).toBe(
      'pledged-left-out',
    )
    // The pledge in the statement takes precedence over the one that we recorded.
    const known = position(1_000n, { pledged: 100n })
    expect(one(stated(960n, { pledged: 40n }), known)?.cause).toBe('pledged-left-out')
    expect(one(stated(900n, { pledged: 40n }), known)?.cause).toBe('missing-sale')
    expect(one(stated(1_000n, { pledged: 100n }), position(1_000n, { pledged: 100n }))?.cause).toBeNull()
    expect(one(stated(1_000n, { pledged: 40n }), position(1_000n, { pledged: 100n }))).toMatchObject({
      cause: 'pledge',
      difference: 0n,
    })
    // Nothing is said of pledges: they are not compared.
    expect(one(stated(1_000n), position(1_000n, { pledged: 100n }))?.cause).toBeNull()
  })

  test('a security that we do not know, one that the statement does not name, one that we do not hold', () => {
    const rows = compare(
      [
        stated(5n, { equityId: null, symbol: 'NEW.N0000' }),
        stated(7n, { equityId: 11, symbol: 'SAMP.N0000' }),
      ],
      [position(1_000n), position(0n, { equityId: 12 }), position(9n, { accountId: 2 })],
    )
    expect(
      rows.map(({ equityId, difference, balance, cause }) => [equityId, difference, balance, cause]),
    ).toEqual([
      [null, 5n, 5n, 'unknown-security'],
      [11, 7n, 7n, 'missing-buy'],
      [10, -1_000n, null, 'not-on-statement'],
    ])
  })
})

describe('another account of the same portfolio', () => {
  const related = [[1, 2]]
  test('has on the statement what is missing here', () => {
    const rows = compare([stated(900n), stated(100n, { accountId: 2 })], [position(1_000n)], related)
    expect(rows.map(({ cause, otherAccountId }) => [cause, otherAccountId])).toEqual([
      ['other-account', 2],
      ['other-account', 1],
    ])
  })

  test('has in our books what is stated here', () => {
    const elsewhere = position(500n, { accountId: 2 })
    expect(compare([stated(100n)], [elsewhere], related)[0]).toMatchObject({
      cause: 'other-account',
      otherAccountId: 2,
    })
    // An account that the statement names too has no more there than it says.
    const both = compare([stated(100n), stated(500n, { accountId: 2 })], [elsewhere], related)
    expect(both.map(({ cause, otherAccountId }) => [cause, otherAccountId])).toEqual([
      ['missing-buy', null],
      [null, null],
    ])
    // Of a portfolio that has nothing to do with this account it says nothing.
    expect(compare([stated(100n)], [elsewhere], [[1], [2]])[0]?.cause).toBe('missing-buy')
  })
})

const shares = fc.bigInt({ min: 0n, max: 1_000n })
const trades = fc.array(
  fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.bigInt({ min: 1n, max: 500n }),
    due: fc.constantFrom(null, '2026-06-12', DATE, '2026-06-16'),
  }),
  { maxLength: 20 },
)

test('whatever is compared: settled and unsettled make what is held, a row agrees only without a difference, causes add up', () => {
  fc.assert(
    fc.property(shares, shares, trades, (held, balance, some) => {
      const near = some.map((of, at): NearTrade => ({ id: at + 1, version: 1, ...of }))
      const [row] = compare([stated(balance)], [position(held, { trades: near })])
      if (row === undefined) throw new Error('a line of the statement has no row')
      expect(row.settled + row.unsettledBuys - row.unsettledSales).toBe(held)
      expect(row.difference).toBe(balance - row.settled)
      expect(row.cause === null).toBe(row.difference === 0n)
      const causes = row.trades.filter(({ isCause }) => isCause)
      const sum = causes.reduce(
        (all, { side, quantity }) => all + (side === 'buy' ? quantity : -quantity),
        0n,
      )
      const late = row.cause === 'not-yet-credited' || row.cause === 'not-yet-debited'
      if (causes.length > 0) expect(late ? -sum : sum).toBe(row.difference)
      expect(causes.every(({ isUnsettled }) => isUnsettled !== late)).toBe(true)
    }),
  )
})
