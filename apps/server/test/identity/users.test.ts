import { identity, type UserRecord, users } from '@em/contract/identity/identity'
import type { ApiError } from '@em/contract/kit/errors'
import { allRoutes } from '@em/contract/registry'
import { beforeAll, describe, expect, test } from 'vitest'
import { resetPassword } from '../../src/features/identity/users/reset.ts'
import { type Api, PASSWORD, startApi } from '../support/api.ts'
import { auditOf, messages, personWith, refused, signIn } from '../support/identity.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

const recordOf = async (id: number) =>
  (await api.ask(users.list, { query: {} })).find((one) => one.id === id) as UserRecord
const change = (id: number, isActive: boolean, version?: number, token?: string) =>
  api.call<UserRecord & ApiError>(users.change, {
    params: { id },
    body: { isActive, ...(version !== undefined && { version }) },
    ...(token !== undefined && { token }),
  })

describe('a user who is no administrator', () => {
  const guarded = allRoutes.filter(({ name }) => name.startsWith('users.'))

  test('is refused on every route of the users, with an audit row', async () => {
    const { token, user } = await api.signUp()
    for (const route of guarded) {
      const sent = { params: { id: api.user.id, sessionId: 1 }, body: { isActive: false }, token }
      const answer = await api.call<ApiError>(
        route,
        route.method === 'GET' ? { token, params: sent.params } : sent,
      )
      expect(refused(answer), route.name).toEqual([403, 'rights.missing'])
      expect(answer.body.message).toMatch(
        /^You need the right "(Manage users|See users, roles and sessions|See sign-ins, downloads and changes of users in the audit trail)" for this\./,
      )
      expect((await api.call(route, { ...sent, token: null })).status).toBe(401)
    }
    expect((await recordOf(api.user.id)).isActive).toBe(true)
    const rows = await auditOf(api, 'rights.refused')
    expect(rows.filter((row) => row.user_id === user.id).map((row) => row.entity_id)).toEqual(
      guarded.map(({ name }) => name),
    )
  })
})

