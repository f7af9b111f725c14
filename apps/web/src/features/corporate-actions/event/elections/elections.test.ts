import { describe, expect, it } from 'vitest'
import { entitlement, event, rightsIssue } from '../testing.ts'
import {
  type Choices,
  changedIn,
  dayFault,
  periodOf,
  sumsOf,
  textOf,
  totalOf,
  withRest,
} from './elections.ts'

const row = entitlement({ entitled_shares: 401 })
const other = entitlement({
  portfolioId: 'INCOME',
  portfolioName: 'Income',
  entitled_shares: 100,
  subscribed: 60,
})
const chosen = (of: Record<string, object>): Choices => new Map(Object.entries(of))
const ALL = ['subscribe', 'sell', 'lapse', 'additional'] as const

describe('Elections', () => {
  it('leave the shares without a choice', () => {
    const choices = chosen({ GROWTH: { subscribe: '200', sell: '150', additional: '40' } })
    expect(sumsOf(row, choices)).toMatchObject({ left: 51, fault: null, additional: 40 })
    expect(totalOf([row, other], choices)).toMatchObject({
      entitled: 501,
      subscribe: 260,
      sell: 150,
      left: 91,
      faults: 0,
    })
  })

  it('are not more than the entitlement, whole, and additional only with a subscription', () => {
    expect(sumsOf(row, chosen({ GROWTH: { subscribe: '300', sell: '102' } })).fault).toBe(
      'More than the entitlement.',
    )
    expect(sumsOf(row, chosen({ GROWTH: { subscribe: '1.5' } })).fault).toBe('Must be whole shares.')
    expect(sumsOf(row, chosen({ GROWTH: { additional: '5' } })).fault).toBe(
      'Additional shares need a subscription.',
    )
  })

  it('are sent where they are others than those recorded, also taken back to none', () => {
    const choices = chosen({ GROWTH: { subscribe: '1,00' }, INCOME: { subscribe: '60' } })
    expect(changedIn([other], choices, ALL)).toEqual([])
    expect(changedIn([other], chosen({ INCOME: { subscribe: '' } }), ALL)).toMatchObject([
      { portfolioId: 'INCOME', subscribe: 0, sell: 0 },
    ])
  })

  it('fill the rest of every row at once, upon what is chosen', () => {
    const next = withRest([row, other], chosen({ GROWTH: { sell: '1' } }), 'subscribe')
    const large = entitlement({ entitled_shares: 1_369_325 })
    expect(textOf(large, withRest([large], new Map(), 'sell'), 'sell')).toBe('1,369,325')
    expect(changedIn([row, other], next, ALL)).toMatchObject([
      { portfolioId: 'GROWTH', subscribe: 400, sell: 1 },
      { portfolioId: 'INCOME', subscribe: 100 },
    ])
  })
})

describe('The lots of what is given by cherry picking', () => {
  const picked = entitlement({ entitled_shares: 125, shares_held: 1003, picks_lots: true })
  const sell = (lots: Record<number, string>) => chosen({ GROWTH: { sell: '125', lots } })

  it('come to what is sold, and are sent with it', () => {
    expect(sumsOf(picked, sell({})).fault).toBe('The lots come to 0 of 125 shares: name them below.')
    expect(sumsOf(picked, sell({ 7: '100' })).fault).toBe(
      'The lots come to 100 of 125 shares: name them below.',
    )
    const choices = sell({ 7: '100', 8: '25', 9: '' })
    expect(sumsOf(picked, choices).fault).toBeNull()
    expect(changedIn([picked], choices, ['sell'])).toMatchObject([
      {
        sell: 125,
        allocations: [
          { buyTransactionId: 7, allocatedQuantity: 100 },
          { buyTransactionId: 8, allocatedQuantity: 25 },
        ],
      },
    ])
  })

  it('are not asked for where all shares leave, or another method says which', () => {
    expect(sumsOf({ ...picked, shares_held: 125 }, sell({})).fault).toBeNull()
    expect(sumsOf({ ...picked, picks_lots: false }, sell({})).fault).toBeNull()
    expect(changedIn([{ ...picked, picks_lots: false }], sell({}), ['sell'])).toMatchObject([
      { allocations: null },
    ])
  })

  it('are sent again where only they are others, and filled by the rest of all', () => {
    const recorded = { ...picked, sold: 125, allocations: [{ buyTransactionId: 7, allocatedQuantity: 125 }] }
    expect(changedIn([recorded], sell({ 7: '125' }), ['sell'])).toEqual([])
    expect(changedIn([recorded], sell({ 8: '125' }), ['sell'])).toMatchObject([
      { allocations: [{ buyTransactionId: 8, allocatedQuantity: 125 }] },
    ])
    expect(textOf(picked, withRest([picked], new Map(), 'sell'), 'sell')).toBe('125')
  })
})

describe('The day of an election', () => {
  const rights = periodOf(
    rightsIssue({ dates: { ...rightsIssue().dates, ex: '2026-11-10', last: '2026-11-18' } }),
  )
  const tender = periodOf(
    event({
      kind: 'tender',
      dates: { ...event().dates, announcement: '2026-11-01', ex: '2026-11-16', last: '2026-11-12' },
    }),
  )
  const now = '2026-11-20'

  it('is needed after the last day, and not after it', () => {
    expect(dayFault('', rights, '2026-11-18')).toBeNull()
    expect(dayFault('', rights, now)).toBe('Enter the day on which it was elected, by 18 Nov 2026.')
    expect(dayFault('2026-11-19', rights, now)).toBe('After the last day, 18 Nov 2026.')
    expect(dayFault('2026-11-09', rights, now)).toBe('Before 10 Nov 2026.')
    expect(dayFault('2026-11-18', rights, now)).toBeNull()
  })

  it('of a tender comes before it takes effect', () => {
    expect(dayFault('2026-11-12', tender, now)).toBeNull()
    expect(dayFault('2026-11-13', tender, now)).toBe('After the last day, 12 Nov 2026.')
  })
})
