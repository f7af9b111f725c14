/**
 * Fifty imports at once, all refused, again and again while another client saves buys one after the other: how long its
 * saves take, compared with those with nothing else to do. Small imports first, then such of 10,000 rows.
 */
import type pg from 'pg'
import { withBook } from './support/book-server.ts'
import { ms, spreadOf } from './support/machine.ts'
import { fillOnePortfolio } from './support/one-portfolio.ts'
import { type BenchServer, load } from './support/server.ts'

type Say = (line: string) => void
const TODAY = '2026-11-19'
const AT_ONCE = Number(process.env['BENCH_IMPORTS'] ?? 50)
const SAVES = Number(process.env['BENCH_SAVES'] ?? 300)

/** Buys, and at the end a sale of shares that are not held. */
function refusedImport(rows: number): object {
  const row = (at: number) => ({
    side: at === rows ? 'sell' : 'buy',
    symbol: `B${String(at === rows ? 100 : 1 + (at % 50)).padStart(3, '0')}.N0000`,
    quantity: 100,
    price: 10,
    contractNumber: `R${at}`,
    tradeDate: '2026-06-01',
  })
  return {
    source: 'import',
    defaults: { portfolioId: 'BENCH-2', brokerName: 'Bench Broker', settlementAccount: 'BENCH-1' },
    rows: Array.from({ length: rows }, (_, at) => row(at + 1)),
  }
}

const saves = (server: BenchServer) =>
  load({
    port: server.port,
    token: server.token,
    clients: 1,
    requests: SAVES,
    portfolios: ['BENCH-1'],
    symbols: Array.from({ length: 50 }, (_, at) => ({
      symbol: `B${String(1 + at).padStart(3, '0')}.N0000`,
      name: `Bench Company ${1 + at} PLC`,
    })),
    account: 1,
    tradeDate: TODAY,
    settlementDate: '2026-11-23',
  })

async function measure(server: BenchServer, say: Say, rows: number): Promise<void> {
  const body = refusedImport(rows)
  const answers = new Map<number, number>()
  let saving = true
  const imports = Array.from({ length: AT_ONCE }, async () => {
    while (saving) {
      const { status } = await server.post('/trade-batches', body)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  })
  const { durations } = await saves(server)
  saving = false
  await Promise.all(imports)
  const { p50, p95, max } = spreadOf(durations)
  const statuses = [...answers].map(([status, count]) => `${count} answered ${status}`).join(', ')
  say(
    `${AT_ONCE} imports of ${rows} rows at once, refused (${statuses}): ${SAVES} saves meanwhile p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)}`,
  )
}

export async function benchRefusedImports(say: Say): Promise<void> {
  await withBook(
    say,
    (client: pg.Client) => fillOnePortfolio(client),
    async (server) => {
      await saves(server)
      const { p50, p95, max } = spreadOf((await saves(server)).durations)
      say(`${SAVES} saves with nothing else to do: p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)}`)
      for (const rows of [10, 10_000]) await measure(server, say, rows)
    },
    TODAY,
  )
}
