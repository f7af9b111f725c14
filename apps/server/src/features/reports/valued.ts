/** SQL: holdings by posting date at the prices of a day. */
import { postedWhere } from '../holdings/posted.queries.ts'

/** SQL: the portfolios asked for. */
export const ASKED = '(:portfolioIds?::bigint[] IS NULL OR portfolio_id = ANY (:portfolioIds))'

/** SQL: whether the portfolio `p` takes its gains through other comprehensive income. */
export const IS_FVOCI = "upper(trim(coalesce(p.accounting_treatment, ''))) = 'FVOCI'"

/** SQL: the fair value that opening positions of a day carried over, by portfolio and security: the adjustment holds it on that day. */
export const openedOn = (date: string): string => `
    SELECT l.portfolio_id, l.equity_id, sum(l.debit - l.credit) AS amount
      FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role IN ('fair-value-adjustment', 'rights-entitlement')
      JOIN portfolios p ON p.id = l.portfolio_id AND p.opening_date = ${date}
     WHERE h.entry_date = ${date} AND h.trade_id IS NOT NULL AND l.equity_id IS NOT NULL GROUP BY 1, 2`

/**
 * SQL: `priced`, the prices of `pricesOn`, and `brought`, the fair value that opening positions of this very day carried over: the
 * adjustment holds it until the next day.
 */
export const PRICED = `
  priced AS MATERIALIZED (
    SELECT equity_id, basis, price, is_doubtful, is_rights, level
      FROM unnest(:equityIds::bigint[], :bases::text[], :prices?::numeric[], :doubtful::boolean[], :rights::boolean[], :levels::int[])
           AS k (equity_id, basis, price, is_doubtful, is_rights, level)),
  brought AS MATERIALIZED (${openedOn(':date::date')})`

/** SQL: the value of shares by the price `k` and the fair value `b` carried over, as core's `markHolding` has it. */
export const worth = (quantity: string, carrying: string): string =>
  `holding_value(${quantity}, k.price, ${carrying} + coalesce(b.amount, 0))`

/** SQL: `valued`, one row for each portfolio and security that is held at `:date` by posting date. */
export const VALUED = `${PRICED},
  held AS MATERIALIZED (${postedWhere(ASKED)}),
  valued AS MATERIALIZED (
    SELECT h.portfolio_id, h.equity_id, p.price_basis AS basis, ${IS_FVOCI} AS is_fvoci, k.is_rights, k.is_doubtful, k.level, h.quantity, h.cost,
           h.capitalised, ${worth('h.quantity', 'h.cost + h.capitalised')} AS fair_value
      FROM held h JOIN portfolios p ON p.id = h.portfolio_id
      JOIN priced k ON k.equity_id = h.equity_id AND k.basis = p.price_basis
      LEFT JOIN brought b ON b.portfolio_id = h.portfolio_id AND b.equity_id = h.equity_id)`
