/** The receipts and payments of cash by purpose, read off the entries themselves. */
import { type CashLine } from '@em/contract/statements/statements'
import { type CashMovement, cashMovements } from '@em/core/statements/cash-movements'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { type Account } from '../chart-of-accounts/chart.queries.ts'
import { type Scope } from '../portfolios/scope.queries.ts'
import { BANK_PAYMENT, type BankLine, lineOf } from './cash-lines.ts'
import type { Span } from './span.queries.ts'

// Only on the days on which the stored balances know of cash lines that are meant, and in the index of the cash accounts.
const TOUCHED = `
  days AS MATERIALIZED (
    SELECT DISTINCT account_id, day FROM ledger_days
     WHERE account_id = ANY (:cash::bigint[]) AND day >= coalesce(:startDate?::date, '0001-01-01') AND day <= :endDate::date
       AND (:portfolioIds?::bigint[] IS NULL OR portfolio_id = ANY (:portfolioIds)) AND (:without?::text IS NULL OR transaction_type <> :without)),
  touched AS (
    SELECT DISTINCT l.entry_id FROM days JOIN journal_lines l ON l.account_id = days.account_id AND l.entry_date = days.day
     WHERE (:portfolioIds?::bigint[] IS NULL OR coalesce(l.portfolio_id, 0) = ANY (:portfolioIds)) AND (:without?::text IS NULL OR l.transaction_type <> :without)),
  lines AS (
    SELECT l.entry_id, coalesce(l.portfolio_id, 0) AS portfolio_id, l.account_id, l.account_id = ANY (:cash) AS is_cash,
           CASE WHEN l.account_id = ANY (:cash) THEN coalesce(l.settlement_account_id, 0) END AS bank_id, l.debit - l.credit AS net
      FROM touched JOIN journal_lines l USING (entry_id)
     WHERE :portfolioIds?::bigint[] IS NULL OR coalesce(l.portfolio_id, 0) = ANY (:portfolioIds)),
  entries AS (
    SELECT entry_id, portfolio_id, min(bank_id) AS bank_id, count(DISTINCT bank_id) AS banks
      FROM lines GROUP BY 1, 2)`
// Most entries move one bank account: those are added up by the database.
const SIMPLE = statement(
  'statements.cash-simple',
  `WITH ${TOUCHED}
   SELECT e.bank_id AS bank_id!, l.account_id, h.kind, sum(l.net) AS net
     FROM entries e JOIN lines l USING (entry_id, portfolio_id) JOIN journal_entries h ON h.id = e.entry_id
    WHERE e.banks = 1 AND NOT l.is_cash GROUP BY 1, 2, 3`,
)
const SEVERAL = statement(
  'statements.cash-several',
  `WITH ${TOUCHED}
   SELECT l.entry_id, l.portfolio_id, l.bank_id, CASE WHEN l.is_cash THEN NULL ELSE l.account_id END AS account_id, h.kind,
          sum(l.net) AS net
     FROM entries e JOIN lines l USING (entry_id, portfolio_id) JOIN journal_entries h ON h.id = e.entry_id
    WHERE e.banks > 1 GROUP BY 1, 2, 3, 4, 5`,
)

interface Books {
  readonly span: Span
  readonly scope: Scope
  readonly accounts: readonly Account[]
}

/** The movements of the period: all of them, or those that do not settle trades. */
export async function walkedMovements(
  db: Queryable,
  { span, scope, accounts }: Books,
  which: 'all' | 'other',
): Promise<BankLine[]> {
  const cash = accounts.filter((account) => account.role === 'cash').map((account) => account.id)
  const values = {
    startDate: span.startDate,
    endDate: span.endDate,
    cash,
    portfolioIds: scope.portfolioIds,
    without: which === 'all' ? null : BANK_PAYMENT,
  }
  const [simple, several] = await Promise.all([db.query(SIMPLE, values), db.query(SEVERAL, values)])
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const keyOf = (accountId: number | null, kind: string): CashLine => {
    if (kind === 'opening') return 'opening_balances'
    const account = accountId === null ? undefined : byId.get(accountId)
    return account === undefined ? 'other_assets' : lineOf(account)
  }
  const cents = (row: { net: string }) => decimalOf(row.net, MONEY_SCALE)
  return [
    ...simple.map((row) => ({
      bankId: row.bank_id,
      key: keyOf(row.account_id, row.kind),
      amount: -cents(row),
    })),
    ...[...Map.groupBy(several, (row) => `${row.entry_id} ${row.portfolio_id}`).values()].flatMap((rows) =>
      cashMovements(
        rows.flatMap((row) => (row.bank_id === null ? [] : [{ bank: row.bank_id, amount: cents(row) }])),
        rows.flatMap((row) =>
          row.bank_id === null ? [{ key: keyOf(row.account_id, row.kind), amount: cents(row) }] : [],
        ),
      ).map(toBankLine),
    ),
  ]
}

function toBankLine({ bank, key, amount }: CashMovement<number>): BankLine {
  return { bankId: bank, key: key as CashLine, amount }
}
