import { health, identity, type UserRecord, users } from '@em/contract/identity'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../src/platform/settings.ts'
import { type Api, PASSWORD, startApi } from './support/api.ts'
import { auditOf, person, refused, signIn, signUp } from './support/identity.ts'

describe('the default of SIGNUP', () => {
  test.each([
    ['127.0.0.1', {}, 'open', 6],
    ['localhost', {}, 'open', 6],
    ['::1', {}, 'open', 6],
    ['0.0.0.0', {}, 'approval', 8],
    ['::', {}, 'approval', 8],
    ['192.168.1.4', {}, 'approval', 8],
    ['127.0.0.1', { TRUST_PROXY: '1' }, 'approval', 8],
    ['0.0.0.0', { SIGNUP: 'open', PASSWORD_MIN: '6' }, 'open', 6],
    ['127.0.0.1', { SIGNUP: 'closed', PASSWORD_MIN: '12' }, 'closed', 12],
  ] as const)('HOST=%s %o: %s, passwords of %i', (HOST, more, signup, passwordMin) => {
    expect(readSettings({ HOST, ...more })).toMatchObject({ signup, passwordMin })
  })
})

describe('where accounts need approval', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi({ signup: 'approval' })
  })
  const recordOf = async (email: string) =>
    (await api.ask(users.list, { query: {} })).find((one) => one.email === email) as UserRecord

  test('the first account is the administrator and signs in at once', async () => {
    expect(api.user.is_admin).toBe(true)
    expect((await api.call(identity.me)).status).toBe(200)
    expect((await api.ask(health, {})).signup).toBe('approval')
  })

  test('a newcomer waits until the administrator lets the account in', async () => {
    const answer = await signUp(api)
    expect([answer.status, Object.keys(answer.body)]).toEqual([202, ['waiting', 'message']])
    const early = await signIn(api, person.email, PASSWORD)
    expect(refused(early)).toEqual([403, 'account.waiting'])
    expect(early.headers['set-cookie']).toBeUndefined()
    const record = await recordOf(person.email)
    expect(record).toMatchObject({ state: 'waiting', isActive: false, is_admin: false, lastSeenAt: null })
    const { id, version } = record
    const letIn = await api.ask(users.change, { params: { id }, body: { isActive: true, version } })
    expect(letIn).toMatchObject({ state: 'active', isActive: true, version: version + 1 })
    expect((await signIn(api, person.email, PASSWORD)).status).toBe(200)
    expect((await auditOf(api, 'users.let-in')).at(-1)).toMatchObject({
      user_id: api.user.id,
      entity_id: String(id),
    })
  })

  test('a wrong password for a waiting account says no more than for any other', async () => {
    await signUp(api, { email: 'waits@example.com' })
    expect(refused(await signIn(api, 'waits@example.com', 'not mine'))).toEqual([401, 'auth.wrong'])
  })

  test('a declined account cannot sign in, and is not told apart', async () => {
    await signUp(api, { email: 'declined@example.com' })
    const { id, version } = await recordOf('declined@example.com')
    await api.ask(users.change, { params: { id }, body: { isActive: false, version } })
    expect((await recordOf('declined@example.com')).state).toBe('disabled')
    expect(refused(await signIn(api, 'declined@example.com', PASSWORD))).toEqual([401, 'auth.wrong'])
  })

  test('sign-up does not tell which e-mails have an account, nor does the sign-in after it', async () => {
    const taken = await signUp(api, { email: api.user.email, password: 'a stranger typed this' })
    const free = await signUp(api, { email: 'free@example.com', password: 'a stranger typed this' })
    expect(taken.status).toBe(202)
    expect(taken.body).toEqual(free.body)
    expect(taken.headers['content-length']).toBe(free.headers['content-length'])
    expect(taken.headers['set-cookie']).toBe(free.headers['set-cookie'])
    for (const email of [api.user.email, 'free@example.com']) {
      expect(refused(await signIn(api, email, 'a stranger typed this'))).toEqual([403, 'account.waiting'])
      expect(refused(await signIn(api, email, 'another guess'))).toEqual([401, 'auth.wrong'])
    }
    // It opened nothing: the owner's password is the old one.
    expect((await signIn(api, api.user.email, PASSWORD)).status).toBe(200)
    expect((await auditOf(api, 'identity.signup-repeated')).at(-1)?.entity_id).toBe(String(api.user.id))
  })

  test('of two sign-ups with an e-mail the last one counts, whether it had an account or not', async () => {
    for (const email of ['twice@example.com', api.user.email]) {
      await signUp(api, { email, password: 'the first of two' })
      expect(refused(await signIn(api, email, 'the first of two'))).toEqual([403, 'account.waiting'])
      await signUp(api, { email, password: 'the second of two' })
      expect(refused(await signIn(api, email, 'the first of two'))).toEqual([401, 'auth.wrong'])
      expect(refused(await signIn(api, email, 'the second of two'))).toEqual([403, 'account.waiting'])
    }
    // Whoever is let in has the password of the first sign-up.
    const { id, version } = await recordOf('twice@example.com')
    await api.ask(users.change, { params: { id }, body: { isActive: true, version } })
    expect((await signIn(api, 'twice@example.com', 'the first of two')).status).toBe(200)
    expect((await signIn(api, 'twice@example.com', 'the second of two')).status).toBe(401)
  })

  test('who looks whether the account is open counts as a try, with or without one', async () => {
    await signUp(api, { email: 'patient@example.com', password: 'a stranger typed this' })
    await signUp(api, { email: api.user.email, password: 'a stranger typed this' })
    for (const email of ['patient@example.com', api.user.email]) {
      const statuses: number[] = []
      for (let at = 0; at < 11; at += 1) {
        statuses.push((await signIn(api, email, 'a stranger typed this', { ip: '192.0.2.7' })).status)
      }
      expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
    }
  })

  test('a sign-up with somebody’s e-mail does not take wrong tries back', async () => {
    const ip = '192.0.2.8'
    await signUp(api, { email: api.user.email, password: 'a stranger typed this' })
    for (let at = 0; at < 9; at += 1) await signIn(api, api.user.email, `guess ${at}`, { ip })
    expect((await signIn(api, api.user.email, 'a stranger typed this', { ip })).status).toBe(403)
    expect(refused(await signIn(api, api.user.email, 'guess 9', { ip }))).toEqual([429, 'auth.too-many'])
  })

  test('a password that is refused is refused before it is looked whether the e-mail has an account', async () => {
    for (const email of [api.user.email, 'nobody@example.com']) {
      expect(refused(await signUp(api, { email, password: 'qwertyuiop' }))).toEqual([
        422,
        'auth.password-blocked',
      ])
    }
  })

  test('the list of those who wait has an end', async () => {
    await api.database.query(
      `INSERT INTO users (first_name, last_name, email, password_hash, is_active, waiting)
       SELECT 'A', 'B', 'w' || n || '@example.com', 'x', false, true FROM generate_series(1, 1000) AS n`,
    )
    const stopped = await signUp(api, { email: 'late@example.com' })
    expect(refused(stopped)).toEqual([429, 'auth.signups-full'])
    expect(stopped.headers['retry-after']).toBe('3600')
    await api.database.query(`UPDATE users SET waiting = false WHERE password_hash = 'x'`)
    expect((await signUp(api, { email: 'late@example.com' })).status).toBe(202)
  })
})

test('of ten who sign up at once exactly one is the administrator and signed in, the others wait', async () => {
  const api = await startApi({ signup: 'approval', signedUp: false })
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => signUp(api, { email: `racer${at}@example.com` })),
  )
  const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array<number>(9).fill(202)])
  const rows = await api.database.query<{ is_admin: boolean; is_active: boolean; waiting: boolean }>(
    'SELECT is_admin, is_active, waiting FROM users ORDER BY is_admin DESC',
  )
  expect(rows[0]).toEqual({ is_admin: true, is_active: true, waiting: false })
  expect(rows.slice(1).every(({ is_admin, is_active, waiting }) => !is_admin && !is_active && waiting)).toBe(
    true,
  )
})