describe('the list', () => {
  test('has all accounts, the newest first, without a hash', async () => {
    const { user } = await api.signUp('listed@example.com')
    const { rights: _, ...account } = user
    const answer = await api.call<UserRecord[]>(users.list)
    expect(answer.body[0]).toEqual({
      ...account,
      isActive: true,
      state: 'active',
      version: 1,
      lastSeenAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(answer.headers['x-total-count']).toBe(String(answer.body.length))
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|hash/)
  })

  test('can be narrowed to a state', async () => {
    expect(await api.ask(users.list, { query: { state: 'waiting' } })).toEqual([])
    const active = await api.ask(users.list, { query: { state: 'active' } })
    expect(active.length).toBeGreaterThan(0)
  })
})

describe('disabling', () => {
  test('ends every session at once, and enabling does not restore them', async () => {
    const { token, user } = await api.signUp()
    const second = (await signIn(api, user.email, PASSWORD)).body.token
    expect((await api.call(identity.me, { token })).status).toBe(200)
    const answer = await change(user.id, false, 1)
    expect(answer.body).toMatchObject({ state: 'disabled', version: 2 })
    for (const one of [token, second]) expect((await api.call(identity.me, { token: one })).status).toBe(401)
    expect(refused(await signIn(api, user.email, 'not the password'))).toEqual([401, 'auth.wrong'])
    const disabled = await signIn(api, user.email, PASSWORD)
    expect(refused(disabled)).toEqual([403, 'account.disabled'])
    expect(disabled.body.message).toBe('Your account is disabled. Please ask the administrator to enable it.')
    expect((await change(user.id, true, 2)).body.state).toBe('active')
    expect((await api.call(identity.me, { token })).status).toBe(401)
    expect((await signIn(api, user.email, PASSWORD)).status).toBe(200)
    const [row] = (await auditOf(api, 'users.disable')).slice(-1)
    expect(row).toMatchObject({ user_id: api.user.id, entity_id: String(user.id) })
  })

  test('is refused with a version that is not the last one', async () => {
    const { user } = await api.signUp()
    await change(user.id, false, 1)
    expect(refused(await change(user.id, true, 1))).toEqual([409, 'record.stale'])
    expect((await recordOf(user.id)).state).toBe('disabled')
  })

  test('never takes the last active administrator', async () => {
    const answer = await change(api.user.id, false, 1)
    expect(refused(answer)).toEqual([422, 'users.last-administrator'])
    expect(answer.body.message).toBe(
      'Nimal Perera is the only active administrator and cannot be disabled, demoted or given only some portfolios.',
    )
    expect((await api.call(identity.me)).status).toBe(200)
  })

  test('a preview does not disable the user', async () => {
    const { token, user } = await api.signUp()
    const answer = await api.call(users.change, {
      params: { id: user.id },
      body: { isActive: false },
      query: { dryRun: 1 },
    })
    expect(answer.status).toBe(200)
    expect((await api.call(identity.me, { token })).status).toBe(200)
  })

  test('an unknown user is 404', async () => {
    expect(refused(await change(999_999, true))).toEqual([404, 'record.missing'])
  })
})

describe('a one-time link', () => {
  const makeLink = async (id: number) => {
    const { path, expiresAt } = await api.ask(users.passwordLink, { params: { id } })
    expect(path).toMatch(/^\/#\/set-password\/[A-Za-z0-9_-]{43}$/)
    return { token: path.slice(-43), expiresAt }
  }
  const set = (token: string, new_password: string) =>
    api.call<ApiError>(identity.setPassword, { body: { token, new_password }, token: null })

  test('sets the password once, ends the sessions, and is stored as a hash only', async () => {
    const { token: session, user } = await api.signUp()
    const { token, expiresAt } = await makeLink(user.id)
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(24)
    const [dump] = await api.database.query<{ text: string }>(
      `SELECT concat((SELECT string_agg(l::text, ' ') FROM password_links l),
                     (SELECT string_agg(a::text, ' ') FROM audit a),
                     (SELECT string_agg(k::text, ' ') FROM idempotency_keys k)) AS text`,
    )
    expect(dump?.text).not.toContain(token)
    expect((await set(token, 'chosen by myself')).body).toEqual({ success: true })
    expect((await api.call(identity.me, { token: session })).status).toBe(401)
    expect(refused(await set(token, 'chosen by a second'))).toEqual([422, 'auth.link-invalid'])
    expect((await signIn(api, user.email, PASSWORD)).status).toBe(401)
    expect((await signIn(api, user.email, 'chosen by myself')).status).toBe(200)
    expect((await auditOf(api, 'identity.set-password')).at(-1)?.user_id).toBe(user.id)
  })

  test('serves one of two who use it at once', async () => {
    const { user } = await api.signUp()
    const { token } = await makeLink(user.id)
    const answers = await Promise.all([set(token, 'the first of both'), set(token, 'the second of both')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('is replaced by a newer one, ends after a day, and when the account is disabled', async () => {
    const { user } = await api.signUp()
    const old = await makeLink(user.id)
    const late = await makeLink(user.id)
    expect(refused(await set(old.token, 'chosen by myself'))).toEqual([422, 'auth.link-invalid'])
    await api.database.query('UPDATE password_links SET expires_at = now() WHERE user_id = $1', [user.id])
    expect(refused(await set(late.token, 'chosen by myself'))).toEqual([422, 'auth.link-invalid'])
    const voided = await makeLink(user.id)
    await change(user.id, false)
    await change(user.id, true)
    expect(refused(await set(voided.token, 'chosen by myself'))).toEqual([422, 'auth.link-invalid'])
  })

  test('is worth what its maker may do when it is used', async () => {
    await api.call('PUT /roles/Staff', { body: { rights: ['users.read', 'users.manage', 'trades.read'] } })
    const held = { roles: ['Staff'] }
    const [maker, person] = [await personWith(api, held), await personWith(api, held)]
    const linkBy = async (token: string) =>
      (await api.ask(users.passwordLink, { params: { id: person.user.id }, token })).path.slice(-43)
    const give = (id: number, body: object) => api.call(users.change, { params: { id }, body })
    const invalid = [422, 'auth.link-invalid']
    // The person was given more than the maker has: the link would open all of it.
    const promoted = await linkBy(maker.token)
    await give(person.user.id, { roles: ['Administrator'] })
    expect(refused(await set(promoted, 'known to the maker'))).toEqual(invalid)
    await give(person.user.id, held)
    for (const less of [{ roles: [] }, { portfolios: { change: [] } }, { isActive: false }]) {
      await give(maker.user.id, { ...held, portfolios: { see: 'all', change: 'all' }, isActive: true })
      const link = await linkBy((await signIn(api, maker.user.email, PASSWORD)).body.token)
      await give(maker.user.id, less)
      expect(refused(await set(link, 'known to the maker'))).toEqual(invalid)
    }
  })

  test('takes no weak password, and stays for a better one', async () => {
    const { user } = await api.signUp('weak.link@example.com')
    const { token } = await makeLink(user.id)
    expect(messages(await set(token, '12345'))).toEqual({
      new_password: 'Password must be at least 6 characters',
    })
    expect(refused(await set(token, 'Weak Link'))).toEqual([422, 'auth.password-own'])
    expect(refused(await set(token, 'iloveyou'))).toEqual([422, 'auth.password-blocked'])
    expect((await set(token, 'something else')).status).toBe(200)
  })

  test('is also made on the machine of the server, by e-mail', async () => {
    const { user } = await api.signUp('forgot@example.com')
    const { path } = await resetPassword(api.database, ' Forgot@Example.com')
    expect((await set(path.slice(-43), 'remembered now')).status).toBe(200)
    expect((await signIn(api, user.email, 'remembered now')).status).toBe(200)
    expect((await auditOf(api, 'users.password-link')).at(-1)).toMatchObject({
      user_id: null,
      entity_id: String(user.id),
    })
    await expect(resetPassword(api.database, 'unknown@example.com')).rejects.toThrow(
      'An account with the email unknown@example.com was not found.',
    )
  })

  test('is not made for an account that is not active', async () => {
    const { user } = await api.signUp()
    await change(user.id, false)
    const answer = await api.call<ApiError>(users.passwordLink, { params: { id: user.id } })
    expect(refused(answer)).toEqual([422, 'users.not-active'])
  })
})
