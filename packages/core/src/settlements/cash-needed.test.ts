import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashNeeded } from './cash-needed.ts'

test('is the deepest point of the balance, whatever the order of the days', () => {
  const flows = new Map([
    ['2026-02-01', 500n],
    ['2026-01-01', -300n],
    ['2026-01-15', -400n],
    ['2026-03-01', -100n],
  ])
  expect(cashNeeded(flows)).toBe(700n)
  expect(cashNeeded(new Map())).toBe(0n)
  expect(cashNeeded(new Map([['2026-01-01', 5n]]))).toBe(0n)
})

test('is enough, and a cent less is not', () => {
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  const flow = fc.tuple(
    day.map((at) => at.toISOString().slice(0, 10)),
    fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n }),
  )
  fc.assert(
    fc.property(fc.array(flow, { maxLength: 20 }), (list) => {
      const flows = new Map(list)
      const needed = cashNeeded(flows)
      const lowestFrom = (start: bigint) => {
        let [balance, lowest] = [start, start]
        for (const date of [...flows.keys()].toSorted()) {
          balance += flows.get(date) ?? 0n
          if (balance < lowest) lowest = balance
        }
        return lowest
      }
      expect(lowestFrom(needed) >= 0n).toBe(true)
      if (needed > 0n) expect(lowestFrom(needed - 1n) < 0n).toBe(true)
    }),
  )
})
