import type { TradeRow } from '@em/contract/trades/transactions'
import { describe, expect, test } from 'vitest'
import { DRAFT_FORMS, draftSlip, matches, slipOf } from './slips.ts'

const [BUY, SELL] = DRAFT_FORMS

const at = '2026-06-15T10:00:00Z'

describe('deal slips', () => {
  test('a slip has the state of its settlement', () => {
    const trade = { side: 'sell', status: 'Settled', portfolio: 'Growth', portfolioId: 'G' } as TradeRow
    expect(slipOf(trade)).toMatchObject({ status: 'Settled', type: 'Sell', client: 'Growth (G)' })
    expect(slipOf({ ...trade, status: 'Pending' })).toMatchObject({ status: 'Pending' })
  })
  test('a draft is read whatever surrounds the values', () => {
    const values = { symbol: 'JKH.N0000', companyName: 'John Keells', quantity: '1,000', price: '20.5' }
    const slip = { status: null, security: 'JKH.N0000 John Keells', quantity: 1000, price: 20.5 }
    expect(draftSlip({ at, values }, BUY)).toMatchObject(slip)
    expect(draftSlip({ at, values: { values, filling: {} } }, BUY)).toMatchObject(slip)
  })
  test('an empty or foreign draft is none', () => {
    for (const stored of [null, 'text', 3, {}, { at, values: null }, { at, values: { quantity: '' } }]) {
      expect(draftSlip(stored, SELL)).toBeNull()
    }
  })
  test('a search looks at every word', () => {
    const slip = draftSlip({ values: { portfolio: 'Growth Fund', symbol: 'JKH.N0000' } }, BUY)
    if (slip === null) throw new Error('no draft')
    expect(matches(slip, '')).toBe(true)
    expect(matches(slip, 'growth jkh')).toBe(true)
    expect(matches(slip, 'growth comb')).toBe(false)
  })
})
