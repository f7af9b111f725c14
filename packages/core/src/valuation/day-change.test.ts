import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grossOf } from '../values/money.ts'
import { dayChangeOf } from './day-change.ts'

const held = (key: string, quantity: bigint, date: string, price: bigint, previous: bigint | null) => ({
  key,
  quantity,
  move: { date, price, previous },
})

it('adds up what the newest day changed, in money and per cent', () => {
  const found = dayChangeOf([
    held('UP', 100n, '2026-06-12', 220_000n, 200_000n),
    held('DOWN', 50n, '2026-06-12', 95_000n, 100_000n),
    // Not traded on that day: its value stays, it did not move.
    held('OLD', 10n, '2026-06-11', 100_000n, 50_000n),
    // Nothing to compare with.
    held('NEW', 10n, '2026-06-12', 100_000n, null),
    { key: 'NONE', quantity: 5n, move: null },
  ])
  // 200.00 up and 25.00 down, of 2,000.00 + 500.00 + 100.00 + 100.00 before.
  expect(found).toMatchObject({ date: '2026-06-12', change: 17_500n, percent: 64_815n })
  expect(found?.movers.map(({ key, change, changePercent }) => [key, change, changePercent])).toEqual([
    ['UP', 20_000n, 100_000n],
    ['DOWN', -2_500n, -50_000n],
  ])
})

it('is nothing where nothing has a price', () => {
  expect(dayChangeOf([{ key: 'A', quantity: 1n, move: null }])).toBeNull()
  expect(dayChangeOf([])).toBeNull()
})

it('is unknown where no holding has an earlier price', () => {
  expect(dayChangeOf([held('NEW', 10n, '2026-06-12', 100_000n, null)])).toEqual({
    date: '2026-06-12',
    change: null,
    percent: null,
    movers: [],
  })
})

it('is the difference of the values, and the movers account for all of it', () => {
  const price = fc.bigInt({ min: 1n, max: 10n ** 8n })
  const one = fc.record({ quantity: fc.bigInt({ min: 1n, max: 10n ** 7n }), price, previous: price })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1 }), (all) => {
      const found = dayChangeOf(
        all.map((row, key) => ({ key, quantity: row.quantity, move: { ...row, date: '2026-06-12' } })),
      )
      const now = all.reduce((sum, row) => sum + grossOf(row.quantity, row.price), 0n)
      const then = all.reduce((sum, row) => sum + grossOf(row.quantity, row.previous), 0n)
      expect(found?.change).toBe(now - then)
      expect(found?.movers.reduce((sum, { change }) => sum + change, 0n)).toBe(now - then)
    }),
  )
})
