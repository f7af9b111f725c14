/** The contents of `/health`, and the answers to requests while the database is away or takes no writes. */
import { health } from '@em/contract/identity/identity'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { sessionsOf } from '../../src/features/identity/accounts/sessions.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Answer, type Api, startApi } from '../support/api.ts'

const OFTEN = { everyMs: 20 }

/** Speaks to the server of the databases as its superuser, or as the role that made them on an outside one. */
async function maintain(...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...inject('server').admin, database: 'postgres' })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
/** Waits until they have ended (5 s at most), so that the pool has noticed it before the next statement is sent. */
const disconnectAll = (name: string) =>
  `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`

/** Asks until the status is that one. */
async function healthWith(api: Api, status: number): Promise<Answer<Record<string, unknown>>> {
  for (;;) {
    const answer = await api.call(health)
    expect(health.reply.safeParse(answer.body).success).toBe(true)
    if (answer.status === status) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const newBroker = (api: Api, name: string) => api.call('POST /brokers', { body: { name } })

describe('the health of a server that works', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  })

  test('is 200, with no free space of a database elsewhere', async () => {
    const { status, body } = await api.call(health)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ok',
      database: { status: 'ok', version: expect.stringMatching(/^1\d/) },
      writes: 'ok',
      freeSpace: null,
    })
  })

  test('is asked of the database by a timer, never by a request', async () => {
    const probed = () => api.database.query('SELECT at FROM write_probe')
    const before = await probed()
    await Promise.all(Array.from({ length: 50 }, () => api.call(health)))
    expect(await probed()).toEqual(before)
    await api.database.probe()
    expect(await probed()).not.toEqual(before)
  })
})

test('a database that goes away and comes back: 503 from all, and all of it heals', async () => {
  const api = await startApi({ watch: OFTEN })
  const name = api.fresh.config.database
  await maintain(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`, disconnectAll(name))
  const { headers, body } = await healthWith(api, 503)
  expect(headers['retry-after']).toBe('1')
  expect(body).toMatchObject({
    status: 'degraded',
    database: { status: 'down', version: null },
    writes: 'failing',
  })
  const refused = await api.call('GET /brokers')
  expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
    503,
    'server.no-database',
    '1',
  ])
  // A call that needs no database is answered all the same.
  expect((await api.call('GET /openapi.json')).status).toBe(200)
  await maintain(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  expect((await healthWith(api, 200)).body).toMatchObject({ status: 'ok', writes: 'ok' })
  expect((await newBroker(api, 'After')).status).toBe(201)
})

test('a database that takes no writes: 503 from health, and what is read is answered', async () => {
  const api = await startApi({ watch: OFTEN })
  const name = api.fresh.config.database
  // The last use of these sessions would be saved with the next request.
  await api.database.query(`UPDATE sessions SET last_used_at = now() - interval '5 minutes'`)
  await maintain(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, disconnectAll(name))
  const { body } = await healthWith(api, 503)
  expect(body).toMatchObject({ status: 'degraded', database: { status: 'ok' }, writes: 'failing' })
  expect((await api.call('GET /brokers')).status).toBe(200)
  const refused = await newBroker(api, 'Meanwhile')
  expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
    503,
    'server.no-writes',
    '1',
  ])
  await maintain(`ALTER DATABASE ${name} RESET default_transaction_read_only`, disconnectAll(name))
  await healthWith(api, 200)
  expect((await newBroker(api, 'After')).status).toBe(201)
})

test('a database that takes no writes, before a probe has noticed: the same answers', async () => {
  const api = await startApi({ watch: { everyMs: 3_600_000 } })
  const name = api.fresh.config.database
  await api.database.query(`UPDATE sessions SET last_used_at = now() - interval '5 minutes'`)
  await maintain(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, disconnectAll(name))
  const faults: unknown[] = []
  const sessions = sessionsOf(api.database, readSettings({}).session, (error) => faults.push(error))
  for (let at = 0; at < 3; at += 1) {
    expect(await sessions.read(`Bearer ${api.token}`, true)).toMatchObject({ id: api.user.id })
  }
  expect(faults).toEqual([expect.objectContaining({ code: '25006' })])
  expect((await api.call('GET /brokers')).status).toBe(200)
  const refused = await newBroker(api, 'Meanwhile')
  expect([refused.status, refused.body['code']]).toEqual([503, 'server.no-writes'])
})

test('a disk with no room left: writes are refused before PostgreSQL would end, reads are answered', async () => {
  // A file system that has no free blocks wherever the test runs.
  const api = await startApi({ signedUp: false, watch: { dataFolder: '/proc' } })
  const { status, body } = await api.call(health)
  expect([status, body]).toMatchObject([503, { status: 'degraded', writes: 'failing', freeSpace: 0 }])
  const refused = await api.call('POST /auth/signup', { body: {} })
  expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
    503,
    'server.no-space',
    '1',
  ])
  expect((await api.call('GET /auth/me')).status).toBe(401)
})
