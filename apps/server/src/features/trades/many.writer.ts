/** Writes what many.commands.ts decided, set by set: facts, chains, postings. */
import { buyEntries } from '@em/core/postings/trade-entries'
import { sellEntriesOf } from '@em/core/trades/decide-sell'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type EntryToPost, loadAccounts, sendEntries } from '../ledger/ledger.posting.ts'
import { sendChange } from './chain.store.ts'
import { recostEntries } from './consequences.ts'
import { takeDealNumbers } from './deal-numbers.ts'
import type { Decided, ManyOrder, NewTrade, Walked } from './many.commands.ts'
import { drawTradeIds, type FactToKeep, keepMany } from './many.store.ts'
import type { LockedChain } from './trades.state.ts'

/** Chains are written together until they hold this many rows; more of them would only hold more memory. */
const ROWS_AT_ONCE = 2_000

/** Writes walked chains; gives new trades their identity. */
export interface Writer {
  idOf(trade: NewTrade): number
  write(chain: LockedChain, walked: Walked): Promise<void>
  finish(): Promise<void>
}

/** Above every identity that the database gives: a look decides in the same order as a write. */
const LOOKING = 8_000_000_000_000_000

/** The writer of a submission; one that only looks writes nothing. */
export async function writerFor(
  tx: Transaction,
  clock: Clock,
  trades: readonly NewTrade[],
  order: ManyOrder,
): Promise<Writer> {
  const { batchId } = order
  if (batchId === null) {
    const places = new Map(trades.map((trade, place) => [trade, LOOKING + place]))
    return {
      idOf: (trade) => places.get(trade) as number,
      write: () => Promise.resolve(),
      finish: () => Promise.resolve(),
    }
  }
  const ids = await drawTradeIds(tx, trades.length)
  const numberOf = await numberer(tx, clock, trades)
  const places = new Map(trades.map((trade, place) => [trade, place]))
  const accountOf = await loadAccounts(tx)
  let waiting: { chain: LockedChain; walked: Walked }[] = []
  let rows = 0
  let atWork: Promise<unknown> = Promise.resolve()

  const flush = async () => {
    const together = waiting
    waiting = []
    rows = 0
    const facts = together.flatMap(({ chain, walked }) => walked.decided.map((one) => factOf(one, chain)))
    for (const slice of slices(facts)) await keepMany(tx, slice, batchId)
    for (const { chain, walked } of together) sendChange(tx, chain.id, walked.change)
    for (const slice of slices(together.flatMap(({ walked }) => entriesPlans(walked)))) {
      const posted = slice.flatMap((plan) => plan().map(withAccounts))
      // One slice is at work in the database while the next is put together; more would only wait in memory.
      await atWork
      sendEntries(tx, posted, { batchId }, order.recordedBy)
      // A failure is told when the transaction ends.
      atWork = tx.query('SELECT 1').catch(() => undefined)
    }
    for (const { walked } of together) {
      const [first] = walked.decided
      if (first === undefined || walked.change.recosted.length === 0) continue
      const mover = { tradeId: first.id, what: `import ${batchId}` }
      await recostEntries(tx, walked.change, first.trade.state, mover, order.recordedBy)
    }
  }
  const factOf = ({ trade, id, decision, allocations }: Decided, chain: LockedChain): FactToKeep => ({
    id,
    chainId: chain.id,
    portfolioId: trade.state.portfolio.id,
    equityId: trade.state.equity.id,
    side: trade.side,
    dealNumber: numberOf(places.get(trade) as number),
    version: {
      stated: trade.stated,
      figures: decision.figures,
      state: trade.state,
      recordedBy: order.recordedBy,
      reason: null,
      allocations,
    },
  })
  const entriesPlans = ({ decided, after }: Walked) => {
    const results = new Map(after.sales.map((sale) => [sale.eventId, sale]))
    return decided.map((one) => (): EntryToPost[] => {
      const { trade, id, decision, event } = one
      const { state, stated } = trade
      const keys = {
        tradeDate: stated.tradeDate,
        settlementDate: stated.settlementDate,
        settlementAccountId: state.settlementAccount.id,
        brokerId: state.brokerId,
      }
      const result = results.get(event.id)
      const entries =
        'kind' in decision && result !== undefined
          ? sellEntriesOf(decision, keys, state, result)
          : buyEntries(
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
      const reference = numberOf(places.get(trade) as number)
      return entries.map((entry) => ({ ...entry, reference, tradeId: id, tradeVersion: 1 }))
    })
  }
  const withAccounts = (entry: EntryToPost): EntryToPost => ({
    ...entry,
    lines: entry.lines.map((line) => {
      const accountId = accountOf(line.role, line.portfolioId, line.settlementAccountId)
      return accountId === undefined ? line : { ...line, accountId }
    }),
  })
  return {
    idOf: (trade) => ids[places.get(trade) as number] as number,
    write: async (chain, walked) => {
      waiting.push({ chain, walked })
      rows += walked.decided.length
      if (rows >= ROWS_AT_ONCE) await flush()
    },
    finish: flush,
  }
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

function slices<T>(all: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) parts.push(all.slice(from, from + ROWS_AT_ONCE))
  return parts
}
