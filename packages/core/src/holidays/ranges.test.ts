import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths } from '../values/dates.ts'
import { isYearEnd } from './financial-year.ts'
import { periodRanges, type Range, rangeSpan } from './ranges.ts'

test.each([
  ['1M', '2026-03-31', 3, '2026-02-28', '2026-03-31'],
  ['3M', '2026-06-15', 3, '2026-03-15', '2026-06-15'],
  ['6M', '2026-06-15', 3, '2025-12-15', '2026-06-15'],
  ['1Y', '2026-06-15', 3, '2025-06-15', '2026-06-15'],
  ['3Y', '2026-06-15', 3, '2023-06-15', '2026-06-15'],
  ['5Y', '2024-02-29', 3, '2019-02-28', '2024-02-29'],
  ['YTD', '2026-06-15', 3, '2026-04-01', '2026-06-15'],
  ['YTD', '2026-03-31', 3, '2025-04-01', '2026-03-31'],
  ['YTD', '2026-03-31', 12, '2026-01-01', '2026-03-31'],
  ['CYTD', '2026-03-31', 3, '2026-01-01', '2026-03-31'],
  ['LFY', '2026-06-15', 3, '2025-04-01', '2026-03-31'],
  ['LFY', '2026-03-31', 3, '2024-04-01', '2025-03-31'],
  ['LCY', '2026-03-31', 3, '2025-01-01', '2025-12-31'],
  ['MTD', '2026-03-31', 3, '2026-03-01', '2026-03-31'],
  ['LM', '2026-03-31', 3, '2026-02-01', '2026-02-28'],
  ['All', '2026-06-15', 3, null, '2026-06-15'],
] as const)('%s on %s, year-end month %i, is %s to %s', (range, today, month, from, to) => {
  expect(rangeSpan(range, today, month)).toEqual({ from, to })
})

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days))
const month = fc.integer({ min: 1, max: 12 })

test('the last financial year is twelve months, ends on a year-end and adjoins the year to date', () => {
  fc.assert(
    fc.property(day, month, (today, yearEnd) => {
      const last = rangeSpan('LFY', today, yearEnd)
      expect(isYearEnd(last.to, yearEnd)).toBe(true)
      expect(addMonths(last.from ?? '', 12)).toBe(addDays(last.to, 1))
      expect(rangeSpan('YTD', today, yearEnd)).toEqual({ from: addDays(last.to, 1), to: today })
    }),
  )
})

test('no two ranges that are offered together name the same years', () => {
  fc.assert(
    fc.property(day, month, (today, yearEnd) => {
      const years = new Set<Range>(['YTD', 'LFY', 'CYTD', 'LCY'])
      const spans = periodRanges(yearEnd)
        .filter((range) => years.has(range))
        .map((range) => JSON.stringify(rangeSpan(range, today, yearEnd)))
      expect(new Set(spans).size).toBe(spans.length)
    }),
  )
})
