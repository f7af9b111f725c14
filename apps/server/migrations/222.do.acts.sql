-- Every committed write is one act (decision 049): facts name theirs, audit rows belong to one. What was recorded before is one act, "as found":
-- which of those facts came together is not known any more.
CREATE SEQUENCE acts;
CREATE FUNCTION current_act() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('equity_manager.act', true), '')::bigint
$$;

ALTER TABLE audit ADD COLUMN act_id bigint NOT NULL DEFAULT 0;
ALTER TABLE audit ALTER COLUMN act_id DROP DEFAULT;

-- The value of present rows is kept once for each table, no row is written.
DO $$
DECLARE
  facts constant name[] := ARRAY[
    'action_versions', 'action_entitlements', 'action_elections', 'action_allotments', 'action_money',
    'action_certificates', 'action_shares', 'action_steps', 'announcement_sets', 'announcement_feed_turns',
    'broker_comparisons', 'broker_names', 'cds_break_notes', 'cds_comparisons', 'cds_placements', 'cds_pledge_releases',
    'cds_pledges', 'cds_statements', 'gl_mappings', 'index_value_sets', 'index_weight_sets', 'journal_entries',
    'open_item_versions', 'payment_exports', 'period_locks', 'price_feed_turns', 'price_sets', 'price_sign_offs',
    'reconciliation_events', 'settlement_confirmations', 'suspense_clearings', 'suspense_undoings',
    'trade_document_batches', 'trade_document_trades', 'trade_versions', 'valuation_runs', 'valuation_reversals',
    'year_closings', 'order_versions', 'order_steps'];
  fact name;
BEGIN
  FOREACH fact IN ARRAY facts LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN act_id bigint NOT NULL DEFAULT 0', fact);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN act_id SET DEFAULT current_act()', fact);
  END LOOP;
END $$;

INSERT INTO audit (act_id, action, entity, entity_id)
SELECT 0, 'books.as-found', 'books', '0';
