/** Trades that were dealt before the books of a portfolio began and are settled in them: recorded, and taken back. */
import type { OpenItemOf } from '@em/contract/openings/open-items'
import type { ChainChange } from '@em/core/chains/change'
import { openBuyEvent } from '@em/core/trades/decide-open-trade'
import { dayInWords } from '@em/core/values/date-texts'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees, sumOf } from '@em/core/values/money'
import type { Clock } from '../../platform/clock.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changeChain } from '../chains/change.queries.ts'
import type { ChangedChain } from '../chains/changed-chain.ts'
import { chainKey, type LockedChain, lockChains } from '../chains/lock.queries.ts'
import { moveAlong } from '../gl-mappings/moved-lines.commands.ts'
import { OWN_TRADE } from '../ledger/posting/post-entries.commands.ts'
import { afterCorrection, beforeCorrection } from '../settlements/confirm/settlement-corrections.commands.ts'
import { followChange } from '../trades/follow/consequences.ts'
import { drawTradeIds } from '../trades/keep/begin.commands.ts'
import { takeDealNumbers } from '../trades/keep/deal-numbers.ts'
import { reverseLiveEntries } from '../trades/keep/reversals.ts'
import { sendRemoval } from '../trades/keep/trade-rows.ts'
import { keepWriteSet, type TradeToKeep } from '../trades/keep/write-set.commands.ts'
import type { TradeContext } from '../trades/terms/context.queries.ts'
import type { NamedItem } from './open-item-rows.ts'
import { ownResult } from './record-lots.commands.ts'

export interface OpenTradesOrder extends RecordedBy {
  readonly portfolio: TradeContext['portfolio']
  readonly openingDate: string
}

/** An item that is a trade, with its own number where other books gave it one. */
export interface OpenTrade {
  readonly named: NamedItem
  readonly item: OpenItemOf<'buy'> | OpenItemOf<'sell'>
  readonly dealNumber: string | undefined
}

/** What a chain became, and of which trade and security. */
interface Moved {
  readonly change: ChainChange
  readonly equity: TradeContext['equity']
  readonly tradeId: number
  readonly what: string
}

async function follow(
  tx: Transaction,
  clock: Clock,
  moved: readonly Moved[],
  order: OpenTradesOrder,
): Promise<number[]> {
  const { portfolio } = order
  const ids: number[] = []
  for (const { change, equity, tradeId, what } of moved) {
    const context = { portfolio, equity }
    const mover = { tradeId, what }
    const followed = await followChange(tx, {
      ...recorder(order),
      change,
      context,
      mover,
      today: clock.today(),
    })
    ids.push(...followed.entryIds)
  }
  return ids
}

/** Records open trades; answers the id of each, in order, and the entries. */
export async function recordOpenTrades(
  tx: Transaction,
  clock: Clock,
  trades: readonly OpenTrade[],
  order: OpenTradesOrder,
): Promise<{ readonly ids: number[]; readonly entryIds: number[] }> {
  const { portfolio, openingDate } = order
  if (trades.length === 0) return { ids: [], entryIds: [] }
  const positionOf = ({ named }: OpenTrade) => ({ portfolioId: portfolio.id, equityId: named.equity.id })
  const chains = await lockChains(tx, trades.map(positionOf))
  const ids = await drawTradeIds(tx, trades.length)
  const numbers = await numbersOf(tx, clock, trades)
  const changed: ChangedChain[] = []
  const moved: Moved[] = []
  for (const [key, chain] of chains) {
    const opened = trades.flatMap((trade, at) => {
      const { item, named } = trade
      if (item.kind === 'sell' || named.decision === null || chainKey(positionOf(trade)) !== key) return []
      const id = ids[at] as number
      const own = { id: String(id), sequence: id }
      return [{ event: openBuyEvent(item, named.decision.figures, openingDate, own), named, id }]
    })
    const [first] = opened
    if (first === undefined) continue
    const come = opened.map(({ event }) => event)
    const change = orRefuse(await changeChain(tx, chain, { come, go: [] }))
    changed.push({ chain, change, gone: [], bought: opened.map(ownResult) })
    const what = `open items of ${dayInWords(openingDate)}`
    moved.push({ change, equity: first.named.equity, tradeId: first.id, what })
  }
  const stored = trades.map((trade, at) =>
    toKeep(trade, chains.get(chainKey(positionOf(trade))), {
      ...order,
      id: ids[at] as number,
      dealNumber: numbers[at] as string,
    }),
  )
  const posted = await keepWriteSet(tx, { ...recorder(order), trades: stored, chains: changed })
  return { ids, entryIds: [...posted, ...(await follow(tx, clock, moved, order))] }
}

