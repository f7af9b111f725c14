import { describe, expect, test } from 'vitest'
import { changedFields, checkEdit, mergeTyped, requestOf, valuesOf } from './edit-values.ts'
import { trade } from './testing.ts'

const BUY = trade('buy')
const PICKED = trade('sell', {
  valuation_method: 'CHERRY',
  quantity: 1500,
  allocations: [
    { buyTransactionId: 7, allocatedQuantity: 1200 },
    { buyTransactionId: 9, allocatedQuantity: 300 },
  ],
})

describe('the correction form', () => {
  test('starts from the recorded trade, which is no change and no fault', () => {
    for (const one of [BUY, PICKED]) {
      const values = valuesOf(one)
      expect(changedFields(values, valuesOf(one))).toEqual([])
      expect(checkEdit(one, values)).toEqual({})
    }
  })
  test('the request says everything, computed figures excepted; fees only where they are as charged', () => {
    const request = requestOf(BUY, valuesOf(BUY))
    expect(request).toMatchObject({
      companyName: 'John Keells Holdings PLC',
      symbol: 'JKH.N0000',
      portfolioId: 'GROWTH',
      price: '200.5',
      feeSource: 'schedule',
      paymentMethod: 'Bank Transfer',
    })
    expect(request).not.toHaveProperty('brokerage')
    expect(request).not.toHaveProperty('netValue')
    const charged = requestOf(BUY, { ...valuesOf(BUY), asCharged: true, brokerage: '10.00' })
    expect(charged).toMatchObject({ feeSource: 'contract', brokerage: '10.00', cseFees: '168.42' })
  })
  test('a sale sends its price as the sold price, and its lots', () => {
    expect(requestOf(PICKED, valuesOf(PICKED))).toMatchObject({
      soldPrice: '200.5',
      allocations: [
        { buyTransactionId: 7, allocatedQuantity: '1200' },
        { buyTransactionId: 9, allocatedQuantity: '300' },
      ],
    })
    const average = trade('sell')
    expect(requestOf(average, valuesOf(average))).not.toHaveProperty('allocations')
  })
  test('a bulk sale recorded without contract and broker is no fault; one that has them keeps them', () => {
    const bulk = trade('sell', { contract_number: null, broker_name: null })
    expect(checkEdit(bulk, valuesOf(bulk))).toEqual({})
    const sale = trade('sell')
    const emptied = { ...valuesOf(sale), contractNumber: '', brokerName: '' }
    expect(Object.keys(checkEdit(sale, emptied))).toEqual(['contractNumber', 'brokerName'])
  })
  test('the lots must add up to the quantity', () => {
    const values = { ...valuesOf(PICKED), allocations: { 7: '1,000', 9: '0', 11: '' } }
    expect(checkEdit(PICKED, values)).toEqual({
      allocations: 'Total allocated (1000) must match sell quantity (1500)',
    })
    expect(changedFields(valuesOf(PICKED), values)).toEqual(['allocations'])
  })
  test('what is missing and what is wrong is named by field', () => {
    const values = {
      ...valuesOf(BUY),
      quantity: '',
      price: '0',
      tradeDate: '2026-02-30',
      asCharged: true,
      stl: '',
    }
    const errors = checkEdit(BUY, values)
    expect(errors['quantity']).toBe('Quantity is required')
    expect(errors['stl']).toBe('Share Transaction Levy is required')
    expect(Object.keys(errors).sort()).toEqual(['price', 'quantity', 'stl', 'tradeDate'])
  })
  test('after a reload what was typed stays, what others saved comes in', () => {
    const base = valuesOf(BUY)
    const typed = { ...base, price: '199' }
    const fresh = { ...base, price: '201', brokerName: 'NDB Securities' }
    expect(mergeTyped(base, typed, fresh)).toMatchObject({
      values: { price: '199', brokerName: 'NDB Securities' },
      retained: ['Price'],
    })
  })
  test('fees of a schedule are no change of their own', () => {
    const base = valuesOf(BUY)
    expect(changedFields(base, { ...base, brokerage: '1' })).toEqual([])
    expect(changedFields(base, { ...base, asCharged: true, brokerage: '1' })).toEqual([
      'asCharged',
      'brokerage',
    ])
  })
})
