/** Taking many trades back at once, as when they had been deleted one by one: versions, reversals, chains walked again. */
import type { UndoReport } from '@em/contract/batches/batch-undo'
import type { ChainChange } from '@em/core/chains/change'
import { isRejection } from '@em/core/rejections'
import { ACTIVE_STATUS } from '@em/core/trades/decide-buy'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type RowOf, statement, type Transaction } from '../../../platform/database/database.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { changeChain } from '../../chains/change.queries.ts'
import { chainKey, type LockedChain, lockChains } from '../../chains/lock.queries.ts'
import { moveAlong } from '../../gl-mappings/moved-lines.commands.ts'
import {
  afterCorrection,
  beforeCorrection,
} from '../../settlements/confirm/settlement-corrections.commands.ts'
import { consequencesOf, type Followed, followChange, NO_CONSEQUENCES } from '../follow/consequences.ts'
import { entitlementsForAnswer } from '../follow/entitlement-changes.ts'
import { reverseLiveEntries } from '../keep/reversals.ts'
import { sendRemoval } from '../keep/trade-rows.ts'
import { keepWriteSet } from '../keep/write-set.commands.ts'

type TradeRow = RowOf<typeof OF_BATCH>

const OF_BATCH = statement(
  'trades.of-batch',
  `SELECT t.id, t.side, t.portfolio_id AS "portfolioId", t.equity_id AS "equityId", p.portfolio_id AS portfolio_code,
          p.portfolio_name, p.accounting_treatment, e.symbol, e.name AS company_name
     FROM trades t JOIN portfolios p ON p.id = t.portfolio_id JOIN equities e ON e.id = t.equity_id
    WHERE t.batch_id = :batchId AND NOT t.is_deleted ORDER BY t.id`,
)
const ALLOCATED = statement(
  'trades.allocated-elsewhere',
  `SELECT DISTINCT s.id, s.deal_number FROM trade_allocations a
     JOIN trades s ON s.id = a.trade_id AND s.version = a.version
    WHERE a.buy_trade_id = ANY (:buyTradeIds::bigint[]) AND NOT s.is_deleted AND s.batch_id IS DISTINCT FROM :batchId::bigint
    ORDER BY s.id LIMIT 20`,
)

export interface UndoOrder extends RecordedBy {
  readonly batchId: number
  readonly today: string
  /** Called with how many steps are done: two for each trade, one in its chain and one in the books. */
  onProgress(done: number, total: number): void
}

const TRADES_AT_ONCE = 2_000

/**
 * Deletes every trade that a batch recorded and that is still there. What was paid for them stays and is to come back.
 * @throws Refusal `batch.empty` where none is left, `trade.allocated` naming later cherry-picked sales that use its
 *   buys, `batch.needed` naming the date on which a holding would be negative.
 */
export async function removeBatch(tx: Transaction, order: UndoOrder): Promise<UndoReport> {
  const { batchId, recordedBy } = order
  const seen = await tx.query(OF_BATCH, { batchId })
  const chains = await lockChains(tx, [...new Map(seen.map((trade) => [chainKey(trade), trade])).values()])
  // Under the locks nothing is deleted or corrected any more.
  const trades = await tx.query(OF_BATCH, { batchId })
  if (trades.length === 0) throw new Refusal('batch.empty')
  const ids = trades.map((trade) => trade.id)
  await refuseAllocated(tx, ids, batchId)
  const settlements = await beforeCorrection(tx, ids, order)
  const byChain = Map.groupBy(trades, chainKey)
  const report: UndoReport = {
    dryRun: true,
    trades: trades.length,
    buys: trades.filter((trade) => trade.side === 'buy').length,
    sells: trades.filter((trade) => trade.side === 'sell').length,
    entriesReversed: 0,
    positions: [],
    consequences: { ...NO_CONSEQUENCES, sales: [], gainsByMonth: [], entitlements: [] },
  }
  const moved: Followed['entitlements'][] = []
  let done = 0
  const step = (by: number) => order.onProgress((done += by), 2 * ids.length)
  step(0)
  const rewalked: Rewalked[] = []
  for (const [key, chain] of chains) {
    const gone = byChain.get(key)
    if (gone === undefined) continue
    rewalked.push(await rewalk(tx, order, chain, gone))
    step(gone.length)
  }
  const reason = `Undo of import ${batchId}`
  for (const tradeIds of slices(ids)) sendRemoval(tx, { tradeIds, recordedBy, reason, audited: true })
  // The effects of corporate actions on a chain are walked without these trades: they are gone by then.
  for (const one of rewalked) moved.push(await follow(tx, order, one, report))
  Object.assign(report.consequences, entitlementsForAnswer(moved.flat()))
  for (const slice of slices(ids)) {
    report.entriesReversed += (await reverseLiveEntries(tx, slice, order, batchId)).length
    step(slice.length)
  }
  report.entriesReversed += (await afterCorrection(tx, settlements, order)).length
  for (const slice of slices(ids)) await moveAlong(tx, slice, order)
  return report
}

