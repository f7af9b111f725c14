/**
 * Daily values and what is read from them, on 200 portfolios x 300 securities x five years of daily prices: the whole
 * recalculation, that of an uploaded day and of a late trade, and the reads.
 */
import pg from 'pg'
import { recalculateDue } from '../apps/server/src/features/value-history/recalculate.commands.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { AS_ONE_ACT, reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { indexOfOneSector } from './support/index-of-one-sector.ts'
import { ms } from './support/machine.ts'
import type { BenchServer } from './support/server.ts'

const TODAY = '2026-11-19'
const TRADES = +(process.env['BENCH_TRADES'] ?? 300_000)
const BOOK = {
  trades: TRADES,
  portfolios: +(process.env['BENCH_PORTFOLIOS'] ?? 200),
  securities: 300,
  inFirst: Math.max(TRADES / 50, 2_000),
  from: '2021-11-22',
  to: TODAY,
}

export async function benchPerformance(say: Say): Promise<void> {
  // The bench recalculates itself, to see how long it takes.
  process.env['WORKERS'] = '0'
  await withBook(
    say,
    async (client) => {
      say(
        `book: ${TRADES.toLocaleString('en')} trades, ${BOOK.portfolios} portfolios x ${BOOK.securities} securities, prices of each market day since ${BOOK.from}`,
      )
      await generateBook(client, BOOK, say)
      await indexOfOneSector(client)
    },
    async (server) => {
      const database = await openDatabase({ connectionString: server.database }, 2, {
        light: 5,
        heavy: 5,
        report: 60,
      })
      try {
        await recalculations(server, database, say)
        await readings(server, say)
      } finally {
        await database.close()
      }
    },
    TODAY,
  )
}

async function recalculations(server: BenchServer, database: Database, say: Say): Promise<void> {
  const client = new pg.Client({ connectionString: server.database, options: AS_ONE_ACT })
  await client.connect()
  const timed = async (what: string) => {
    const start = performance.now()
    const { portfolios, rows } = await recalculateDue(database, TODAY)
    say(
      `recalculation, ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s (${rows.toLocaleString('en')} days of ${portfolios} portfolios)`,
    )
  }
  const upload = (day: string) =>
    client.query(
      `WITH made AS (INSERT INTO price_sets (source, trade_date, rows, added, changed, removed, recorded_by) VALUES ('summary', '${day}', 300, 0, 300, 0, 1) RETURNING id),
         versions AS (
           INSERT INTO price_versions (symbol, trade_date, version, set_id, is_removed, last_trade)
           SELECT p.symbol, p.trade_date, p.version + 1, made.id, false, p.last_trade + 1 FROM prices p, made WHERE p.trade_date = '${day}' RETURNING set_id)
       SELECT max(set_id) AS id FROM versions`,
    )
  const uploaded = async (day: string) => {
    const { rows } = await upload(day)
    const start = performance.now()
    await client.query('SELECT keep_newest_prices($1)', [rows[0]?.id])
    return `prices of ${day} (recorded in ${ms(performance.now() - start)})`
  }
  const [{ rows: days }, { rows: size }] = [
    await client.query<{ day: string }>('SELECT DISTINCT trade_date::text AS day FROM prices ORDER BY 1'),
    await client.query<{ first: string }>('SELECT min(event_date)::text AS first FROM chain_events'),
  ]
  say(`market days with prices: ${days.length} since ${days[0]?.day}; first event ${size[0]?.first}`)
  await timed('everything')
  say(`    memory of the process: ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`)
  const stored = await client.query<{ size: string }>(
    "SELECT pg_size_pretty(pg_total_relation_size('daily_values')) AS size",
  )
  say(`    daily values on disk: ${stored.rows[0]?.size}`)
  await timed(await uploaded(days.at(-1)?.day ?? ''))
  await timed(await uploaded(days[100]?.day ?? ''))
  const buy = {
    companyName: 'Bench Company 1 PLC',
    symbol: 'B001.N0000',
    portfolioId: 'BENCH-1',
    quantity: 100,
    price: 10,
    contractNumber: 'LATE',
    brokerName: 'Bench Broker',
    tradeDate: days[2]?.day,
    settlementDate: days[5]?.day,
    settlementAccount: 1,
  }
  const answer = await server.post('/transaction-entries/buy', buy)
  if (answer.status !== 201) throw new Error(`the late trade answered ${answer.status}: ${answer.text}`)
  await timed('one late trade of five years ago')
  await client.query("INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (0, '1900-01-01')")
  await timed('everything again')
  await client.end()
}

async function readings(server: BenchServer, say: Say): Promise<void> {
  const of = (query: string) => `/portfolios/value-history?${query}`
  await reads(server, say, 'value over five years, one portfolio', of('portfolioId=BENCH-2&timeRange=All'))
  await reads(server, say, 'value over five years, all portfolios', of('timeRange=All'))
  const metrics = (query: string) => `/performance-metrics?${query}`
  await reads(
    server,
    say,
    'metrics over five years, one portfolio',
    metrics('portfolioId=BENCH-2&timeRange=5Y'),
  )
  await reads(server, say, 'metrics over a year, one portfolio', metrics('portfolioId=BENCH-2'))
  await reads(server, say, 'metrics over a year, all portfolios', metrics(''), 10)
  await reads(
    server,
    say,
    'attribution over five years, one portfolio',
    '/performance-metrics/attribution?portfolioId=BENCH-2&timeRange=5Y',
    20,
  )
  await reads(server, say, 'value over three months, one portfolio', of('portfolioId=BENCH-2'))
}
