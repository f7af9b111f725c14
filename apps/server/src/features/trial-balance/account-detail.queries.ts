/** One account over a period: opening, movement, closing and the newest of its lines. */

import { CLOSING } from '@em/core/ledger/lines'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'

import { dayBefore } from '../statements/span.queries.ts'
import { MANUAL, type StoredSums, storedSumsAt, TYPE_OF_LINE } from '../statements/statements.balances.ts'
import { type Period, sideOf } from './trial-balance.queries.ts'

const ACCOUNT = statement(
  'trial-balance.account',
  'SELECT id, account_code, account_name FROM chart_of_accounts WHERE lower(account_code) = lower(:code)',
)
const DETAIL_MAX = 1000
const ENTRIES = statement(
  'trial-balance.entries',
  `SELECT l.entry_id, l.entry_date AS date, coalesce(l.description, h.description) AS description, h.reference, l.debit, l.credit,
          ${TYPE_OF_LINE} AS transaction_type!
     FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
    WHERE l.account_id = :accountId AND l.entry_date >= coalesce(:startDate?::date, '0001-01-01') AND l.entry_date <= :endDate::date
      AND (:portfolioIds?::bigint[] IS NULL OR coalesce(l.portfolio_id, 0) = ANY (:portfolioIds)) AND ${TYPE_OF_LINE} <> ALL (:leftOut::text[])
      AND (:only?::text IS NULL OR ${TYPE_OF_LINE} = :only) AND (:bankId?::bigint IS NULL OR coalesce(l.settlement_account_id, 0) = :bankId)
    ORDER BY l.entry_date DESC, l.entry_id DESC, l.line_no DESC LIMIT ${DETAIL_MAX}`,
)

/** Which lines of the account count; all where nothing is said. */
export interface Part {
  readonly withoutClosing: boolean
  /** A settlement account's id; 0: lines that name none; null: whatever they name. */
  readonly bankId: number | null
  /** Lines of journal entries made by users alone, or all others. */
  readonly entries: 'manual' | 'other' | undefined
}

/** The account of a code over the period. @throws Refusal 404. */
export async function accountDetail(db: Queryable, code: string, period: Period, part: Part) {
  const [account] = await db.query(ACCOUNT, { code })
  if (!account) throw new Refusal('record.missing', { what: `The account ${code}` })
  const { startDate, endDate, portfolioIds, portfolio, entity } = period
  const leftOut = [...(part.withoutClosing ? [CLOSING] : []), ...(part.entries === 'other' ? [MANUAL] : [])]
  const only = part.entries === 'manual' ? MANUAL : null
  const [storedSums, entries] = await Promise.all([
    storedSumsAt(db, [endDate, dayBefore(period)], {
      portfolioIds,
      accountIds: [account.id],
      types: only === null ? leftOut : [only],
      byBank: part.bankId !== null,
    }),
    db.query(ENTRIES, {
      accountId: account.id,
      startDate,
      endDate,
      portfolioIds,
      leftOut,
      only,
      bankId: part.bankId,
    }),
  ])
  const counts = (one: StoredSums) =>
    (only === null ? !leftOut.includes(one.type) : one.type === only) &&
    (part.bankId === null || one.bankId === part.bankId)
  const [end, start] = storedSums.map((sums) => totalOf(sums.filter(counts)))
  const opening = startDate === null ? NOTHING : (start ?? NOTHING)
  const closing = end ?? NOTHING
  const net = closing.debit - closing.credit
  return {
    accountCode: account.account_code,
    accountName: account.account_name,
    period: { startDate, endDate, portfolio, entity },
    totals: {
      opening_balance: rupees(opening.debit - opening.credit),
      total_debit: rupees(closing.debit - opening.debit),
      total_credit: rupees(closing.credit - opening.credit),
      net_balance: rupees(net),
      balance_type: sideOf(net) as 'DR' | 'CR' | 'ZERO',
    },
    entry_count: closing.lines - opening.lines,
    entries: entries.map((entry) => ({
      ...entry,
      debit: jsonNumber(entry.debit),
      credit: jsonNumber(entry.credit),
    })),
  }
}

const NOTHING = { debit: 0n, credit: 0n, lines: 0 }
function totalOf(sums: readonly StoredSums[]) {
  return sums.reduce(
    (total, one) => ({
      debit: total.debit + one.debit,
      credit: total.credit + one.credit,
      lines: total.lines + one.lines,
    }),
    NOTHING,
  )
}
