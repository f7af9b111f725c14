/**
 * First starts that are killed: an empty folder, a server, a blow at a random moment between its beginning and its
 * first answer. Then the server is started once more, and it must open whole books.
 */
import { rm } from 'node:fs/promises'
import { throwAwayFolder } from '../../apps/server/test/support/throw-away-cluster.ts'
import { seeded } from '../demo/random.ts'
import { ADDRESS, type Blow, blows, pause, startServer, strike, verifyBooks } from './processes.ts'

export interface KilledStart {
  readonly blow: Blow
  /** Milliseconds after the beginning. */
  readonly at: number
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

/** How long a first start takes that nobody kills, in milliseconds. */
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

async function once(at: number, blow: Blow): Promise<KilledStart> {
  const dataDir = await throwAwayFolder()
  const server = startServer(dataDir)
  await pause(at)
  await strike(blow, server, dataDir)
  // A server whose PostgreSQL was killed may end, or start it again and serve.
  await Promise.race([server.ended, server.says(ADDRESS).catch(() => undefined)])
  server.child.kill('SIGTERM')
  await server.ended
  const failure = await expectWholeBooks(dataDir).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  await strike('everything', server, dataDir)
  await rm(dataDir, { recursive: true, force: true })
  return { blow, at: Math.round(at), failure }
}

/**
 * Kills `rounds` first starts, spread evenly over the time that one takes, each at a random moment of its part.
 * @param tell is given each round as it ends.
 */
export async function killFirstStarts(
  rounds: number,
  seed: number,
  tell: (round: KilledStart) => void = () => undefined,
): Promise<KilledStart[]> {
  const random = seeded(seed)
  const took = await wholeStart()
  const done: KilledStart[] = []
  for (let round = 0; round < rounds; round += 1) {
    const blow = random.pick(blows)
    const part = random.integer(0, 999) / 1_000
    const killed = await once(((round + part) / rounds) * took, blow)
    done.push(killed)
    tell(killed)
  }
  return done
}
