/** CDS accounts and the portfolios that they serve. */

import { type CdsNumber, cdsNumber } from '@em/core/cds/account-number'
import { BEGINNING } from '@em/core/values/dates'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'

const BY_ID = statement('cds.account', 'SELECT id, account FROM cds_accounts WHERE id = :id')
const BY_NUMBER = statement(
  'cds.accounts-by-number',
  'SELECT id, account FROM cds_accounts WHERE account = ANY (:numbers::text[])',
)
const SERVED = statement(
  'cds.served-portfolios',
  `SELECT p.id, p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName",
          m.from_date AS main_from, coalesce(now_main.account_id = k.account_id, false) AS "isMain"!
     FROM cds_account_portfolios k
     JOIN portfolios p ON p.id = k.portfolio_id
     LEFT JOIN LATERAL (SELECT max(from_date) AS from_date FROM cds_main_accounts m
                         WHERE m.portfolio_id = k.portfolio_id AND m.account_id = k.account_id) m ON true
     LEFT JOIN LATERAL (SELECT account_id FROM cds_main_accounts m WHERE m.portfolio_id = k.portfolio_id
                         ORDER BY from_date > :today::date, CASE WHEN from_date <= :today::date THEN from_date END DESC, from_date
                         LIMIT 1) now_main ON true
    WHERE k.account_id = :accountId ORDER BY lower(p.portfolio_id)`,
)
/** Accounts of the portfolios that some accounts serve. */
const RELATED = statement(
  'cds.related-accounts',
  `SELECT k.account_id, k.portfolio_id FROM cds_account_portfolios k
    WHERE k.portfolio_id IN (SELECT s.portfolio_id FROM cds_account_portfolios s WHERE s.account_id = ANY (:accountIds::bigint[]))`,
)
const WITHOUT = statement(
  'cds.portfolios-without',
  `SELECT p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName" FROM portfolios p
    WHERE p.status = 'Active' AND NOT EXISTS (SELECT FROM cds_account_portfolios k WHERE k.portfolio_id = p.id)
    ORDER BY lower(p.portfolio_id) LIMIT 100`,
)

/** @throws Refusal `record.missing` (404). */
export async function accountById(db: Queryable, id: number) {
  const [found] = await db.query(BY_ID, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `CDS account ${id}` })
  return found
}

/** The ids of accounts by their printed numbers; those that are not there are left out. */
export async function accountsByNumber(
  db: Queryable,
  numbers: readonly CdsNumber[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(BY_NUMBER, { numbers: [...new Set(numbers.map(cdsNumber))] })
  return new Map(rows.map(({ id, account }) => [account, id]))
}

/** The portfolios that an account serves, by code. */
export async function servedPortfolios(db: Queryable, accountId: number, today: string) {
  const rows = await db.query(SERVED, { accountId, today })
  return rows.map(({ main_from, ...row }) => ({
    ...row,
    mainFrom: main_from === BEGINNING ? null : main_from,
  }))
}

export interface RelatedAccounts {
  /** The portfolios of all of them. */
  readonly portfolioIds: readonly number[]
  /** The accounts that share a portfolio with one, it among them. */
  readonly relatedTo: ReadonlyMap<number, ReadonlySet<number>>
}

export async function relatedAccounts(
  db: Queryable,
  accountIds: readonly number[],
): Promise<RelatedAccounts> {
  const rows = await db.query(RELATED, { accountIds })
  const ofPortfolio = new Map<number, number[]>()
  for (const { account_id, portfolio_id } of rows)
    ofPortfolio.set(portfolio_id, [...(ofPortfolio.get(portfolio_id) ?? []), account_id])
  const relatedTo = new Map<number, Set<number>>()
  for (const accounts of ofPortfolio.values()) {
    for (const account of accounts) {
      const related = relatedTo.get(account) ?? new Set<number>()
      for (const other of accounts) related.add(other)
      relatedTo.set(account, related)
    }
  }
  return { portfolioIds: [...ofPortfolio.keys()], relatedTo }
}

export const portfoliosWithout = (db: Queryable) => db.query(WITHOUT)
