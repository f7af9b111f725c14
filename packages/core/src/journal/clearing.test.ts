import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRejection } from '../rejections.ts'
import { type ItemLink, linkItems } from './clearing.ts'

const items = (...opens: number[]) => opens.map((open) => ({ open: BigInt(open), part: null }))
const linked = (...opens: number[]) =>
  (linkItems(items(...opens)) as ItemLink[]).map(({ debit, credit, amount }) => [
    debit,
    credit,
    Number(amount),
  ])

test.each<[string, number[], number[][]]>([
  ['a pair', [100, -100], [[0, 1, 100]]],
  ['a part of a larger one', [-250, 100], [[1, 0, 100]]],
  [
    'one against several, the first ones first',
    [300, -100, -150, -90],
    [
      [0, 1, 100],
      [0, 2, 150],
      [0, 3, 50],
    ],
  ],
  [
    'several on both sides',
    [60, -100, 70],
    [
      [0, 1, 60],
      [2, 1, 40],
    ],
  ],
])('%s', (_, opens, expected) => expect(linked(...opens)).toEqual(expected))

test('one side alone clears nothing, and no part is larger than what is open', () => {
  expect(linkItems(items(100, 50))).toMatchObject({ code: 'suspense.one-side' })
  expect(
    linkItems([
      { open: 100n, part: null },
      { open: -60n, part: 61n },
    ]),
  ).toMatchObject({ code: 'suspense.too-much', field: 'items.1.amount', facts: { open: '0.60' } })
})

test('parts that the other side does not take are refused, and the difference is named', () => {
  const part = (open: bigint, part: bigint | null) => ({ open, part })
  expect(linkItems([part(300_00n, 120_00n), part(-250_00n, 100_00n)])).toMatchObject({
    code: 'suspense.amounts-differ',
    facts: { debit: '120.00', credit: '100.00', difference: '20.00' },
  })
  expect(linkItems([part(80_00n, null), part(-250_00n, 100_00n)])).toMatchObject({
    code: 'suspense.amounts-differ',
    facts: { debit: '80.00', credit: '100.00', difference: '20.00' },
  })
})

test('a part is cleared before items of which nothing is said', () => {
  const given = [
    { open: 100n, part: null },
    { open: 100n, part: 50n },
    { open: -120n, part: null },
  ]
  expect(linkItems(given)).toEqual([
    { debit: 1, credit: 2, amount: 50n },
    { debit: 0, credit: 2, amount: 70n },
  ])
})

const item = fc
  .record({
    open: fc.bigInt({ min: -1_000n, max: 1_000n }).filter((open) => open !== 0n),
    share: fc.option(fc.integer({ min: 1, max: 100 })),
  })
  .map(({ open, share }) => {
    const size = open < 0n ? -open : open
    return { open, part: share === null ? null : (size * BigInt(share) + 99n) / 100n }
  })

test('links take of each side the same, of no item more than asked, and all of the smaller side', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), (given) => {
      const asked = given.map(({ open, part }) => part ?? (open < 0n ? -open : open))
      const sides = [1n, -1n].map((sign) =>
        given.reduce((sum, { open }, index) => sum + (open * sign > 0n ? (asked[index] ?? 0n) : 0n), 0n),
      )
      const links = linkItems(given)
      if (isRejection(links)) {
        const parts = [1n, -1n].map((sign) =>
          given.reduce((sum, { open, part }) => sum + (open * sign > 0n ? (part ?? 0n) : 0n), 0n),
        ) as [bigint, bigint]
        const [debits, credits] = sides as [bigint, bigint]
        expect(debits === 0n || credits === 0n || parts[0] > credits || parts[1] > debits).toBe(true)
        return
      }
      const taken = given.map((_, index) =>
        links.reduce((sum, one) => sum + (one.debit === index || one.credit === index ? one.amount : 0n), 0n),
      )
      for (const { debit, credit, amount } of links) {
        expect(amount).toBeGreaterThan(0n)
        expect([(given[debit]?.open ?? 0n) > 0n, (given[credit]?.open ?? 0n) < 0n]).toEqual([true, true])
      }
      taken.forEach((amount, index) => {
        expect(amount <= (asked[index] ?? 0n)).toBe(true)
        if (given[index]?.part !== null) expect(amount).toBe(given[index]?.part)
      })
      const all = links.reduce((sum, { amount }) => sum + amount, 0n)
      expect(all).toBe((sides[0] ?? 0n) < (sides[1] ?? 0n) ? sides[0] : sides[1])
    }),
  )
})
