/** The statement that lists activities, and the rows that it answers. */
import { DIVIDENDS } from '@em/contract/corporate-actions/kinds'
import { type RowOf, statement } from '../../platform/database/database.ts'
import { sqlList } from '../../platform/database/sql-list.ts'

// Each kind is read off the end of an index, never through its history: identities rise in the order of recording.
const FOUND = `
  (SELECT 'trade' AS kind, t.id, 1 AS part, t.recorded_at AS at FROM trades t
    WHERE :trades::bool AND t.side <> 'opening' ORDER BY t.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'correction', v.trade_id, v.version, v.recorded_at FROM trade_versions v JOIN trades t ON t.id = v.trade_id
    WHERE v.version > 1 AND CASE t.side WHEN 'opening' THEN :portfolios::bool ELSE :trades::bool END
    ORDER BY v.recorded_at DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'settlement', c.id, 0, c.recorded_at FROM settlement_confirmations c
    WHERE :settlements::bool ORDER BY c.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'opening', t.id, 1, t.recorded_at FROM trades t
    WHERE :portfolios::bool AND t.side = 'opening' AND NOT t.is_deleted ORDER BY t.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'portfolio', a.id, 0, a.at FROM audit a
    WHERE :portfolios::bool AND a.entity = 'portfolios'
      AND (:seesAll::bool OR EXISTS (SELECT FROM portfolios p WHERE p.id::text = a.entity_id))
    ORDER BY a.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'strategy', a.id, 0, a.at FROM audit a
    WHERE :portfolios::bool AND a.entity = 'strategies'
      AND (:seesAll::bool OR EXISTS (SELECT FROM strategies g WHERE g.id::text = a.entity_id))
    ORDER BY a.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'prices', s.id, 0, s.recorded_at FROM price_sets s WHERE :prices::bool ORDER BY s.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'sign-off', s.id, 0, s.recorded_at FROM price_sign_offs s WHERE :prices::bool ORDER BY s.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'index', s.id, 0, s.recorded_at FROM index_value_sets s WHERE :prices::bool ORDER BY s.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'valuation', w.id, 0, w.recorded_at FROM valuations w WHERE :valuations::bool ORDER BY w.id DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'reversal', r.valuation_id, 0, r.recorded_at FROM valuation_reversals r
    WHERE :valuations::bool ORDER BY r.recorded_at DESC LIMIT :most::int + 1)
  UNION ALL
  (SELECT 'action', k.id, 0, k.recorded_at FROM action_steps k JOIN corporate_actions b ON b.id = k.action_id
    WHERE k.what <> 'was' AND CASE WHEN b.kind IN ${sqlList(DIVIDENDS)} THEN :dividends::bool ELSE :actions::bool END
    ORDER BY k.id DESC LIMIT :most::int + 1)`

export const LIST = statement(
  'activities.list',
  `WITH found AS (${FOUND}),
     newest AS MATERIALIZED (
       SELECT f.kind, f.id, f.part, f.at FROM found f
        WHERE :days?::int IS NULL OR f.at >= now() - make_interval(days => :days?::int)
        ORDER BY f.at DESC, f.kind, f.id DESC, f.part DESC LIMIT :most::int + 1),
     page AS MATERIALIZED (
       SELECT * FROM (SELECT * FROM newest ORDER BY at DESC, kind, id DESC, part DESC LIMIT :most::int) listed
        ORDER BY at DESC, kind, id DESC, part DESC LIMIT :limit::int OFFSET :skip::int)
   SELECT n.total, g.kind, g.id, g.part, g.at, trim(u.first_name || ' ' || u.last_name) AS by,
          t.side, t.deal_number, e.symbol, coalesce(p.portfolio_name, a.after ->> 'portfolioName', a.before ->> 'portfolioName') AS portfolio,
          coalesce(p.portfolio_id, a.after ->> 'portfolioId', a.before ->> 'portfolioId') AS portfolio_code,
          v.quantity, v.price, v.gross, v.net, v.trade_date, v.is_deleted, coalesce(v.reason, s.reason, i.reason, r.reason) AS reason,
          c.kind AS outcome, c.amount, c.actual_date, c.due_date, c.pays, a.action, a.entity_id,
          coalesce(s.trade_date, o.trade_date) AS price_date, s.source, s.file_name, s.added, s.changed, s.removed, s.rows, o.is_signed,
          x.code AS index_code, x.name AS index_name, i.source AS index_source,
          d.what AS step, d.detail AS step_detail, b.title AS action_title, b.kind AS action_kind, b.id AS action_id,
          (SELECT sum(m.expected) FROM action_standings m WHERE m.action_id = b.id AND m.expected <> 0) AS expected,
          w.run_id, w.valuation_date, w.version AS valuation_version, w.fair_value, w.posted,
          (SELECT count(*)::int FROM index_value_versions w WHERE w.set_id = i.id) AS index_values
     FROM (SELECT count(*)::int AS total FROM newest) n LEFT JOIN page g ON true
     LEFT JOIN settlement_confirmations c ON g.kind = 'settlement' AND c.id = g.id
     LEFT JOIN trades t ON t.id = CASE WHEN g.kind IN ('trade', 'correction', 'opening') THEN g.id ELSE c.trade_id END
     LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = coalesce(c.trade_version, g.part)
     LEFT JOIN action_steps d ON g.kind = 'action' AND d.id = g.id LEFT JOIN corporate_actions b ON b.id = d.action_id
     LEFT JOIN equities e ON e.id = coalesce(t.equity_id, b.equity_id)
     LEFT JOIN audit a ON g.kind IN ('portfolio', 'strategy') AND a.id = g.id
     LEFT JOIN valuations w ON g.kind IN ('valuation', 'reversal') AND w.id = g.id
     LEFT JOIN valuation_reversals r ON g.kind = 'reversal' AND r.valuation_id = g.id
     LEFT JOIN portfolios p ON p.id = CASE WHEN g.kind = 'portfolio' AND a.entity_id ~ '^[0-9]{1,15}$' THEN a.entity_id::bigint ELSE coalesce(t.portfolio_id, w.portfolio_id, b.portfolio_id) END
     LEFT JOIN price_sets s ON g.kind = 'prices' AND s.id = g.id
     LEFT JOIN price_sign_offs o ON g.kind = 'sign-off' AND o.id = g.id
     LEFT JOIN index_value_sets i ON g.kind = 'index' AND i.id = g.id LEFT JOIN market_indices x ON x.id = i.index_id
     LEFT JOIN users u ON u.id = coalesce(v.recorded_by, a.user_id, s.recorded_by, o.recorded_by, i.recorded_by, r.recorded_by, w.recorded_by, d.recorded_by)
    ORDER BY g.at DESC, g.kind, g.id DESC, g.part DESC`,
)

export type ActivityRow = RowOf<typeof LIST>
