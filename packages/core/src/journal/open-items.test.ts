import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openItems } from './open-items.ts'

const lines = (...amounts: number[]) => amounts.map((amount) => ({ amount: BigInt(amount) }))
const open = (...oldestFirst: number[]) => {
  const newestFirst = lines(...oldestFirst).toReversed()
  const balance = newestFirst.reduce((sum, { amount }) => sum + amount, 0n)
  return openItems(newestFirst, balance).map(({ amount }) => Number(amount))
}

test.each<[string, number[], number[]]>([
  ['nothing', [], []],
  ['one line', [100], [100]],
  ['what came before the account was empty', [100, -100, 50], [50]],
  ['a pair that cancels itself', [100, 50, -100], [50]],
  ['a part that is left', [100, -60], [-60, 100]],
  ['the oldest of equal amounts is cleared first', [100, 7, 100, -100], [100, 7]],
])('%s', (_, amounts, expected) => expect(open(...amounts)).toEqual(expected))

test('what is open comes to the balance, and holds no two that cancel each other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }).filter(Boolean), { maxLength: 30 }), (amounts) => {
      const left = open(...amounts)
      expect(left.reduce((sum, amount) => sum + amount, 0)).toBe(amounts.reduce((sum, one) => sum + one, 0))
      expect(left.some((amount) => left.includes(-amount))).toBe(false)
    }),
  )
})
