/** A connection that breaks while saving: the answer says what is known, and sending the same again is safe. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { brokers } from '@em/contract/brokers/brokers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, startApi } from '../support/api.ts'

const UNKNOWN =
  'The connection was lost while saving. Please check whether it was saved before trying again; the same request sent again is safe.'

const namesOf = async (api: Api) => {
  const rows = await api.database.query<{ name: string }>('SELECT name FROM brokers ORDER BY id')
  return rows.map(({ name }) => name)
}

/** A proxy to the database that on request drops the answer to the next COMMIT and closes the connection. */
async function wireTo(config: pg.ClientConfig & { host: string; port: number }) {
  const open = new Set<Socket>()
  let armed = false
  const proxy = createServer((client) => {
    const server = config.host.startsWith('/')
      ? connect(`${config.host}/.s.PGSQL.${config.port}`)
      : connect(config.port, config.host)
    let swallowing = false
    client.on('data', (chunk) => {
      if (armed && chunk.includes('COMMIT')) swallowing = true
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!swallowing) client.write(chunk)
      // The database has answered the COMMIT, so it is done; the answer is dropped.
      else if (chunk.includes('COMMIT')) {
        armed = false
        client.destroy()
        server.destroy()
      }
    })
    for (const end of [client, server]) {
      open.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        client.destroy()
        server.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    config: { ...config, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    breakAtNextCommit: () => {
      armed = true
    },
    close: () => {
      for (const end of open) end.destroy()
      proxy.close()
    },
  }
}

describe('a connection lost during COMMIT', () => {
  let api: Api
  let owner: pg.Client
  beforeAll(async () => {
    api = await startApi()
    owner = new pg.Client(api.fresh.admin)
    await owner.connect()
  })
  afterAll(() => owner.end())

  test('after the database has saved: it says that the outcome is unknown, and the same request again answers what was saved', async () => {
    const wire = await wireTo(api.fresh.application)
    const database = await openDatabase(wire.config)
    const settings = readSettings({ LOG_LEVEL: 'silent' })
    const app = await buildApp({ database, clock: api.clock, settings, checkReplies: true })
    const save = () =>
      app.inject({
        method: 'POST',
        url: '/api/brokers',
        headers: { authorization: `Bearer ${api.token}`, 'idempotency-key': 'lost-once' },
        payload: { name: 'Saved unheard' },
      })
    try {
      wire.breakAtNextCommit()
      const lost = await save()
      expect([lost.statusCode, lost.headers['retry-after']]).toEqual([503, '1'])
      expect(lost.json()).toMatchObject({ code: 'server.unknown', message: UNKNOWN })
      expect(await namesOf(api)).toContain('Saved unheard')
      const again = await save()
      expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
      expect((await namesOf(api)).filter((name) => name === 'Saved unheard')).toHaveLength(1)
    } finally {
      await app.close()
      await database.close()
      wire.close()
    }
  })

  test('before the database has saved: the answer is the same, and the same request again saves', async () => {
    await owner.query(`
      CREATE FUNCTION em.wait_in_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON em.brokers DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION em.wait_in_commit()`)
    const save = () =>
      api.call(brokers.routes.create, {
        body: { name: 'Twice sent' },
        headers: { 'idempotency-key': 'twice' },
      })
    const saving = save()
    let ended = 0
    while (ended === 0) {
      await pause(20)
      const killed = await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep' AND query ILIKE '%commit%'`,
      )
      ended = killed.rowCount ?? 0
    }
    const lost = await saving
    expect(lost).toMatchObject({ status: 503, body: { code: 'server.unknown', message: UNKNOWN } })
    await owner.query('DROP TRIGGER waits ON em.brokers')
    expect(await namesOf(api)).not.toContain('Twice sent')
    expect((await save()).status).toBe(201)
  })

  test('one lost before COMMIT saved nothing, and says so', async () => {
    await owner.query(`
      CREATE FUNCTION em.wait_in_work() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$;
      CREATE TRIGGER works AFTER INSERT ON em.brokers FOR EACH ROW EXECUTE FUNCTION em.wait_in_work()`)
    const saving = api.call(brokers.routes.create, { body: { name: 'Never sent' } })
    let ended = 0
    while (ended === 0) {
      await pause(20)
      const killed = await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      )
      ended = killed.rowCount ?? 0
    }
    expect(await saving).toMatchObject({
      status: 503,
      body: {
        code: 'server.no-database',
        message: 'The database is not available at the moment. Nothing was saved. Please try again.',
      },
    })
    await owner.query('DROP TRIGGER works ON em.brokers')
    expect(await namesOf(api)).not.toContain('Never sent')
  })
})
