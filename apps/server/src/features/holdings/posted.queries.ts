/**
 * What portfolios held at a day by POSTING date, as the ledger of that day has it: the standing by trade date without what was
 * posted only later, because the day that it belongs to was locked. The one reader of it.
 */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { heldWhere } from './holdings.queries.ts'

/** The shares of a trade are in its version; a reversal takes back those of the entry that it reverses. */
const SHARES_OF_ENTRIES = `journal_entries h LEFT JOIN journal_entries o ON o.id = h.reversal_of
        JOIN trades t ON t.id = coalesce(o.trade_id, h.trade_id)
        JOIN trade_versions v ON v.trade_id = t.id AND v.version = coalesce(o.trade_version, h.trade_version)`
/** A sale dealt before the opening date moves no shares: only its money is open. */
const HAS_SHARES = "(t.side <> 'sell' OR v.opening_date IS NULL)"
/** SQL: the shares of a trade's entry; entries that change a cost have none. */
const SHARES = "v.quantity * CASE WHEN (t.side = 'sell') = (o.id IS NULL) THEN -1 ELSE 1 END"
const MOVES_SHARES = `coalesce(o.kind, h.kind) IN ('trade', 'opening') AND ${HAS_SHARES}`

/**
 * SQL: shares posted in the ledger later than the day that they belong to (`since`, `posted_on`): posted after `after`, and belonging
 * to `until` or before. Those of trades are in their entries; those of corporate actions, change by change, in `action_shares`: what a
 * late trade made of an event belongs to that trade's posting, and what had been posted before stays.
 */
const sharesPostedLater = (which: string, after: string, until: string): string => `
      SELECT t.portfolio_id, t.equity_id, CASE WHEN v.opening_date IS NOT NULL THEN 'openings' WHEN t.side = 'sell' THEN 'disposals' ELSE 'additions' END AS what,
             ${SHARES} AS shares, h.moved_from AS since, h.entry_date AS posted_on
        FROM ${SHARES_OF_ENTRIES}
       WHERE h.entry_date > ${after} AND h.moved_from <= ${until} AND ${MOVES_SHARES} AND ${which.replaceAll('portfolio_id', 't.portfolio_id')}
      UNION ALL
      SELECT a.portfolio_id, a.equity_id, CASE a.source WHEN 'transfer' THEN 'transfers' ELSE 'actions' END, a.quantity, a.belongs_to, a.posted_on
        FROM action_shares a
       WHERE a.posted_on > a.belongs_to AND a.posted_on > ${after} AND a.belongs_to <= ${until} AND ${which.replaceAll('portfolio_id', 'a.portfolio_id')}`

/** SQL: whether shares `k` belong to a day or before and are posted only after it. */
const isLateOn = (date: string) => `(k.since <= ${date} AND k.posted_on > ${date})`

/**
 * SQL: what belongs to a day or before and is in the ledger only after it: shares, cost (1100) and capitalised costs (1105),
 * line by line. `which` is a condition about `portfolio_id`.
 */
export const movedAfter = (which: string, date = ':date::date'): string => `
      SELECT l.portfolio_id, l.equity_id, 0::bigint AS quantity, CASE l.role WHEN 'investment' THEN l.debit - l.credit ELSE 0 END AS cost,
             CASE l.role WHEN 'transaction-costs' THEN l.debit - l.credit ELSE 0 END AS capitalised
        FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
       WHERE h.moved_from <= ${date} AND h.entry_date > ${date} AND l.role IN ('investment', 'transaction-costs') AND l.equity_id IS NOT NULL
         AND ${which.replaceAll('portfolio_id', 'l.portfolio_id')}
      UNION ALL
      SELECT k.portfolio_id, k.equity_id, k.shares, 0, 0 FROM (${sharesPostedLater(which, date, date)}) k`

/**
 * SQL: quantity, cost (1100) and capitalised costs (1105) of each portfolio and security at `:date`, all rows that are not
 * nothing. `which` is a condition about `portfolio_id`.
 */
