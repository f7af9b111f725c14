/**
 * Opening lots, many recorded at once. The chain is walked with them in their position, each posts one entry on the opening
 * date, and sales that they move get a difference, as with any late trade.
 */

import { refusalMessage } from '@em/contract'
import type { RowError } from '@em/contract/batches/row-faults'
import type { Consequences, TradeDryRun } from '@em/contract/trades/trade-preview'
import type { AcquisitionEvent } from '@em/core/chains/chain-event'
import { isRejection } from '@em/core/rejections'
import {
  decideOpening,
  type OpeningDecision,
  type OpeningRequest,
  openingEvent,
} from '@em/core/trades/decide-opening'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, MONEY_SCALE, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { changeChain } from '../chains/change.queries.ts'
import type { ChangedChain } from '../chains/changed-chain.ts'
import { type ChainKey, chainKey, type LockedChain, lockChains } from '../chains/lock.queries.ts'
import { OWN_TRADE } from '../ledger/posting/post-entries.commands.ts'
import type { Portfolio } from '../portfolios/portfolios.queries.ts'
import {
  consequencesOf,
  type Followed,
  followChange,
  NO_CONSEQUENCES,
} from '../trades/follow/consequences.ts'
import { entitlementsForAnswer } from '../trades/follow/entitlement-changes.ts'
import { drawTradeIds } from '../trades/keep/begin.commands.ts'
import { takeDealNumbers } from '../trades/keep/deal-numbers.ts'
import type { OpeningVersion } from '../trades/keep/trade-rows.ts'
import { keepWriteSet, type TradeAudit } from '../trades/keep/write-set.commands.ts'
import type { TradeContext } from '../trades/terms/context.queries.ts'
import { holdingForAnswer } from '../trades/terms/figures.ts'
import { type LockedOpening, lockOpening, setOpeningDate } from './opening-date.commands.ts'

/** A checked row: its names are resolved. */
export interface NewOpening {
  /** Its index in the submission, for the report. */
  readonly row: number
  readonly request: OpeningRequest
  readonly equity: TradeContext['equity']
  readonly reference: string | null
  readonly brokerName: string | null
  readonly brokerId: number | null
  /** Of a lot that other books recorded before: its own number. */
  readonly dealNumber?: string
}

export interface OpeningsOrder extends RecordedBy {
  readonly portfolio: Portfolio
  readonly openingDate: string
  /** Opens the batch that the lots belong to; asked only when nothing is at fault. */
  openBatch(): Promise<number>
  onFault(fault: RowError): void
  /** Called with how many lots are worked into their chains. */
  onProgress(done: number): void
}

/** The holding of a security before and after. */
export interface OpenedPosition {
  readonly equity: TradeContext['equity']
  readonly lots: number
  readonly before: TradeDryRun['position']['before']
  readonly after: TradeDryRun['position']['after']
}

export interface OpenedLots {
  readonly batchId: number
  readonly entryIds: readonly number[]
  readonly cost: bigint
  readonly charges: bigint
  readonly positions: readonly OpenedPosition[]
  readonly consequences: Consequences
}

interface Decided {
  readonly lot: NewOpening
  readonly decision: OpeningDecision
}

/**
 * Records opening lots of one portfolio; undefined where rows are at fault: nothing is written then.
 * @throws Refusal `opening.date-fixed` and `opening.sold-before`.
 */
