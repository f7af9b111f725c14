/** Changes between the check of a password and the session or the new password that follows from it. */
import { identity } from '@em/contract/identity/identity'
import type { ApiError } from '@em/contract/kit/errors'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../src/features/identity/accounts/password.ts'
import { type Answer, type Api, PASSWORD, startApi } from '../support/api.ts'
import { auditOf, refused, signIn } from '../support/identity.ts'

let api: Api
let changed: string
beforeAll(async () => {
  api = await startApi()
  changed = await hashPassword('another one', 'member')
})

/** Changes the user's row in a transaction that ends only when the call waits for it. */
async function changeMeanwhile<Body>(
  userId: number,
  change: string,
  call: () => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const other = new pg.Client(api.fresh.application)
  await other.connect()
  try {
    await other.query('SET search_path = em')
    await other.query('BEGIN')
    const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await other.query(change, change.includes('$2') ? [userId, changed] : [userId])
    let ended = false
    const answer = call().finally(() => {
      ended = true
    })
    const waits = `SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))`
    while (!ended && (await api.database.query(waits, [rows[0]?.pid])).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await other.query('COMMIT')
    return await answer
  } finally {
    await other.end()
  }
}
const NEW_PASSWORD = 'SELECT set_password($1, $2)'
const openSessions = (userId: number) =>
  api.database.query('SELECT id FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [userId])

describe('a sign-in under way', () => {
  test.each([
    ['a change of the password', NEW_PASSWORD],
    ['the disabling of the account', 'UPDATE users SET is_active = false WHERE id = $1'],
  ])('does not outlive %s', async (_, change) => {
    const { user } = await api.signUp()
    await api.database.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [user.id])
    const answer = await changeMeanwhile(user.id, change, () => signIn(api, user.email, PASSWORD))
    expect(refused(answer)).toEqual([401, 'auth.wrong'])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await openSessions(user.id)).toEqual([])
    expect((await auditOf(api, 'identity.login-refused')).at(-1)?.entity_id).toBe(String(user.id))
  })

  test('is not stopped by a change of something else', async () => {
    const { user } = await api.signUp()
    const rename = "UPDATE users SET first_name = 'Sunil' WHERE id = $1"
    const answer = await changeMeanwhile(user.id, rename, () => signIn(api, user.email, PASSWORD))
    expect(answer.status).toBe(200)
  })
})

describe('a change of the password under way', () => {
  test('does not overwrite one that was faster', async () => {
    const { token, user } = await api.signUp()
    const answer = await changeMeanwhile(user.id, NEW_PASSWORD, () =>
      api.call<ApiError>(identity.changePassword, {
        body: { current_password: PASSWORD, new_password: 'a third one' },
        token,
      }),
    )
    expect(refused(answer)).toEqual([422, 'auth.password-wrong'])
    expect((await signIn(api, user.email, 'another one')).status).toBe(200)
  })
})

test('no password is derived inside a transaction, where it would hold a connection and its locks', async () => {
  await api.database.transaction(async () => {
    await expect(hashPassword('a password', 'member')).rejects.toThrow(/derives a password/)
  }, 'a test')
})
