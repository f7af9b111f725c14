import { batches } from '@em/contract/batches/batches'
import { equities } from '@em/contract/equities/equities'
import { health, identity } from '@em/contract/identity/identity'
import type { JobLine } from '@em/contract/jobs/jobs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { healthy, nadeesha, network } from '../testing/network.ts'
import { ApiFailure, call, messageOf } from './api.ts'
import { watchPresence } from './presence.ts'
import { closeSession, openSession, session, sessionHasEnded } from './session.ts'

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

  it('reads the health of a server in trouble, and not the 503 of a proxy', async () => {
    const ill = { ...healthy, status: 'degraded', writes: 'failing' }
    network({ 'GET /health': { status: 503, body: ill } })
    expect(await call(health)).toEqual(ill)
    network({ 'GET /health': { status: 503, body: { error: 'Service Unavailable' } } })
    expect(await failureOf(call(health))).toMatchObject({ status: 503 })
  })

  it('says so when the server says nothing, or is not reached', async () => {
    network({ 'GET /auth/me': { status: 500 }, 'GET /equities': 'unreachable' })
    const silent = await failureOf(call(identity.me))
    expect(silent.message).toBe('HTTP error! status: 500')
    expect(messageOf(silent, 'Login failed')).toBe('Login failed')
    const lost = await failureOf(call(equities.routes.list))
    expect(messageOf(lost, 'Login failed')).toBe('Network error. Please try again.')
  })

  describe('long work', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())
    const line = { id: 5, kind: 'batches.undo', status: 'running', error: null, result: null }
    const progress = { done: 3, of: 6, words: 'Taking the trades back' }
    /** Answers as a job that runs at the first polls and then ends so. */
    const ending = (end: object) => {
      let polls = 0
      return network({
        'DELETE /trade-batches/9': { status: 202, body: { jobId: 5 } },
        'GET /jobs/5': () => {
          polls += 1
          return { body: polls < 3 ? { ...line, progress } : { ...line, progress, ...end } }
        },
      })
    }
    const undo = async (end: object, onJob?: (job: JobLine) => void) => {
      const asked = ending(end)
      const outcome = call(batches.undo, { params: { id: 9 }, ...(onJob && { onJob }) }).then(
        (reply) => reply as unknown,
        (error: unknown) => error,
      )
      await vi.advanceTimersByTimeAsync(5_000)
      return { asked, outcome: await outcome }
    }

    it('is watched until it is done, with its progress, and answers as the call itself would have', async () => {
      const lines: JobLine[] = []
      const result = { id: 9, status: 'undone' }
      const { asked, outcome } = await undo({ status: 'done', result }, (job) => lines.push(job))
      expect(outcome).toEqual(result)
      expect(asked).toHaveLength(4)
      expect(lines.map((job) => job.progress)).toEqual([progress, progress])
    })

    it('is refused as the call itself would have been', async () => {
      const error = { status: 422, error: 'x', code: 'batch.needed', message: 'Later sales need its shares.' }
      const { outcome } = await undo({ status: 'failed', error })
      expect(outcome).toMatchObject({
        status: 422,
        code: 'batch.needed',
        message: error.message,
        spoken: true,
      })
      expect(outcome).toBeInstanceOf(ApiFailure)
    })

    it('that was cancelled says so', async () => {
      const { outcome } = await undo({ status: 'cancelled' })
      expect(outcome).toMatchObject({
        code: 'job.cancelled',
        message: 'The job was cancelled. Nothing was saved.',
      })
    })
  })

  describe('too many requests at once', () => {
    const refused = (seconds: string) => ({
      status: 429,
      headers: { 'Retry-After': seconds },
      body: {
        error: 'Too Many Requests',
        message: 'Please try again in 5 seconds.',
        code: 'request.too-many',
      },
    })
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('a read is asked for again when the server says so', async () => {
      let times = 0
      const asked = network({
        'GET /equities': () => {
          times += 1
          return times < 3 ? refused('5') : { body: [{ id: 1 }] }
        },
      })
      const answer = call(equities.routes.list)
      await vi.advanceTimersByTimeAsync(4_999)
      expect(asked).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(5_001)
      expect(await answer).toEqual([{ id: 1 }])
      expect(asked).toHaveLength(3)
    })

    it('four times at most, then the refusal is final', async () => {
      const asked = network({ 'GET /equities': refused('5') })
      const failure = failureOf(call(equities.routes.list))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await failure).toMatchObject({ status: 429, message: 'Please try again in 5 seconds.' })
      expect(asked).toHaveLength(4)
    })

    it('not where it would take long, and never a write', async () => {
      const asked = network({ 'GET /equities': refused('600'), 'POST /equities': refused('1') })
      expect(await failureOf(call(equities.routes.list))).toMatchObject({ status: 429 })
      expect(await failureOf(call(equities.routes.create, { body: {} }))).toMatchObject({ status: 429 })
      expect(asked).toHaveLength(2)
    })

    it('not for a screen that was left', async () => {
      const asked = network({ 'GET /equities': refused('5') })
      const left = new AbortController()
      const answer = call(equities.routes.list, { signal: left.signal }).catch((error: Error) => error.name)
      await vi.advanceTimersByTimeAsync(1_000)
      left.abort()
      expect(await answer).toBe('AbortError')
      await vi.advanceTimersByTimeAsync(60_000)
      expect(asked).toHaveLength(1)
    })
  })

  it('waits for the sign-in on a 401, keeps the tab, and is then sent again with the same key', async () => {
    window.history.replaceState(null, '', '/#/trade-capture/buy')
    openSession({ token: 'abc', user: nadeesha, kept: true })
    const asked = network({
      'POST /equities': ({ headers }) =>
        headers.get('Authorization') === 'Bearer abc' ? { status: 401 } : { status: 201, body: { id: 5 } },
    })
    const saving = call(equities.routes.create, { body: {}, idempotencyKey: 'k' })
    await vi.waitFor(() => expect(sessionHasEnded()).toBe(true))
    expect(session()?.user).toEqual(nadeesha)
    expect(window.location.pathname + window.location.hash).toBe('/login#/trade-capture/buy')
    openSession({ token: 'new', user: nadeesha, kept: true })
    expect(await saving).toEqual({ id: 5 })
    expect(asked.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer abc', 'Bearer new'])
    expect(asked.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['k', 'k'])
    expect(sessionHasEnded()).toBe(false)
  })

  it('fails when the user signs out instead, or is cancelled while waiting', async () => {
    openSession({ token: 'abc', user: nadeesha, kept: true })
    network({ 'GET /equities': { status: 401 } })
    const cancel = new AbortController()
    const cancelled = failureOf(call(equities.routes.list, { signal: cancel.signal }))
    const left = failureOf(call(equities.routes.list))
    await vi.waitFor(() => expect(sessionHasEnded()).toBe(true))
    cancel.abort()
    expect((await cancelled).name).toBe('AbortError')
    closeSession()
    expect((await left).status).toBe(401)
  })

  it('of an ended session is sent again where the person is signed in anew already', async () => {
    openSession({ token: 'old', user: nadeesha, kept: false })
    network({
      'GET /equities': ({ headers }) => {
        if (headers.get('Authorization') === 'Bearer new') return { body: [] }
        openSession({ token: 'new', user: nadeesha, kept: false })
        return { status: 401 }
      },
    })
    expect(await call(equities.routes.list)).toEqual([])
    expect(sessionHasEnded()).toBe(false)
  })

  it('of one person is never sent with the session of another', async () => {
    openSession({ token: 'old', user: nadeesha, kept: false })
    const asked = network({
      'GET /equities': () => {
        openSession({ token: 'new', user: { ...nadeesha, id: 8 }, kept: false })
        return { status: 401 }
      },
    })
    expect((await failureOf(call(equities.routes.list))).status).toBe(401)
    expect(asked).toHaveLength(1)
    expect(session()?.token).toBe('new')
  })

  it('is marked while the user is away from the screen, and does not send a token where none is asked for', async () => {
    openSession({ token: 'abc', user: nadeesha, kept: false })
    const stop = watchPresence()
    const asked = network({ 'GET /equities': { body: [] }, 'GET /health': { body: {} } })
    const now = vi.spyOn(performance, 'now')
    window.dispatchEvent(new Event('keydown'))
    const typed = performance.now()
    now.mockReturnValue(typed + 59_000)
    await call(equities.routes.list)
    now.mockReturnValue(typed + 61_000)
    await call(equities.routes.list)
    window.dispatchEvent(new Event('pointerdown'))
    await call(health)
    expect(asked.map(({ headers }) => headers.get('X-Background'))).toEqual([null, '1', null])
    expect(asked.map(({ headers }) => headers.has('Authorization'))).toEqual([true, true, false])
    stop()
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
