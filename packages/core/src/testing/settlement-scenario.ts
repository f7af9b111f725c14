/** The settlements of a golden scenario: each act of its table `when settlements`, and the entries that it posts. */
import type { MarketCalendar } from '../holidays/market-calendar.ts'
import { reverseLines } from '../ledger/lines.ts'
import { settlementEntry, type TradeEntry } from '../ledger/trade-entries.ts'
import { isRejection } from '../rejections.ts'
import {
  bookedStanding,
  decideSettlement,
  type Leg,
  paidOf,
  type SettlementAct,
  type SettlementRecord,
  settlementStatus,
} from '../settlements/settlement.ts'
import { type Cents, formatDecimal, parseTyped } from '../values/decimal.ts'
import type { Row } from './scenario-text.ts'

/** A recorded trade as its settlement sees it. */
export interface SettlingTrade {
  readonly trade: string
  readonly side: 'buy' | 'sell'
  readonly net: Cents
  readonly tradeDate: string
  readonly settlementDate: string
  readonly portfolioId: string
  readonly equityId: string
  readonly companyName: string
}

export interface SettledAct {
  readonly row: Row
  readonly trade: string
  readonly entries: readonly TradeEntry[]
}

interface SettlementSoFar {
  readonly records: SettlementRecord[]
  /** The current settlement entries; the expected one comes last. */
  live: TradeEntry[]
  isBooked: boolean
}

const money = (cents: Cents) => formatDecimal(cents, 2, { grouping: true })
const given = (text: string | undefined) => (text === undefined || text === '-' ? null : text)

/** Carries out the acts in their order; one that the rules refuse ends the scenario. */
export function settle(
  acts: readonly Row[],
  trades: readonly SettlingTrade[],
  world: { readonly today: string; readonly calendar: MarketCalendar },
): SettledAct[] {
  const byTrade = new Map<string, SettlementSoFar>()
  return acts.map((row) => {
    const trade = trades.find((one) => one.trade === row['trade'])
    if (trade === undefined) throw new Error(`settlements name the unknown trade ${row['trade']}`)
    const terms = { ...trade, dealNumber: trade.trade }
    const { settlementDate: date } = trade
    const own = byTrade.get(trade.trade) ?? {
      records: [],
      live: [entryOf(trade, { date, amount: bookedStanding(terms).outstanding })],
      isBooked: true,
    }
    byTrade.set(trade.trade, own)
    const decision = decideSettlement(actOf(row), {
      ...world,
      terms,
      records: own.records,
      isBooked: own.isBooked,
    })
    const head = { trade: trade.trade, act: row['act'] ?? '' }
    if (isRejection(decision)) {
      return {
        row: { ...head, outcome: decision.code, paid: '', outstanding: '', due: '' },
        trade: trade.trade,
        entries: [],
      }
    }
    own.records.push(decision.record)
    const { takeBack, paid, expected } = decision.movement
    const gone = takeBack === 'all' ? own.live.splice(0) : takeBack === 'expected' ? own.live.splice(-1) : []
    const posted = [paid, expected].flatMap((leg) => (leg === null ? [] : [entryOf(trade, leg)]))
    own.live.push(...posted)
    const { after } = decision
    // Every act leaves an entry of what is expected, where something is.
    own.isBooked = after.due !== null
    return {
      row: {
        ...head,
        outcome: settlementStatus(after, world.today, { settles: 'by hand', isActedUpon: true }),
        paid: money(paidOf(after)),
        outstanding: money(after.outstanding),
        due: after.due ?? '',
      },
      trade: trade.trade,
      entries: [...gone.map(reversalOf), ...posted],
    }
  })
}

function actOf(row: Row): SettlementAct {
  const date = given(row['date'])
  if (row['act'] === 'confirm') {
    const amount = given(row['amount'])
    return {
      kind: 'confirm',
      date,
      amount: amount === null ? null : cents(amount),
      nextDate: given(row['next date']),
    }
  }
  if (row['act'] === 'fail') return { kind: 'fail', date }
  if (row['act'] === 'reopen') return { kind: 'reopen' }
  if (row['act'] === 'reschedule' && date !== null) return { kind: 'reschedule', date }
  throw new Error(`there is no act "${row['act']}"`)
}

function cents(text: string): Cents {
  const parsed = parseTyped(text, 2)
  if (!parsed.ok) throw new Error(`${text} is ${parsed.problem}`)
  return parsed.units
}

function entryOf(trade: SettlingTrade, leg: Leg): TradeEntry {
  const keys = { ...trade, brokerId: null, settlementAccountId: null }
  return settlementEntry(trade.side, keys, leg)
}

function reversalOf(entry: TradeEntry): TradeEntry {
  const description = `Reversal: ${entry.description}`
  const lines = reverseLines(entry.lines).map((line) => ({ ...line, description }))
  return { ...entry, kind: 'correction', description, lines }
}
