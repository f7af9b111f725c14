/** Calls of sign-in and sign-up that several test files make. */

import { identity, type User } from '@em/contract/identity/identity'
import type { ApiError } from '@em/contract/kit/errors'
import { untilForgotten } from '../../src/platform/http/token.ts'
import type { Answer, Api } from './api.ts'
import { PASSWORD } from './api.ts'

export const person = {
  first_name: 'Kamala',
  last_name: 'Silva',
  email: 'kamala@example.com',
  password: PASSWORD,
}
export type Entered = { token: string; user: User; message: string } & ApiError

/** Address, cookie and "Keep me signed in" of a browser. */
interface From {
  ip?: string
  cookie?: string
  keep?: boolean
}

export const signIn = (api: Api, email: string, password: string, from: From = {}) =>
  api.call<Entered>(identity.login, {
    body: { email, password, ...(from.keep !== undefined && { keep: from.keep }) },
    token: null,
    ...(from.ip !== undefined && { ip: from.ip }),
    ...(from.cookie !== undefined && { headers: { cookie: from.cookie } }),
  })

export const signUp = (api: Api, changes: Partial<typeof person> = {}, ip = '127.0.0.1') =>
  api.call<Entered>(identity.signup, { body: { ...person, ...changes }, token: null, ip })

/** The message of each field at fault. */
export const messages = (answer: Answer<unknown>) =>
  Object.fromEntries(((answer.body as ApiError).details ?? []).map(({ field, message }) => [field, message]))

/** Status and code, for a refusal. */
export const refused = ({ status, body }: Answer<ApiError>) => [status, body.code]

/** The cookie that an answer gives to the browser, as it is sent back. */
export const cookieOf = ({ headers }: Answer<unknown>) => String(headers['set-cookie']).split(';')[0] ?? ''

export const auditOf = (api: Api, action: string) =>
  api.database.query<{ user_id: number | null; entity_id: string; after: Record<string, unknown> | null }>(
    'SELECT user_id, entity_id, after FROM audit WHERE action = $1 ORDER BY id',
    [action],
  )

/** More than the time for which a read of a session may be answered from memory: after a change past the calls. */
export const memoryIsOver = untilForgotten

interface Standing {
  readonly roles?: readonly string[]
  /** Portfolios by id that are seen, and of them or of all those that are changed; all where left out. */
  readonly sees?: readonly number[]
  readonly changes?: readonly number[]
}

/** Another account with these roles and portfolios, written past the calls of the administrator. */
export async function personWith(
  api: Api,
  { roles = ['Member'], sees, changes = sees }: Standing,
): Promise<{ token: string; user: User }> {
  const entered = await api.signUp()
  const { id } = entered.user
  await api.database.transaction(async (tx) => {
    await tx.query('DELETE FROM user_roles WHERE user_id = $1', [id])
    await tx.query('INSERT INTO user_roles SELECT $1, unnest($2::text[])', [id, roles])
    await tx.query('UPDATE users SET sees_all = $2, changes_all = $3 WHERE id = $1', [
      id,
      sees === undefined,
      changes === undefined,
    ])
    await tx.query(
      'INSERT INTO user_portfolios SELECT $1, p, p = ANY ($3::bigint[]) FROM unnest($2::bigint[]) AS p',
      [id, [...(sees ?? changes ?? [])], [...(changes ?? [])]],
    )
  })
  return entered
}
