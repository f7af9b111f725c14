/** Market Summary and Recent Activity on 300 securities with five years of daily prices, with many trades. */
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'

const TODAY = '2026-11-19'
const TRADES = +(process.env['BENCH_TRADES'] ?? 300_000)
const BOOK = {
  trades: TRADES,
  portfolios: 20,
  securities: 300,
  inFirst: Math.max(TRADES / 50, 2_000),
  from: '2021-11-22',
  to: TODAY,
}

export async function benchMarket(say: Say): Promise<void> {
  await withBook(
    say,
    async (client) => {
      await generateBook(client, BOOK, say)
      // Volumes and the previous close, as in a trade summary.
      await client.query(`
        UPDATE prices SET share_volume = 1000 + last_trade * 37, trade_volume = 20, previous_close = last_trade - 0.5 + extract(day FROM trade_date)::int % 3 * 0.5;
        ANALYZE prices`)
      const { rows } = await client.query<{ prices: string; days: string; trades: string }>(
        'SELECT count(*) AS prices, count(DISTINCT trade_date) AS days, (SELECT count(*) FROM trades) AS trades FROM prices',
      )
      say(`book: ${rows[0]?.trades} trades, ${rows[0]?.prices} prices of ${rows[0]?.days} days`)
    },
    async (server) => {
      await reads(server, say, 'market summary, the newest day', '/market-summary')
      await reads(server, say, 'market summary, a day of years ago', '/market-summary?date=2022-03-15')
      const of = (query: string) => `/dashboard/recent-activities?${query}`
      await reads(server, say, 'recent activities, first page', of('limit=50'))
      await reads(server, say, 'recent activities, page 100', of('limit=50&page=100'))
      await reads(server, say, 'recent activities of a week, trades', of('limit=50&days=7&type=trade'))
      await reads(server, say, 'recent activities, all for an export', of('limit=5000'), 10)
    },
    TODAY,
  )
}
