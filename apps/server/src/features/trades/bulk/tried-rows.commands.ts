/** The effects of previewed rows on entitlements: those before corporate actions are recorded within the preview. */
import type { BatchReport } from '@em/contract/batches/batches'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { chainKey } from '../../chains/lock.queries.ts'
import { entitlementsForAnswer } from '../follow/entitlement-changes.ts'
import { lastActions } from '../keep/last-actions.queries.ts'
import type { BulkOrder, NewTrade } from './new-trade.ts'
import { recordTrades } from './record-trades.commands.ts'

/** Rows that are tried so, at most: a preview must stay quick. */
const ROWS_MOST = 2_000

const keyOf = ({ context }: NewTrade) =>
  chainKey({ portfolioId: context.portfolio.id, equityId: context.equity.id })

/** Writes what the caller takes back. Undefined where no row is dated before a corporate action of its security. */
export async function triedEntitlements(
  tx: Transaction,
  clock: Clock,
  trades: readonly NewTrade[],
  order: RecordedBy & Pick<BulkOrder, 'chains' | 'world'> & { openBatch(): Promise<number> },
): Promise<Pick<BatchReport, 'affectedEntitlements' | 'entitlements' | 'entitlementsUntold'> | undefined> {
  const last = await lastActions(tx, [...new Set(trades.map(({ context }) => context.equity.id))])
  const isBefore = ({ context, details }: NewTrade) =>
    details.tradeDate <= (last.get(context.equity.id) ?? '')
  const chains = new Set(trades.filter(isBefore).map(keyOf))
  if (chains.size === 0) return undefined
  const some = trades.filter((trade) => chains.has(keyOf(trade)))
  if (some.length > ROWS_MOST) return { affectedEntitlements: 0, entitlements: [], entitlementsUntold: true }
  const { entitlements } = await recordTrades(tx, clock, some, {
    ...order,
    batchId: await order.openBatch(),
    onFault: () => undefined,
    onProgress: () => undefined,
  })
  return { ...entitlementsForAnswer(entitlements), entitlementsUntold: false }
}
