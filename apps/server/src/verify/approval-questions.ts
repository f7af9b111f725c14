/**
 * Approvals: what was carried out was approved by enough other people, of the same hash; and every act that a rule in force asked for has its
 * request. Rules with an amount are held against the act's trades, those of portfolios against its trades and entries, those of a price
 * change against its prices.
 */
import { LETS_IN } from '../features/approvals/requests.statements.ts'
import type { Question } from './question.ts'

const DONE = "approval_requests r JOIN approval_steps c ON c.request_id = r.id AND c.what = 'carried-out'"

const NAME = (user: string) => `(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = ${user})`

const approved: Question = {
  name: 'requests that were carried out',
  counted: `SELECT count(*) AS count FROM ${DONE} WHERE $1::bigint IS NULL`,
  wrong: `
    SELECT 'APR-' || lpad(r.id::text, 6, '0') AS place, 'approvals of other people of what was carried out' AS what, a.n::text AS stored,
           'at least ' || r.needed AS expected
      FROM ${DONE} CROSS JOIN LATERAL (
        SELECT count(DISTINCT s.by_user) AS n FROM approval_steps s
         WHERE s.request_id = r.id AND s.what = 'approved' AND s.by_user <> r.maker AND s.hash = c.hash) a
     WHERE $1::bigint IS NULL AND a.n < r.needed
    UNION ALL
    SELECT 'APR-' || lpad(r.id::text, 6, '0'), 'state', r.state, coalesce(e.what, 'waiting or approved')
      FROM approval_requests r LEFT JOIN approval_steps e ON e.request_id = r.id AND e.what IN ('carried-out', 'rejected', 'withdrawn', 'expired', 'returned')
     WHERE $1::bigint IS NULL
       AND CASE coalesce(e.what, 'open') WHEN 'open' THEN r.state NOT IN ('waiting', 'approved') WHEN 'carried-out' THEN r.state <> 'done' ELSE r.state <> e.what END`,
  // One person with two accounts is the way round every rule.
  toLookAt: `
    SELECT 'APR-' || lpad(r.id::text, 6, '0') AS place,
           'approved by ' || ${NAME('s.by_user')} || ', whose account ' || ${NAME('r.maker')} || ', who asked for it, let in' AS what
      FROM approval_steps s JOIN approval_requests r ON r.id = s.request_id
     WHERE $1::bigint IS NULL AND s.what = 'approved' AND ${LETS_IN} ORDER BY s.id`,
}

/** A save that a rule overtook was judged by the rules before it: the act names them. One that names none is held against those of its time. */
const KNOWN = (version: string) =>
  `CASE WHEN a.rules_act IS NULL THEN ${version}.recorded_at <= a.at ELSE ${version}.act_id <= a.rules_act END`
const RULE_THEN = `approval_rule_versions v ON a.call = ANY (v.acts) AND v.is_on AND ${KNOWN('v')}
     AND NOT EXISTS (SELECT FROM approval_rule_versions n WHERE n.rule_id = v.rule_id AND n.version > v.version AND ${KNOWN('n')})`

const asked: Question = {
  name: 'acts under an approval rule',
  counted: `SELECT count(*) AS count FROM audit a JOIN ${RULE_THEN} WHERE $1::bigint IS NULL AND a.call IS NOT NULL`,
  wrong: `
    WITH asked AS MATERIALIZED (
      SELECT a.act_id, a.call, v.name, v.at_least, v.change_over, v.portfolios FROM audit a JOIN ${RULE_THEN}
       WHERE $1::bigint IS NULL AND a.call IS NOT NULL
         AND NOT EXISTS (SELECT FROM approval_steps s WHERE s.act_id = a.act_id AND s.what = 'carried-out')),
    moved AS MATERIALIZED (
      SELECT t.act_id, d.portfolio_id, t.gross FROM trade_versions t JOIN trades d ON d.id = t.trade_id
       WHERE t.act_id IN (SELECT act_id FROM asked)),
    posted AS MATERIALIZED (
      SELECT DISTINCT h.act_id, l.portfolio_id FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
       WHERE h.act_id IN (SELECT act_id FROM asked WHERE portfolios IS NOT NULL)),
    -- A first price has none to be compared with: it is asked about.
    repriced AS MATERIALIZED (
      SELECT s.act_id, max(abs(coalesce(v.last_trade, v.close) / nullif(coalesce(w.last_trade, w.close), 0) - 1) * 100) AS change
        FROM price_sets s JOIN price_versions v ON v.set_id = s.id
        LEFT JOIN price_versions w ON w.symbol = v.symbol AND w.trade_date = v.trade_date AND w.version = v.version - 1
       WHERE s.act_id IN (SELECT act_id FROM asked WHERE change_over IS NOT NULL) GROUP BY 1)
    SELECT 'act ' || k.act_id AS place, k.call AS what, 'no request' AS stored, 'a request by the rule ' || k.name AS expected
      FROM asked k
     WHERE (k.at_least IS NULL OR k.at_least <= (SELECT sum(m.gross) FROM moved m WHERE m.act_id = k.act_id))
       AND (k.change_over IS NULL OR EXISTS (SELECT FROM repriced p WHERE p.act_id = k.act_id AND coalesce(p.change >= k.change_over, true)))
       AND (k.portfolios IS NULL
            OR EXISTS (SELECT FROM moved m WHERE m.act_id = k.act_id AND m.portfolio_id = ANY (k.portfolios))
            OR EXISTS (SELECT FROM posted l WHERE l.act_id = k.act_id AND l.portfolio_id = ANY (k.portfolios)))`,
}

export const APPROVAL_QUESTIONS: readonly Question[] = [approved, asked]
