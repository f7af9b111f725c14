/**
 * What portfolios held at a day by POSTING date, as the ledger of that day has it: the standing by trade date without what was
 * posted only later, because the day that it belongs to was locked. The one reader of it.
 */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { heldWhere } from './holdings.queries.ts'

/** Entries that belong to the day or before, and stand in the ledger after it. */
const MOVED = 'h.moved_from <= :date::date AND h.entry_date > :date::date'

/**
 * SQL: quantity, cost (1100) and capitalised costs (1105) of each portfolio and security at `:date`, all rows that are not
 * nothing. `which` is a condition about `portfolio_id`.
 */
export const postedWhere = (which: string): string => `
  WITH standing AS MATERIALIZED (${heldWhere(which.replaceAll('portfolio_id', 'c.portfolio_id'))})
  SELECT portfolio_id, equity_id, sum(quantity)::bigint AS quantity, sum(cost) AS cost, sum(capitalised) AS capitalised
    FROM (
      SELECT s.portfolio_id, s.equity_id, s.quantity, s.cost,
             CASE WHEN upper(trim(f.accounting_treatment)) = 'FVOCI' THEN s.charges ELSE 0 END AS capitalised
        FROM standing s JOIN portfolios f ON f.id = s.portfolio_id
      UNION ALL
      SELECT l.portfolio_id, l.equity_id, 0, CASE l.role WHEN 'investment' THEN l.credit - l.debit ELSE 0 END,
             CASE l.role WHEN 'transaction-costs' THEN l.credit - l.debit ELSE 0 END
        FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
       WHERE ${MOVED} AND l.role IN ('investment', 'transaction-costs') AND l.equity_id IS NOT NULL
         AND ${which.replaceAll('portfolio_id', 'l.portfolio_id')}
      UNION ALL
      -- The shares of a trade stand in its version; a reversal takes back those of the entry that it reverses.
      SELECT t.portfolio_id, t.equity_id, v.quantity * CASE WHEN (t.side = 'sell') = (o.id IS NULL) THEN 1 ELSE -1 END, 0, 0
        FROM journal_entries h LEFT JOIN journal_entries o ON o.id = h.reversal_of
        JOIN trades t ON t.id = coalesce(o.trade_id, h.trade_id)
        JOIN trade_versions v ON v.trade_id = t.id AND v.version = coalesce(o.trade_version, h.trade_version)
       WHERE ${MOVED} AND coalesce(o.kind, h.kind) IN ('trade', 'opening') AND ${which.replaceAll('portfolio_id', 't.portfolio_id')}) parts
   GROUP BY portfolio_id, equity_id
  HAVING sum(quantity) <> 0 OR sum(cost) <> 0 OR sum(capitalised) <> 0`

const POSTED = statement(
  'holdings.posted',
  `SELECT d.portfolio_id AS "portfolioId!", d.equity_id AS "equityId!", d.quantity AS quantity!, d.cost AS cost!, d.capitalised AS capitalised!
     FROM (${postedWhere('(:portfolioIds?::bigint[] IS NULL OR portfolio_id = ANY (:portfolioIds))')}) d
    ORDER BY d.portfolio_id, d.equity_id`,
)

/** A holding by posting date. Quantity may be below zero where a lock was lifted after something had been moved out of it. */
export interface PostedHolding {
  readonly portfolioId: number
  readonly equityId: number
  readonly quantity: bigint
  /** 1100, in cents. */
  readonly cost: bigint
  /** 1105, in cents. */
  readonly capitalised: bigint
}

/** What some portfolios (all that one sees where null) held at the end of a day by posting date, by portfolio and security. */
export async function postedHoldings(
  db: Queryable,
  portfolioIds: readonly number[] | null,
  date: string,
): Promise<PostedHolding[]> {
  const rows = await db.query(POSTED, { portfolioIds, date })
  return rows.map(({ portfolioId, equityId, quantity, cost, capitalised }) => ({
    portfolioId,
    equityId,
    quantity: BigInt(quantity),
    cost: decimalOf(cost, MONEY_SCALE),
    capitalised: decimalOf(capitalised, MONEY_SCALE),
  }))
}
