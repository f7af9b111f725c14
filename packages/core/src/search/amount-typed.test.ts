import { expect, it } from 'vitest'
import { amountTyped } from './amount-typed.ts'

it.each([
  ['10,280.57', '10280.57'],
  ['10280.5', '10280.5'],
  ['Rs. 500', '500'],
  [' 500 ', '500'],
  ['1,0280', null],
  ['10.123', null],
  ['-5', null],
  ['C-500', null],
  ['1e3', null],
  ['', null],
])('%j is the amount %j', (text, amount) => {
  expect(amountTyped(text)).toBe(amount)
})
