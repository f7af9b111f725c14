/** The consequences of a late, corrected or deleted trade: sales, corporate actions; and a summary of the sales. */
import type { Consequences } from '@em/contract/trades/trade-preview'
import type { ChainChange } from '@em/core/chains/change'
import { rupees } from '@em/core/values/money'
import type { Transaction } from '../../../platform/database/database.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { applyAfter } from '../../corporate-actions/apply/apply.commands.ts'
import type { PlannedAction } from '../../corporate-actions/apply/plans.queries.ts'
import { lastActions } from '../keep/last-actions.queries.ts'
import { movedSales, recostSales } from '../keep/recost-sales.ts'
import type { TradeContext } from '../terms/context.queries.ts'
import { entitlementsForAnswer } from './entitlement-changes.ts'

export const NO_CONSEQUENCES: Consequences = {
  affectedSales: 0,
  sales: [],
  gainsByMonth: [],
  lotsRematched: 0,
  affectedEntitlements: 0,
  entitlements: [],
}

/** The consequences of a change: the entries posted for it, and the plans whose entitlement moved. */
export interface Followed {
  readonly entryIds: readonly number[]
  readonly entitlements: readonly PlannedAction[]
}

/** A change of a chain that is kept, and what it is of. */
export interface RecordedChange extends RecordedBy {
  readonly change: ChainChange
  readonly context: Pick<TradeContext, 'portfolio' | 'equity'>
  /** The trade that moved the others, as their entries name it. */
  readonly mover: { readonly tradeId: number; readonly what: string }
  readonly today: string
  /** Where it was asked for already: the last day of a corporate action of the security. */
  readonly lastAction?: string | null
}

/** Everything that follows from a change of a chain once it is kept: sales cost otherwise, then corporate actions. */
export async function followChange(tx: Transaction, recorded: RecordedChange): Promise<Followed> {
  const { change, context, mover } = recorded
  const recosted =
    change.recosted.length === 0
      ? []
      : await recostSales(tx, {
          ...recorder(recorded),
          change,
          position: { portfolioId: context.portfolio.id, equityId: context.equity.id },
          accountingTreatment: context.portfolio.accountingTreatment,
          mover: { cause: { kind: 'trade', id: mover.tradeId }, what: mover.what },
        })
  const { entryIds, entitlements } = await followActions(tx, recorded)
  return { entryIds: [...recosted, ...entryIds], entitlements }
}

const NOTHING_FOLLOWED: Followed = { entryIds: [], entitlements: [] }

/** Corporate actions that rest on what the chain holds: their entitlements, events and entries follow. */
async function followActions(tx: Transaction, recorded: RecordedChange): Promise<Followed> {
  const { change, context, today } = recorded
  const position = { portfolioId: context.portfolio.id, equityId: context.equity.id }
  const from = change.from ?? change.rows[0]?.tradeDate
  if (from === undefined) return NOTHING_FOLLOWED
  const last =
    recorded.lastAction === undefined
      ? (await lastActions(tx, [position.equityId])).get(position.equityId)
      : recorded.lastAction
  if (last == null || last < from) return NOTHING_FOLLOWED
  return applyAfter(tx, { ...position, from }, { today, ...recorder(recorded) })
}

const LISTED = 200

/** The change in words and figures: sales with their cost and gain before and after, gains by month, entitlements. */
export async function consequencesOf(
  tx: Transaction,
  change: ChainChange,
  followed: Pick<Followed, 'entitlements'>,
): Promise<Consequences> {
  const entitlements = entitlementsForAnswer(followed.entitlements)
  if (!change.isRewalk) return { ...NO_CONSEQUENCES, ...entitlements }
  const keys = await movedSales(tx, change)
  const sales = change.recosted.filter((moved) => keys.has(moved.eventId))
  return {
    affectedSales: sales.length,
    sales: sales.slice(0, LISTED).map((moved) => {
      const sale = keys.get(moved.eventId)
      return {
        id: Number(moved.eventId),
        deal_number: sale?.deal_number ?? '',
        trade_date: sale?.trade_date ?? '',
        costBefore: rupees(moved.before.costOut),
        costAfter: rupees(moved.after.costOut),
        gainBefore: rupees(moved.before.capitalGain),
        gainAfter: rupees(moved.after.capitalGain),
      }
    }),
    gainsByMonth: change.gainsByMonth.map(({ month, before, after }) => ({
      month,
      before: rupees(before),
      after: rupees(after),
      difference: rupees(after - before),
    })),
    lotsRematched: change.sales.length,
    ...entitlements,
  }
}
