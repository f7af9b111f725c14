import { expect, test } from 'vitest'
import { dateFromText, dateOrdersOf, isDateText } from './sheet-dates.ts'

test.each([
  ['2026-06-02T18:30:00.000Z', '2026-06-03'],
  ['2026-06-02T18:29:59Z', '2026-06-02'],
  ['2026-06-03T00:00:00+05:30', '2026-06-03'],
  ['2026-06-03 00:30:00-0500', '2026-06-03'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  ['2026-06-03T14:30:00', '2026-06-03'],
  ['Mon, 15 Jun 2026', '2026-06-15'],
  ['Monday 15 June 2026', '2026-06-15'],
  ['wed 03/06/2026', '2026-06-03'],
  ['Thurs. 4-Jun-26', '2026-06-04'],
])('%s is %s: the day in Colombo', (text, day) => {
  expect(isDateText(text)).toBe(true)
  expect(dateFromText(text, 'dmy')).toBe(day)
})

test.each(['2026-02-30T10:00:00Z', 'Money 15 Jun 2026', 'Sundry 1.1.26', 'Mon', 'Sat 99/99/2026'])(
  '%s is no date',
  (text) => {
    expect(dateFromText(text, 'dmy')).toBeUndefined()
  },
)

test('moments say one day in every order', () => {
  expect(dateOrdersOf(['2026-06-02T18:30:00.000Z', '2026-06-04T18:30:00.000Z'])).toEqual(['ymd'])
})
