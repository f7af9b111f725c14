import { identity } from '@em/contract/identity'
import { equities } from '@em/contract/registers/equities'
import { afterEach, describe, expect, it } from 'vitest'
import { nadeesha, network } from '../testing/network.ts'
import { ApiFailure, call, messageOf } from './api.ts'
import { closeSession, openSession, session } from './session.ts'

afterEach(closeSession)

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('should have failed'),
    (error: unknown) => error as ApiFailure,
  )

describe('call', () => {
  it('fills path and query, sends token, body and key', async () => {
    openSession({ token: 'abc', user: nadeesha, kept: false })
    const asked = network({ 'PUT /equities/12': { body: { id: 12 } }, 'GET /equities': { body: [] } })
    await call(equities.routes.update, { params: { id: 12 }, body: { name: 'X' }, idempotencyKey: 'k' })
    await call(equities.routes.list, { query: { search: 'a&b', limit: 20 } })
    expect(asked[0]).toMatchObject({ method: 'PUT', path: '/api/equities/12', body: { name: 'X' } })
    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer abc')
    expect(asked[0]?.headers.get('Idempotency-Key')).toBe('k')
    expect(asked[1]?.path).toBe('/api/equities?search=a%26b&limit=20')
  })

  it("carries the server's refusal", async () => {
    const details = [{ field: 'symbol', message: 'Must not be empty.' }]
    network({
      'POST /equities': { status: 400, body: { error: 'x', message: 'Please check.', code: 'c', details } },
    })
    const failure = await failureOf(call(equities.routes.create, { body: {} }))
    expect(failure).toMatchObject({ status: 400, code: 'c', message: 'Please check.', details })
    expect(messageOf(failure, 'fallback')).toBe('Please check.')
  })

  it('says so when the server says nothing, or is not reached', async () => {
    network({ 'GET /auth/me': { status: 500 }, 'GET /equities': 'unreachable' })
    const silent = await failureOf(call(identity.me))
    expect(silent.message).toBe('HTTP error! status: 500')
    expect(messageOf(silent, 'Login failed')).toBe('Login failed')
    const lost = await failureOf(call(equities.routes.list))
    expect(messageOf(lost, 'Login failed')).toBe('Network error. Please try again.')
  })

  it('goes to sign-in on a 401, and keeps the tab', async () => {
    window.history.replaceState(null, '', '/#/trade-capture/buy')
    openSession({ token: 'abc', user: nadeesha, kept: true })
    network({ 'GET /equities': { status: 401 } })
    await failureOf(call(equities.routes.list))
    expect(session()).toBeNull()
    expect(localStorage.getItem('em.session')).toBeNull()
    expect(window.location.pathname + window.location.hash).toBe('/login#/trade-capture/buy')
  })

  it('leaves a newer session alone when an older call is refused', async () => {
    openSession({ token: 'old', user: nadeesha, kept: false })
    network({
      'GET /equities': () => {
        openSession({ token: 'new', user: nadeesha, kept: false })
        return { status: 401 }
      },
    })
    await failureOf(call(equities.routes.list))
    expect(session()?.token).toBe('new')
  })
})

/** Never called: the compiler checks that wrong calls are refused. */
export function wrongCalls() {
  // @ts-expect-error the id is missing
  void call(equities.routes.get)
  // @ts-expect-error a login needs its password
  void call(identity.login, { body: { email: 'a@b.lk' } })
  void call(equities.routes.list)
}
