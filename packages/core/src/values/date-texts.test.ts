import { expect, test } from 'vitest'
import { dayInWords, MONTH_NAMES, monthInWords, monthName } from './date-texts.ts'

test.each([
  ['2026-01-05', '05 Jan 2026'],
  ['2025-09-30', '30 Sep 2025'],
  ['2024-12-31', '31 Dec 2024'],
])('%s reads %s', (date, words) => {
  expect(dayInWords(date)).toBe(words)
})

test('a month of a year, short and long', () => {
  expect([monthInWords('2026-09'), monthInWords('2026-09', 'long')]).toEqual(['Sep 2026', 'September 2026'])
})

test('months have their names, by their number', () => {
  expect([monthName(1), monthName(9), monthName(12), monthName(13)]).toEqual([
    'January',
    'September',
    'December',
    '',
  ])
  expect(new Set(MONTH_NAMES).size).toBe(12)
})
