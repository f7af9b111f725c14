/** Open orders that the contracts of a document fit, and contracts without one where the portfolio asks for an order. */
import type { DocumentRecorded } from '@em/contract/documents/trade-documents'
import { perShare } from '@em/core/values/money'
import type { Queryable } from '../../../platform/database/database.ts'
import { ordersOfTrades } from '../../orders/asked-for.queries.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'

const LISTED_MOST = 1_000

export async function ordersOfContracts(
  db: Queryable,
  trades: readonly NewTrade[],
  { seesOrders }: { readonly seesOrders: boolean },
): Promise<Pick<DocumentRecorded, 'orders' | 'withoutOrder'>> {
  const { fitting, missing } = await ordersOfTrades(
    db,
    trades.map(({ side, context, details, amounts }) => ({
      side,
      portfolioId: context.portfolio.id,
      equityId: context.equity.id,
      tradeDate: details.tradeDate,
      price: amounts.gross === undefined ? (amounts.price ?? 0n) : perShare(amounts.gross, amounts.quantity),
      brokerName: details.brokerName,
    })),
  )
  const rowAt = (index: number) => trades[index]?.row ?? 0
  return {
    orders: (seesOrders ? fitting : [])
      .slice(0, LISTED_MOST)
      .map(({ index, id, number }) => ({ row: rowAt(index), id, number })),
    withoutOrder: missing.slice(0, LISTED_MOST).map(({ index, sentence }) => ({
      row: rowAt(index),
      field: 'order',
      error: sentence,
      value: null,
    })),
  }
}
