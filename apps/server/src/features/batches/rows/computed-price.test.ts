import { expect, test } from 'vitest'
import { priceBesideGross } from './computed-price.ts'

test.each([
  [
    'a buy is recorded by its gross',
    { side: 'buy', price: '33.3333333333333', quantity: '3', grossValue: '100' },
    '33.3333',
  ],
  ['half up', { side: 'buy', price: 20.00005, quantity: '10', grossValue: '200' }, '20.0001'],
  [
    'a sale whose rounded price makes the gross',
    { side: 'sell', price: '33.3333333333333', quantity: '3', grossValue: '100' },
    '33.3333',
  ],
  [
    'a sale whose rounded price makes another',
    { side: 'sell', price: '33.3333333333333', quantity: '3000000', grossValue: '100000000' },
    '33.3333333333333',
  ],
  ['a price as prices are', { side: 'buy', price: '33.3333', quantity: '3', grossValue: '100' }, '33.3333'],
  ['no number', { side: 'buy', price: 'x', quantity: '3', grossValue: '100' }, 'x'],
])('%s', (_, sent, price) => {
  expect(priceBesideGross(sent)).toBe(price)
})
