/** Writes what a change makes of a chain: history, lots, what sales took, results, tail. Nothing waits for an answer. */
import type { HistoryRow, Lot, SaleResult } from '@em/core/chains/chain-event'
import type { ChainChange } from '@em/core/chains/change'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { CopyRows, cents } from '../../platform/database/copy.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'

const FORGET_HISTORY = statement(
  'chain.forget-history',
  'DELETE FROM chain_events WHERE chain_id = $1 AND event_date >= $2::date',
)
const WRITE_HISTORY = statement(
  'chain.write-history',
  `INSERT INTO chain_events (chain_id, event_date, rank, seq, kind, trade_id, quantity_change, cost_change, charges_change,
                             quantity, cost, charges)
   SELECT $1, r.* FROM unnest($2::date[], $3::smallint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::numeric[],
                              $9::numeric[], $10::bigint[], $11::numeric[], $12::numeric[]) r`,
)
const FORGET_CONSUMPTION = statement(
  'chain.forget-consumption',
  'DELETE FROM lot_consumptions WHERE trade_id = ANY ($1::bigint[])',
)
const FORGET_RESULTS = statement(
  'chain.forget-results',
  'DELETE FROM trade_results WHERE trade_id = ANY ($1::bigint[])',
)
const FORGET_LOTS = statement('chain.forget-lots', 'DELETE FROM lots WHERE trade_id = ANY ($1::bigint[])')
const WRITE_LOTS = statement(
  'chain.write-lots',
  `INSERT INTO lots AS l (chain_id, trade_id, trade_date, settlement_date, seq, price, quantity, cost, charges,
                          remaining_quantity, remaining_cost, remaining_charges, cost_of_funds, opened_on)
   SELECT $1, u.trade_id, u.trade_date, u.settlement_date, u.seq, v.price, u.quantity, u.cost, u.charges,
          u.remaining_quantity, u.remaining_cost, u.remaining_charges, u.rate, v.opening_date
     FROM unnest($2::bigint[], $3::date[], $4::date[], $5::bigint[], $6::bigint[], $7::numeric[], $8::numeric[], $9::bigint[],
                 $10::numeric[], $11::numeric[], $12::numeric[])
          AS u (trade_id, trade_date, settlement_date, seq, quantity, cost, charges, remaining_quantity, remaining_cost,
                remaining_charges, rate)
     JOIN trades t ON t.id = u.trade_id JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
   ON CONFLICT (trade_id) DO UPDATE SET trade_date = excluded.trade_date, settlement_date = excluded.settlement_date,
      price = excluded.price, quantity = excluded.quantity, cost = excluded.cost, charges = excluded.charges,
      remaining_quantity = excluded.remaining_quantity, remaining_cost = excluded.remaining_cost,
      remaining_charges = excluded.remaining_charges, cost_of_funds = excluded.cost_of_funds, opened_on = excluded.opened_on`,
)
const WRITE_CONSUMPTION = statement(
  'chain.write-consumption',
  `INSERT INTO lot_consumptions (trade_id, lot_id, quantity, cost, charges)
   SELECT u.trade_id, l.id, u.quantity, u.cost, u.charges
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[]) AS u (trade_id, buy, quantity, cost, charges)
     JOIN lots l ON l.trade_id = u.buy`,
)
const WRITE_RESULTS = statement(
  'chain.write-results',
  `INSERT INTO trade_results (trade_id, money_generation_cost, cost_out, charges_out, capital_gain, holding_days, bought_price,
                              profit_loss)
   SELECT * FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::integer[], $7::numeric[],
                        $8::numeric[])
   ON CONFLICT (trade_id) DO UPDATE SET money_generation_cost = excluded.money_generation_cost, cost_out = excluded.cost_out,
      charges_out = excluded.charges_out, capital_gain = excluded.capital_gain, holding_days = excluded.holding_days,
      bought_price = excluded.bought_price, profit_loss = excluded.profit_loss`,
)
const WRITE_TAIL = statement(
  'chain.write-tail',
  `UPDATE chains SET quantity = $2, cost = $3, charges = $4, last_event_date = $5::date, last_event_seq = $6,
          age_rate = $7, age_rate_days = $8, lot_rate = $9, lot_rate_days = $10 WHERE id = $1`,
)

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)
const ids = (texts: readonly string[]) => texts.map(Number)

