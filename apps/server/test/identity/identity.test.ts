import { createHash } from 'node:crypto'
import { health, identity, type User } from '@em/contract/identity/identity'
import { rightsOfBuiltIn } from '@em/contract/identity/roles'
import type { ApiError } from '@em/contract/kit/errors'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hashingCost, hashPassword } from '../../src/features/identity/accounts/password.ts'
import { type Answer, type Api, PASSWORD, startApi } from '../support/api.ts'
import { memoryIsOver } from '../support/identity.ts'
import { rewindable } from '../support/rewind.ts'

const person = { first_name: 'Kamala', last_name: 'Silva', email: 'kamala@example.com', password: PASSWORD }
type SignedIn = { token: string; user: User }

const signIn = (api: Api, email: string, password: string, ip?: string) =>
  api.call<SignedIn & ApiError>(identity.login, {
    body: { email, password },
    token: null,
    ...(ip !== undefined && { ip }),
  })

const messages = (answer: Answer<unknown>) =>
  Object.fromEntries(((answer.body as ApiError).details ?? []).map(({ field, message }) => [field, message]))

const auditOf = (api: Api, action: string) =>
  api.database.query<{ user_id: number | null; entity_id: string; after: Record<string, unknown> }>(
    'SELECT user_id, entity_id, after FROM audit WHERE action = $1 ORDER BY id',
    [action],
  )

let api: Api
/** Only the first user has an account, and no sign-in was tried. */
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi()
  rewind = await rewindable(api)
})

/** Hashes for the length of a test as are kept in earnest: a flood finds the line full. */
function hashInEarnest(): void {
  const { ...cheap } = hashingCost
  Object.assign(hashingCost, { memoryKib: 19_456, passes: 2 })
  onTestFinished(() => {
    Object.assign(hashingCost, cheap)
  })
}

