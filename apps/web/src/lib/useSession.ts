import { useSyncExternalStore } from 'react'
import { type Session, session, sessionHasEnded, sessionIsConfirmed, subscribeSession } from './session.ts'

/** The session, or null while signed out. */
export function useSessionOrNull(): Session | null {
  return useSyncExternalStore(subscribeSession, session)
}

/** The session, inside the shell (where there always is one). */
export function useSession(): Session {
  const current = useSessionOrNull()
  if (current === null) throw new Error('useSession is for signed-in screens')
  return current
}

/** Whether the session on screen has ended and waits for a sign-in. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribeSession, sessionHasEnded)
}

/** Whether the server has confirmed the session on screen. */
export function useSessionConfirmed(): boolean {
  return useSyncExternalStore(subscribeSession, sessionIsConfirmed)
}
