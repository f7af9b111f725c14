/**
 * Opening lots: many recorded at once, one corrected or deleted. The chain is walked with them in their place, each posts
 * one entry on the opening date, and sales that they move get a difference, as with any late trade.
 */

import { refusalMessage } from '@em/contract'
import type { RowError } from '@em/contract/books/batches'
import type { Consequences, TradeDryRun } from '@em/contract/books/sells'
import { type ChainChange, changeBetween } from '@em/core/chains/change'
import { type ChainReplay, replayChain } from '@em/core/chains/replay'
import { isRejection } from '@em/core/rejections'
import { ACTIVE_STATUS } from '@em/core/trades/decide-buy'
import {
  decideOpening,
  type OpeningDecision,
  type OpeningFacts,
  openingEvent,
} from '@em/core/trades/decide-opening'
import { dayInWords } from '@em/core/values/date-words'
import { decimalOf, MONEY_SCALE, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { Clock } from '../../platform/clock.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accepted } from '../../platform/refuse-rejection.ts'
import { moveAlong } from '../gl-mappings/moved-lines.commands.ts'
import { type EntryToPost, postEntries } from '../ledger/ledger.posting.ts'
import { postedLines } from '../ledger/ledger.queries.ts'
import type { Portfolio } from '../portfolios/portfolios.queries.ts'
import { loadEvents } from './chain.load.ts'
import { sendChange } from './chain.store.ts'
import { consequencesOf, NO_CONSEQUENCES, recostEntries } from './consequences.ts'
import { takeDealNumbers } from './deal-numbers.ts'
import { drawTradeIds } from './many.store.ts'
import { forgetOpeningDate, type LockedOpening, lockOpening, setOpeningDate } from './openings.state.ts'
import {
  keepOpenings,
  type OpeningToKeep,
  type OpeningVersion,
  sendOpeningVersion,
} from './openings.store.ts'
import { reverseLiveEntries } from './reversals.ts'
import { sendRemoval } from './trades.facts.ts'
import { chainKey, type LockedChain, lockChain, lockChains, type TradeState } from './trades.state.ts'
import { rupees } from './trades.stated.ts'

/** A checked row: its names are resolved. */
export interface NewOpening {
  /** Its place in the submission, for the report. */
  readonly row: number
  readonly facts: OpeningFacts
  readonly equity: TradeState['equity']
  readonly reference: string | null
  readonly brokerName: string | null
  readonly brokerId: number | null
}

export interface OpeningsOrder {
  readonly portfolio: Portfolio
  readonly openingDate: string
  readonly recordedBy: number
  /** Opens the batch that the lots belong to; asked only when nothing is at fault. */
  openBatch(): Promise<number>
  onFault(fault: RowError): void
}

/** A security's standing before and after. */
export interface OpenedPosition {
  readonly equity: TradeState['equity']
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
  const placeOf = (lot: NewOpening) => ({ portfolioId: portfolio.id, equityId: lot.equity.id })
  const byChain = Map.groupBy(lots, (lot) => chainKey(placeOf(lot)))
  const chains = await lockChains(
    tx,
    [...byChain.values()].map(([first]) => placeOf(first as NewOpening)),
  )
  const locked = await lockOpening(tx, portfolio.id)
  await setOpeningDate(tx, portfolio, locked.openingDate, openingDate)
  const world = worldOf(portfolio, locked, openingDate, clock)
  const decided = lots.flatMap((lot) => decide(lot, world, order))
  if (decided.length < lots.length || decided.length === 0) return undefined
  const batchId = await order.openBatch()
  const kept = await keep(tx, clock, { decided, chains, placeOf, order, batchId })
  const sums = {
    batchId,
    entryIds: await postAll(tx, kept, batchId, recordedBy),
    cost: decided.reduce((sum, { decision }) => sum + decision.figures.cost, 0n),
    charges: decided.reduce((sum, { decision }) => sum + decision.figures.charges, 0n),
  }
  const positions: OpenedPosition[] = []
  let consequences: Consequences = NO_CONSEQUENCES
  for (const [key, chain] of chains) {
    const rows = byChain.get(key) ?? []
    const [first] = kept.filter((one) => one.chainId === chain.id)
    const [one] = rows
    if (first === undefined || one === undefined) continue
    const mine = new Set(kept.filter((row) => row.chainId === chain.id).map((row) => String(row.id)))
    const state = { portfolio: world.portfolio, equity: one.equity }
    const mover = { tradeId: first.id, what: `opening lots of ${dayInWords(openingDate)}` }
    const moved = await rewalk(tx, { state, chain, mine, mover, recordedBy })
    consequences = together(consequences, moved.consequences)
    positions.push({
      equity: one.equity,
      lots: rows.length,
      before: shown(chain),
      after: shown(moved.change.state.holding),
    })
  }
  return { ...sums, positions, consequences }
}

interface World {
  readonly today: string
  readonly openingDate: string
  readonly portfolio: TradeState['portfolio']
}

/** The portfolio as it stands under its lock: its treatment may have changed since it was found. */
function worldOf(portfolio: Portfolio, locked: LockedOpening, openingDate: string, clock: Clock): World {
  const { id, portfolioId: code, portfolioName: name } = portfolio
  const { status, accountingTreatment } = locked
  return { today: clock.today(), openingDate, portfolio: { id, code, name, status, accountingTreatment } }
}

function decide(lot: NewOpening, world: World, order: OpeningsOrder): Decided[] {
  const decision = decideOpening(lot.facts, { ...world, equity: lot.equity })
  if (!isRejection(decision)) return [{ lot, decision }]
  const { code, facts, field } = decision
  const error = refusalMessage(code, facts)
  order.onFault({ row: lot.row, field: field ?? 'row', error, value: null })
  return []
}

interface KeptOpening extends OpeningToKeep {
  readonly decided: Decided
}

async function keep(
  tx: Transaction,
  clock: Clock,
  at: {
    readonly decided: readonly Decided[]
    readonly chains: ReadonlyMap<string, LockedChain>
    readonly placeOf: (lot: NewOpening) => { portfolioId: number; equityId: number }
    readonly order: OpeningsOrder
    readonly batchId: number
  },
): Promise<KeptOpening[]> {
  const { decided, chains, placeOf, order } = at
  const ids = await drawTradeIds(tx, decided.length)
  const numbers = await takeDealNumbers(tx, 'OPEN', clock, decided.length)
  const kept = decided.map((one, place): KeptOpening => {
    const where = placeOf(one.lot)
    return {
      ...where,
      id: ids[place] as number,
      chainId: (chains.get(chainKey(where)) as LockedChain).id,
      dealNumber: numbers[place] as string,
      version: versionOf(one.lot, one.decision, order.openingDate),
      decided: one,
    }
  })
  await keepOpenings(tx, kept, at.batchId, order.recordedBy)
  return kept
}

function versionOf(
  lot: Pick<NewOpening, 'facts' | 'reference' | 'brokerId' | 'brokerName'>,
  decision: OpeningDecision,
  openingDate: string,
): OpeningVersion {
  const { boughtOn, settlementDate, costOfFundsRate } = lot.facts
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
  }
}

