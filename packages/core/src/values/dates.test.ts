import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dateOfDayNumber,
  dayNumber,
  daysBetween,
  isPlainDate,
  monthEnd,
  monthStart,
  weekday,
} from './dates.ts'

const day = fc.integer({ min: -354_285, max: 2_932_896 })

describe('plain dates', () => {
  it.each(['2024-02-29', '2000-02-29', '2026-12-31', '1000-01-01'])('%s is a date', (text) => {
    expect(isPlainDate(text)).toBe(true)
  })

  it.each([
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-5',
    '0999-12-31',
    'infinity',
    '2026-01-05T00:00:00',
    ' 2026-01-05',
    '2026-01-05\n',
    '',
  ])('%j is none', (text) => {
    expect(isPlainDate(text)).toBe(false)
  })

  it('agrees with the platform calendar on every day', () => {
    fc.assert(
      fc.property(day, (number) => {
        const date = dateOfDayNumber(number)
        const platform = new Date(number * 86_400_000)
        expect(date).toBe(platform.toISOString().slice(0, 10))
        expect(weekday(date)).toBe(platform.getUTCDay())
        expect(dayNumber(date)).toBe(number)
      }),
    )
  })

  it('adds and counts days both ways', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2026-04-06', '2026-03-31')).toBe(-6)
    fc.assert(
      fc.property(day, fc.integer({ min: -2_000, max: 0 }), (number, step) => {
        const date = dateOfDayNumber(number)
        fc.pre(number + step >= -354_285)
        expect(daysBetween(date, addDays(date, step))).toBe(step)
      }),
    )
  })

  it('knows months', () => {
    expect(monthStart('2024-02-15')).toBe('2024-02-01')
    expect(monthEnd('2024-02-15')).toBe('2024-02-29')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30')
    expect(addMonths('2026-01-15', -13)).toBe('2024-12-15')
  })

  it('throws on what is no date', () => {
    expect(() => addDays('2025-02-29', 1)).toThrow(RangeError)
  })
})
