import { describe, expect, test } from 'vitest'
import { type Dealt, inOrderOfDealing, isNewestFirst } from './order-of-dealing.ts'

const trade = (name: string, tradeDate: string, tradeTime: string | null = null, chain = 'A') => ({
  name,
  chain,
  tradeDate,
  tradeTime,
})
const ordered = (trades: readonly (Dealt & { readonly name: string })[], newestFirst?: boolean) =>
  inOrderOfDealing(
    trades,
    newestFirst ?? isNewestFirst(trades.map(({ tradeDate }) => tradeDate)),
    (one) => one,
  ).map(({ name }) => name)

test.each([
  [['2026-06-03', '2026-06-03', '2026-06-02'], true],
  [['2026-06-03', '2026-06-02', '2026-06-03'], false],
  [['2026-06-02', '2026-06-03'], false],
  [['2026-06-03', '2026-06-03'], false],
  [['2026-06-03'], false],
  [[], false],
])('%j is newest first: %s', (dates, is) => {
  expect(isNewestFirst(dates)).toBe(is)
})

describe('the order of recording', () => {
  test('of a list that is newest first is its own from behind', () => {
    expect(ordered([trade('c', '2026-06-03'), trade('b', '2026-06-03'), trade('a', '2026-06-02')])).toEqual([
      'a',
      'b',
      'c',
    ])
  })
  test('of a part of such a list is turned round, though it has one date alone', () => {
    expect(ordered([trade('c', '2026-06-03'), trade('b', '2026-06-03')], true)).toEqual(['b', 'c'])
  })
  test('follows the times of a chain and day, in the places that its trades have together', () => {
    expect(
      ordered([
        trade('1', '2026-06-03', '13:00:00'),
        trade('other chain', '2026-06-03', '09:30:00', 'B'),
        trade('2', '2026-06-03', '10:00:00'),
        trade('other day', '2026-06-04', '09:00:00'),
        trade('3', '2026-06-03', '09:59:59'),
      ]),
    ).toEqual(['3', 'other chain', '2', 'other day', '1'])
  })
  test('is as listed where one of the day has no time, or where times are equal', () => {
    expect(
      ordered([
        trade('1', '2026-06-03', '13:00:00'),
        trade('2', '2026-06-03', '10:00:00'),
        trade('3', '2026-06-03'),
        trade('4', '2026-06-04', '10:00:00'),
        trade('5', '2026-06-04', '10:00:00'),
        trade('6', '2026-06-04', '09:30:00'),
      ]),
    ).toEqual(['1', '2', '3', '6', '4', '5'])
  })
  test('goes by the times also in a list that is newest first', () => {
    expect(
      ordered([
        trade('1', '2026-06-03', '10:00:00'),
        trade('2', '2026-06-03', '13:00:00'),
        trade('3', '2026-06-02', '11:00:00'),
        trade('4', '2026-06-02', '11:00:00'),
      ]),
    ).toEqual(['4', '3', '1', '2'])
  })
})
