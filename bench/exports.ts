/**
 * The whole ledger exported by a job, as .csv and as .xlsx, while another saves: how long it takes, what its process has in
 * memory, what a save waits meanwhile, and the download. BENCH_EXPORT_TRADES sets another size of the book (20,000 trades are some 200,000 lines).
 */
import type { ExportFile } from '@em/contract/exports/exports'
import { type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms, spreadOf } from './support/machine.ts'
import type { BenchServer } from './support/server.ts'

const TRADES = Number(process.env['BENCH_EXPORT_TRADES'] ?? 20_000)
const TODAY = '2026-11-19'

export async function benchExports(say: Say): Promise<void> {
  const size = { portfolios: 20, securities: 100, inFirst: TRADES / 20, from: '2022-01-03', to: TODAY }
  await withBook(
    say,
    async (client) => {
      await generateBook(client, { trades: TRADES, ...size }, () => undefined)
      await client.query('ANALYZE')
    },
    async (server) => {
      for (const format of ['csv', 'xlsx', 'csv', 'xlsx']) await exported(server, format, say)
      const { worker } = server.workers()
      say(`memory: server ${server.peak()} MB, worker ${worker} MB at most since their start`)
    },
    TODAY,
  )
}

let entries = 0
/** Saves a journal entry, and answers how long that took. */
async function saved(server: BenchServer): Promise<number> {
  entries += 1
  const start = performance.now()
  const { status, text } = await server.post('/journal-entries', {
    date: TODAY,
    description: `During an export ${entries}`,
    lines: [
      { account_code: '1010', debit: 5 },
      { account_code: '3000', credit: 5 },
    ],
  })
  if (status !== 201) throw new Error(`the entry answered ${status}: ${text}`)
  return performance.now() - start
}

async function exported(server: BenchServer, format: string, say: Say): Promise<void> {
  let largest = 0
  let done = false
  const start = performance.now()
  const making = server.post('/general-ledger/exports', { format }).finally(() => {
    done = true
  })
  const waits: number[] = []
  while (!done) {
    waits.push(await saved(server))
    // A process that took much for its job ends with it: it is looked at while it works.
    largest = Math.max(largest, server.workers().largest)
    await new Promise((next) => setTimeout(next, 50))
  }
  const { status, text } = await making
  if (status !== 201) throw new Error(`the export answered ${status}: ${text}`)
  const took = performance.now() - start
  const { id, rows, bytes } = JSON.parse(text) as ExportFile
  const begun = performance.now()
  const got = await server.download(`/exports/${id}/file`)
  if (got !== bytes) throw new Error(`${got} bytes came of ${bytes}`)
  const { p50, p95, max } = spreadOf(waits)
  say(
    `export of ${rows} lines to .${format}: ${ms(took)}, ${Math.round(bytes / 1024)} KB, its process ${largest} MB at most; ` +
      `download ${ms(performance.now() - begun)}; ${waits.length} saves meanwhile p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)}`,
  )
}
