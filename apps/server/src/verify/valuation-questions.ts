/** Questions about mark-to-market runs: what is in force, the entries that each valuation posted, and where they leave the books. */
import type { Question } from './question.ts'

const OF_PORTFOLIO = '($1::bigint IS NULL OR v.portfolio_id = $1)'
const NAMED =
  "concat_ws(' ', (SELECT p.portfolio_id FROM portfolios p WHERE p.id = v.portfolio_id), 'on', v.valuation_date)"
const NEWEST =
  'NOT EXISTS (SELECT FROM valuations n WHERE n.portfolio_id = v.portfolio_id AND n.valuation_date = v.valuation_date AND n.version > v.version)'
const IN_FORCE = `${NEWEST} AND NOT EXISTS (SELECT FROM valuation_reversals t WHERE t.valuation_id = v.id)`
const COUNTED = `SELECT count(*) AS count FROM valuations v WHERE ${OF_PORTFOLIO}`

/** Of a portfolio and day the newest version that was not taken back, covered by the newest run that names it. */
const inForce: Question = {
  name: 'valuations in force',
  counted: COUNTED,
  wrong: `
    SELECT ${NAMED} AS place, 'valuation, run, by close' AS what, concat_ws(', ', f.valuation_id, f.run_id, f.by_close) AS stored,
           concat_ws(', ', v.id, (SELECT max(m.run_id) FROM valuation_run_portfolios m WHERE m.valuation_id = v.id), v.price_basis = 'Close') AS expected
      FROM valuations v LEFT JOIN valuations_in_force f ON f.portfolio_id = v.portfolio_id AND f.valuation_date = v.valuation_date
     WHERE ${OF_PORTFOLIO} AND ${IN_FORCE}
       AND (f.valuation_id, f.run_id, f.by_close) IS DISTINCT FROM
           (v.id, (SELECT max(m.run_id) FROM valuation_run_portfolios m WHERE m.valuation_id = v.id), v.price_basis = 'Close')
    UNION ALL
    SELECT concat_ws(' ', 'portfolio', v.portfolio_id, 'on', v.valuation_date), 'valuation', v.valuation_id::text, 'none'
      FROM valuations_in_force v
     WHERE ${OF_PORTFOLIO} AND NOT EXISTS (SELECT FROM valuations o WHERE o.id = v.valuation_id AND o.portfolio_id = v.portfolio_id
                                              AND o.valuation_date = v.valuation_date)
    UNION ALL
    SELECT ${NAMED}, 'versions', count(*)::text, max(v.version)::text FROM valuations v
     WHERE ${OF_PORTFOLIO} GROUP BY v.portfolio_id, v.valuation_date HAVING count(*) <> max(v.version)`,
}

const ASSET = "l.role IN ('fair-value-adjustment', 'rights-entitlement')"