const ENTRIES_AT_ONCE = 1_000

async function postAll(
  tx: Transaction,
  kept: readonly KeptOpening[],
  batchId: number,
  recordedBy: number,
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < kept.length; from += ENTRIES_AT_ONCE) {
    const entries = kept.slice(from, from + ENTRIES_AT_ONCE).map(
      ({ id, dealNumber, decided }): EntryToPost => ({
        ...decided.decision.entry,
        reference: dealNumber,
        tradeId: id,
        tradeVersion: 1,
      }),
    )
    ids.push(...(await postEntries(tx, entries, { batchId }, recordedBy)))
  }
  return ids
}

/** Walks a chain without and with its new lots and writes what that moves. */
async function rewalk(
  tx: Transaction,
  at: {
    readonly state: Pick<TradeState, 'portfolio' | 'equity'>
    readonly chain: LockedChain
    readonly mine: ReadonlySet<string>
    readonly mover: { readonly tradeId: number; readonly what: string }
    readonly recordedBy: number
  },
) {
  const { state, chain, mine } = at
  const events = await loadEvents(tx, state.portfolio.id, state.equity.id)
  const before = accepted(
    replayChain(
      chain.method,
      events.filter((event) => !mine.has(event.id)),
    ),
  )
  const after = accepted(replayChain(chain.method, events))
  const change = changeBetween(before, after)
  sendChange(tx, chain.id, change)
  await recostEntries(tx, change, state, at.mover, at.recordedBy)
  return { change, consequences: await consequencesOf(tx, before, after, change) }
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
    affectedSales: all.affectedSales + more.affectedSales,
    lotsRematched: all.lotsRematched + more.lotsRematched,
    sales: [...all.sales, ...more.sales].slice(0, LISTED),
    gainsByMonth: [...months.values()].toSorted((a, b) => (a.month < b.month ? -1 : 1)),
  }
}

