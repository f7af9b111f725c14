/** Which answers of the exchange become a price of a day, figure by figure, and which do not. */
import { expect, test } from 'vitest'
import { isClosed, marketStatusReply, pricesOf, tradeSummaryReply } from './exchange-shapes.ts'

const DAY = '2026-07-16'
/** Noon in Colombo, as the exchange writes a moment. */
const noonOf = (day: string) => Date.parse(`${day}T12:00:00+05:30`)
const sent = {
  symbol: 'AEL.N0000',
  name: 'ACCESS ENGINEERING PLC',
  price: 76.9,
  previousClose: 76.2,
  open: 76.8,
  high: 77,
  low: 76,
  closingPrice: 76.7,
  change: 0.7,
  percentageChange: 0.9186,
  sharevolume: 481_526,
  tradevolume: 81,
  lastTradedTime: noonOf(DAY),
}
const of = (...rows: object[]) =>
  pricesOf(tradeSummaryReply.parse({ reqTradeSummery: rows.map((row) => ({ ...sent, ...row })) }), DAY)

test('every figure is kept in its place: last trade and close, previous close and open, high and low', () => {
  expect(of({})).toEqual([
    {
      symbol: 'AEL.N0000',
      companyName: 'ACCESS ENGINEERING PLC',
      shareVolume: 481_526n,
      tradeVolume: 81n,
      previousClose: 762_000n,
      open: 768_000n,
      high: 770_000n,
      low: 760_000n,
      lastTrade: 769_000n,
      close: 767_000n,
      changeRs: 7_000n,
      changePercent: 9_186n,
    },
  ])
})

test('a figure of more decimals is rounded to four, half away from zero', () => {
  expect(of({ price: 76.900_05, closingPrice: 76.900_04, change: -0.000_05 })[0]).toMatchObject({
    lastTrade: 769_001n,
    close: 769_000n,
    changeRs: -1n,
  })
})

test('of a symbol that comes twice the first row counts', () => {
  expect(of({ price: 70 }, { price: 71 }).map(({ lastTrade }) => lastTrade)).toEqual([700_000n])
})

test('a price of nothing or less is none, and a volume below zero', () => {
  expect(of({ price: 0 }, { symbol: 'A.N0000', price: -1 }, { symbol: 'B.N0000', price: ' ' })).toEqual([])
  expect(of({ closingPrice: 0, open: -3, sharevolume: -1, tradevolume: 0 })[0]).toMatchObject({
    close: null,
    open: null,
    shareVolume: null,
    tradeVolume: 0n,
  })
})

test('what was last traded on another day in Colombo has no price of this one', () => {
  const at = (moment: string) => of({ lastTradedTime: Date.parse(moment) }).length
  expect([at('2026-07-16T00:00:00+05:30'), at('2026-07-15T23:59:59+05:30')]).toEqual([1, 0])
  // Where a row has no moment, the day is that of the answer.
  expect([of({ lastTradedTime: null }).length, of({ lastTradedTime: 0 }).length]).toEqual([1, 1])
})

test('the day is over where the exchange says so, and not where it says nothing', () => {
  const closed = (status: unknown) => isClosed(marketStatusReply.parse({ status }))
  expect([closed('Market Closed'), closed('Regular Trading'), closed(null)]).toEqual([true, false, false])
})
