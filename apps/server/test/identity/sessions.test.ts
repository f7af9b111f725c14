import { identity, type SessionRecord, users } from '@em/contract/identity/identity'
import type { ApiError } from '@em/contract/kit/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, PASSWORD, startApi } from '../support/api.ts'
import { memoryIsOver, refused, signIn } from '../support/identity.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

const me = (token: string, headers: Record<string, string> = {}) => api.call(identity.me, { token, headers })
/** As if a user's sessions had last been used so long ago. */
const unusedFor = (userId: number, minutes: number) =>
  api.database.query(
    'UPDATE sessions SET last_used_at = last_used_at - make_interval(mins => $2) WHERE user_id = $1',
    [userId, minutes],
  )
const sinceUse = async (userId: number) => {
  const [row] = await api.database.query<{ seconds: string }>(
    'SELECT extract(epoch FROM now() - last_used_at) AS seconds FROM sessions WHERE user_id = $1',
    [userId],
  )
  return Number(row?.seconds)
}
const hoursOf = async (userId: number) => {
  const rows = await api.database.query<{ hours: string; kept: boolean }>(
    'SELECT extract(epoch FROM expires_at - created_at) / 3600 AS hours, kept FROM sessions WHERE user_id = $1 ORDER BY id',
    [userId],
  )
  return rows.map(({ hours, kept }) => [Number(hours), kept])
}

describe('a session', () => {
  test('lasts twelve hours, thirty days with "Keep me signed in"', async () => {
    const { user } = await api.signUp()
    await signIn(api, user.email, PASSWORD, { keep: false })
    await signIn(api, user.email, PASSWORD, { keep: true })
    expect(await hoursOf(user.id)).toEqual([
      [12, false],
      [12, false],
      [720, true],
    ])
  })

  test('ends after its lifetime however much it is used', async () => {
    const { token, user } = await api.signUp()
    await api.database.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [user.id])
    expect((await me(token)).status).toBe(401)
  })

  test('ends after thirty minutes without use', async () => {
    const { token, user } = await api.signUp()
    await unusedFor(user.id, 29)
    expect((await me(token)).status).toBe(200)
    await unusedFor(user.id, 31)
    await memoryIsOver()
    expect((await me(token)).status).toBe(401)
  })

  test('with "Keep me signed in" has no idle end', async () => {
    const { user } = await api.signUp()
    const { token } = (await signIn(api, user.email, PASSWORD, { keep: true })).body
    await unusedFor(user.id, 24 * 60)
    expect((await me(token)).status).toBe(200)
  })

  test('is written down as used once a minute, not with every request', async () => {
    const { token, user } = await api.signUp()
    await unusedFor(user.id, 10)
    expect((await me(token)).status).toBe(200)
    expect(await sinceUse(user.id)).toBeLessThan(60)
    await api.database.query(
      `UPDATE sessions SET last_used_at = now() - interval '50 seconds' WHERE user_id = $1`,
      [user.id],
    )
    await memoryIsOver()
    await me(token)
    expect(await sinceUse(user.id)).toBeGreaterThan(49)
  })

  test('is not kept alive by background requests of a page', async () => {
    const { token, user } = await api.signUp()
    await unusedFor(user.id, 20)
    expect((await me(token, { 'X-Background': '1' })).status).toBe(200)
    expect(await sinceUse(user.id)).toBeGreaterThan(19 * 60)
    expect((await me(token)).status).toBe(200)
    expect(await sinceUse(user.id)).toBeLessThan(60)
  })

  test('follows the settings of the installation', async () => {
    const other = await startApi({
      settings: { SESSION_HOURS: '2', SESSION_IDLE_MINUTES: '5', SESSION_KEEP_DAYS: '1' },
    })
    await signIn(other, other.user.email, PASSWORD, { keep: true })
    const rows = await other.database.query<{ hours: string }>(
      'SELECT extract(epoch FROM expires_at - created_at) / 3600 AS hours FROM sessions ORDER BY id',
    )
    expect(rows.map(({ hours }) => Number(hours))).toEqual([2, 24])
    await other.database.query(`UPDATE sessions SET last_used_at = now() - interval '6 minutes'`)
    expect((await other.call(identity.me)).status).toBe(401)
  })

  test('that one server ends is ended on another one from the next request on', async () => {
    const settings = readSettings({ LOG_LEVEL: 'silent' })
    const second = await buildApp({ database: api.database, clock: api.clock, settings })
    const ask = (token: string) =>
      second.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
    const { token, user } = await api.signUp()
    expect((await ask(token)).statusCode).toBe(200)
    await api.ask(users.change, { params: { id: user.id }, body: { isActive: false, version: undefined } })
    expect((await ask(token)).statusCode).toBe(401)
    await second.close()
  })
})

describe("the list of one's own sessions", () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
  const list = (token: string) => api.call<SessionRecord[]>(identity.sessions, { token })

  test('says where, with what, since when, and which one this is', async () => {
    const { token, user } = await api.signUp()
    await api.call(identity.login, {
      body: { email: user.email, password: PASSWORD, keep: true },
      token: null,
      ip: '192.0.2.33',
      headers: { 'user-agent': FIREFOX },
    })
    await unusedFor(user.id, 5)
    const { body } = await list(token)
    expect(body).toHaveLength(2)
    expect(body.find(({ kept }) => kept)).toMatchObject({
      address: '192.0.2.33',
      browser: 'Firefox on Windows',
      current: false,
    })
    expect(body.filter(({ current }) => current)).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain(token)
  })

  test('leaves out those that have ended', async () => {
    const { token, user } = await api.signUp()
    const second = (await signIn(api, user.email, PASSWORD)).body.token
    await api.call(identity.logout, { token: second })
    await signIn(api, user.email, PASSWORD)
    await api.database.query(
      `UPDATE sessions SET last_used_at = now() - interval '31 minutes' WHERE id = (SELECT max(id) FROM sessions)`,
    )
    expect((await list(token)).body).toHaveLength(1)
  })

  test('ends one of them at once, and no session of another user', async () => {
    const { token, user } = await api.signUp()
    const second = (await signIn(api, user.email, PASSWORD)).body.token
    expect((await me(second)).status).toBe(200)
    const other = (await list(token)).body.find(({ current }) => !current)
    const end = (id: number, by: string) =>
      api.call<ApiError>(identity.endSession, { params: { id }, token: by })
    expect(refused(await end(other?.id ?? 0, api.token))).toEqual([404, 'record.missing'])
    expect((await me(second)).status).toBe(200)
    expect((await end(other?.id ?? 0, token)).body).toEqual({ success: true })
    expect((await me(second)).status).toBe(401)
    expect(refused(await end(other?.id ?? 0, token))).toEqual([404, 'record.missing'])
  })

  test('ends all but this one', async () => {
    const { token, user } = await api.signUp()
    const others = [await signIn(api, user.email, PASSWORD), await signIn(api, user.email, PASSWORD)]
    const answer = await api.call(identity.endOtherSessions, { token })
    expect(answer.body).toEqual({ success: true, ended: 2 })
    for (const { body } of others) expect((await me(body.token)).status).toBe(401)
    expect((await me(token)).status).toBe(200)
  })
})
