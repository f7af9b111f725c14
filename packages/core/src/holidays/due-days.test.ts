import { expect, test } from 'vitest'
import { type DueRule, lastDueDay, nextDueDay } from './due-days.ts'
import { marketCalendar } from './market-calendar.ts'

// 2026-06-29 is the Poya Day of June, a Monday; 30 June 2026 a Tuesday, 31 May 2026 a Sunday.
const calendar = marketCalendar([
  { date: '2026-06-29', name: 'Poson', isRecurring: false },
  { date: '2026-06-30', name: 'Bank Holiday', isRecurring: false },
])
const daily: DueRule = { every: 'market-day', time: '16:00' }
const monthly: DueRule = { every: 'month-end', time: '16:00' }
const at = (text: string) => {
  const [day = '', time = ''] = text.split(' ')
  return { day, time }
}

test.each([
  // A Friday: before the minute, at it, and after it; then a weekend and two holidays.
  ['2026-06-26 15:59', '2026-06-26', '2026-06-25'],
  ['2026-06-26 16:00', '2026-07-01', '2026-06-26'],
  ['2026-06-28 23:00', '2026-07-01', '2026-06-26'],
  ['2026-06-29 16:00', '2026-07-01', '2026-06-26'],
  ['2026-07-01 16:30', '2026-07-02', '2026-07-01'],
])('every market day, at %s: next %s, last %s', (now, next, last) => {
  expect(nextDueDay(daily, calendar, at(now))).toBe(next)
  expect(lastDueDay(daily, calendar, at(now))).toBe(last)
})

test.each([
  // The last market day of June is the 26th, that of May the 29th.
  ['2026-06-26 15:59', '2026-06-26', '2026-05-29'],
  ['2026-06-26 16:00', '2026-07-31', '2026-06-26'],
  ['2026-06-30 18:00', '2026-07-31', '2026-06-26'],
  ['2026-05-31 12:00', '2026-06-26', '2026-05-29'],
  ['2026-12-31 16:00', '2027-01-29', '2026-12-31'],
])('the last market day of the month, at %s: next %s, last %s', (now, next, last) => {
  expect(nextDueDay(monthly, calendar, at(now))).toBe(next)
  expect(lastDueDay(monthly, calendar, at(now))).toBe(last)
})
