/**
 * How long a job waits before a worker begins it (small imports, one after the other, the queue empty), how long the request
 * takes, how long an import of one row takes behind an export and a check of the books by two other people, how soon a second person's
 * export is made behind some of the first, and how many transactions the queue makes while no user does
 * anything. BENCH_JOBS sets how many imports, BENCH_JOBS_ROWS how many trades are exported and checked.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '@em/contract/jobs/jobs'
import pg from 'pg'
import { withBook } from './support/book-server.ts'
import { ms, spreadOf } from './support/machine.ts'
import { fillOnePortfolio } from './support/one-portfolio.ts'
import type { BenchServer } from './support/server.ts'

type Say = (line: string) => void
const TODAY = '2026-11-19'
const JOBS = Number(process.env['BENCH_JOBS'] ?? 100)
const ROWS = Number(process.env['BENCH_JOBS_ROWS'] ?? 5_000)
/** Rounds of an import behind others' work: at most so many, and none begins after so long. An export of 20,000 trades takes half a minute and more. */
const BEHIND = 10
const BEHIND_SECONDS = 90
const LEAST_ROUNDS = 2
/** Exports of one person that another's waits behind. */
const EXPORTS = 3
const IDLE_SECONDS = 60

const rowOf = (at: number | string) => ({
  side: 'buy',
  symbol: 'B001.N0000',
  quantity: 100,
  price: 10,
  contractNumber: `J${at}`,
  tradeDate: '2026-06-01',
})
const importOf = (...rows: object[]) => ({
  source: 'import',
  defaults: { portfolioId: 'BENCH-1', brokerName: 'Bench Broker', settlementAccount: 'BENCH-1' },
  rows,
})

async function submit(server: BenchServer, at: number): Promise<{ begun: number; answered: number }> {
  const start = performance.now()
  const { status, text } = await server.post('/trade-batches', importOf(rowOf(at)), crypto.randomUUID())
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
    // The statistics of the database follow the work of its sessions after some time.
    await pause(15_000)
    const began = await transactions(client)
    await pause(IDLE_SECONDS * 1_000)
    const asked = (await transactions(client)) - began
    say(`idle: ${asked} transactions in ${IDLE_SECONDS} s, of the server, its worker and the queue`)
  } finally {
    await client.end()
  }
}

/** A further person of the server: hands work in, and answers how to wait for its end. */
async function personOf({ port }: BenchServer, name: string) {
  const base = `http://127.0.0.1:${port}/api`
  const ask = async (method: string, path: string, token?: string, body?: unknown) => {
    const answer = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return { status: answer.status, body: (await answer.json()) as { token: string; jobId: number } & Job }
  }
  const signedUp = await ask('POST', '/auth/signup', undefined, {
    first_name: 'Bench',
    last_name: name,
    email: `${name}@bench.invalid`,
    password: 'bench-password',
  })
  const { token } = signedUp.body
  return async (path: string, body: unknown): Promise<() => Promise<void>> => {
    const sent = await ask('POST', path, token, body)
    if (sent.status !== 202) return async () => undefined
    return async () => {
      for (;;) {
        const { body: job } = await ask('GET', `/jobs/${sent.body.jobId}`, token)
        if (job.error !== null) throw new Error(`${path}: ${job.error.message}`)
        if (job.endedAt !== null) return
        await pause(20)
      }
    }
  }
}

/** Milliseconds until what was handed in is done. */
async function timed(submitted: Promise<() => Promise<void>>): Promise<number> {
  const start = performance.now()
  await (await submitted)()
  return performance.now() - start
}

/** Short work behind the long work of others, and one person's long work behind another's. */
async function behindOthers(server: BenchServer, say: Say): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, at) => rowOf(`L${at}`))
  const [exporter, checker, sender] = [
    await personOf(server, 'exporter'),
    await personOf(server, 'checker'),
    await personOf(server, 'sender'),
  ]
  // Completed before anything is measured: an export and a check during the import would have other amounts
  // each time.
  const filled = await timed(sender('/trade-batches', importOf(...rows)))
  say(`${ROWS} trades to export and check, imported in ${ms(filled)}`)
  const EXPORT = ['/general-ledger/exports', { format: 'xlsx' }] as const
  const took: number[] = []
  const began = performance.now()
  const goesOn = (at: number) =>
    at < LEAST_ROUNDS || (at < BEHIND && performance.now() - began < BEHIND_SECONDS * 1_000)
  for (let at = 0; goesOn(at); at += 1) {
    const others = await Promise.all([exporter(...EXPORT), checker('/verify', {})])
    took.push(await timed(sender('/trade-batches', importOf(rowOf(`B${at}`)))))
    for (const end of others) await end()
  }
  const { p50, max } = spreadOf(took)
  say(
    `an import of one row behind an export and a check of ${ROWS} trades: p50 ${ms(p50)}, longest ${ms(max)} of ${took.length}`,
  )
  const alone = await timed(checker(...EXPORT))
  const exports: (() => Promise<void>)[] = []
  for (let at = 0; at < EXPORTS; at += 1) exports.push(await exporter(...EXPORT))
  const second = await timed(checker(...EXPORT))
  for (const end of exports) await end()
  say(`an export alone ${ms(alone)}; behind ${EXPORTS} of another person ${ms(second)}`)
}

export async function benchJobs(say: Say): Promise<void> {
  await withBook(
    say,
    fillOnePortfolio,
    async (server) => {
      // The worker starts with the server; the first jobs warm it up.
      for (let at = 0; at < 10; at += 1) await submit(server, at)
      const submitted = []
      for (let at = 0; at < JOBS; at += 1) submitted.push(await submit(server, 100 + at))
      const [begun, answered] = [
        spreadOf(submitted.map((one) => one.begun)),
        spreadOf(submitted.map((one) => one.answered)),
      ]
      say(
        `${JOBS} imports of one row: begun by the worker after p50 ${ms(begun.p50)}, p95 ${ms(begun.p95)}, max ${ms(begun.max)}; ` +
          `answered after p50 ${ms(answered.p50)}, p95 ${ms(answered.p95)}`,
      )
      const { worker, processes } = server.workers()
      say(
        `memory: server ${server.memory()} MB, worker ${worker} MB, the process of its jobs ${processes} MB`,
      )
      await behindOthers(server, say)
      await idle(server, say)
    },
    TODAY,
  )
}
