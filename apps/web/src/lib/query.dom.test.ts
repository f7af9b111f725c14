import { afterEach, expect, test } from 'vitest'
import { nadeesha } from '../testing/network.ts'
import { createQueryClient } from './query.ts'
import { changeUser, closeSession, hideStored, loseSession, openSession, showStored } from './session.ts'

const stored = { token: 't', user: nadeesha, kept: true }
afterEach(closeSession)

test.each([
  ['signs out', closeSession],
  ['is signed out', loseSession],
  ['is not confirmed', hideStored],
  ['is another one', () => openSession({ ...stored, user: { ...nadeesha, id: 8 } })],
])('what the server said to a person is gone once that person %s', (_, leave) => {
  const client = createQueryClient()
  showStored(stored)
  client.setQueryData(['dashboard'], 'figures')
  leave()
  expect(client.getQueryData(['dashboard'])).toBeUndefined()
})

test('a person who is confirmed, or who has other rights now, finds what was read', () => {
  const client = createQueryClient()
  showStored(stored)
  client.setQueryData(['dashboard'], 'figures')
  openSession(stored)
  changeUser({ ...nadeesha, rights: [] })
  expect(client.getQueryData(['dashboard'])).toBe('figures')
})
