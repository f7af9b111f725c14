import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

async function ask(database: FreshDatabase, question: string): Promise<unknown[]> {
  const client = new pg.Client(database.config)
  await client.connect()
  return client.query({ text: question, rowMode: 'array' }).then(
    async (answer) => {
      await client.end()
      return answer.rows.flat()
    },
    async (error: unknown) => {
      await client.end()
      throw error
    },
  )
}

test('each test file works on a database of its own', async () => {
  const [left, right] = await Promise.all([freshDatabase(), freshDatabase()])
  await ask(left, 'CREATE TABLE only_here (n int)')
  expect(await ask(left, "SELECT to_regclass('only_here')::text")).toEqual(['only_here'])
  expect(await ask(right, "SELECT to_regclass('only_here')::text")).toEqual([null])
})

test('both logins work in the form of settings too', async () => {
  const { settings, config, application } = await freshDatabase()
  for (const [url, { user }] of [
    [settings.DATABASE_URL, application],
    [settings.DATABASE_OWNER_URL, config],
  ] as const) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const answer = await client.query('SELECT current_database() AS name, session_user::text AS login')
    await client.end()
    expect(answer.rows).toEqual([{ name: config.database, login: user }])
  }
})

test('a dropped database is gone even with a connection open', async () => {
  const database = await freshDatabase()
  const idle = new pg.Client(database.config)
  idle.on('error', () => undefined)
  await idle.connect()
  await database.drop()
  await expect(ask(database, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' })
})

test('the application is not a superuser on the embedded database', async () => {
  const database = await freshDatabase()
  const superuser = await ask(database, "SELECT current_setting('is_superuser')")
  // Rights on an outside server are its owner's business; there is only the one role then.
  if (inject('server').outside) expect(database.admin).toEqual(database.config)
  else expect(superuser).toEqual(['off'])
})
