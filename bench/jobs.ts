/**
 * How long a job waits before a worker begins it (small imports, one after the other, the queue empty), how long the request
 * takes, and what the queue asks of the database while nobody does anything. BENCH_JOBS sets how many.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '@em/contract/jobs'
import pg from 'pg'
import { withBook } from './support/book-server.ts'
import { ms, spreadOf } from './support/machine.ts'
import { fillOnePortfolio } from './support/one-portfolio.ts'
import type { BenchServer } from './support/server.ts'

type Say = (line: string) => void
const TODAY = '2026-11-19'
const JOBS = Number(process.env['BENCH_JOBS'] ?? 100)
const IDLE_SECONDS = 60

const importOf = (at: number) => ({
  source: 'import',
  defaults: { portfolioId: 'BENCH-1', brokerName: 'Bench Broker', settlementAccount: 'BENCH-1' },
  rows: [
    {
      side: 'buy',
      symbol: 'B001.N0000',
      quantity: 100,
      price: 10,
      contractNumber: `J${at}`,
      tradeDate: '2026-06-01',
    },
  ],
})

async function submit(server: BenchServer, at: number): Promise<{ begun: number; answered: number }> {
  const start = performance.now()
  const { status, text } = await server.post('/trade-batches', importOf(at), crypto.randomUUID())
  if (status !== 201) throw new Error(`the import answered ${status}: ${text}`)
  const answered = performance.now() - start
  const [job] = JSON.parse((await server.get('/jobs?limit=1')).text) as [Job]
  return { begun: Date.parse(job.startedAt ?? '') - Date.parse(job.createdAt), answered }
}

/** Transactions of the database so far. */
async function transactions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(rows[0]?.count)
}

async function idle(server: BenchServer, say: Say): Promise<void> {
  const client = new pg.Client({ connectionString: server.database, options: '-c search_path=em,public' })
  await client.connect()
  try {
    // What the sessions did before is told to the database's statistics some time after.
    await pause(15_000)
    const began = await transactions(client)
    await pause(IDLE_SECONDS * 1_000)
    const asked = (await transactions(client)) - began
    say(
      `nobody does anything: ${asked} transactions in ${IDLE_SECONDS} s, of the server, its worker and the queue`,
    )
  } finally {
    await client.end()
  }
}

export async function benchJobs(say: Say): Promise<void> {
  await withBook(
    say,
    fillOnePortfolio,
    async (server) => {
      // The worker begins beside the server; the first jobs are its warming up.
      for (let at = 0; at < 10; at += 1) await submit(server, at)
      const told = []
      for (let at = 0; at < JOBS; at += 1) told.push(await submit(server, 100 + at))
      const [begun, answered] = [
        spreadOf(told.map((one) => one.begun)),
        spreadOf(told.map((one) => one.answered)),
      ]
      say(
        `${JOBS} imports of one row: begun by the worker after p50 ${ms(begun.p50)}, p95 ${ms(begun.p95)}, max ${ms(begun.max)}; ` +
          `answered after p50 ${ms(answered.p50)}, p95 ${ms(answered.p95)}`,
      )
      const { worker, hands } = server.workers()
      say(`memory: server ${server.memory()} MB, worker ${worker} MB, the process of its jobs ${hands} MB`)
      await idle(server, say)
    },
    TODAY,
  )
}
