/**
 * Recording many trades at once: the same decisions and the same postings as one by one, written set by set. The
 * chains are locked in one order, each is loaded and walked once, and a row at fault is reported without stopping the rest.
 */
import { refusalMessage } from '@em/contract'
import { type ChainChange, changeChain, type KnownOfChain } from '@em/core/chains/change'
import { isRejection, type Rejection } from '@em/core/rejections'
import { buyEvent, judgeBuy, refuseDates } from '@em/core/trades/decide-buy'
import { decideSell, saleEvent } from '@em/core/trades/decide-sell'
import type { Dealt } from '@em/core/trades/order-of-dealing'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { knownFor } from '../../chains/change.queries.ts'
import { type ChainKey, chainKey, type LockedChain, lockChains } from '../../chains/lock.queries.ts'
import type { Followed } from '../follow/consequences.ts'
import { writerFor } from './keep-trades.ts'
import { type BuyNames, buysByName } from './named-buys.queries.ts'
import type { BulkOrder, Decided, NewTrade, Walked } from './new-trade.ts'

export interface BulkSums {
  readonly chains: number
  readonly bought: bigint
  readonly sold: bigint
  readonly fees: bigint
  readonly gain: bigint
  /** Sales recorded earlier whose cost moved. */
  readonly affectedSales: number
  /** Plans of corporate actions whose entitlement moved; none in a preview. */
  readonly entitlements: Followed['entitlements']
  /** The net cash of the trades, by settlement date. */
  readonly cash: ReadonlyMap<string, bigint>
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Each reported fault walks the chain again: at least so many are reported, and all of a short chain. */
const FAULTS_PER_CHAIN = 20
const EVENTS_WALKED = 2_000_000
const NONE: readonly never[] = Object.freeze([])

/** Locks the chains of trades until the transaction ends: what is looked up afterwards still holds at the commit. */
export function lockChainsOf(
  tx: Transaction,
  trades: readonly { readonly context: Pick<NewTrade['context'], 'portfolio' | 'equity'> }[],
): Promise<Map<string, LockedChain>> {
  const positions = new Map(trades.map((trade) => [chainKey(positionOf(trade)), positionOf(trade)]))
  return lockChains(tx, [...positions.values()])
}

/**
 * Records trades in the order given, all in the door's transaction, under the locks of their chains. Rows that cannot be recorded are reported by
 * `onFault`; once there is one nothing more is written and the caller must roll back.
 */
export async function recordTrades(
  tx: Transaction,
  clock: Clock,
  trades: readonly NewTrade[],
  order: BulkOrder,
): Promise<BulkSums> {
  const byChain = Map.groupBy(trades, (trade) => chainKey(positionOf(trade)))
  const writer = await writerFor(tx, clock, trades, order)
  const cash = new Map<string, bigint>()
  const sums: Writable<BulkSums> = {
    chains: byChain.size,
    bought: 0n,
    sold: 0n,
    fees: 0n,
    gain: 0n,
    affectedSales: 0,
    entitlements: [],
    cash,
  }
  let faults = 0
  let done = 0
  const onFault: BulkOrder['onFault'] = (row, field, message) => {
    faults += 1
    order.onFault(row, field, message)
  }
  // The chains in their locked order, so that what is written follows one order too.
  for (const [key, chain] of order.chains) {
    const rows = byChain.get(key)
    if (rows === undefined) continue
    const walked = await walk(tx, rows, chain, { ...order, onFault }, writer.idOf)
    if (walked !== undefined) {
      addUp(sums, cash, walked)
      if (faults === 0) await writer.write(chain, walked)
    }
    done += rows.length
    order.onProgress(done)
  }
  if (faults === 0) {
    sums.entitlements = await writer.finish()
    for (const trade of trades) order.onRecorded?.(trade, writer.idOf(trade))
  }
  return sums
}

function positionOf(trade: {
  readonly context: Pick<NewTrade['context'], 'portfolio' | 'equity'>
}): ChainKey {
  return { portfolioId: trade.context.portfolio.id, equityId: trade.context.equity.id }
}

/** The key of a trade's index in its submission. */
export const dealtOf = (trade: Pick<NewTrade, 'details' | 'context'>): Dealt => ({
  chain: chainKey(positionOf(trade)),
  tradeDate: trade.details.tradeDate,
  tradeTime: trade.details.tradeTime,
})

/** Decides the rows of one chain and walks it with them; undefined where a row is at fault. */
async function walk(
  tx: Transaction,
  rows: readonly NewTrade[],
  chain: LockedChain,
  order: BulkOrder,
  idOf: (trade: NewTrade) => number,
): Promise<Walked | undefined> {
  const names =
    chain.method === 'CHERRY' && rows.some((row) => row.side === 'sell' && row.known === undefined)
      ? await buysByName(tx, chain, rows, idOf)
      : undefined
  const decided: Decided[] = []
  for (const trade of rows) {
    const one = decideOne(trade, chain, order, { id: idOf(trade), names, idOf })
    if ('message' in one) addFaults(trade, one, order)
    else decided.push(one)
  }
  const come = decided.map((one) => one.event)
  const change = changeOrFaults(chain, await knownFor(tx, chain, { come, go: [] }), decided, order)
  return change === undefined || decided.length < rows.length ? undefined : { decided, change }
}

/** Reports why a row cannot be recorded, and the faults of its dates too: both can then be corrected at once. */
function addFaults(
  { row, details }: NewTrade,
  { field, message }: { readonly field: string; readonly message: string },
  order: BulkOrder,
): void {
  order.onFault(row, field, message)
  const dates = refuseDates(details, order.world)
  if (dates !== null && sentence(dates) !== message) {
    order.onFault(row, dates.field ?? 'tradeDate', sentence(dates))
  }
}

/** Walks the chain; a new row that it refuses is reported and left out, so that the rows after it are checked too. */
function changeOrFaults(
  chain: LockedChain,
  known: KnownOfChain,
  decided: readonly Decided[],
  order: BulkOrder,
): ChainChange | undefined {
  const byId = new Map(decided.map((one) => [one.event.id, one]))
  const left = new Map(byId)
  const most = Math.max(FAULTS_PER_CHAIN, Math.floor(EVENTS_WALKED / (sizeOf(known) + decided.length)))
  for (let faults = 0; faults < most; faults += 1) {
    const change = changeChain(chain, known, { come: [...left.values()].map((one) => one.event), go: [] })
    if (!isRejection(change)) return faults === 0 ? change : undefined
    const { eventId = '', date = '' } = change.facts
    const at = byId.get(eventId) ?? lastSaleUntil(left.values(), date)
    if (at === undefined) throw new Error(`chain ${chain.id} cannot be walked: ${change.code}`)
    order.onFault(at.trade.row, change.field ?? 'quantity', sentence(change))
    left.delete(at.event.id)
  }
  return undefined
}

/** How many rows are known of a chain. */
const sizeOf = (known: KnownOfChain) => ('events' in known ? known.events : known.lots).length

/** A sale recorded earlier can run short because of a new one before it: the last of those is at fault. */
function lastSaleUntil(left: Iterable<Decided>, date: string): Decided | undefined {
  return [...left].filter((one) => one.trade.side === 'sell' && one.event.tradeDate <= date).at(-1)
}

const sentence = (rejection: Rejection) => refusalMessage(rejection.code, rejection.facts)

function decideOne(
  trade: NewTrade,
  chain: LockedChain,
  order: BulkOrder,
  {
    id,
    names,
    idOf,
  }: {
    readonly id: number
    readonly names: BuyNames | undefined
    readonly idOf: (trade: NewTrade) => number
  },
): Decided | { field: string; message: string } {
  const { details, amounts, context } = trade
  const whole = {
    ...context,
    ...order.world,
    portfolio: { ...context.portfolio, ...chain.portfolio },
    method: chain.method,
    contractNumberRepeated: false,
  }
  const request = {
    ...amounts,
    tradeDate: details.tradeDate,
    settlementDate: details.settlementDate,
    costOfFundsRate: details.costOfFunds,
    brokerId: context.brokerId,
    settlementAccountId: context.settlementAccount.id,
  }
  const position = { id: String(id), sequence: id }
  if (trade.side === 'buy') {
    const decision = judgeBuy(request, whole)
    if (isRejection(decision)) return { field: decision.field ?? 'row', message: sentence(decision) }
    return { trade, id, decision, event: buyEvent(request, decision.figures, position), allocations: NONE }
  }
  const allocations =
    trade.known === undefined
      ? (names?.allocationsOf(trade.buyContract, trade.amounts.quantity) ?? NONE)
      : trade.known.takes.map(({ lot, quantity }) => ({
          buyTransactionId: typeof lot === 'number' ? lot : idOf(lot),
          allocatedQuantity: quantity,
        }))
  if ('message' in allocations) return allocations
  const decision = decideSell(request, whole)
  if (isRejection(decision)) return { field: decision.field ?? 'row', message: sentence(decision) }
  const taken = allocations.map((row) => ({
    lotId: String(row.buyTransactionId),
    quantity: row.allocatedQuantity,
  }))
  return {
    trade,
    id,
    decision,
    event: saleEvent(
      { ...request, ...(taken.length > 0 && { allocations: taken }) },
      decision.figures,
      position,
    ),
    allocations,
  }
}

function addUp(sums: Writable<BulkSums>, cash: Map<string, bigint>, { decided, change }: Walked): void {
  const mine = new Set<string>()
  for (const { trade, decision, event } of decided) {
    sums.fees += decision.figures.totalFees
    const { net } = decision.figures
    const day = trade.details.settlementDate
    cash.set(day, (cash.get(day) ?? 0n) + (trade.side === 'buy' ? -net : net))
    if (trade.side === 'buy') sums.bought += decision.figures.gross
    else {
      sums.sold += decision.figures.gross
      mine.add(event.id)
    }
  }
  for (const sale of change.sales) if (mine.has(sale.eventId)) sums.gain += sale.capitalGain
  sums.affectedSales += change.recosted.length
}
