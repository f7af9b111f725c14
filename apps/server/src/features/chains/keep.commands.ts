/**
 * The one writer of what a change makes of chains: history, lots, what changed lots, results, ends. All of it is sent
 * without waiting, so that it leaves together with the commit.
 */
import type { HistoryRow, Lot, LotChange, SaleResult } from '@em/core/chains/chain-event'
import type { ChainChange } from '@em/core/chains/change'
import type { Cents } from '@em/core/values/decimal'
import { formatDecimal, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { cents, tenThousandths } from '../../platform/database/copy.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { Rows, type RowsToSend, tableOf } from '../../platform/database/rows.ts'
import type { ChangedChain } from './changed-chain.ts'
import type { ChainKey } from './lock.queries.ts'
import { sendShares } from './posted-shares.commands.ts'

// A chain keeps sums of its disposals: those of results that go are taken off, those of new results are added with its end.
// The result of a chain is taken from the tables themselves: a view would not show the change of a lot that is gone already.
const FORGET_HISTORY = statement(
  'chains.forget-history',
  `DELETE FROM em.chain_events e USING unnest(:chainIds::bigint[], :days?::date[]) AS k (chain_id, day)
    WHERE e.chain_id = k.chain_id AND e.event_date >= k.day`,
)
const FORGET_RESULTS = statement(
  'chains.forget-results',
  `WITH changes AS (DELETE FROM em.lot_changes WHERE event_id = ANY (:eventIds::bigint[])),
     gone AS (DELETE FROM em.event_results WHERE event_id = ANY (:eventIds) RETURNING *)
   UPDATE em.chains c
      SET disposed_proceeds = c.disposed_proceeds - r.proceeds, disposed_cost = c.disposed_cost - r.cost,
          disposed_charges = c.disposed_charges - r.charges, disposed_fees = c.disposed_fees - r.fees,
          disposed_financing = c.disposed_financing - r.financing
     FROM (SELECT portfolio_id, equity_id, sum(proceeds) AS proceeds, sum(cost_out) AS cost, sum(charges_out) AS charges,
                  sum(fees) AS fees, sum(money_generation_cost) AS financing
             FROM gone WHERE disposed_on IS NOT NULL GROUP BY portfolio_id, equity_id) r
    WHERE c.portfolio_id = r.portfolio_id AND c.equity_id = r.equity_id`,
)
const FORGET_LOTS = statement(
  'chains.forget-lots',
  'DELETE FROM em.lots WHERE event_id = ANY (:eventIds::bigint[])',
)
const WRITE_ENDS = statement(
  'chains.write-ends',
  `UPDATE chains c SET quantity = u.quantity, cost = u.cost, charges = u.charges, last_event_date = u.day, last_event_rank = u.rank,
          last_event_id = u.event, age_rate = u.age_rate, age_rate_days = u.age_rate_days, lot_rate = u.lot_rate,
          lot_rate_days = u.lot_rate_days, unlisted_until = u.unlisted_until,
          disposed_proceeds = c.disposed_proceeds + u.proceeds, disposed_cost = c.disposed_cost + u.cost_out,
          disposed_charges = c.disposed_charges + u.charges_out, disposed_fees = c.disposed_fees + u.fees,
          disposed_financing = c.disposed_financing + u.financing
     FROM unnest((SELECT :chainIds::bigint[]), (SELECT :quantities::bigint[]), (SELECT :costs::numeric[]), (SELECT :charges::numeric[]), (SELECT :days?::date[]), (SELECT :ranks?::smallint[]), (SELECT :eventIds?::bigint[]), (SELECT :ageRates::numeric[]),
                 (SELECT :ageRateDays::numeric[]), (SELECT :lotRates::numeric[]), (SELECT :lotRateDays::numeric[]), (SELECT :listings?::date[]),
                 (SELECT :proceeds::numeric[]), (SELECT :costsOut::numeric[]), (SELECT :chargesOut::numeric[]), (SELECT :fees::numeric[]), (SELECT :financing::numeric[]))
          AS u (id, quantity, cost, charges, day, rank, event, age_rate, age_rate_days, lot_rate, lot_rate_days, unlisted_until,
                proceeds, cost_out, charges_out, fees, financing)
    WHERE c.id = u.id`,
)

const HISTORY = tableOf<{ chainId: number; row: HistoryRow }>('chain_events', [
  { name: 'id', type: 'bigint', of: ({ row }) => row.sequence },
  { name: 'chain_id', type: 'bigint', of: ({ chainId }) => chainId },
  { name: 'source', type: 'text', of: ({ row }) => row.source },
  { name: 'event_date', type: 'date', of: ({ row }) => row.tradeDate },
  { name: 'rank', type: 'smallint', of: ({ row }) => row.rank },
  { name: 'kind', type: 'text', of: ({ row }) => row.kind },
  { name: 'quantity_change', type: 'bigint', of: ({ row }) => row.change.quantity },
  { name: 'cost_change', type: 'numeric', of: ({ row }) => cents(row.change.cost) },
  { name: 'charges_change', type: 'numeric', of: ({ row }) => cents(row.change.charges) },
  { name: 'quantity', type: 'bigint', of: ({ row }) => row.after.quantity },
  { name: 'cost', type: 'numeric', of: ({ row }) => cents(row.after.cost) },
  { name: 'charges', type: 'numeric', of: ({ row }) => cents(row.after.charges) },
])

const LOTS = tableOf<{ chainId: number; lot: Lot }>('lots', [
  { name: 'event_id', type: 'bigint', of: ({ lot }) => lot.sequence },
  { name: 'chain_id', type: 'bigint', of: ({ chainId }) => chainId },
  { name: 'trade_date', type: 'date', of: ({ lot }) => lot.tradeDate },
  { name: 'opened_on', type: 'date', of: ({ lot }) => lot.openedOn },
  { name: 'settlement_date', type: 'date', of: ({ lot }) => lot.settlementDate },
  { name: 'price', type: 'numeric', of: ({ lot }) => tenThousandths(lot.price) },
  { name: 'quantity', type: 'bigint', of: ({ lot }) => lot.quantity },
  { name: 'cost', type: 'numeric', of: ({ lot }) => cents(lot.cost) },
  { name: 'charges', type: 'numeric', of: ({ lot }) => cents(lot.charges) },
  { name: 'remaining_quantity', type: 'bigint', of: ({ lot }) => lot.remainingQuantity },
  { name: 'remaining_cost', type: 'numeric', of: ({ lot }) => cents(lot.remainingCost) },
  { name: 'remaining_charges', type: 'numeric', of: ({ lot }) => cents(lot.remainingCharges) },
  { name: 'cost_of_funds', type: 'numeric', of: ({ lot }) => tenThousandths(lot.costOfFundsRate ?? 0n) },
])

const LOT_CHANGES = tableOf<{ eventId: string; part: LotChange }>('lot_changes', [
  { name: 'event_id', type: 'bigint', of: ({ eventId }) => eventId },
  { name: 'lot_event_id', type: 'bigint', of: ({ part }) => part.lotId },
  { name: 'quantity_change', type: 'bigint', of: ({ part }) => part.quantity },
  { name: 'cost_change', type: 'numeric', of: ({ part }) => cents(part.cost) },
  { name: 'charges_change', type: 'numeric', of: ({ part }) => cents(part.charges) },
])

interface ResultRow {
  readonly eventId: string
  readonly moneyGenerationCost: Cents
  readonly position: ChainKey
  /** Null for an acquisition. */
  readonly sale: SaleResult | null
}
const ofSale =
  (value: (sale: SaleResult, position: ChainKey) => string | number) =>
  ({ sale, position }: ResultRow) =>
    sale === null ? null : value(sale, position)

const RESULTS = tableOf<ResultRow>('event_results', [
  { name: 'event_id', type: 'bigint', of: ({ eventId }) => eventId },
  { name: 'money_generation_cost', type: 'numeric', of: (row) => cents(row.moneyGenerationCost) },
  { name: 'cost_out', type: 'numeric', of: ofSale((sale) => cents(sale.costOut)) },
  { name: 'charges_out', type: 'numeric', of: ofSale((sale) => cents(sale.chargesOut)) },
  { name: 'capital_gain', type: 'numeric', of: ofSale((sale) => cents(sale.capitalGain)) },
  { name: 'holding_days', type: 'integer', of: ofSale((sale) => sale.holdingDays) },
  { name: 'bought_price', type: 'numeric', of: ofSale((sale) => tenThousandths(sale.boughtPrice)) },
  { name: 'profit_loss', type: 'numeric', of: ofSale((sale) => cents(sale.profitLoss)) },
  { name: 'portfolio_id', type: 'bigint', of: ({ position }) => position.portfolioId },
  { name: 'equity_id', type: 'bigint', of: ofSale((_, position) => position.equityId) },
  { name: 'disposed_on', type: 'date', of: ofSale((sale) => sale.tradeDate) },
  { name: 'proceeds', type: 'numeric', of: ofSale((sale) => cents(sale.proceeds)) },
  { name: 'fees', type: 'numeric', of: ofSale((sale) => cents(sale.fees)) },
])

/** Takes away what changed chains write again, and moves their ends. To be sent before `rowsOfChanges`. */
export function sendBeforeChanges(tx: Transaction, changed: readonly ChangedChain[]): void {
  sendShares(tx, changed)
  const rewritten = changed.filter(({ change }) => change.from !== null)
  if (rewritten.length > 0) {
    tx.send(FORGET_HISTORY, {
      chainIds: rewritten.map(({ chain }) => chain.id),
      days: rewritten.map(({ change }) => change.from),
    })
  }
  const results = changed.flatMap(({ change, gone }) => [...gone, ...change.goneSales, ...change.goneChanges])
  if (results.length > 0) tx.send(FORGET_RESULTS, { eventIds: results.map(Number) })
  const lots = changed.flatMap(({ change }) => change.goneLots)
  if (lots.length > 0) tx.send(FORGET_LOTS, { eventIds: lots.map(Number) })
  sendEnds(tx, changed)
}

/** The rows that changed chains have from now on. */
export function rowsOfChanges(changed: readonly ChangedChain[]): RowsToSend[] {
  const [history, lots] = [new Rows(HISTORY), new Rows(LOTS)]
  const [lotChanges, results] = [new Rows(LOT_CHANGES), new Rows(RESULTS)]
  for (const { chain, change, bought } of changed) {
    const { id: chainId, position } = chain
    for (const row of change.rows) history.add({ chainId, row })
    for (const lot of change.lots) lots.add({ chainId, lot })
    for (const one of bought) results.add({ ...one, position, sale: null })
    for (const sale of change.sales) {
      const { eventId, moneyGenerationCost } = sale
      results.add({ eventId, moneyGenerationCost, position, sale })
      for (const { lotId, quantity, lotCost, lotCharges } of sale.consumed)
        lotChanges.add({
          eventId,
          part: { lotId, quantity: -quantity, cost: -lotCost, charges: -lotCharges },
        })
    }
    for (const { eventId, lots: parts } of change.changes)
      for (const part of parts) lotChanges.add({ eventId, part })
  }
  return [history, lots, lotChanges, results]
}

function sendEnds(tx: Transaction, changed: readonly ChangedChain[]): void {
  const weight = (of: (weights: ChainChange['weights']) => bigint, scale: number) =>
    changed.map(({ change }) => formatDecimal(of(change.weights), scale))
  const sold = (of: (sale: SaleResult) => Cents) =>
    changed.map(({ change }) => cents(change.sales.reduce((sum, sale) => sum + of(sale), 0n)))
  const ends = changed.map(({ change }) => change.state)
  tx.send(WRITE_ENDS, {
    chainIds: changed.map(({ chain }) => chain.id),
    quantities: ends.map(({ holding }) => holding.quantity),
    costs: ends.map(({ holding }) => cents(holding.cost)),
    charges: ends.map(({ holding }) => cents(holding.charges)),
    days: ends.map(({ last }) => last?.tradeDate ?? null),
    ranks: ends.map(({ last }) => last?.rank ?? null),
    eventIds: ends.map(({ last }) => last?.sequence ?? null),
    ageRates: weight((of) => of.ageRate, RATE_SCALE),
    ageRateDays: weight((of) => of.ageRateDays, RATE_SCALE),
    lotRates: weight((of) => of.lotRate, MONEY_SCALE + RATE_SCALE),
    lotRateDays: weight((of) => of.lotRateDays, MONEY_SCALE + RATE_SCALE),
    listings: ends.map(({ unlistedUntil }) => unlistedUntil),
    proceeds: sold((sale) => sale.proceeds),
    costsOut: sold((sale) => sale.costOut),
    chargesOut: sold((sale) => sale.chargesOut),
    fees: sold((sale) => sale.fees),
    financing: sold((sale) => sale.moneyGenerationCost),
  })
}
