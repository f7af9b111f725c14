import { describe, expect, test } from 'vitest'
import type { AnyRecord } from '../../registers/values.ts'
import { holidaysOf, yearsOf } from './years.ts'

const holiday = (id: number, date: string, isRecurring = false) =>
  ({ id, version: 1, date, name: `Holiday ${id}`, isRecurring }) as unknown as AnyRecord

const dates = (records: AnyRecord[], year: string) => holidaysOf(records, year).map((one) => one.date)

describe('the holidays of a year', () => {
  test('those entered for it, by date, with their weekday', () => {
    const records = [holiday(1, '2026-12-25'), holiday(2, '2026-01-03'), holiday(3, '2025-05-01')]
    expect(holidaysOf(records, '2026').map((one) => [one.date, one.weekday])).toEqual([
      ['2026-01-03', 'Saturday'],
      ['2026-12-25', 'Friday'],
    ])
  })
  test('one of every year is in each, once', () => {
    const records = [holiday(1, '2025-02-04', true), holiday(2, '2026-02-04')]
    expect(dates(records, '2026')).toEqual(['2026-02-04'])
    expect(holidaysOf(records, '2026')[0]?.record.id).toBe(2)
    expect(dates(records, '2030')).toEqual(['2030-02-04'])
  })
  test('29 February is left out where there is none', () => {
    expect(dates([holiday(1, '2024-02-29', true)], '2026')).toEqual([])
    expect(dates([holiday(1, '2024-02-29', true)], '2028')).toEqual(['2028-02-29'])
  })
  test('all years show what was entered, once', () => {
    expect(dates([holiday(1, '2025-02-04', true), holiday(2, '2024-01-01')], 'all')).toEqual([
      '2024-01-01',
      '2025-02-04',
    ])
  })
  test('the years: those with holidays, this one and the next', () => {
    expect(yearsOf([holiday(1, '2021-01-01'), holiday(2, '2026-01-01')], '2026-06-15')).toEqual([
      '2027',
      '2026',
      '2021',
    ])
  })
})
