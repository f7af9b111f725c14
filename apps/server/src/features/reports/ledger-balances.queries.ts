/** The ledger's balances of a day by portfolio, from the balances that the write keeps. */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { MANUAL, retypedLines } from '../statements/statements.balances.ts'

const BALANCES = statement(
  'reports.balances',
  `SELECT k.portfolio_id, k.account_id, k.transaction_type = '${MANUAL}' AS is_manual, sum(k.debit - k.credit) AS net!
     FROM (SELECT portfolio_id, account_id, transaction_type, debit, credit FROM ledger_months
            WHERE month < date_trunc('month', :date::timestamp)::date
           UNION ALL
           SELECT portfolio_id, account_id, transaction_type, debit, credit FROM ledger_days
            WHERE day >= date_trunc('month', :date::timestamp)::date AND day <= :date::timestamp::date
           UNION ALL
           SELECT portfolio_id, account_id, transaction_type, debit, credit FROM (${retypedLines('h.entry_date <= :date::timestamp::date')}) r) k
    WHERE (:portfolioIds?::bigint[] IS NULL OR k.portfolio_id = ANY (:portfolioIds))
      AND (:accountIds?::bigint[] IS NULL OR k.account_id = ANY (:accountIds))
    GROUP BY 1, 2, 3 HAVING sum(k.debit - k.credit) <> 0`,
)

/** Debits less credits of an account in a portfolio (0: lines that name none) through a day, in cents; lines of people apart. */
export interface Balance {
  readonly portfolioId: number
  readonly accountId: number
  readonly isManual: boolean
  readonly net: bigint
}

/** The balances at the end of a day that are not nothing; of some accounts where any are named. */
export async function balancesByPortfolio(
  db: Queryable,
  date: string,
  portfolioIds: readonly number[] | null,
  accountIds: readonly number[] | null = null,
): Promise<Balance[]> {
  const rows = await db.query(BALANCES, { date, portfolioIds, accountIds })
  return rows.map((row) => ({
    portfolioId: row.portfolio_id,
    accountId: row.account_id,
    isManual: row.is_manual === true,
    net: decimalOf(row.net, MONEY_SCALE),
  }))
}

// Every account that was ever mapped to a role of investments, in general or for a portfolio of the books.
const ACCOUNTS = statement(
  'reports.investment-accounts',
  `SELECT a.id, a.account_code, array_agg(DISTINCT g.role) AS roles!
     FROM chart_of_accounts a JOIN gl_mappings g ON g.account_id = a.id
    WHERE g.portfolio_id = 0 OR :portfolioIds?::bigint[] IS NULL OR g.portfolio_id = ANY (:portfolioIds)
    GROUP BY a.id HAVING array_agg(g.role) && ARRAY['investment', 'transaction-costs', 'fair-value-adjustment', 'rights-entitlement']
    ORDER BY a.account_code`,
)
export type InvestmentAccount = RowOf<typeof ACCOUNTS>

/** The accounts of investments, by code, with every role that was ever mapped to each. */
export function investmentAccounts(
  db: Queryable,
  portfolioIds: readonly number[] | null,
): Promise<InvestmentAccount[]> {
  return db.query(ACCOUNTS, { portfolioIds })
}

// Balances that a person stated when a portfolio's books began: one entry of each portfolio is in force, the ones before it are reversed.
const STATED = statement(
  'reports.stated-balances',
  `SELECT l.portfolio_id AS "portfolioId!", l.account_id AS "accountId!", sum(l.debit - l.credit) AS net!
     FROM portfolios p JOIN journal_lines l ON l.entry_id = p.opening_balances_entry_id
    WHERE l.entry_date <= :date::date AND l.account_id = ANY (:accountIds::bigint[])
      AND (:portfolioIds?::bigint[] IS NULL OR p.id = ANY (:portfolioIds))
    GROUP BY 1, 2`,
)

/** The amounts that opening balances stated by people posted to some accounts until a day. */
export async function statedBalances(
  db: Queryable,
  date: string,
  portfolioIds: readonly number[] | null,
  accountIds: readonly number[],
): Promise<Omit<Balance, 'isManual'>[]> {
  const rows = await db.query(STATED, { date, portfolioIds, accountIds })
  return rows.map((row) => ({ ...row, net: decimalOf(row.net, MONEY_SCALE) }))
}
