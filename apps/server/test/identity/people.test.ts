/** Roles and portfolios of people, invitations, and the sessions of others. */
import { identity, type UserRecord, users } from '@em/contract/identity/identity'
import { rightsOfBuiltIn } from '@em/contract/identity/roles'
import type { ApiError } from '@em/contract/kit/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, PASSWORD, startApi } from '../support/api.ts'
import { PORTFOLIO } from '../support/books.ts'
import { auditOf, messages, personWith, refused, signIn } from '../support/identity.ts'

let api: Api
/** Ids of the portfolios PF1 to PF3. */
let ids: number[]
beforeAll(async () => {
  api = await startApi()
  ids = []
  for (const code of ['PF1', 'PF2', 'PF3']) {
    const body = { ...PORTFOLIO, portfolioId: code, portfolioName: `Fund ${code}` }
    ids.push((await api.call<{ id: number }>('POST /portfolios', { body })).body.id)
  }
})

type Changed = UserRecord & ApiError
const change = (id: number, body: object, token?: string) =>
  api.call<Changed>(users.change, { params: { id }, body, ...(token !== undefined && { token }) })
const me = (token: string) => api.ask(identity.me, { token })

describe('roles', () => {
  test('are given in whatever case and hold from the next request on', async () => {
    const { token, user } = await api.signUp()
    expect(user.roles).toEqual(['Member'])
    const answer = await change(user.id, { roles: ['auditor', 'Dealer', 'DEALER'], version: 1 })
    expect(answer.body).toMatchObject({ roles: ['Auditor', 'Dealer'], version: 2, isActive: true })
    const { rights, roles } = await me(token)
    expect(roles).toEqual(['Auditor', 'Dealer'])
    const both = [...(rightsOfBuiltIn('Auditor') ?? []), ...(rightsOfBuiltIn('Dealer') ?? [])]
    expect(new Set(rights)).toEqual(new Set(both))
    expect(refused((await api.call('POST /journal-entries', { token, body: {} })) as never)).toEqual([
      403,
      'rights.missing',
    ])
    const [row] = (await auditOf(api, 'users.change')).slice(-1)
    expect(row?.after).toMatchObject({ roles: ['Auditor', 'Dealer'], sees: 'all', changes: 'all' })
  })

  test('hold from the next request on another server, too, and so does what a role holds', async () => {
    const settings = readSettings({ LOG_LEVEL: 'silent' })
    const second = await buildApp({ database: api.database, clock: api.clock, settings })
    const { token, user } = await api.signUp()
    const books = async () =>
      (await second.inject({ url: '/api/general-ledger', headers: { authorization: `Bearer ${token}` } }))
        .statusCode
    expect(await books()).toBe(200)
    for (const roles of [['Own'], ['Member'], []]) {
      await api.call('PUT /roles/Own', { body: { rights: ['trades.read'] } })
      await change(user.id, { roles })
      expect(await books()).toBe(roles[0] === 'Member' ? 200 : 403)
    }
    await change(user.id, { roles: ['Own'] })
    expect(await books()).toBe(403)
    await api.call('PUT /roles/Own', { body: { rights: ['ledger.read'] } })
    expect(await books()).toBe(200)
    await second.close()
  })

  test('that do not exist are named', async () => {
    const { user } = await api.signUp()
    const answer = await change(user.id, { roles: ['Member', 'Cook'] })
    expect(refused(answer)).toEqual([422, 'users.role-unknown'])
    expect(messages(answer)).toEqual({ roles: 'There is no role Cook.' })
    expect((await change(user.id, { roles: 'Member' })).status).toBe(400)
    expect(refused(await change(999_999, { roles: [] }))).toEqual([404, 'record.missing'])
    expect(refused(await change(user.id, { roles: [], version: 9 }))).toEqual([409, 'record.stale'])
  })

  test('beyond the own ones are given and taken by administrators only', async () => {
    await api.call('PUT /roles/Staff', { body: { rights: ['users.read', 'users.manage', 'trades.read'] } })
    const staff = await personWith(api, { roles: ['Staff'] })
    const { user } = await personWith(api, { roles: [] })
    const beyond = [403, 'rights.beyond-own']
    expect(refused(await change(user.id, { roles: ['Dealer'] }, staff.token))).toEqual(beyond)
    expect(refused(await change(staff.user.id, { roles: ['Administrator'] }, staff.token))).toEqual(beyond)
    expect(refused(await change(api.user.id, { isActive: false }, staff.token))).toEqual(beyond)
    const link = { params: { id: api.user.id }, token: staff.token }
    expect(refused(await api.call<ApiError>(users.passwordLink, link))).toEqual(beyond)
    const email = 'beyond@example.com'
    const invited = await api.call<ApiError>(users.invite, { body: { email }, token: staff.token })
    expect(refused(invited)).toEqual(beyond)
    expect((await change(user.id, { roles: ['Staff'] }, staff.token)).body.roles).toEqual(['Staff'])
  })
})

