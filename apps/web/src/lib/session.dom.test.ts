import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nadeesha } from '../testing/network.ts'
import {
  closeSession,
  loseSession,
  openSession,
  session,
  sessionAgain,
  sessionHasEnded,
  sessionWasLost,
  signOutOnLeave,
  signsOutOnLeave,
  storedSession,
  watchSession,
} from './session.ts'

const opened = { token: 't', user: nadeesha }
let stop: () => void
const left: string[] = []
beforeEach(() => {
  left.length = 0
  stop = watchSession((token) => left.push(token))
})
afterEach(() => {
  stop()
  closeSession()
})
const leave = () => window.dispatchEvent(new Event('pagehide'))
/** A write by another window of the same browser. */
const elsewhere = (next: object | null) =>
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'em.session', newValue: next && JSON.stringify(next) }),
  )

describe('the stored session', () => {
  it('lives in session storage: a reload keeps it, and nothing outlives the tab', () => {
    openSession({ ...opened, kept: false })
    expect(localStorage.length).toBe(0)
    leave()
    expect(storedSession()?.token).toBe('t')
    expect(session()?.token).toBe('t')
    expect(left).toEqual([])
  })

  it('lives in local storage with "Keep me signed in"', () => {
    openSession({ ...opened, kept: true })
    expect(sessionStorage.length).toBe(0)
    leave()
    expect(storedSession()).toEqual({ ...opened, kept: true })
  })

  it.each([true, false])('ends on leaving for who chose so, kept or not (%s), and is revoked', (kept) => {
    signOutOnLeave(nadeesha.id, true)
    expect(signsOutOnLeave(nadeesha.id)).toBe(true)
    expect(signsOutOnLeave(8)).toBe(false)
    openSession({ ...opened, kept })
    leave()
    expect(storedSession()).toBeNull()
    expect(session()).toBeNull()
    expect(sessionWasLost()).toBe(true)
    expect(left).toEqual(['t'])
    signOutOnLeave(nadeesha.id, false)
    expect(signsOutOnLeave(nadeesha.id)).toBe(false)
  })

  it('ends here when another window logs out, and goes on when it signs in again', () => {
    openSession({ ...opened, kept: true })
    void sessionAgain()
    elsewhere({ ...opened, token: 'new', kept: true })
    expect([session()?.token, sessionHasEnded()]).toEqual(['new', false])
    elsewhere(null)
    expect(session()).toBeNull()
    expect(sessionWasLost()).toBe(true)
  })

  it('that the server ended stays on screen until a user signs in or leaves', async () => {
    openSession({ ...opened, kept: false })
    const first = sessionAgain()
    expect([session()?.token, sessionHasEnded()]).toEqual(['t', true])
    openSession({ ...opened, token: 'new', kept: false })
    expect(await first).toBe(true)
    const second = sessionAgain()
    closeSession()
    expect(await second).toBe(false)
    expect(sessionHasEnded()).toBe(false)
  })

  it('was not lost after a Logout, nor after signing in again', () => {
    openSession({ ...opened, kept: false })
    loseSession()
    openSession({ ...opened, kept: false })
    expect(sessionWasLost()).toBe(false)
    closeSession()
    expect(sessionWasLost()).toBe(false)
    // Leaving the sign-in loses nothing.
    leave()
    expect(sessionWasLost()).toBe(false)
  })

  it('never vanishes from storage while it is opened again in another window', () => {
    openSession({ ...opened, kept: true })
    const removed = vi.spyOn(Storage.prototype, 'removeItem')
    openSession({ ...opened, kept: true })
    expect(removed.mock.contexts).not.toContain(localStorage)
    removed.mockRestore()
  })

  it('is nothing where the stored text is damaged', () => {
    localStorage.setItem('em.session', '{"token":1')
    expect(storedSession()).toBeNull()
    localStorage.setItem('em.session', '{"token":1,"user":{}}')
    expect(storedSession()).toBeNull()
  })
})
