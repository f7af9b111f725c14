import { demo } from '@em/contract/demo/demo'
import { identity } from '@em/contract/identity/identity'
import { ApiFailure, call } from '../../lib/api.ts'
import { clearHash, navigate } from '../../lib/hash.ts'
import { learnServerDay } from '../../lib/health.ts'
import {
  changeUser,
  closeSession,
  hideStored,
  loseSession,
  openSession,
  type Session,
  session,
  sessionHasEnded,
  sessionIsConfirmed,
  showStored,
  startClean,
  storedSession,
  storeSession,
} from '../../lib/session.ts'

export type StartResult = 'done' | 'unreachable'

/**
 * Shows the screens of the stored sign-in while it is checked. @returns whether there is one; a copy that another version of the
 * program stored is not shown.
 */
export function showStoredAtOnce(): boolean {
  const stored = storedSession()
  if (stored === null || !identity.me.reply.safeParse(stored.user).success) return false
  showStored(stored)
  return true
}

/**
 * Validates the stored token through the current-user call. Refused: it is cleared. Server not reached: it is
 * neither valid nor refused, and stays.
 */
export async function checkStored(): Promise<StartResult> {
  const stored = storedSession()
  if (stored === null || (session() !== null && sessionIsConfirmed())) return 'done'
  const { token } = stored
  // Somebody may have signed out, or another person signed in, since it was asked.
  const isOver = () => storedSession()?.token !== token
  try {
    const [user] = await Promise.all([call(identity.me, { token }), learnServerDay()])
    if (!isOver()) openSession({ ...stored, user })
    return 'done'
  } catch (error) {
    if (isOver()) return 'done'
    const refused =
      error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!refused) {
      hideStored()
      return 'unreachable'
    }
    loseSession()
    return 'done'
  }
}

let reading: Promise<void> | null = null

/** Reads the signed-in person again, so that the page offers what he may do now. Where that fails, all stays as it is. */
export function readUserAgain(): Promise<void> {
  reading ??= call(identity.me)
    .then(changeUser, () => undefined)
    .finally(() => {
      reading = null
    })
  return reading
}

interface SignIn {
  email: string
  password: string
  keep: boolean
}

async function logIn({ email, password, keep }: SignIn): Promise<Session> {
  const { token, user } = await call(identity.login, { body: { email, password, keep } })
  return { token, user, kept: keep }
}

export async function signIn(input: SignIn): Promise<void> {
  enter(await logIn(input))
}

/** Signs in above a screen whose session has ended. The same person goes on; for another one the page starts anew. */
export async function signInAbove(input: SignIn): Promise<void> {
  const next = await logIn(input)
  if (next.user.id === session()?.user.id) {
    window.history.replaceState(window.history.state, '', `/${window.location.hash}`)
    openSession(next)
  } else {
    storeSession(next)
    startClean()
  }
}

/** Signs in as the user of a demo server. */
export async function visitDemo(): Promise<void> {
  const { token, user } = await call(demo.lookAround)
  enter({ token, user, kept: false })
}

interface SignUp {
  first_name: string
  last_name: string
  email: string
  password: string
  /** '' where none is asked for. */
  first_run_code: string
}

/** Opens an account. Answers the server's sentence where the account waits for the administrator. */
export async function signUp(input: SignUp): Promise<string | null> {
  const { first_name, last_name, email, password, first_run_code } = input
  const body = { first_name, last_name, email, password, ...(first_run_code && { first_run_code }) }
  const answer = await call(identity.signup, { body })
  if ('waiting' in answer) return answer.message
  enter({ token: answer.token, user: answer.user, kept: false })
  return null
}

/** A tab named before sign-in is opened; else the first group's Dashboard. */
function enter(next: Session) {
  const { hash } = window.location
  window.history.replaceState(null, '', `/${hash}`)
  if (hash.replace(/^#?\/?/, '') === '') navigate('/dashboard/dashboard', { replace: true })
  openSession(next)
}

/** Ends a session on the server. It does not wait for the answer, so that Logout works offline too. */
export function revoke(token: string): void {
  void call(identity.logout, { keepalive: true, token }).catch(() => undefined)
}

/** Logout: revokes the token, forgets everything of this user that is on the page. */
export function signOut(): void {
  const token = session()?.token
  if (token !== undefined && !sessionHasEnded()) revoke(token)
  closeSession()
  clearHash()
}
