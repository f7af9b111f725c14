/** A reconciliation as it is stored, its position among the others of its scope, and the lock that changes it. */
import type { ReconciliationSummary } from '@em/contract/reconciliation/reconciliation-records'
import { dayInWords } from '@em/core/values/date-texts'
import { addDays } from '@em/core/values/dates'
import {
  type Queryable,
  type RowOf,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { StoredFigures } from './figures.ts'
import { newLines, SAME_SCOPE, type Scope, scopeNamed, storedBalance } from './scope.queries.ts'

export interface Reconciliation extends Scope {
  readonly id: number
  readonly version: number
  readonly accountCode: string
  readonly accountName: string
  readonly settlementAccount: ReconciliationSummary['settlementAccount']
  readonly portfolio: string | null
  readonly portfolioCode: string | null
  readonly startDate: string
  readonly endDate: string
  readonly referenceType: 'bank' | 'vendor' | 'customer'
  readonly referenceNumber: string | null
  /** Numerals. */
  readonly externalOpening: string | null
  readonly externalClosing: string | null
  readonly notes: string | null
  readonly status: 'pending' | 'reconciled'
  readonly explanation: string | null
  readonly reconciledAt: string | null
  readonly reconciledBy: string | null
  /** Of a signed-off one. */
  readonly coveredUntil: string | null
  readonly glClosing: string | null
  readonly glLines: number | null
  readonly figures: StoredFigures | null
  readonly createdAt: string
  readonly createdBy: string
}

export const COLUMNS = `r.id, r.version, r.account_id AS "accountId", r.settlement_account_id AS "settlementAccountId",
  r.portfolio_id AS "portfolioId", a.account_code AS "accountCode", a.account_name AS "accountName",
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'account_name', s.account_name,
    'account_number', s.account_number, 'bank_name', s.bank_name) END AS "settlementAccount",
  p.portfolio_name AS portfolio, p.portfolio_id AS "portfolioCode", r.start_date AS "startDate", r.end_date AS "endDate",
  r.reference_type AS "referenceType", r.reference_number AS "referenceNumber", r.external_opening AS "externalOpening",
  r.external_closing AS "externalClosing", r.notes, r.status, r.explanation, r.reconciled_at AS "reconciledAt",
  o.first_name || ' ' || o.last_name AS "reconciledBy", r.covered_until AS "coveredUntil", r.gl_closing AS "glClosing",
  r.gl_lines AS "glLines", r.figures, r.created_at AS "createdAt", c.first_name || ' ' || c.last_name AS "createdBy"`
export const TABLES = `reconciliations r JOIN chart_of_accounts a ON a.id = r.account_id
  LEFT JOIN settlement_accounts s ON s.id = r.settlement_account_id LEFT JOIN portfolios p ON p.id = r.portfolio_id
  LEFT JOIN users o ON o.id = r.reconciled_by JOIN users c ON c.id = r.created_by`

const FIND = statement('reconciliation.find', `SELECT ${COLUMNS} FROM ${TABLES} WHERE r.id = :id`)
const LOCK = statement('reconciliation.lock', 'SELECT id FROM reconciliations WHERE id = :id FOR UPDATE')
const BUMP = statement(
  'reconciliation.bump',
  'UPDATE reconciliations SET version = version + 1 WHERE id = :id',
)

/** @throws Refusal 404. */
export async function findReconciliation(db: Queryable, id: number): Promise<Reconciliation> {
  const [found] = await db.query(FIND, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: 'The reconciliation' })
  return found
}

/** Its name in a sentence: its account, and the settlement account's name. */
export function nameOf(
  one: Pick<Reconciliation, 'accountCode' | 'accountName' | 'settlementAccount'>,
): string {
  const bank = one.settlementAccount
  return `${one.accountCode} ${one.accountName}${bank === null ? '' : `, ${bank.account_name} ${bank.account_number}`}`
}

/**
 * Locks it for a change: other changes of it wait until this write is done.
 * @throws Refusal 404; `record.stale` (409) when another version was sent; `reconciliation.closed` (409) when it is
 *   signed off.
 */
export async function lockPending(
  tx: Transaction,
  id: number,
  version: number | null,
): Promise<Reconciliation> {
  const one = await lock(tx, id, version)
  if (one.status === 'reconciled') {
    throw new Refusal('reconciliation.closed', { account: nameOf(one), end: dayInWords(one.endDate) })
  }
  return one
}

/** The same, signed off or not. */
export async function lock(tx: Transaction, id: number, version: number | null): Promise<Reconciliation> {
  await tx.query(LOCK, { id })
  const one = await findReconciliation(tx, id)
  if (version !== null && version !== one.version) {
    throw new Refusal('record.stale', { what: 'This reconciliation' })
  }
  return one
}

/** The next version: a user who read this one and saves from it is refused. */
export function bump(tx: Transaction, id: number): void {
  tx.send(BUMP, { id })
}

const EARLIER = statement(
  'reconciliation.earlier',
  `SELECT id, status, start_date, end_date, covered_until, external_closing, gl_lines, residual
     FROM reconciliations
    WHERE ${SAME_SCOPE} AND end_date < :startDate
    ORDER BY end_date`,
)
type Earlier = RowOf<typeof EARLIER>

/** Where the open lines of a pending reconciliation come from. */
export interface OpenLinesSource {
  readonly scope: Scope
  readonly id: number
  readonly startDate: string
  /** The last one signed off before it. */
  readonly last: Earlier | null
  /** Those between that one and this one which are not signed off. */
  readonly pendingBefore: readonly Earlier[]
  /** Those of the scope up to this one: what is matched in them is done. */
  readonly chain: readonly number[]
  /** Ledger lines from here on are open unless matched. */
  readonly from: string
  /** The last day whose lines count. */
  readonly until: string
  /** The first day that the sign-offs of the scope look at. */
  readonly begins: string
  /** Days that were signed off and have lines recorded since, and the last day that was; null: there are none. */
  readonly late: { readonly days: readonly string[]; readonly until: string } | null
}

export async function openLinesSource(
  db: Queryable,
  one: Reconciliation,
  today: string,
): Promise<OpenLinesSource> {
  const earlier = await db.query(EARLIER, { ...scopeNamed(one), startDate: one.startDate })
  const last = earlier.findLast((other) => other.status === 'reconciled') ?? null
  const pendingBefore = earlier.filter(
    (other) => other.status === 'pending' && (last === null || other.end_date > last.end_date),
  )
  const from =
    last?.covered_until == null
      ? (pendingBefore[0]?.start_date ?? one.startDate)
      : addDays(last.covered_until, 1)
  const until = one.coveredUntil ?? (one.endDate < today ? one.endDate : today)
  const source = {
    scope: one,
    id: one.id,
    startDate: one.startDate,
    last,
    pendingBefore,
    chain: [...earlier.map((other) => other.id), one.id],
    from,
    until,
    begins: earlier[0]?.start_date ?? one.startDate,
  }
  if (last?.covered_until == null || one.status === 'reconciled') return { ...source, late: null }
  const stored = await storedBalance(db, one, last.covered_until)
  if (stored.lines === last.gl_lines) return { ...source, late: null }
  const signedOff = earlier.filter((other) => other.status === 'reconciled').map((other) => other.id)
  const days = await newLines(db, one, source.begins, last.covered_until, signedOff)
  // Lines of days before the first reconciliation are in no list.
  if (days.length === 0) return { ...source, late: null }
  return { ...source, late: { days: days.map(({ day }) => day), until: last.covered_until } }
}
