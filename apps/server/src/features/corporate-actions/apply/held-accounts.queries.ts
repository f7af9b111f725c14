/**
 * The accounts at the depository that hold shares before a corporate action. An account is entitled as a whole, so the shares of other
 * portfolios in it count too, also of portfolios that the user does not see.
 */
import { holdingsByAccount } from '@em/core/cds/holdings'
import type { AccountHeld, HeldBefore } from '@em/core/corporate-actions/plan'
import { sumOf } from '@em/core/values/money'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { QUANTITY_IN_ACCOUNT } from '../../cds/accounts/holdings.queries.ts'

// Most portfolios have one account of their own: then there is nothing to read.
const SHARED = statement(
  'actions.shared-accounts',
  `SELECT o.account_id, o.portfolio_id
     FROM (SELECT DISTINCT k.account_id FROM em.cds_account_portfolios k
            WHERE k.portfolio_id = ANY (:portfolioIds::bigint[])
              AND EXISTS (SELECT FROM em.cds_account_portfolios n
                           WHERE (n.account_id = k.account_id) <> (n.portfolio_id = k.portfolio_id)
                             AND (n.account_id = k.account_id OR n.portfolio_id = k.portfolio_id))) s
     JOIN em.cds_account_portfolios o ON o.account_id = s.account_id
     JOIN em.portfolios p ON p.id = o.portfolio_id
    ORDER BY lower(p.portfolio_id), p.id`,
)
const PEERS = statement(
  'actions.account-peers',
  `WITH RECURSIVE peers (id) AS (
     SELECT unnest(:portfolioIds::bigint[])
      UNION
     SELECT o.portfolio_id FROM peers p
       JOIN cds_account_portfolios k ON k.portfolio_id = p.id
       JOIN cds_account_portfolios o ON o.account_id = k.account_id)
   SELECT id AS id! FROM peers ORDER BY id`,
)
const OF_ACTIONS =
  'unnest((SELECT :actionIds::bigint[]), (SELECT :equityIds::bigint[]), (SELECT :days::date[])) AS k (id, equity, day)'
const BEFORE = '(e.event_date < k.day OR (e.event_date = k.day AND e.rank < 0))'
const HELD = statement(
  'actions.held-by-peers',
  `SELECT k.id AS action_id!, c.portfolio_id, c.equity_id, h.quantity
     FROM ${OF_ACTIONS}
     JOIN em.chains c ON c.equity_id = k.equity AND c.portfolio_id = ANY (:portfolioIds::bigint[])
    CROSS JOIN LATERAL (SELECT e.quantity FROM em.chain_events e WHERE e.chain_id = c.id AND ${BEFORE}
                         ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1) h
    WHERE h.quantity > 0`,
)
const IN_ACCOUNTS_BEFORE = statement(
  'actions.in-accounts-before',
  `SELECT k.id AS action_id!, c.portfolio_id, c.equity_id, n.account_id AS account_id!,
          sum(${QUANTITY_IN_ACCOUNT})::bigint AS quantity!
     FROM (SELECT DISTINCT ON (event_id) event_id, account_id, quantity FROM em.cds_placements
            WHERE portfolio_id = ANY (:portfolioIds::bigint[]) ORDER BY event_id, version DESC) n
     JOIN em.chain_events e ON e.id = n.event_id
     JOIN em.chains c ON c.id = e.chain_id
     JOIN ${OF_ACTIONS} ON k.equity = c.equity_id AND ${BEFORE}
    WHERE n.account_id IS NOT NULL
    GROUP BY 1, 2, 3, 4`,
)
// The main account at the close before; of a portfolio without one from an earlier day, its first one.
const MAIN = statement(
  'actions.main-accounts-before',
  `SELECT DISTINCT ON (k.day, m.portfolio_id) k.day AS day!, m.portfolio_id, m.account_id
     FROM unnest(:days::date[]) AS k (day) JOIN em.cds_main_accounts m ON m.portfolio_id = ANY (:portfolioIds::bigint[])
    ORDER BY k.day, m.portfolio_id, m.from_date >= k.day, CASE WHEN m.from_date < k.day THEN m.from_date END DESC, m.from_date`,
)

