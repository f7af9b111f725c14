/**
 * Keeps what record-trades.commands.ts decided: the chains as they are walked, then facts and postings by date, so that
 * tables and indexes grow at their ends. Each piece is a write set like that of a single trade.
 */
import type { SaleResult } from '@em/core/chains/chain-event'
import { buyEntries, type TradeEntry } from '@em/core/ledger/trade-entries'
import { sellEntriesOf } from '@em/core/trades/decide-sell'
import { MONEY_SCALE, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { recorder } from '../../../platform/recorded-by.ts'
import type { ChangedChain } from '../../chains/changed-chain.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import { loadAccounts } from '../../ledger/posting/accounts-of-roles.queries.ts'
import { drawEntryIds, OWN_TRADE } from '../../ledger/posting/post-entries.commands.ts'
import { type Followed, followChange } from '../follow/consequences.ts'
import { drawTradeIds } from '../keep/begin.commands.ts'
import { takeDealNumbers } from '../keep/deal-numbers.ts'
import { lastActions } from '../keep/last-actions.queries.ts'
import { keepWriteSet, type TradeToKeep, type WriteSet } from '../keep/write-set.commands.ts'
import type { BulkOrder, Decided, NewTrade, Walked } from './new-trade.ts'

/** Chains are kept together until they hold this many rows; more of them would only hold more memory. */
const ROWS_AT_ONCE = 2_500
/** Trades whose facts and entries are kept together. */
const TRADES_AT_ONCE = 3_000

/** At most: that of the trade, and that of its settlement. */
const ENTRIES_OF_TRADE = 2

/** Keeps walked chains; gives new trades their identity. */
export interface Writer {
  idOf(trade: NewTrade): number
  write(chain: LockedChain, walked: Walked): Promise<void>
  /** Writes what is left; answers the plans whose entitlement moved. */
  finish(): Promise<Followed['entitlements']>
}

/** A decided trade with what its chain and the submission say of it. */
interface DecidedTrade {
  readonly one: Decided
  readonly chain: Pick<LockedChain, 'id' | 'position'>
  readonly dealNumber: string
  /** Set for a sale. */
  readonly result: SaleResult | undefined
}

/** Above every identity that the database gives: a preview decides in the same order as a write. */
const PREVIEW_IDS = 8_000_000_000_000_000

// Only how the work is done: sets of this size are sorted in memory and planned as they are.
const FOR_SETS = statement(
  'trades.for-sets',
  "SELECT set_config('work_mem', '64MB', true), set_config('plan_cache_mode', 'force_custom_plan', true)",
)

const ANALYZE_GROWN = statement('trades.analyze-grown', 'SELECT analyze_grown(:written::bigint)')

/** The writer of a submission; the one of a preview writes nothing. */
export async function writerFor(
  tx: Transaction,
  clock: Clock,
  trades: readonly NewTrade[],
  order: BulkOrder,
): Promise<Writer> {
  const indexOf = new Map(trades.map((trade, index) => [trade, index]))
  const { batchId } = order
  const by = recorder(order)
  if (batchId === null) {
    return {
      idOf: (trade) => PREVIEW_IDS + (indexOf.get(trade) as number),
      write: () => Promise.resolve(),
      finish: () => Promise.resolve([]),
    }
  }
  await tx.query(FOR_SETS)
  const ids = await drawTradeIds(tx, trades.length)
  const numberOf = await numberer(tx, clock, trades)
  const accountOf = await loadAccounts(tx)
  const last = await lastActions(tx, [...new Set(trades.map((trade) => trade.context.equity.id))])
  const isBeforeAction = ({ position }: LockedChain, { change }: Walked) =>
    (change.from ?? change.rows[0]?.tradeDate ?? '9999') <= (last.get(position.equityId) ?? '')
  // All at once: asked for piece by piece, each would wait behind the rows of the piece before, and nothing be put together meanwhile.
  const entryIds = await drawEntryIds(tx, ENTRIES_OF_TRADE * trades.length)
  const atWork = oneAtWork(tx)
  const keep = (set: WriteSet, ids: readonly number[] = []) =>
    keepWriteSet(tx, set, { entryIds: ids, accountOf })
  const toKeep: DecidedTrade[] = []
  const toFollow: Walked[] = []
  const moved: Followed['entitlements'][] = []
  let waiting: { readonly chain: LockedChain; readonly walked: Walked }[] = []
  let rows = 0

  const flush = async () => {
    const together = waiting
    waiting = []
    rows = 0
    await atWork(() => keep({ chains: together.map(changedOf), ...by }))
    for (const { chain, walked } of together) {
      const results = new Map(walked.change.sales.map((sale) => [sale.eventId, sale]))
      for (const one of walked.decided) {
        const dealNumber = numberOf(indexOf.get(one.trade) as number)
        toKeep.push({ one, chain, dealNumber, result: results.get(one.event.id) })
      }
      if (walked.change.recosted.length > 0 || isBeforeAction(chain, walked)) toFollow.push(walked)
    }
  }
  const keepAndPost = async () => {
    const ordered = byDate(toKeep)
    toKeep.length = 0
    while (ordered.length > 0) {
      // Taken out of the list, so that the memory of trades that are written is free for the next ones.
      const together = ordered.splice(0, TRADES_AT_ONCE)
      const entriesAtMost = ENTRIES_OF_TRADE * together.length
      const own = entryIds.splice(0, entriesAtMost)
      await atWork(() =>
        keep({ trades: toKeepOf(together, batchId, by.recordedBy), entriesAtMost, ...by }, own),
      )
    }
    for (const { decided, change } of toFollow) {
      const [first] = decided
      if (first === undefined) continue
      const mover = { tradeId: first.id, what: `import ${batchId}` }
      const { context } = first.trade
      const lastAction = last.get(context.equity.id) ?? null
      const today = clock.today()
      const followed = await followChange(tx, { change, context, mover, ...by, today, lastAction })
      moved.push(followed.entitlements)
    }
  }
  return {
    idOf: (trade) => ids[indexOf.get(trade) as number] as number,
    write: async (chain, walked) => {
      waiting.push({ chain, walked })
      rows += walked.decided.length
      if (rows >= ROWS_AT_ONCE) await flush()
    },
    finish: async () => {
      await flush()
      await keepAndPost()
      await tx.settled()
      await tx.query(ANALYZE_GROWN, { written: trades.length })
      return moved.flat()
    },
  }
}

/**
 * Lets one piece of work run in the database while the next is put together; more would only wait in memory. A piece
 * that fails stops the one after it.
 */
function oneAtWork(tx: Transaction): (begin: () => Promise<unknown>) => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  return async (begin) => {
    const before = running
    await begin()
    running = tx.settled()
    // The next piece, or the last, reports a failure.
    running.catch(() => undefined)
    await before
  }
}

