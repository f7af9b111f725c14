import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdingsByAccount } from './holdings.ts'

const main = new Map([
  [1, 100],
  [2, 100],
])
const of = (portfolioId: number, quantity: bigint) => ({ portfolioId, equityId: 10, quantity })

test('a portfolio holds its shares in its main account, except those placed in another one', () => {
  const found = holdingsByAccount(
    [of(1, 1_006n), of(2, 1_001n), of(3, 50n)],
    [{ ...of(1, 503n), accountId: 200 }],
    main,
  )
  expect(found).toEqual([
    { accountId: 100, ...of(1, 503n) },
    { accountId: 100, ...of(2, 1_001n) },
    { accountId: 200, ...of(1, 503n) },
  ])
})

test('a sale put into the wrong account leaves it below zero', () => {
  expect(holdingsByAccount([of(1, 100n)], [{ ...of(1, -50n), accountId: 200 }], main)).toEqual([
    { accountId: 100, ...of(1, 150n) },
    { accountId: 200, ...of(1, -50n) },
  ])
})

test('what is placed in the main account itself changes nothing; the accounts together hold what the portfolio does', () => {
  const placed = fc.record({
    accountId: fc.constantFrom(100, 200, 300),
    portfolioId: fc.constant(1),
    equityId: fc.constant(10),
    quantity: fc.bigInt({ min: -100n, max: 100n }),
  })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1_000n }), fc.array(placed), (held, some) => {
      const found = holdingsByAccount([of(1, held)], some, main)
      expect(found.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(held)
      const atMain = found.find(({ accountId }) => accountId === 100)?.quantity ?? 0n
      const elsewhere = some.filter(({ accountId }) => accountId !== 100)
      expect(atMain).toBe(held - elsewhere.reduce((sum, { quantity }) => sum + quantity, 0n))
    }),
  )
})
