/** The limits that a person sees: of scopes that lie in his portfolios everything, of wider ones their state, of others nothing. */
import type { Portfolios } from '../../platform/authorize.ts'
import type { KnownLimit } from './known-limit.ts'
import type { ScopeMember } from './members.ts'

export type Seen = 'all of it' | 'its state' | 'nothing'

/** How much of portfolios that are measured together a person sees. */
export function seenOf(ids: ReadonlySet<number>, see: Portfolios): Seen {
  if (see === 'all') return 'all of it'
  const mine = see.filter((id) => ids.has(Number(id))).length
  if (mine === ids.size && ids.size > 0) return 'all of it'
  return mine > 0 ? 'its state' : 'nothing'
}

/** The same of a limit: one that holds for each portfolio is his where it holds for one that he sees. */
export function seenLimit({ members }: { readonly members: readonly ScopeMember[] }, see: Portfolios): Seen {
  if (see === 'all') return 'all of it'
  const seen = members.map(({ ids }) => seenOf(ids, see))
  if (seen.includes('all of it')) return 'all of it'
  return seen.includes('its state') ? 'its state' : 'nothing'
}

export type Seer = { readonly portfolios: { readonly see: Portfolios } }
export const sees =
  ({ portfolios }: Seer) =>
  (limit: Pick<KnownLimit, 'members'>): boolean =>
    seenLimit(limit, portfolios.see) === 'all of it'

/** The portfolios whose limits a user sees when rows pass them; null where he may not read limits. */
export const limitsShownTo = (user: Seer & { readonly rights: ReadonlySet<string> }): Portfolios | null =>
  user.rights.has('limits.read') ? user.portfolios.see : null

/** Why something is restricted: for who has the right, and for who writes the restrictions. */
export const seesReasons = ({ rights }: { readonly rights: ReadonlySet<string> }): boolean =>
  rights.has('restrictions.read-reasons') || rights.has('limits.change')
