import { identity } from '@em/contract/identity'
import { expect, test } from 'vitest'
import { startApi } from './support/api.ts'

test('a new user signs up, is the administrator, and is known by the token', async () => {
  const api = await startApi()
  expect(api.user.is_admin).toBe(true)
  expect(await api.ask(identity.me)).toEqual(api.user)
  const health = await api.call('GET /health', { token: null })
})
