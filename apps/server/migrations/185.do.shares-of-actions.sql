-- What corporate actions brought and took of shares, change by change, with the posting dates. Until now it followed from the first
-- entry of an event, so that a late trade changed what had been posted before.
CREATE TABLE action_shares (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id bigint NOT NULL,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  source text NOT NULL CHECK (source IN ('corporate action', 'transfer')),
  belongs_to date NOT NULL CHECK (isfinite(belongs_to)),
  posted_on date NOT NULL CHECK (isfinite(posted_on) AND posted_on >= belongs_to),
  quantity bigint NOT NULL CHECK (quantity <> 0),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- An event stands with its first entry, one without an entry on its day. Later versions of its entitlement, of what it brought into
-- the books, were posted on the first open day of when they were recorded.
WITH event AS MATERIALIZED (
  SELECT e.id, x.action_id, c.portfolio_id, c.equity_id, e.source, e.event_date AS day, e.quantity_change AS quantity, a.kind, x.part,
         coalesce((SELECT min(h.entry_date) FROM journal_entries h
                    WHERE h.cause_kind = 'action' AND h.cause_id = x.action_id AND h.trade_id IS NULL AND coalesce(h.moved_from, h.entry_date) = e.event_date
                      AND EXISTS (SELECT FROM journal_lines l WHERE l.entry_id = h.id AND l.portfolio_id = c.portfolio_id
                                     AND l.equity_id = c.equity_id AND l.role = 'investment')), e.event_date) AS posted_on,
         -- The lots of a spin-off share one entitlement.
         row_number() OVER (PARTITION BY x.action_id, c.portfolio_id, c.equity_id ORDER BY e.id) = 1 AS is_first
    FROM chain_events e JOIN chains c ON c.id = e.chain_id JOIN action_events x ON x.id = e.id JOIN corporate_actions a ON a.id = x.action_id
   WHERE e.source IN ('corporate action', 'transfer')),
changed AS (
  SELECT t.action_id, t.portfolio_id, t.version, t.held - lag(t.held) OVER w AS held, t.entitled - lag(t.entitled) OVER w AS entitled,
         (SELECT k.locked_through FROM period_locks k JOIN portfolios f ON f.entity_id = k.entity_id
           WHERE f.id = t.portfolio_id AND k.set_at < t.recorded_at ORDER BY k.id DESC LIMIT 1) AS locked_through,
         EXISTS (SELECT FROM action_steps s WHERE s.action_id = t.action_id AND s.what = 'processed' AND s.recorded_at < t.recorded_at) AS is_in_books
    FROM action_entitlements t WINDOW w AS (PARTITION BY t.action_id, t.portfolio_id ORDER BY t.version)),
late AS MATERIALIZED (
  SELECT e.id, v.locked_through + 1 AS posted_on,
         CASE WHEN e.kind = 'merger' AND e.part = 'out' THEN - v.held WHEN e.kind IN ('split', 'consolidation') THEN v.entitled - v.held
              WHEN (e.kind = 'merger' AND e.part = 'in') OR e.kind IN ('scrip', 'bonus') OR (e.kind = 'spin-off' AND e.part <> 'cost' AND e.is_first) THEN v.entitled
              ELSE 0 END AS quantity
    FROM event e JOIN changed v ON v.action_id = e.action_id AND v.portfolio_id = e.portfolio_id AND v.is_in_books
     AND v.locked_through >= e.posted_on)
INSERT INTO action_shares (event_id, action_id, portfolio_id, equity_id, source, belongs_to, posted_on, quantity)
SELECT e.id, e.action_id, e.portfolio_id, e.equity_id, e.source, e.day, p.posted_on, sum(p.quantity)
  FROM event e
  JOIN (SELECT id, posted_on, quantity FROM event
        UNION ALL SELECT l.id, e.posted_on, - l.quantity FROM late l JOIN event e ON e.id = l.id
        UNION ALL SELECT id, posted_on, quantity FROM late) p ON p.id = e.id
 GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(p.quantity) <> 0
 ORDER BY e.id, p.posted_on;

CREATE INDEX action_shares_event ON action_shares (event_id);
CREATE INDEX action_shares_place ON action_shares (portfolio_id, equity_id);
CREATE INDEX action_shares_late ON action_shares (posted_on, belongs_to) WHERE posted_on > belongs_to;
DROP FUNCTION IF EXISTS action_posted_on(bigint);
DROP FUNCTION IF EXISTS shares_carried(bigint, bigint, bigint, date, date);
