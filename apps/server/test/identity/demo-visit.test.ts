import { demo } from '@em/contract/demo/demo'
import { health } from '@em/contract/identity/identity'
import { expect, test } from 'vitest'
import { PASSWORD, startApi } from '../support/api.ts'

const sample = {
  name: 'trades',
  fileName: 'Dealings.csv',
  mediaType: 'text/csv',
  make: async () => Buffer.from('Date,B/S\r\n'),
} as const
const EMAIL = 'visitor@example.lk'

test('a server that shows no demo has no way in without a password, and no files to try', async () => {
  const api = await startApi()
  expect((await api.call('POST /demo/look-around', { token: null })).status).toBe(404)
  expect((await api.call('GET /demo/samples/trades', { token: null })).status).toBe(404)
  expect((await api.ask(health)).demo).toBe(false)
  const { body } = await api.call<{ paths: object }>('GET /openapi.json', { token: null })
  expect(Object.keys(body.paths).filter((path) => path.includes('demo'))).toEqual([])
})

test('a demo server signs a visitor in as its user, as long as that account may sign in', async () => {
  const api = await startApi({ demo: { email: EMAIL, samples: [sample] } })
  expect((await api.ask(health)).demo).toBe(true)
  expect(await api.call('POST /demo/look-around', { token: null })).toMatchObject({
    status: 401,
    body: { code: 'auth.required' },
  })
  const visitor = await api.signUp(EMAIL, PASSWORD)
  const { token, user } = await api.ask(demo.lookAround, { token: null })
  expect(user.id).toBe(visitor.user.id)
  expect(await api.call('GET /auth/me', { token })).toMatchObject({ status: 200, body: { email: EMAIL } })

  const file = await api.call<string>('GET /demo/samples/trades', { token: null })
  expect([file.status, file.body, file.headers['content-type']]).toEqual([200, 'Date,B/S\r\n', 'text/csv'])
  expect(file.headers['content-disposition']).toContain('filename="Dealings.csv"')
  expect((await api.call('GET /demo/samples/statement', { token: null })).status).toBe(404)
  expect((await api.call('GET /demo/samples/other', { token: null })).status).toBe(400)

  const [seen] = await api.database.query<{ version: number }>('SELECT version FROM users WHERE id = $1', [
    user.id,
  ])
  const disabled = await api.call(`PUT /users/${user.id}`, {
    body: { isActive: false, version: seen?.version },
  })
  expect(disabled.status).toBe(200)
  expect((await api.call('POST /demo/look-around', { token: null })).status).toBe(403)
})
