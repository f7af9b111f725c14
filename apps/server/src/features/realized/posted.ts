import { TREATED } from './sums/sums.queries.ts'

/**
 * SQL: realized gains by posting date. The results of disposals have what belongs to a day; an entry that was posted on
 * a later day, because its own was locked, goes from the one day to the other; what a late trade changed in the cost of a sale
 * is a row of its own. So only entries that were moved or that change a cost are read, which are few.
 */

/** SQL: the amounts of a disposal's entry. Its fees are expensed in addition to what is received; together they are the proceeds. */
const AMOUNTS = `LATERAL (
    SELECT coalesce(sum(l.debit - l.credit) FILTER (WHERE l.role = 'receivable' OR l.role LIKE 'fee.%'), 0) AS proceeds,
           coalesce(sum(l.debit - l.credit) FILTER (WHERE l.role LIKE 'fee.%'), 0) AS fees,
           coalesce(sum(l.credit - l.debit) FILTER (WHERE l.role = 'investment'), 0) AS cost,
           coalesce(sum(l.credit - l.debit) FILTER (WHERE l.role = 'transaction-costs'), 0) AS charges
      FROM journal_lines l WHERE l.entry_id = h.id) s`
/** SQL: the sums of four amounts. */
const SUMS = 'sum(proceeds) AS proceeds, sum(fees) AS fees, sum(cost) AS cost, sum(charges) AS charges'
const NOT_NOTHING = 'HAVING sum(proceeds) <> 0 OR sum(fees) <> 0 OR sum(cost) <> 0 OR sum(charges) <> 0'
/** SQL: `journal_entries h` changes the cost of a sale, and belongs to it. */
const IS_RECOST = "(h.kind = 'correction' AND h.reversal_of IS NULL)"
/** SQL: it was taken back on the very day that it was posted on. */
const TAKEN_BACK =
  'EXISTS (SELECT FROM journal_entries x WHERE x.reversal_of = h.id AND x.entry_date = h.entry_date)'
/** SQL: nothing took it back. */
const NOT_REVERSED = 'NOT EXISTS (SELECT FROM journal_entries x WHERE x.reversal_of = h.id)'
/** SQL: entries of disposals; their settlements are others. */
const OF_DISPOSAL = "h.transaction_type = 'Revenue' AND h.trade_id IS NOT NULL"

/**
 * SQL: `posted`, one row for each disposal and posting date and one for the differences of its cost, of the books and days
 * asked for. Disposals of corporate actions are among them by their results; what they posted beyond those is an `event`.
 */
