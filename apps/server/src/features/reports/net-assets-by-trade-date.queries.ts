/**
 * Net assets of each portfolio by trade date, as the report of net assets shows them of its whole scope (`moved.netAssets`): the groups of
 * the ledger but investments, with what a lock moved to later days. Shares come to them at the value of the holdings by trade date.
 */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import { balancesByPortfolio } from './ledger-balances.queries.ts'
import { type GroupSums, groupOf, groupsByPortfolio, NO_SUMS, netOfGroups } from './net-assets.ts'

const MOVED = statement(
  'reports.moved-lines-by-portfolio',
  `SELECT l.portfolio_id AS "portfolioId!", l.account_id AS "accountId!", sum(l.debit - l.credit) AS net!
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
    WHERE h.moved_from <= :date::date AND h.entry_date > :date::date AND l.portfolio_id IS NOT NULL
      AND (:portfolioIds?::bigint[] IS NULL OR l.portfolio_id = ANY (:portfolioIds))
    GROUP BY 1, 2 HAVING sum(l.debit - l.credit) <> 0`,
)
// Entries dated on later days are expected: settlements of trades that are recorded are posted with them.
const COMING = statement(
  'reports.cash-coming',
  `SELECT d.portfolio_id AS "portfolioId", d.day, sum(d.debit - d.credit) AS net!
     FROM ledger_days d
    WHERE d.account_id = ANY (:accountIds::bigint[]) AND d.day > :date::date AND d.day <= :until::date
      AND (:portfolioIds?::bigint[] IS NULL OR d.portfolio_id = ANY (:portfolioIds))
    GROUP BY 1, 2`,
)

/** The assets and liabilities of a portfolio without its shares, in cents. */
export interface WithoutShares {
  readonly net: bigint
  readonly cash: bigint
  /** Cash at the end of each day asked for. */
  readonly ladder: readonly bigint[]
}

/** By portfolio, at the end of a day by trade date. In: the day, portfolios (null: all), the days of the ladder, the first of them the day itself. */
export async function withoutShares(
  db: Queryable,
  asked: {
    readonly date: string
    readonly portfolioIds: number[] | null
    readonly ladderDays: readonly string[]
  },
): Promise<ReadonlyMap<number, WithoutShares>> {
  const { date, portfolioIds, ladderDays } = asked
  const chart = await chartOfAccounts(db, { from: date, to: date })
  // Shares have their own value, and what is no asset or liability is none of the net assets: most lines are of those accounts.
  const counted = chart
    .filter((account) => ![null, 'investments'].includes(groupOf(account)))
    .map(({ id }) => id)
  const [balances, movedLines] = await Promise.all([
    balancesByPortfolio(db, date, portfolioIds, counted),
    db.query(MOVED, { date, portfolioIds }),
  ])
  const moved = movedLines.map((row) => ({ ...row, net: cents(row.net) }))
  const groups = groupsByPortfolio(chart, [...balances, ...moved])
  const accountIds = chart.flatMap(({ id, role }) => (role === 'cash' ? [id] : []))
  const until = ladderDays.at(-1) ?? date
  const coming = until > date ? await db.query(COMING, { accountIds, date, until, portfolioIds }) : []
  const comingOf = Map.groupBy(coming, ({ portfolioId }) => portfolioId)
  const ids = new Set([...groups.keys(), ...comingOf.keys()])
  return new Map(
    [...ids].map((id) => {
      const of: GroupSums = groups.get(id) ?? NO_SUMS
      const rows = comingOf.get(id) ?? []
      const until = (day: string) =>
        rows.reduce((sum, row) => (row.day <= day ? sum + cents(row.net) : sum), of.cash)
      return [
        id,
        { net: netOfGroups({ ...of, investments: 0n }), cash: of.cash, ladder: ladderDays.map(until) },
      ]
    }),
  )
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)
