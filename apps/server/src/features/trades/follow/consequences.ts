/** What a late, corrected or deleted trade changes after it: sales, corporate actions; and a summary of the sales. */
import type { Consequences } from '@em/contract/books/sells'
import type { ChainChange } from '@em/core/chains/change'
import { rupees } from '@em/core/values/money'
import type { Transaction } from '../../../platform/database/database.ts'
import { bringAfter } from '../../actions/bring/bring.commands.ts'
import { lastActions } from '../keep/last-actions.queries.ts'
import { movedSales, recostSales } from '../keep/recost-sales.ts'
import type { TradeContext } from '../terms/context.queries.ts'

export const NO_CONSEQUENCES: Consequences = {
  affectedSales: 0,
  sales: [],
  gainsByMonth: [],
  lotsRematched: 0,
}

/** A change of a chain that is kept, and what it is of. */
export interface KeptChange {
  readonly change: ChainChange
  readonly context: Pick<TradeContext, 'portfolio' | 'equity'>
  /** The trade that moved the others, as their entries name it. */
  readonly mover: { readonly tradeId: number; readonly what: string }
  readonly recordedBy: number
  readonly today: string
  /** Where it was asked for already: the last day of a corporate action of the security. */
  readonly lastAction?: string | null
}

/** Who acts on a change of a chain, in this order; each answers the entries that it posted. */
const FOLLOWERS: readonly ((tx: Transaction, kept: KeptChange) => Promise<readonly number[]>)[] = [
  (tx, { change, context, mover, recordedBy }) =>
    change.recosted.length === 0
      ? Promise.resolve([])
      : recostSales(tx, {
          change,
          place: { portfolioId: context.portfolio.id, equityId: context.equity.id },
          accountingTreatment: context.portfolio.accountingTreatment,
          mover: { cause: { kind: 'trade', id: mover.tradeId }, what: mover.what },
          recordedBy,
        }),
  followActions,
]

/** Everything that follows from a change of a chain once it is kept; answers the entries posted for it. */
export async function followChange(tx: Transaction, kept: KeptChange): Promise<number[]> {
  const ids: number[] = []
  for (const follow of FOLLOWERS) ids.push(...(await follow(tx, kept)))
  return ids
}

/** Corporate actions that rest on what the chain holds: their entitlements, events and entries follow. */
async function followActions(tx: Transaction, kept: KeptChange): Promise<readonly number[]> {
  const { change, context, recordedBy, today } = kept
  const place = { portfolioId: context.portfolio.id, equityId: context.equity.id }
  const from = change.from ?? change.rows[0]?.tradeDate
  if (from === undefined) return []
  const last =
    kept.lastAction === undefined
      ? (await lastActions(tx, [place.equityId])).get(place.equityId)
      : kept.lastAction
  if (last == null || last < from) return []
  return bringAfter(tx, { ...place, from }, { today, recordedBy })
}

const LISTED = 200

/** The change in words and figures: sales with their cost and gain before and after, gains by month. */
export async function consequencesOf(tx: Transaction, change: ChainChange): Promise<Consequences> {
  if (!change.isRewalk) return NO_CONSEQUENCES
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
  }
}
