import { expect, test } from 'vitest'
import { rangeStart } from './gain-ranges.ts'

test.each([
  ['1M', '2026-03-31', 3, '2026-02-28'],
  ['3M', '2026-06-15', 3, '2026-03-15'],
  ['6M', '2026-06-15', 3, '2025-12-15'],
  ['1Y', '2026-06-15', 3, '2025-06-15'],
  ['3Y', '2026-06-15', 3, '2023-06-15'],
  ['5Y', '2024-02-29', 3, '2019-02-28'],
  ['YTD', '2026-06-15', 3, '2026-04-01'],
  ['YTD', '2026-03-31', 3, '2025-04-01'],
  ['YTD', '2026-03-31', 12, '2026-01-01'],
  ['All', '2026-06-15', 3, '1900-01-01'],
] as const)('%s that ends on %s, year-end month %i, begins on %s', (range, today, month, start) => {
  expect(rangeStart(range, today, month)).toBe(start)
})
