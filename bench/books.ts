/**
 * (a) save a buy with one client and with 16, on an empty book and on 200,000 trades;
 * (b) the positions of a portfolio with 10,000 trades; (c) the trial balance over 200,000 trades.
 */
import type pg from 'pg'
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms, spreadOf } from './support/machine.ts'
import { type BenchServer, load, postgresUse } from './support/server.ts'

const TRADES = +(process.env['BENCH_TRADES'] ?? 200_000)
const TODAY = '2026-11-19'
const PORTFOLIOS = 10
const SECURITIES = 60

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

async function saves(server: BenchServer, postmaster: number, say: Say, what: string): Promise<void> {
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
    const [cpu, databaseCpu] = [server.cpu(), postgresUse(postmaster).cpu]
    const { seconds, durations } = await load({ ...task, clients, requests })
    const each = (spent: number) => ms((1000 * spent) / requests)
    const spent = [each(server.cpu() - cpu), each(postgresUse(postmaster).cpu - databaseCpu)]
    const spread = spreadOf(durations)
    say(
      `(a) save a buy, ${what}, ${clients} client${clients > 1 ? 's' : ''}, ${PORTFOLIOS} portfolios x ${SECURITIES} securities: ` +
        `p50 ${ms(spread.p50)}, p95 ${ms(spread.p95)}, p99 ${ms(spread.p99)}, ${Math.round(requests / seconds)} saves/s`,
    )
    say(`    processor time a save: server ${spent[0]}, PostgreSQL ${spent[1]}`)
  }
  say(`    memory of the server afterwards: ${server.memory()} MB`)
}

export async function benchBooks(say: Say): Promise<void> {
  await withBook(say, smallBook, (server, pid) => saves(server, pid, say, 'empty book'), TODAY)
  if (process.env['BENCH_EMPTY']) return
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
    async (server, postmaster) => {
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
      await saves(server, postmaster, say, `${TRADES} trades`)
    },
    TODAY,
  )
}
