import { sellInput, sells } from '@em/contract/trades/sells'
import { describe, expect, it } from 'vitest'
import { differsFrom } from '../form/trade-values.ts'
import { checkSell, type SellContext, sellRequestOf } from './sell-request.ts'
import { companyChosen, EMPTY_SELL, portfolioChosen, type SellValues } from './sell-values.ts'

const nothing: SellContext = {
  method: null,
  totalShares: null,
  sellableShares: null,
  boughtPrice: null,
  pending: false,
}
const known: SellContext = {
  method: 'WAP',
  totalShares: 500,
  sellableShares: 500,
  boughtPrice: 180,
  pending: false,
}
const filled: SellValues = {
  ...EMPTY_SELL,
  companyName: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  portfolio: 'Growth Fund',
  portfolioId: 'GRW',
  quantity: '100',
  soldPrice: '210.50',
  contractNumber: 'S-1',
  brokerName: 'Asia Securities',
  tradeDate: '2026-11-20',
  settlementDate: '2026-11-25',
  paymentMethod: 'Cheque',
  settlementAccount: '5',
}

describe('what a sale needs', () => {
  it('is named in the words of the specification', () => {
    expect(Object.values(checkSell(EMPTY_SELL, nothing))).toEqual([
      'Company name is required',
      'Portfolio name is required',
      'Valuation method is required',
      'Contract number is required',
      'Valid quantity is required',
      'Valid sold price is required',
      'Valid bought price is required',
      'Trade date is required',
      'Settlement date is required',
      'Broker name is required',
      'Ticker Symbol is required',
      'Receiving account is required',
    ])
    expect(checkSell(filled, known)).toEqual({})
  })

  it('not more than can be sold on the trade date', () => {
    expect(checkSell({ ...filled, quantity: '400' }, { ...known, sellableShares: 399 })).toEqual({
      quantity: 'Quantity cannot exceed the shares that can be sold on the trade date (399)',
    })
  })

  it.each([
    [{ quantity: '501' }, { quantity: 'Quantity cannot exceed total shares (500)' }],
    [{ quantity: '0' }, { quantity: 'Valid quantity is required' }],
    [{ soldPrice: '0' }, { soldPrice: 'Valid sold price is required' }],
    [{ soldPrice: 'x' }, { soldPrice: 'Valid sold price is required' }],
    [{ soldPrice: '1.23456' }, { soldPrice: 'Sold price takes at most 4 decimals.' }],
    [
      { asCharged: true, stl: '1', sec: '1', cseFees: '1', cdsFees: '1', clearingFees: '1' },
      { brokerage: 'Brokerage is required' },
    ],
  ])('%o is at fault', (part, faults) => {
    expect(checkSell({ ...filled, ...part }, known)).toEqual(faults)
  })

  it('leaves what is not calculated yet to the server, and names a bought price that is missing', () => {
    expect(checkSell(filled, { ...known, boughtPrice: null, pending: true })).toEqual({})
    expect(checkSell(filled, { ...known, boughtPrice: 0 })).toEqual({
      boughtPrice: 'Valid bought price is required',
    })
  })

  it('is, with cherry picking, that the lots make up the quantity', () => {
    const cherry: SellContext = { ...known, method: 'CHERRY', boughtPrice: null }
    expect(checkSell(filled, cherry)).toEqual({
      allocations: 'Total allocated (0) must match sell quantity (100)',
    })
    const allocations = [{ buyTransactionId: 3, allocatedQuantity: 100 }]
    expect(checkSell({ ...filled, allocations }, { ...cherry, boughtPrice: 180 })).toEqual({})
  })
})

describe('the request', () => {
  it('carries what was chosen and the method, and no computed figure', () => {
    const sent = sellRequestOf(filled, 'SELL-20261120-094338', 'WAP')
    expect(sent).toMatchObject({
      dealNumber: 'SELL-20261120-094338',
      valuationMethod: 'WAP',
      feeSource: 'schedule',
    })
    expect(sent).not.toHaveProperty('allocations')
    expect(sellInput.parse(sent)).toMatchObject({ quantity: 100n, soldPrice: 2_105_000n })
  })

  it('carries the lots of a cherry-picked sale in addition', () => {
    const allocations = [{ buyTransactionId: 3, allocatedQuantity: 100 }]
    const { allocations: sent, ...sellTransaction } = sellRequestOf({ ...filled, allocations }, '', 'CHERRY')
    expect(sells.enterWithAllocations.body?.parse({ sellTransaction, allocations: sent })).toMatchObject({
      quantity: 100n,
      allocations: [{ buyTransactionId: 3, allocatedQuantity: 100n }],
    })
  })
})

describe('choosing', () => {
  const picked = { ...filled, allocations: [{ buyTransactionId: 3, allocatedQuantity: 100 }] }

  it('another portfolio clears company, symbol and lots', () => {
    expect(portfolioChosen(picked, { portfolioId: 'INC', portfolio: 'Income Fund' })).toEqual({
      ...filled,
      portfolioId: 'INC',
      portfolio: 'Income Fund',
      companyName: '',
      symbol: '',
    })
  })

  it('another company clears the lots, the same keeps them', () => {
    const same = { companyName: filled.companyName, symbol: filled.symbol }
    expect(companyChosen(picked, same)).toBe(picked)
    expect(companyChosen(picked, { companyName: 'X', symbol: 'X.N0000' }).allocations).toEqual([])
  })

  it('is worth keeping, an empty form is not', () => {
    expect(differsFrom(EMPTY_SELL, { ...EMPTY_SELL, allocations: [] })).toBe(false)
    expect(differsFrom(EMPTY_SELL, { ...EMPTY_SELL, soldPrice: '1' })).toBe(true)
  })
})
