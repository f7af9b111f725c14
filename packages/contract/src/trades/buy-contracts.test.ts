import { expect, test } from 'vitest'
import { namedBuys } from './buy-contracts.ts'

test.each([
  ['C-1', [{ name: 'C-1', quantity: null }]],
  [' C-1 ; ', [{ name: 'C-1', quantity: null }]],
  ['C-1: 600', [{ name: 'C-1', quantity: 600n }]],
  [
    'C-1: 600; BUY-20260601-101500-2 = 1,000',
    [
      { name: 'C-1', quantity: 600n },
      { name: 'BUY-20260601-101500-2', quantity: 1_000n },
    ],
  ],
  [
    'A:7:5\nB:1',
    [
      { name: 'A:7', quantity: 5n },
      { name: 'B', quantity: 1n },
    ],
  ],
  // A number that is none stays part of the name.
  ['C-1: 0', [{ name: 'C-1: 0', quantity: null }]],
  ['C-1: 10,00', [{ name: 'C-1: 10,00', quantity: null }]],
  ['', []],
])('%j', (text, buys) => expect(namedBuys(text)).toEqual(buys))

test('several buys need a quantity each', () => {
  expect(namedBuys('C-1: 600; C-2')).toBe('Enter the number of shares for each buy, like C-1: 600; C-2: 400.')
})