function changedOf({ chain, walked }: { chain: LockedChain; walked: Walked }): ChangedChain {
  const bought = walked.decided.flatMap(({ trade, event, decision }) =>
    trade.side === 'buy'
      ? [{ eventId: event.id, moneyGenerationCost: decision.figures.moneyGenerationCost }]
      : [],
  )
  return { chain, change: walked.change, gone: [], bought }
}

/** Trades as they are kept, each put together when it is asked for. */
function* toKeepOf(
  decided: readonly DecidedTrade[],
  batchId: number,
  recordedBy: number,
): Generator<TradeToKeep> {
  for (const trade of decided) {
    const { one, chain, dealNumber } = trade
    const { id, decision, allocations } = one
    const { side, details, context } = one.trade
    yield {
      // A trade recorded in other books is no import that could be undone here.
      fact: {
        id,
        chain,
        side,
        dealNumber,
        batchId: one.trade.known === undefined ? batchId : null,
        recordedBy,
      },
      version: {
        tradeId: id,
        version: 1,
        recordedBy,
        says: { details, figures: decision.figures, context, reason: null, allocations },
      },
      posting: {
        entries: entriesOf(trade).map((entry) => ({
          ...entry,
          reference: dealNumber,
          tradeId: id,
          tradeVersion: 1,
        })),
        cause: OWN_TRADE,
      },
      audit: { action: `trades.${side}`, tradeId: id, after: auditedFacts(trade, batchId) },
    }
  }
}

/** The audit row of a new trade, as auditOfNew makes it for one. */
function auditedFacts({ one, dealNumber }: DecidedTrade, batch: number) {
  const { details, context } = one.trade
  const { figures } = one.decision
  return {
    dealNumber,
    batch,
    trade_date: details.tradeDate,
    settlement_date: details.settlementDate,
    quantity: Number(figures.quantity),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    net_value: toJsonNumber(figures.net, MONEY_SCALE),
    contract_number: details.contractNumber ?? undefined,
    broker_name: details.brokerName ?? undefined,
    account_name: context.settlementAccount.accountName,
  }
}

/** Trades in the order of their dates, then as they came. Day by day: dates of one day need not be compared. */
function byDate(trades: readonly DecidedTrade[]): DecidedTrade[] {
  const days = Map.groupBy(trades, ({ one }) => one.trade.details.tradeDate)
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, ofDay]) => ofDay.sort((a, b) => a.one.id - b.one.id))
}

function entriesOf({ one, result }: DecidedTrade): readonly TradeEntry[] {
  const { trade, decision } = one
  const { context, details } = trade
  const keys = {
    tradeDate: details.tradeDate,
    settlementDate: details.settlementDate,
    settlementAccountId: context.settlementAccount.id,
    brokerId: context.brokerId,
  }
  if ('kind' in decision && result !== undefined) return sellEntriesOf(decision, keys, context, result)
  return buyEntries(
    {
      ...keys,
      portfolioId: context.portfolio.id,
      equityId: context.equity.id,
      companyName: context.equity.companyName,
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
): Promise<(position: number) => string> {
  const known = trades.filter((trade) => trade.known !== undefined)
  if (known.length > 0 && known.length === trades.length) {
    return (position) => trades[position]?.known?.dealNumber ?? ''
  }
  const buys = trades.filter((trade) => trade.side === 'buy').length
  const forBuys = await takeDealNumbers(tx, 'BULK-BUY', clock, buys)
  const forSells = await takeDealNumbers(tx, 'BULK-SELL', clock, trades.length - buys)
  let [buy, sell] = [0, 0]
  const numbers = trades.map((trade) => (trade.side === 'buy' ? forBuys[buy++] : forSells[sell++]) ?? '')
  return (position) => numbers[position] ?? ''
}
