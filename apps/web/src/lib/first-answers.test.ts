// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { dashboard } from '@em/contract/dashboard/dashboard'
import { health, identity } from '@em/contract/identity/identity'
import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, call } from './api.ts'
import { askFirstNextTime, takeFirstAnswer } from './first-answers.ts'
import { closeSession, hideStored, type Session, showStored } from './session.ts'

const stored = { token: 't', user: { id: 7 }, kept: true } as unknown as Session
const script = readFileSync(join(import.meta.dirname, '../first.js'), 'utf8')
const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>()

/** The script as the page runs it, before the program. */
const runFirst = () => void runInThisContext(script)

beforeEach(() => {
  fetched.mockReset()
  fetched.mockImplementation((path) => Promise.resolve(answer({ path })))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  localStorage.setItem('em.session', JSON.stringify(stored))
})
afterEach(() => {
  hideStored()
  closeSession()
  localStorage.clear()
  window.location.hash = ''
  window.emFirst = undefined
  vi.unstubAllGlobals()
})
const paths = () => fetched.mock.calls.map(([path]) => path)

test('before the program: whose the sign-in is, the day, and what the dashboard asked for first on the last visit', async () => {
  runFirst()
  const both = [addressOf(identity.me, {}), addressOf(health, {})]
  expect(paths()).toEqual(both)

  showStored(stored)
  const figures = addressOf(dashboard, { query: { range: '1Y', portfolioId: 'GRW' } })
  askFirstNextTime([figures, addressOf(activePortfolios, {})])
  fetched.mockClear()
  runFirst()
  expect(paths()).toEqual([...both, figures, '/api/portfolios/active'])
  for (const [, init] of fetched.mock.calls)
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer t')

  fetched.mockClear()
  window.location.hash = '#/trade-capture/buy'
  runFirst()
  expect(paths()).toEqual(both)
})

test('nothing is asked without a sign-in, nor for another person, nor outside the interface', () => {
  showStored(stored)
  askFirstNextTime(['https://elsewhere.example/api/x', '/elsewhere'])
  runFirst()
  expect(paths()).toHaveLength(2)
  localStorage.setItem('em.session', JSON.stringify({ ...stored, user: { id: 8 } }))
  fetched.mockClear()
  runFirst()
  expect(paths()).toHaveLength(2)
  localStorage.removeItem('em.session')
  fetched.mockClear()
  runFirst()
  expect(paths()).toHaveLength(0)
})

test('an answer serves one call, by the token that it was asked with', async () => {
  runFirst()
  expect(await takeFirstAnswer('/api/health', 'other')).toBeNull()
  runFirst()
  fetched.mockClear()
  expect(await (await takeFirstAnswer('/api/auth/me', 't'))?.json()).toEqual({ path: '/api/auth/me' })
  expect(await takeFirstAnswer('/api/auth/me', 't')).toBeNull()
  // Of a public call, which is sent without a token.
  await call(health).catch(() => undefined)
  expect(paths()).toEqual([])
  await call(health).catch(() => undefined)
  expect(paths()).toEqual(['/api/health'])
})

test('a refusal, a lost line or an old answer is none: the program asks itself', async () => {
  fetched.mockImplementation((path) =>
    path === '/api/health' ? Promise.reject(new TypeError('lost')) : Promise.resolve(answer({}, 401)),
  )
  runFirst()
  expect(await takeFirstAnswer('/api/auth/me', 't')).toBeNull()
  expect(await takeFirstAnswer('/api/health', undefined)).toBeNull()
  fetched.mockImplementation((path) => Promise.resolve(answer({ path })))
  const clock = vi.spyOn(performance, 'now')
  // It came late, which is not its age.
  clock.mockReturnValue(60_000)
  runFirst()
  expect(await takeFirstAnswer('/api/health', undefined)).not.toBeNull()
  await window.emFirst?.replies.get('/api/auth/me')
  clock.mockReturnValue(70_001)
  expect(await takeFirstAnswer('/api/auth/me', 't')).toBeNull()
})
