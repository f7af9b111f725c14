/** The change of the holdings on the newest market day. */
import type { DayMoves } from '@em/contract/holdings/holdings'
import { type DayChange, dayChangeOf, type PriceMove } from '@em/core/valuation/day-change'
import { aboveSubscription } from '@em/core/valuation/price-at'
import { decimalOf, PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { offersOn } from '../prices/prices-at/rights-offers.queries.ts'
import type { ExactHolding } from './valued.queries.ts'

const MOVES = statement(
  'holdings.price-moves',
  `SELECT w.id AS equity_id!, p.trade_date, p.last_trade, coalesce(p.previous_close, b.close, b.last_trade) AS previous
     FROM unnest(:equityIds::bigint[]) AS w (id)
    CROSS JOIN LATERAL (
      SELECT trade_date, last_trade, previous_close FROM prices
       WHERE equity_id = w.id AND trade_date <= :date::date ORDER BY trade_date DESC LIMIT 1) p
     LEFT JOIN LATERAL (
       SELECT close, last_trade FROM prices WHERE equity_id = w.id AND trade_date < p.trade_date ORDER BY trade_date DESC LIMIT 1) b ON true`,
)

/** Movers shown at each end. */
const MOVERS = 5

/** The newest price until `date` and the one before it, by security; of rights that are valued by their share what is above the price of subscription. */
export async function priceMoves(
  db: Queryable,
  held: readonly ExactHolding[],
  date: string,
): Promise<ReadonlyMap<number, PriceMove>> {
  const equityIds = [...new Set(held.map(({ row }) => row.equity_id))]
  const derived = new Set(held.flatMap(({ row }) => (row.derived ? [row.equity_id] : [])))
  const offers = derived.size === 0 ? new Map() : await offersOn(db, [...derived], date)
  const shareIds = [...offers.values()].map(({ shareId }) => shareId)
  const rows = await db.query(MOVES, { equityIds: [...new Set([...equityIds, ...shareIds])], date })
  const moves = new Map(
    rows.map(({ equity_id, trade_date, last_trade, previous }) => [
      equity_id,
      {
        date: trade_date,
        price: decimalOf(last_trade, PRICE_SCALE),
        previous: previous === null ? null : decimalOf(previous, PRICE_SCALE),
      },
    ]),
  )
  for (const [id, offer] of offers) {
    const share = moves.get(offer.shareId)
    if (share === undefined) continue
    const above = (price: bigint) => aboveSubscription(price, offer.price)
    // Of before XR is the price that the share is compared with: the rights were contained in it.
    const previous = share.previous === null || share.date <= offer.from ? null : above(share.previous)
    moves.set(id, { date: share.date, price: above(share.price), previous })
  }
  return moves
}

/** The change of the newest day with prices until `date`, and its greatest movers; null where nothing held has a price. */
export async function dayMoves(
  db: Queryable,
  held: readonly ExactHolding[],
  date: string,
): Promise<DayMoves | null> {
  return movesOf(held, await priceMoves(db, held, date))
}

/** The same, of prices that were read. */
export const movesOf = (
  held: readonly ExactHolding[],
  moves: ReadonlyMap<number, PriceMove>,
): DayMoves | null => movesShown(dayChangeOfHeld(held, moves))

/** The change of the newest day with the security of each mover, in exact units; null where nothing held has a price. */
export function dayChangeOfHeld(
  held: readonly ExactHolding[],
  moves: ReadonlyMap<number, PriceMove>,
): DayChange<ExactHolding['row']> | null {
  const quantities = new Map<number, { first: ExactHolding; quantity: bigint }>()
  for (const holding of held) {
    const known = quantities.get(holding.row.equity_id)
    if (known === undefined)
      quantities.set(holding.row.equity_id, { first: holding, quantity: holding.quantity })
    else known.quantity += holding.quantity
  }
  return dayChangeOf(
    [...quantities].map(([id, { first, quantity }]) => ({
      key: first.row,
      quantity,
      move: moves.get(id) ?? null,
    })),
  )
}

/** A change as it is answered, with the greatest movers. */
export function movesShown(found: DayChange<ExactHolding['row']> | null): DayMoves | null {
  if (found === null) return null
  const movers = found.movers.map(({ key, price, change, changePercent }) => ({
    symbol: key.symbol,
    companyName: key.name,
    price: toJsonNumber(price, PRICE_SCALE),
    changePercent: toJsonNumber(changePercent, RATE_SCALE),
    change: rupees(change),
  }))
  return {
    date: found.date,
    change: found.change === null ? null : rupees(found.change),
    percent: found.percent === null ? null : toJsonNumber(found.percent, RATE_SCALE),
    gainers: movers.filter(({ changePercent }) => changePercent > 0).slice(0, MOVERS),
    losers: movers
      .filter(({ changePercent }) => changePercent < 0)
      .toReversed()
      .slice(0, MOVERS),
  }
}
