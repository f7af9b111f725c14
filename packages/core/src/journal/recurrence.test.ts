import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, monthEnd } from '../values/dates.ts'
import { occurrence, occurrenceFrom, RECURRENCE_UNITS, type Recurrence } from './recurrence.ts'

const every = (unit: Recurrence['unit'], firstDate: string, more: Partial<Recurrence> = {}): Recurrence => ({
  unit,
  every: 1,
  firstDate,
  lastDate: null,
  ...more,
})
const days = (recurrence: Recurrence, count: number) =>
  Array.from({ length: count }, (_, index) => occurrence(recurrence, index))

test.each<[string, Recurrence, (string | null)[]]>([
  ['month end', every('month', '2026-01-31'), ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
  ['quarter', every('quarter', '2025-11-30'), ['2025-11-30', '2026-02-28', '2026-05-30']],
  [
    'leap day',
    every('year', '2024-02-29'),
    ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
  ],
  ['two weeks', every('week', '2026-01-05', { every: 2 }), ['2026-01-05', '2026-01-19', '2026-02-02']],
  [
    'until a last day',
    every('month', '2026-01-15', { lastDate: '2026-03-15' }),
    ['2026-01-15', '2026-02-15', '2026-03-15', null, null],
  ],
])('%s', (_, recurrence, expected) => expect(days(recurrence, expected.length)).toEqual(expected))

const recurrences = fc.record({
  unit: fc.constantFrom(...RECURRENCE_UNITS),
  every: fc.integer({ min: 1, max: 12 }),
  firstDate: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days)),
  lastDate: fc.constant(null),
})

test('occurrences go forward, and keep their day of the month unless the month is shorter', () => {
  fc.assert(
    fc.property(recurrences, fc.nat(60), (recurrence, index) => {
      const [day, next] = [occurrence(recurrence, index) ?? '', occurrence(recurrence, index + 1) ?? '']
      expect(next > day).toBe(true)
      if (recurrence.unit === 'week') return
      const wanted = recurrence.firstDate.slice(8)
      expect(day.slice(8) === wanted || (day === monthEnd(day) && day.slice(8) < wanted)).toBe(true)
    }),
  )
})

test('the first occurrence from a day on is not before it, and the one before is', () => {
  fc.assert(
    fc.property(recurrences, fc.integer({ min: -400, max: 4000 }), (recurrence, later) => {
      const day = addDays(recurrence.firstDate, later)
      const index = occurrenceFrom(recurrence, day)
      expect((occurrence(recurrence, index) ?? '') >= day).toBe(true)
      if (index > 0) expect((occurrence(recurrence, index - 1) ?? '') < day).toBe(true)
    }),
  )
})
