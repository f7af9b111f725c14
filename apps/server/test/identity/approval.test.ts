import { health, identity, type UserRecord, users } from '@em/contract/identity/identity'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { endOldWaiting } from '../../src/features/identity/sign-in/sign-in.commands.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, PASSWORD, startApi } from '../support/api.ts'
import { auditOf, person, refused, signIn, signUp } from '../support/identity.ts'

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

  test('a declined account cannot sign in, and gets the same answer as an unknown one', async () => {
    await signUp(api, { email: 'declined@example.com' })
    const { id, version } = await recordOf('declined@example.com')
    await api.ask(users.change, { params: { id }, body: { isActive: false, version } })
    expect((await recordOf('declined@example.com')).state).toBe('disabled')
    expect(refused(await signIn(api, 'declined@example.com', PASSWORD))).toEqual([401, 'auth.wrong'])
  })

  test('sign-up does not reveal which e-mails have an account, nor does the sign-in after it', async () => {
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
    // A user who is let in has the password of the first sign-up.
    const { id, version } = await recordOf('twice@example.com')
    await api.ask(users.change, { params: { id }, body: { isActive: true, version } })
    expect((await signIn(api, 'twice@example.com', 'the first of two')).status).toBe(200)
    expect((await signIn(api, 'twice@example.com', 'the second of two')).status).toBe(401)
  })

  test('a sign-in to see whether the account is open counts as a try, with or without an account', async () => {
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

  test('a sign-up with the e-mail of an account does not reset its wrong tries', async () => {
    const ip = '192.0.2.8'
    await signUp(api, { email: api.user.email, password: 'a stranger typed this' })
    for (let at = 0; at < 9; at += 1) await signIn(api, api.user.email, `guess ${at}`, { ip })
    expect((await signIn(api, api.user.email, 'a stranger typed this', { ip })).status).toBe(403)
    expect(refused(await signIn(api, api.user.email, 'guess 9', { ip }))).toEqual([429, 'auth.too-many'])
  })

  test('a password that is refused is refused before it is looked whether the e-mail has an account', async () => {
    for (const email of [api.user.email, 'unknown@example.com']) {
      expect(refused(await signUp(api, { email, password: 'qwertyuiop' }))).toEqual([
        422,
        'auth.password-blocked',
      ])
    }
  })

  test('the list of those who wait has an end', async () => {
    await api.database.query(
      `INSERT INTO users (first_name, last_name, email, password_hash, is_active, waiting, last_signup_at)
       SELECT 'A', 'B', 'w' || n || '@example.com', 'x', false, true, now() FROM generate_series(1, 1000) AS n`,
    )
    const stopped = await signUp(api, { email: 'late@example.com' })
    expect(refused(stopped)).toEqual([429, 'auth.signups-full'])
    expect(stopped.headers['retry-after']).toBe('3600')
    await api.database.query(`UPDATE users SET waiting = false, last_signup_at = NULL WHERE email LIKE 'w%'`)
    expect((await signUp(api, { email: 'late@example.com' })).status).toBe(202)
  })
})

