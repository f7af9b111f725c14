/** The statements of roles, and what each role holds. */
import type { RoleRecord } from '@em/contract/identity/identity'
import { BUILT_IN_ROLES } from '@em/contract/identity/roles'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { rightsOf } from '../accounts/person.ts'

const RECORD = `r.name, r.is_built_in, coalesce(r.rights, '{}') AS rights!, r.version,
  (SELECT count(*) FROM user_roles h WHERE h.role = r.name) AS people!`
const LIST = statement('roles.list', `SELECT ${RECORD} FROM roles r ORDER BY lower(r.name)`)
const ONE = statement('roles.one', `SELECT ${RECORD} FROM roles r WHERE lower(r.name) = lower(:name)`)
/** A request that gives the role meanwhile waits: a role is not deleted while it is given. */
export const LOCK_ROLE = statement(
  'roles.lock',
  'SELECT name FROM roles WHERE lower(name) = lower(:name) FOR UPDATE',
)
export const ADD_ROLE = statement(
  'roles.add',
  'INSERT INTO roles (name, rights) VALUES (:name, :rights) ON CONFLICT DO NOTHING RETURNING name',
)
export const CHANGE_ROLE = statement(
  'roles.change',
  'UPDATE roles SET rights = :rights, version = version + 1 WHERE name = :name',
)
export const REMOVE_ROLE = statement('roles.remove', 'DELETE FROM roles WHERE name = :name')

type Row = RowOf<typeof ONE>

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  BUILT_IN_ROLES.map(({ name, description }) => [name, description]),
)

const recordOf = ({ name, is_built_in, rights, people, version }: Row): RoleRecord => ({
  name,
  description: DESCRIPTIONS.get(name) ?? null,
  isBuiltIn: is_built_in,
  rights: [...rightsOf({ roles: is_built_in ? [name] : [], own_rights: rights })],
  people,
  version,
})

/** The built-in roles in the order of the contract, then own ones by name. */
export async function listRoles(on: Queryable): Promise<RoleRecord[]> {
  const rows = (await on.query(LIST)).map(recordOf)
  const builtIn = BUILT_IN_ROLES.flatMap(({ name }) => rows.find((one) => one.name === name) ?? [])
  return [...builtIn, ...rows.filter(({ isBuiltIn }) => !isBuiltIn)]
}

/** A role by its name, in whatever case; undefined where there is none. */
export async function findRole(on: Queryable, name: string): Promise<RoleRecord | undefined> {
  const [row] = await on.query(ONE, { name })
  return row && recordOf(row)
}
