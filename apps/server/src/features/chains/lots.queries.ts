/** Lots of a chain as core's rules take them: the oldest open ones, or those that are named. */
import type { Lot } from '@em/core/chains/chain-event'
import { decimalOf, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'

const COLUMNS = `event_id, trade_date, opened_on, settlement_date, price, quantity, cost, charges, remaining_quantity, remaining_cost,
  remaining_charges, cost_of_funds`
// Lots are taken oldest first; a page of them nearly always covers the sale, so the whole chain is seldom read.
const OLDEST = statement(
  'chains.oldest-lots',
  `SELECT ${COLUMNS} FROM lots WHERE chain_id = :chainId AND remaining_quantity > 0 AND (trade_date, event_id) > (:date::date, :eventId::bigint)
    ORDER BY trade_date, event_id LIMIT :page`,
)
const NAMED = statement(
  'chains.named-lots',
  `SELECT ${COLUMNS} FROM lots WHERE chain_id = :chainId AND event_id = ANY (:events::bigint[]) ORDER BY trade_date, event_id`,
)
/** A lot as it came in, with what is left of it. */
export type LotRow = RowOf<typeof NAMED>
const PAGE = 100

/** The oldest open lots that hold at least `quantity`, or all that are open. */
export async function loadOldestLots(db: Queryable, chainId: number, quantity: bigint): Promise<Lot[]> {
  const lots: Lot[] = []
  let held = 0n
  let page = PAGE
  let after = { date: '0001-01-01', eventId: 0 }
  while (held < quantity) {
    const rows = await db.query(OLDEST, { chainId, ...after, page })
    for (const row of rows) {
      lots.push(lotOf(row))
      held += BigInt(row.remaining_quantity)
    }
    const last = rows.at(-1)
    if (rows.length < page || last === undefined) break
    after = { date: last.trade_date, eventId: last.event_id }
    page *= 4
  }
  return lots
}

/** The lots that some events opened, open or not, by date and order of recording. */
export async function loadLotsOf(db: Queryable, chainId: number, events: readonly number[]): Promise<Lot[]> {
  return (await db.query(NAMED, { chainId, events })).map(lotOf)
}

function lotOf(row: LotRow): Lot {
  return {
    id: String(row.event_id),
    tradeDate: row.trade_date,
    openedOn: row.opened_on,
    sequence: row.event_id,
    settlementDate: row.settlement_date,
    costOfFundsRate: decimalOf(row.cost_of_funds, RATE_SCALE),
    price: decimalOf(row.price, PRICE_SCALE),
    quantity: BigInt(row.quantity),
    cost: decimalOf(row.cost, MONEY_SCALE),
    charges: decimalOf(row.charges, MONEY_SCALE),
    remainingQuantity: BigInt(row.remaining_quantity),
    remainingCost: decimalOf(row.remaining_cost, MONEY_SCALE),
    remainingCharges: decimalOf(row.remaining_charges, MONEY_SCALE),
  }
}
