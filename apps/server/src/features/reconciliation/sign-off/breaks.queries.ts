/** The breaks of reconciliations for the bell and the lock checks: unexplained differences, and days that are not covered. */
import { proofOf } from '@em/core/reconciliation/figures'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { changesSince } from '../lines/changes.queries.ts'
import { cents, comparedOf } from '../lines/figures.ts'
import { figuresOf } from '../lines/open-lines.queries.ts'
import {
  COLUMNS,
  nameOf,
  openLinesSource,
  type Reconciliation,
  TABLES,
} from '../lines/reconciliations.queries.ts'

export interface ReconciliationBreak {
  readonly reconciliationId: number
  /** Code and name of the account, with its bank account where it is of one. */
  readonly account: string
  readonly settlementAccountId: number | null
  readonly portfolio: string | null
  readonly startDate: string
  readonly endDate: string
  readonly status: 'pending' | 'reconciled'
  /** In cents, of one that is not signed off; 0 of one that changed since its sign-off. */
  readonly unexplained: bigint
  /** Lines recorded into its days since the sign-off, after which no later one of its scope was signed off. */
  readonly changedLines: number
}

/** Accounts whose figures are added up for one answer. */
const EXAMINED_MOST = 20

const CHANGED = statement(
  'reconciliation.breaks-changed',
  `SELECT ${COLUMNS} FROM ${TABLES}
    WHERE r.status = 'reconciled' AND r.id IN (SELECT reconciliation_id FROM reconciliation_changes WHERE closed_by IS NULL)
    ORDER BY r.end_date DESC, r.id DESC LIMIT 100`,
)
const PENDING = statement(
  'reconciliation.breaks-pending',
  `SELECT ${COLUMNS} FROM ${TABLES}
    WHERE r.id IN (SELECT DISTINCT ON (account_id, settlement_account_id, portfolio_id) id FROM reconciliations
                    WHERE status = 'pending' AND external_closing IS NOT NULL AND start_date <= :begunBy::date
                    ORDER BY account_id, settlement_account_id, portfolio_id, end_date DESC)
    ORDER BY r.end_date DESC, r.id DESC LIMIT ${EXAMINED_MOST}`,
)

/**
 * Accounts with an unexplained difference and those that changed since their sign-off (at most 100), latest first. Of each
 * account the latest pending reconciliation whose statement balance is entered and that begins by `begunBy` is added up (of at
 * most 20 accounts): it holds what is open of the months before it. A difference that was accepted with an explanation at the
 * sign-off is none.
 */
export async function reconciliationBreaks(
  db: Queryable,
  today: string,
  begunBy = today,
): Promise<ReconciliationBreak[]> {
  const [changed, pending] = await Promise.all([db.query(CHANGED), db.query(PENDING, { begunBy })])
  const changes = await changesSince(
    db,
    changed.map((one) => one.id),
  )
  const breaks = changed.map((one) => breakOf(one, 0n, changes.get(one.id)?.open ?? 0))
  for (const one of pending) {
    const figures = await figuresOf(db, one, await openLinesSource(db, one, today))
    const unexplained = proofOf(comparedOf(figures)).unexplained ?? 0n
    if (unexplained !== 0n) breaks.push(breakOf(one, unexplained, 0))
  }
  return breaks.toSorted((a, b) => (a.endDate < b.endDate ? 1 : a.endDate > b.endDate ? -1 : 0))
}

function breakOf(one: Reconciliation, unexplained: bigint, changedLines: number): ReconciliationBreak {
  return {
    reconciliationId: one.id,
    account: nameOf(one),
    settlementAccountId: one.settlementAccountId === 0 ? null : one.settlementAccountId,
    portfolio: one.portfolio,
    startDate: one.startDate,
    endDate: one.endDate,
    status: one.status,
    unexplained,
    changedLines,
  }
}

export interface UnreconciledAccount {
  readonly settlementAccountId: number
  readonly accountName: string
  readonly accountNumber: string
  readonly bankName: string
  /** The last day that a sign-off covers; null: none does. */
  readonly reconciledThrough: string | null
  /** Of the cash account, through the day asked, in cents. */
  readonly balance: bigint
}

// The lines of a bank account through the day: by the stored months, whose last may hold later days as well.
const UNRECONCILED = statement(
  'reconciliation.unreconciled',
  `SELECT s.id AS "settlementAccountId", s.account_name AS "accountName", s.account_number AS "accountNumber",
          s.bank_name AS "bankName", c.through AS "reconciledThrough", b.balance
     FROM settlement_accounts s
     CROSS JOIN LATERAL (
       SELECT sum(k.debit - k.credit) AS balance, coalesce(sum(k.lines), 0) AS lines
         FROM (SELECT debit, credit, lines FROM ledger_months
                WHERE month < date_trunc('month', :through::timestamp)::date AND settlement_account_id = s.id
                  AND account_id IN (SELECT account_id FROM gl_mappings WHERE role = 'cash')
                  AND (:portfolioIds?::bigint[] IS NULL OR portfolio_id = ANY (:portfolioIds))
               UNION ALL
               SELECT debit, credit, lines FROM ledger_days
                WHERE day >= date_trunc('month', :through::timestamp)::date AND day <= :through::timestamp::date AND settlement_account_id = s.id
                  AND account_id IN (SELECT account_id FROM gl_mappings WHERE role = 'cash')
                  AND (:portfolioIds::bigint[] IS NULL OR portfolio_id = ANY (:portfolioIds))) k) b
     LEFT JOIN LATERAL (
       SELECT max(r.covered_until) AS through FROM reconciliations r
        WHERE r.status = 'reconciled' AND r.settlement_account_id IN (0, s.id)
          AND (r.portfolio_id = 0 OR r.portfolio_id = ANY (:portfolioIds))
          AND r.account_id IN (SELECT account_id FROM gl_mappings WHERE role = 'cash')) c ON true
    WHERE b.lines > 0 AND (c.through IS NULL OR c.through < :through::timestamp::date)
    ORDER BY lower(s.account_name), s.id`,
)

/**
 * Bank accounts with ledger lines through a day that no sign-off covers to that day. `portfolioIds`: only lines of these
 * (0: those without a portfolio) count; null: all.
 */
export async function unreconciledAccounts(
  db: Queryable,
  through: string,
  portfolioIds: readonly number[] | null = null,
): Promise<UnreconciledAccount[]> {
  const rows = await db.query(UNRECONCILED, { through, portfolioIds })
  return rows.map((row) => ({ ...row, balance: cents(row.balance ?? '0') }))
}