export async function recordOpenings(
  tx: Transaction,
  clock: Clock,
  lots: readonly NewOpening[],
  order: OpeningsOrder,
): Promise<OpenedLots | undefined> {
  const { portfolio, openingDate, recordedBy } = order
  const positionOf = (lot: NewOpening) => ({ portfolioId: portfolio.id, equityId: lot.equity.id })
  const byChain = Map.groupBy(lots, (lot) => chainKey(positionOf(lot)))
  const chains = await lockChains(
    tx,
    [...byChain.values()].map(([first]) => positionOf(first as NewOpening)),
  )
  const locked = await lockOpening(tx, portfolio.id)
  await setOpeningDate(tx, portfolio, locked.openingDate, openingDate)
  const world = worldOf(portfolio, locked, openingDate, clock)
  const decided = lots.flatMap((lot) => decide(lot, world, order))
  if (decided.length < lots.length || decided.length === 0) return undefined
  const batchId = await order.openBatch()
  const stored = await identified(tx, clock, { decided, positionOf, openingDate })
  const positions: OpenedPosition[] = []
  const changed: { readonly one: ChangedChain; readonly lots: readonly StoredOpening[] }[] = []
  for (const [key, chain] of chains) {
    const lots = stored.filter((lot) => lot.key === key)
    const come = lots.map(({ event }) => event)
    const change = orRefuse(await changeChain(tx, chain, { come, go: [] }))
    changed.push({ one: { chain, change, gone: [], bought: lots.map(ownResult) }, lots })
    positions.push({
      equity: (lots[0] as StoredOpening).decided.lot.equity,
      lots: lots.length,
      before: holdingForAnswer(chain.holding),
      after: holdingForAnswer(change.state.holding),
    })
    order.onProgress(changed.reduce((sum, { lots }) => sum + lots.length, 0))
  }
  const entryIds = await keepWriteSet(tx, {
    trades: changed.flatMap(({ one, lots }) =>
      lots.map((lot) => ({
        fact: {
          id: lot.id,
          chain: one.chain as LockedChain,
          side: 'opening' as const,
          dealNumber: lot.dealNumber,
          batchId,
          recordedBy,
        },
        version: {
          tradeId: lot.id,
          version: 1,
          recordedBy,
          says: versionOf(lot.decided.lot, lot.decided.decision, openingDate, null),
        },
        posting: {
          entries: [lot.decided.decision.entry, ...lot.decided.decision.broughtForward].map((entry) => ({
            ...entry,
            reference: lot.dealNumber,
            tradeId: lot.id,
            tradeVersion: 1,
          })),
          cause: OWN_TRADE,
        },
        audit: auditOf(lot, batchId),
      })),
    ),
    chains: changed.map(({ one }) => one),
    ...recorder(order),
  })
  let consequences: Consequences = NO_CONSEQUENCES
  const moved: Followed['entitlements'][] = []
  for (const { one, lots } of changed) {
    const [first] = lots as [StoredOpening, ...StoredOpening[]]
    const context = { portfolio: world.portfolio, equity: first.decided.lot.equity }
    const mover = { tradeId: first.id, what: `opening lots of ${dayInWords(openingDate)}` }
    const followed = await followChange(tx, {
      change: one.change,
      context,
      mover,
      ...recorder(order),
      today: world.today,
    })
    consequences = together(consequences, await consequencesOf(tx, one.change, followed))
    moved.push(followed.entitlements)
  }
  return {
    batchId,
    entryIds,
    cost: decided.reduce((sum, { decision }) => sum + decision.figures.cost, 0n),
    charges: decided.reduce((sum, { decision }) => sum + decision.figures.charges, 0n),
    positions,
    consequences: { ...consequences, ...entitlementsForAnswer(moved.flat()) },
  }
}

interface World {
  readonly today: string
  readonly openingDate: string
  readonly portfolio: TradeContext['portfolio']
}

/** The portfolio as it is under its lock: its treatment may have changed since it was found. */
function worldOf(portfolio: Portfolio, locked: LockedOpening, openingDate: string, clock: Clock): World {
  const { id, portfolioId: code, portfolioName: name } = portfolio
  const { status, accountingTreatment } = locked
  return { today: clock.today(), openingDate, portfolio: { id, code, name, status, accountingTreatment } }
}

