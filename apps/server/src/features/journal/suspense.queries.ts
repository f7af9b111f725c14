/** What stands on Suspense, and the lines that make it up. */
import type { Suspense } from '@em/contract/books/journal'
import { openItems } from '@em/core/journal/open-items'
import { DEFAULT_ROLE_ACCOUNTS } from '@em/core/postings/roles'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'

/** Lines looked at, and lines told, of one portfolio. */
const WALKED = 1000
const TOLD = 100

const ACCOUNTS = statement(
  'journal.suspense-accounts',
  `SELECT a.id, a.account_code, a.account_name FROM chart_of_accounts a
    WHERE a.account_code = $1 OR EXISTS (SELECT FROM gl_mappings m WHERE m.account_id = a.id AND m.role = 'suspense')
    ORDER BY a.account_code`,
)
const BALANCES = statement(
  'journal.suspense-balances',
  `SELECT k.account_id, k.portfolio_id, p.portfolio_id AS code, p.portfolio_name AS name, sum(k.debit - k.credit) AS balance
     FROM (
       SELECT account_id, portfolio_id, debit, credit FROM ledger_months
        WHERE month < date_trunc('month', $1::timestamp)::date AND account_id = ANY ($2::bigint[])
       UNION ALL
       SELECT account_id, portfolio_id, debit, credit FROM ledger_days
        WHERE day >= date_trunc('month', $1::timestamp)::date AND day <= $1::timestamp::date
          AND account_id = ANY ($2::bigint[])) k
     LEFT JOIN portfolios p ON p.id = k.portfolio_id
    GROUP BY 1, 2, 3, 4 HAVING sum(k.debit - k.credit) <> 0
    ORDER BY p.portfolio_name NULLS FIRST, k.account_id`,
)
const LINES = statement(
  'journal.suspense-lines',
  `SELECT l.entry_id, l.entry_date AS date, coalesce(l.description, h.description) AS description, h.reference, l.debit, l.credit
     FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
    WHERE l.account_id = $1 AND coalesce(l.portfolio_id, 0) = $2 AND l.entry_date <= $3::date
    ORDER BY l.entry_date DESC, l.entry_id DESC, l.line_no DESC LIMIT ${WALKED}`,
)

interface Line {
  entry_id: number
  date: string
  description: string
  reference: string | null
  debit: string
  credit: string
}

/** The balance of Suspense today, by portfolio (and for lines of none), with what is still open. */
export async function findSuspense(db: Queryable, today: string): Promise<Suspense> {
  const accounts = await db.query<{ id: number; account_code: string; account_name: string }>(ACCOUNTS, [
    DEFAULT_ROLE_ACCOUNTS.suspense,
  ])
  const balances = await db.query<{
    account_id: number
    portfolio_id: number
    code: string | null
    name: string | null
    balance: string
  }>(BALANCES, [today, accounts.map(({ id }) => id)])
  const codes = new Map(accounts.map(({ id, account_code }) => [id, account_code]))
  const portfolios = await Promise.all(
    balances.map(async ({ account_id, portfolio_id, code, name, balance }) => {
      const lines = await db.query<Line>(LINES, [account_id, portfolio_id, today])
      const cents = decimalOf(balance, MONEY_SCALE)
      const open = openItems(
        lines.map((line) => ({
          line,
          amount: decimalOf(line.debit, MONEY_SCALE) - decimalOf(line.credit, MONEY_SCALE),
        })),
        cents,
      )
      const told = open.reduce((sum, { amount }) => sum + amount, 0n)
      return {
        portfolioId: code,
        portfolioName: name,
        account_code: codes.get(account_id) ?? '',
        balance: toJsonNumber(cents, MONEY_SCALE),
        entries: open.slice(0, TOLD).map(({ line: { debit, credit, ...line } }) => ({
          ...line,
          debit: jsonNumber(debit),
          credit: jsonNumber(credit),
        })),
        more: open.length > TOLD || told !== cents,
      }
    }),
  )
  const balance = balances.reduce((sum, row) => sum + decimalOf(row.balance, MONEY_SCALE), 0n)
  return {
    accounts: accounts.map(({ account_code, account_name }) => ({ account_code, account_name })),
    balance: toJsonNumber(balance, MONEY_SCALE),
    is_clear: balances.length === 0,
    portfolios,
  }
}