/** The entry on the day says what the lines say, the other one the opposite on the next day; both are in force while the valuation is. */
const entries: Question = {
  name: 'entries of valuations',
  counted: COUNTED,
  wrong: `
    SELECT ${NAMED} AS place, concat_ws(' ', 'entry', e.id, 'of security', d.equity_id) AS what, coalesce(d.amount, 0)::text AS stored,
           coalesce(e.sign * d.posted, 0)::text AS expected
      FROM valuations v
     CROSS JOIN LATERAL (VALUES (v.entry_id, 1), (v.reversal_entry_id, -1)) AS e (id, sign)
     CROSS JOIN LATERAL (
       SELECT equity_id, x.amount, y.posted
         FROM (SELECT l.equity_id, sum(l.debit - l.credit) AS amount FROM journal_lines l WHERE l.entry_id = e.id AND ${ASSET} GROUP BY 1) x
         FULL JOIN (SELECT w.equity_id, w.posted FROM valuation_lines w WHERE w.valuation_id = v.id AND w.posted <> 0) y USING (equity_id)
        WHERE coalesce(x.amount, 0) <> coalesce(e.sign * y.posted, 0)) d
     WHERE ${OF_PORTFOLIO}
    UNION ALL
    SELECT ${NAMED}, 'entry ' || e.id, concat_ws(' ', h.kind, 'of', h.entry_date, CASE WHEN r.id IS NULL THEN 'standing' ELSE 'reversed' END),
           concat_ws(' ', 'valuation of', e.day, CASE WHEN s.stands THEN 'standing' ELSE 'reversed' END)
      FROM valuations v
     CROSS JOIN LATERAL (SELECT (${IN_FORCE}) AS stands) s
     CROSS JOIN LATERAL (VALUES (v.entry_id, v.valuation_date), (v.reversal_entry_id, v.valuation_date + 1)) AS e (id, day)
      LEFT JOIN journal_entries h ON h.id = e.id LEFT JOIN journal_entries r ON r.reversal_of = e.id
     WHERE ${OF_PORTFOLIO} AND e.id IS NOT NULL
       AND (h.kind IS DISTINCT FROM 'valuation' OR h.entry_date <> e.day OR h.cause_kind <> 'valuation' OR h.cause_id <> v.id
            OR s.stands <> (r.id IS NULL) OR (r.id IS NOT NULL AND r.entry_date <> e.day))
    UNION ALL
    SELECT ${NAMED}, 'sums', concat_ws(', ', v.holdings, v.exceptions, v.carrying, v.fair_value, v.posted),
           concat_ws(', ', n.holdings, n.exceptions, n.carrying, n.fair_value, n.posted)
      FROM valuations v
     CROSS JOIN LATERAL (
       SELECT count(*) AS holdings, count(w.exceptions) AS exceptions, coalesce(sum(w.cost + w.capitalised), 0)::numeric(20, 2) AS carrying,
              coalesce(sum(w.fair_value), 0)::numeric(20, 2) AS fair_value, coalesce(sum(w.posted), 0)::numeric(20, 2) AS posted
         FROM valuation_lines w WHERE w.valuation_id = v.id) n
     WHERE ${OF_PORTFOLIO} AND (v.holdings, v.exceptions, v.carrying, v.fair_value, v.posted)
           IS DISTINCT FROM (n.holdings, n.exceptions, n.carrying, n.fair_value, n.posted)`,
}

/** At the end of a day whose valuation is not stale the adjustment is what the shares are worth beyond their carrying amount: nothing else is left in it. */
const adjustment: Question = {
  name: 'fair value adjustments on valued days',
  counted: `SELECT count(*) AS count FROM valuations_in_force v WHERE ${OF_PORTFOLIO}`,
  wrong: `
    WITH balances AS MATERIALIZED (
      SELECT l.portfolio_id, l.entry_date AS day, sum(sum(l.debit - l.credit)) OVER (PARTITION BY l.portfolio_id ORDER BY l.entry_date) AS balance
        FROM journal_lines l WHERE l.role = 'fair-value-adjustment' GROUP BY 1, 2)
    SELECT ${NAMED} AS place, 'fair value adjustment' AS what, coalesce(b.balance, 0)::text AS stored, d.difference::text AS expected
      FROM valuations_in_force v
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(w.difference), 0) AS difference
         FROM valuation_lines w JOIN equities e ON e.id = w.equity_id
        WHERE w.valuation_id = v.valuation_id AND e.symbol !~* '[.]R[0-9]{4}$') d
      -- Where nothing was posted on the day, it has no line of its own: then all of it was taken back before.
      LEFT JOIN balances b ON b.portfolio_id = v.portfolio_id AND b.day = v.valuation_date
     WHERE ${OF_PORTFOLIO} AND coalesce(b.balance, 0) <> d.difference
       AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = v.valuation_id)`,
}

export const VALUATION_QUESTIONS: readonly Question[] = [inForce, entries, adjustment]
