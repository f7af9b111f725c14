/**
 * Hostile files of the kinds that we could think of, sent to both readers of a real server: each is refused with its
 * reason or read in full, never with a fault, and the server's own memory stays where it was.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { batches } from '@em/contract/batches/batches'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/fresh-database.ts'
import { HOSTILE_FILES, type HostileFile, type Outcome } from '../support/hostile-files/index.ts'
import { post, type ServerProcess, startServer } from '../support/server-process.ts'

const MB = 1024 * 1024
/** Every fourth kind of file; all of them by HOSTILE_EVERY=1 and `npm run bench -- hostile-files`. */
const EVERY = Number(process.env['HOSTILE_EVERY'] ?? 4)
const FILES = HOSTILE_FILES.filter((_, at) => at % EVERY === 0)
const READERS = { trades: batches.readFile.path, statement: reconciliation.readStatement.path } as const
type Reader = keyof typeof READERS

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

let server: ServerProcess
let url = ''
const answers = new Map<string, Answer>()
const memory = { before: 0, after: 0 }

const residentOf = (pid: number | undefined) =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1])
/** The processes that a process has started and that are still there, zombies too. */
const childrenOf = (pid: number | undefined) =>
  readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'latin1')) ?? []
      return parent === String(pid)
    } catch {
      return false
    }
  })

async function send(reader: Reader, bytes: Uint8Array, token: string): Promise<Answer> {
  const data = Buffer.from(bytes).toString('base64')
  const answer = await post(url, READERS[reader], { fileName: 'a.xlsx', data }, token)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Sends the files that are left, one after the other, as one person. */
async function sendAll(files: Iterator<HostileFile>, token: string): Promise<void> {
  for (let next = files.next(); next.done !== true; next = files.next()) {
    const file = next.value
    const bytes = file.make()
    for (const reader of ['trades', 'statement'] as const) {
      if (file[reader] === undefined) continue
      answers.set(`${reader} ${file.name}`, await send(reader, bytes, token))
    }
  }
}

async function signedUp(email: string): Promise<string> {
  const person = { first_name: 'A', last_name: 'B', email, password: 'correct horse battery' }
  const answer = await post(url, '/auth/signup', person)
  return ((await answer.json()) as { token: string }).token
}

beforeAll(async () => {
  const { settings } = await freshDatabase()
  server = startServer({
    ...settings,
    LOG_LEVEL: 'silent',
    SIGNUP: 'open',
    // Its readers are then all the processes that it starts.
    WORKERS: '0',
    // Several tests run at once: a reader may have to wait for a processor.
    FILE_READ_SECONDS: '60',
  })
  url = (await server.ready()).url
  // Two files are read at once.
  const people = [await signedUp('a@example.com'), await signedUp('b@example.com')]
  // The largest file that is taken, so that what any request needs is there already.
  await Promise.all(people.map((token) => send('trades', Buffer.alloc(9 * MB, 'x'), token)))
  memory.before = residentOf(server.child.pid)
  const files = FILES.values()
  await Promise.all(people.map((token) => sendAll(files, token)))
  memory.after = residentOf(server.child.pid)
}, 900_000)

const cases = (reader: Reader) =>
  FILES.flatMap((file): [name: string, outcome: Outcome][] => {
    const outcome = file[reader]
    return outcome === undefined ? [] : [[file.name, outcome]]
  })

function expectOutcome(reader: Reader, name: string, outcome: Outcome): void {
  const answer = answers.get(`${reader} ${name}`)
  if (outcome.status === 200) {
    expect(answer).toMatchObject({ status: 200, body: outcome.holds })
    return
  }
  expect([answer?.status, answer?.body['code']]).toEqual([outcome.status, outcome.code])
  expect(answer?.body['message']).toContain(outcome.says)
}

describe('as a file of trades', () => {
  test.each(cases('trades'))('%s', (name, outcome) => expectOutcome('trades', name, outcome))
})
describe('as a statement', () => {
  test.each(cases('statement'))('%s', (name, outcome) => expectOutcome('statement', name, outcome))
})

test('the memory of the server stays where it was; of its readers at most a spare one is left', async () => {
  expect(memory.after - memory.before).toBeLessThan(100 * MB)
  // One that is kept for a person's next small text goes soon.
  await expect.poll(() => childrenOf(server.child.pid).length, { timeout: 15_000 }).toBeLessThanOrEqual(1)
  const health = await fetch(`${url}/api/health`)
  expect(health.status).toBe(200)
})

afterAll(() => answers.clear())