export const POSTED = `
  asked AS MATERIALIZED (
    SELECT p.id, upper(trim(coalesce(p.accounting_treatment, ''))) = 'FVOCI' AS is_fvoci
      FROM portfolios p WHERE :portfolioIds?::bigint[] IS NULL OR p.id = ANY (:portfolioIds)),
  stands AS MATERIALIZED (
    SELECT r.event_id AS trade_id, a.id AS portfolio_id, t.is_fvoci, r.disposed_on AS day, r.proceeds, r.fees, r.cost_out AS cost,
           CASE WHEN t.is_fvoci THEN r.charges_out ELSE 0 END AS charges
      FROM asked a JOIN event_results r ON r.portfolio_id = a.id AND r.disposed_on BETWEEN :from::date AND :to::date
      JOIN equities q ON q.id = r.equity_id CROSS JOIN LATERAL (SELECT ${TREATED} AS is_fvoci) t),
  moved AS MATERIALIZED (
    SELECT h.id, h.trade_id, a.id AS portfolio_id, ${TREATED} AS is_fvoci, h.moved_from, h.entry_date, s.*,
           ${IS_RECOST} AND NOT ${TAKEN_BACK} AS is_cost, NOT ${IS_RECOST} AND h.reversal_of IS NULL AND ${NOT_REVERSED} AS is_in_force,
           EXISTS (SELECT FROM journal_entries o WHERE o.id = h.reversal_of AND o.entry_date <> h.entry_date) AS is_correction
      FROM journal_entries h JOIN trades t ON t.id = h.trade_id JOIN asked a ON a.id = t.portfolio_id JOIN equities q ON q.id = t.equity_id CROSS JOIN ${AMOUNTS}
     WHERE h.moved_from <= :to AND h.entry_date >= :from AND t.side = 'sell' AND ${OF_DISPOSAL}),
  recosts AS MATERIALIZED (
    SELECT d.trade_id, d.portfolio_id, d.is_fvoci, h.entry_date AS day, ${SUMS}
      FROM (SELECT trade_id, portfolio_id, is_fvoci FROM stands UNION SELECT trade_id, portfolio_id, is_fvoci FROM moved) d
      JOIN journal_entries h ON h.trade_id = d.trade_id AND ${IS_RECOST} AND ${OF_DISPOSAL}
     CROSS JOIN ${AMOUNTS}
     WHERE h.moved_from IS NULL AND h.entry_date BETWEEN :from AND :to AND NOT ${TAKEN_BACK}
     GROUP BY 1, 2, 3, 4),
  own AS (
    SELECT trade_id, portfolio_id, is_fvoci, day, ${SUMS}
      FROM (SELECT trade_id, portfolio_id, is_fvoci, day, proceeds, fees, cost, charges FROM stands
            UNION ALL
            SELECT trade_id, portfolio_id, is_fvoci, moved_from, -proceeds, -fees, -cost, -charges FROM moved
             WHERE moved_from BETWEEN :from AND :to
            UNION ALL
            SELECT trade_id, portfolio_id, is_fvoci, day, -proceeds, -fees, -cost, -charges FROM recosts) parts
     GROUP BY 1, 2, 3, 4 ${NOT_NOTHING}),
  late AS (
    SELECT trade_id, portfolio_id, is_fvoci, entry_date AS day, is_cost, bool_or(is_correction) AS is_correction,
           bool_or(is_in_force) AS is_in_force,
           -- A sale that was moved to another day belongs to the one that it has now.
           coalesce(max(moved_from) FILTER (WHERE is_in_force), min(moved_from)) AS belongs_to, ${SUMS}
      FROM moved WHERE entry_date <= :to GROUP BY 1, 2, 3, 4, 5 ${NOT_NOTHING}),
  -- What corporate actions posted on the accounts of gains, by posting date, beyond the results of their disposals: cash for
  -- fractions, and disposals whose own day was locked.
  events AS (
    SELECT action_id, portfolio_id, is_fvoci, day, sum(amount) AS amount
      FROM (SELECT h.cause_id AS action_id, a.id AS portfolio_id, l.role = 'retained-earnings' AS is_fvoci, h.entry_date AS day, l.credit - l.debit AS amount
              FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role IN ('realized-gain', 'retained-earnings')
              JOIN asked a ON a.id = l.portfolio_id
             WHERE h.cause_kind = 'action' AND h.trade_id IS NULL AND h.entry_date BETWEEN :from AND :to
            UNION ALL
            SELECT x.action_id, s.portfolio_id, s.is_fvoci, s.day, - (s.proceeds - s.cost - s.charges)
              FROM stands s JOIN action_events x ON x.id = s.trade_id) parts
     GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0),
  posted AS (
    SELECT k.trade_id, k.portfolio_id, k.is_fvoci, k.day, k.belongs_to, k.kind, k.proceeds, k.fees, k.cost,
           CASE WHEN k.is_fvoci THEN k.charges ELSE coalesce(r.charges_out, 0) END AS charges,
           coalesce(r.money_generation_cost, 0) AS financing, r.holding_days
      FROM (SELECT trade_id, portfolio_id, is_fvoci, day, day AS belongs_to, 'sale' AS kind, proceeds, fees, cost, charges, day AS told_on
              FROM own
            UNION ALL
            SELECT trade_id, portfolio_id, is_fvoci, day, day, 'cost', proceeds, fees, cost, charges, NULL
              FROM recosts WHERE cost <> 0 OR charges <> 0
            UNION ALL
            SELECT trade_id, portfolio_id, is_fvoci, day, belongs_to,
                   CASE WHEN is_cost THEN 'cost' WHEN is_correction THEN 'correction' ELSE 'sale' END, proceeds, fees, cost, charges,
                   -- Charges, financing and days count where the sale was posted: on its own day, unless nothing of it is there.
                   CASE WHEN is_in_force AND NOT EXISTS (
                          SELECT FROM journal_entries h
                           WHERE h.trade_id = late.trade_id AND h.entry_date = late.belongs_to AND h.moved_from IS NULL
                             AND h.reversal_of IS NULL AND NOT ${IS_RECOST} AND ${OF_DISPOSAL} AND NOT ${TAKEN_BACK})
                        THEN belongs_to END
              FROM late
            UNION ALL
            SELECT action_id, portfolio_id, is_fvoci, day, day, 'event', amount, 0, 0, 0, NULL FROM events) k
      LEFT JOIN event_results r ON r.event_id = k.trade_id AND r.disposed_on = k.told_on AND k.kind <> 'event')`
