import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dateOfDayNumber, dayNumber, isPlainDate, weekday } from '../values/dates.ts'
import { CSE_HOLIDAYS } from './cse-holidays.ts'
import {
  addMarketDays,
  closedDay,
  closedReason,
  HOLIDAY_TYPES,
  isMarketDay,
  lastMarketDay,
  marketCalendar,
  nextMarketDay,
  settlementDateFor,
} from './market-calendar.ts'

const calendar = marketCalendar(CSE_HOLIDAYS)
const [first, last] = [dayNumber('2024-01-01'), dayNumber('2026-12-31')]
const day = fc.integer({ min: first, max: last }).map(dateOfDayNumber)

describe('the holiday list', () => {
  it('holds real dates once each, in order, with known types', () => {
    const dates = CSE_HOLIDAYS.map((holiday) => holiday.date)
    expect(dates.every(isPlainDate)).toBe(true)
    expect(dates).toEqual([...new Set(dates)].toSorted())
    expect(CSE_HOLIDAYS.every((holiday) => HOLIDAY_TYPES.includes(holiday.type))).toBe(true)
  })

  it.each([
    ['2024', 21, 6],
    ['2025', 22, 4],
    ['2026', 16, 9],
  ])('closes the exchange in %s on %i weekdays, with %i more on weekends', (year, weekdays, weekends) => {
    const ofYear = CSE_HOLIDAYS.filter((holiday) => holiday.date.startsWith(year))
    const onWeekend = ofYear.filter((holiday) => [0, 6].includes(weekday(holiday.date)))
    expect([ofYear.length - onWeekend.length, onWeekend.length]).toEqual([weekdays, weekends])
  })

  it('puts a full moon 29 or 30 days after the last, which catches a mistyped Poya day', () => {
    const moons = CSE_HOLIDAYS.filter((holiday) => holiday.type === 'Poya Day').map((holiday) => holiday.date)
    const gaps = moons.slice(1).map((date, index) => dayNumber(date) - dayNumber(moons[index]!))
    expect(moons.length).toBe(37)
    expect(gaps.filter((gap) => gap < 28 || gap > 31)).toEqual([])
  })
})

describe('market days', () => {
  it.each([
    ['2026-04-01', 'Bak Full Moon Poya Day'],
    ['2026-04-03', 'Good Friday'],
    ['2026-04-04', 'a Saturday'],
    ['2026-04-05', 'a Sunday'],
    ['2025-04-15', 'Special Bank Holiday'],
    ['2027-05-01', 'May Day'],
    ['2023-12-25', 'Christmas Day'],
  ])('%s is closed: %s', (date, reason) => {
    expect(closedReason(calendar, date)).toBe(reason)
    expect(isMarketDay(calendar, date)).toBe(false)
  })

  it.each([
    ['2026-11-24', { reason: 'Il Full Moon Poya Day', before: '2026-11-23', after: '2026-11-25' }],
    // Monday is Poya, so the weekend before it is three days.
    ['2026-03-01', { reason: 'a Sunday', before: '2026-02-27', after: '2026-03-03' }],
    ['2026-11-25', null],
  ])('%s is named with the market days next to it', (date, closed) => {
    expect(closedDay(calendar, date)).toEqual(closed)
  })

  it.each(['2026-04-02', '2026-04-06', '2024-06-10', '2027-01-15'])('%s is open', (date) => {
    expect(isMarketDay(calendar, date)).toBe(true)
  })

  it('finds the nearest open day on each side', () => {
    expect(lastMarketDay(calendar, '2026-04-05')).toBe('2026-04-02')
    expect(lastMarketDay(calendar, '2026-04-02')).toBe('2026-04-02')
    expect(nextMarketDay(calendar, '2026-04-11')).toBe('2026-04-15')
  })

  it('counts like a naive walk, and back again', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 30 }), (date, count) => {
        const there = addMarketDays(calendar, date, count)
        let open = 0
        for (let walked = addDays(date, 1); walked <= there; walked = addDays(walked, 1)) {
          if (isMarketDay(calendar, walked)) open += 1
        }
        expect(open).toBe(count)
        expect(isMarketDay(calendar, there)).toBe(true)
        expect(addMarketDays(calendar, there, -count)).toBe(lastMarketDay(calendar, date))
      }),
    )
  })

  it('gives up on a list that never opens', () => {
    const shut = marketCalendar(
      Array.from({ length: 800 }, (_, n) => ({
        date: addDays('2026-01-01', n),
        name: 'Shut',
        isRecurring: false,
      })),
    )
    expect(() => addMarketDays(shut, '2026-01-01', 1)).toThrow(RangeError)
  })
})

describe('settlement', () => {
  it.each([
    ['2026-03-31', '2026-04-06', 'Poya and Good Friday do not count'],
    ['2026-04-10', '2026-04-16', 'over the New Year pair'],
    ['2024-06-06', '2024-06-11', 'third market day before 10 June 2024'],
    ['2024-06-10', '2024-06-12', 'second market day from then on'],
    ['2024-06-07', '2024-06-12', 'the last Friday under T+3'],
  ])('a trade of %s settles on %s: %s', (tradeDate, settlementDate) => {
    expect(settlementDateFor(calendar, tradeDate)).toBe(settlementDate)
  })
})