describe('the last administrator', () => {
  const last = [422, 'users.last-administrator']
  test('is neither demoted nor restricted', async () => {
    for (const [body, field] of [
      [{ roles: ['Member'] }, 'roles'],
      [{ portfolios: { change: [] } }, 'portfolios'],
      [{ roles: ['administrator'], portfolios: { see: [] } }, 'portfolios'],
      [{ isActive: false }, 'isActive'],
    ] as const) {
      const answer = await change(api.user.id, body)
      expect(refused(answer)).toEqual(last)
      expect(Object.keys(messages(answer))).toEqual([field])
    }
    // Users who were only invited do not count, nor do those who see only some portfolios.
    const email = 'future.administrator@example.com'
    await api.ask(users.invite, { body: { email, roles: ['Administrator'] } })
    await personWith(api, { roles: ['Administrator'], sees: [] })
    expect(refused(await change(api.user.id, { roles: ['Member'] }))).toEqual(last)
    expect((await me(api.token)).is_admin).toBe(true)
  })

  test('is there after all of them demoted themselves at once', async () => {
    const own = await startApi()
    const people = [
      own,
      ...(await Promise.all([1, 2, 3].map(() => personWith(own, { roles: ['Administrator'] })))),
    ]
    const answers = await Promise.all(
      people.map(({ user: { id }, token }) =>
        own.call<ApiError>(users.change, { params: { id }, body: { roles: ['Member'] }, token }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 422])
    const left = await own.database.query("SELECT FROM user_roles WHERE role = 'Administrator'")
    expect(left).toHaveLength(1)
  })
})

describe('portfolios', () => {
  test('are named by code or id, and answered by their codes', async () => {
    const { token, user } = await api.signUp()
    const answer = await change(user.id, { portfolios: { see: ['pf1', ids[1]], change: [String(ids[0])] } })
    expect(answer.body.portfolios).toEqual({ see: ['PF1', 'PF2'], change: ['PF1'] })
    expect((await me(token)).portfolios).toEqual({ see: ['PF1', 'PF2'], change: ['PF1'] })
    const all = await change(user.id, { portfolios: { see: 'all' } })
    expect(all.body.portfolios).toEqual({ see: 'all', change: ['PF1'] })
    const whole = await change(user.id, { portfolios: { change: 'all' } })
    expect(whole.body.portfolios).toEqual({ see: 'all', change: 'all' })
  })

  test('that are no longer seen are no longer changed', async () => {
    const { user } = await api.signUp()
    const one = await change(user.id, { portfolios: { see: ['PF1', 'PF2'] } })
    expect(one.body.portfolios).toEqual({ see: ['PF1', 'PF2'], change: ['PF1', 'PF2'] })
    const two = await change(user.id, { portfolios: { see: ['PF2', 'PF3'] } })
    expect(two.body.portfolios).toEqual({ see: ['PF2', 'PF3'], change: ['PF2'] })
  })

  test('that are changed lie within those that are seen', async () => {
    const { user } = await api.signUp()
    for (const portfolios of [
      { see: ['PF1'], change: ['PF2'] },
      { see: ['PF1'], change: 'all' },
    ]) {
      const answer = await change(user.id, { portfolios })
      expect(refused(answer)).toEqual([422, 'users.changes-beyond-seen'])
      expect(Object.keys(messages(answer))).toEqual(['portfolios.change'])
    }
    const unknown = await change(user.id, { portfolios: { see: ['PF1', 'PF9'] } })
    expect(refused(unknown)).toEqual([422, 'users.portfolio-unknown'])
    expect(messages(unknown)).toEqual({ 'portfolios.see': 'There is no portfolio PF9.' })
    expect((await change(user.id, { portfolios: { see: 'some' } })).status).toBe(400)
    const [record] = await api.ask(users.list, { query: {} })
    expect(record?.portfolios).toEqual({ see: 'all', change: 'all' })
  })

  test('that are deleted are gone from the list of a person', async () => {
    const body = { ...PORTFOLIO, portfolioId: 'GONE', portfolioName: 'Soon gone' }
    const { id } = (await api.call<{ id: number }>('POST /portfolios', { body })).body
    const { token } = await personWith(api, { roles: ['Member'], sees: [id] })
    expect((await api.call(`DELETE /portfolios/${id}`)).status).toBe(200)
    expect((await me(token)).portfolios).toEqual({ see: [], change: [] })
  })
})

describe('an invitation', () => {
  const invite = (body: object) =>
    api.call<{ user: UserRecord; path: string } & ApiError>(users.invite, { body })
  const set = (path: string, names = {}) =>
    api.call<ApiError>(identity.setPassword, {
      body: { token: path.slice(-43), new_password: 'chosen by myself', ...names },
      token: null,
    })

  test('makes an account that is open once its link was used', async () => {
    const email = 'Invited@Example.com'
    const answer = await invite({ email, roles: ['Dealer'], portfolios: { see: ['PF1'] } })
    expect(answer.status).toBe(201)
    const { user, path } = answer.body
    expect(path).toMatch(/^\/#\/set-password\/names\/[A-Za-z0-9_-]{43}$/)
    expect(user).toMatchObject({
      email: 'invited@example.com',
      first_name: 'invited',
      last_name: '',
      state: 'invited',
      isActive: true,
      roles: ['Dealer'],
      portfolios: { see: ['PF1'], change: ['PF1'] },
    })
    expect(refused(await signIn(api, user.email, PASSWORD))).toEqual([401, 'auth.wrong'])
    expect((await api.ask(users.list, { query: { state: 'invited' } })).map(({ id }) => id)).toContain(
      user.id,
    )
    expect((await set(path, { first_name: 'Ruwan', last_name: 'Fernando' })).status).toBe(200)
    expect(refused(await set(path))).toEqual([422, 'auth.link-invalid'])
    const entered = await signIn(api, user.email, 'chosen by myself')
    expect(entered.body.user).toMatchObject({ first_name: 'Ruwan', last_name: 'Fernando', roles: ['Dealer'] })
    const record = (await api.ask(users.list, { query: {} })).find(({ id }) => id === user.id)
    expect(record).toMatchObject({ state: 'active', version: 2 })
  })

  test('does not change a name by a link for a new password', async () => {
    const { user } = await api.signUp()
    const { path } = await api.ask(users.passwordLink, { params: { id: user.id } })
    expect((await set(path, { first_name: 'Someone', last_name: 'Else' })).status).toBe(200)
    const entered = await signIn(api, user.email, 'chosen by myself')
    expect(entered.body.user).toMatchObject({ first_name: 'Nimal', last_name: 'Perera' })
  })

  test('is of a member who has all portfolios where nothing else is said, and can be sent again', async () => {
    const { user, path } = (await invite({ email: 'plain@example.com', first_name: 'Plain' })).body
    expect(user).toMatchObject({
      roles: ['Member'],
      portfolios: { see: 'all', change: 'all' },
      first_name: 'Plain',
    })
    const again = await api.ask(users.passwordLink, { params: { id: user.id } })
    expect(Date.parse(again.expiresAt) - Date.now()).toBeGreaterThan(6 * 86_400_000)
    expect(refused(await set(path))).toEqual([422, 'auth.link-invalid'])
    expect((await set(again.path)).status).toBe(200)
  })

  test('is refused for an e-mail that has an account, and its token is kept nowhere', async () => {
    const { user } = await api.signUp()
    const taken = await invite({ email: user.email })
    expect(refused(taken)).toEqual([409, 'auth.email-taken'])
    expect(Object.keys(messages(taken))).toEqual(['email'])
    const key = { 'idempotency-key': 'an invitation' }
    const answer = await api.call<{ path: string }>(users.invite, {
      body: { email: 'kept@example.com' },
      headers: key,
    })
    const [dump] = await api.database.query<{ text: string }>(
      `SELECT concat((SELECT string_agg(a::text, ' ') FROM audit a),
                     (SELECT string_agg(k::text, ' ') FROM idempotency_keys k)) AS text`,
    )
    expect(answer.status).toBe(201)
    expect(dump?.text).not.toContain(answer.body.path.slice(-43))
  })

  test('that is withdrawn opens nothing', async () => {
    const names = { first_name: 'Dilani', last_name: 'Silva' }
    const { user, path } = (await invite({ email: 'withdrawn@example.com', ...names })).body
    expect(path).toMatch(/^\/#\/set-password\/[A-Za-z0-9_-]{43}$/)
    expect((await change(user.id, { isActive: false })).body.state).toBe('disabled')
    expect(refused(await set(path))).toEqual([422, 'auth.link-invalid'])
  })
})

describe('the sessions of others', () => {
  const list = (id: number) => api.ask(users.sessions, { params: { id } })

  test('are shown and ended, one or all, from the next request on', async () => {
    const { token, user } = await api.signUp()
    const second = (await signIn(api, user.email, PASSWORD)).body.token
    const sessions = await list(user.id)
    expect(sessions).toHaveLength(2)
    expect(sessions.every(({ current }) => !current)).toBe(true)
    expect((await list(api.user.id)).some(({ current }) => current)).toBe(true)
    const oldest = Math.min(...sessions.map(({ id }) => id))
    await api.ask(users.endSession, { params: { id: user.id, sessionId: oldest } })
    expect((await api.call(identity.me, { token })).status).toBe(401)
    expect((await api.call(identity.me, { token: second })).status).toBe(200)
    expect(await api.ask(users.endSessions, { params: { id: user.id } })).toEqual({ success: true, ended: 1 })
    expect((await api.call(identity.me, { token: second })).status).toBe(401)
    expect(await list(user.id)).toEqual([])
  })

  test('of an unknown user, and one of another user, are 404', async () => {
    const { user } = await api.signUp()
    const [own] = await list(api.user.id)
    const missing = [404, 'record.missing']
    expect(refused(await api.call<ApiError>(users.sessions, { params: { id: 999_999 } }))).toEqual(missing)
    expect(refused(await api.call<ApiError>(users.endSessions, { params: { id: 999_999 } }))).toEqual(missing)
    const params = { id: user.id, sessionId: own?.id ?? 0 }
    expect(refused(await api.call<ApiError>(users.endSession, { params }))).toEqual(missing)
  })
})
