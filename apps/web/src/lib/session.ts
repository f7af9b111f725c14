import type { User } from '@em/contract/identity/identity'

/**
 * Who is signed in, in this browser. Owns the stored copy of token and user; knows nothing of HTTP.
 *
 * Without "Keep me signed in" the copy lives in session storage: a reload keeps it, closing the tab ends it. With it
 * the copy lives in local storage, for all windows of the browser, until Logout. "Sign me out when I leave or reload
 * the page" (a choice in the profile) clears either when the page unloads.
 */
export interface Session {
  readonly token: string
  readonly user: User
  /** "Keep me signed in" was ticked. */
  readonly kept: boolean
}

const KEY = 'em.session'
/** Set while this window was signed out without asking for it. */
const LOST = 'em.signed-out'
/** Ids of the people who chose in this browser to be signed out when they leave the page. */
const LEAVERS = 'em.sign-out-on-leave'

let current: Session | null = null
/** False while the session on screen is the stored copy of an earlier visit, which the server has not confirmed yet. */
let confirmed = true
/** The server takes the session's token no more; the screen stays until somebody signs in again or leaves. */
let ended = false
const listeners = new Set<() => void>()
/** Calls that the server refused because the session had ended. */
let waiting: ((again: boolean) => void)[] = []

export function session(): Session | null {
  return current
}

/** Whether the session on screen has ended: sign-in opens above the screen. */
export function sessionHasEnded(): boolean {
  return ended
}

/** Whether the server has confirmed the session on screen. */
export function sessionIsConfirmed(): boolean {
  return confirmed
}

/** Shows the stored copy of an earlier visit until the server has answered: `openSession` confirms it, `loseSession` ends it. */
export function showStored(stored: Session): void {
  current = stored
  confirmed = false
  notifyListeners()
}

/** The server was not reached: nobody is shown as signed in; the stored copy stays. */
export function hideStored(): void {
  if (confirmed) return
  current = null
  confirmed = true
  release(false)
  notifyListeners()
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signs in: remembers the session here and in the browser's storage. Calls that waited for it are sent again. */
export function openSession(next: Session): void {
  current = next
  confirmed = true
  ended = false
  writeSession(next)
  release(true)
  notifyListeners()
}

/** The server says something new of the person who is signed in: other rights, other portfolios. */
export function changeUser(user: User): void {
  if (current === null || current.user.id !== user.id) return
  if (JSON.stringify(current.user) === JSON.stringify(user)) return
  current = { ...current, user }
  writeSession(current)
  notifyListeners()
}

/** Remembers a session for the page that is loaded next, and leaves this page as it is. */
export function storeSession(next: Session): void {
  current = null
  writeSession(next)
}

function writeSession(next: Session) {
  // Empties the other storage alone: other windows take the removal of a kept copy for a Logout.
  const [here, other] = next.kept ? [localStorage, sessionStorage] : [sessionStorage, localStorage]
  forget(other, KEY)
  forget(sessionStorage, LOST)
  write(here, KEY, next)
}

/**
 * The server refused the session's token. Answers true once the same person has signed in again, false if nobody. A stored copy
 * is being checked already: the answer of that check decides.
 */
export function sessionAgain(): Promise<boolean> {
  if (current === null) return Promise.resolve(false)
  // The stored copy stays: other windows would take its removal for a Logout.
  if (confirmed && !ended) {
    ended = true
    notifyListeners()
  }
  return new Promise((resolve) => waiting.push(resolve))
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
  return readItem(sessionStorage, LOST) !== null
}

function end() {
  forgetStored()
  const before = current
  current = null
  confirmed = true
  ended = false
  release(false)
  if (before !== null) notifyListeners()
}

function release(again: boolean) {
  const released = waiting
  waiting = []
  for (const resolve of released) resolve(again)
}

/** The copy an earlier page left behind; not yet known to be valid. */
export function storedSession(): Session | null {
  return parse(readItem(sessionStorage, KEY)) ?? parse(readItem(localStorage, KEY))
}

/** Whether this person is signed out of this browser on leaving or reloading the page. */
export function signsOutOnLeave(userId: number): boolean {
  return leavers().includes(userId)
}

export function signOutOnLeave(userId: number, on: boolean): void {
  const others = leavers().filter((id) => id !== userId)
  write(localStorage, LEAVERS, on ? [...others, userId] : others)
}

function leavers(): number[] {
  try {
    const found = JSON.parse(readItem(localStorage, LEAVERS) ?? '[]') as unknown
    return Array.isArray(found) ? found.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

/**
 * Signs out on unload where the person chose so (`onLeave` reports it to the server), and follows what another window of the
 * same browser does with a kept session. Answers how to stop.
 */
export function watchSession(onLeave: (token: string) => void = () => undefined): () => void {
  const leave = () => {
    if (current === null || !signsOutOnLeave(current.user.id)) return
    onLeave(current.token)
    loseSession()
  }
  const other = (event: StorageEvent) => {
    if (event.key !== KEY || current?.kept !== true) return
    const next = parse(event.newValue)
    if (next === null) loseSession()
    else if (next.user.id === current.user.id) openSession(next)
    else startClean()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('storage', other)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('storage', other)
  }
}

/** Loads the page anew at its first tab: another person must find nothing of the one before. */
export function startClean(): void {
  current = null
  window.location.replace('/')
}

function notifyListeners() {
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

function readItem(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function parse(text: string | null): Session | null {
  try {
    const value = JSON.parse(text ?? 'null') as Session | null
    return value !== null && typeof value.token === 'string' && typeof value.user?.id === 'number'
      ? value
      : null
  } catch {
    return null
  }
}
