/** The state of each settlement by the facts (the trade and the acts on its settlement), against the states that are kept. */
import {
  paidOf,
  type SettlementRecord,
  type SettlementTerms,
  type Standing,
  standingOf,
} from '@em/core/settlements/settlement'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import type { ConfirmationRow, Facts, SettlementRow, TradeRow } from './facts.ts'
import type { Figures, Findings } from './report.ts'

const cents = (text: string) => decimalOf(text, MONEY_SCALE)
const money = (units: bigint) => formatDecimal(units, MONEY_SCALE)
const CHECK = 'settlements that were acted upon'

/** The acts on the settlement of each trade, oldest first. */
export function recordsByTrade(
  facts: Pick<Facts, 'confirmations'>,
): ReadonlyMap<number, readonly ConfirmationRow[]> {
  return Map.groupBy(facts.confirmations, (row) => row.trade_id)
}

function termsOf(trade: TradeRow): SettlementTerms {
  return {
    dealNumber: trade.deal_number,
    tradeDate: trade.trade_date,
    settlementDate: trade.settlement_date,
    net: trade.is_deleted ? 0n : cents(trade.net),
  }
}

/** The state of the trade's settlement; null where it was not acted upon since it was booked or reopened. */
export function standingByFacts(
  trade: TradeRow,
  rows: readonly ConfirmationRow[] | undefined,
): Standing | null {
  if (rows === undefined || rows.at(-1)?.kind === 'reopened') return null
  const standing = standingOf(termsOf(trade), rows.map(recordOf))
  return trade.is_deleted && standing.paid.length === 0 ? null : standing
}

function recordOf(row: ConfirmationRow): SettlementRecord {
  return { kind: row.kind, date: row.actual_date, amount: cents(row.amount), dueDate: row.due_date }
}

/** Compares the stored states; a trade whose settlement is as booked, or that was deleted before it was paid, has none. */
export function compareSettlements(facts: Facts, findings: Findings): void {
  const records = recordsByTrade(facts)
  const stored = new Map(facts.settlements.map((row) => [row.trade_id, row]))
  for (const trade of [...facts.trades, ...facts.removed]) {
    const rows = records.get(trade.id)
    const standing = standingByFacts(trade, rows)
    const row = stored.get(trade.id)
    stored.delete(trade.id)
    if (standing === null && row === undefined) continue
    findings.count(CHECK, 1)
    const figures: Figures | undefined = row && { ...row, is_settled: String(row.is_settled) }
    findings.compare(
      CHECK,
      trade.deal_number,
      figures,
      standing === null ? undefined : expected(trade, standing, rows ?? [], row),
    )
  }
  for (const row of stored.values()) {
    findings.add({
      check: CHECK,
      place: `trade ${row.trade_id}`,
      what: 'state',
      stored: 'a row',
      expected: 'none',
    })
  }
}

/** Of what a correction left open after a payment nothing need be booked. */
function mayBeOpen(trade: TradeRow, { paid }: Standing, last: ConfirmationRow | undefined): boolean {
  return paid.length > 0 && trade.version > (last?.trade_version ?? trade.version)
}

function expected(
  trade: TradeRow,
  standing: Standing,
  rows: readonly ConfirmationRow[],
  stored: SettlementRow | undefined,
): Figures {
  const { due, outstanding, paid } = standing
  const settled = outstanding === 0n
  const isOpen = !settled && due !== null
  return {
    is_settled: settled ? 'true' : 'false',
    confirmation_id: rows.at(-1)?.id ?? null,
    status: settled ? 'settled' : isOpen ? 'open' : 'failed',
    due_date: due,
    paid_on: paid.at(-1)?.date ?? null,
    paid: money(paidOf(standing)),
    expected_entry:
      !isOpen || (stored?.expected_entry_id === null && mayBeOpen(trade, standing, rows.at(-1)))
        ? null
        : `${due}|${money(outstanding < 0n ? -outstanding : outstanding)}`,
  }
}

/** A settlement entry that must be in force: a payment where the version of its time had it, or what is expected and booked. */
export interface SettlementLeg {
  readonly date: string
  /** In cents with the sign of the trade's side. */
  readonly amount: bigint
  readonly brokerId: number | null
  readonly settlementAccountId: number | null
}

/** The settlement entries that must be in force; null where they are as the trade booked it. */
export function settlementLegs(
  trade: TradeRow,
  rows: readonly ConfirmationRow[] | undefined,
  stored: SettlementRow | undefined,
): readonly SettlementLeg[] | null {
  const standing = standingByFacts(trade, rows)
  if (standing === null || rows === undefined) return null
  const since = rows.slice(rows.findLastIndex((row) => row.kind === 'reopened') + 1)
  const paid = since.flatMap((row) =>
    row.actual_date === null || cents(row.amount) === 0n
      ? []
      : [{ row, date: row.actual_date, amount: cents(row.amount) }],
  )
  const isBooked = stored?.expected_entry_id != null
  return [
    ...paid.map(({ row, date, amount }) => ({
      date,
      amount,
      brokerId: row.broker_id,
      settlementAccountId: row.settlement_account_id,
    })),
    ...(standing.due === null || !isBooked
      ? []
      : [
          {
            date: standing.due,
            amount: standing.outstanding,
            brokerId: trade.broker_id,
            settlementAccountId: trade.settlement_account_id,
          },
        ]),
  ]
}
