/** Whether a person may call a route: asked by the server before it reads a body, and by the web before it offers anything. */
import { type Right, rightOf } from '../identity/rights.ts'
import type { Route } from './route.ts'

/** The rights of a person that a route checks. */
export interface Entitled {
  readonly rights: { has(right: Right): boolean }
  readonly portfolios: { readonly see: unknown; readonly change: unknown }
}

/** Why a user may not call a route. */
export type Forbidden =
  | { readonly code: 'rights.missing'; readonly right: Right }
  | { readonly code: 'rights.scope' }

/** The parts of a route that decide who may call it. */
export type Needs = Pick<Route, 'needs' | 'orNeeds' | 'scope'>

/** Why a signed-in person may not call a route; undefined where he may. */
export function forbidden(route: Needs, person: Entitled): Forbidden | undefined {
  if (route.needs === 'public' || route.needs === 'signed-in') return undefined
  const { needs, orNeeds } = route
  if (!person.rights.has(needs) && (orNeeds === undefined || !person.rights.has(orNeeds)))
    return { code: 'rights.missing', right: needs }
  if (route.scope !== 'all') return undefined
  const { see, change } = person.portfolios
  return (rightOf(route.needs).changes ? change : see) === 'all' ? undefined : { code: 'rights.scope' }
}
