/** Which portfolios a CDS account serves, and of which it is the main account. */

import type { ServedPortfolio } from '@em/contract/cds/cds'
import { BEGINNING } from '@em/core/values/dates'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import { Refusal } from '../../platform/refusal.ts'
import { applyAfterAccounts } from '../corporate-actions/apply/apply.commands.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { accountById, servedPortfolios } from './accounts/accounts.queries.ts'

const HOLD = statement(
  'cds.hold-account',
  'SELECT id FROM cds_accounts WHERE id = :accountId FOR NO KEY UPDATE',
)
const LINK = statement(
  'cds.link',
  'INSERT INTO cds_account_portfolios (account_id, portfolio_id) VALUES (:accountId, :portfolioId) ON CONFLICT DO NOTHING',
)
const UNLINK = statement(
  'cds.unlink',
  'DELETE FROM cds_account_portfolios WHERE account_id = :accountId AND portfolio_id = :portfolioId',
)
const MAKE_MAIN = statement(
  'cds.make-main',
  'INSERT INTO cds_main_accounts (portfolio_id, from_date, account_id) VALUES (:portfolioId, :from::date, :accountId)',
)
/** From that day on nothing else is the main account; the account itself, where it was from another day, begins on this one. */
const CLEAR_MAIN = statement(
  'cds.clear-main',
  `DELETE FROM cds_main_accounts WHERE portfolio_id = :portfolioId
     AND (from_date >= :from::date OR (account_id = :accountId AND from_date = :was?::date))`,
)
/** A portfolio with accounts has a main one: another than this where there is another. */
const PROMOTE = statement(
  'cds.promote',
  `INSERT INTO cds_main_accounts (portfolio_id, from_date, account_id)
   SELECT DISTINCT ON (k.portfolio_id) k.portfolio_id, '${BEGINNING}'::date, k.account_id FROM cds_account_portfolios k
    WHERE k.portfolio_id = ANY (:portfolioIds::bigint[])
      AND NOT EXISTS (SELECT FROM cds_main_accounts m WHERE m.portfolio_id = k.portfolio_id)
    ORDER BY k.portfolio_id, k.account_id = :accountId, k.account_id`,
)
const NO_MAIN = statement(
  'cds.no-main',
  'DELETE FROM cds_main_accounts WHERE account_id = :accountId AND portfolio_id = :portfolioId',
)
const STILL = statement(
  'cds.still-in-account',
  `SELECT (SELECT count(*) FROM cds_pledges p LEFT JOIN cds_pledge_releases r ON r.pledge_id = p.id
            WHERE p.account_id = :accountId AND p.portfolio_id = :portfolioId AND r.pledge_id IS NULL)::int AS pledges!,
          (SELECT count(*) FROM (SELECT DISTINCT ON (event_id) account_id FROM cds_placements
                                  WHERE portfolio_id = :portfolioId ORDER BY event_id, version DESC) n
            WHERE n.account_id = :accountId)::int AS trades!`,
)

interface Asked {
  readonly portfolio: string
  readonly main: boolean
  readonly mainFrom?: string | null | undefined
}

/**
 * Sets the portfolios of an account. The first account of a portfolio becomes its main account.
 * @throws Refusal `record.missing` (404), `cds.still-used` (409) where the account has pledged or placed shares of a portfolio that is left out.
 */
export async function setPortfolios(
  tx: Transaction,
  accountId: number,
  asked: readonly Asked[],
  order: RecordedBy & { readonly today: string },
): Promise<Outcome<ServedPortfolio[]>> {
  const { today } = order
  const { account } = await accountById(tx, accountId)
  await tx.query(HOLD, { accountId })
  const before = await servedPortfolios(tx, accountId, today)
  const stays = new Set<number>()
  for (const one of asked) {
    const { id: portfolioId } = await resolvePortfolio(tx, { portfolio: one.portfolio })
    stays.add(portfolioId)
    await tx.query(LINK, { accountId, portfolioId })
    const known = before.find(({ id }) => id === portfolioId)
    const was = known?.isMain === true ? (known.mainFrom ?? BEGINNING) : null
    const from = one.mainFrom ?? BEGINNING
    if (one.main && was !== from) {
      await tx.query(CLEAR_MAIN, { accountId, portfolioId, from, was })
      await tx.query(MAKE_MAIN, { accountId, portfolioId, from })
    }
    // Of one that was the main account only before, the days stay.
    if (!one.main && was !== null) await tx.query(NO_MAIN, { accountId, portfolioId })
  }
  for (const { id: portfolioId, portfolioName } of before) {
    if (stays.has(portfolioId)) continue
    const [still] = await tx.query(STILL, { accountId, portfolioId })
    const uses = [
      ...(still !== undefined && still.pledges > 0 ? [counted(still.pledges, 'pledge')] : []),
      ...(still !== undefined && still.trades > 0 ? [counted(still.trades, 'placed trade')] : []),
    ].join(', ')
    if (uses !== '') throw new Refusal('cds.still-used', { account, portfolio: portfolioName, uses })
    await tx.query(UNLINK, { accountId, portfolioId })
  }
  await tx.query(PROMOTE, { portfolioIds: [...stays, ...before.map(({ id }) => id)], accountId })
  // An account is entitled as a whole: corporate actions rest on who shares it.
  await applyAfterAccounts(tx, [...stays, ...before.map(({ id }) => id)], order)
  const answer = (await servedPortfolios(tx, accountId, today)).map(withoutId)
  return {
    answer,
    audit: {
      action: 'cds-accounts.portfolios',
      entity: 'cds-account-portfolios',
      entityId: accountId,
      before: auditedAccounts(account, before),
      after: auditedAccounts(account, answer),
    },
  }
}

/** As answered: people know a portfolio by its code. */
export function withoutId<T extends { readonly id: number }>(portfolio: T): Omit<T, 'id'> {
  const { id: _, ...rest } = portfolio
  return rest
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** The audited fields of an account's portfolios: codes, and from which day it is the main account; null: from the beginning. */
export const auditedAccounts = (account: string, rows: readonly Omit<ServedPortfolio, 'id'>[]) => ({
  account,
  portfolios: rows.map(({ portfolioId }) => portfolioId),
  main_account_of: rows
    .filter(({ isMain }) => isMain)
    .map(({ portfolioId, mainFrom }) => ({ portfolio: portfolioId, from: mainFrom })),
})
