/**
 * Realized gains: figures of a year and of five years, of one portfolio and of all, with and without the trades; a page of the
 * trades; the schedule with its tie-out; the taxes; the workbook. BENCH_TRADES sets the number of trades.
 */
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms } from './support/machine.ts'
import { sellLots } from './support/sell-lots.ts'
import type { BenchServer } from './support/server.ts'

const TRADES = +(process.env['BENCH_TRADES'] ?? 1_000_000)
const TODAY = '2026-11-19'
const PORTFOLIOS = Math.min(200, Math.ceil(TRADES / 500))
const SECURITIES = 300

const DATA = '/realized-pnl/complete-data'
const READS: readonly (readonly [what: string, path: string, turns?: number])[] = [
  ['one portfolio, 1Y, with its trades', `${DATA}?portfolioId=BENCH-2`],
  ['one portfolio, 1Y, figures alone', `${DATA}?portfolioId=BENCH-2&history=0`],
  ['one portfolio, 5Y, with its trades', `${DATA}?portfolioId=BENCH-2&timeRange=5Y`],
  ['all portfolios, 1Y, figures alone', `${DATA}?history=0`, 40],
  ['all portfolios, 1Y, with the newest 5,000 trades', DATA, 20],
  ['all portfolios, 5Y, figures alone', `${DATA}?history=0&timeRange=5Y`, 20],
  ['trades of one portfolio, newest 200 of 1Y', '/realized-pnl/trade-history?portfolioId=BENCH-2&limit=200'],
  ['trades of all, newest 200 of 1Y', '/realized-pnl/trade-history?limit=200', 100],
  [
    'schedule of one portfolio, a financial year',
    '/realized-pnl/schedule?portfolioId=BENCH-2&timeRange=LFY',
    100,
  ],
  ['schedule of all, a financial year, 10,000 rows listed', '/realized-pnl/schedule?timeRange=LFY', 5],
  [
    'taxes of one portfolio, a financial year',
    '/realized-pnl/tax-schedule?portfolioId=BENCH-2&timeRange=LFY',
    100,
  ],
  ['dashboard of one portfolio', '/dashboard?portfolioId=BENCH-2', 100],
  ['dashboard of all portfolios', '/dashboard', 40],
  ['overview of all portfolios with the total return', '/portfolios/overview', 40],
]

/** The workbook of a range, and how long the server kept others waiting meanwhile. */
async function workbook(server: BenchServer, say: Say, what: string, query: string): Promise<void> {
  let [worst, running] = [0, true]
  const health = (async () => {
    while (running) {
      const start = performance.now()
      await server.get('/health')
      worst = Math.max(worst, performance.now() - start)
    }
  })()
  const start = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/realized-pnl/export-excel?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
  })
  const bytes = (await answer.arrayBuffer()).byteLength
  const took = performance.now() - start
  running = false
  await health
  if (answer.status !== 200) throw new Error(`the workbook answered ${answer.status}`)
  say(`${what}: ${ms(took)}, ${Math.round(bytes / 1024)} KB; /health meanwhile at most ${ms(worst)}`)
}

export async function benchRealized(say: Say): Promise<void> {
  await withBook(
    say,
    async (client) => {
      say(
        `book: about ${TRADES} trades, buys and sales, ${PORTFOLIOS} portfolios x ${SECURITIES} securities, five years`,
      )
      // Of the lots all but those of the last half year are sold.
      const buys = Math.round(TRADES / 1.9)
      const book = {
        trades: buys,
        portfolios: PORTFOLIOS,
        securities: SECURITIES,
        inFirst: Math.round(buys / PORTFOLIOS),
      }
      await generateBook(client, { ...book, from: '2021-11-22', to: TODAY }, say)
      await sellLots(client, TODAY, say)
      const { rows } = await client.query<{ trades: string; sales: string }>(
        "SELECT count(*) AS trades, count(*) FILTER (WHERE side = 'sell') AS sales FROM trades",
      )
      say(`  ${rows[0]?.trades} trades, of them ${rows[0]?.sales} sales`)
    },
    async (server) => {
      for (const [what, path, rounds] of READS) await reads(server, say, what, path, rounds)
      await workbook(server, say, 'workbook of one portfolio, 5Y', 'portfolioId=BENCH-2&timeRange=5Y')
    },
    TODAY,
  )
}
