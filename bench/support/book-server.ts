/** A server on a book that was filled for it, and reads of it measured one after the other. */
import pg from 'pg'
import { fsyncTime, ms, spreadOf } from './machine.ts'
import { type BenchServer, openDisk, startServer } from './server.ts'

export type Say = (line: string) => void

/** Asks for a path again and again, twenty times unmeasured, and says how long it took. */
export async function reads(
  server: BenchServer,
  say: Say,
  what: string,
  path: string,
  rounds = 200,
): Promise<void> {
  const durations: number[] = []
  let size = 0
  for (let round = 0; round < rounds + 20; round += 1) {
    const start = performance.now()
    const { status, text } = await server.get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
    size = text.length
    if (round >= 20) durations.push(performance.now() - start)
  }
  const spread = spreadOf(durations)
  say(`${what}: p50 ${ms(spread.p50)}, p95 ${ms(spread.p95)} (${Math.round(size / 1024)} KB)`)
}

/** A session of the owner whose facts are of the first start's act. */
export const AS_ONE_ACT = '-c search_path=em,public -c equity_manager.act=1'

/** Fills a new database and asks the server on it; all of it is removed afterwards. */
export async function withBook(
  say: Say,
  fill: (client: pg.Client, say: Say) => Promise<void>,
  ask: (server: BenchServer, postmaster: number) => Promise<void>,
  today: string,
) {
  const disk = await openDisk(() => undefined)
  try {
    const fsync = fsyncTime(disk.folder)
    say(`disk: write + fdatasync of 8 KB p50 ${ms(fsync.p50)}, p95 ${ms(fsync.p95)}`)
    // The schema and the lists come from the server's own first start.
    await (await startServer(disk.database, today)).stop()
    const client = new pg.Client({ ...disk.database.owner, options: AS_ONE_ACT })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await fill(client, say)
      await client.query('CHECKPOINT').catch(() => undefined)
    } finally {
      await client.end()
    }
    const server = await startServer(disk.database, today)
    say(`server start to first answer: ${ms(server.startTime)}; memory idle ${server.memory()} MB`)
    try {
      await ask(server, disk.database.pid)
    } finally {
      await server.stop()
    }
  } finally {
    await disk.remove()
  }
}
