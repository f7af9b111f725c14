import { describe, expect, test } from 'vitest'
import type { NearTrade, OurPosition } from '../cds/compare.ts'
import { compareHoldings, type HoldingsToCompare, type StatedHolding } from './compare.ts'

const date = '2026-03-31'
const bought: NearTrade = { id: 9, version: 1, side: 'buy', quantity: 1_000n, due: '2026-04-02' }
const position = (more: Partial<OurPosition> = {}): OurPosition => ({
  accountId: 1,
  equityId: 10,
  held: 40_000n,
  pledged: 0n,
  trades: [bought],
  ...more,
})
const line = (more: Partial<StatedHolding>): StatedHolding => ({
  accountId: 1,
  equityId: 10,
  symbol: 'JKH.N0000',
  aggregate: null,
  available: null,
  pledged: null,
  pendingReceipt: null,
  pendingDelivery: null,
  ...more,
})
const compare = (stated: StatedHolding[], more: Partial<HoldingsToCompare> = {}) =>
  compareHoldings({
    date,
    basis: 'settled',
    isWhole: true,
    stated,
    accounts: [1],
    positions: [position()],
    ...more,
  }).map(({ symbol, balance, settled, difference, cause }) => [symbol, balance, settled, difference, cause])

describe('vector C2: 40,000 held, of which 1,000 settle on 2 April', () => {
  test('39,000 settled agrees', () => {
    expect(compare([line({ aggregate: 39_000n })])).toEqual([['JKH.N0000', 39_000n, 39_000n, 0n, null]])
  })
  test('40,000 by trade date agrees', () => {
    expect(compare([line({ aggregate: 40_000n })], { basis: 'traded' })).toEqual([
      ['JKH.N0000', 40_000n, 40_000n, 0n, null],
    ])
  })
  test('38,500 settled is a break of -500; where 500 are pending receipt they failed at the custodian', () => {
    expect(compare([line({ aggregate: 38_500n })])[0]?.slice(3)).toEqual([-500n, 'missing-sale'])
    expect(compare([line({ aggregate: 38_500n, pendingReceipt: 500n })])[0]?.slice(3)).toEqual([
      -500n,
      'fails-at-custodian',
    ])
  })
})

test.each([
  ['with those that settle later', 1_500n, -500n, 'fails-at-custodian'],
  ['no more than those that settle later', 1_000n, -1_000n, 'missing-sale'],
  ['more than what is missing', 1_800n, -500n, 'fails-at-custodian'],
  ['less than what is missing', 1_300n, -500n, 'missing-sale'],
])('pending receipt at the custodian: %s', (_, pendingReceipt, difference, cause) => {
  const stated = [line({ aggregate: 39_000n + difference, pendingReceipt })]
  expect(compare(stated)[0]?.slice(3)).toEqual([difference, cause])
})
test('the rest of a trade that settled in part has not settled, whatever its day', () => {
  const rest = { ...bought, quantity: 400n, due: date, isOpen: true }
  const positions = [position({ trades: [rest] })]
  const of = (aggregate: bigint, more: Partial<HoldingsToCompare> = {}) =>
    compare([line({ aggregate })], { positions, ...more })[0]?.slice(2)
  expect(of(39_600n)).toEqual([39_600n, 0n, null])
  expect(of(40_000n)).toEqual([39_600n, 400n, 'unsettled-buy'])
  expect(of(40_000n, { basis: 'traded' })).toEqual([40_000n, 0n, null])
})
test('shares that we delivered and that are pending delivery there', () => {
  const stated = [line({ aggregate: 39_200n, pendingDelivery: 200n })]
  expect(compare(stated)[0]?.slice(3)).toEqual([200n, 'fails-at-custodian'])
})
test('free shares alone are held against what is not pledged', () => {
  const positions = [position({ pledged: 5_000n })]
  expect(compare([line({ available: 34_000n })], { positions })[0]?.slice(3)).toEqual([0n, null])
  expect(
    compare([line({ aggregate: 39_000n, available: 34_000n, pledged: 5_000n })], { positions })[0]?.[4],
  ).toBe(null)
  expect(compare([line({ aggregate: 39_000n, available: 39_000n })], { positions })[0]?.[4]).toBe('pledge')
})
test('a security in two places of safekeeping counts together', () => {
  const stated = [line({ aggregate: 30_000n }), line({ aggregate: 9_000n })]
  expect(compare(stated)).toEqual([['JKH.N0000', 39_000n, 39_000n, 0n, null]])
})
test('what we do not know, and what the statement does not name', () => {
  const unknown = line({ equityId: null, symbol: 'LK0000N00000', aggregate: 5n })
  const stated = [unknown, line({ equityId: 11, symbol: 'COMB.N0000', aggregate: 5n })]
  expect(compare(stated).map((row) => row[4])).toEqual([
    'unknown-security',
    'missing-buy',
    'not-on-statement',
  ])
  expect(compare(stated, { isWhole: false }).map((row) => row[4])).toEqual([
    'unknown-security',
    'missing-buy',
  ])
})