describe('sign-up', () => {
  test('answers token and user, and signs in', async () => {
    const answer = await api.call<SignedIn>(identity.signup, {
      body: { ...person, email: ' Kamala@Example.COM ' },
      token: null,
    })
    expect(answer.status).toBe(201)
    const { token, user } = answer.body
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(user).toEqual({
      id: expect.any(Number),
      first_name: 'Kamala',
      last_name: 'Silva',
      email: 'kamala@example.com',
      is_admin: false,
      roles: ['Member'],
      portfolios: { see: 'all', change: 'all' },
      rights: rightsOfBuiltIn('Member'),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect((await api.call<User>(identity.me, { token })).body).toEqual(user)
  })

  test('the first account is the administrator, later ones are not', async () => {
    expect(api.user.is_admin).toBe(true)
    expect((await api.signUp()).user.is_admin).toBe(false)
  })

  test('says what is wrong with each field', async () => {
    const empty = await api.call(identity.signup, { body: {}, token: null })
    expect(empty.status).toBe(400)
    expect(messages(empty)).toEqual({
      first_name: 'First name is required',
      last_name: 'Last name is required',
      email: 'Email is required',
      password: 'Password is required',
    })
    const wrong = await api.call(identity.signup, {
      body: { first_name: '  ', last_name: 'x'.repeat(101), email: 'unknown', password: '12345' },
      token: null,
    })
    expect(messages(wrong)).toEqual({
      first_name: 'First name is required',
      last_name: 'This field must have at most 100 characters.',
      email: 'Email is invalid',
    })
    const short = await api.call(identity.signup, { body: { ...person, password: '12345' }, token: null })
    expect(messages(short)).toEqual({ password: 'Password must be at least 6 characters' })
  })

  test('refuses an e-mail that has an account, in any spelling', async () => {
    await api.signUp('taken@example.com')
    const again = await api.call<ApiError>(identity.signup, {
      body: { ...person, email: 'TAKEN@example.com' },
      token: null,
    })
    expect([again.status, again.body.code]).toEqual([409, 'auth.email-taken'])
    expect(messages(again)).toEqual({ email: 'An account with this email already exists.' })
  })

  test('keeps the password as argon2id only, and the token as a hash only', async () => {
    const { token, user } = await api.signUp()
    const [stored] = await api.database.query<{ password_hash: string }>(
      'SELECT (passwords_of($1)).password_hash',
      [user.id],
    )
    expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    const [dump] = await api.database.query<{ text: string }>(
      "SELECT concat((SELECT string_agg(s::text, ' ') FROM sessions s), (SELECT string_agg(a::text, ' ') FROM audit a)) AS text",
    )
    expect(dump?.text).not.toContain(token)
    const [session] = await api.database.query<{ token_hash: Buffer }>(
      'SELECT token_hash FROM sessions WHERE user_id = $1',
      [user.id],
    )
    expect(session?.token_hash).toEqual(createHash('sha256').update(token).digest())
    expect(dump?.text).not.toContain(PASSWORD)
  })

  test('leaves an audit row', async () => {
    const { user } = await api.signUp()
    expect((await auditOf(api, 'identity.signup')).at(-1)).toMatchObject({
      user_id: user.id,
      entity_id: String(user.id),
      after: { email: user.email },
    })
  })

  test('has no preview', async () => {
    const before = await api.database.query('SELECT id FROM users')
    const answer = await api.call(identity.signup, {
      query: { dryRun: 1 },
      body: { ...person, email: 'x@y.zz' },
      token: null,
    })
    expect(answer.status).toBe(400)
    expect(await api.database.query('SELECT id FROM users')).toEqual(before)
  })
})

test('of ten who sign up at once on an empty installation exactly one is the administrator', async () => {
  const api = await startApi({ signedUp: false })
  const all = await Promise.all(Array.from({ length: 10 }, (_, at) => api.signUp(`racer${at}@example.com`)))
  expect(all.filter(({ user }) => user.is_admin)).toHaveLength(1)
  expect(new Set(all.map(({ user }) => user.id)).size).toBe(10)
})

test('where sign-up is closed only the very first account is made, also in a race', async () => {
  const api = await startApi({ signup: 'closed', signedUp: false })
  expect((await api.ask(health, {})).firstAccount).toBe(true)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      api.call<ApiError>(identity.signup, {
        body: { ...person, email: `racer${at}@example.com` },
        token: null,
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 403, 403, 403, 403, 403,
  ])
  expect((await api.ask(health, {})).firstAccount).toBe(false)
  const late = await api.call<ApiError>(identity.signup, { body: person, token: null })
  expect([late.status, late.body.code]).toEqual([403, 'auth.signup-closed'])
})

describe('sign-in', () => {
  let email: string
  beforeAll(async () => {
    await rewind()
    email = api.user.email
  })

  test('answers token and user; each sign-in has a token of its own', async () => {
    const first = await signIn(api, email.toUpperCase(), PASSWORD)
    const second = await signIn(api, email, PASSWORD)
    expect(first.status).toBe(200)
    expect(first.body.user).toEqual(api.user)
    expect(second.body.token).not.toBe(first.body.token)
    expect((await auditOf(api, 'identity.login')).length).toBeGreaterThanOrEqual(2)
  })

  test('says what is missing', async () => {
    const answer = await api.call(identity.login, { body: { email: 'x@y' }, token: null })
    expect(messages(answer)).toEqual({ email: 'Email is invalid', password: 'Password is required' })
  })

  test('without the right password the answers for a wrong one, an unknown e-mail and a disabled account are the same', async () => {
    const closed = await api.signUp('closed@example.com')
    await api.database.query('UPDATE users SET is_active = false WHERE id = $1', [closed.user.id])
    const answers = [
      await signIn(api, email, 'wrong password', '192.0.2.1'),
      await signIn(api, 'unknown@example.com', PASSWORD, '192.0.2.1'),
      await signIn(api, 'closed@example.com', 'wrong password', '192.0.2.1'),
    ]
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401)
      expect({ ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' })
      expect(headers['content-length']).toBe(answers[0]?.headers['content-length'])
    }
    expect(answers[0]?.body.message).toBe('The email or the password is incorrect.')
    const owner = await signIn(api, 'closed@example.com', PASSWORD, '192.0.2.1')
    expect(owner).toMatchObject({ status: 403, body: { code: 'account.disabled' } })
  })

  test('the same work is done for an unknown e-mail', async () => {
    const time = async (who: string, at: number) => {
      const began = performance.now()
      await signIn(api, who, 'wrong password', `198.51.100.${at}`)
      return performance.now() - began
    }
    // Other accounts of the tests have hashes that cost less.
    hashInEarnest()
    const { user } = await api.signUp()
    const known: number[] = []
    const unknown: number[] = []
    for (let at = 1; at <= 9; at += 1) {
      known.push(await time(user.email, at))
      unknown.push(await time(`unknown${at}@example.com`, at))
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[4] ?? 0
    // Without the password work it would be ten times faster; the bounds are wide for a busy machine.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.3)
    expect(median(unknown) / median(known)).toBeLessThan(3)
  })

  test('a refused sign-in leaves an audit row without the password', async () => {
    await signIn(api, email, 'secret I mistyped', '192.0.2.9')
    const row = (await auditOf(api, 'identity.login-refused')).at(-1)
    expect(row).toEqual({
      user_id: null,
      entity_id: String(api.user.id),
      after: { email, ip: '192.0.2.9' },
    })
  })
})

describe('too many wrong sign-ins', () => {
  beforeAll(() => rewind())
  const wrong = (email: string, ip: string) => signIn(api, email, 'wrong password', ip)
  const laterBy = (minutes: number) =>
    api.database.query('UPDATE sign_in_attempts SET started_at = started_at - make_interval(mins => $1)', [
      minutes,
    ])

  test('the eleventh in a quarter of an hour waits, even with the right password, and then no longer', async () => {
    const { email } = api.user
    const ip = '203.0.113.1'
    for (let at = 0; at < 10; at += 1) expect((await wrong(email, ip)).status).toBe(401)
    await laterBy(5)
    const stopped = await signIn(api, email, PASSWORD, ip)
    expect([stopped.status, stopped.body.code]).toEqual([429, 'auth.too-many'])
    const seconds = Number(stopped.headers['retry-after'])
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThanOrEqual(600)
    expect(stopped.body.message).toBe(`Too many attempts. Please try again in ${seconds} seconds.`)
    // Wrong tries of others do not lock the owner out elsewhere.
    expect((await signIn(api, email, PASSWORD, '203.0.113.2')).status).toBe(200)
    await laterBy(10)
    expect((await signIn(api, email, PASSWORD, ip)).status).toBe(200)
  })

  test('an unknown e-mail counts the same', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1)
      statuses.push((await wrong('unknown@example.com', '203.0.113.3')).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  })

  test('a right password clears its own count', async () => {
    const { email } = api.user
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 9; at += 1) expect((await wrong(email, '203.0.113.4')).status).toBe(401)
      expect((await signIn(api, email, PASSWORD, '203.0.113.4')).status).toBe(200)
    }
  })

  test('guesses sent at once are limited too', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(api.user.email, '203.0.113.5')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test('one address may not go through many e-mails; an IPv6 network counts as one', async () => {
    await api.database.query('DELETE FROM sign_in_attempts')
    await wrong('first@example.com', '2001:db8::1')
    await api.database.query('UPDATE sign_in_attempts SET tries = 100')
    expect((await wrong('another@example.com', '2001:db8:0:0:ffff::2')).status).toBe(429)
    expect((await wrong('another@example.com', '2001:db8:0:1::1')).status).toBe(401)
  })
})

describe('many sign-ups', () => {
  beforeAll(() => rewind())
  const open = (email: string, ip: string) =>
    api.call<ApiError>(identity.signup, { body: { ...person, email }, token: null, ip })

  test('one address opens a hundred accounts in a quarter of an hour; its sign-ins are counted apart', async () => {
    await api.database.query('DELETE FROM sign_in_attempts')
    expect((await open('first@example.com', '198.51.100.1')).status).toBe(201)
    await api.database.query('UPDATE sign_in_attempts SET tries = 99')
    expect((await open('hundredth@example.com', '198.51.100.1')).status).toBe(201)
    const stopped = await open('next@example.com', '198.51.100.1')
    expect([stopped.status, stopped.body.code]).toEqual([429, 'auth.too-many'])
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(800)
    expect((await open('elsewhere@example.com', '198.51.100.2')).status).toBe(201)
    expect((await signIn(api, api.user.email, PASSWORD, '198.51.100.1')).status).toBe(200)
  })

  test('a flood of them keeps no user from signing in', async () => {
    hashInEarnest()
    const flood = Array.from({ length: 150 }, (_, at) => open(`flood${at}@example.com`, `10.1.${at}.1`))
    const signedIn = await Promise.all(Array.from({ length: 5 }, () => signIn(api, api.user.email, PASSWORD)))
    expect(signedIn.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const statuses = new Set((await Promise.all(flood)).map(({ status }) => status))
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([201, 503])
  })
})

describe('the token', () => {
  beforeAll(() => rewind())

  test.each([
    ['none', ''],
    ['not a bearer', `Basic ${'x'.repeat(43)}`],
    ['made up', `Bearer ${'x'.repeat(43)}`],
    ['a JSON web token without signature', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['too long', `Bearer ${'x'.repeat(5000)}`],
  ])('%s: 401 and nothing more', async (_, authorization) => {
    const answer = await api.call<ApiError>(identity.me, { token: null, headers: { authorization } })
    expect(answer.status).toBe(401)
    expect({ ...answer.body, requestId: '' }).toEqual({
      error: 'Unauthorized',
      message: 'Please sign in.',
      code: 'auth.required',
      requestId: '',
    })
  })

  test('is not taken from the address', async () => {
    const answer = await api.call('GET /auth/me', { token: null, query: { token: api.token } })
    expect(answer.status).toBe(401)
  })

  test('sign-out ends it at once and leaves the other sessions', async () => {
    const other = (await signIn(api, api.user.email, PASSWORD)).body.token
    expect((await api.call(identity.me, { token: other })).status).toBe(200)
    expect((await api.call(identity.logout, { token: other })).body).toEqual({ success: true })
    expect((await api.call(identity.me, { token: other })).status).toBe(401)
    expect((await api.call(identity.logout, { token: other })).status).toBe(401)
    expect((await api.call(identity.me)).status).toBe(200)
    expect((await auditOf(api, 'identity.logout')).at(-1)?.user_id).toBe(api.user.id)
  })

  test('a preview of the sign-out ends nothing', async () => {
    expect((await api.call(identity.logout, { query: { dryRun: 1 } })).status).toBe(200)
    expect((await api.call(identity.me)).status).toBe(200)
  })

  test.each([
    ['that has expired', 'UPDATE sessions SET expires_at = now() WHERE user_id = $1'],
    ['of a closed account', 'UPDATE users SET is_active = false WHERE id = $1'],
  ])('a session %s ends once no server remembers it', async (_, change) => {
    const { token, user } = await api.signUp()
    expect((await api.call(identity.me, { token })).status).toBe(200)
    await api.database.query(change, [user.id])
    await memoryIsOver()
    expect((await api.call(identity.me, { token })).status).toBe(401)
  })
})

describe('the change of a password', () => {
  beforeAll(() => rewind())
  const change = (token: string, current_password: string, new_password: string, query = {}) =>
    api.call<ApiError>(identity.changePassword, { body: { current_password, new_password }, token, query })

  test('ends every other session, keeps this one, and the new password signs in', async () => {
    const mine = await api.signUp()
    const other = (await signIn(api, mine.user.email, PASSWORD)).body.token
    const stranger = api.token
    expect((await api.call(identity.me, { token: other })).status).toBe(200)
    expect((await change(mine.token, PASSWORD, 'another one')).body).toEqual({ success: true })
    expect((await api.call(identity.me, { token: other })).status).toBe(401)
    expect((await api.call(identity.me, { token: mine.token })).status).toBe(200)
    expect((await api.call(identity.me, { token: stranger })).status).toBe(200)
    expect((await signIn(api, mine.user.email, PASSWORD)).status).toBe(401)
    expect((await signIn(api, mine.user.email, 'another one')).status).toBe(200)
    expect((await auditOf(api, 'identity.change-password')).at(-1)?.user_id).toBe(mine.user.id)
  })

  test('needs the current password, and a new one of six characters', async () => {
    const { token, user } = await api.signUp()
    const wrong = await change(token, 'not mine', 'another one')
    expect([wrong.status, wrong.body.code]).toEqual([422, 'auth.password-wrong'])
    const short = await change(token, PASSWORD, '12345')
    expect(messages(short)).toEqual({ new_password: 'Password must be at least 6 characters' })
    expect((await change('', PASSWORD, 'another one')).status).toBe(401)
    expect((await signIn(api, user.email, PASSWORD)).status).toBe(200)
  })

  test('a refused one leaves an audit row without the passwords, a preview too', async () => {
    const { token, user } = await api.signUp()
    const rows = async () =>
      (await auditOf(api, 'identity.change-password-refused')).filter(({ user_id }) => user_id === user.id)
    await change(token, 'not mine', 'another one')
    expect(await rows()).toEqual([
      { user_id: user.id, entity_id: String(user.id), after: { ip: '127.0.0.1' } },
    ])
    await change(token, 'not mine', 'another one', { dryRun: 1 })
    expect(await rows()).toHaveLength(2)
  })

  test('a preview changes nothing', async () => {
    const { token, user } = await api.signUp()
    expect((await change(token, PASSWORD, 'another one', { dryRun: 1 })).status).toBe(200)
    expect((await signIn(api, user.email, PASSWORD)).status).toBe(200)
  })

  test('a user with only the token cannot guess the password here', async () => {
    const { token } = await api.signUp()
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1) statuses.push((await change(token, 'a guess', 'another one')).status)
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  })
})

test('strangers who sign in wait in a line of their own; who comes from a known place does not', async () => {
  await rewind()
  hashInEarnest()
  let over = false
  // As many as the line takes; each that ends is replaced before anybody else comes.
  const fill = async () => {
    while (!over) await hashPassword('a flood', 'stranger')
  }
  const flood = Array.from({ length: 65 }, fill)
  const origins = [
    [api.user.email, '10.3.0.1', 503],
    ['unknown@example.com', '10.3.0.2', 503],
    ['unknown@example.com', '127.0.0.1', 503],
    [api.user.email, '127.0.0.1', 200],
  ] as const
  for (const [email, ip, status] of origins) {
    expect([email, ip, (await signIn(api, email, PASSWORD, ip)).status]).toEqual([email, ip, status])
  }
  over = true
  await Promise.all(flood)
  expect((await signIn(api, api.user.email, PASSWORD, '10.3.0.1')).status).toBe(200)
})

test('a flood of sign-ins is answered, some with 503, and the server goes on', async () => {
  await rewind()
  hashInEarnest()
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, at) => signIn(api, `flood${at}@example.com`, 'x', `10.0.${at}.1`)),
  )
  const counts = Map.groupBy(answers, ({ status }) => status)
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([401, 503])
  expect(counts.get(503)?.[0]?.headers['retry-after']).toBe('1')
  expect((await signIn(api, api.user.email, PASSWORD)).status).toBe(200)
})
