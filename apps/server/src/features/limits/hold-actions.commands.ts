/**
 * Elections, applications and transfers are held as orders are, where they are of today or later: what was chosen before is recorded. They have
 * no field for a reason: a soft limit lets them pass, and its breach tells of them.
 */
import type { Transaction } from '../../platform/database/database.ts'
import { scopeNow } from '../../platform/database/scope.ts'
import type { ActAsked } from './acts.queries.ts'
import { holdByLimits } from './hold.commands.ts'

interface Asked {
  readonly acts: readonly ActAsked[]
  /** The day that they are of. */
  readonly day: string
  readonly today: string
  /** The field of the form that asks for less. */
  readonly field: string
}

/** @throws Refusal `limit.refused`, `restriction.closed` (422). */
export async function holdOfActions(tx: Transaction, { acts, day, today, field }: Asked): Promise<void> {
  const some = acts.filter(({ quantity }) => quantity > 0n)
  if (day < today || some.length === 0) return
  const see = scopeNow()?.portfolios ?? 'all'
  await holdByLimits(tx, { acts: some, today, see, reason: null, field, isAskedForReason: false })
}
