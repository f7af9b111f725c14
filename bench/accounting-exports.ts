/**
 * A batch of 200,000 lines for an outside ledger, as a job, while another saves: each entry for the firm's own CSV, for QuickBooks and for Xero
 * (a zip of files of 300 lines), and summed by month. Each is looked at, made and downloaded. BENCH_EXPORT_TRADES sets another size of the book.
 */
import type {
  AccountingBatch,
  AccountingTarget,
} from '../packages/contract/src/accounting-exports/accounting-exports.ts'
import { type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms, spreadOf } from './support/machine.ts'
import type { BenchServer } from './support/server.ts'

const TRADES = Number(process.env['BENCH_EXPORT_TRADES'] ?? 20_000)
const TODAY = '2026-11-19'
const FROM = '2022-01-03'
const KINDS = [
  ['csv', 'line'],
  ['quickbooks', 'line'],
  ['xero', 'line'],
  ['csv', 'month'],
] as const

export async function benchAccountingExports(say: Say): Promise<void> {
  const size = { portfolios: 20, securities: 100, inFirst: TRADES / 20, from: FROM, to: TODAY }
  await withBook(
    say,
    async (client) => {
      await generateBook(client, { trades: TRADES, ...size }, () => undefined)
      await client.query('ANALYZE')
    },
    async (server) => {
      for (const [format, detail] of KINDS) await exported(server, { format, detail }, say)
      const { worker } = server.workers()
      say(`memory: server ${server.peak()} MB, worker ${worker} MB at most since their start`)
    },
    TODAY,
  )
}

async function answerOf<Answer>(
  what: string,
  asked: Promise<{ status: number; text: string }>,
): Promise<Answer> {
  const { status, text } = await asked
  if (status >= 300) throw new Error(`${what} answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as Answer
}

async function mapped(server: BenchServer, format: string, detail: string): Promise<AccountingTarget> {
  const target = await answerOf<AccountingTarget>(
    'the outside ledger',
    server.post('/accounting-targets', {
      name: `${format} by ${detail}`,
      code: `${format.slice(0, 2)}-${detail}`,
      format,
      detail,
      entity: 'Bench',
      startDate: FROM,
    }),
  )
  const chart = await answerOf<{ account_code: string }[]>(
    'the chart',
    server.get('/chart-of-accounts?limit=1000'),
  )
  const rows = chart.map(({ account_code }) => ({ account_code, outside: account_code }))
  await answerOf(
    'the mapping',
    server.put(`/accounting-targets/${target.id}/mapping`, { rows, version: target.mappingVersion }),
  )
  return target
}

let entries = 0
/** Saves a journal entry, and answers how long that took. */
async function saved(server: BenchServer): Promise<number> {
  entries += 1
  const start = performance.now()
  await answerOf(
    'the entry',
    server.post('/journal-entries', {
      date: TODAY,
      description: `During a batch ${entries}`,
      lines: [
        { account_code: '1010', debit: 5 },
        { account_code: '3000', credit: 5 },
      ],
    }),
  )
  return performance.now() - start
}

async function exported(
  server: BenchServer,
  { format, detail }: { format: string; detail: string },
  say: Say,
): Promise<void> {
  const { id: target } = await mapped(server, format, detail)
  const body = { target, to: TODAY }
  const begun = performance.now()
  await answerOf('the look', server.post('/accounting-exports?dryRun=1', body))
  const previewMs = performance.now() - begun
  let done = false
  let largest = 0
  const start = performance.now()
  const making = answerOf<AccountingBatch>('the batch', server.post('/accounting-exports', body)).finally(
    () => {
      done = true
    },
  )
  const waits: number[] = []
  while (!done) {
    waits.push(await saved(server))
    // A process that took much for its job ends with it: it is looked at while it works.
    largest = Math.max(largest, server.workers().largest)
    await new Promise((next) => setTimeout(next, 50))
  }
  const batch = await making
  const took = performance.now() - start
  const from = performance.now()
  const got = await server.download(`/accounting-exports/${batch.id}/file`)
  if (got !== batch.bytes) throw new Error(`${got} bytes came of ${batch.bytes}`)
  const { p50, max } = spreadOf(waits)
  say(
    `${format}, ${detail}: ${batch.entries} entries, ${batch.lines} lines (${(batch.bytes / 1_048_576).toFixed(1)} MB) looked at in ${ms(previewMs)}, made in ${ms(took)}, ` +
      `its process ${largest} MB at most; download ${ms(performance.now() - from)}; ${waits.length} saves meanwhile p50 ${ms(p50)}, max ${ms(max)}`,
  )
}
