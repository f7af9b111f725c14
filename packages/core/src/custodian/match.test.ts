import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CandidateTrade, matchConfirmation, type StatedSettlement } from './match.ts'
import { custodianReference, readCustodianReference } from './reference.ts'

const trade = (more: Partial<CandidateTrade> = {}): CandidateTrade => ({
  id: 50,
  version: 1,
  equityId: 10,
  side: 'buy',
  quantity: 1_000n,
  net: 2_022_400n,
  outstanding: 2_022_400n,
  due: '2026-01-07',
  booked: '2026-01-07',
  isDeleted: false,
  ...more,
})
const line = (more: Partial<StatedSettlement> = {}): StatedSettlement => ({
  side: 'buy',
  isFree: false,
  ours: null,
  settled: 1_000n,
  before: null,
  remaining: null,
  amount: 2_022_400n,
  date: '2026-01-07',
  isCancelled: false,
  isFaulty: false,
  isDuplicate: false,
  isTakenBack: false,
  equityId: 10,
  ...more,
})
const found = (stated: StatedSettlement, ...trades: CandidateTrade[]) => {
  const { cause, proposal } = matchConfirmation(stated, trades)
  return [cause, proposal && [proposal.tradeId, proposal.amount, proposal.isPart, proposal.by]]
}

test('our reference', () => {
  expect(custodianReference(50, 1)).toBe('EM1E-1')
  expect(custodianReference(Number.MAX_SAFE_INTEGER, 9_999)).toBeNull()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 1, max: 9_999 }), (id, version) => {
      const text = custodianReference(id, version) ?? ''
      expect(text.length).toBeLessThanOrEqual(16)
      expect(readCustodianReference(text.toLowerCase())).toEqual({ id, version })
    }),
  )
  for (const other of ['', 'EM-1', 'EM0-1', 'EM1E', 'EM1E-0', 'XX1E-1', 'EM1E-1 ; DROP'])
    expect(readCustodianReference(other)).toBeNull()
})

describe('by our reference', () => {
  const ours = 'EM1E-1'
  test('all of it', () => {
    expect(found(line({ ours }), trade())).toEqual([null, [50, 2_022_400n, false, 'reference']])
  })
  test('a part leaves the rest outstanding', () => {
    const part = line({ ours, settled: 600n, remaining: 400n, amount: 1_213_440n })
    expect(found(part, trade())).toEqual(['part', [50, 1_213_440n, true, 'reference']])
    const rest = line({ ours, settled: 400n, before: 600n, remaining: 0n, amount: 808_960n })
    expect(found(rest, trade({ outstanding: 808_960n }))).toEqual([null, [50, 808_960n, false, 'reference']])
  })
  test('another amount', () => {
    expect(found(line({ ours, amount: 2_000_000n }), trade())).toEqual([
      'amount-differs',
      [50, 2_000_000n, true, 'reference'],
    ])
    expect(found(line({ ours, amount: 2_022_402n }), trade())).toEqual(['amount-differs', null])
  })
  test('a cent of rounding does not stay open', () => {
    for (const amount of [2_022_399n, 2_022_401n])
      expect(found(line({ ours, amount }), trade())).toEqual([null, [50, 2_022_400n, false, 'reference']])
  })
  test('a trade of another security, side or of fewer shares', () => {
    for (const other of [{ equityId: 11 }, { side: 'sell' as const }, { settled: 1_001n }])
      expect(found(line({ ours, ...other }), trade())).toEqual(['other-terms', null])
  })
  test('of a deleted trade, or one that is not of the account, proposes no other', () => {
    const other = trade({ id: 51 })
    expect(found(line({ ours }), trade({ isDeleted: true }), other)).toEqual(['no-trade', null])
    expect(found(line({ ours }), other)).toEqual(['no-trade', null])
  })
  test('that is settled, or a refund', () => {
    expect(found(line({ ours }), trade({ outstanding: 0n }))).toEqual(['settled-already', null])
    expect(found(line({ ours }), trade({ outstanding: -5n }))).toEqual(['other-terms', null])
  })
})

describe('by its terms', () => {
  test('one that fits', () => {
    expect(found(line({ ours: 'X1' }), trade(), trade({ id: 51, quantity: 900n }))).toEqual([
      null,
      [50, 2_022_400n, false, 'terms'],
    ])
  })
  test('two trades that fit are a question, none names no trade', () => {
    expect(found(line(), trade(), trade({ id: 51 }))).toEqual(['several-trades', null])
    expect(found(line(), trade({ isDeleted: true }))).toEqual(['no-trade', null])
  })
  test.each([
    ['three days', { date: '2026-01-10' }, null],
    ['four days', { date: '2026-01-11' }, 'no-trade'],
    ['a cent', { amount: 2_022_401n }, null],
    ['two cents', { amount: 2_022_402n }, 'no-trade'],
    ['another side', { side: 'sell' as const }, 'no-trade'],
    ['a part', { settled: 600n, remaining: 400n, amount: 1_213_440n }, 'part'],
    ['a part that does not say what remains', { settled: 600n, amount: 1_213_440n }, 'no-trade'],
  ])('%s', (_, more, cause) => {
    expect(found(line(more), trade())[0]).toBe(cause)
  })
})

test('by its terms near the booked day or the day on which the rest is due', () => {
  const late = { booked: '2026-01-07', due: '2026-02-02', outstanding: 808_960n }
  const rest = { settled: 400n, before: 600n, remaining: 0n, amount: 808_960n }
  const causeOn = (date: string) => found(line({ ...rest, date }), trade(late))[0]
  expect(['2026-01-07', '2026-01-10', '2026-01-30'].map(causeOn)).toEqual([null, null, null])
  expect(['2026-01-11', '2026-01-29'].map(causeOn)).toEqual(['no-trade', 'no-trade'])
})

test('nothing is proposed of what is faulty, cancelled, there already, unknown or without money', () => {
  expect(found(line({ isFaulty: true }), trade())).toEqual(['faulty', null])
  expect(found(line({ isCancelled: true }), trade())).toEqual(['cancelled', null])
  expect(found(line({ isDuplicate: true }), trade())).toEqual(['duplicate', null])
  expect(found(line({ isTakenBack: true }), trade())).toEqual(['taken-back', null])
  expect(found(line({ equityId: null }), trade())).toEqual(['unknown-security', null])
  expect(found(line({ isFree: true, amount: null }), trade())).toEqual(['free-of-payment', null])
})
