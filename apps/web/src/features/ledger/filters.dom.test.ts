import { expect, test } from 'vitest'
import { askedOf, filtersSet, idIn } from '../../lib/filters.ts'
import { changeHashQuery, parseHash } from '../../lib/hash.ts'
import { hrefOf } from '../../links/tabs.ts'
import { changesOf, filterFacts, filtersOf, NO_FILTERS, orderOf, pageOf, sortText } from './filters.ts'

const full = {
  search: 'BUY-20260115-093000 & Co',
  symbol: 'JKH.N0000',
  account_code: '1100',
  from: '2026-01-01',
  to: '2026-03-31',
  transaction_type: 'Investment Purchase',
  status: 'Pending',
  portfolio: 'CORE/1',
  broker: 'Asha & Sons',
} as const

test('filters survive the way through the address', () => {
  const hash = hrefOf('Accounting Entries', 'General Ledger', full)
  expect(filtersOf(parseHash(hash).query)).toEqual(full)
})

test('an address without filters has none', () => {
  const { query } = parseHash('#/accounting-entries/general-ledger')
  expect(filtersOf(query)).toEqual(NO_FILTERS)
  expect(filtersSet(filtersOf(query))).toBe(0)
  expect(pageOf(query)).toBe(1)
  expect(idIn(query, 'entry')).toBeNull()
})

test('what is no choice and no date is left out', () => {
  const { query } = parseHash(
    '#/a/b?status=Cancelled&transaction_type=Theft&from=2026-02-30&to=tomorrow&page=-1&entry=x',
  )
  expect(filtersOf(query)).toEqual(NO_FILTERS)
  expect(pageOf(query)).toBe(1)
  expect(idIn(query, 'entry')).toBeNull()
})

test.each([
  ['', 'date', true],
  ['date', 'date', false],
  ['-quantity', 'quantity', true],
  ['broker_name', 'broker_name', false],
  ['theft', 'date', true],
])('an address with the sort %j is sorted by %s', (sort, field, desc) => {
  const order = orderOf(new URLSearchParams({ sort }))
  expect(order).toEqual({ field, desc })
  expect(sortText(order)).toBe(sort === 'theft' ? '' : sort)
})

test('a change of filters leads back to the first page and leaves no empty names behind', () => {
  window.location.hash = '#/accounting-entries/general-ledger?status=Posted&page=7'
  changeHashQuery(changesOf({ status: '', from: '2026-01-01' }))
  expect(window.location.hash).toBe('#/accounting-entries/general-ledger?from=2026-01-01')
})

test('only what is set is asked of the server, the portfolio by its code', () => {
  expect(askedOf({ ...NO_FILTERS, portfolio: 'P1', status: 'Posted' })).toEqual({
    portfolioId: 'P1',
    status: 'Posted',
  })
  expect(askedOf(NO_FILTERS)).toEqual({})
})

test('a report names the filters it was made with', () => {
  expect(filterFacts({ ...NO_FILTERS, account_code: '1100', from: '2026-01-01' })).toEqual([
    { label: 'Account', value: '1100' },
    { label: 'From', value: '01 Jan 2026' },
  ])
  expect(filterFacts(NO_FILTERS)).toEqual([{ label: 'Filters', value: 'none, all entries' }])
})
