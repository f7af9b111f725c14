/** Own roles: made, changed, deleted. The built-in ones stay as the contract has them. */
import { type RoleRecord, roles } from '@em/contract/identity/identity'
import { RIGHT_NAMES, type Right } from '@em/contract/identity/rights'
import type { Reply } from '@em/contract/kit/route'
import type { SignedIn } from '../../../platform/authorize.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { holdRules, requireDecidable } from '../../approvals/rules.commands.ts'
import { actorNow } from '../accounts/actor.queries.ts'
import { requireOwn } from '../accounts/person.ts'
import { ADD_ROLE, CHANGE_ROLE, findRole, LOCK_ROLE, REMOVE_ROLE } from './roles.queries.ts'

/** @throws Refusal `roles.built-in` (422), `record.stale` (409). */
async function lockRole(
  tx: Transaction,
  name: string,
  version: number | null,
): Promise<RoleRecord | undefined> {
  await tx.query(LOCK_ROLE, { name })
  const role = await findRole(tx, name)
  if (role?.isBuiltIn) throw new Refusal('roles.built-in', { role: role.name })
  if (version !== null && version !== role?.version)
    throw new Refusal('record.stale', { what: `The role ${role?.name ?? name}` })
  return role
}

/**
 * Makes an own role or changes what it holds. A user who is no administrator gives and takes only rights that he has.
 * @throws Refusal `roles.built-in`, `record.stale`, `rights.beyond-own`.
 */
export async function setRole(
  tx: Transaction,
  actor: SignedIn,
  asked: { readonly name: string; readonly rights: readonly Right[]; readonly version: number | null },
  today: string,
): Promise<Outcome<RoleRecord>> {
  await holdRules(tx)
  const before = await lockRole(tx, asked.name, asked.version)
  const rights = RIGHT_NAMES.filter((right) => asked.rights.includes(right))
  requireOwn(await actorNow(tx, roles.set, actor), new Set([...rights, ...(before?.rights ?? [])]))
  if (before === undefined) {
    const [made] = await tx.query(ADD_ROLE, { name: asked.name, rights })
    // Another user made it in the meantime.
    if (made === undefined) throw new Refusal('record.stale', { what: `The role ${asked.name}` })
  } else await tx.query(CHANGE_ROLE, { name: before.name, rights })
  await requireDecidable(tx, today)
  const after = (await findRole(tx, asked.name)) as RoleRecord
  const action = before === undefined ? 'roles.create' : 'roles.change'
  return { answer: after, audit: { action, entity: 'role', entityId: after.name, before, after } }
}

/** Deletes an own role. @throws Refusal 404, `roles.built-in`, `record.stale`, `record.in-use`, `rights.beyond-own`. */
export async function removeRole(
  tx: Transaction,
  actor: SignedIn,
  name: string,
  version: number | null,
): Promise<Outcome<Reply<typeof roles.remove>>> {
  const before = await lockRole(tx, name, version)
  if (before === undefined) throw new Refusal('record.missing', { what: `The role ${name}` })
  requireOwn(await actorNow(tx, roles.remove, actor), before.rights)
  if (before.people > 0) {
    const uses = before.people === 1 ? '1 person' : `${before.people} people`
    throw new Refusal('record.in-use', { what: `The role ${before.name}`, uses })
  }
  await tx.query(REMOVE_ROLE, { name: before.name })
  return {
    answer: { success: true, name: before.name },
    audit: { action: 'roles.remove', entity: 'role', entityId: before.name, before },
  }
}
