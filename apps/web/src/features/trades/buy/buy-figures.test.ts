import { describe, expect, it } from 'vitest'
import { questionOf } from './buy-figures.ts'
import { EMPTY_BUY } from './buy-values.ts'

describe('what is asked', () => {
  it('is nothing until quantity and price can be read', () => {
    expect(questionOf(EMPTY_BUY)).toBeNull()
    expect(questionOf({ ...EMPTY_BUY, quantity: '100', price: '0' })).toBeNull()
    expect(questionOf({ ...EMPTY_BUY, quantity: '1.5', price: '10' })).toBeNull()
    expect(questionOf({ ...EMPTY_BUY, quantity: '100', price: '10.5', costOfFunds: '9.1x' })).toEqual({
      quantity: '100',
      price: '10.5',
      costOfFunds: '',
      tradeDate: '',
      symbol: '',
      feeSource: 'schedule',
    })
  })
})
