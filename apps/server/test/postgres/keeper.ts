/**
 * The smallest server there can be: opens the embedded database, holds the server's lock, writes rows if
 * asked to, and on Ctrl-C finishes what it has begun before it stops PostgreSQL. Run as a process of its
 * own by the tests; speaks one line of JSON per event.
 */
import pg from 'pg'
import { startEmbedded } from '../../src/platform/postgres/embedded.ts'
import { errorText } from '../../src/platform/postgres/embedded-error.ts'
import { holdServerLock } from '../../src/platform/postgres/server-lock.ts'

export interface KeeperOrder {
  dataDir: string
  systemFolder: string
  binaries?: string
  /** Clients that insert one row after the other until the end. */
  writers?: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as KeeperOrder
const emit = (event: string, facts: object = {}) => console.log(JSON.stringify({ event, ...facts }))

let stopping = false
const count = { acknowledged: 0, failed: 0 }

async function write(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  while (!stopping) {
    try {
      await client.query('INSERT INTO kept (n) SELECT generate_series(1, 20)')
      count.acknowledged += 20
    } catch {
      count.failed += 1
      break
    }
  }
  await client.end().catch(() => undefined)
}

async function keep(): Promise<void> {
  const { writers = 0, ...options } = order
  const database = await startEmbedded({ ...options, log: (line) => emit('said', { line }) })
  const holder = new pg.Client(database.owner)
  holder.on('error', () => undefined)
  await holder.connect()
  try {
    await holdServerLock(holder)
  } catch (error) {
    await holder.end()
    throw error
  }
  await holder.query('CREATE TABLE IF NOT EXISTS kept (id bigint GENERATED ALWAYS AS IDENTITY, n int)')

  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
  const writing = Array.from({ length: writers }, () => write(database.owner))
  const { owner, admin, adopted, pid, where } = database
  emit('ready', { owner, admin, adopted, pid, where })
  const alive = setInterval(() => undefined, 1_000)
  await asked
  clearInterval(alive)
  // As a server that is still answering its last requests.
  if (writers > 0) await new Promise((resolve) => setTimeout(resolve, 300))
  stopping = true
  await Promise.all(writing)
  await holder.end()
  await database.stop()
  emit('stopped', count)
}

keep().catch((error: unknown) => {
  emit('refused', { line: errorText(error) })
  process.exitCode = 1
})