async function refuseAllocated(tx: Transaction, ids: readonly number[], batchId: number): Promise<void> {
  const sells = await tx.query(ALLOCATED, { buyTradeIds: ids, batchId })
  if (sells.length === 0) return
  throw new Refusal('trade.allocated', {
    what: `The buys of import ${batchId}`,
    sells: sells.map((sell) => sell.deal_number).join(', '),
  })
}

/** A chain without some of its trades, kept so. */
interface Rewalked {
  readonly chain: LockedChain
  readonly change: ChainChange
  readonly one: TradeRow
}

async function rewalk(
  tx: Transaction,
  order: UndoOrder,
  chain: LockedChain,
  gone: readonly TradeRow[],
): Promise<Rewalked> {
  const [one] = gone as [TradeRow, ...TradeRow[]]
  const go = gone.map((trade) => String(trade.id))
  const change = await changeChain(tx, chain, { come: [], go })
  if (isRejection(change)) {
    const { date = '' } = change.facts
    throw new Refusal('batch.needed', { symbol: one.symbol, portfolio: one.portfolio_name, date })
  }
  await keepWriteSet(tx, { chains: [{ chain, change, gone: go, bought: [] }], ...recorder(order) })
  return { chain, change, one }
}

/** Writes what follows from it, and adds it to the report. */
async function follow(
  tx: Transaction,
  order: UndoOrder,
  { chain, change, one }: Rewalked,
  report: UndoReport,
): Promise<Followed['entitlements']> {
  const context = {
    portfolio: {
      id: one.portfolioId,
      code: one.portfolio_code,
      name: one.portfolio_name,
      status: ACTIVE_STATUS,
      accountingTreatment: one.accounting_treatment,
    },
    equity: { id: one.equityId, symbol: one.symbol, companyName: one.company_name, isActive: true },
  }
  const mover = { tradeId: one.id, what: `the undoing of import ${order.batchId}` }
  const followed = await followChange(tx, {
    ...recorder(order),
    change,
    context,
    mover,
    today: order.today,
  })
  const consequences = await consequencesOf(tx, change, followed)
  report.positions.push({
    portfolio: one.portfolio_name,
    symbol: one.symbol,
    before: { quantity: Number(chain.holding.quantity), cost: rupees(chain.holding.cost) },
    after: { quantity: Number(change.state.holding.quantity), cost: rupees(change.state.holding.cost) },
  })
  addConsequences(report, consequences)
  return followed.entitlements
}

const LISTED = 200

function addConsequences({ consequences: all }: UndoReport, more: UndoReport['consequences']): void {
  all.affectedSales += more.affectedSales
  all.lotsRematched += more.lotsRematched
  all.sales.push(...more.sales.slice(0, Math.max(0, LISTED - all.sales.length)))
  for (const month of more.gainsByMonth) {
    const known = all.gainsByMonth.find((one) => one.month === month.month)
    if (known === undefined) all.gainsByMonth.push(month)
    else {
      known.before = plus(known.before, month.before)
      known.after = plus(known.after, month.after)
      known.difference = plus(known.difference, month.difference)
    }
  }
}

/** Rupees added exactly. */
function plus(a: number, b: number): number {
  return rupees(decimalOf(String(a), MONEY_SCALE) + decimalOf(String(b), MONEY_SCALE))
}

function slices<T>(all: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let from = 0; from < all.length; from += TRADES_AT_ONCE)
    parts.push(all.slice(from, from + TRADES_AT_ONCE))
  return parts
}
