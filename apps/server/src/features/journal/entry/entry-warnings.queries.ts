/** Warnings about an entry that was recorded or previewed, though it may be a mistake. */
import { warningText } from '@em/contract/journal/entry-warnings'
import type { JournalEntry } from '@em/contract/journal/journal-entry'
import { entryWarnings } from '@em/core/journal/entry-warnings'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { servesFrom } from '../../ledger/posting/accounts-of-roles.queries.ts'

const CASH = statement(
  'journal.cash-accounts',
  `SELECT account_code FROM chart_of_accounts
    WHERE account_code = ANY (:codes) AND id IN (SELECT account_id FROM (${servesFrom(':date::date')}) s WHERE role = 'cash')`,
)
const OPENINGS = statement(
  'journal.openings',
  'SELECT portfolio_id AS code, portfolio_name AS name, opening_date AS "openingDate" FROM portfolios WHERE portfolio_id = ANY (:portfolios)',
)

/** The warnings of an entry or draft in sentences; none of a reversal or of one that was cancelled. */
export async function warningsOf(db: Queryable, entry: JournalEntry): Promise<string[]> {
  if (entry.reversal_of !== null || entry.reversed_by !== null || entry.status === 'Cancelled') return []
  const codes = [...new Set(entry.lines.map((line) => line.account_code))]
  const portfolios = [...new Set(entry.lines.flatMap((line) => line.portfolioId ?? []))]
  const [cash, openings] = await Promise.all([
    db.query(CASH, { codes, date: entry.moved_from ?? entry.date }),
    db.query(OPENINGS, { portfolios }),
  ])
  return entryWarnings(
    entry.moved_from ?? entry.date,
    entry.lines.map((line) => ({
      accountCode: line.account_code,
      isCash: cash.some((one) => one.account_code === line.account_code),
      hasSettlementAccount: line.settlement_account !== null,
      portfolio: openings.find((one) => one.code === line.portfolioId) ?? null,
    })),
  ).map(warningText)
}
