/** Acting on settlements: confirm, fail, reschedule, reopen; one or many in one write, all or nothing. */
import type { SettlementsActed } from '@em/contract/settlements/settlements'
import { settlementEntry } from '@em/core/ledger/trade-entries'
import {
  decideSettlement,
  type Leg,
  paidOf,
  type SettlementAct,
  type SettlementDecision,
  type SettlementTerms,
} from '@em/core/settlements/settlement'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Progress } from '../../../platform/http/writes.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { moveAlong } from '../../gl-mappings/moved-lines.commands.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { postedLines } from '../../ledger/ledger.queries.ts'
import { type EntryToPost, OWN_TRADE, postEntries } from '../../ledger/posting/post-entries.commands.ts'
import { reversalsOf } from '../../ledger/posting/reversals.commands.ts'
import { sumSettlements } from '../list/flows.queries.ts'
import type { SettlementsAsked } from '../list/settlements.filter.ts'
import { firstTrades, lockSettlements } from '../list/settlements.queries.ts'
import {
  type BankLine,
  type ConfirmedSums,
  confirmAsBooked,
  type DecidedAct,
  type Loaded,
  loadSettlements,
  type SettlingTrade,
  sendActs,
  unbookedOf,
} from './keep-settlements.commands.ts'

export type { BankLine }

export interface ActOnTrade {
  readonly tradeId: number
  readonly act: SettlementAct
  readonly reference?: string | null
  readonly note?: string | null
  /** The outstanding amount that the person saw, in cents; another amount by now refuses. */
  readonly seen?: bigint | null
  /** The bank line that shows the payment. */
  readonly bankLine?: BankLine | null
}

export interface ActOrder extends RecordedBy {
  readonly dryRun: boolean
}

/** An act that can be carried out. */
export interface Planned {
  readonly item: ActOnTrade
  readonly loaded: Loaded
  readonly decision: SettlementDecision
  /** Entries to reverse, by id. */
  readonly gone: readonly number[]
}

const POSTINGS_SHOWN = 40

/**
 * Carries out the acts inside the door's transaction.
 * @throws Refusal what core's decideSettlement rejects, `record.missing`, `settlement.stale`; of several acts
 *   `settlement.items` with one detail for each that cannot be.
 */
export async function actOnSettlements(
  tx: Transaction,
  clock: Clock,
  items: readonly ActOnTrade[],
  order: ActOrder,
): Promise<SettlementsActed> {
  const planOne = await planner(
    tx,
    clock,
    items.map((item) => item.tradeId),
  )
  const planned = planAll(items, planOne)
  const entryIds = await carryOut(tx, planned, order)
  return {
    dryRun: order.dryRun,
    results: planned.map((one, index) => resultOf(one, entryIds[index] ?? [])),
    postings: order.dryRun ? await postedLines(tx, entryIds.flat().slice(0, POSTINGS_SHOWN)) : [],
  }
}

/** Holds the settlements of trades and answers what plans an act on one of them. */
export async function planner(
  tx: Transaction,
  clock: Clock,
  tradeIds: readonly number[],
): Promise<((item: ActOnTrade) => Planned) & { readonly loaded: ReadonlyMap<number, Loaded> }> {
  await lockSettlements(tx, tradeIds)
  const [loaded, calendar] = await Promise.all([loadSettlements(tx, tradeIds), loadCalendar(tx)])
  const planOne = (item: ActOnTrade) => plan(item, loaded.get(item.tradeId), clock.today(), calendar)
  return Object.assign(planOne, { loaded })
}

/**
 * Posts and keeps what was planned; answers the entries of each: those that take back, in the order of `gone`, then that of
 * the payment and that of what is expected, where they move.
 */
