/** The roles and portfolios that a request names, and how they are kept. */
import type { Right } from '@em/contract/identity/rights'
import type { Portfolios } from '../../../platform/authorize.ts'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { rightsOf } from '../accounts/person.ts'

const FIND_ROLES = statement(
  'users.find-roles',
  `SELECT r.name, r.rights FROM unnest(:names::text[]) WITH ORDINALITY AS asked (name, place)
     LEFT JOIN roles r ON lower(r.name) = lower(asked.name) ORDER BY asked.place`,
)
const FIND_PORTFOLIOS = statement(
  'users.find-portfolios',
  `SELECT coalesce(i.id, c.id) AS id FROM unnest(:words::text[], :ids?::bigint[]) WITH ORDINALITY AS asked (word, id, place)
     LEFT JOIN portfolios i ON i.id = asked.id
     LEFT JOIN portfolios c ON i.id IS NULL AND lower(c.portfolio_id) = lower(asked.word) ORDER BY asked.place`,
)
const SCOPE_OF = statement(
  'users.scope-of',
  `SELECT u.sees_all, u.changes_all, ARRAY(SELECT p.portfolio_id FROM user_portfolios p WHERE p.user_id = u.id ORDER BY 1) AS sees!,
          ARRAY(SELECT p.portfolio_id FROM user_portfolios p WHERE p.user_id = u.id AND p.may_change ORDER BY 1) AS changes!
     FROM users u WHERE u.id = :id`,
)
const TAKE_ROLES = statement(
  'users.take-roles',
  'DELETE FROM user_roles WHERE user_id = :id AND role <> ALL (:roles::text[])',
)
const GIVE_ROLES = statement(
  'users.give-roles',
  'INSERT INTO user_roles (user_id, role) SELECT :id, role FROM unnest(:roles::text[]) AS role ON CONFLICT DO NOTHING',
)
const SET_SCOPE = statement(
  'users.set-scope',
  'UPDATE users SET sees_all = :seesAll, changes_all = :changesAll WHERE id = :id',
)
const TAKE_PORTFOLIOS = statement('users.take-portfolios', 'DELETE FROM user_portfolios WHERE user_id = :id')
const GIVE_PORTFOLIOS = statement(
  'users.give-portfolios',
  `INSERT INTO user_portfolios (user_id, portfolio_id, may_change)
   SELECT :id, listed, listed = ANY (:changed::bigint[]) FROM unnest(:listed::bigint[]) AS listed`,
)

/** Roles by their names as they are written, and the rights of all together. */
export interface Roles {
  readonly names: readonly string[]
  readonly rights: ReadonlySet<Right>
}

/** @throws Refusal `users.role-unknown` (422). */
export async function findRoles(on: Queryable, asked: readonly string[]): Promise<Roles> {
  const found = await on.query(FIND_ROLES, { names: asked })
  const names = found.map(({ name }, at) => {
    if (name === null) throw refuseField('users.role-unknown', 'roles', { role: asked[at] ?? '' })
    return name
  })
  const roles = [...new Set(names)].toSorted()
  return {
    names: roles,
    rights: rightsOf({ roles, own_rights: found.flatMap(({ rights }) => rights ?? []) }),
  }
}

/** Portfolios as a request names them: all, or codes and ids. */
type Named = 'all' | readonly (string | number)[]
export interface NamedScope {
  readonly see?: Named | undefined
  readonly change?: Named | undefined
}
/** The portfolios that a person sees and changes, by ids. */
export interface Scope {
  readonly see: Portfolios
  readonly change: Portfolios
}

export const WHOLE: Scope = { see: 'all', change: 'all' }

async function findPortfolios(on: Queryable, named: Named, field: string): Promise<Portfolios> {
  if (named === 'all') return 'all'
  const words = named.map(String)
  const ids = words.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : null))
  const found = await on.query(FIND_PORTFOLIOS, { words, ids })
  const unknown = found.findIndex(({ id }) => id === null)
  if (unknown >= 0) throw refuseField('users.portfolio-unknown', field, { portfolio: words[unknown] ?? '' })
  return [...new Set(found.flatMap(({ id }) => id ?? []))]
}

/**
 * What a person is to see and change. Where only what is seen is named, what lies outside is no longer changed.
 * @throws Refusal `users.portfolio-unknown`, `users.changes-beyond-seen` (422).
 */
export async function findScope(on: Queryable, asked: NamedScope, before: Scope): Promise<Scope> {
  const see = asked.see === undefined ? before.see : await findPortfolios(on, asked.see, 'portfolios.see')
  const isSeen = (id: number) => see === 'all' || see.includes(id)
  if (asked.change === undefined) {
    const change = before.change === 'all' ? see : before.change.filter(isSeen)
    return { see, change }
  }
  const change = await findPortfolios(on, asked.change, 'portfolios.change')
  if (see !== 'all' && (change === 'all' || !change.every(isSeen)))
    throw refuseField('users.changes-beyond-seen', 'portfolios.change')
  return { see, change }
}

/** The portfolios that a person sees and changes now. */
export async function scopeOf(on: Queryable, id: number): Promise<Scope> {
  const [found] = await on.query(SCOPE_OF, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: 'The account' })
  const listed = (some: readonly (number | null)[]) => some.filter((one) => one !== null)
  return {
    see: found.sees_all ? 'all' : listed(found.sees),
    change: found.changes_all ? 'all' : listed(found.changes),
  }
}

export function keepRoles(tx: Transaction, id: number, roles: readonly string[]): void {
  tx.send(TAKE_ROLES, { id, roles })
  tx.send(GIVE_ROLES, { id, roles })
}

export function keepScope(tx: Transaction, id: number, { see, change }: Scope): void {
  tx.send(SET_SCOPE, { id, seesAll: see === 'all', changesAll: change === 'all' })
  tx.send(TAKE_PORTFOLIOS, { id })
  const changed = change === 'all' ? [] : change
  tx.send(GIVE_PORTFOLIOS, { id, listed: see === 'all' ? changed : see, changed })
}
