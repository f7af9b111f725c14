import { describe, expect, test } from 'vitest'
import {
  askedFor,
  filterFacts,
  filtersOf,
  listsDeleted,
  NO_FILTERS,
  orderOf,
  sideOf,
  sortText,
} from './filters.ts'

const at = (text: string) => new URLSearchParams(text)

describe('the filters of All Transactions in the address', () => {
  test('are read as they are; what is no choice or no date is left out', () => {
    expect(filtersOf(at('search=jkh&portfolio=G&status=Pending&from=2026-01-02&to=2026-02-30'))).toEqual({
      ...NO_FILTERS,
      search: 'jkh',
      portfolio: 'G',
      status: 'Pending',
      from: '2026-01-02',
    })
    expect(filtersOf(at('status=lost')).status).toBe('')
    expect([sideOf(at('side=sell')), sideOf(at('side=x'))]).toEqual(['sell', 'all'])
  })
  test('the server is asked for those that are set', () => {
    expect(askedFor({ ...NO_FILTERS, portfolio: 'G', broker: 'Asha' }, 'buy')).toEqual({
      portfolioId: 'G',
      broker: 'Asha',
      side: 'buy',
    })
    expect(askedFor(NO_FILTERS, 'all')).toEqual({})
  })
  test('sort: a known field, the greatest first with a minus; newest trade date without', () => {
    expect(orderOf(at('sort=-net_value'))).toEqual({ field: 'net_value', desc: true })
    expect(sortText(orderOf(at('sort=symbol')))).toBe('symbol')
    expect(sortText(orderOf(at('sort=password')))).toBe('-trade_date')
  })
  test('in words for paper', () => {
    expect(filterFacts(NO_FILTERS)).toEqual([{ label: 'Filters', value: 'none' }])
    expect(filterFacts({ ...NO_FILTERS, from: '2026-01-02' })).toEqual([
      { label: 'Traded from', value: '02 Jan 2026' },
    ])
  })
})

test('the deleted trades are asked for in place of those in force, newest deletion first', () => {
  const query = new URLSearchParams('status=Deleted&symbol=JKH.N0000')
  const filters = filtersOf(query)
  expect(listsDeleted(filters)).toBe(true)
  expect(askedFor(filters, 'buy')).toEqual({ deleted: '1', symbol: 'JKH.N0000', side: 'buy' })
  expect(sortText(orderOf(query))).toBe('-changed_at')
  expect(askedFor({ ...filters, status: 'Overdue' }, 'all')).toEqual({
    status: 'Overdue',
    symbol: 'JKH.N0000',
  })
  expect(sortText(orderOf(new URLSearchParams('status=Overdue')))).toBe('-trade_date')
})