export const postedWhere = (which: string, date = ':date::date'): string => `
  WITH standing AS MATERIALIZED (${heldWhere(which.replaceAll('portfolio_id', 'c.portfolio_id'), date)})
  SELECT portfolio_id, equity_id, sum(quantity)::bigint AS quantity, sum(cost) AS cost, sum(capitalised) AS capitalised
    FROM (
      SELECT s.portfolio_id, s.equity_id, s.quantity, s.cost,
             CASE WHEN upper(trim(f.accounting_treatment)) = 'FVOCI' AND NOT is_rights(q.symbol) THEN s.charges ELSE 0 END AS capitalised
        FROM standing s JOIN portfolios f ON f.id = s.portfolio_id JOIN equities q ON q.id = s.equity_id
      UNION ALL
      SELECT portfolio_id, equity_id, -quantity, -cost, -capitalised FROM (${movedAfter(which, date)}) late) parts
   GROUP BY portfolio_id, equity_id
  HAVING sum(quantity) <> 0 OR sum(cost) <> 0 OR sum(capitalised) <> 0`

/** SQL: whether a day lies after `before`, and not after `to`. */
const within = (day: string, before: string, to: string) => `(${day} > ${before} AND ${day} <= ${to})`

/**
 * SQL: what moved shares after a day until another by posting date: portfolio, security, `what` (as the contract's MOVEMENTS has it),
 * quantity, cost, capitalised costs. What the chains say by trade date, less entries that belong to these days and were posted
 * after them, with those that were posted in them and belong to earlier ones. So it comes to `postedWhere` of the one day less
 * that of the other.
 */
export const postedMovements = (which: string, before: string, to: string): string => {
  const counts = `(${within('h.entry_date', before, to)}::int - ${within('h.moved_from', before, to)}::int)`
  const moved = `h.moved_from IS NOT NULL AND h.entry_date > ${before} AND h.moved_from <= ${to} AND ${counts} <> 0`
  const isOpening =
    "coalesce(t.side = 'opening' OR EXISTS (SELECT FROM trade_versions v WHERE v.trade_id = t.id AND v.version = t.version AND v.opening_date IS NOT NULL), false)"
  const what = `CASE WHEN ${isOpening} THEN 'openings' ELSE CASE t.side WHEN 'sell' THEN 'disposals' WHEN 'buy' THEN 'additions'
                  ELSE CASE WHEN EXISTS (SELECT FROM em.corporate_actions a WHERE h.cause_kind = 'action' AND a.id = h.cause_id AND a.to_portfolio_id IS NOT NULL)
                            THEN 'transfers' ELSE 'actions' END END END`
  return `
      SELECT c.portfolio_id, c.equity_id,
             CASE WHEN e.source = 'corporate action' THEN 'actions' WHEN e.source = 'transfer' THEN 'transfers'
                  WHEN e.source = 'opening' THEN 'openings' WHEN e.quantity_change < 0 THEN 'disposals' ELSE 'additions' END AS what,
             sum(e.quantity_change)::bigint AS quantity, sum(e.cost_change) AS cost,
             sum(CASE WHEN upper(trim(f.accounting_treatment)) = 'FVOCI' AND NOT is_rights(q.symbol) THEN e.charges_change ELSE 0 END) AS capitalised
        FROM chains c JOIN portfolios f ON f.id = c.portfolio_id JOIN equities q ON q.id = c.equity_id
        JOIN chain_events e ON e.chain_id = c.id AND e.event_date > ${before} AND e.event_date <= ${to}
       WHERE ${which.replaceAll('portfolio_id', 'c.portfolio_id')}
       GROUP BY 1, 2, 3
      UNION ALL
      SELECT l.portfolio_id, l.equity_id, ${what}, 0, ${counts} * CASE l.role WHEN 'investment' THEN l.debit - l.credit ELSE 0 END,
             ${counts} * CASE l.role WHEN 'transaction-costs' THEN l.debit - l.credit ELSE 0 END
        FROM journal_entries h LEFT JOIN trades t ON t.id = h.trade_id JOIN journal_lines l ON l.entry_id = h.id
       WHERE ${moved} AND l.role IN ('investment', 'transaction-costs') AND l.equity_id IS NOT NULL
         AND ${which.replaceAll('portfolio_id', 'l.portfolio_id')}
      UNION ALL
      SELECT k.portfolio_id, k.equity_id, k.what, (${isLateOn(before)}::int - ${isLateOn(to)}::int) * k.shares, 0, 0
        FROM (${sharesPostedLater(which, before, to)}) k`
}

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
