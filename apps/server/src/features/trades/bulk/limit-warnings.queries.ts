/** The limits that many trades pass, row by row: shown before they are recorded, and holding none of them. */
import { perShare } from '@em/core/values/money'
import type { Portfolios } from '../../../platform/authorize.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type LimitsOfRows, limitsOfRows } from '../../limits/dealt-rows.queries.ts'
import type { NewTrade } from './new-trade.ts'

/** @param see the portfolios whose limits are shown; null: none are. */
export function limitWarnings(
  tx: Transaction,
  trades: readonly NewTrade[],
  { today, see }: { readonly today: string; readonly see: Portfolios | null },
): Promise<LimitsOfRows> {
  const rows = trades.map(({ row, side, amounts, context, details }) => ({
    row,
    kind: side,
    portfolioId: context.portfolio.id,
    securityId: context.equity.id,
    quantity: amounts.quantity,
    price: amounts.gross === undefined ? (amounts.price ?? null) : perShare(amounts.gross, amounts.quantity),
    tradeDate: details.tradeDate,
    settlementDate: details.settlementDate,
    settlementAccountId: context.settlementAccount.id,
    broker: details.brokerName === '' ? null : details.brokerName,
  }))
  return limitsOfRows(tx, rows, { today, see })
}
