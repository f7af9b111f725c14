import type { Figures } from '@em/contract/books/trades'
import { describe, expect, it } from 'vitest'
import { EMPTY_BUY } from './buy-values.ts'
import { averageOf, feesToStartFrom, questionOf, shareOfGross, withFeesAsCharged } from './figures.ts'

const schedule: Figures = {
  grossValue: 1_000_000,
  brokerage: 6400,
  cseFees: 840,
  cdsFees: 120,
  clearingFees: 120,
  sec: 720,
  stl: 3000,
  totalFees: 11_200,
  netValue: 1_011_200,
  stepUp: null,
  moneyGenerationCost: 277.04,
}

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

describe('fees as charged', () => {
  const typed = { ...EMPTY_BUY, ...feesToStartFrom(schedule), asCharged: true, costOfFunds: '10' }

  it('start from the schedule', () => {
    expect(typed).toMatchObject({ brokerage: '6400.00', stl: '3000.00' })
    expect(withFeesAsCharged(schedule, typed)).toEqual(schedule)
    expect(feesToStartFrom(null).sec).toBe('')
  })

  it('carry on to total, net value and money generation cost', () => {
    expect(withFeesAsCharged(schedule, { ...typed, brokerage: '5000' })).toMatchObject({
      brokerage: 5000,
      totalFees: 9800,
      netValue: 1_009_800,
      moneyGenerationCost: 276.66,
    })
  })

  it('give nothing while one is missing or no amount', () => {
    expect(withFeesAsCharged(schedule, { ...typed, sec: '' })).toBeNull()
    expect(withFeesAsCharged(schedule, { ...typed, sec: '1.005' })).toBeNull()
    expect(withFeesAsCharged(schedule, { ...typed, sec: '-1' })).toBeNull()
  })
})

describe('how a figure is made', () => {
  it('tells a fee as a share of the gross value and an average to four decimals', () => {
    expect(shareOfGross(6400, 1_000_000)).toBe('0.6400')
    expect(shareOfGross(1, 0)).toBeNull()
    expect(averageOf(1_234_375, 12_500)).toBe('98.7500')
    expect(averageOf(0, 0)).toBeNull()
  })
})
