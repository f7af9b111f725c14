/** Effects of acts on settlements on reconciliations: a confirmation proposes its match, a reopening asks about it. */
import { DAYS_TOLERANCE } from '@em/core/reconciliation/line'
import { dayInWords } from '@em/core/values/date-texts'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { forTheBooks } from '../../../platform/database/scope.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sharePostings } from '../../ledger/posting/post-entries.commands.ts'
import { bump, findReconciliation, lockPending, nameOf } from '../lines/reconciliations.queries.ts'
import { type AutoMatchOrder, autoMatchAll, type ChooseTrades } from './matching.commands.ts'
import { addSums, NOTHING_PAID, type PaidSums } from './settling.commands.ts'

/** The bank's side of what trades pay or receive, of entries in force. */
const CASH_OF_TRADES = `journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role = 'cash'
  WHERE h.trade_id = ANY (:tradeIds::bigint[]) AND h.kind = 'settlement' AND h.reversal_of IS NULL
    AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)`
/** Pending reconciliations that contain such a line. */
const AT_WORK = `r.status = 'pending' AND r.account_id = l.account_id AND r.settlement_account_id IN (0, l.settlement_account_id)
  AND r.portfolio_id IN (0, l.portfolio_id)`

// Of each payment the nearest bank line of its amount, of each such line one payment; a pair that was rejected is not proposed again. Also where the confirming user does not
// see the reconciliation, which is of a whole account.
const PROPOSE = statement(
  'reconciliation.propose-confirmed',
  `WITH paid AS MATERIALIZED (
     SELECT h.id AS entry_id, h.reference AS deal, l.line_no, l.entry_date, l.account_id, l.settlement_account_id, l.portfolio_id,
            l.debit, l.credit
       FROM (SELECT h.id, h.trade_id, h.reference, l.* FROM ${CASH_OF_TRADES}) AS l
       JOIN journal_entries h ON h.id = l.entry_id
       JOIN settlement_states s ON s.trade_id = h.trade_id AND s.expected_entry_id IS DISTINCT FROM h.id
      WHERE NOT EXISTS (SELECT FROM em.matched_ledger_lines m WHERE m.entry_id = l.entry_id AND m.line_no = l.line_no)),
   pairs AS (
     SELECT DISTINCT ON (r.id, l.entry_id) r.id AS reconciliation_id, l.entry_id || '-' || l.line_no AS line, l.deal, l.entry_date,
            e.id AS external
       FROM paid l JOIN em.reconciliations r ON ${AT_WORK} AND l.entry_date <= r.end_date
       JOIN em.statement_lines e ON e.reconciliation_id = r.id AND e.state = 'active' AND e.debit = l.debit AND e.credit = l.credit
        AND e.line_date BETWEEN l.entry_date - ${DAYS_TOLERANCE} AND l.entry_date + ${DAYS_TOLERANCE}
      WHERE NOT EXISTS (SELECT FROM em.matched_statement_lines m WHERE m.statement_line_id = e.id)
        AND NOT EXISTS (SELECT FROM em.reconciliation_proposals p
                         WHERE p.reconciliation_id = r.id
                           AND (p.key = l.entry_id || '-' || l.line_no || '|' || e.id
                                OR NOT p.rejected AND (p.external @> ARRAY[e.id] OR p.ledger @> ARRAY[l.entry_id || '-' || l.line_no])))
      ORDER BY r.id, l.entry_id, abs(e.line_date - l.entry_date), e.id)
   INSERT INTO em.reconciliation_proposals (reconciliation_id, key, reason, ledger, external)
   SELECT reconciliation_id, line || '|' || external, deal || ' was confirmed with this amount.', ARRAY[line], ARRAY[external]
     FROM (SELECT DISTINCT ON (reconciliation_id, external) * FROM pairs ORDER BY reconciliation_id, external, line) one`,
)

/** Proposes bank lines for payments that were confirmed by hand: the same amount, at most three days apart. */
export function proposeMatches(tx: Transaction, tradeIds: readonly number[]): void {
  if (tradeIds.length > 0) tx.send(PROPOSE, { tradeIds })
}

