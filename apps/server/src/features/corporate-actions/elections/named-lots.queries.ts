/** The lots of what is given in a buy-back or tender by a portfolio that picks its lots. */
import type { ElectionInput } from '@em/contract/corporate-actions/action-elections'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { asksForLots } from '@em/core/corporate-actions/plans/buyback'
import { addDays } from '@em/core/values/dates'
import { sumOf } from '@em/core/values/money'
import type { Queryable } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { openLots } from '../../holdings/holdings.queries.ts'
import { type PlannedAction, picksLots } from '../apply/plans.queries.ts'
import type { StoredAction } from '../facts/action-rows.queries.ts'

/** Whether a portfolio chooses how many shares it gives. */
const gives = ({ kind }: StoredAction) => KINDS[kind].elects?.givesLots === true
type LotSent = NonNullable<ElectionInput['allocations']>[number]

interface NamedLots {
  readonly sell: bigint
  readonly lots: readonly LotSent[]
  readonly unnamedLots?: 'oldest' | null
  readonly field: string
}

/**
 * The lots of what is given, as of a sale: named where the portfolio picks its lots, and there before the effective day.
 * @throws Refusal `action.lots-needed`, `allocations.not-allowed`, `allocations.sum-mismatch`, `allocations.lot-unavailable`,
 *   `allocations.exceed-lot`.
 */
export async function refuseLots(
  db: Queryable,
  { action, portfolio, plan }: PlannedAction,
  { sell, lots, unnamedLots, field }: NamedLots,
): Promise<void> {
  const path = `${field}.allocations`
  const asked = gives(action) && asksForLots(picksLots(portfolio), sell, plan.entitlement.held)
  if (lots.length === 0) {
    if (asked && unnamedLots !== 'oldest')
      throw refuseField('action.lots-needed', path, { portfolio: portfolio.name, shares: String(sell) })
    return
  }
  if (!picksLots(portfolio) || !gives(action)) throw refuseField('allocations.not-allowed', path)
  const allocated = sumOf(lots.map(({ allocatedQuantity }) => allocatedQuantity))
  if (allocated !== sell) {
    const facts = { allocated: String(allocated), quantity: String(sell) }
    throw refuseField('allocations.sum-mismatch', path, facts)
  }
  const { exDate, held } = action
  if (exDate === null || held === null) return
  const date = addDays(exDate, -1)
  const open = new Map((await openLots(db, portfolio.id, held.id, date)).map((lot) => [lot.id, lot]))
  for (const [id, named] of Map.groupBy(lots, ({ buyTransactionId }) => buyTransactionId)) {
    const lot = open.get(id)
    const lotId = lot?.contract_number ?? lot?.deal_number ?? String(id)
    if (lot === undefined) throw refuseField('allocations.lot-unavailable', path, { lotId, date })
    const wanted = sumOf(named.map(({ allocatedQuantity }) => allocatedQuantity))
    const available = String(lot.remaining_quantity)
    if (wanted > BigInt(lot.remaining_quantity))
      throw refuseField('allocations.exceed-lot', path, { lotId, available, date })
  }
}

/**
 * Nothing of a holding by cherry picking leaves without its lots.
 * @throws Refusal `action.lots-needed` with every portfolio that has to name them.
 */
export function refuseUnnamedLots(plans: readonly PlannedAction[]): void {
  const details = plans.flatMap(({ plan, portfolio }) => {
    const shares = plan.unnamed ?? 0n
    if (shares === 0n) return []
    const { message } = new Refusal('action.lots-needed', {
      portfolio: portfolio.name,
      shares: String(shares),
    })
    return [{ field: 'elections', message, facts: { portfolio: portfolio.name, shares: String(shares) } }]
  })
  const [first] = details
  if (first === undefined) return
  throw new Refusal(
    'action.lots-needed',
    first.facts,
    details.map(({ field, message }) => ({ field, message })),
  )
}
