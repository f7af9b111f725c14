import pg from 'pg'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/api.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { post, startServer } from '../support/server-process.ts'

const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: PASSWORD }

test('the address of DATABASE_URL is used, and the database outlives the server', async () => {
  const { settings } = await freshDatabase()
  for (const status of [201, 409]) {
    const server = startServer({ ...settings, TODAY: '2026-06-15', DATA_DIR: '/nowhere/at/all' })
    const { url } = await server.ready()
    const health = await (await fetch(`${url}/api/health`)).json()
    expect(health).toMatchObject({
      today: '2026-06-15',
      database: { status: 'ok', embedded: false },
      wall: 'two logins',
    })
    expect((await post(url, '/auth/signup', person)).status).toBe(status)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})

test('a first start says that one step made the schema', async () => {
  const { settings, config } = await freshDatabase()
  const owner = new pg.Client(config)
  await owner.connect()
  await owner.query('DROP SCHEMA em CASCADE')
  await owner.end()
  const server = startServer({ ...settings, DATA_DIR: '/nowhere/at/all' })
  await server.ready()
  expect(server.said()).toContain('Database brought up to date (1 step).')
})
