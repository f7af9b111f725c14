import { users } from '@em/contract/identity/identity'
import { journal } from '@em/contract/journal/journal'
import { periods } from '@em/contract/periods/periods'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { nadeesha, withRole } from '../testing/network.ts'
import { mayNow, mayOf, useMay, useMayChange } from './may.ts'
import { allPortfolios, useAllPortfolios } from './portfolio-texts.ts'
import { changeUser, closeSession, openSession, session, storedSession } from './session.ts'

afterEach(closeSession)
const enter = (user = nadeesha) => openSession({ token: 't', user, kept: true })

it('says yes where the person has the right of every call', () => {
  const accountant = mayOf(withRole('Accountant'))
  expect(accountant(journal.list, journal.create, journal.postDrafts)).toBe(true)
  expect(accountant(journal.list, users.list)).toBe(false)
  expect(mayOf(withRole('Auditor'))(journal.create)).toBe(false)
  // A screen that needs no call is open to every user.
  expect(mayOf(withRole('Auditor'))()).toBe(true)
})

it('says no to what concerns every portfolio where the person has some', () => {
  const some = mayOf(withRole('Accountant', { see: 'all', change: ['P1'] }))
  expect(some(journal.create)).toBe(true)
  expect(some(periods.lock)).toBe(false)
})

it('offers nothing while no user is signed in', () => {
  const { result } = renderHook(useMay)
  expect([result.current(journal.list), mayNow(journal.list)]).toEqual([false, false])
})

it('follows a change of the rights at once, and the stored copy with it', () => {
  enter()
  const { result } = renderHook(useMay)
  const before = result.current
  expect(before(users.list)).toBe(true)
  act(() => changeUser({ ...nadeesha }))
  expect(result.current, 'an equal answer changes nothing').toBe(before)
  act(() => changeUser(withRole('Auditor')))
  expect([result.current(users.list), mayNow(users.list)]).toEqual([false, false])
  expect(storedSession()?.user.roles).toEqual(['Auditor'])
})

it('ignores an answer about another user', () => {
  enter()
  changeUser({ ...withRole('Auditor'), id: 8 })
  expect(session()?.user).toBe(nadeesha)
})

it('says which portfolios a user may change of those that he sees', () => {
  enter(withRole('Dealer', { see: 'all', change: ['P1'] }))
  const { result } = renderHook(useMayChange)
  expect([result.current('P1'), result.current('P2')]).toEqual([true, false])
})

it('calls the portfolios of a person his own where they are a list', () => {
  enter()
  expect(allPortfolios()).toBe('All portfolios')
  const { result } = renderHook(useAllPortfolios)
  act(() => changeUser(withRole('Dealer', { see: ['P1'], change: [] })))
  expect([allPortfolios(), result.current]).toEqual(['Your portfolios', 'Your portfolios'])
})
