import { expect, it } from 'vitest'
import { newEntry } from './entry-values.ts'
import { startFrom } from './start.ts'

const recorded = { ...newEntry('2026-10-20'), date: '2026-10-20' }
const startWith = (firstOpenDay: string) =>
  startFrom(recorded, { isOfToday: true, isOpen: () => true, firstOpenDay: () => firstOpenDay })['date']

it('the date of the last entry is kept; where it was locked since, the next entry has the first open day', () => {
  expect(startWith('')).toBe('2026-10-20')
  expect(startWith('2026-10-01')).toBe('2026-10-20')
  expect(startWith('2026-11-01')).toBe('2026-11-01')
})