const MATCHED = statement(
  'reconciliation.matched-payments',
  `SELECT m.match_id, m.reconciliation_id, l.trade_id AS trade_id!, l.deal AS deal!
     FROM (SELECT h.id, h.trade_id, h.reference AS deal, l.entry_id, l.line_no FROM ${CASH_OF_TRADES}) AS l
     JOIN matched_ledger_lines m ON m.entry_id = l.entry_id AND m.line_no = l.line_no
    ORDER BY m.reconciliation_id, m.match_id`,
)

/**
 * Before settlements are reopened: asks about the matches of their payments, or takes them apart. Answers the trades
 * whose payments stay matched.
 * @throws Refusal `settlement.matched` (409) without a choice of what becomes of them; `reconciliation.closed` (409).
 */
export function releaseMatches(
  tx: Transaction,
  tradeIds: readonly number[],
  choice: 'unmatch' | 'keep' | null,
): Promise<ReadonlySet<number>> {
  // A match may be in the reconciliation of a whole account, which the person does not see.
  return forTheBooks(tx, () => release(tx, tradeIds, choice))
}

async function release(
  tx: Transaction,
  tradeIds: readonly number[],
  choice: 'unmatch' | 'keep' | null,
): Promise<ReadonlySet<number>> {
  await sharePostings(tx)
  const matched = await tx.query(MATCHED, { tradeIds })
  const [first] = matched
  if (first === undefined) return new Set()
  if (choice === null) {
    const one = await findReconciliation(tx, first.reconciliation_id)
    throw new Refusal('settlement.matched', {
      deal: first.deal,
      account: nameOf(one),
      end: dayInWords(one.endDate),
    })
  }
  if (choice === 'keep') return new Set(matched.map((row) => row.trade_id))
  for (const id of new Set(matched.map((row) => row.reconciliation_id))) {
    await lockPending(tx, id, null)
    bump(tx, id)
  }
  await tx.query('DELETE FROM reconciliation_matches WHERE id = ANY ($1::bigint[])', [
    matched.map((row) => row.match_id),
  ])
  return new Set()
}

/** Reconciliations that one request pairs lines of: each holds its open lines. */
const AT_ONCE = 200
const RECONCILIATIONS = statement(
  'reconciliation.at-work-on-cash',
  `SELECT r.id FROM reconciliations r
    WHERE r.status = 'pending' AND r.account_id IN (SELECT account_id FROM gl_mappings WHERE role = 'cash')
      AND (:settlementAccountId?::bigint IS NULL OR r.settlement_account_id IN (0, :settlementAccountId)) AND (:portfolioId?::bigint IS NULL OR r.portfolio_id IN (0, :portfolioId))
      AND EXISTS (SELECT FROM statement_lines e WHERE e.reconciliation_id = r.id AND e.state = 'active'
                     AND NOT EXISTS (SELECT FROM matched_statement_lines m WHERE m.statement_line_id = e.id))
    ORDER BY r.end_date, r.id LIMIT ${AT_ONCE + 1}`,
)

/** The scope of the reconciliations that can hold the bank lines; null: all. */
export interface BankLinesOf {
  readonly settlementAccountId: number | null
  readonly portfolioId: number | null
}

/**
 * Confirms trades whose bank lines are there: pairs the unmatched lines of pending reconciliations, as Auto Match does, with
 * the settlements of the trades that `choose` leaves. Answers what was confirmed and how many pairs wait for the next call.
 * @throws Refusal `settlement.too-many-reconciliations` (422).
 */
export async function confirmByBankLines(
  tx: Transaction,
  clock: Clock,
  of: BankLinesOf,
  order: AutoMatchOrder & { readonly choose: ChooseTrades },
): Promise<{ sums: PaidSums; left: number }> {
  await sharePostings(tx)
  const found = await tx.query(RECONCILIATIONS, {
    settlementAccountId: of.settlementAccountId,
    portfolioId: of.portfolioId,
  })
  if (found.length > AT_ONCE) throw new Refusal('settlement.too-many-reconciliations', { limit: AT_ONCE })
  let [sums, waiting] = [NOTHING_PAID, 0]
  for (const { id } of found) {
    const one = await lockPending(tx, id, null)
    const { sums: added, left } = await autoMatchAll(tx, one, clock, order)
    sums = addSums(sums, added)
    waiting += left
    // So many are confirmed in one request.
    if (left > 0) break
  }
  return { sums, left: waiting }
}
