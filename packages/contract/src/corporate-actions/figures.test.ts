import { describe, expect, it } from 'vitest'
import type { TypedForm } from './field.ts'
import type { ActionKind } from './kinds.ts'
import { derivedOf, withEntitled } from './typed-form.ts'

const figures = (kind: ActionKind, values: TypedForm) =>
  Object.fromEntries(derivedOf(kind, values).map(({ label, value }) => [label, value]))

describe('Figures next to the forms', () => {
  it('dividend: the rate times the shares, half a cent up', () => {
    expect(figures('dividend', { dividendRate: '3.25', sharesHeld: '20000' })).toEqual({
      'Dividend Amount Payable': '65000.00',
    })
    expect(figures('dividend', { dividendRate: '0.0150000001', sharesHeld: '3' })).toEqual({
      'Dividend Amount Payable': '0.05',
    })
    expect(figures('dividend', { dividendRate: '0.015', sharesHeld: '1' })).toEqual({
      'Dividend Amount Payable': '0.02',
    })
  })

  it('nothing while a field is blank or no number', () => {
    expect(figures('dividend', { dividendRate: 'abc', sharesHeld: '3' })).toEqual({
      'Dividend Amount Payable': null,
    })
    expect(figures('bonus', { ratioFrom: '1', ratioTo: '0', sharesHeld: '10' })).toEqual({
      'Bonus Shares': null,
      'New Holding': null,
    })
  })

  it('scrip by rate rounds down, at a price it takes what the tax leaves', () => {
    expect(figures('scrip', { dividendRate: '12.5', sharesHeld: '1003' })).toEqual({
      'Bonus Shares Received': '125',
      'Updated Holding': '1128',
    })
    const atPrice = { ratePerShare: '2', issuePrice: '90.60', taxRate: '15', sharesHeld: '10000' }
    expect(figures('scrip', atPrice)).toEqual({
      'Gross Dividend': '20000.00',
      'Bonus Shares Received': '187',
      'Updated Holding': '10187',
    })
  })

  it('rights: eligible shares, amount, price without the right and the right itself', () => {
    expect(
      figures('rights', {
        rightsRatioFrom: '2',
        rightsRatioTo: '5',
        offerPrice: '50',
        cumPrice: '64',
        sharesHeld: '1003',
        subscribedQty: '240',
      }),
    ).toEqual({
      'Eligible Shares': '401',
      'Amount Payable': '12000.00',
      'Theoretical Ex-rights Price': '60.0000',
      'Value of a Right': '10.0000',
    })
  })

  it('ratios of what is held: split 2 into 3, 10 into 1, bonus 1 for 4, merger 3 for 7, buy-back 1 of 8', () => {
    expect(figures('split', { ratioFrom: '2', ratioTo: '3', sharesHeld: '201' })).toEqual({
      'New Holding': '301',
    })
    expect(figures('consolidation', { ratioFrom: '10', ratioTo: '1', sharesHeld: '18' })).toEqual({
      'New Holding': '1',
    })
    expect(figures('bonus', { ratioFrom: '1', ratioTo: '4', sharesHeld: '161' })).toEqual({
      'Bonus Shares': '40',
      'New Holding': '201',
    })
    expect(
      figures('merger', { ratioFrom: '3', ratioTo: '7', cashPerShare: '2.50', sharesHeld: '1003' }),
    ).toEqual({ 'Shares Received': '429', Cash: '2507.50' })
    expect(
      figures('buyback', { ratioFrom: '1', ratioTo: '8', offerPrice: '80', sharesHeld: '1003' }),
    ).toEqual({
      'Shares Bought Back': '125',
      Amount: '10000.00',
      'New Holding': '878',
    })
  })
})

it('of a recorded event for several holders the shares are the sum of their entitlements', () => {
  const values = { ratioFrom: '1', ratioTo: '4', sharesHeld: '2006' }
  const own = { held: 2006, entitled: 500 }
  const of = (kind: 'bonus' | 'buyback' | 'split', typed = values) =>
    Object.fromEntries(
      withEntitled(kind, derivedOf(kind, typed), own).map(({ label, value }) => [label, value]),
    )
  // 1,003 and 1,003 held: 250 each, while all together would be 501.
  expect(figures('bonus', values)).toMatchObject({ 'Bonus Shares': '501' })
  expect(of('bonus')).toEqual({ 'Bonus Shares': '500', 'New Holding': '2506' })
  expect(of('buyback')).toMatchObject({ 'Shares Bought Back': '500', 'New Holding': '1506' })
  expect(of('split')).toEqual({ 'New Holding': '500' })
})