function decide(lot: NewOpening, world: World, order: OpeningsOrder): Decided[] {
  const decision = decideOpening(lot.request, { ...world, equity: lot.equity })
  if (!isRejection(decision)) return [{ lot, decision }]
  const { code, facts, field } = decision
  const error = refusalMessage(code, facts)
  order.onFault({ row: lot.row, field: field ?? 'row', error, value: null })
  return []
}

/** A lot under its identity, as an event of its chain. */
interface StoredOpening {
  readonly id: number
  /** Its chain, by `chainKey`. */
  readonly key: string
  readonly dealNumber: string
  readonly event: AcquisitionEvent
  readonly decided: Decided
}

async function identified(
  tx: Transaction,
  clock: Clock,
  at: {
    readonly decided: readonly Decided[]
    readonly positionOf: (lot: NewOpening) => ChainKey
    readonly openingDate: string
  },
): Promise<StoredOpening[]> {
  const ids = await drawTradeIds(tx, at.decided.length)
  const numbers = await takeDealNumbers(tx, 'OPEN', clock, at.decided.length)
  return at.decided.map((decided, index): StoredOpening => {
    const { lot, decision } = decided
    const id = ids[index] as number
    const own = { id: String(id), sequence: id }
    return {
      id,
      key: chainKey(at.positionOf(lot)),
      dealNumber: lot.dealNumber ?? (numbers[index] as string),
      event: openingEvent(lot.request, decision.figures, at.openingDate, own),
      decided,
    }
  })
}

/** The funds of an opening lot were tied up before the books began: generating them cost nothing here. */
export const ownResult = ({ event }: { readonly event: { readonly id: string } }) => ({
  eventId: event.id,
  moneyGenerationCost: 0n,
})

export function versionOf(
  lot: Pick<NewOpening, 'request' | 'reference' | 'brokerId' | 'brokerName'>,
  decision: OpeningDecision,
  openingDate: string,
  reason: string | null,
): OpeningVersion {
  const { boughtOn, settlementDate, costOfFundsRate } = lot.request
  const { reference, brokerId, brokerName } = lot
  return {
    openingDate,
    boughtOn,
    settlementDate,
    figures: decision.figures,
    costOfFundsRate,
    reference,
    brokerId,
    brokerName,
    reason,
  }
}

function auditOf({ id, dealNumber, decided: { lot, decision } }: StoredOpening, batch: number): TradeAudit {
  const { figures } = decision
  const after = {
    dealNumber,
    batch,
    trade_date: lot.request.boughtOn,
    settlement_date: lot.request.settlementDate,
    quantity: Number(figures.quantity),
    price: toJsonNumber(figures.price, PRICE_SCALE),
    gross_value: rupees(figures.cost),
    total_fees: rupees(figures.charges),
    fair_value: figures.fairValue === null ? undefined : rupees(figures.fairValue),
    contract_number: lot.reference ?? undefined,
    broker_name: lot.brokerName ?? undefined,
  }
  return { action: 'trades.opening', tradeId: id, after }
}

const LISTED = 200

/** Rupees added exactly. */
const add = (a: number, b: number) =>
  rupees(decimalOf(String(a), MONEY_SCALE) + decimalOf(String(b), MONEY_SCALE))

function together(all: Consequences, more: Consequences): Consequences {
  const months = new Map(all.gainsByMonth.map((month) => [month.month, month]))
  for (const month of more.gainsByMonth) {
    const known = months.get(month.month)
    months.set(month.month, {
      month: month.month,
      before: add(known?.before ?? 0, month.before),
      after: add(known?.after ?? 0, month.after),
      difference: add(known?.difference ?? 0, month.difference),
    })
  }
  return {
    ...all,
    affectedSales: all.affectedSales + more.affectedSales,
    lotsRematched: all.lotsRematched + more.lotsRematched,
    sales: [...all.sales, ...more.sales].slice(0, LISTED),
    gainsByMonth: [...months.values()].toSorted((a, b) => (a.month < b.month ? -1 : 1)),
  }
}
