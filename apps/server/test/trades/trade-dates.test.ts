/** Calls of the entry form before it saves: dates and deal numbers. */
import { trades } from '@em/contract/trades/trades'
import { describe, expect, it } from 'vitest'
import { startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'

// Friday 20 November 2026; Tuesday 24 November is Il Full Moon Poya Day.
const api = await startApi({ today: '2026-11-20' })
const settles = (tradeDate: string, token?: null) =>
  api.call(trades.settlementDate, { query: { tradeDate }, ...(token === null && { token }) })

describe('the settlement date of a trade date', () => {
  it('is the second market day after it, the third before 10 June 2024', async () => {
    expect(await settles('2026-11-19')).toMatchObject({
      status: 200,
      body: { trade_date: '2026-11-19', settlement_date: '2026-11-23' },
    })
    expect(await settles('2026-11-20')).toMatchObject({ body: { settlement_date: '2026-11-25' } })
    expect(await settles('2024-06-07')).toMatchObject({ body: { settlement_date: '2024-06-12' } })
  })

  it.each([
    [
      '2026-11-15',
      422,
      'trade.not-a-market-day',
      '15 Nov 2026 is a Sunday. Please select a business day: the market days next to it are 13 Nov 2026 and 16 Nov 2026.',
    ],
    ['2026-11-21', 422, 'trade.date-in-future', 'The trade date 21 Nov 2026 is after today.'],
    ['2026-02-30', 400, 'request.invalid', undefined],
  ])('refuses %s', async (date, status, code, message) => {
    const answer = await settles(date)
    expect(answer).toMatchObject({ status, body: { code, ...(message !== undefined && { message }) } })
  })

  it('needs a user', async () => expect((await settles('2026-11-19', null)).status).toBe(401))
})

describe('the deal number', () => {
  it('is that of the second, with the dates to start from', async () => {
    const { body } = await api.call(trades.nextDealNumber)
    expect(body).toEqual({
      deal_number: 'BUY-20261120-120000',
      trade_date: '2026-11-20',
      settlement_date: '2026-11-25',
    })
  })

  it('that was shown is kept, also after a preview', async () => {
    const books = await startBooks(api)
    const shown = { dealNumber: 'BUY-20261120-110000', tradeDate: '2026-11-20', settlementDate: '2026-11-25' }
    const previewed = await books.buy(shown, { query: { dryRun: '1' } })
    expect(previewed).toMatchObject({ status: 200, body: { dryRun: true } })
    expect((await books.buy(shown)).body).toMatchObject({ deal_number: 'BUY-20261120-110000' })
    expect((await books.buy(shown)).body).toMatchObject({ deal_number: 'BUY-20261120-110000-2' })
  })
})
