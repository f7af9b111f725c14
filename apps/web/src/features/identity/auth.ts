import { identity } from '@em/contract/identity'
import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'
import { clearHash, navigate } from '../../lib/hash.ts'
import { learnServerDay } from '../../lib/health.ts'
import {
  closeSession,
  loseSession,
  openSession,
  type Session,
  session,
  storedSession,
} from '../../lib/session.ts'

export type StartResult = 'done' | 'unreachable'

/**
 * Validates the stored token through the current-user call. Refused: it is cleared. Server not reached: it is
 * neither valid nor refused, and stays.
 */
export async function checkStored(): Promise<StartResult> {
  const stored = storedSession()
  if (stored === null || session() !== null) return 'done'
  try {
    const [user] = await Promise.all([call(identity.me, { token: stored.token }), learnServerDay()])
    openSession({ ...stored, user })
    return 'done'
  } catch (error) {
    const refused =
      error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!refused) return 'unreachable'
    loseSession()
    return 'done'
  }
}

export async function signIn(input: { email: string; password: string; keep: boolean }): Promise<void> {
  const { token, user } = await call(identity.login, {
    body: { email: input.email, password: input.password },
  })
  enter({ token, user, kept: input.keep })
}

interface SignUp {
  first_name: string
  last_name: string
  email: string
  password: string
}

export async function signUp(input: SignUp): Promise<void> {
  const { first_name, last_name, email, password } = input
  const { token, user } = await call(identity.signup, { body: { first_name, last_name, email, password } })
  enter({ token, user, kept: false })
}

/** A tab named before sign-in is opened; else the first group's Dashboard. */
function enter(next: Session) {
  const { hash } = window.location
  window.history.replaceState(null, '', `/${hash}`)
  if (hash.replace(/^#?\/?/, '') === '') navigate('/dashboard/dashboard', { replace: true })
  openSession(next)
}

/** Logout: revokes the token, forgets everything of this user that is on the page. */
export function signOut(client: QueryClient): void {
  // The answer is not waited for: who leaves wants to be out, and offline as well.
  void call(identity.logout, { keepalive: true }).catch(() => undefined)
  closeSession()
  client.clear()
  clearHash()
}
