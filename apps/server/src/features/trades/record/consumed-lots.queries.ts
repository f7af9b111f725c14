/** The lots that a sale would take, and how: asked by a sale form before it is saved. */
import type { consumedLot } from '@em/contract/trades/trade-preview'
import type { ConsumedLot } from '@em/core/chains/chain-event'
import { rupees } from '@em/core/values/money'
import type { z } from 'zod'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'

const BUYS = statement(
  'sells.buys',
  `SELECT l.event_id AS id, coalesce(t.deal_number, 'CA-' || a.action_id) AS deal_number!, v.contract_number, l.trade_date, l.settlement_date, l.price
     FROM lots l LEFT JOIN trades t ON t.id = l.event_id LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN action_events a ON a.id = l.event_id WHERE l.event_id = ANY (:ids::bigint[])`,
)

/** The lots taken, with the buys that opened them. */
export async function consumedLots(
  db: Queryable,
  consumed: readonly ConsumedLot[],
): Promise<z.output<typeof consumedLot>[]> {
  const rows = await db.query(BUYS, { ids: consumed.map((part) => Number(part.lotId)) })
  const buys = new Map(rows.map((row) => [String(row.id), row]))
  return consumed.map((part) => {
    const buy = buys.get(part.lotId)
    return {
      buyTransactionId: Number(part.lotId),
      deal_number: buy?.deal_number ?? '',
      contract_number: buy?.contract_number ?? null,
      trade_date: buy?.trade_date ?? part.settlementDate,
      settlement_date: part.settlementDate,
      price: jsonNumber(buy?.price ?? '0'),
      quantity: Number(part.quantity),
      cost: rupees(part.lotCost),
    }
  })
}
