/** The rights of a person: read from the database in one way by all callers. */
import type { User } from '@em/contract/identity/identity'
import { RIGHT_NAMES, type Right, rightOf } from '@em/contract/identity/rights'
import { ADMINISTRATOR, rightsOfBuiltIn } from '@em/contract/identity/roles'
import type { SignedIn } from '../../../platform/authorize.ts'
import { Refusal } from '../../../platform/refusal.ts'

const ROLES = 'ARRAY(SELECT r.role FROM user_roles r WHERE r.user_id = u.id ORDER BY r.role)'
/** The rights of own roles; the contract has those of built-in ones. */
const OWN_RIGHTS = `ARRAY(SELECT DISTINCT right_name FROM user_roles r JOIN roles o ON o.name = r.role, unnest(o.rights) AS right_name
                            WHERE r.user_id = u.id ORDER BY right_name)`

/** The columns of a person's roles, rights and portfolios by their ids; the table `users` is `u`. */
export const ENTITLED = `${ROLES} AS roles!, ${OWN_RIGHTS} AS own_rights!,
  CASE WHEN NOT u.sees_all THEN ARRAY(SELECT p.portfolio_id FROM user_portfolios p WHERE p.user_id = u.id ORDER BY 1) END AS sees,
  CASE WHEN NOT u.changes_all THEN ARRAY(SELECT p.portfolio_id FROM user_portfolios p WHERE p.user_id = u.id AND p.may_change ORDER BY 1) END AS changes`

const CODES = (which: string) =>
  `ARRAY(SELECT o.portfolio_id FROM user_portfolios p JOIN portfolios o ON o.id = p.portfolio_id
                       WHERE p.user_id = u.id${which} ORDER BY o.portfolio_id)`

/** The same with the portfolios by their codes, as the HTTP surface shows them. */
export const PERSON = `${ROLES} AS roles!, ${OWN_RIGHTS} AS own_rights!,
  CASE WHEN NOT u.sees_all THEN ${CODES('')} END AS sees, CASE WHEN NOT u.changes_all THEN ${CODES(' AND p.may_change')} END AS changes`

type Texts = readonly (string | null)[]
interface Held {
  readonly roles: Texts
  readonly own_rights: Texts
}
interface Scoped<Portfolio> {
  readonly sees: readonly (Portfolio | null)[] | null
  readonly changes: readonly (Portfolio | null)[] | null
}

// Of few kinds of people there are many: a set is made once for each.
const KINDS_MOST = 1_000
const sets = new Map<string, ReadonlySet<Right>>()

/** The rights of all roles together, in the order in which rights are shown. */
export function rightsOf({ roles, own_rights }: Held): ReadonlySet<Right> {
  const key = JSON.stringify([roles, own_rights])
  const known = sets.get(key)
  if (known !== undefined) return known
  const held = new Set<string | null>([
    ...own_rights,
    ...roles.flatMap((role) => rightsOfBuiltIn(role ?? '') ?? []),
  ])
  const made = new Set(RIGHT_NAMES.filter((right) => held.has(right)))
  if (sets.size >= KINDS_MOST) sets.clear()
  sets.set(key, made)
  return made
}

const whole = <T>(list: readonly (T | null)[] | null): 'all' | T[] =>
  list === null ? 'all' : list.filter((one) => one !== null)

/** Roles and portfolios (by codes or ids, as the row has them). */
export const standingOf = <P>({ roles, sees, changes }: Pick<Held, 'roles'> & Scoped<P>) => ({
  is_admin: roles.includes(ADMINISTRATOR),
  roles: roles.filter((role) => role !== null),
  portfolios: { see: whole(sees), change: whole(changes) },
})

/** A row of `PERSON` as the HTTP surface shows the signed-in user. */
export function userOf<
  R extends Held & Scoped<string> & Omit<User, 'is_admin' | 'roles' | 'portfolios' | 'rights'>,
>(row: R): User {
  const { id, first_name, last_name, email, created_at } = row
  return {
    id,
    first_name,
    last_name,
    email,
    ...standingOf(row),
    rights: [...rightsOf(row)],
    created_at,
  }
}

/**
 * A user cannot give, take or touch a right that he does not have himself; an administrator has them all.
 * @throws Refusal `rights.beyond-own`, naming the first of them.
 */
export function requireOwn(actor: Pick<SignedIn, 'rights' | 'roles'>, rights: Iterable<Right>): void {
  if (actor.roles.includes(ADMINISTRATOR)) return
  for (const right of rights) {
    if (!actor.rights.has(right)) throw new Refusal('rights.beyond-own', { right: rightOf(right).label })
  }
}
