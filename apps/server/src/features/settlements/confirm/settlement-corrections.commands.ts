/**
 * What a correction or deletion of trades does to their settlements. A payment that was confirmed stays where it was;
 * what is outstanding is the net value in force less what was paid, and stays open in payable or receivable.
 */
import { shownBy } from '@em/core/reconciliation/evidence'
import { decideSettlement, settleCorrection } from '@em/core/settlements/settlement'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { type EntryToPost, OWN_TRADE, postEntries } from '../../ledger/posting/post-entries.commands.ts'
import { reversalsOf } from '../../ledger/posting/reversals.commands.ts'
import { lockSettlements } from '../list/settlements.queries.ts'
import {
  type DecidedAct,
  type Loaded,
  loadSettlements,
  type NewStanding,
  sendActs,
  sendStandings,
} from './keep-settlements.commands.ts'
import { entryOf, termsOf } from './settlements.commands.ts'

/** The settlements of some trades before they are corrected, by trade id: only of those that something happened to. */
export type BeforeCorrection = ReadonlyMap<number, Loaded>

// A statement is of a whole account: what it shows of these trades counts, also where the user does not see the reconciliation.
const RECONCILED = statement(
  'settlements.reconciled',
  `SELECT DISTINCT ON (h.id) h.id AS entry_id, coalesce(h.moved_from, h.entry_date) AS day, m.match_id, e.id AS line_id,
          e.line_date, left(nullif(trim(coalesce(e.reference, e.description)), ''), 100) AS reference
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role = 'cash'
     JOIN em.matched_ledger_lines m ON m.entry_id = l.entry_id AND m.line_no = l.line_no
     JOIN em.matched_statement_lines k ON k.match_id = m.match_id JOIN em.statement_lines e ON e.id = k.statement_line_id
    WHERE h.id = ANY (:ids::bigint[])
    ORDER BY h.id, e.line_date DESC, e.id DESC`,
)
// Of each match that contains an entry.
const SUMS = statement(
  'settlements.sums-of-matches',
  `SELECT m.match_id,
          (SELECT sum(l.debit - l.credit) FROM em.matched_ledger_lines x JOIN em.journal_lines l USING (entry_id, line_no)
             JOIN em.journal_entries h ON h.id = l.entry_id
            WHERE x.match_id = m.match_id AND l.role = 'cash' AND h.kind = 'settlement' AND h.reversal_of IS NULL
              AND NOT EXISTS (SELECT FROM em.journal_entries r WHERE r.reversal_of = h.id)) AS settlements!,
          (SELECT sum(e.debit - e.credit) FROM em.matched_statement_lines k JOIN em.statement_lines e ON e.id = k.statement_line_id
            WHERE k.match_id = m.match_id) AS statement!,
          (SELECT count(*) FROM em.matched_ledger_lines x WHERE x.match_id = m.match_id) AS lines
     FROM unnest(:ids::bigint[]) AS m (match_id)`,
)

/**
 * Holds the settlements of trades that are about to be corrected or deleted. An unconfirmed one whose bank
 * line is reconciled was paid: that is recorded first.
 */
export async function beforeCorrection(
  tx: Transaction,
  tradeIds: readonly number[],
  order: { readonly recordedBy: number; readonly today: string },
): Promise<BeforeCorrection> {
  await lockSettlements(tx, tradeIds)
  const all = await loadSettlements(tx, tradeIds)
  const paid = await confirmReconciled(tx, [...all.values()], order)
  const now = paid.length === 0 ? all : new Map([...all, ...(await loadSettlements(tx, paid))])
  return new Map([...now].filter(([, { trade }]) => trade.is_acted_upon))
}

