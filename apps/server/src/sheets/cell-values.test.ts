import { serialToDate } from 'hucre'
import { expect, test } from 'vitest'
import { cellOfNumber } from './cell-values.ts'

const as = (value: number, from1904 = false) =>
  cellOfNumber(value, 'date', { texts: [], shown: [], dateOf: (serial) => serialToDate(serial, from1904) })

test.each([
  [46_176, { date: '2026-06-03' }],
  // 13:00, and 10:00:05 as a spreadsheet rounds it.
  [46_176.541666666664, { date: '2026-06-03', time: '13:00:00' }],
  [46_176.4167245, { date: '2026-06-03', time: '10:00:05' }],
  [46_176.9999999, { date: '2026-06-03', time: '23:59:59' }],
  [0.541666666666667, '13:00:00'],
])('%d formatted as a date is %j', (value, cell) => {
  expect(as(value)).toEqual(cell)
})

test('a part of a day is a time in a workbook that counts from 1904, too', () => {
  expect(as(0.5, true)).toBe('12:00:00')
})

test.each([1e15, -1e15, 3_000_000])('%d formatted as a date is none', (value) => {
  expect(as(value)).toBeUndefined()
})
