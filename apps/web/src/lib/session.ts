import type { User } from '@em/contract/identity'

/**
 * Who is signed in, in this browser. Owns the stored copy of token and user; knows nothing of HTTP.
 *
 * Without "Keep me signed in" the copy lives in session storage and is cleared when the page unloads, as
 * specified: a reload therefore asks to sign in again. The tab in the address and the drafts of forms stay, so
 * that the user goes on where they were. With it the copy lives in local storage and outlives the page until Logout.
 */
export interface Session {
  readonly token: string
  readonly user: User
  /** "Keep me signed in" was ticked. */
  readonly kept: boolean
}

const KEY = 'em.session'
/** Set while this window was signed out without asking for it: by a reload, another window, the server. */
const LOST = 'em.signed-out'
let current: Session | null = null
const listeners = new Set<() => void>()

export function session(): Session | null {
  return current
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signs in: remembers the session here and in the browser's storage. */
export function openSession(next: Session): void {
  current = next
  // Only the other place is emptied: other windows would take a kept copy that vanishes for a Logout.
  const [here, other] = next.kept ? [localStorage, sessionStorage] : [sessionStorage, localStorage]
  forget(other, KEY)
  forget(sessionStorage, LOST)
  write(here, KEY, next)
  tell()
}

/** Forgets token and user everywhere in this browser: the user asked for it. */
export function closeSession(): void {
  forget(sessionStorage, LOST)
  end()
}

/** The same where the user did not ask for it: the sign-in then says what happened. */
export function loseSession(): void {
  write(sessionStorage, LOST, true)
  end()
}

/** Whether this window was signed out without asking for it. */
export function sessionWasLost(): boolean {
  try {
    return sessionStorage.getItem(LOST) !== null
  } catch {
    return false
  }
}

function end() {
  forgetStored()
  if (current === null) return
  current = null
  tell()
}

/** The copy an earlier page left behind; not yet known to be valid. */
export function storedSession(): Session | null {
  return read(sessionStorage) ?? read(localStorage)
}

/** Clears on unload, and follows a Logout in another window of the same browser. Answers how to stop. */
export function watchSession(): () => void {
  const leave = () => {
    if (current?.kept === false) loseSession()
    // Nothing is lost by leaving the sign-in; a kept copy that could not be confirmed yet stays.
    else if (current === null) forget(sessionStorage, KEY)
  }
  const other = (event: StorageEvent) => {
    if (event.key === KEY && event.newValue === null && current?.kept === true) loseSession()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('storage', other)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('storage', other)
  }
}

function tell() {
  for (const listener of listeners) listener()
}

function forgetStored() {
  forget(sessionStorage, KEY)
  forget(localStorage, KEY)
}

function forget(storage: Storage, key: string) {
  try {
    storage.removeItem(key)
  } catch {
    // A browser that forbids storage keeps nothing, so there is nothing to forget.
  }
}

function write(storage: Storage, key: string, value: unknown) {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden: signed in for as long as the page lives.
  }
}

function read(storage: Storage): Session | null {
  try {
    const value = JSON.parse(storage.getItem(KEY) ?? 'null') as Session | null
    return value !== null && typeof value.token === 'string' && typeof value.user?.id === 'number'
      ? value
      : null
  } catch {
    return null
  }
}
