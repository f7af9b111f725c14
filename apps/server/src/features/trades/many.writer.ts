/**
 * Writes what many.commands.ts decided, set by set: the chains as they are walked, then facts and postings by date, so
 * that tables and indexes grow at their ends.
 */
import type { SaleResult } from '@em/core/chains/chain-event'
import { buyEntries, type TradeEntry } from '@em/core/postings/trade-entries'
import { sellEntriesOf } from '@em/core/trades/decide-sell'
import type { Clock } from '../../platform/clock.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { bulkPoster, type TradePosting } from '../ledger/bulk.posting.ts'
import { recostEntries } from './consequences.ts'
import { takeDealNumbers } from './deal-numbers.ts'
import { type ChangedChain, writeChanges } from './many.chains.ts'
import type { ManyOrder, NewTrade, Walked } from './many.commands.ts'
import { keepMany, type TradeToKeep } from './many.facts.ts'
import { drawLotIds, drawTradeIds } from './many.store.ts'
import type { LockedChain } from './trades.state.ts'

/** Chains are written together until they hold this many rows; more of them would only hold more memory. */
const ROWS_AT_ONCE = 2_500
/** Trades whose facts and entries are written together. */
const TRADES_AT_ONCE = 3_000

/** Writes walked chains; gives new trades their identity. */
export interface Writer {
  idOf(trade: NewTrade): number
  write(chain: LockedChain, walked: Walked): Promise<void>
  finish(): Promise<void>
}

/** Above every identity that the database gives: a look decides in the same order as a write. */
const LOOKING = 8_000_000_000_000_000

// Only how the work is done: sets of this size are sorted in memory and planned as they are.
const FOR_SETS = statement(
  'trades.for-sets',
  "SELECT set_config('work_mem', '64MB', true), set_config('plan_cache_mode', 'force_custom_plan', true)",
)

/** The writer of a submission; one that only looks writes nothing. */
export async function writerFor(
  tx: Transaction,
  clock: Clock,
  trades: readonly NewTrade[],
  order: ManyOrder,
): Promise<Writer> {
  const places = new Map(trades.map((trade, place) => [trade, place]))
  const { batchId, recordedBy } = order
  if (batchId === null) {
    return {
      idOf: (trade) => LOOKING + (places.get(trade) as number),
      write: () => Promise.resolve(),
      finish: () => Promise.resolve(),
    }
  }
  await tx.query(FOR_SETS)
  const ids = await drawTradeIds(tx, trades.length)
  const lotIds = await drawLotIds(tx, trades.filter((trade) => trade.side === 'buy').length)
  const numberOf = await numberer(tx, clock, trades)
  const poster = await bulkPoster(tx, { batchId, recordedBy }, 2 * trades.length)
  const atWork = oneAtWork()
  const toKeep: TradeToKeep[] = []
  const toRecost: Walked[] = []
  let waiting: ChangedChain[] = []
  let rows = 0

  const flush = async () => {
    const together = waiting
    waiting = []
    rows = 0
    await atWork(() => writeChanges(tx, together, () => lotIds.pop() as number))
    for (const { chain, walked } of together) {
      const { decided, after, change } = walked
      const results = new Map<string, SaleResult>(after.sales.map((sale) => [sale.eventId, sale]))
      for (const one of decided) {
        const dealNumber = numberOf(places.get(one.trade) as number)
        toKeep.push({ one, chain, dealNumber, result: results.get(one.event.id) })
      }
      if (change.recosted.length > 0) toRecost.push(walked)
    }
  }
  const keepAndPost = async () => {
    const ordered = byDate(toKeep)
    toKeep.length = 0
    while (ordered.length > 0) {
      // Taken out: what is written leaves its memory to what follows.
      const together = ordered.splice(0, TRADES_AT_ONCE)
      await atWork(() =>
        Promise.all([keepMany(tx, together, { batchId, recordedBy }), poster.post(postingsOf(together))]),
      )
    }
    for (const { decided, change } of toRecost) {
      const [first] = decided
      if (first === undefined) continue
      const mover = { tradeId: first.id, what: `import ${batchId}` }
      await recostEntries(tx, change, first.trade.state, mover, recordedBy)
    }
  }
  return {
    idOf: (trade) => ids[places.get(trade) as number] as number,
    write: async (chain, walked) => {
      waiting.push({ chain, walked })
      rows += walked.decided.length
      if (rows >= ROWS_AT_ONCE) await flush()
    },
    finish: async () => {
      await flush()
      await keepAndPost()
      await atWork(() => Promise.resolve())
    },
  }
}

/**
 * Lets one piece of work run in the database while the next is put together; more would only wait in memory. A piece
 * that fails stops the one after it.
 */
function oneAtWork(): (begin: () => Promise<unknown>) => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  return async (begin) => {
    const before = running
    running = begin()
    // A failure is told by the next piece, or by the last.
    running.catch(() => undefined)
    await before
  }
}

/** Trades in the order of their dates, then as they came. Day by day: dates of one day need not be compared. */
function byDate(trades: readonly TradeToKeep[]): TradeToKeep[] {
  const days = Map.groupBy(trades, ({ one }) => one.trade.stated.tradeDate)
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, ofDay]) => ofDay.sort((a, b) => a.one.id - b.one.id))
}

/** The postings of trades in their order, each put together when it is asked for. */
function* postingsOf(trades: readonly TradeToKeep[]): Generator<TradePosting> {
  for (const kept of trades) {
    const { one, dealNumber } = kept
    for (const entry of entriesOf(kept)) yield { entry, tradeId: one.id, reference: dealNumber }
  }
}

function entriesOf({ one, result }: TradeToKeep): readonly TradeEntry[] {
  const { trade, decision } = one
  const { state, stated } = trade
  const keys = {
    tradeDate: stated.tradeDate,
    settlementDate: stated.settlementDate,
    settlementAccountId: state.settlementAccount.id,
    brokerId: state.brokerId,
  }
  if ('kind' in decision && result !== undefined) return sellEntriesOf(decision, keys, state, result)
  return buyEntries(
    {
      ...keys,
      portfolioId: state.portfolio.id,
      equityId: state.equity.id,
      companyName: state.equity.companyName,
      gross: decision.figures.gross,
      fees: decision.figures.fees,
      net: decision.figures.net,
    },
    decision.treatment,
  )
}

async function numberer(
  tx: Transaction,
  clock: Clock,
  trades: readonly NewTrade[],
): Promise<(place: number) => string> {
  const buys = trades.filter((trade) => trade.side === 'buy').length
  const forBuys = await takeDealNumbers(tx, 'BULK-BUY', clock, buys)
  const forSells = await takeDealNumbers(tx, 'BULK-SELL', clock, trades.length - buys)
  let [buy, sell] = [0, 0]
  const numbers = trades.map((trade) => (trade.side === 'buy' ? forBuys[buy++] : forSells[sell++]) ?? '')
  return (place) => numbers[place] ?? ''
}
