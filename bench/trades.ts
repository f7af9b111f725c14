/**
 * One long chain (10,000 trades of one security in one portfolio), under WAP and under FIFO: a sale at its end, and a
 * buy five years late at its very beginning, which moves the cost of every sale after it and rewrites all history.
 */
import pg from 'pg'
import { generateBook } from './support/generate.ts'
import { fsyncTime, ms, spreadOf } from './support/machine.ts'
import { type BenchServer, openDisk, startServer } from './support/server.ts'

const TRADES = +(process.env['BENCH_CHAIN'] ?? 10_000)
const SELLS = 100
const LATE = 10
const FROM = '2021-11-22'
const TO = '2026-11-13'
const TODAY = '2026-11-19'
type Say = (line: string) => void

const common = {
  companyName: 'Bench Company 1 PLC',
  symbol: 'B001.N0000',
  brokerName: 'Bench Broker',
  settlementAccount: 1,
  costOfFunds: 8.65,
}

async function save(server: BenchServer, path: string, body: object): Promise<number> {
  const start = performance.now()
  const { status, text } = await server.post(path, { ...common, ...body })
  if (status !== 201 && status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
  return performance.now() - start
}

const days = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)
const spreadText = (durations: readonly number[]) => {
  const { p50, p95, max } = spreadOf(durations)
  return `p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)}`
}

/** Sales at the end of the chain, the first ten left out: until then the server reads everything for the first time. */
async function sells(server: BenchServer, portfolioId: string, quantity: number, contract: string) {
  const durations: number[] = []
  for (const n of days(0, SELLS)) {
    const took = await save(server, '/transaction-entries/sell', {
      portfolioId,
      quantity: quantity + n,
      soldPrice: 150.5,
      contractNumber: `${contract}${n}`,
      tradeDate: TODAY,
      settlementDate: '2026-11-23',
    })
    if (n >= 10) durations.push(took)
  }
  return durations
}

const lateBuy = (portfolioId: string, n: number) => ({
  portfolioId,
  quantity: 777 + n,
  price: 12.3,
  contractNumber: `LATE-${n}`,
  tradeDate: '2021-11-19',
  settlementDate: '2021-11-24',
})

async function measure(server: BenchServer, say: Say, portfolioId: string, method: string): Promise<void> {
  const small = await sells(server, portfolioId, 1_000, 'S')
  say(`${method}, chain of ${TRADES} trades: save a sale of 1,000 shares: ${spreadText(small)}`)
  const durations: number[] = []
  for (const n of days(0, LATE)) {
    durations.push(await save(server, '/transaction-entries/buy?dryRun=1', lateBuy(portfolioId, 100 + n)))
  }
  say(`${method}: preview of a buy five years late, ${SELLS} sales after it: ${spreadText(durations)}`)
  const written: number[] = []
  for (const n of days(0, LATE))
    written.push(await save(server, '/transaction-entries/buy', lateBuy(portfolioId, n)))
  say(
    `${method}: save a buy five years late, ${TRADES} history rows written again, ${SELLS} sales posted again: ${spreadText(written)}`,
  )
  say(`    memory of the server afterwards: ${server.memory()} MB`)
}

/** Two portfolios, each with one chain of buys at random prices over five years. */
async function fill(client: pg.Client): Promise<void> {
  const buys = TRADES - SELLS
  await generateBook(
    client,
    { trades: buys * 2, portfolios: 2, securities: 1, inFirst: buys, from: FROM, to: TO },
    () => undefined,
  )
  await client.query(
    `INSERT INTO costing_methods (portfolio_id, costing_method)
     SELECT id, CASE portfolio_id WHEN 'BENCH-1' THEN 'WAP' ELSE 'FIFO' END FROM portfolios WHERE portfolio_id LIKE 'BENCH-%'`,
  )
  await client.query('CHECKPOINT').catch(() => undefined)
}

export async function benchTrades(say: Say): Promise<void> {
  const disk = await openDisk(() => undefined)
  try {
    const fsync = fsyncTime(disk.folder)
    say(`disk: write + fdatasync of 8 KB p50 ${ms(fsync.p50)}, p95 ${ms(fsync.p95)}`)
    await (await startServer(disk.database, TODAY)).stop()
    const client = new pg.Client({ ...disk.database.owner, options: '-c search_path=em,public' })
    client.on('error', () => undefined)
    await client.connect()
    const server = await fill(client).then(() => startServer(disk.database, TODAY))
    try {
      say(
        `book: 2 portfolios with one chain each, ${TRADES - SELLS} buys from ${FROM} to ${TO}, then ${SELLS} sales`,
      )
      await measure(server, say, 'BENCH-1', 'WAP')
      await measure(server, say, 'BENCH-2', 'FIFO')
      const [count] = (
        await client.query(
          `SELECT count(*) FROM journal_entries WHERE cause_kind = 'trade' AND cause_id <> trade_id`,
        )
      ).rows
      say(`    difference entries posted: ${count?.count}`)
    } finally {
      await server.stop()
      await client.end()
    }
  } finally {
    await disk.remove()
  }
}