const shown = (at: { quantity: bigint; cost: bigint; charges: bigint }) => ({
  quantity: Number(at.quantity),
  cost: rupees(at.cost),
  charges: rupees(at.charges),
})

export interface OpeningCorrection {
  readonly id: number
  /** What the lot is to say from now on; null deletes it. */
  readonly lot: Pick<NewOpening, 'facts' | 'reference' | 'brokerId' | 'brokerName'> | null
  /** The version that was edited; undefined takes the one in force. */
  readonly version: number | undefined
  readonly reason: string | null
  readonly recordedBy: number
  readonly dryRun: boolean
}

interface LotRow {
  id: number
  version: number
  is_deleted: boolean
  deal_number: string
  portfolio_id: number
  portfolio_code: string
  portfolio_name: string
  accounting_treatment: string | null
  equity_id: number
  symbol: string
  company_name: string
  opening_date: string
}

const LOT = statement(
  'openings.lot',
  `SELECT t.id, t.version, t.is_deleted, t.deal_number, t.portfolio_id, p.portfolio_id AS portfolio_code, p.portfolio_name,
          p.accounting_treatment, t.equity_id, e.symbol, e.name AS company_name, v.opening_date
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN portfolios p ON p.id = t.portfolio_id JOIN equities e ON e.id = t.equity_id
    WHERE t.id = $1 AND t.side = 'opening'`,
)
const ALLOCATED = statement(
  'openings.allocated',
  `SELECT s.deal_number FROM trade_allocations a JOIN trades s ON s.id = a.trade_id AND s.version = a.version
    WHERE a.buy_trade_id = $1 AND NOT s.is_deleted ORDER BY s.id LIMIT 20`,
)

async function findLot(tx: Transaction, id: number): Promise<LotRow> {
  const [lot] = await tx.query<LotRow>(LOT, [id])
  if (lot === undefined || lot.is_deleted) throw new Refusal('record.missing', { what: 'The opening lot' })
  return lot
}

/**
 * Corrects or deletes an opening lot inside the door's transaction; answers its new version and, asked for one, the preview.
 * @throws Refusal 404, `record.stale`, `trade.allocated` for a deletion where cherry-picked sales use the lot, and whatever
 *   the rules say of the chain as it would be: a holding that would be negative is refused with the date.
 */
