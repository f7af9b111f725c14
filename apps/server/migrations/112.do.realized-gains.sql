-- A disposal says in its own row whose it is, when, for how much and with which fees.
ALTER TABLE event_results RENAME TO results_before;
ALTER INDEX event_results_pkey RENAME TO results_before_pkey;
CREATE TABLE event_results (
  event_id bigint PRIMARY KEY,
  money_generation_cost numeric(18, 2) NOT NULL DEFAULT 0,
  cost_out numeric(18, 2),
  charges_out numeric(18, 2),
  capital_gain numeric(18, 2),
  holding_days integer,
  bought_price numeric(18, 4),
  profit_loss numeric(18, 2),
  portfolio_id bigint NOT NULL,
  -- Only of disposals.
  equity_id bigint,
  disposed_on date,
  proceeds numeric(18, 2),
  fees numeric(18, 2),
  CONSTRAINT event_results_disposal CHECK (num_nonnulls(equity_id, disposed_on, proceeds, fees, cost_out, charges_out, capital_gain, holding_days) IN (0, 8))
);
INSERT INTO event_results
SELECT r.*, t.portfolio_id, CASE WHEN r.cost_out IS NOT NULL THEN t.equity_id END, CASE WHEN r.cost_out IS NOT NULL THEN v.trade_date END,
       CASE WHEN r.cost_out IS NOT NULL THEN v.gross END, CASE WHEN r.cost_out IS NOT NULL THEN v.gross - v.net END
  FROM results_before r JOIN trades t ON t.id = r.event_id JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version;
DROP TABLE results_before;
CREATE INDEX event_results_disposals ON event_results (portfolio_id, disposed_on, event_id) WHERE disposed_on IS NOT NULL;
CREATE INDEX journal_entries_moved ON journal_entries (entry_date, moved_from) WHERE moved_from IS NOT NULL;
CREATE INDEX journal_entries_recosts ON journal_entries (trade_id)
  WHERE kind = 'correction' AND transaction_type = 'Revenue' AND reversal_of IS NULL AND trade_id IS NOT NULL;
ALTER TABLE entities ADD COLUMN share_gains_tax text CHECK (share_gains_tax IN ('exempt', 'business income'));
