/**
 * (a) save a buy with one client and with 16, on an empty book and on 200,000 trades;
 * (b) the positions of a portfolio with 10,000 trades; (c) the trial balance over 200,000 trades.
 */
import pg from 'pg'
import { generateBook } from './support/generate.ts'
import { fsyncTime, ms, spreadOf } from './support/machine.ts'
import { type BenchServer, load, openDisk, startServer } from './support/server.ts'

const TRADES = +(process.env['BENCH_TRADES'] ?? 200_000)
const TODAY = '2026-11-19'
const PORTFOLIOS = 10
const SECURITIES = 60
type Say = (line: string) => void

/** A book of master data only: the same portfolios and securities as the large one. */
async function smallBook(client: pg.Client, say: Say): Promise<void> {
  await generateBook(
    client,
    {
      trades: 600,
      portfolios: PORTFOLIOS,
      securities: SECURITIES,
      inFirst: 60,
      from: '2026-01-01',
      to: TODAY,
    },
    () => undefined,
  )
  say('book: 600 trades (as good as empty)')
}

async function saves(server: BenchServer, say: Say, what: string): Promise<void> {
  const symbols = Array.from({ length: SECURITIES }, (_, n) => ({
    symbol: `B${String(n + 1).padStart(3, '0')}.N0000`,
    name: `Bench Company ${n + 1} PLC`,
  }))
  const portfolios = Array.from({ length: PORTFOLIOS }, (_, n) => `BENCH-${n + 1}`)
  const task = {
    port: server.port,
    token: server.token,
    portfolios,
    symbols,
    account: 1,
    tradeDate: TODAY,
    settlementDate: '2026-11-23',
  }
  await load({ ...task, clients: 4, requests: 400 })
  for (const [clients, requests] of [
    [1, 1500],
    [16, 6000],
  ] as const) {
    const { seconds, durations } = await load({ ...task, clients, requests })
    const spread = spreadOf(durations)
    say(
      `(a) save a buy, ${what}, ${clients} client${clients > 1 ? 's' : ''}, ${PORTFOLIOS} portfolios x ${SECURITIES} securities: ` +
        `p50 ${ms(spread.p50)}, p95 ${ms(spread.p95)}, p99 ${ms(spread.p99)}, ${Math.round(requests / seconds)} saves/s`,
    )
  }
  say(`    memory of the server afterwards: ${server.memory()} MB`)
}

async function reads(server: BenchServer, say: Say, what: string, path: string, turns = 200): Promise<void> {
  const durations: number[] = []
  let size = 0
  for (let turn = 0; turn < turns + 20; turn += 1) {
    const start = performance.now()
    const { status, text } = await server.get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
    size = text.length
    if (turn >= 20) durations.push(performance.now() - start)
  }
  const spread = spreadOf(durations)
  say(`${what}: p50 ${ms(spread.p50)}, p95 ${ms(spread.p95)} (${Math.round(size / 1024)} KB)`)
}

async function withBook(
  say: Say,
  fill: (client: pg.Client, say: Say) => Promise<void>,
  ask: (server: BenchServer) => Promise<void>,
) {
  const disk = await openDisk(() => undefined)
  try {
    const fsync = fsyncTime(disk.folder)
    say(`disk: write + fdatasync of 8 KB p50 ${ms(fsync.p50)}, p95 ${ms(fsync.p95)}`)
    // The schema and the lists come from the server's own first start.
    await (await startServer(disk.database.connection, TODAY)).stop()
    const client = new pg.Client({ ...disk.database.connection, options: '-c search_path=em,public' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await fill(client, say)
      await client.query('CHECKPOINT').catch(() => undefined)
    } finally {
      await client.end()
    }
    const server = await startServer(disk.database.connection, TODAY)
    say(`server start to first answer: ${ms(server.startTime)}; memory idle ${server.memory()} MB`)
    try {
      await ask(server)
    } finally {
      await server.stop()
    }
  } finally {
    await disk.remove()
  }
}

export async function benchBooks(say: Say): Promise<void> {
  await withBook(say, smallBook, (server) => saves(server, say, 'empty book'))
  const inFirst = Math.min(10_000, TRADES / 2)
  await withBook(
    say,
    async (client) => {
      say(
        `book: ${TRADES} trades, ${PORTFOLIOS} portfolios, the first with ${inFirst}, ${SECURITIES} securities, 2022 to 2026`,
      )
      await generateBook(
        client,
        {
          trades: TRADES,
          portfolios: PORTFOLIOS,
          securities: SECURITIES,
          inFirst,
          from: '2022-01-03',
          to: TODAY,
        },
        say,
      )
    },
    async (server) => {
      const first = JSON.parse((await server.get('/portfolios')).text) as {
        id: number
        portfolioId: string
      }[]
      const id = first.find((portfolio) => portfolio.portfolioId === 'BENCH-1')?.id
      await reads(
        server,
        say,
        `(b) positions of a portfolio with ${inFirst} trades`,
        `/transaction-entries/portfolio/${id}/positions`,
      )
      await reads(
        server,
        say,
        `(c) trial balance over ${TRADES} trades, today`,
        `/trial-balance?startDate=2026-01-01`,
      )
      await reads(
        server,
        say,
        `(c) trial balance over ${TRADES} trades, 2024-08-15, one portfolio`,
        `/trial-balance?endDate=2024-08-15&portfolio=BENCH-2`,
      )
      await reads(server, say, '    overview of all portfolios', '/portfolios/overview', 50)
      await reads(server, say, '    ledger, newest 20 lines', '/general-ledger?limit=20', 50)
      await reads(server, say, '    dashboard', '/dashboard', 50)
      await reads(server, say, '    all trades, newest 50', '/trades?limit=50', 50)
      await reads(server, say, '    all trades, counts and sums', '/trades/summary', 50)
      await reads(server, say, '    notifications', '/notifications', 50)
      await reads(
        server,
        say,
        '    value of all portfolios over a year',
        '/portfolios/value-history?timeRange=1Y',
        50,
      )
      await saves(server, say, `${TRADES} trades`)
    },
  )
}
