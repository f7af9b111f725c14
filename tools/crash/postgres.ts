/**
 * PostgreSQL killed under a server that works: clients save without a pause, PostgreSQL is killed again and again, and
 * the server must start it and go on with everything that it had acknowledged.
 */
import { rm } from 'node:fs/promises'
import { throwAwayFolder } from '../../apps/server/test/support/throw-away-cluster.ts'
import { seeded } from '../demo/random.ts'
import { ADDRESS, failureOf, pause, startServer, strike, verifyBooks } from './processes.ts'

const CLIENTS = 6
/** The supervisor gives up at the seventh start within ten minutes. */
const MOST_KILLS = 6

export interface KilledPostgres {
  /** Milliseconds from each kill to the next save that was acknowledged. */
  readonly outages: readonly number[]
  readonly acknowledged: number
  /** Acknowledged, and not there afterwards. */
  readonly lost: number
  /** There more than once. */
  readonly twice: number
  /** The answers other than 201: status and Retry-After. */
  readonly refusals: readonly string[]
  /** The server's output on the console. */
  readonly said: string
  /** Why the server or the books were not whole at the end; undefined when they were. */
  readonly failure: string | undefined
}

const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: 'correct horse' }

/** Kills PostgreSQL `kills` times, six at most. */
export async function killPostgres(kills: number, seed: number): Promise<KilledPostgres> {
  if (kills > MOST_KILLS) throw new Error(`The server gives up after ${MOST_KILLS} starts: kill fewer times.`)
  const random = seeded(seed)
  const dataDir = await throwAwayFolder()
  const server = startServer(dataDir)
  const url = await server.says(ADDRESS)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { token } = (await (await post('/auth/signup', person)).json()) as { token: string }
  headers['authorization'] = `Bearer ${token}`

  const saved = new Set<string>()
  const refusals = new Set<string>()
  let over = false
  const client = async (who: number) => {
    for (let at = 0; !over; at += 1) {
      const name = `Broker ${who} ${at}`
      const answer = await post('/brokers', { name })
      if (answer.status === 201) saved.add(name)
      else refusals.add(`${answer.status} ${answer.headers.get('retry-after')}`)
      await answer.arrayBuffer()
      await pause(5)
    }
  }
  const moreSaves = async (count: number) => {
    const before = saved.size
    while (saved.size < before + count) await pause(2)
  }
  const clients = Array.from({ length: CLIENTS }, (_, who) => client(who))
  const outages: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await moreSaves(random.integer(10, 60))
    await strike('postgres', server, dataDir)
    const began = performance.now()
    // Those that the database had taken already may still be answered.
    while (server.said().split('was started again').length < kill + 2) await pause(2)
    await moreSaves(1)
    outages.push(Math.round(performance.now() - began))
  }
  over = true
  await Promise.all(clients)
  const list = (await (await fetch(`${url}/api/brokers`, { headers })).json()) as { name: string }[]
  const names = list.map(({ name }) => name)
  const there = new Set(names)
  const failure = await failureOf(
    (async () => {
      await verifyBooks(dataDir)
      server.child.kill('SIGTERM')
      const status = await server.ended
      if (status !== 0) throw new Error(`the server ended with ${status}`)
    })(),
  )
  await strike('everything', server, dataDir)
  await rm(dataDir, { recursive: true, force: true })
  return {
    outages,
    acknowledged: saved.size,
    lost: [...saved].filter((name) => !there.has(name)).length,
    twice: names.length - there.size,
    refusals: [...refusals],
    said: server.said(),
    failure,
  }
}