async function numbersOf(tx: Transaction, clock: Clock, trades: readonly OpenTrade[]): Promise<string[]> {
  const free: Record<string, string[]> = {}
  for (const [kind, prefix] of [
    ['buy', 'BUY'],
    ['sell', 'SELL'],
  ] as const) {
    const count = trades.filter(
      ({ item, dealNumber }) => item.kind === kind && dealNumber === undefined,
    ).length
    free[kind] = count === 0 ? [] : [...(await takeDealNumbers(tx, prefix, clock, count))]
  }
  return trades.map(({ item, dealNumber }) => dealNumber ?? (free[item.kind]?.shift() as string))
}

function toKeep(
  { item, named }: OpenTrade,
  chain: LockedChain | undefined,
  order: OpenTradesOrder & { readonly id: number; readonly dealNumber: string },
): TradeToKeep {
  const { decision, account, brokerId } = named
  const { id, dealNumber, openingDate, recordedBy } = order
  if (decision === null || account === null || chain === undefined)
    throw new Error(`the open trade ${dealNumber} is not decided`)
  return {
    fact: { id, chain, side: item.kind, dealNumber, batchId: null, recordedBy },
    version: {
      tradeId: id,
      version: 1,
      recordedBy,
      says: {
        openingDate,
        tradeDate: item.tradeDate,
        settlementDate: item.settlementDate,
        open: decision.figures,
        contractNumber: item.contractNumber,
        brokerId,
        brokerName: item.broker,
        account,
        generatePayment: (item.kind === 'buy' ? item.generatePayment : null) ?? 'No',
      },
    },
    posting: {
      entries: decision.entries.map((entry) => ({
        ...entry,
        reference: dealNumber,
        tradeId: id,
        tradeVersion: 1,
      })),
      cause: OWN_TRADE,
    },
    audit: {
      action: 'trades.open-item',
      tradeId: id,
      after: {
        dealNumber,
        trade_date: item.tradeDate,
        settlement_date: item.settlementDate,
        quantity: Number(item.quantity),
        price: toJsonNumber(item.price, PRICE_SCALE),
        gross_value: rupees(decision.figures.gross),
        total_fees: rupees(decision.figures.fees),
        net_value: rupees(decision.figures.net),
        contract_number: item.contractNumber ?? undefined,
        broker_name: item.broker ?? undefined,
        account_name: account.accountName,
      },
    },
  }
}

const TRADES = statement(
  'open-items.trades',
  `SELECT t.id, t.side, t.deal_number, t.equity_id, e.symbol, e.name AS company_name, e.is_active
     FROM trades t JOIN equities e ON e.id = t.equity_id WHERE t.id = ANY (:ids::bigint[]) AND NOT t.is_deleted ORDER BY t.id`,
)

/**
 * Takes open trades back; answers the entries that reverse them.
 * @throws Refusal `opening.item-settled` where the bank shows a payment; for a holding that would be negative without them, naming the date.
 */
export async function removeOpenTrades(
  tx: Transaction,
  clock: Clock,
  ids: readonly number[],
  order: OpenTradesOrder,
): Promise<number[]> {
  const { portfolio, recordedBy } = order
  if (ids.length === 0) return []
  const trades = await tx.query(TRADES, { ids })
  const positionOf = (trade: (typeof trades)[number]) => ({
    portfolioId: portfolio.id,
    equityId: trade.equity_id,
  })
  const chains = await lockChains(tx, trades.map(positionOf))
  const settlements = await beforeCorrection(tx, ids, { recordedBy, today: clock.today() })
  for (const { trade, records } of settlements.values()) {
    const since = records.slice(records.findLastIndex(({ kind }) => kind === 'reopened') + 1)
    if (sumOf(since.map(({ amount }) => amount)) === 0n) continue
    // Not confirmed, but a matched statement line shows the payment.
    const recorded = 'a line of the bank shows its payment; unmatch that line first'
    throw new Refusal('opening.item-settled', { item: trade.deal_number, recorded })
  }
  const changed: ChangedChain[] = []
  const moved: Moved[] = []
  for (const [key, chain] of chains) {
    const gone = trades.filter((trade) => trade.side === 'buy' && chainKey(positionOf(trade)) === key)
    const [first] = gone
    if (first === undefined) continue
    const go = gone.map(({ id }) => String(id))
    const change = orRefuse(await changeChain(tx, chain, { come: [], go }))
    changed.push({ chain, change, gone: go, bought: [] })
    const equity = {
      id: first.equity_id,
      symbol: first.symbol,
      companyName: first.company_name,
      isActive: first.is_active,
    }
    moved.push({ change, equity, tradeId: first.id, what: `the removal of ${first.deal_number}` })
  }
  sendRemoval(tx, { tradeIds: ids, recordedBy, reason: 'Taken out of the open items', audited: true })
  await keepWriteSet(tx, { ...recorder(order), chains: changed })
  const entryIds = await follow(tx, clock, moved, order)
  entryIds.push(...(await reverseLiveEntries(tx, ids, order)))
  entryIds.push(...(await afterCorrection(tx, settlements, order)))
  entryIds.push(...(await moveAlong(tx, ids, order)))
  return entryIds
}
