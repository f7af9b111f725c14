/** Where each settlement stands by the facts (the trade and what happened to it), against the states that are kept. */
import {
  amountToSettle,
  type SettlementRecord,
  type SettlementTerms,
  type Standing,
  standingOf,
} from '@em/core/settlements/settlement'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import type { ConfirmationRow, Facts, TradeRow } from './facts.ts'
import type { Figures, Findings } from './report.ts'

const cents = (text: string) => decimalOf(text, MONEY_SCALE)
const money = (units: bigint) => formatDecimal(units, MONEY_SCALE)
const CHECK = 'settlements that were acted upon'

/** What happened to the settlement of each trade, oldest first. */
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
    net: cents(trade.net),
  }
}

/** Where the trade's settlement stands; null where nothing happened to it since it was booked or reopened. */
export function standingByFacts(
  trade: TradeRow,
  rows: readonly ConfirmationRow[] | undefined,
): Standing | null {
  if (rows === undefined || rows.at(-1)?.kind === 'reopened') return null
  return standingOf(termsOf(trade), rows.map(recordOf))
}

function recordOf(row: ConfirmationRow): SettlementRecord {
  return { kind: row.kind, date: row.actual_date, amount: cents(row.amount), dueDate: row.due_date }
}

/** Compares the kept states; of a trade that is deleted or stands as booked there is none. */
export function compareSettlements(facts: Facts, findings: Findings): void {
  const records = recordsByTrade(facts)
  const stored = new Map(facts.settlements.map((row) => [row.trade_id, row]))
  for (const trade of facts.trades) {
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
      standing === null ? undefined : expected(trade, standing, rows ?? []),
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

function expected(trade: TradeRow, standing: Standing, rows: readonly ConfirmationRow[]): Figures {
  const { due, outstanding, paid } = standing
  const settled = outstanding === 0n
  const isOpen = !settled && due !== null
  return {
    is_settled: settled ? 'true' : 'false',
    confirmation_id: rows.at(-1)?.id ?? null,
    status: settled ? 'settled' : isOpen ? 'open' : 'failed',
    due_date: due,
    paid_on: paid.at(-1)?.date ?? null,
    paid: money(amountToSettle({ net: cents(trade.net) }) - outstanding),
    expected_entry: isOpen ? `${due}|${money(outstanding)}` : null,
  }
}
