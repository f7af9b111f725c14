import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstDay, lastDay, monthName, monthsOn, readMonth, weeksOf } from './month.ts'

const months = fc
  .tuple(fc.integer({ min: 1950, max: 2150 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)

describe('a month of the calendar', () => {
  it('has whole weeks, Monday first', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks[0]).toEqual([
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
    ])
    expect(weeks.at(-1)?.[0]).toBe('2026-11-30')
    expect(weeks).toHaveLength(6)
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(monthName('2026-11')).toBe('November 2026')
    expect(lastDay('2028-02')).toBe('2028-02-29')
  })

  it('every day of a month is in it once, and months go on and back', () => {
    fc.assert(
      fc.property(months, fc.integer({ min: -40, max: 40 }), (month, by) => {
        const days = weeksOf(month).flat()
        expect(new Set(days).size).toBe(days.length)
        const own = days.filter((day) => day.startsWith(month))
        expect([own[0], own.at(-1)]).toEqual([firstDay(month), lastDay(month)])
        expect(monthsOn(monthsOn(month, by), -by)).toBe(month)
      }),
    )
  })

  it('reads no other text as a month', () => {
    expect(readMonth('2026-11')).toBe('2026-11')
    for (const text of ['', '2026-13', '2026-1', 'today', '2026-11-01']) expect(readMonth(text)).toBeNull()
  })
})