/** Confirms what is expected of those whose bank line is reconciled and shows all of it, as booked; answers the trades. */
async function confirmReconciled(
  tx: Transaction,
  all: readonly Loaded[],
  { recordedBy, today }: { readonly recordedBy: number; readonly today: string },
): Promise<number[]> {
  const byEntry = new Map(
    all.flatMap((one) => (one.trade.expected_entry_id === null ? [] : [[one.trade.expected_entry_id, one]])),
  )
  if (byEntry.size === 0) return []
  const matched = await tx.query(RECONCILED, { ids: [...byEntry.keys()] })
  const paying = await payingMatches(tx, [...new Set(matched.map((line) => line.match_id))])
  const found = matched.filter((line) => paying.has(line.match_id))
  if (found.length === 0) return []
  const calendar = await loadCalendar(tx)
  const happened = found.map(({ entry_id, day, line_id, line_date, reference }): DecidedAct => {
    const { trade, records } = byEntry.get(entry_id) as Loaded
    const state = { terms: termsOf(trade), records, isBooked: true, today, calendar }
    const { record, after } = orRefuse(decideSettlement({ kind: 'confirm', date: day }, state))
    return {
      trade,
      record,
      standing: after,
      reference,
      note: 'Its bank line is reconciled.',
      entryIds: [],
      expectedEntryId: null,
      bankLine: { id: line_id, date: line_date },
    }
  })
  sendActs(tx, happened, recordedBy)
  return happened.map((one) => one.trade.id)
}

/** Those of some matches whose bank lines show all that is expected of their settlements. */
async function payingMatches(tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.query(SUMS, { ids })
  const cents = (numeral: string) => decimalOf(numeral, MONEY_SCALE)
  const paying = rows.filter(
    ({ settlements, statement: shown, lines }) =>
      shownBy({ settlements: cents(settlements), statement: cents(shown), isAlone: lines === 1 }).kind ===
      'all',
  )
  return new Set(paying.map((row) => row.match_id))
}

/**
 * Adjusts the settlements that were acted upon to the versions that are in force now; answers the
 * entries that were posted. What was paid stays.
 */
export async function afterCorrection(
  tx: Transaction,
  before: BeforeCorrection,
  by: RecordedBy,
): Promise<number[]> {
  if (before.size === 0) return []
  const now = await loadSettlements(tx, [...before.keys()])
  const settled = [...before].map(([id, was]) => settleOne(was, now.get(id) as Loaded))
  const gone = settled.flatMap(({ takenBack }) => takenBack ?? [])
  const reversals = await reversalsOf(tx, gone, { kind: 'correction' })
  const byEntry = new Map(reversals.map((entry) => [entry.reversalOf, entry]))
  const entries = settled.map(({ takenBack, expected }): EntryToPost[] => [
    ...(takenBack === null ? [] : [byEntry.get(takenBack) as EntryToPost]),
    ...(expected === null ? [] : [expected]),
  ])
  const ids = await postEntries(tx, entries.flat(), OWN_TRADE, by)
  let next = 0
  const restated = settled.map(({ tradeId, standing, staying, expected }, index): NewStanding => {
    const own = ids.slice(next, (next += entries[index]?.length ?? 0))
    return { tradeId, standing, expectedEntryId: expected === null ? staying : (own.at(-1) ?? null) }
  })
  sendStandings(tx, restated)
  return ids
}

function settleOne(was: Loaded, now: Loaded) {
  const { expected_entry_id } = was.trade
  const { standing, movement } = settleCorrection({
    before: termsOf(was.trade),
    after: termsOf(now.trade),
    records: was.records,
    isBooked: expected_entry_id !== null,
    isSameBrokerAndAccount:
      was.trade.broker_id === now.trade.broker_id &&
      was.trade.settlement_account_id === now.trade.settlement_account_id,
  })
  const takenBack = movement.takeBack === 'nothing' ? null : expected_entry_id
  return {
    tradeId: now.trade.id,
    standing,
    takenBack,
    /** The entry of what is expected that stays. */
    staying: takenBack === null ? expected_entry_id : null,
    expected: movement.expected === null ? null : entryOf(now.trade, movement.expected),
  }
}
