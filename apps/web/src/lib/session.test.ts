import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nadeesha } from '../testing/network.ts'
import { closeSession, openSession, session, sessionWasLost, storedSession, watchSession } from './session.ts'

const opened = { token: 't', user: nadeesha }
let stop: () => void
beforeEach(() => {
  stop = watchSession()
})
afterEach(() => {
  stop()
  closeSession()
})

describe('the stored session', () => {
  it('lives in session storage and is cleared when the page unloads', () => {
    openSession({ ...opened, kept: false })
    expect(localStorage.length).toBe(0)
    expect(storedSession()?.token).toBe('t')
    window.dispatchEvent(new Event('pagehide'))
    expect(storedSession()).toBeNull()
    expect(session()).toBeNull()
    expect(sessionWasLost()).toBe(true)
  })

  it('outlives the page with "Keep me signed in"', () => {
    openSession({ ...opened, kept: true })
    expect(sessionStorage.length).toBe(0)
    window.dispatchEvent(new Event('pagehide'))
    expect(storedSession()).toEqual({ ...opened, kept: true })
  })

  it('ends here when another window logs out', () => {
    openSession({ ...opened, kept: true })
    window.dispatchEvent(new StorageEvent('storage', { key: 'em.session', newValue: null }))
    expect(session()).toBeNull()
    expect(sessionWasLost()).toBe(true)
  })

  it('was not lost after a Logout, nor after signing in again', () => {
    openSession({ ...opened, kept: false })
    window.dispatchEvent(new Event('pagehide'))
    openSession({ ...opened, kept: false })
    expect(sessionWasLost()).toBe(false)
    closeSession()
    expect(sessionWasLost()).toBe(false)
    // Leaving the sign-in loses nothing.
    window.dispatchEvent(new Event('pagehide'))
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