/** The portfolios whose entitlements rest on what these hold: those that share accounts with them, directly or by another, they among them. */
export async function accountPeers(db: Queryable, portfolioIds: readonly number[]): Promise<number[]> {
  return (await db.query(PEERS, { portfolioIds })).map(({ id }) => id)
}

/** An action for every holder, with what its holders hold by the portfolio's id. */
interface Held<Of extends HeldBefore> {
  readonly actionId: number
  readonly equityId: number
  readonly day: string
  readonly of: ReadonlyMap<number, Of>
}

/** The accounts of each holder whose shares are in a shared account or in several; of others nothing. */
export async function readAccounts<Of extends HeldBefore>(
  db: Queryable,
  actions: readonly Held<Of>[],
): Promise<Map<Of, readonly AccountHeld[]>> {
  const found = new Map<Of, readonly AccountHeld[]>()
  const holders = [...new Set(actions.flatMap(({ of }) => [...of.keys()]))]
  const shared = holders.length === 0 ? [] : await db.query(SHARED, { portfolioIds: holders })
  if (shared.length === 0) return found
  const portfolioIds = [...new Set(shared.map(({ portfolio_id }) => portfolio_id))]
  // In order of their codes.
  const orderOf = new Map(portfolioIds.map((id, at) => [id, at]))
  const keys = {
    actionIds: actions.map(({ actionId }) => actionId),
    equityIds: actions.map(({ equityId }) => equityId),
    days: actions.map(({ day }) => day),
    portfolioIds,
  }
  const [held, ofAccounts, mains] = await Promise.all([
    db.query(HELD, keys),
    db.query(IN_ACCOUNTS_BEFORE, keys),
    db.query(MAIN, { days: [...new Set(keys.days)], portfolioIds }),
  ])
  for (const { actionId, day, of } of actions) {
    const inAccounts = holdingsByAccount(
      held.filter(({ action_id }) => action_id === actionId).map(holdingOf),
      ofAccounts
        .filter(({ action_id }) => action_id === actionId)
        .map((row) => ({ ...holdingOf(row), accountId: row.account_id })),
      new Map(mains.filter((row) => row.day === day).map((row) => [row.portfolio_id, row.account_id])),
    )
    const byPortfolio = new Map<number, AccountHeld[]>()
    for (const rows of Map.groupBy(inAccounts, ({ accountId }) => accountId).values()) {
      const inOrder = rows.toSorted(
        (a, b) => (orderOf.get(a.portfolioId) ?? 0) - (orderOf.get(b.portfolioId) ?? 0),
      )
      const shares = inOrder.map(({ quantity }) => (quantity < 0n ? 0n : quantity))
      for (const [own, { portfolioId }] of inOrder.entries())
        byPortfolio.set(portfolioId, [...(byPortfolio.get(portfolioId) ?? []), { shares, own }])
    }
    for (const [portfolioId, one] of of) {
      const accounts = byPortfolio.get(portfolioId) ?? []
      const elsewhere = one.held.quantity - sumOf(accounts.map(({ shares, own }) => shares[own] ?? 0n))
      // Where a sale was placed in an account that has no such shares, the accounts say nothing.
      if (accounts.length === 0 || elsewhere < 0n) continue
      found.set(one, elsewhere === 0n ? accounts : [...accounts, { shares: [elsewhere], own: 0 }])
    }
  }
  return found
}

const holdingOf = (row: {
  readonly portfolio_id: number
  readonly equity_id: number
  readonly quantity: number
}) => ({
  portfolioId: row.portfolio_id,
  equityId: row.equity_id,
  quantity: BigInt(row.quantity),
})
