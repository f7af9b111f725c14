import type { User } from '@em/contract/identity/identity'
import { type Entitled, type Forbidden, forbidden, type Needs } from '@em/contract/kit/may'
import { useCallback } from 'react'
import { session } from './session.ts'
import { useSessionOrNull } from './useSession.ts'

/**
 * What a person may do, asked by the routes of the contract: a screen offers an action where `may` says yes to the route
 * that the action calls, so that no screen names a right. The server asks the same before it reads a body.
 */

export type { Needs }
/** Whether the signed-in person may call all of these routes. */
export type May = (...routes: readonly Needs[]) => boolean

const NOTHING: May = () => false
/** One function for each answer of the server, so that what depends on it changes with the rights alone. */
const known = new WeakMap<User, May>()

/** The rights of a user, as a function of calls. */
export function mayOf(user: User): May {
  const before = known.get(user)
  if (before !== undefined) return before
  const person = entitled(user)
  const may: May = (...routes) => routes.every((route) => forbidden(route, person) === undefined)
  known.set(user, may)
  return may
}

/** The rights of the signed-in user; none while no user is signed in. Follows a change of the rights. */
export function useMay(): May {
  const user = useSessionOrNull()?.user
  return user === undefined ? NOTHING : mayOf(user)
}

/** The same once, for what is no part of the page. */
export const mayNow: May = (...routes) => {
  const user = session()?.user
  return user !== undefined && mayOf(user)(...routes)
}

/** Whether the signed-in person may change a portfolio, by its code: of those that he sees it may be some. */
export function useMayChange(): (portfolioId: string) => boolean {
  const changed = useSessionOrNull()?.user.portfolios.change
  // The same function with every render: effects depend on it.
  return useCallback(
    (portfolioId) => changed === 'all' || (changed?.includes(portfolioId) ?? false),
    [changed],
  )
}

/** Whether the signed-in person may change every portfolio. */
export const useMayChangeAll = (): boolean => useSessionOrNull()?.user.portfolios.change === 'all'

/** The first reason why a user may not call these routes; undefined where he may call all of them. */
export function whyNot(user: User, routes: readonly Needs[]): Forbidden | undefined {
  const person = entitled(user)
  for (const route of routes) {
    const why = forbidden(route, person)
    if (why !== undefined) return why
  }
  return undefined
}

const entitled = ({ rights, portfolios }: User): Entitled => ({ rights: new Set(rights), portfolios })
