/**
 * Valuation of a large book: positions and values, dashboard, realized gains, performance, and mark-to-market
 * runs of all portfolios, on BENCH_TRADES trades (a million, half of them sales) in 200 portfolios x 300
 * securities with five years of daily prices. Daily values are kept by the server's own job.
 */
import pg from 'pg'
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms } from './support/machine.ts'
import { sellLots } from './support/sell-lots.ts'
import type { BenchServer } from './support/server.ts'

const TRADES = +(process.env['BENCH_TRADES'] ?? 1_000_000)
const TODAY = '2026-11-19'
const PORTFOLIOS = Math.min(200, Math.ceil(TRADES / 500))
const SECURITIES = 300

const READS: readonly (readonly [what: string, path: string, turns?: number])[] = [
  ['positions of one portfolio, valued', '/transaction-entries/portfolio/FULLEST/positions'],
  ['the same a year ago', '/transaction-entries/portfolio/FULLEST/positions?asOf=2025-11-19'],
  ['overview of all portfolios', '/portfolios/overview', 30],
  ['exposure of all portfolios', '/portfolios/exposure', 30],
  ['dashboard', '/dashboard?portfolioId=FULLEST'],
  ['value over five years, one portfolio', '/portfolios/value-history?portfolioId=FULLEST&timeRange=All'],
  ['value over five years, all portfolios', '/portfolios/value-history?timeRange=All'],
  ['realized gains of one portfolio, 1Y', '/realized-pnl/complete-data?portfolioId=FULLEST'],
  ['realized gains of all portfolios, 1Y, figures alone', '/realized-pnl/complete-data?history=0', 30],
  ['metrics of one portfolio, 5Y', '/performance-metrics?portfolioId=FULLEST&timeRange=5Y', 60],
  ['metrics of all portfolios, 1Y', '/performance-metrics', 20],
  ['market summary', '/market-summary', 60],
  ['page of a security', '/securities/B001.N0000', 60],
  ['statement of investments of one portfolio', '/reports/statement-of-investments?portfolioId=FULLEST', 60],
  ['statement of investments of all, a year ago', '/reports/statement-of-investments?asOf=2025-11-19', 10],
  [
    'movement schedule of one portfolio, a year',
    '/reports/investment-movements?portfolioId=FULLEST&startDate=2025-11-20&endDate=2026-11-19',
    60,
  ],
  [
    'movement schedule of all, a year',
    '/reports/investment-movements?startDate=2025-11-20&endDate=2026-11-19',
    10,
  ],
  ['net assets of all, a year ago', '/reports/net-assets?asOf=2025-11-19', 10],
  ['cost against market of all, a year ago', '/reports/cost-and-market?asOf=2025-11-19', 10],
  ['price sheet of a day', `/prices/${TODAY}`, 60],
]

/** Does some work, and says how long it took and how long the server kept others waiting meanwhile. */
async function watched<T>(server: BenchServer, say: Say, what: string, work: () => Promise<T>): Promise<T> {
  let [worst, running] = [0, true]
  const health = (async () => {
    while (running) {
      const start = performance.now()
      await server.get('/health')
      worst = Math.max(worst, performance.now() - start)
    }
  })()
  const start = performance.now()
  const done = await work()
  const took = performance.now() - start
  running = false
  await health
  say(`${what}: ${(took / 1000).toFixed(1)} s; /health meanwhile at most ${ms(worst)}`)
  return done
}

async function run(server: BenchServer, say: Say, what: string, date: string, query = ''): Promise<void> {
  await watched(server, say, what, async () => {
    const { status, text } = await server.post(
      `/mark-to-market/runs${query}`,
      { date, portfolioId: 'all' },
      `${what} ${date}`,
    )
    if (status >= 300) throw new Error(`the run answered ${status}: ${text.slice(0, 300)}`)
    return text.length
  })
}

async function valuesFollow(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT FROM daily_value_marks LIMIT 1')
    if (rows.length === 0) return
    await new Promise((done) => setTimeout(done, 200))
  }
}

export async function benchValuation(say: Say): Promise<void> {
  await withBook(
    say,
    async (client) => {
      say(
        `book: about ${TRADES} trades, buys and sales, ${PORTFOLIOS} portfolios x ${SECURITIES} securities, five years of daily prices`,
      )
      const buys = Math.round(TRADES / 1.9)
      const book = {
        trades: buys,
        portfolios: PORTFOLIOS,
        securities: SECURITIES,
        inFirst: Math.round(buys / PORTFOLIOS),
      }
      await generateBook(client, { ...book, from: '2021-11-22', to: TODAY }, () => undefined)
      await sellLots(client, TODAY, () => undefined)
      const { rows } = await client.query<{ trades: string; held: string; prices: string }>(
        `SELECT (SELECT count(*) FROM trades) AS trades, (SELECT count(*) FROM chains WHERE quantity > 0) AS held,
                (SELECT count(*) FROM prices) AS prices`,
      )
      say(`  ${rows[0]?.trades} trades, ${rows[0]?.held} positions held, ${rows[0]?.prices} prices`)
    },
    async (server) => {
      const client = new pg.Client({ connectionString: server.database, options: '-c search_path=em,public' })
      await client.connect()
      try {
        await watched(server, say, 'daily values of everything, by the job', () => valuesFollow(client))
        const { rows } = await client.query<{ code: string; held: string }>(
          `SELECT p.portfolio_id AS code, count(*) AS held FROM chains c JOIN portfolios p ON p.id = c.portfolio_id WHERE c.quantity > 0
            GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
        )
        say(`one portfolio: ${rows[0]?.code}, which holds ${rows[0]?.held} securities`)
        for (const [what, path, rounds] of READS) {
          await reads(server, say, what, path.replace('FULLEST', rows[0]?.code ?? ''), rounds)
        }
        const day = '2026-10-30'
        await run(server, say, 'mark-to-market run of all portfolios, looked at', day, '?dryRun=1')
        await run(server, say, 'mark-to-market run of all portfolios, posted', day)
        await run(server, say, 'the same again: nothing changed', day)
        const changed = { rows: [{ symbol: 'B001.N0000', price: 111 }], reason: 'Bench' }
        const put = await fetch(`http://127.0.0.1:${server.port}/api/prices/${day}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(changed),
        })
        if (put.status >= 300)
          say(`the price was answered ${put.status}: ${(await put.text()).slice(0, 300)}`)
        await run(server, say, 'after one price changed: every portfolio is replaced', day)
        await watched(server, say, 'daily values after it, by the job', () => valuesFollow(client))
        say(
          `the server had at most ${server.peak()} MB, its worker and jobs ${JSON.stringify(server.workers())} MB`,
        )
      } finally {
        await client.end()
      }
    },
    TODAY,
  )
}