export async function carryOut(
  tx: Transaction,
  planned: readonly Planned[],
  by: RecordedBy,
): Promise<number[][]> {
  if (planned.length === 0) return []
  const entryIds = await postMovements(tx, planned, by)
  const changed = planned.filter(({ gone }) => gone.length > 0)
  if (changed.length > 0) {
    await moveAlong(
      tx,
      changed.map(({ loaded }) => loaded.trade.id),
      by,
    )
  }
  const happened = planned.map((one, index) => decidedActOf(one, entryIds[index] ?? []))
  sendActs(tx, happened, by.recordedBy)
  return entryIds
}

/** Plans every item; one that cannot be planned throws its own refusal, several a report of all. */
function planAll(items: readonly ActOnTrade[], planOne: (item: ActOnTrade) => Planned): Planned[] {
  const planned: Planned[] = []
  const faults: { field: string; message: string }[] = []
  for (const [index, item] of items.entries()) {
    try {
      planned.push(planOne(item))
    } catch (error) {
      if (!(error instanceof Refusal) || items.length === 1) throw error
      const field = error.details[0]?.field
      faults.push({ field: `items.${index}${field ? `.${field}` : ''}`, message: error.message })
    }
  }
  if (faults.length > 0) {
    throw new Refusal('settlement.items', { failed: faults.length, items: items.length }, faults)
  }
  return planned
}

function plan(
  item: ActOnTrade,
  loaded: Loaded | undefined,
  today: string,
  calendar: Awaited<ReturnType<typeof loadCalendar>>,
): Planned {
  if (loaded === undefined) throw new Refusal('record.missing', { what: 'The trade' })
  const { trade, records, live } = loaded
  const isBooked = trade.expected_entry_id !== null
  const state = { terms: termsOf(trade), records, isBooked, today, calendar }
  const decision = orRefuse(decideSettlement(item.act, state))
  const { outstanding } = decision.before
  if (item.seen != null && item.seen !== sizeOf(outstanding)) {
    throw new Refusal('settlement.stale', { deal: trade.deal_number })
  }
  return { item, loaded, decision, gone: goneOf(decision, trade, live) }
}

/** The entries that are taken back. What is expected has an entry: the one kept, or of an untouched trade the only one. */
function goneOf(
  { movement }: SettlementDecision,
  trade: SettlingTrade,
  live: readonly number[],
): readonly number[] {
  if (movement.takeBack === 'nothing') return []
  if (movement.takeBack === 'all') return live
  if (trade.expected_entry_id === null) throw new Error(`trade ${trade.id} has no entry of what is expected`)
  return [trade.expected_entry_id]
}

/** The settlement fields of the trade. */
export function termsOf(trade: SettlingTrade): SettlementTerms {
  return {
    dealNumber: trade.deal_number,
    tradeDate: trade.trade_date,
    settlementDate: trade.settlement_date,
    net: decimalOf(trade.net, MONEY_SCALE),
  }
}
const sizeOf = (cents: bigint) => (cents < 0n ? -cents : cents)

/** Posts all movements in one write; answers the entry ids of each, reversals first. */
async function postMovements(
  tx: Transaction,
  planned: readonly Planned[],
  by: RecordedBy,
): Promise<number[][]> {
  const reversals = await reversalsOf(
    tx,
    planned.flatMap((one) => one.gone),
    { kind: 'correction' },
  )
  const byEntry = new Map(reversals.map((entry) => [entry.reversalOf, entry]))
  const entries = planned.map(({ decision: { movement }, loaded: { trade }, gone }): EntryToPost[] => [
    ...gone.flatMap((id) => byEntry.get(id) ?? []),
    ...[movement.paid, movement.expected].flatMap((leg) => (leg === null ? [] : [entryOf(trade, leg)])),
  ])
  const ids = await postEntries(tx, entries.flat(), OWN_TRADE, by)
  let next = 0
  return entries.map((own) => ids.slice(next, (next += own.length)))
}

