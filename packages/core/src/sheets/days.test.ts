import { expect, test } from 'vitest'
import {
  clockFromText,
  dateFromText,
  dateOrderWords,
  isDateText,
  isOrderAsked,
  likeliestDateOrders,
  openDate,
  serialDay,
  timeAfterDate,
  timeFromText,
} from './days.ts'

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

test.each([
  [['26/03/05'], ['dmy', 'ymd'], 'day first or year first'],
  [['05/03/26'], ['dmy', 'mdy', 'ymd'], 'day first, month first or year first'],
  // Days of one month, or the 26th of March in 2005 and in 2017.
  [['05/03/26', '17/03/26'], ['dmy'], 'day first'],
  [['28/12/25', '05/01/26'], ['dmy'], 'day first'],
  [['05/03/26', '11/03/26'], ['dmy', 'mdy'], 'day first or month first'],
  [['05/03/26', '07/03/26'], ['dmy', 'mdy', 'ymd'], 'day first, month first or year first'],
  [['26/03/05', '26/03/17'], ['dmy', 'ymd'], 'day first or year first'],
  [['15/01/20', '15/12/26'], ['dmy', 'ymd'], 'day first or year first'],
  [['05/03/2026'], ['dmy', 'mdy'], 'day first or month first'],
  [['5/3/26'], ['dmy', 'mdy'], 'day first or month first'],
  [['05/05/2026'], ['dmy'], 'day first'],
  [['05/05/05'], ['ymd'], 'year first'],
  [['3-Apr-26', '2026-04-04'], ['ymd'], 'year first'],
  [['2026-04-04', '26/03/05'], ['dmy', 'ymd'], 'day first or year first'],
] as const)('%j is %j', (texts, orders, words) => {
  expect(likeliestDateOrders(texts)).toEqual(orders)
  expect(dateOrderWords(orders, texts[0])).toBe(words)
  expect(isOrderAsked(orders)).toBe(orders.length > 1)
})

test.each([
  ['46176', '2026-06-03'],
  ['46176.604166', '2026-06-03'],
  ['29221', '1980-01-01'],
  ['29220', undefined],
  ['73051', undefined],
  ['461760', undefined],
  ['2026-06-03', undefined],
])('%s counts as the day %s', (text, day) => {
  expect(serialDay(text)).toBe(day)
  expect(isDateText(text)).toBe(text.includes('-'))
})

test('numbers alone may be days, and are asked about; with a date they are none', () => {
  const orders = likeliestDateOrders(['46176', '46177'])
  expect(orders).toEqual(['serial'])
  expect(isOrderAsked(orders)).toBe(true)
  const example = openDate(['n/a', '46176'], orders)
  expect(dateOrderWords(orders, example)).toBe('the day 2026-06-03, as a spreadsheet counts days')
  expect(dateFromText('46176', 'serial')).toBe('2026-06-03')
  expect(likeliestDateOrders(['46176', '2026-06-03'])).toEqual(['ymd'])
  expect(dateFromText('46176', 'ymd')).toBeUndefined()
})

test('a question shows a text that all orders read', () => {
  expect(openDate(['05/05/05', '17/03/26', '05/03/26'], ['dmy', 'mdy', 'ymd'])).toBe('05/03/26')
  expect(openDate(['05/03/2026'], ['dmy', 'mdy'])).toBe('05/03/2026')
})

test('moments say one day in every order', () => {
  expect(likeliestDateOrders(['2026-06-02T18:30:00.000Z', '2026-06-04T18:30:00.000Z'])).toEqual(['ymd'])
})

test.each([
  ['9:30', '09:30:00'],
  ['09:30:15.250', '09:30:15'],
  ['1:05 PM', '13:05:00'],
  ['12:00 am', '00:00:00'],
  ['2026-06-03 13:00', '13:00:00'],
  ['03/06/2026 9:45:01 a.m.', '09:45:01'],
  ['2026-06-03T04:15:30Z', '09:45:30'],
  ['2026-06-03T09:45:30+05:30', '09:45:30'],
])('%s is the time %s', (text, time) => {
  expect(timeFromText(text)).toBe(time)
})

test.each(['24:00', '9:60', '13:00 PM', '0:10 PM', 'noon', '10.30', '2026-06-03', 'ratio 1:2', ''])(
  '%s is no time',
  (text) => {
    expect(timeFromText(text)).toBeUndefined()
  },
)

test.each([
  ['14.30', '14:30'],
  ['14.30.15', '14:30'],
  ['2.30.15 PM', '14:30'],
  ['14:30.15', '14:30'],
  ['0.604166', '14:30'],
  ['14.30.2026', undefined],
  ['24.30.15', undefined],
  ['14.30.15.06', undefined],
])('%s in a column of times is %s', (text, time) => {
  expect(clockFromText(text)).toBe(time)
})

test('the time after a date is none where a program wrote a day as midnight', () => {
  expect(timeAfterDate('2026-06-03 13:00')).toBe('13:00:00')
  expect(timeAfterDate('Wed 03/06/2026 13:00')).toBe('13:00:00')
  for (const text of [
    '2026-06-03',
    '2026-06-03 00:00:00',
    '2026-06-02T18:30:00.000Z',
    '2026-06-03T00:00:00Z',
    '13:00',
  ]) {
    expect(timeAfterDate(text)).toBeUndefined()
  }
})
