import { buyInput } from '@em/contract/trades/trades'
import { describe, expect, it } from 'vitest'
import { checkBuy, missingOf, requestOf, summaryTitleOf } from './buy-request.ts'
import { type BuyValues, EMPTY_BUY } from './buy-values.ts'

const filled: BuyValues = {
  ...EMPTY_BUY,
  companyName: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  portfolio: 'Growth Fund',
  portfolioId: 'GRW',
  quantity: '12500',
  price: '98.75',
  contractNumber: 'CN-1',
  brokerName: 'Asia Securities',
  tradeDate: '2026-11-20',
  settlementDate: '2026-11-25',
  paymentMethod: 'Cheque',
  settlementAccount: '5',
}

describe('required fields', () => {
  it('are the ten of the form, in its order', () => {
    expect(Object.values(missingOf(EMPTY_BUY))).toEqual([
      'Company Name is required',
      'Symbol is required',
      'Portfolio is required',
      'Quantity is required',
      'Price is required',
      'Contract Number is required',
      'Broker Name is required',
      'Trade Date is required',
      'Settlement Date is required',
      'Settlement Account is required',
    ])
    expect(missingOf({ ...EMPTY_BUY, brokerName: '  ' })).toHaveProperty('brokerName')
    expect(checkBuy(filled)).toEqual({})
  })

  it('include the six fees where they are typed', () => {
    expect(Object.keys(missingOf({ ...filled, asCharged: true, stl: '1' }))).toEqual([
      'brokerage',
      'cseFees',
      'cdsFees',
      'clearingFees',
      'sec',
    ])
  })

  it('are announced in the words of the specification, other faults are not', () => {
    const errors = checkBuy({ ...filled, price: '' })
    expect(summaryTitleOf({ ...filled, price: '' }, errors)).toBe('Please fill in all required fields:')
    const wrong = { ...filled, price: '1.23456' }
    expect(checkBuy(wrong)).toEqual({ price: 'Price takes at most 4 decimals.' })
    expect(summaryTitleOf(wrong, checkBuy(wrong))).toBeUndefined()
  })

  it.each([
    [{ quantity: '0' }, 'quantity'],
    [{ quantity: '1.5' }, 'quantity'],
    [{ price: '-1' }, 'price'],
    [{ price: 'abc' }, 'price'],
    [{ tradeDate: '31/31/2026' }, 'tradeDate'],
    [{ costOfFunds: 'x' }, 'costOfFunds'],
  ] as const)('refuses %o', (part, field) => {
    expect(Object.keys(checkBuy({ ...filled, ...part }))).toEqual([field])
  })
})

describe('the request', () => {
  it('carries what was chosen, under the deal number, and no computed figure', () => {
    const sent = requestOf({ ...filled, brokerage: '1', costOfFunds: '9.10' }, 'BUY-20261120-094338')
    expect(sent).toMatchObject({
      dealNumber: 'BUY-20261120-094338',
      feeSource: 'schedule',
      costOfFunds: '9.10',
    })
    expect(sent).not.toHaveProperty('brokerage')
    expect(buyInput.parse(sent)).toMatchObject({ quantity: 12500n, price: 987500n, settlementAccount: 5 })
  })

  it('carries the six fees as charged', () => {
    const fees = {
      brokerage: '5000',
      cseFees: '840',
      cdsFees: '120',
      clearingFees: '120',
      sec: '720',
      stl: '3000',
    }
    expect(requestOf({ ...filled, asCharged: true, ...fees }, '')).toMatchObject({
      feeSource: 'contract',
      ...fees,
    })
  })
})
