/** What a sale form asks before it is saved: the lots it would take, and how. */
import type { consumedLot } from '@em/contract/books/sells'
import type { ConsumedLot } from '@em/core/chains/chain-event'
import { rupees } from '@em/core/values/money'
import type { z } from 'zod'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'

const BUYS = statement(
  'sells.buys',
  `SELECT t.id, t.deal_number, v.contract_number, v.trade_date, v.settlement_date, v.price
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version WHERE t.id = ANY (:ids::bigint[])`,
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
