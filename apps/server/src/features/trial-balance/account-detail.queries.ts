/** One account over a period: opening, movement, closing and the newest of its lines. */
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { rupees } from '../statements/scope.queries.ts'
import { dayBefore } from '../statements/span.queries.ts'
import { type KeptSums, keptAt } from '../statements/statements.balances.ts'
import { type Period, sideOf } from './trial-balance.queries.ts'

const ACCOUNT = statement(
  'trial-balance.account',
  'SELECT id, account_code, account_name FROM chart_of_accounts WHERE lower(account_code) = lower($1)',
)
const DETAIL_MAX = 1000
const ENTRIES = statement(
  'trial-balance.entries',
  `SELECT l.entry_id, l.entry_date AS date, coalesce(l.description, h.description) AS description, h.reference, l.debit, l.credit,
          l.transaction_type
     FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
    WHERE l.account_id = $1 AND l.entry_date >= coalesce($2::date, '0001-01-01') AND l.entry_date <= $3::date
      AND ($4::bigint[] IS NULL OR coalesce(l.portfolio_id, 0) = ANY ($4)) AND ($5::text IS NULL OR l.transaction_type <> $5)
    ORDER BY l.entry_date DESC, l.entry_id DESC, l.line_no DESC LIMIT ${DETAIL_MAX}`,
)

interface Entry {
  entry_id: number
  date: string
  description: string | null
  reference: string | null
  debit: string
  credit: string
  transaction_type: string
}

/**
 * The account of a code over the period; `leaveOut` names a transaction type that does not count.
 * @throws Refusal 404.
 */
export async function accountDetail(db: Queryable, code: string, period: Period, leaveOut: string | null) {
  const [account] = await db.query<{ id: number; account_code: string; account_name: string }>(ACCOUNT, [
    code,
  ])
  if (!account) throw new Refusal('record.missing', { what: `The account ${code}` })
  const { startDate, endDate, portfolioIds, portfolio, entity } = period
  const [looks, entries] = await Promise.all([
    keptAt(db, [endDate, dayBefore(period)], {
      portfolioIds,
      accountIds: [account.id],
      types: leaveOut === null ? [] : [leaveOut],
    }),
    db.query<Entry>(ENTRIES, [account.id, startDate, endDate, portfolioIds, leaveOut]),
  ])
  const [end, start] = looks.map((sums) => totalOf(sums.filter((one) => one.type !== leaveOut)))
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
function totalOf(sums: readonly KeptSums[]) {
  return sums.reduce(
    (total, one) => ({
      debit: total.debit + one.debit,
      credit: total.credit + one.credit,
      lines: total.lines + one.lines,
    }),
    NOTHING,
  )
}
