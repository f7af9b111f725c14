/** What a submission makes of its chains, set by set: what chain.store.ts writes for one chain. */
import type { ChainChange } from '@em/core/chains/change'
import { formatDecimal, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { CopyRows, cents, tenThousandths } from '../../platform/database/copy.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { HISTORY_COLUMNS, historyLine } from './chain.store.ts'
import type { Walked } from './many.commands.ts'
import type { LockedChain } from './trades.state.ts'

export interface ChangedChain {
  readonly chain: LockedChain
  readonly walked: Walked
}

const FORGET_HISTORY = statement(
  'chains.forget-history',
  `DELETE FROM chain_events e USING unnest($1::bigint[], $2::date[]) AS k (chain_id, day)
    WHERE e.chain_id = k.chain_id AND e.event_date >= k.day`,
)
const FORGET_CONSUMPTION = statement(
  'chains.forget-consumption',
  'DELETE FROM lot_consumptions WHERE trade_id = ANY ($1::bigint[])',
)
const LOT_IDS = statement(
  'chains.lot-ids',
  'SELECT trade_id, id FROM lots WHERE trade_id = ANY ($1::bigint[])',
)
const CHANGE_LOTS = statement(
  'chains.change-lots',
  `UPDATE lots l SET remaining_quantity = u.quantity, remaining_cost = u.cost, remaining_charges = u.charges
     FROM unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::numeric[]) AS u (trade_id, quantity, cost, charges)
    WHERE l.trade_id = u.trade_id`,
)
const CHANGE_RESULTS = statement(
  'chains.change-results',
  `UPDATE trade_results r SET money_generation_cost = u.funds, cost_out = u.cost, charges_out = u.charges, capital_gain = u.gain,
          holding_days = u.days, bought_price = u.price, profit_loss = u.result
     FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::integer[], $7::numeric[], $8::numeric[])
          AS u (trade_id, funds, cost, charges, gain, days, price, result)
    WHERE r.trade_id = u.trade_id`,
)
const WRITE_TAILS = statement(
  'chains.write-tails',
  `UPDATE chains c SET quantity = u.quantity, cost = u.cost, charges = u.charges, last_event_date = u.day, last_event_seq = u.seq,
          age_rate = u.age_rate, age_rate_days = u.age_rate_days, lot_rate = u.lot_rate, lot_rate_days = u.lot_rate_days
     FROM unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::numeric[], $5::date[], $6::bigint[], $7::numeric[], $8::numeric[],
                 $9::numeric[], $10::numeric[])
          AS u (id, quantity, cost, charges, day, seq, age_rate, age_rate_days, lot_rate, lot_rate_days)
    WHERE c.id = u.id`,
)

/**
 * Sends what changed in locked chains; the facts it follows from come in the same transaction, before or after. `lotIds`
 * gives the identities of new lots, one for each buy. Answers when the database has taken it.
 */
export async function writeChanges(
  tx: Transaction,
  changed: readonly ChangedChain[],
  lotIds: () => number,
): Promise<unknown> {
  const old = changed.filter(({ chain }) => chain.lastDate !== null)
  const lotIdOf = await forgetOld(tx, old)
  const events = new CopyRows()
  const lots = new CopyRows()
  const consumptions = new CopyRows()
  for (const { chain, walked } of changed) {
    const { change } = walked
    const prices = new Map(walked.decided.map((one) => [one.event.id, one.decision.figures.price]))
    for (const row of change.rows) {
      events.add(historyLine(chain.id, row))
    }
    for (const lot of change.lots) {
      const price = prices.get(lot.id)
      if (price === undefined) continue
      const id = lotIds()
      lotIdOf.set(lot.id, id)
      lots.add(
        `${id}\t${chain.id}\t${lot.id}\t${lot.tradeDate}\t${lot.settlementDate}\t${lot.sequence}\t${tenThousandths(price)}\t` +
          `${lot.quantity}\t${cents(lot.cost)}\t${cents(lot.charges)}\t${lot.remainingQuantity}\t${cents(lot.remainingCost)}\t` +
          `${cents(lot.remainingCharges)}\t${tenThousandths(lot.costOfFundsRate ?? 0n)}`,
      )
    }
    for (const sale of change.sales) {
      for (const part of sale.consumed) {
        consumptions.add(
          `${sale.eventId}\t${lotIdOf.get(part.lotId) ?? ''}\t${part.quantity}\t${cents(part.lotCost)}\t${cents(part.lotCharges)}`,
        )
      }
    }
  }
  sendTails(tx, changed)
  return Promise.all([
    tx.copy('chain_events', HISTORY_COLUMNS, events),
    tx.copy('lots', LOT_COLUMNS, lots),
    tx.copy('lot_consumptions', 'trade_id, lot_id, quantity, cost, charges', consumptions),
  ])
}

const LOT_COLUMNS = `id, chain_id, trade_id, trade_date, settlement_date, seq, price, quantity, cost, charges, remaining_quantity,
  remaining_cost, remaining_charges, cost_of_funds`

/** Takes away what is written again of chains that had trades before, and changes their lots and results; answers their lots' identities by trade. */
async function forgetOld(tx: Transaction, old: readonly ChangedChain[]): Promise<Map<string, number>> {
  const lotIdOf = new Map<string, number>()
  if (old.length === 0) return lotIdOf
  const late = old.filter(({ walked }) => walked.change.from !== null)
  tx.send(FORGET_HISTORY, [late.map(({ chain }) => chain.id), late.map(({ walked }) => walked.change.from)])
  const isOld = ({ walked }: ChangedChain) => {
    const own = new Set(walked.decided.map((one) => one.event.id))
    return (id: string) => !own.has(id)
  }
  const sales = old.flatMap((one) => {
    const before = isOld(one)
    return one.walked.change.sales.filter((sale) => before(sale.eventId))
  })
  const lots = old.flatMap((one) => {
    const before = isOld(one)
    return one.walked.change.lots.filter((lot) => before(lot.id))
  })
  if (sales.length > 0) {
    const ids = sales.map((sale) => Number(sale.eventId))
    tx.send(FORGET_CONSUMPTION, [ids])
    tx.send(CHANGE_RESULTS, [
      ids,
      sales.map((sale) => cents(sale.moneyGenerationCost)),
      sales.map((sale) => cents(sale.costOut)),
      sales.map((sale) => cents(sale.chargesOut)),
      sales.map((sale) => cents(sale.capitalGain)),
      sales.map((sale) => sale.holdingDays),
      sales.map((sale) => tenThousandths(sale.boughtPrice)),
      sales.map((sale) => cents(sale.profitLoss)),
    ])
  }
  if (lots.length > 0) {
    tx.send(CHANGE_LOTS, [
      lots.map((lot) => Number(lot.id)),
      lots.map((lot) => lot.remainingQuantity),
      lots.map((lot) => cents(lot.remainingCost)),
      lots.map((lot) => cents(lot.remainingCharges)),
    ])
  }
  const named = old.flatMap((one) => {
    const before = isOld(one)
    return one.walked.change.sales.flatMap((sale) =>
      sale.consumed.flatMap((part) => (before(part.lotId) ? [Number(part.lotId)] : [])),
    )
  })
  if (named.length > 0) {
    const rows = await tx.query<{ trade_id: number; id: number }>(LOT_IDS, [[...new Set(named)]])
    for (const row of rows) lotIdOf.set(String(row.trade_id), row.id)
  }
  return lotIdOf
}

function sendTails(tx: Transaction, changed: readonly ChangedChain[]): void {
  const weight = (of: (weights: ChainChange['weights']) => bigint, scale: number) =>
    changed.map(({ walked }) => formatDecimal(of(walked.change.weights), scale))
  const holdings = changed.map(({ walked }) => walked.change.state)
  tx.send(WRITE_TAILS, [
    changed.map(({ chain }) => chain.id),
    holdings.map(({ holding }) => holding.quantity),
    holdings.map(({ holding }) => cents(holding.cost)),
    holdings.map(({ holding }) => cents(holding.charges)),
    holdings.map(({ last }) => last?.tradeDate ?? null),
    holdings.map(({ last }) => last?.sequence ?? null),
    weight((of) => of.ageRate, RATE_SCALE),
    weight((of) => of.ageRateDays, RATE_SCALE),
    weight((of) => of.lotRate, MONEY_SCALE + RATE_SCALE),
    weight((of) => of.lotRateDays, MONEY_SCALE + RATE_SCALE),
  ])
}
