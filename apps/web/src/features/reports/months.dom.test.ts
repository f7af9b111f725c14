import { expect, it } from 'vitest'
import { monthsUntil } from './FilterMonth.tsx'

it('months go back from the one of a day, over the turn of the year', () => {
  expect(monthsUntil('2026-02-27', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
})
