/** The first step of every read and every write: whether the person may do it. */

import { type Right, rightOf } from '@em/contract/identity/rights'
import { type Forbidden, forbidden } from '@em/contract/kit/may'
import type { Route } from '@em/contract/kit/route'
import { Refusal } from './refusal.ts'

/** Portfolios by their ids, or all, later ones included. */
export type Portfolios = 'all' | readonly number[]

/** A signed-in person and what he may do. */
export interface SignedIn {
  readonly id: number
  readonly sessionId: number
  /** Of all roles together. */
  readonly rights: ReadonlySet<Right>
  readonly roles: readonly string[]
  /** The portfolios that are changed are among those that are seen. */
  readonly portfolios: { readonly see: Portfolios; readonly change: Portfolios }
}

const refusalOf = (why: Forbidden): Refusal =>
  why.code === 'rights.scope' ? new Refusal('rights.scope') : missing(why.right)

const missing = (right: Right) => new Refusal('rights.missing', { right: rightOf(right).label })

/** @throws Refusal `rights.missing`, or `rights.scope` where the route concerns all portfolios and the person has some. */
export function authorize(route: Pick<Route, 'needs' | 'orNeeds' | 'scope'>, person: SignedIn): void {
  const why = forbidden(route, person)
  if (why !== undefined) throw refusalOf(why)
}

/** Whether a person may call a route: an answer that contains data of another call shows it only to users who may call that one. */
export const may = (route: Pick<Route, 'needs' | 'orNeeds' | 'scope'>, person: SignedIn): boolean =>
  forbidden(route, person) === undefined

/** Whether what was made with these portfolios (null: all) may be shown to a person. */
export function isWithin(
  made: readonly (number | null)[] | null,
  { portfolios: { see } }: Pick<SignedIn, 'portfolios'>,
): boolean {
  if (see === 'all') return true
  const seen = new Set<number | null>(see)
  return made?.every((portfolio) => seen.has(portfolio)) === true
}

/**
 * For rights that depend on the body: that an entry is posted and not drafted, that a reconciliation is signed off.
 * @throws Refusal `rights.missing`.
 */
export function requireRight(right: Right, person: Pick<SignedIn, 'rights'>): void {
  if (!person.rights.has(right)) throw missing(right)
}
