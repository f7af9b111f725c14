import { expect, inject, test } from 'vitest'
import { PASSWORD } from './support/api.ts'
import { freshDatabase } from './support/fresh-database.ts'
import { post, startServer } from './support/server-process.ts'

const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: PASSWORD }

test('the address of DATABASE_URL is used, and the database outlives the server', async () => {
  const { url: DATABASE_URL, config } = await freshDatabase()
  // The run's own server has no address on the network; its socket is named in the host then.
  const address = inject('server').outside
    ? DATABASE_URL
    : `postgres://${config.user}@localhost:${config.port}/${config.database}?host=${encodeURIComponent(config.host)}`
  for (const status of [201, 409]) {
    const server = startServer({ DATABASE_URL: address, TODAY: '2026-06-15', DATA_DIR: '/nowhere/at/all' })
    const { url } = await server.ready()
    const health = await (await fetch(`${url}/api/health`)).json()
    expect(health).toMatchObject({ today: '2026-06-15', database: { status: 'ok', embedded: false } })
    expect((await post(url, '/auth/signup', person)).status).toBe(status)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})
