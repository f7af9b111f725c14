/** A chain as core's rules take it: its events from the facts, or its tail with the lots that a sale may need. */
import type { ChainEvent, Lot } from '@em/core/chains/chain-event'
import { decimalOf, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'

interface FactRow {
  id: number
  side: 'buy' | 'sell' | 'opening'
  trade_date: string
  opening_date: string | null
  settlement_date: string
  quantity: number
  gross: string
  net: string
  fees: string
  cost_of_funds: string | null
  allocations: { buy: number; quantity: number }[] | null
}

const FACTS = statement(
  'trades.chain-facts',
  `SELECT t.id, t.side, v.trade_date, v.opening_date, v.settlement_date, v.quantity, v.gross, v.net, v.cost_of_funds,
          v.brokerage + v.cse_fees + v.cds_fees + v.clearing_fees + v.sec + v.stl + coalesce(v.carried_charges, 0) AS fees,
          CASE WHEN t.side = 'sell' THEN
            (SELECT json_agg(json_build_object('buy', a.buy_trade_id, 'quantity', a.quantity) ORDER BY a.buy_trade_id)
               FROM trade_allocations a WHERE a.trade_id = t.id AND a.version = t.version) END AS allocations
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE t.portfolio_id = $1 AND t.equity_id = $2 AND NOT t.is_deleted
    ORDER BY coalesce(v.opening_date, v.trade_date), t.id`,
)

/** Every event of a chain, from the versions in force. The trade's id is also its place in the order of recording. */
export async function loadEvents(
  tx: Transaction,
  portfolioId: number,
  equityId: number,
): Promise<ChainEvent[]> {
  const rows = await tx.query<FactRow>(FACTS, [portfolioId, equityId])
  return rows.map(eventOf)
}

function eventOf(row: FactRow): ChainEvent {
  const head = {
    id: String(row.id),
    sequence: row.id,
    tradeDate: row.trade_date,
    settlementDate: row.settlement_date,
    quantity: BigInt(row.quantity),
    costOfFundsRate: row.cost_of_funds === null ? null : decimalOf(row.cost_of_funds, RATE_SCALE),
  }
  const gross = decimalOf(row.gross, MONEY_SCALE)
  if (row.side === 'buy') {
    return { ...head, kind: 'buy', cost: gross, charges: decimalOf(row.fees, MONEY_SCALE) }
  }
  if (row.side === 'opening') {
    const tradeDate = row.opening_date ?? row.trade_date
    const lot = { cost: gross, charges: decimalOf(row.fees, MONEY_SCALE), boughtOn: row.trade_date }
    return { ...head, ...lot, kind: 'opening', tradeDate }
  }
  return {
    ...head,
    kind: 'sell',
    gross,
    net: decimalOf(row.net, MONEY_SCALE),
    ...(row.allocations !== null && {
      allocations: row.allocations.map(({ buy, quantity }) => ({
        lotId: String(buy),
        quantity: BigInt(quantity),
      })),
    }),
  }
}

interface LotRow {
  trade_id: number
  trade_date: string
  settlement_date: string
  seq: number
  quantity: number
  cost: string
  charges: string
  remaining_quantity: number
  remaining_cost: string
  remaining_charges: string
  cost_of_funds: string
}

const COLUMNS = `trade_id, trade_date, settlement_date, seq, quantity, cost, charges, remaining_quantity, remaining_cost,
  remaining_charges, cost_of_funds`
// Lots are taken oldest first; a page of them nearly always covers the sale, so the whole chain is seldom read.
const OLDEST = statement(
  'trades.oldest-lots',
  `SELECT ${COLUMNS} FROM lots WHERE chain_id = $1 AND remaining_quantity > 0 AND (trade_date, seq) > ($2::date, $3::bigint)
    ORDER BY trade_date, seq LIMIT $4`,
)
const NAMED = statement(
  'trades.named-lots',
  `SELECT ${COLUMNS} FROM lots WHERE chain_id = $1 AND trade_id = ANY ($2::bigint[]) ORDER BY trade_date, seq`,
)
const PAGE = 100

/** The oldest open lots that hold at least `quantity`, or all that are open. */
export async function loadOldestLots(tx: Transaction, chainId: number, quantity: bigint): Promise<Lot[]> {
  const lots: Lot[] = []
  let held = 0n
  let page = PAGE
  let after: readonly [string, number] = ['0001-01-01', 0]
  while (held < quantity) {
    const rows = await tx.query<LotRow>(OLDEST, [chainId, ...after, page])
    for (const row of rows) {
      lots.push(lotOf(row))
      held += BigInt(row.remaining_quantity)
    }
    const last = rows.at(-1)
    if (rows.length < page || last === undefined) break
    after = [last.trade_date, last.seq]
    page *= 4
  }
  return lots
}

/** The lots of some buys, open or not. */
export async function loadLotsOf(tx: Transaction, chainId: number, buys: readonly number[]): Promise<Lot[]> {
  return (await tx.query<LotRow>(NAMED, [chainId, buys])).map(lotOf)
}

function lotOf(row: LotRow): Lot {
  return {
    id: String(row.trade_id),
    tradeDate: row.trade_date,
    sequence: row.seq,
    settlementDate: row.settlement_date,
    costOfFundsRate: decimalOf(row.cost_of_funds, RATE_SCALE),
    quantity: BigInt(row.quantity),
    cost: decimalOf(row.cost, MONEY_SCALE),
    charges: decimalOf(row.charges, MONEY_SCALE),
    remainingQuantity: BigInt(row.remaining_quantity),
    remainingCost: decimalOf(row.remaining_cost, MONEY_SCALE),
    remainingCharges: decimalOf(row.remaining_charges, MONEY_SCALE),
  }
}