/** Sends the change of a locked chain; the facts it follows from must be sent before. */
export function sendChange(tx: Transaction, chainId: number, change: ChainChange): void {
  if (change.from !== null) tx.send(FORGET_HISTORY, [chainId, change.from])
  sendHistory(tx, chainId, change)
  const moved = [...change.goneSales, ...change.sales.map((sale) => sale.eventId)]
  if (moved.length > 0) tx.send(FORGET_CONSUMPTION, [ids(moved)])
  if (change.goneSales.length > 0) tx.send(FORGET_RESULTS, [ids(change.goneSales)])
  if (change.goneLots.length > 0) tx.send(FORGET_LOTS, [ids(change.goneLots)])
  sendLots(tx, chainId, change.lots)
  sendSales(tx, change.sales)
  const { holding, last } = change.state
  const { ageRate, ageRateDays, lotRate, lotRateDays } = change.weights
  const age = (units: bigint) => formatDecimal(units, RATE_SCALE)
  const lot = (units: bigint) => formatDecimal(units, MONEY_SCALE + RATE_SCALE)
  tx.send(WRITE_TAIL, [
    chainId,
    holding.quantity,
    money(holding.cost),
    money(holding.charges),
    last?.tradeDate ?? null,
    last?.sequence ?? null,
    age(ageRate),
    age(ageRateDays),
    lot(lotRate),
    lot(lotRateDays),
  ])
}

export const HISTORY_COLUMNS = `chain_id, event_date, rank, seq, kind, trade_id, quantity_change, cost_change, charges_change,
  quantity, cost, charges`

/** A history row for COPY, in the order of `HISTORY_COLUMNS`. */
export const historyLine = (chainId: number, { change, after, ...row }: HistoryRow): string =>
  `${chainId}\t${row.tradeDate}\t${row.rank}\t${row.sequence}\t${row.kind}\t${row.eventId}\t${change.quantity}\t` +
  `${cents(change.cost)}\t${cents(change.charges)}\t${after.quantity}\t${cents(after.cost)}\t${cents(after.charges)}`

/** Fewer rows cost less by the statement, which is prepared. */
const COPY_FROM = 100

function sendHistory(tx: Transaction, chainId: number, { rows }: ChainChange): void {
  if (rows.length === 0) return
  if (rows.length >= COPY_FROM) {
    const lines = new CopyRows()
    for (const row of rows) lines.add(historyLine(chainId, row))
    // A failure is told when the transaction ends.
    tx.copy('chain_events', HISTORY_COLUMNS, lines).catch(() => undefined)
    return
  }
  tx.send(WRITE_HISTORY, [
    chainId,
    rows.map((row) => row.tradeDate),
    rows.map((row) => row.rank),
    rows.map((row) => row.sequence),
    rows.map((row) => row.kind),
    rows.map((row) => Number(row.eventId)),
    rows.map((row) => row.change.quantity),
    rows.map((row) => money(row.change.cost)),
    rows.map((row) => money(row.change.charges)),
    rows.map((row) => row.after.quantity),
    rows.map((row) => money(row.after.cost)),
    rows.map((row) => money(row.after.charges)),
  ])
}

function sendLots(tx: Transaction, chainId: number, lots: readonly Lot[]): void {
  if (lots.length === 0) return
  tx.send(WRITE_LOTS, [
    chainId,
    lots.map((lot) => Number(lot.id)),
    lots.map((lot) => lot.tradeDate),
    lots.map((lot) => lot.settlementDate),
    lots.map((lot) => lot.sequence),
    lots.map((lot) => lot.quantity),
    lots.map((lot) => money(lot.cost)),
    lots.map((lot) => money(lot.charges)),
    lots.map((lot) => lot.remainingQuantity),
    lots.map((lot) => money(lot.remainingCost)),
    lots.map((lot) => money(lot.remainingCharges)),
    lots.map((lot) => formatDecimal(lot.costOfFundsRate ?? 0n, RATE_SCALE)),
  ])
}

function sendSales(tx: Transaction, sales: readonly SaleResult[]): void {
  if (sales.length === 0) return
  const parts = sales.flatMap((sale) => sale.consumed.map((part) => ({ ...part, sale: sale.eventId })))
  tx.send(WRITE_CONSUMPTION, [
    parts.map((part) => Number(part.sale)),
    parts.map((part) => Number(part.lotId)),
    parts.map((part) => part.quantity),
    parts.map((part) => money(part.lotCost)),
    parts.map((part) => money(part.lotCharges)),
  ])
  tx.send(WRITE_RESULTS, [
    sales.map((sale) => Number(sale.eventId)),
    sales.map((sale) => money(sale.moneyGenerationCost)),
    sales.map((sale) => money(sale.costOut)),
    sales.map((sale) => money(sale.chargesOut)),
    sales.map((sale) => money(sale.capitalGain)),
    sales.map((sale) => sale.holdingDays),
    sales.map((sale) => formatDecimal(sale.boughtPrice, PRICE_SCALE)),
    sales.map((sale) => money(sale.profitLoss)),
  ])
}
