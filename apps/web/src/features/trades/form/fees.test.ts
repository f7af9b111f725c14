import { describe, expect, it } from 'vitest'
import { feesToStartFrom, shareOfGross, withFeesAsCharged } from './fees.ts'
import { FIGURES } from './testing.ts'
import { EMPTY_TRADE } from './trade-values.ts'

const schedule = { ...FIGURES, moneyGenerationCost: 277.04 }

describe('fees as charged', () => {
  const typed = { ...EMPTY_TRADE, ...feesToStartFrom(schedule), asCharged: true, costOfFunds: '10' }

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
  it('shows a fee as a share of the gross value to four decimals', () => {
    expect(shareOfGross(6400, 1_000_000)).toBe('0.6400')
    expect(shareOfGross(1, 0)).toBeNull()
  })
})
