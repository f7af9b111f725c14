/**
 * What a match says of settlements: a bank line matched with the line of what a trade expects confirms it, by the command that
 * the Settlements screen uses; taking the match apart can take the confirmation back.
 */
import { shownBy } from '@em/core/reconciliation/evidence'
import { standingOf } from '@em/core/settlements/settlement'
import type { Clock } from '../../../platform/clock.ts'
import { type RowOf, statement, type Transaction } from '../../../platform/database/database.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  type ActOnTrade,
  type BankLine,
  carryOut,
  type Planned,
  planner,
  termsOf,
} from '../../settlements/confirm/settlements.commands.ts'
import { cents } from '../lines/figures.ts'
import { idOf, type LineKey } from '../lines/lines.queries.ts'
import type { OpenLinesSource } from '../lines/reconciliations.queries.ts'
import { keepMatches, type MatchToKeep } from './keep-matches.commands.ts'

/** Settlements that one request confirms by matches: each may reverse and post two entries. */
export const SETTLED_AT_ONCE = 5_000

interface SettlementLine extends LineKey {
  readonly trade_id: number
  readonly net: string
}
const SETTLEMENT_LINES = statement(
  'reconciliation.settlement-lines',
  `SELECT l.entry_id, l.line_no, h.trade_id, l.debit - l.credit AS net
     FROM unnest(:entryIds::bigint[], :lineNos::smallint[]) AS k (entry_id, line_no)
     JOIN journal_lines l USING (entry_id, line_no) JOIN journal_entries h ON h.id = l.entry_id
    WHERE l.role = 'cash' AND h.kind = 'settlement' AND h.trade_id IS NOT NULL AND h.reversal_of IS NULL
      AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)
    ORDER BY h.trade_id`,
)
type StatementLine = RowOf<typeof STATEMENT_LINES>
const STATEMENT_LINES = statement(
  'reconciliation.lines-as-evidence',
  `SELECT id, line_date, left(nullif(trim(coalesce(nullif(trim(reference), ''), description)), ''), 100) AS text, debit - credit AS net
     FROM statement_lines WHERE id = ANY (:external::bigint[]) ORDER BY line_date, id`,
)
// A booked day stays where it, or the bank's, is locked or signed off; where another account serves cash on one of the days;
// and where the bank's lies beyond the days of the reconciliation.
const STAYING = statement(
  'reconciliation.days-that-stay',
  `SELECT l.entry_id
     FROM unnest(:entryIds::bigint[], :lineNos::smallint[], :days?::date[]) AS k (entry_id, line_no, bank_day)
     JOIN journal_lines l USING (entry_id, line_no)
     LEFT JOIN portfolios f ON f.id = l.portfolio_id
     JOIN entities e ON e.id = f.entity_id OR (l.portfolio_id IS NULL AND e.is_general)
    WHERE k.bank_day > :until::date OR least(l.entry_date, k.bank_day) <= e.locked_through
       OR EXISTS (SELECT FROM reconciled_over(l.account_id, l.settlement_account_id, l.portfolio_id, least(l.entry_date, k.bank_day)))
       OR EXISTS (SELECT FROM gl_mappings m WHERE m.role = 'cash' AND m.effective_from > least(l.entry_date, k.bank_day)
                     AND m.effective_from <= greatest(l.entry_date, k.bank_day))`,
)
const CASH_LINES = statement(
  'reconciliation.cash-lines',
  "SELECT entry_id, line_no FROM journal_lines WHERE entry_id = ANY (:entries::bigint[]) AND role = 'cash'",
)

export interface SavedMatches {
  /** Matches in the order sent; null where one was left out because a settlement in it cannot be confirmed. */
  readonly ids: readonly (number | null)[]
  /** Settlements that were confirmed. */
  readonly confirmed: number
  readonly sums: PaidSums
}

/** Payments by the way they went, in cents. */
export interface PaidSums {
  readonly count: number
  readonly payCount: number
  readonly payable: bigint
  readonly receivable: bigint
}
export const NOTHING_PAID: PaidSums = { count: 0, payCount: 0, payable: 0n, receivable: 0n }
export function addSums(some: PaidSums, others: PaidSums): PaidSums {
  return {
    count: some.count + others.count,
    payCount: some.payCount + others.payCount,
    payable: some.payable + others.payable,
    receivable: some.receivable + others.receivable,
  }
}

