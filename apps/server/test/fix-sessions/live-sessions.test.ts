/** A session with a broker that cuts, drops, doubles and spoils: each execution is stored once and in order. */
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { fixText } from '@em/core/fix-sessions/message'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Broker } from '../../../../tools/fix-broker/broker.ts'
import { afterFile } from '../support/after-file.ts'
import { type Api, startApi } from '../support/api.ts'
import type { Refused } from '../support/books.ts'
import {
  addSession,
  execution,
  type KeeperOptions,
  named,
  startBroker,
  startKeeper,
  startOrStop,
  stateOf,
  storedExecutions,
  until,
  untilConnected,
  untilStored,
} from '../support/fix.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

/** One server at a time: the next one takes all sessions over. */
let stop: () => Promise<void> = () => Promise.resolve()
async function serve(options: KeeperOptions = {}) {
  await stop()
  const keeper = await startKeeper(api, options)
  stop = keeper.stop
  return keeper
}

const deal = (broker: Broker, count: number, from = 1) => {
  for (let nth = 0; nth < count; nth += 1) broker.send(execution(from + nth))
}
const logons = (broker: Broker) =>
  broker.received
    .filter(({ fields }) => fixText(fields, 35) === 'A')
    .map(({ fields }) => fixText(fields, 141) ?? '')

test('a session is started, receives, and is stopped', async () => {
  const { broker, port } = await startBroker()
  const id = await addSession(api, port)
  await serve()
  expect(await stateOf(api, id)).toMatchObject({ state: 'stopped', nextIn: 1, turned: null })
  expect((await startOrStop(api, id, 'start')).status).toBe(200)
  await untilConnected(api, id)
  deal(broker, 3)
  await untilStored(api, id, 3)
  expect(await storedExecutions(api, id)).toEqual(named(3))
  expect(await stateOf(api, id)).toMatchObject({
    nextIn: 5,
    executions: 3,
    faults: 0,
    gap: null,
    reason: null,
  })
  const messages = await api.ask(fixConnections.messages, { params: { id }, query: { kind: 'executions' } })
  expect(messages.map(({ number, text }) => [number, text])).toEqual([
    [4, 'Fill: buy 100 JKH.N0000 at 10.10, X-3'],
    [3, 'Fill: buy 100 JKH.N0000 at 10.10, X-2'],
    [2, 'Fill: buy 100 JKH.N0000 at 10.10, X-1'],
  ])
  const all = await api.ask(fixConnections.messages, { params: { id } })
  expect(
    all
      .map(({ direction, name }) => `${direction} ${name}`)
      .toReversed()
      .slice(0, 2),
  ).toEqual(['out Logon', 'in Logon'])
  await startOrStop(api, id, 'stop')
  await until(() => !broker.isConnected, 'stopped')
  expect(fixText(broker.received.at(-1)?.fields ?? [], 35)).toBe('5')
  await until(async () => (await stateOf(api, id)).state === 'stopped', 'stopped')
})

describe('each execution is stored once and in order', () => {
  let broker: Broker
  let id: number
  beforeAll(async () => {
    const started = await startBroker()
    broker = started.broker
    id = await addSession(api, started.port)
    await serve()
    await startOrStop(api, id, 'start')
    await untilConnected(api, id)
  })
  let dealt = 0
  const more = async (count: number) => {
    deal(broker, count, dealt + 1)
    dealt += count
    await untilStored(api, id, dealt)
    expect(await storedExecutions(api, id)).toEqual(named(dealt))
  }

  test('although one is lost', async () => {
    broker.next('drop')
    await more(5)
    await until(async () => (await stateOf(api, id)).gapsClosed === 1, 'the gap is closed')
    expect((await stateOf(api, id)).gap).toBeNull()
  })

  test('although one arrives with a wrong checksum, which is kept as a fault', async () => {
    broker.next('spoil', 2)
    await more(6)
    const faults = await api.ask(fixConnections.messages, { params: { id }, query: { kind: 'faults' } })
    expect(faults.map(({ number, fault }) => [number, fault])).toEqual([
      [null, 'The checksum of the message (10) is wrong.'],
      [null, 'The checksum of the message (10) is wrong.'],
    ])
  })

  test('although garbage arrives between them', async () => {
    deal(broker, 2, dealt + 1)
    broker.noise('HTTP/1.1 400 Bad Request\r\n\r\n')
    dealt += 2
    await more(2)
  })

  test('although one arrives twice under its number, which ends the connection', async () => {
    const before = broker.logons
    broker.next('double')
    await more(3)
    await until(() => broker.logons > before && broker.isConnected, 'connected again')
    await more(2)
  })

  test('although the connection is cut in the middle of bursts', async () => {
    for (let burst = 0; burst < 5; burst += 1) {
      await until(() => broker.isConnected, 'connected')
      deal(broker, 400, dealt + 1)
      dealt += 400
      setTimeout(() => broker.cut(), burst * 7)
      await until(() => !broker.isConnected, 'cut')
      deal(broker, 100, dealt + 1)
      dealt += 100
    }
    await more(1)
  })

  test('and the numbers of both sides began at 1 at the first logon alone', () => {
    // The broker counts no logon behind messages of ours that a cut lost.
    expect(broker.logons).toBeGreaterThan(2)
    expect(logons(broker)).toEqual(['Y', ...Array.from({ length: broker.logons - 1 }, () => '')])
  })
})

