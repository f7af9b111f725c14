import { expect, test } from 'vitest'
import { colomboTime, type MarketDay, marketState } from './market.ts'

// Colombo is five and a half hours ahead of UTC all year.
const at = (time: string, date = '2026-11-20') => colomboTime(new Date(`${date}T${time}+05:30`))
const friday: MarketDay = { date: '2026-11-20', isMarketDay: true, reason: null, next: '2026-11-23' }

test('time and date are those of Colombo, also over midnight', () => {
  expect(colomboTime(new Date('2026-11-20T18:29:59Z'))).toEqual({
    date: '2026-11-20',
    time: '23:59:59',
    minutes: 1439,
  })
  expect(colomboTime(new Date('2026-11-20T18:30:00Z'))).toEqual({
    date: '2026-11-21',
    time: '00:00:00',
    minutes: 0,
  })
})

test.each([
  ['09:29:59', false],
  ['09:30:00', true],
  ['12:00:00', true],
  ['14:30:00', true],
  ['14:30:59', true],
  ['14:31:00', false],
  ['00:00:00', false],
  ['23:59:59', false],
])('on a market day at %s the market is open: %s', (time, open) => {
  expect(marketState(at(time), friday).open).toBe(open)
})

test('before the session it says when it opens, after it the next market day', () => {
  expect(marketState(at('08:00:00'), friday).detail).toBe('Opens today at 09:30')
  expect(marketState(at('15:00:00'), friday).detail).toBe('Closed at 14:30; next market day 23 Nov 2026')
})

test('on a holiday and at the weekend it is closed all day and says why', () => {
  const poya: MarketDay = {
    date: '2026-11-24',
    isMarketDay: false,
    reason: 'Ill Full Moon Poya Day',
    next: '2026-11-25',
  }
  expect(marketState(at('11:00:00', '2026-11-24'), poya)).toEqual({
    open: false,
    detail: 'Today is Ill Full Moon Poya Day; next market day 25 Nov 2026',
  })
  const sunday: MarketDay = { date: '2026-11-22', isMarketDay: false, reason: 'a Sunday', next: '2026-11-23' }
  expect(marketState(at('11:00:00', '2026-11-22'), sunday).detail).toBe(
    'Today is a Sunday; next market day 23 Nov 2026',
  )
})

test('what the server said of another day does not count', () => {
  expect(marketState(at('11:00:00', '2026-11-21'), friday)).toEqual({
    open: false,
    detail: 'Today is a Saturday',
  })
  expect(marketState(at('11:00:00', '2026-11-23'), friday).open).toBe(true)
  expect(marketState(at('11:00:00'), null).open).toBe(true)
})
