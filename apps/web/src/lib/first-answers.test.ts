// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { health, identity } from '@em/contract/identity/identity'
import { afterEach, expect, test } from 'vitest'
import { firstReply } from './first-answers.ts'

afterEach(() => {
  window.emFirst = undefined
})
const answer = (body: object, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }))

test('an answer is used once, for the token that it was asked with', async () => {
  window.emFirst = { token: 't', me: answer({ id: 1 }), health: answer({ today: '2026-01-05' }) }
  expect(await firstReply('me', identity.me, 'other')).toBeNull()
  expect(await firstReply('me', identity.me, 't')).toEqual({ id: 1 })
  expect(await firstReply('me', identity.me, 't')).toBeNull()
  expect(await firstReply('health', health)).toEqual({ today: '2026-01-05' })
})

test('a refusal, a lost line or no question is no answer: the program asks itself', async () => {
  expect(await firstReply('me', identity.me, 't')).toBeNull()
  window.emFirst = { token: 't', me: answer({}, 401), health: Promise.resolve(null) }
  expect(await firstReply('me', identity.me, 't')).toBeNull()
  expect(await firstReply('health', health)).toBeNull()
})

test('the script before the program asks for the paths of the contract', () => {
  const script = readFileSync(join(import.meta.dirname, '../first.js'), 'utf8')
  for (const { path } of [identity.me, health]) expect(script).toContain(`'/api${path}'`)
})
