import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  followServerDay,
  formatDate,
  formatDateLong,
  formatMoment,
  now,
  readDate,
  readTypedDate,
  today,
} from './dates.ts'

describe('dates', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['31/01/2026', '2026-01-31'],
    ['3/4/2026', '2026-04-03'],
    ['3.4.2026', '2026-04-03'],
    [' 29-02-2024 ', '2024-02-29'],
    ['05 Sep 2026', '2026-09-05'],
    ['5 september 2026', '2026-09-05'],
    ['20-Nov-2026', '2026-11-20'],
  ])('reads %j as %s', (typed, date) => {
    expect(readDate(typed)).toBe(date)
  })

  it.each([
    '',
    '31/02/2026',
    '01/31/2026',
    '29/02/2025',
    '1/1/26',
    '2026-13-01',
    'today',
    '1899-12-31',
    '31 Feb 2026',
    '5 Foo 2026',
    'Sep 5 2026',
  ])('does not guess %j', (typed) => {
    expect(readDate(typed)).toBeNull()
  })

  // A Friday.
  it.each([
    ['t', '2026-11-27'],
    ['-1', '2026-11-26'],
    ['+3', '2026-11-30'],
    ['mon', '2026-11-23'],
    ['friday', '2026-11-27'],
    ['sa', '2026-11-21'],
    ['18/11', '2026-11-18'],
    ['3/4', '2026-04-03'],
    ['18 nov', '2026-11-18'],
    ['18nov', '2026-11-18'],
    ['5 jan', '2026-01-05'],
    ['31/01/2026', '2026-01-31'],
    ['2026-01-31', '2026-01-31'],
  ])('a field that shows the date in full reads %j as %s', (typed, date) => {
    expect(readTypedDate(typed, '2026-11-27')).toBe(date)
  })

  it('a day without a year is of the last one where it would be over half a year ahead', () => {
    expect(readTypedDate('28 dec', '2026-01-05')).toBe('2025-12-28')
    expect(readTypedDate('28/6', '2026-01-05')).toBe('2026-06-28')
  })

  it.each(['s', 'm', '11/18', '31/02', '1/1/26', '18', 'monda1', '18 ma', '29 feb'])(
    'a field does not guess %j',
    (typed) => {
      expect(readTypedDate(typed, '2026-11-27')).toBeNull()
    },
  )

  it('writes dates with the month in letters', () => {
    expect(formatDate('2026-09-05')).toBe('05 Sep 2026')
    expect(formatDateLong('2026-01-05')).toBe('Monday 5 January 2026')
  })

  it('writes moments in Colombo time, half past five hours ahead of UTC', () => {
    expect(formatMoment('2026-01-04T20:45:00.000Z')).toBe('05 Jan 2026 02:15')
  })
})

describe("the server's day", () => {
  afterEach(() => {
    vi.useRealTimers()
    followServerDay(new Date(Date.now() + 19_800_000).toISOString().slice(0, 10))
  })

  it('is today, whatever the browser has; the time of day goes on, over midnight too', () => {
    // 23:59 in Colombo on the 20th.
    vi.useFakeTimers({ now: Date.parse('2026-11-20T18:29:00Z') })
    expect(today()).toBe('2026-11-20')
    followServerDay('2026-06-15')
    expect(today()).toBe('2026-06-15')
    expect(now().toISOString()).toBe('2026-06-15T18:29:00.000Z')
    vi.advanceTimersByTime(60_000)
    expect(today()).toBe('2026-06-16')
  })

  it('may be ahead of the browser, and follows each answer', () => {
    vi.useFakeTimers({ now: Date.parse('2020-02-29T03:00:00Z') })
    followServerDay('2026-11-20')
    expect(today()).toBe('2026-11-20')
    followServerDay('2026-11-21')
    expect(today()).toBe('2026-11-21')
    followServerDay('no day')
    expect(today()).toBe('2026-11-21')
  })
})
