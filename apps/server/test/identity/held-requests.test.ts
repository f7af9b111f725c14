/** A request that was let in and then waits, for its body or for a lock, does not outlive the right to it. */
import { request as httpRequest } from 'node:http'
import { users } from '@em/contract/identity/identity'
import type { ApiError } from '@em/contract/kit/errors'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { personWith } from '../support/identity.ts'
import { waitingForLock } from '../support/locks.ts'

let api: Api
let port: number
beforeAll(async () => {
  api = await startApi()
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

interface Held {
  readonly answer: Promise<{ readonly status: number | undefined; readonly code: string | undefined }>
  /** Sends the rest of the body. */
  finish(): void
}

/** A request of which the server has the head, and waits for most of the body. */
function held(token: string, where: string, body: object): Held {
  const [method = '', path = ''] = where.split(' ')
  const text = JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  const sent = httpRequest({ host: '127.0.0.1', port, method, path: `/api${path}`, headers })
  sent.write(text.slice(0, 1))
  const answer: Held['answer'] = new Promise((done, fail) => {
    sent.on('error', fail)
    sent.on('response', (received) => {
      let all = ''
      received.on('data', (part) => {
        all += part
      })
      received.on('end', () =>
        done({ status: received.statusCode, code: (JSON.parse(all) as Partial<ApiError>).code }),
      )
    })
  })
  return { answer, finish: () => sent.end(text.slice(1)) }
}

/** Waits until the server has let so many requests of a person in. */
async function letIn(userId: number): Promise<void> {
  for (;;) {
    const [row] = await api.database.query<{ used: boolean }>(
      "SELECT last_used_at > now() - interval '1 hour' AS used FROM sessions WHERE user_id = $1",
      [userId],
    )
    if (row?.used) return
    await new Promise((done) => setTimeout(done, 10))
  }
}

describe('a request whose body comes after the right was taken', () => {
  test.each([
    ['PUT /users/:self', { isActive: true, roles: ['Administrator'] }],
    ['POST /users/invitations', { email: 'backdoor@example.com', roles: ['Administrator'] }],
    ['PUT /roles/Backdoor', { rights: ['users.manage'] }],
    ['POST /journal-entries', { date: '2026-06-01', description: 'Fee', account_code: '6300', debit: 5 }],
    ['POST /trade-batches', { source: 'import', rows: [{}] }],
  ])('%s', async (where, body) => {
    const { token, user } = await personWith(api, { roles: ['Administrator'] })
    // The use of a session is written down while the request is let in.
    await api.database.query(
      "UPDATE sessions SET kept = true, last_used_at = now() - interval '2 hours' WHERE user_id = $1",
      [user.id],
    )
    const request = held(token, where.replace(':self', String(user.id)), body)
    await letIn(user.id)
    await api.ask(users.change, { params: { id: user.id }, body: { roles: ['Auditor'], version: null } })
    request.finish()
    expect(await request.answer).toEqual({ status: 403, code: 'rights.missing' })
    const demoted = held(token, 'POST /auth/logout', {})
    await api.ask(users.change, { params: { id: user.id }, body: { isActive: false, version: null } })
    demoted.finish()
    expect(await demoted.answer).toEqual({ status: 401, code: 'auth.required' })
  })
})

describe('the rights of a user who changes users are checked in the transaction that does it', () => {
  let holder: pg.Client
  const waits = async (where: string, body: object | undefined, meanwhile: string) => {
    const { token, user } = await personWith(api, { roles: ['Administrator'] })
    const other = await personWith(api, { roles: [] })
    await api.call('PUT /roles/Held', { body: { rights: ['trades.read'] } })
    holder = new pg.Client(api.fresh.config)
    await holder.connect()
    await holder.query('BEGIN; SET search_path = em')
    await holder.query('SELECT FROM users FOR UPDATE')
    await holder.query("SELECT FROM roles WHERE name = 'Held' FOR UPDATE")
    const answer = api.call<ApiError>(where.replace(':other', String(other.user.id)), {
      token,
      ...(body && { body }),
    })
    await waitingForLock(holder)
    await holder.query(meanwhile, [user.id])
    await holder.query('COMMIT')
    await holder.end()
    const { status, body: refusal } = await answer
    return [status, refusal.code]
  }
  const DEMOTED = 'DELETE FROM user_roles WHERE user_id = $1'
  const SIGNED_OUT = 'UPDATE sessions SET revoked_at = now() WHERE user_id = $1'
  const DISABLED = 'UPDATE users SET is_active = false WHERE id = $1'
  const RESTRICTED = 'UPDATE users SET sees_all = false, changes_all = false WHERE id = $1'

  test.each([
    ['PUT /users/:other', { roles: ['Administrator'] }],
    ['POST /users/:other/password-link', undefined],
    ['DELETE /users/:other/sessions', undefined],
    ['PUT /roles/Held', { rights: ['users.manage'] }],
    ['DELETE /roles/Held', undefined],
  ])('%s', async (where, body) => {
    expect(await waits(where, body, DEMOTED)).toEqual([403, 'rights.missing'])
    expect(await waits(where, body, SIGNED_OUT)).toEqual([401, 'auth.required'])
    expect(await waits(where, body, DISABLED)).toEqual([403, 'account.disabled'])
    expect(await waits(where, body, RESTRICTED)).toEqual([403, 'rights.scope'])
  })
})