function sumsOf(planned: readonly PlannedPayment[]): PaidSums {
  return planned.reduce((sums, { planned: { decision, loaded } }) => {
    const { amount } = decision.record
    const size = amount < 0n ? -amount : amount
    const pays = (loaded.trade.side === 'buy') === amount >= 0n
    return addSums(sums, {
      count: 1,
      payCount: pays ? 1 : 0,
      payable: pays ? size : 0n,
      receivable: pays ? 0n : size,
    })
  }, NOTHING_PAID)
}

export interface KeepOrder extends RecordedBy {
  readonly reconciliationId: number
  readonly source: OpenLinesSource
  /** A match in which a settlement cannot be confirmed is left out instead of refused. */
  readonly lenient?: boolean
}

/**
 * Keeps matches and confirms the settlements whose expected lines they take: with the day, the amount and the reference of the
 * bank line. Another day or amount than booked is reversed and posted anew, and the match includes the new line too. Several
 * bank lines for one settlement are one payment, on the day of the last of them. Money that went the other way confirms nothing.
 * @throws Refusal what confirming refuses; `reconciliation.too-many-settlements` (422); those of `keepMatches`.
 */
export async function keepAndConfirm(
  tx: Transaction,
  clock: Clock,
  matches: readonly MatchToKeep[],
  order: KeepOrder,
): Promise<SavedMatches> {
  const { planned, out } = await planMatches(tx, clock, matches, order)
  const entryIds = await carryOut(
    tx,
    planned.map((one) => one.planned),
    order,
  )
  const moved = await movedLines(tx, planned, entryIds)
  const toSave = matches.flatMap((match, index) =>
    out.has(index) ? [] : [standingOn(match, moved.get(index))],
  )
  const ids = await keepMatches(tx, order.reconciliationId, toSave, order.recordedBy)
  let next = 0
  return {
    ids: matches.map((_, index) => (out.has(index) ? null : (ids[next++] ?? null))),
    confirmed: planned.length,
    sums: sumsOf(planned),
  }
}

interface PlannedPayment {
  /** Which match it belongs to. */
  readonly match: number
  readonly planned: Planned
}

async function planMatches(
  tx: Transaction,
  clock: Clock,
  matches: readonly MatchToKeep[],
  { source, lenient = false }: KeepOrder,
): Promise<{ planned: PlannedPayment[]; out: ReadonlySet<number> }> {
  const matchOf = new Map<string, number>()
  for (const [number, match] of matches.entries()) {
    if (match.external.length > 0) for (const key of match.ledger) matchOf.set(idOf(key), number)
  }
  const keys = matches.flatMap((match) => (match.external.length > 0 ? match.ledger : []))
  const found = await tx.query(SETTLEMENT_LINES, {
    entryIds: keys.map((key) => key.entry_id),
    lineNos: keys.map((key) => key.line_no),
  })
  if (found.length === 0) return { planned: [], out: new Set() }
  if (found.length > SETTLED_AT_ONCE) {
    throw new Refusal('reconciliation.too-many-settlements', { limit: SETTLED_AT_ONCE.toLocaleString('en') })
  }
  const external = [
    ...new Set(found.flatMap((line) => matches[matchOf.get(idOf(line)) ?? -1]?.external ?? [])),
  ]
  const statementLines = await tx.query(STATEMENT_LINES, { external })
  const evidence = evidenceOf(matches, matchOf, found, statementLines)
  const staying = await tx.query(STAYING, {
    entryIds: found.map((line) => line.entry_id),
    lineNos: found.map((line) => line.line_no),
    days: found.map((line) => evidence.get(matchOf.get(idOf(line)) ?? -1)?.line.date ?? null),
    until: source.until,
  })
  const stays = new Set(staying.map((line) => line.entry_id))
  const planOne = await planner(
    tx,
    clock,
    found.map((line) => line.trade_id),
  )
  const out = new Set<number>()
  const all: PlannedPayment[] = []
  for (const line of found) {
    const match = matchOf.get(idOf(line)) ?? -1
    const shown = evidence.get(match)
    const loaded = planOne.loaded.get(line.trade_id)
    // A line of what was paid already confirms nothing again.
    if (shown === undefined || loaded?.trade.expected_entry_id !== line.entry_id) continue
    const { due } = standingOf(termsOf(loaded.trade), loaded.records)
    const item: ActOnTrade = {
      tradeId: line.trade_id,
      act: { kind: 'confirm', date: stays.has(line.entry_id) ? due : shown.line.date, amount: shown.amount },
      reference: shown.reference,
      bankLine: shown.line,
    }
    try {
      all.push({ match, planned: planOne(item) })
    } catch (error) {
      if (!lenient || !(error instanceof Refusal)) throw error
      out.add(match)
    }
  }
  return { planned: all.filter((one) => !out.has(one.match)), out }
}