export async function correctOpening(
  tx: Transaction,
  clock: Clock,
  correction: OpeningCorrection,
): Promise<{ version: number; preview: TradeDryRun | undefined }> {
  const { id, lot, reason, recordedBy } = correction
  const seen = await findLot(tx, id)
  const chain = await lockChain(tx, seen.portfolio_id, seen.equity_id)
  const found = await findLot(tx, id)
  if (correction.version !== undefined && correction.version !== found.version) {
    throw new Refusal('record.stale', { what: 'The opening lot' })
  }
  if (lot === null) await refuseAllocated(tx, found)
  const state = stateOf(found, chain)
  const decision =
    lot === null
      ? undefined
      : accepted(
          decideOpening(lot.facts, { ...state, today: clock.today(), openingDate: found.opening_date }),
        )
  const own = String(id)
  const events = await loadEvents(tx, found.portfolio_id, found.equity_id)
  const others = events.filter((event) => event.id !== own)
  const before = accepted(replayChain(chain.method, events))
  const place = { id: own, sequence: id }
  const after = accepted(
    replayChain(
      chain.method,
      lot === null || decision === undefined
        ? others
        : [...others, openingEvent(lot.facts, decision.figures, found.opening_date, place)],
    ),
  )
  const change = withOwnLot(changeBetween(before, after), own)
  if (lot === null || decision === undefined) sendRemoval(tx, id, recordedBy, reason)
  else {
    sendOpeningVersion(tx, id, versionOf(lot, decision, found.opening_date), { recordedBy, reason })
  }
  sendChange(tx, chain.id, change)
  const version = found.version + 1
  const entryIds = await reverseLiveEntries(tx, id, version, recordedBy)
  if (decision !== undefined) {
    const entry = { ...decision.entry, reference: found.deal_number }
    entryIds.push(...(await postEntries(tx, [entry], { tradeId: id, tradeVersion: version }, recordedBy)))
  }
  const what = `${lot === null ? 'the deletion' : 'a correction'} of ${found.deal_number}`
  entryIds.push(...(await recostEntries(tx, change, state, { tradeId: id, what }, recordedBy)))
  entryIds.push(...(await moveAlong(tx, [id], recordedBy)))
  if (lot === null) {
    await lockOpening(tx, found.portfolio_id)
    await forgetOpeningDate(tx, [found.portfolio_id])
  }
  const told = { decision, chain, before, after, change, entryIds }
  return { version, preview: correction.dryRun ? await previewOf(tx, told) : undefined }
}

/** A correction is no new position: the portfolio need not be active for it. */
function stateOf(lot: LotRow, chain: LockedChain): Pick<TradeState, 'portfolio' | 'equity'> {
  return {
    portfolio: {
      id: lot.portfolio_id,
      code: lot.portfolio_code,
      name: lot.portfolio_name,
      status: ACTIVE_STATUS,
      accountingTreatment: chain.portfolio.accountingTreatment,
    },
    equity: { id: lot.equity_id, symbol: lot.symbol, companyName: lot.company_name, isActive: true },
  }
}

async function refuseAllocated(tx: Transaction, lot: LotRow): Promise<void> {
  const sells = await tx.query<{ deal_number: string }>(ALLOCATED, [lot.id])
  if (sells.length === 0) return
  throw new Refusal('trade.allocated', {
    what: `Opening lot ${lot.deal_number}`,
    sells: sells.map((sell) => sell.deal_number).join(', '),
  })
}

/** The corrected lot is written whatever moved: it shows the price, of which the chain's cents may know nothing. */
function withOwnLot(change: ChainChange, id: string): ChainChange {
  const own = change.state.lots.find((lot) => lot.id === id)
  return own === undefined || change.lots.includes(own) ? change : { ...change, lots: [...change.lots, own] }
}

async function previewOf(
  tx: Transaction,
  at: {
    readonly decision: OpeningDecision | undefined
    readonly chain: LockedChain
    readonly before: ChainReplay
    readonly after: ChainReplay
    readonly change: ChainChange
    readonly entryIds: readonly number[]
  },
): Promise<TradeDryRun> {
  const figures = at.decision?.figures
  const cost = rupees(figures?.cost ?? 0n)
  return {
    dryRun: true,
    figures: { ...NO_FEES, grossValue: cost, netValue: cost },
    ...(figures !== undefined && { price: toJsonNumber(figures.price, PRICE_SCALE) }),
    sale: null,
    position: { before: shown(at.chain), after: shown(at.change.state.holding) },
    postings: await postedLines(tx, at.entryIds),
    consequences: await consequencesOf(tx, at.before, at.after, at.change),
    warnings: [],
  }
}

const NO_FEES = {
  brokerage: 0,
  cseFees: 0,
  cdsFees: 0,
  clearingFees: 0,
  sec: 0,
  stl: 0,
  totalFees: 0,
  stepUp: null,
  moneyGenerationCost: 0,
}
