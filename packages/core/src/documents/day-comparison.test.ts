import { expect, test } from 'vitest'
import { lineOf } from '../testing/contract-samples.ts'
import { comparedSums, compareFills } from './day-comparison.ts'

const summary = (fills: ReturnType<typeof compareFills>) =>
  fills.map(({ state, here, there, fields }) => [
    state,
    here?.executionId ?? null,
    there?.executionId ?? null,
    ...fields,
  ])

test('by execution id, then by client account, security, side, shares and price', () => {
  const here = [
    lineOf({ executionId: 'E-1' }),
    lineOf({ executionId: 'E-2', price: 201_000n }),
    lineOf({ executionId: 'E-3', quantity: 7n }),
    lineOf({ executionId: 'E-4', quantity: 8n }),
    lineOf({ executionId: 'E-9', quantity: 9n, rest: { refersTo: 'E-5' } }),
  ]
  const there = [
    lineOf({ executionId: 'E-1' }),
    lineOf({ executionId: 'E-2' }),
    lineOf({ executionId: null, quantity: 7n }),
    lineOf({ executionId: 'E-5', quantity: 9n }),
    lineOf({ executionId: 'E-6', quantity: 6n }),
  ]
  expect(summary(compareFills(here, there))).toEqual([
    ['differs', 'E-2', 'E-2', 'price'],
    ['only-here', 'E-4', null],
    ['only-there', null, 'E-6'],
    ['equal', 'E-1', 'E-1'],
    ['equal', 'E-9', 'E-5'],
    ['equal', 'E-3', null],
  ])
  expect(comparedSums(here, there)).toEqual([
    {
      symbol: 'JKH.N0000',
      side: 'buy',
      here: { shares: 2_024n, gross: 4_058_000n },
      there: { shares: 2_022n, gross: 4_044_000n },
    },
  ])
})

test('two fills alike are two', () => {
  const one = lineOf({ executionId: null })
  expect(summary(compareFills([one, { ...one, line: 2 }], [one]))).toEqual([
    ['only-here', null, null],
    ['equal', null, null],
  ])
})

test('one execution id on both sides of a crossing is two fills', () => {
  const buy = lineOf({ executionId: 'E-1', clientAccount: 'A' })
  const sale = lineOf({ executionId: 'E-1', clientAccount: 'B', side: 'sell' })
  const states = (here: (typeof buy)[], there: (typeof buy)[]) =>
    compareFills(here, there).map(({ state }) => state)
  expect(states([buy, sale], [buy, sale])).toEqual(['equal', 'equal'])
  expect(states([buy, sale], [sale, buy])).toEqual(['equal', 'equal'])
  // Of two fills of one side that of the same client account.
  const other = { ...buy, clientAccount: 'B' }
  expect(states([buy, other], [other, buy])).toEqual(['equal', 'equal'])
  expect(states([other], [buy])).toEqual(['differs'])
  expect(states([{ ...buy, side: 'sell' }], [buy])).toEqual(['differs'])
})
