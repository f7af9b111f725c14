/**
 * The whole book exported by a job and loaded into an empty database: seconds, size of the file, memory of the loading process.
 * BENCH_BOOK_TRADES sets another size (100,000 trades).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportFile } from '@em/contract/exports/exports'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { readSettings } from '../apps/server/src/platform/settings.ts'
import { loadInto } from '../tools/load-book.ts'
import { type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'

const TRADES = Number(process.env['BENCH_BOOK_TRADES'] ?? 100_000)
const TODAY = '2026-11-19'

export async function benchBook(say: Say): Promise<void> {
  const size = { portfolios: 20, securities: 100, inFirst: TRADES / 20, from: '2022-01-03', to: TODAY }
  const folder = await mkdtemp(join(tmpdir(), 'em-bench-book-'))
  const file = join(folder, 'book.zip')
  try {
    await withBook(
      say,
      async (client) => {
        await generateBook(client, { trades: TRADES, ...size }, () => undefined)
        await client.query('ANALYZE')
      },
      async (server) => {
        const start = performance.now()
        const { status, text } = await server.post('/book/exports', {})
        if (status !== 201) throw new Error(`the export answered ${status}: ${text}`)
        const made = JSON.parse(text) as ExportFile
        const seconds = (performance.now() - start) / 1000
        const answer = await fetch(`http://127.0.0.1:${server.port}/api/exports/${made.id}/file`, {
          headers: { authorization: `Bearer ${server.token}` },
        })
        await writeFile(file, Buffer.from(await answer.arrayBuffer()))
        const megabytes = (made.bytes / 1024 / 1024).toFixed(1)
        say(
          `export: ${made.rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s, ${megabytes} MB, the job's process ${server.workers().largest} MB`,
        )
      },
      TODAY,
    )
    await withBook(
      say,
      async () => undefined,
      async (server) => {
        const database = await openDatabase({ connectionString: server.database }, 2)
        try {
          const start = performance.now()
          const { acts } = await loadInto(
            database,
            { settings: readSettings({}), path: file },
            () => undefined,
          )
          const seconds = (performance.now() - start) / 1000
          const most = Math.round(process.resourceUsage().maxRSS / 1024)
          say(`load: ${acts.toLocaleString('en')} acts in ${seconds.toFixed(1)} s, ${most} MB at most`)
        } finally {
          await database.close()
        }
      },
      TODAY,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
