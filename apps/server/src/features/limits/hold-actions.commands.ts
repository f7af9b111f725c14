/**
 * Elections, applications and transfers are held as orders are, where they are of today or later: what was chosen before is recorded.
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
  /** Why all the same, where a soft limit is exceeded. */
  readonly reason: string | null
  /** The field of the form that asks for less. */
  readonly field: string
}

/** @throws Refusal `limit.refused`, `restriction.closed`, `limit.reason-needed` (422). */
export async function holdOfActions(tx: Transaction, { acts, day, ...how }: Asked): Promise<void> {
  const some = acts.filter(({ quantity }) => quantity > 0n)
  if (day < how.today || some.length === 0) return
  const see = scopeNow()?.portfolios ?? 'all'
  await holdByLimits(tx, { acts: some, see, ...how })
}