interface Evidence {
  readonly line: BankLine
  readonly reference: string | null
  /** The amount paid, in cents, where it is less than the one settlement of the match; null: all that is expected. */
  readonly amount: bigint | null
}

/** The payment by the statement, for each match that pays: its last line, and the amount where one settlement was paid in part. */
function evidenceOf(
  matches: readonly MatchToKeep[],
  matchOf: ReadonlyMap<string, number>,
  found: readonly SettlementLine[],
  statementLines: readonly StatementLine[],
): Map<number, Evidence> {
  const byId = new Map(statementLines.map((line) => [line.id, line]))
  const settlements = Map.groupBy(found, (line) => matchOf.get(idOf(line)) ?? -1)
  const evidence = new Map<number, Evidence>()
  for (const [number, ours] of settlements) {
    const match = matches[number]
    const lines = match?.external.flatMap((id) => byId.get(id) ?? []) ?? []
    const last = lines.toSorted((a, b) =>
      a.line_date < b.line_date ? 1 : a.line_date > b.line_date ? -1 : b.id - a.id,
    )[0]
    if (match === undefined || last === undefined) continue
    const shown = shownBy({
      settlements: netOf(ours),
      statement: netOf(lines),
      isAlone: match.ledger.length === 1,
    })
    if (shown.kind === 'nothing') continue
    evidence.set(number, {
      line: { id: last.id, date: last.line_date },
      reference: last.text,
      amount: shown.kind === 'part' ? shown.amount : null,
    })
  }
  return evidence
}

const netOf = (lines: readonly { readonly net: string }[]) =>
  lines.reduce((sum, line) => sum + cents(line.net), 0n)

interface Moved {
  readonly keys: LineKey[]
  /** Ledger less statement of a match whose one settlement was paid in part: nothing differs any more. */
  isPart: boolean
}

/** The further lines of a match, where its payments moved: the reversal of the booked line, and the payment's. */
async function movedLines(
  tx: Transaction,
  planned: readonly PlannedPayment[],
  entryIds: readonly (readonly number[])[],
): Promise<Map<number, Moved>> {
  const entries = planned.flatMap(({ planned: { decision, gone } }, index) =>
    decision.movement.takeBack === 'nothing' ? [] : (entryIds[index] ?? []).slice(0, gone.length + 1),
  )
  const moved = new Map<number, Moved>()
  if (entries.length === 0) return moved
  const lines = await tx.query(CASH_LINES, { entries })
  const lineOf = new Map(lines.map((line) => [line.entry_id, line]))
  for (const [index, { match, planned: one }] of planned.entries()) {
    if (one.decision.movement.takeBack === 'nothing') continue
    const own = (entryIds[index] ?? []).slice(0, one.gone.length + 1)
    const known = moved.get(match) ?? { keys: [], isPart: false }
    known.keys.push(...own.flatMap((id) => lineOf.get(id) ?? []))
    known.isPart ||= one.decision.record.kind === 'part'
    moved.set(match, known)
  }
  return moved
}

function standingOn(match: MatchToKeep, moved: Moved | undefined): MatchToKeep {
  if (moved === undefined) return match
  return {
    ...match,
    ledger: [...match.ledger, ...moved.keys],
    difference: moved.isPart ? 0n : match.difference,
  }
}

/**
 * Takes back what bank lines confirmed of trades: each settlement is again as it was booked. The matches are gone already.
 * @throws Refusal `settlement.paid-in-parts` (422) for one that was paid in several parts, of which only all can be taken back.
 */
export async function undoConfirmations(
  tx: Transaction,
  clock: Clock,
  tradeIds: readonly number[],
  by: RecordedBy,
): Promise<number> {
  if (tradeIds.length === 0) return 0
  if (tradeIds.length > SETTLED_AT_ONCE) {
    throw new Refusal('reconciliation.too-many-settlements', { limit: SETTLED_AT_ONCE.toLocaleString('en') })
  }
  const planOne = await planner(tx, clock, tradeIds)
  const planned = tradeIds.map((tradeId) => {
    const one = planOne({ tradeId, act: { kind: 'reopen' }, note: 'Its bank line was unmatched.' })
    if (one.decision.before.paid.length > 1) {
      throw new Refusal('settlement.paid-in-parts', { deal: one.loaded.trade.deal_number })
    }
    return one
  })
  await carryOut(tx, planned, by)
  return planned.length
}