describe('the places to wait', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi({ signup: 'approval' })
  })
  /** So many sign-ups from a network, with e-mails that had no account. */
  const fill = (network: string, count: number) =>
    api.database.query(
      `INSERT INTO users (first_name, last_name, email, password_hash, is_active, waiting, last_signup_at, last_signup_network)
       SELECT 'A', 'B', $1 || n || '@example.com', 'x', false, true, now(), $1 FROM generate_series(1, $2::integer) AS n`,
      [network, count],
    )
  const stateOf = async (email: string) => {
    const found = (await api.ask(users.list, { query: {} })).find((one) => one.email === email)
    return found?.state
  }

  test('of one network are fifty, whether the e-mails had an account or not; others still come in', async () => {
    const last = [
      ['192.0.2.1', 'new.one@example.com'],
      ['192.0.2.2', api.user.email],
    ] as const
    for (const [ip, email] of last) {
      await fill(ip, 49)
      expect((await signUp(api, { email }, ip)).status).toBe(202)
      const stopped = await signUp(api, { email: 'the.next@example.com' }, ip)
      expect([...refused(stopped), stopped.headers['retry-after']]).toEqual([
        429,
        'auth.signups-full',
        '3600',
      ])
      expect(refused(await signUp(api, { email }, ip))).toEqual([429, 'auth.signups-full'])
    }
    expect((await signUp(api, { email: 'elsewhere@example.com' }, '192.0.2.3')).status).toBe(202)
    const [one] = await api
      .ask(users.list, { query: { state: 'waiting' } })
      .then((all) => all.filter(({ email }) => email.startsWith('192.0.2.1')))
    if (one === undefined) throw new Error('no account waits')
    await api.ask(users.change, { params: { id: one.id }, body: { isActive: false, version: one.version } })
    expect((await signUp(api, { email: 'the.next@example.com' }, '192.0.2.1')).status).toBe(202)
  })

  test('are not exceeded by sign-ups at once', async () => {
    await fill('192.0.2.4', 47)
    const other = new pg.Client(api.fresh.config)
    await other.connect()
    // No account can be added until several are about to be.
    await other.query('BEGIN; LOCK TABLE em.users IN SHARE MODE')
    const calls = Promise.all(
      Array.from({ length: 20 }, (_, at) => signUp(api, { email: `at.once${at}@example.com` }, '192.0.2.4')),
    )
    const waiting =
      'SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database WHERE NOT granted AND datname = current_database()'
    while ((await api.database.query(waiting)).length < 4) await new Promise((done) => setTimeout(done, 5))
    await other.query('COMMIT')
    await other.end()
    const all = await calls
    const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(3).fill(202), ...Array<number>(17).fill(429)])
  })

  test('are free again after thirty days, with an audit row; the account is disabled', async () => {
    const ip = '192.0.2.5'
    const password = 'a stranger typed this'
    const emails = ['old@example.com', api.user.email, 'younger@example.com']
    for (const email of emails) await signUp(api, { email, password }, ip)
    await api.database.query(
      `UPDATE users SET last_signup_at = now() - make_interval(days => CASE WHEN email LIKE 'younger%' THEN 29 ELSE 31 END)
        WHERE last_signup_network = $1`,
      [ip],
    )
    await endOldWaiting(api.database)
    expect(await Promise.all(emails.map(stateOf))).toEqual(['disabled', 'active', 'waiting'])
    const answers = []
    for (const email of emails) answers.push(refused(await signIn(api, email, password, { ip })))
    expect(answers).toEqual([
      [401, 'auth.wrong'],
      [401, 'auth.wrong'],
      [403, 'account.waiting'],
    ])
    const rows = await auditOf(api, 'users.waited-too-long')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.user_id).toBeNull()
    const [{ count } = { count: 0 }] = await api.database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM users WHERE last_signup_network = $1',
      [ip],
    )
    expect(count).toBe(1)
    // The administrator can still let the person in, and a second sign-up waits as for any e-mail with an account.
    expect((await signUp(api, { email: 'old@example.com', password: 'typed once more' }, ip)).status).toBe(
      202,
    )
    expect(refused(await signIn(api, 'old@example.com', 'typed once more', { ip }))).toEqual([
      403,
      'account.waiting',
    ])
  })
})

test('of ten who sign up at once exactly one is the administrator and signed in, the others wait', async () => {
  const api = await startApi({ signup: 'approval', signedUp: false })
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => signUp(api, { email: `racer${at}@example.com` })),
  )
  const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array<number>(9).fill(202)])
  const rows = await api.database.query<{ role: string; is_active: boolean; waiting: boolean }>(
    'SELECT role, is_active, waiting FROM users JOIN user_roles ON user_id = id ORDER BY role',
  )
  expect(rows).toEqual([
    { role: 'Administrator', is_active: true, waiting: false },
    ...Array<object>(9).fill({ role: 'Member', is_active: false, waiting: true }),
  ])
})