/** The settlement entry of a leg. */
export function entryOf(trade: SettlingTrade, leg: Leg): EntryToPost {
  const entry = settlementEntry(
    trade.side,
    {
      portfolioId: trade.portfolio_id,
      equityId: trade.equity_id,
      brokerId: trade.broker_id,
      companyName: trade.company_name,
      tradeDate: trade.trade_date,
      settlementAccountId: trade.settlement_account_id,
    },
    leg,
  )
  return {
    ...entry,
    reference: trade.deal_number,
    tradeId: trade.id,
    tradeVersion: trade.version,
  }
}

function decidedActOf({ item, loaded, decision }: Planned, entryIds: readonly number[]): DecidedAct {
  const { movement, record, after } = decision
  return {
    trade: loaded.trade,
    record,
    standing: after,
    reference: item.reference ?? null,
    note: item.note ?? null,
    entryIds,
    // Posted last, where it was posted.
    expectedEntryId: movement.expected === null ? null : (entryIds.at(-1) ?? null),
    bankLine: item.bankLine ?? null,
  }
}

function resultOf(
  { loaded: { trade }, decision: { record, after } }: Planned,
  entryIds: readonly number[],
): SettlementsActed['results'][number] {
  const { net } = trade
  return {
    trade_id: trade.id,
    deal_number: trade.deal_number,
    kind: record.kind,
    date: record.date,
    amount: rupees(sizeOf(record.amount)),
    paid: rupees(decimalOf(net, MONEY_SCALE) < 0n ? -paidOf(after) : paidOf(after)),
    outstanding: rupees(sizeOf(after.outstanding)),
    due_date: after.due,
    entries: [...entryIds],
  }
}

export interface ConfirmDueOrder extends RecordedBy {
  /** At most today. */
  readonly upTo: string
  readonly filter: Omit<SettlementsAsked, 'status' | 'from' | 'to'>
  readonly reference: string | null
  /** Trades in one call. */
  readonly most: number
  readonly progress: Progress
}

/**
 * Confirms what is expected up to a day as booked, so many trades at once; answers its sums and how many are left.
 * @throws Refusal `settlement.date-in-future`.
 */
export async function confirmDue(
  tx: Transaction,
  clock: Clock,
  order: ConfirmDueOrder,
): Promise<{ sums: ConfirmedSums; remaining: number; tradeIds: readonly number[] }> {
  const { upTo, filter, reference, most, progress } = order
  const today = clock.today()
  if (upTo > today) throw new Refusal('settlement.date-in-future', { date: dayInWords(upTo) })
  const due: SettlementsAsked = { ...filter, status: 'due', to: upTo }
  const taken = await firstTrades(tx, due, today, most)
  await lockSettlements(tx, taken)
  progress(0, taken.length, 'Confirming')
  const unbooked = await unbookedOf(tx, taken, upTo)
  const booked = await confirmAsBooked(tx, taken, upTo, reference, order.recordedBy)
  // An amount that a correction left open has no entry yet: it is paid on its due date, and posted.
  const items = unbooked.map(
    ({ id, due }): ActOnTrade => ({ tradeId: id, act: { kind: 'confirm', date: due }, reference }),
  )
  if (items.length > 0) await actOnSettlements(tx, clock, items, { ...recorder(order), dryRun: false })
  progress(taken.length, taken.length, 'Adding up')
  const sums = unbooked.reduce(added, booked)
  const remaining = taken.length < most ? 0 : (await sumSettlements(tx, due, today)).count
  return { sums, remaining, tradeIds: taken }
}

function added(sums: ConfirmedSums, { pays, amount }: { pays: boolean; amount: string }): ConfirmedSums {
  const plus = (text: string) =>
    formatDecimal(decimalOf(text, MONEY_SCALE) + decimalOf(amount, MONEY_SCALE), MONEY_SCALE)
  return {
    count: sums.count + 1,
    pay_count: sums.pay_count + (pays ? 1 : 0),
    payable: pays ? plus(sums.payable) : sums.payable,
    receivable: pays ? sums.receivable : plus(sums.receivable),
  }
}
