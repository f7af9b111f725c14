/** The movements of the accounts of realized gains by the stored balances, compared with the totals of the schedule. */
import type { ScheduleTotals, TieOut } from '@em/contract/realized/realized-schedule'
import { CLOSING, TRANSACTION_TYPES } from '@em/core/ledger/lines'
import type { PostingRole } from '@em/core/ledger/roles'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'

import { portfoliosOf } from '../portfolios/scope.queries.ts'
import { dayBefore } from '../statements/span.queries.ts'
import { MANUAL, netOf, storedSumsAt } from '../statements/statements.balances.ts'
import type { RealizedSpan } from './realized.asked.ts'

/** The type of the lines that disposals post on these accounts. */
const DISPOSAL = 'Revenue'

// Every account that was ever mapped to the role: a correction goes to the account of the day that it belongs to.
const ACCOUNTS = statement(
  'realized.accounts-of-role',
  `SELECT a.id, a.account_code, EXISTS (SELECT FROM gl_mappings o WHERE o.account_id = a.id AND o.role <> :role) AS is_shared
     FROM chart_of_accounts a
    WHERE EXISTS (SELECT FROM gl_mappings g WHERE g.account_id = a.id AND g.role = :role
                     AND (g.portfolio_id = 0 OR :portfolioIds?::bigint[] IS NULL OR g.portfolio_id = ANY (:portfolioIds)))
    ORDER BY a.account_code`,
)
// Only of accounts that serve another role as well.
const OF_OTHER_ROLES = statement(
  'realized.lines-of-other-roles',
  `SELECT coalesce(sum(credit - debit), 0)::numeric(24, 2) AS amount FROM journal_lines
    WHERE account_id = ANY (:accountIds::bigint[]) AND entry_date BETWEEN :from::date AND :to::date AND role <> :role
      AND transaction_type = '${DISPOSAL}' AND (:portfolioIds?::bigint[] IS NULL OR portfolio_id = ANY (:portfolioIds))`,
)

/** The names of other lines of the accounts, by their type. */
const WORDS: Readonly<Record<string, string>> = {
  [MANUAL]: 'Manual entries',
  Opening: 'Opening balances',
  Reclassification: 'Moved for a changed mapping',
}

/**
 * The tie-out of each treatment that the totals have. Gains of FVTPL portfolios are on the accounts of realized gains, those
 * of FVOCI portfolios went on to retained earnings: of their accounts, what moved in FVOCI portfolios.
 */
export async function tieOuts(
  db: Queryable,
  span: RealizedSpan,
  totals: readonly (Pick<ScheduleTotals, 'posted'> & Pick<TieOut, 'treatment'>)[],
): Promise<TieOut[]> {
  return Promise.all(
    totals.map(async ({ treatment, posted }) => {
      if (treatment === 'FVTPL') return tieOutOf(db, span, treatment, 'realized-gain', posted)
      const portfolioIds = await portfoliosOf(db, span, 'FVOCI')
      return tieOutOf(db, { ...span, portfolioIds }, treatment, 'retained-earnings', posted)
    }),
  )
}

async function tieOutOf(
  db: Queryable,
  { portfolioIds, startDate, from, to }: Pick<RealizedSpan, 'portfolioIds' | 'startDate' | 'from' | 'to'>,
  treatment: TieOut['treatment'],
  role: PostingRole,
  posted: number,
): Promise<TieOut> {
  const accounts = await db.query(ACCOUNTS, { role, portfolioIds })
  const shared = accounts.filter(({ is_shared }) => is_shared === true).map(({ id }) => id)
  const [storedSums, [otherRoles]] = await Promise.all([
    storedSumsAt(db, [to, dayBefore({ startDate, endDate: to })], {
      portfolioIds,
      accountIds: accounts.map(({ id }) => id),
      types: TRANSACTION_TYPES,
    }),
    shared.length === 0 ? [] : db.query(OF_OTHER_ROLES, { accountIds: shared, role, from, to, portfolioIds }),
  ])
  const [end = [], before = []] = storedSums
  /** Credits less debits of the period. */
  const moved = (wanted: (type: string) => boolean) =>
    (startDate === null ? 0n : netOf(before, ({ type }) => wanted(type))) -
    netOf(end, ({ type }) => wanted(type))
  const ofOthers = decimalOf(otherRoles?.amount ?? '0', MONEY_SCALE)
  const others = [
    ...[...TRANSACTION_TYPES, '']
      .filter((type) => type !== DISPOSAL && type !== CLOSING)
      .map((type) => ({
        label: WORDS[type] ?? `Other entries (${type})`,
        amount: moved((one) => one === type),
        type,
      })),
    { label: 'Other gains on the same account', amount: ofOthers, type: '' },
  ].filter(({ amount, type }) => amount !== 0n || type === MANUAL)
  const schedule = decimalOf(String(posted), MONEY_SCALE)
  const movement = moved((type) => type !== CLOSING)
  const explained = others.reduce((sum, { amount }) => sum + amount, schedule)
  return {
    treatment,
    accounts: accounts.map(({ account_code }) => account_code),
    schedule: posted,
    others: others.map(({ label, amount }) => ({ label, amount: rupees(amount) })),
    movement: rupees(movement),
    difference: rupees(movement - explained),
  }
}