test('a broker that began its numbers anew is not followed until a person says so', async () => {
  const { broker, port } = await startBroker()
  const id = await addSession(api, port)
  await serve()
  await startOrStop(api, id, 'start')
  await untilConnected(api, id)
  deal(broker, 4)
  await untilStored(api, id, 4)
  await broker.close()
  const { broker: other } = await startBroker({ port })
  const refused = await until(async () => {
    const { reason } = await stateOf(api, id)
    return reason?.includes('too low') === true && reason
  }, 'refused')
  expect(refused).toContain('The broker refused the logon')
  await startOrStop(api, id, 'start', { reset: true })
  await untilConnected(api, id)
  deal(other, 2, 5)
  await untilStored(api, id, 6)
  expect(await storedExecutions(api, id)).toEqual(named(6))
  expect(logons(other).at(-1)).toBe('Y')
})

describe('the connection', () => {
  const pem = (name: string) =>
    readFileSync(new URL(`../fixtures/fix/${name}`, import.meta.url), 'utf8').trim()
  const tls = { key: pem('broker.key'), cert: pem('broker.pem') }
  const overTls = { host: 'localhost', tls: true, certificate: tls.cert }

  test('is over TLS, by the authority that the register names', async () => {
    const { broker, port } = await startBroker({ tls })
    const id = await addSession(api, port, { host: 'localhost', tls: true, certificate: tls.cert })
    await serve()
    await startOrStop(api, id, 'start')
    await untilConnected(api, id)
    deal(broker, 1)
    await untilStored(api, id, 1)
  })

  test('is refused to a broker that another authority certifies', async () => {
    const { broker, port } = await startBroker({ tls })
    const id = await addSession(api, port, { host: 'localhost', tls: true, certificate: pem('other.pem') })
    await serve()
    await startOrStop(api, id, 'start')
    const reason = await until(async () => (await stateOf(api, id)).reason ?? false, 'a reason')
    expect(reason).toMatch(/^No connection to localhost:\d+: .*self-signed/)
    expect(broker.logons).toBe(0)
  })

  test('is given up at once where the session is stopped before the broker answers', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    afterFile(async () => void silent.close())
    const { port } = silent.address() as AddressInfo
    const id = await addSession(api, port, { tls: true })
    const { said } = await serve()
    await startOrStop(api, id, 'start')
    const socket = await until(() => sockets[0], 'a connection')
    const closed = new Promise<string>((done) => socket.on('close', () => done('closed')))
    socket.resume()
    const late = new Promise<string>((done) => setTimeout(() => done('open'), 5_000))
    await startOrStop(api, id, 'stop')
    expect(await Promise.race([closed, late])).toBe('closed')
    await until(async () => (await stateOf(api, id)).state === 'stopped', 'stopped')
    expect(said.join('\n')).not.toContain(`No connection to 127.0.0.1:${port}`)
  })

  test('goes only to hosts that the settings name', async () => {
    const { broker, port } = await startBroker()
    const id = await addSession(api, port)
    await serve({ hosts: ['127.0.0.1:1'] })
    await startOrStop(api, id, 'start')
    const reason = await until(async () => (await stateOf(api, id)).reason ?? false, 'a reason')
    expect(reason).toBe(`The setting FIX_HOSTS of the server does not name 127.0.0.1:${port}.`)
    expect(broker.logons).toBe(0)
    await startOrStop(api, id, 'stop')
  })

  test('takes the password from the environment, and keeps it nowhere', async () => {
    const { broker, port } = await startBroker({ tls })
    const id = await addSession(api, port, {
      ...overTls,
      username: 'em',
      passwordFrom: 'FIX_PASSWORD_ABC',
    })
    const { said } = await serve({
      hosts: [`localhost:${port}=FIX_PASSWORD_ABC`],
      environment: { FIX_PASSWORD_ABC: 'tiger-lily' },
    })
    await startOrStop(api, id, 'start')
    await untilConnected(api, id)
    expect(fixText(broker.received[0]?.fields ?? [], 554)).toBe('tiger-lily')
    const stored = await api.database.query<{ raw: Buffer }>(
      'SELECT raw FROM fix_messages WHERE session_id = $1',
      [id],
    )
    const text = stored.map(({ raw }) => raw.toString('latin1')).join('')
    expect(text).toContain('554=***')
    expect(text + said.join('')).not.toContain('tiger-lily')
  })

  test.each([
    ['FIX_PASSWORD_NONE', 'The variable FIX_PASSWORD_NONE is not set on the server.'],
    ['file:abc', 'The setting FIX_KEYS_DIR names no folder for password files.'],
  ])('says where a password is missing: %s', async (passwordFrom, sentence) => {
    const { port } = await startBroker()
    const id = await addSession(api, port, { ...overTls, passwordFrom })
    await serve()
    await startOrStop(api, id, 'start')
    expect(await until(async () => (await stateOf(api, id)).reason ?? false, 'a reason')).toBe(sentence)
    await startOrStop(api, id, 'stop')
  })

  test('sends no password to a place that the settings do not name with it: that of another broker', async () => {
    const { broker, port } = await startBroker({ tls })
    const id = await addSession(api, port, { ...overTls, passwordFrom: 'FIX_PASSWORD_XYZ' })
    await serve({
      hosts: [`localhost:${port}`, `localhost:${port}=FIX_PASSWORD_ABC`, 'xyz.lk:9=FIX_PASSWORD_XYZ'],
      environment: { FIX_PASSWORD_XYZ: 'tiger-lily' },
    })
    await startOrStop(api, id, 'start')
    const reason = await until(async () => (await stateOf(api, id)).reason ?? false, 'a reason')
    expect(reason).toBe(
      `The setting FIX_HOSTS of the server does not let FIX_PASSWORD_XYZ be sent to localhost:${port}.`,
    )
    expect(broker.received).toEqual([])
    await startOrStop(api, id, 'stop')
  })

  test('sends no password without TLS: it is refused, and a session that has it so is not connected', async () => {
    const { broker, port } = await startBroker()
    await expect(addSession(api, port, { passwordFrom: 'FIX_PASSWORD_ABC' })).rejects.toThrow(
      'fix-session.password-plain',
    )
    const id = await addSession(api, port, { tls: true, passwordFrom: 'FIX_PASSWORD_ABC' })
    const deactivated = await api.call<Refused>(`PUT /fix-sessions/${id}`, { body: { tls: false } })
    expect([deactivated.status, deactivated.body.code]).toEqual([422, 'fix-session.password-plain'])
    await api.database.query('UPDATE fix_sessions SET tls = false WHERE id = $1', [id])
    await serve({ environment: { FIX_PASSWORD_ABC: 'tiger-lily' } })
    await startOrStop(api, id, 'start')
    const reason = await until(async () => (await stateOf(api, id)).reason ?? false, 'a reason')
    expect(reason).toContain('over TLS only')
    expect(broker.received).toEqual([])
    await startOrStop(api, id, 'stop')
  })

  test.each(['DATABASE_URL', 'file:../secret', 'file:/etc/passwd', 'PATH'])(
    'names no other variable and no other file: %s',
    async (passwordFrom) => {
      await expect(addSession(api, 9_999, { passwordFrom })).rejects.toThrow('FIX_PASSWORD_')
    },
  )
})
