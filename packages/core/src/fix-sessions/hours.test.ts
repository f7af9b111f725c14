import { describe, expect, test } from 'vitest'
import { endsFixDay, type FixHours, fixDay, isFixOpen, unfinishedFixDays } from './hours.ts'

const HOURS: FixHours = { resetTime: '06:00', onWeekdays: true, fromTime: '08:30', toTime: '15:30' }

// 2026-01-02 is a Friday.
test.each([
  ['2026-01-02', '08:29:59', false],
  ['2026-01-02', '08:30:00', true],
  ['2026-01-02', '15:29:59', true],
  ['2026-01-02', '15:30:00', false],
  ['2026-01-03', '10:00:00', false],
])('open from 08:30 to 15:30 on weekdays: %s %s', (date, time, open) => {
  expect(isFixOpen(HOURS, { date, time })).toBe(open)
})

test('a span past midnight is of the day on which it began', () => {
  const night: FixHours = { ...HOURS, fromTime: '20:00', toTime: '02:00' }
  expect(isFixOpen(night, { date: '2026-01-03', time: '01:00:00' })).toBe(true)
  expect(isFixOpen(night, { date: '2026-01-03', time: '21:00:00' })).toBe(false)
  expect(isFixOpen(night, { date: '2026-01-02', time: '12:00:00' })).toBe(false)
  expect(isFixOpen(night, { date: '2026-01-05', time: '01:00:00' })).toBe(false)
})

test('without times a session is open all day, and without days on every day', () => {
  const always: FixHours = { resetTime: '00:00', onWeekdays: false, fromTime: null, toTime: null }
  expect(isFixOpen(always, { date: '2026-01-04', time: '00:00:00' })).toBe(true)
  expect(isFixOpen(always, { date: '2026-01-04', time: '23:59:59' })).toBe(true)
})

test('numbers before the new day are of the day before', () => {
  expect(fixDay(HOURS, { date: '2026-01-05', time: '05:59:59' })).toBe('2026-01-04')
  expect(fixDay(HOURS, { date: '2026-01-05', time: '06:00:00' })).toBe('2026-01-05')
})

test.each([
  ['2026-01-05', '14:29:59', false],
  ['2026-01-05', '14:30:00', true],
  ['2026-01-06', '01:00:00', true],
  ['2026-01-06', '06:00:00', false],
])('a logout ends the day after the close: %s %s', (date, time, ends) => {
  expect(endsFixDay(HOURS, { date, time })).toBe(ends)
})

describe('days of which it is not known whether the broker sent more', () => {
  // The 7th is a holiday; the 10th and 11th are a weekend.
  const open = (day: string) => !['2026-01-07', '2026-01-10', '2026-01-11'].includes(day)
  const last = { day: '2026-01-05', isEnded: false, startedOn: '2025-12-01' }
  const unknown = (more: object, today: string) =>
    unfinishedFixDays(HOURS, { ...last, ...more }, today, open).map((day) => day.slice(8))
  test('are the last one, and market days without a connection', () => {
    expect(unknown({}, '2026-01-05')).toEqual([])
    expect(unknown({}, '2026-01-06')).toEqual(['05'])
    expect(unknown({}, '2026-01-12')).toEqual(['05', '06', '08', '09'])
  })
  test('are not a day that ended in order, and none before the session was started', () => {
    expect(unknown({ isEnded: true }, '2026-01-06')).toEqual([])
    expect(unknown({ isEnded: true }, '2026-01-08')).toEqual(['06'])
    expect(unknown({ startedOn: '2026-01-09' }, '2026-01-12')).toEqual(['05', '09'])
  })
  test('are at most those of a month', () => {
    expect(unknown({ isEnded: true }, '2027-01-01')).toHaveLength(23)
  })
})
