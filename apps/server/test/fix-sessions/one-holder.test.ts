/** Several servers and one session: one holds it, another takes it over, and what is killed in between loses and doubles nothing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { holdSession, keep, NotHeld, standingOfHeld } from '../../src/features/fix-sessions/live/store.ts'
import { afterFile } from '../support/after-file.ts'
import { type Api, startApi } from '../support/api.ts'
import {
  addSession,
  execution,
  named,
  startBroker,
  startKeeper,
  startOrStop,
  storedExecutions,
  until,
  untilConnected,
  untilStored,
} from '../support/fix.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

async function startedSession() {
  const { broker, port } = await startBroker()
  const id = await addSession(api, port)
  await startOrStop(api, id, 'start')
  return { broker, id }
}

const stopped = async (id: number) => {
  await startOrStop(api, id, 'stop')
}

test('of two servers one holds a session, and the other takes it over', async () => {
  const { broker, id } = await startedSession()
  const first = await startKeeper(api)
  await untilConnected(api, id)
  const second = await startKeeper(api)
  broker.send(execution(1))
  await untilStored(api, id, 1)
  expect(second.said).toEqual([])
  await first.stop()
  await until(() => second.said.some((line) => line.includes('connected')), 'taken over')
  await untilConnected(api, id)
  broker.send(execution(2))
  await untilStored(api, id, 2)
  expect(await storedExecutions(api, id)).toEqual(named(2))
  expect(broker.logons).toBe(2)
  await stopped(id)
  await second.stop()
})

function startProcess(): ChildProcess {
  const script = fileURLToPath(new URL('../support/fix-keeper-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(api.fresh.application)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterFile(async () => void child.kill('SIGKILL'))
  return child
}

test('a server that is killed in the middle of a burst loses nothing and stores nothing twice', async () => {
  const { broker, id } = await startedSession()
  let dealt = 0
  for (let round = 0; round < 4; round += 1) {
    const child = startProcess()
    await until(() => broker.isConnected, 'connected')
    for (let nth = 0; nth < 3_000; nth += 1) {
      dealt += 1
      broker.send(execution(dealt))
    }
    // Somewhere within the burst, after something of it was stored.
    await untilStored(api, id, dealt - 3_000 + 100 * (round + 1))
    child.kill('SIGKILL')
    await once(child, 'exit')
    await until(() => !broker.isConnected, 'cut')
    const stored = await storedExecutions(api, id)
    expect(stored).toEqual(named(stored.length))
  }
  const last = await startKeeper(api)
  // The last one that was killed may have stored all of it: then nothing is left to wait for but the logon.
  await until(() => broker.logons === 5, 'logged on again')
  await untilStored(api, id, dealt)
  expect(await storedExecutions(api, id)).toEqual(named(dealt))
  await stopped(id)
  await last.stop()
})

test('a server that loses the connection with its lock lets the session go at once', async () => {
  const { broker, id } = await startedSession()
  const keeper = await startKeeper(api)
  await untilConnected(api, id)
  const admin = new pg.Client(api.fresh.admin)
  await admin.connect()
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'equity-manager FIX' AND datname = current_database()",
  )
  await admin.end()
  await until(() => broker.logons === 2, 'connected again')
  broker.send(execution(1))
  await untilStored(api, id, 1)
  await stopped(id)
  await keeper.stop()
})

test('a server that does not hold a session any more stores nothing', async () => {
  const { id } = await startedSession()
  const old = { database: api.database, id, holder: '00000000-0000-4000-8000-000000000001' }
  await holdSession(old)
  const standing = await standingOfHeld(old)
  await holdSession({ ...old, holder: '00000000-0000-4000-8000-000000000002' })
  const message = {
    numbering: 1,
    direction: 'in' as const,
    number: 1,
    type: '8',
    isExecution: true,
    fault: null,
    raw: Buffer.from('8=FIX'),
  }
  const change = {
    standing: { ...standing, day: '2026-06-15', numbering: 1, nextIn: 2 },
    isConnected: true,
    reason: null,
    gap: null,
    gapsClosed: 0,
    received: true,
    sent: false,
    messages: [message],
  }
  await expect(keep(old, change)).rejects.toThrow(NotHeld)
  await expect(standingOfHeld(old)).rejects.toThrow(NotHeld)
  expect(await storedExecutions(api, id)).toEqual([])
  await stopped(id)
})
