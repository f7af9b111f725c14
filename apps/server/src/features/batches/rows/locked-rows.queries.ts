/** Which rows of a submission are dated in a locked period of their portfolio's entity. */
import { onFirstOpenDay, refusalMessage } from '@em/contract'
import { dayInWords } from '@em/core/values/date-texts'
import type { Queryable } from '../../../platform/database/database.ts'
import { locksOfPortfolios } from '../../periods/periods.queries.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'

export interface LockedRow {
  readonly row: number
  readonly date: string
  readonly facts: { readonly entity: string; readonly through: string; readonly remedy: string }
  readonly message: string
}

/**
 * The rows that the ledger would refuse without `?openPeriod=1`, in order. A trade settles on its trade date or later: that
 * day decides.
 */
export async function lockedRows(db: Queryable, trades: readonly NewTrade[]): Promise<LockedRow[]> {
  const locks = await locksOfPortfolios(db, [...new Set(trades.map(({ context }) => context.portfolio.id))])
  if (locks.size === 0) return []
  const rows = trades.flatMap(({ row, details: { tradeDate }, context }) => {
    const lock = locks.get(context.portfolio.id)
    if (lock === undefined || tradeDate > lock.through) return []
    const facts = {
      entity: lock.entity,
      through: dayInWords(lock.through),
      remedy: onFirstOpenDay(lock.open),
    }
    return [{ row, date: tradeDate, facts, message: refusalMessage('period.locked', facts) }]
  })
  return rows.sort((a, b) => a.row - b.row)
}
