/**
 * First starts that are killed: an empty folder, a server, a blow at a random moment between its beginning and its
 * first answer. Then the server is started once more, and it must open whole books.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ownerLogin } from '../../apps/server/src/platform/postgres/logins.ts'
import { socketPort } from '../../apps/server/src/platform/postgres/socket-folder.ts'
import { throwAwayFolder } from '../../apps/server/test/support/throw-away-cluster.ts'
import { seeded } from '../demo/random.ts'
import {
  ADDRESS,
  type Blow,
  blows,
  failureOf,
  type Program,
  pause,
  startServer,
  strike,
  verifyBooks,
} from './processes.ts'

/**
 * When a start is killed: so many milliseconds after its beginning, or after its database accepted
 * connections.
 */
export type Moment = { readonly ms: number } | { readonly databaseAnd: number }
/** About how long the schema and the starting lists take from there on. */
const MAKING_MS = 900

export interface KilledStart {
  readonly blow: Blow
  readonly moment: Moment
  /** Why the next start did not open whole books; undefined when it did. */
  readonly failure: string | undefined
}

const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: 'correct horse' }

/** The books open, are those of a first start, and take what is written. @throws with what is wrong. */
async function expectWholeBooks(dataDir: string): Promise<void> {
  const server = startServer(dataDir)
  const url = await server.says(ADDRESS)
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    const answer = await fetch(`${url}/api${path}`, init)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const json = { 'content-type': 'application/json' }
  const { token } = (await ask('/auth/signup', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  })) as { token: string }
  const headers = { ...json, authorization: `Bearer ${token}` }
  for (const [list, least] of [
    ['/chart-of-accounts', 20],
    ['/gl-mappings', 20],
    ['/holidays', 50],
  ] as const) {
    const rows = (await ask(list, { headers })) as unknown[]
    if (!(rows.length >= least)) throw new Error(`${list} has ${rows.length} rows`)
  }
  await ask('/brokers', { method: 'POST', headers, body: JSON.stringify({ name: 'A broker' }) })
  server.child.kill('SIGTERM')
  const status = await server.ended
  if (status !== 0) throw new Error(`the server ended with ${status}: ${server.said()}`)
  await verifyBooks(dataDir)
}

/** How long a first start takes without a kill, in milliseconds. */
async function wholeStart(): Promise<number> {
  const dataDir = await throwAwayFolder()
  const began = performance.now()
  const server = startServer(dataDir)
  await server.says(ADDRESS)
  const took = performance.now() - began
  await strike('everything', server, dataDir)
  await server.ended
  await rm(dataDir, { recursive: true, force: true })
  return took
}

/** Waits for the moment, or until the server serves: then it was over sooner than expected. */
async function waitFor(moment: Moment, server: Program, dataDir: string): Promise<void> {
  if ('ms' in moment) {
    await pause(moment.ms)
    return
  }
  let serves = false
  void failureOf(server.says(ADDRESS)).then(() => {
    serves = true
  })
  while (!serves && !(await letsIn(dataDir)));
  await pause(moment.databaseAnd)
}

/** Whether the database of the books is there and takes connections. */
async function letsIn(dataDir: string): Promise<boolean> {
  const cluster = join(dataDir, 'postgres')
  if (!existsSync(join(cluster, `.s.PGSQL.${socketPort}`))) {
    await pause(2)
    return false
  }
  const login = { user: ownerLogin, database: 'equity_manager', ssl: false }
  const client = new pg.Client({ host: cluster, port: socketPort, ...login })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function once(moment: Moment, blow: Blow): Promise<KilledStart> {
  const dataDir = await throwAwayFolder()
  const server = startServer(dataDir)
  await waitFor(moment, server, dataDir)
  await strike(blow, server, dataDir)
  // A server whose PostgreSQL was killed may end, or start it again and serve.
  await Promise.race([server.ended, failureOf(server.says(ADDRESS))])
  server.child.kill('SIGTERM')
  await server.ended
  const failure = await failureOf(expectWholeBooks(dataDir))
  await strike('everything', server, dataDir)
  await rm(dataDir, { recursive: true, force: true })
  return { blow, moment, failure }
}

/**
 * Kills `rounds` first starts. Every second one is killed at a random moment of the whole time that one takes, the
 * others while the schema is made and the starting lists are put in, which takes a small part of that time.
 * @param onRound is given each round as it ends.
 */
export async function killFirstStarts(
  rounds: number,
  seed: number,
  onRound: (round: KilledStart) => void = () => undefined,
): Promise<KilledStart[]> {
  const random = seeded(seed)
  // Only the second round and every other one after it is killed at a part of the whole time.
  const took = rounds > 1 ? await wholeStart() : 0
  const done: KilledStart[] = []
  for (let round = 0; round < rounds; round += 1) {
    const blow = random.pick(blows)
    const part = (round + random.integer(0, 999) / 1_000) / rounds
    const moment =
      round % 2 === 0 ? { databaseAnd: Math.round(part * MAKING_MS) } : { ms: Math.round(part * took) }
    const killed = await once(moment, blow)
    done.push(killed)
    onRound(killed)
  }
  return done
}
