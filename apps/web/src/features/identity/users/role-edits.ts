import type { RoleRecord } from '@em/contract/identity/identity'
import { RIGHT_NAMES, type Right } from '@em/contract/identity/rights'

/**
 * What was ticked and cleared and is not saved yet, by role: `{ Clerk: { 'trades.record': true } }`. It names differences,
 * so that what somebody else saves in the meantime stays.
 */
export type RoleEdits = Readonly<Record<string, Readonly<Partial<Record<Right, boolean>>>>>

/** Whether a role has a right once the edits are saved. */
export const holds = ({ name, rights }: RoleRecord, right: Right, edits: RoleEdits): boolean =>
  edits[name]?.[right] ?? rights.includes(right)

/** The rights of a role with its edits. */
export const rightsWith = (role: RoleRecord, edits: RoleEdits): Right[] =>
  RIGHT_NAMES.filter((right) => holds(role, right, edits))

/** The edits after some rights of a role were ticked or cleared; what is as it was saved is no edit. */
export function ticked(
  edits: RoleEdits,
  role: RoleRecord,
  { rights, on }: { rights: readonly Right[]; on: boolean },
): RoleEdits {
  const { [role.name]: before = {}, ...others } = edits
  const all = { ...before, ...Object.fromEntries(rights.map((right) => [right, on])) }
  const left = Object.entries(all).filter(([right, held]) => role.rights.includes(right as Right) !== held)
  return left.length === 0 ? others : { ...others, [role.name]: Object.fromEntries(left) }
}

/** The roles whose rights the edits change; those that are gone or are as was wished meanwhile do not count. */
export const changedBy = (edits: RoleEdits, roles: readonly RoleRecord[]): RoleRecord[] =>
  roles.filter((role) =>
    RIGHT_NAMES.some((right) => holds(role, right, edits) !== role.rights.includes(right)),
  )
