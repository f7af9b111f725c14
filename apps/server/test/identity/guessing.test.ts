import { identity } from '@em/contract/identity/identity'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { checkNewPassword } from '../../src/features/identity/accounts/new-password.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, PASSWORD, startApi } from '../support/api.ts'
import { cookieOf, messages, refused, signIn, signUp } from '../support/identity.ts'

describe('guessing one account from everywhere', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  })
  const forgetTries = () => api.database.query('DELETE FROM sign_in_attempts')
  const guess = (email: string, ip: string, cookie?: string) =>
    signIn(api, email, 'a wrong guess', { ip, ...(cookie !== undefined && { cookie }) })
  /** One guess each from so many networks. */
  const attack = async (email: string, networks: number) => {
    const statuses: number[] = []
    for (let at = 0; at < networks; at += 1) {
      statuses.push((await guess(email, `100.64.${at}.1`)).status)
    }
    return statuses
  }

  test('is stopped after thirty tries an hour, even with the right password', async () => {
    await forgetTries()
    const { user } = await api.signUp()
    expect(await attack(user.email, 32)).toEqual([...Array<number>(30).fill(401), 429, 429])
    const right = await signIn(api, user.email, PASSWORD, { ip: '100.65.0.1' })
    expect(refused(right)).toEqual([429, 'auth.too-many'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(3_600)
    await api.database.query(`UPDATE sign_in_attempts SET started_at = started_at - interval '61 minutes'`)
    expect((await signIn(api, user.email, PASSWORD, { ip: '100.65.0.1' })).status).toBe(200)
  })

  test('stops an e-mail without an account in the same way', async () => {
    await forgetTries()
    expect(await attack('unknown@example.com', 31)).toEqual([...Array<number>(30).fill(401), 429])
  })

  test('does not lock the owner out of a network or a browser used before', async () => {
    await forgetTries()
    const { user } = await api.signUp()
    const home = { ip: '192.0.2.10' }
    const browser = cookieOf(await signIn(api, user.email, PASSWORD, home))
    await attack(user.email, 31)
    expect((await signIn(api, user.email, PASSWORD, home)).status).toBe(200)
    // The same browser, on a journey.
    expect((await signIn(api, user.email, PASSWORD, { ip: '203.0.113.50', cookie: browser })).status).toBe(
      200,
    )
    expect((await signIn(api, user.email, PASSWORD, { ip: '203.0.113.51' })).status).toBe(429)
  })

  test("from the owner's own network does not lock the owner's browser out", async () => {
    await forgetTries()
    const { user } = await api.signUp()
    const cookie = cookieOf(await signIn(api, user.email, PASSWORD, { ip: '192.0.2.20' }))
    for (let at = 0; at < 10; at += 1) await guess(user.email, '192.0.2.20')
    expect((await guess(user.email, '192.0.2.20')).status).toBe(429)
    expect((await signIn(api, user.email, PASSWORD, { ip: '192.0.2.20', cookie })).status).toBe(200)
  })

  test('with a known browser is stopped after ten', async () => {
    await forgetTries()
    const { user } = await api.signUp()
    const cookie = cookieOf(await signIn(api, user.email, PASSWORD))
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1)
      statuses.push((await guess(user.email, `100.66.${at}.1`, cookie)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  })

  test("another person's browser, or a made-up one, is a stranger's", async () => {
    await forgetTries()
    const { user } = await api.signUp()
    const other = cookieOf(await signIn(api, api.user.email, PASSWORD))
    await attack(user.email, 31)
    for (const cookie of [other, `em.browser=${'x'.repeat(43)}`, 'em.browser=short', 'em.browser=']) {
      expect((await signIn(api, user.email, PASSWORD, { ip: '203.0.113.60', cookie })).status).toBe(429)
    }
  })

  test("the browser's token is no sign-in, is kept as a hash, and scripts cannot read it", async () => {
    await forgetTries()
    const answer = await signIn(api, api.user.email, PASSWORD)
    const header = String(answer.headers['set-cookie'])
    expect(header).toMatch(
      /^em\.browser=[\w-]{43}; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
    const token = cookieOf(answer).split('=')[1] ?? ''
    expect((await api.call(identity.me, { token })).status).toBe(401)
    const [dump] = await api.database.query<{ text: string }>(
      `SELECT string_agg(encode(key, 'escape'), ' ') AS text FROM known_places`,
    )
    expect(dump?.text).not.toContain(token)
    const again = await signIn(api, api.user.email, PASSWORD, { cookie: cookieOf(answer) })
    expect(cookieOf(again)).toBe(cookieOf(answer))
    // One that we never gave out is not taken over.
    const planted = `em.browser=${'p'.repeat(43)}`
    expect(cookieOf(await signIn(api, api.user.email, PASSWORD, { cookie: planted }))).not.toBe(planted)
  })

  test("tries that are refused at their own address do not use up the account's", async () => {
    await forgetTries()
    const { user } = await api.signUp()
    for (let at = 0; at < 50; at += 1) await guess(user.email, '100.67.0.1')
    expect((await signIn(api, user.email, PASSWORD, { ip: '100.68.0.1' })).status).toBe(200)
  })
})

describe('a new password', () => {
  const owner = { first_name: 'Kamala', last_name: 'de Silva', email: 'k.silva@example.com' }
  const codeOf = async (password: string, least = 6) => {
    try {
      await checkNewPassword(password, owner, least, 'password')
      return 'taken'
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  test.each([
    ['password1', 'auth.password-blocked'],
    ['PassWord1', 'auth.password-blocked'],
    ['qwertyuiop', 'auth.password-blocked'],
    ['iloveyou!!', 'auth.password-blocked'],
    ['ｐassword', 'auth.password-blocked'],
    ['aaaaaaaaaaaaaaaaaaaa', 'auth.password-blocked'],
    ['abcdefghijk', 'auth.password-blocked'],
    ['98765432', 'auth.password-blocked'],
    ['kamala', 'auth.password-own'],
    ['KAMALA', 'auth.password-own'],
    ['De Silva', 'auth.password-own'],
    ['kamala de silva', 'auth.password-own'],
    ['desilvakamala', 'auth.password-own'],
    ['K.Silva@example.com', 'auth.password-own'],
    ['k.silva', 'auth.password-own'],
    ['12345', 'request.invalid'],
    ['correct horse', 'taken'],
    ['kamala rides west', 'taken'],
  ])('%s: %s', async (password, code) => {
    expect(await codeOf(password)).toBe(code)
  })

  test('has as many characters as the installation asks for, and the sentence says how many', async () => {
    const api = await startApi({ signup: 'approval', settings: { PASSWORD_MIN: '8' } })
    const short = await signUp(api, { password: 'seven77' })
    expect(short.status).toBe(400)
    expect(messages(short)).toEqual({ password: 'Password must be at least 8 characters' })
    expect((await signUp(api, { password: '8 things' })).status).toBe(202)
  })

  test('is checked when it is changed; one from before the rule still signs in', async () => {
    const api = await startApi({ settings: { PASSWORD_MIN: '6' } })
    const { user } = await api.signUp('old@example.com', 'abc xyz')
    const change = (new_password: string) =>
      api.call<{ code: string } & Record<string, unknown>>(identity.changePassword, {
        body: { current_password: PASSWORD, new_password },
      })
    expect((await change('letmein1')).body.code).toBe('auth.password-blocked')
    expect((await change(api.user.email)).body.code).toBe('auth.password-own')
    expect(await signInLater(api, user.email, 'abc xyz')).toBe(200)
  })
})

/** The status of a sign-in on a server that asks for twelve characters by now. */
async function signInLater(api: Api, email: string, password: string): Promise<number> {
  const settings = readSettings({ LOG_LEVEL: 'silent', PASSWORD_MIN: '12' })
  const app = await buildApp({ database: api.database, clock: api.clock, settings })
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  await app.close()
  return answer.statusCode
}
