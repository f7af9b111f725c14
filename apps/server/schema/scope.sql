-- What a person sees whose portfolios are a list. Who may see all of them works on the tables; everybody else on connections
-- whose search_path begins with em_scoped: views of the same names that show only rows of the portfolios in
-- equity_manager.scope. So no statement knows of it, and one that forgets it does not exist. A view checks the rights of who
-- asks, and lets nothing in that it would not show.

-- The portfolios of the session or transaction; none where nothing was set.
CREATE OR REPLACE FUNCTION scope() RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('equity_manager.scope', true), ''), '{}')::bigint[]
$$;

-- The condition of each table that belongs to portfolios, about its row `t`. `#` is the portfolios in scope. Rows
-- without a portfolio are hidden from users whose portfolios are a list.
CREATE OR REPLACE FUNCTION scope_conditions() RETURNS TABLE (name text, condition text) LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('portfolios', 't.id = ANY (#)'),
    -- Their executions are of any portfolio.
    ('fix_messages', 'false'),
    ('fix_forming', 'false'),
    ('fix_forming_days', 'false'),
    ('strategies', 't.portfolio_id = ANY (#)'),
    ('costing_methods', 't.portfolio_id = ANY (#)'),
    ('chains', 't.portfolio_id = ANY (#)'),
    ('chain_events', 't.chain_id IN (SELECT c.id FROM em.chains c WHERE c.portfolio_id = ANY (#))'),
    ('lots', 't.chain_id IN (SELECT c.id FROM em.chains c WHERE c.portfolio_id = ANY (#))'),
    ('lot_changes', 'EXISTS (SELECT FROM em.lots o JOIN em.chains c ON c.id = o.chain_id
                              WHERE o.event_id = t.lot_event_id AND c.portfolio_id = ANY (#))'),
    ('event_results', 't.portfolio_id = ANY (#)'),
    ('trades', 't.portfolio_id = ANY (#)'),
    ('trade_versions', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('trade_allocations', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('settlement_confirmations', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('settlement_states', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('payment_exports', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('settlement_months', 't.portfolio_id = ANY (#)'),
    -- An import is there for who may see all of what it recorded.
    ('batches', 'NOT EXISTS (SELECT FROM em.trades r WHERE r.batch_id = t.id AND r.portfolio_id <> ALL (#))
                 AND (EXISTS (SELECT FROM em.trades r WHERE r.batch_id = t.id) OR t.recorded_by = em.person_in_scope())'),
    -- An order is there for who may see every portfolio that it was ever for.
    ('orders', 'NOT EXISTS (SELECT FROM em.order_portfolios k WHERE k.order_id = t.id AND k.portfolio_id <> ALL (#))'),
    ('order_versions', 't.order_id IN (SELECT o.id FROM em_scoped.orders o)'),
    ('order_portfolios', 't.portfolio_id = ANY (#)'),
    ('order_steps', 't.order_id IN (SELECT o.id FROM em_scoped.orders o)'),
    ('order_fills', 't.order_id IN (SELECT o.id FROM em_scoped.orders o)'),
    -- Of each portfolio on its own; one of a wider scope is shown by its state alone (features/limits).
    ('breaches', 't.portfolio_id = ANY (#)'),
    ('breach_steps', 't.breach_id IN (SELECT b.id FROM em_scoped.breaches b)'),
    ('limit_marks', 't.portfolio_id IS NULL OR t.portfolio_id = ANY (#)'),
    ('rebalancing_targets', 't.portfolio_id = ANY (#)'),
    ('rebalancing_target_lines', 't.portfolio_id = ANY (#)'),
    -- A document is there for who may see all that was recorded from it; before that for who uploaded it.
    ('trade_documents', 'NOT EXISTS (SELECT FROM em.trade_document_trades k JOIN em.trades r ON r.id = k.trade_id
                                      WHERE k.document_id = t.id AND r.portfolio_id <> ALL (#))
                         AND (t.uploaded_by = em.person_in_scope() OR EXISTS (SELECT FROM em.trade_document_trades k WHERE k.document_id = t.id))'),
    ('trade_document_lines', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_batches', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_proofs', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_proved', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    -- Found for the books: it is there for who sees every portfolio that it was found in.
    ('trade_document_matched', 't.portfolios <@ # AND t.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_matches', 't.document_id IN (SELECT m.document_id FROM em_scoped.trade_document_matched m)'),
    ('trade_document_missing', 't.document_id IN (SELECT m.document_id FROM em_scoped.trade_document_matched m)'),
    ('trade_document_trades', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_clients', 't.portfolio_id = ANY (#)'),
    -- What an issuer does is everybody's; what was recorded for one portfolio is there for who sees it.
    ('corporate_actions', 't.portfolio_id IS NULL OR (t.portfolio_id = ANY (#) AND coalesce(t.to_portfolio_id, t.portfolio_id) = ANY (#))'),
    ('action_versions', 't.action_id IN (SELECT a.id FROM em_scoped.corporate_actions a)'),
    ('action_steps', 't.action_id IN (SELECT a.id FROM em_scoped.corporate_actions a)'),
    ('action_entitlements', 't.portfolio_id = ANY (#)'),
    ('action_standings', 't.portfolio_id = ANY (#)'),
    ('action_elections', 't.portfolio_id = ANY (#)'),
    ('action_allotments', 't.portfolio_id = ANY (#)'),
    ('action_money', 't.portfolio_id = ANY (#)'),
    ('action_certificates', 't.portfolio_id = ANY (#)'),
    ('open_item_versions', 't.portfolio_id = ANY (#)'),
    ('open_items', 't.portfolio_id = ANY (#)'),
    ('action_events', 't.portfolio_id = ANY (#)'),
    ('action_shares', 't.portfolio_id = ANY (#)'),
    ('journal_lines', 't.portfolio_id = ANY (#)'),
    ('journal_entries', 'EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = t.id AND l.portfolio_id = ANY (#))'),
    ('journal_changes', 'EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = t.entry_id AND l.portfolio_id = ANY (#))'),
    ('ledger_days', 't.portfolio_id = ANY (#)'),
    ('ledger_months', 't.portfolio_id = ANY (#)'),
    ('income_sums', 't.portfolio_id = ANY (#)'),
    ('daily_values', 't.portfolio_id = ANY (#)'),
    ('daily_sector_values', 't.portfolio_id = ANY (#)'),
    ('daily_value_spans', 't.portfolio_id = ANY (#)'),
    -- Zero is everybody's.
    ('daily_value_marks', 't.portfolio_id = 0 OR t.portfolio_id = ANY (#)'),
    ('valuations', 't.portfolio_id = ANY (#)'),
    ('valuations_in_force', 't.portfolio_id = ANY (#)'),
    ('valuation_run_portfolios', 't.portfolio_id = ANY (#)'),
    ('valuation_runs', 't.id IN (SELECT r.run_id FROM em.valuation_run_portfolios r WHERE r.portfolio_id = ANY (#))'),
    ('valuation_lines', 't.valuation_id IN (SELECT v.id FROM em.valuations v WHERE v.portfolio_id = ANY (#))'),
    ('valuation_reversals', 't.valuation_id IN (SELECT v.id FROM em.valuations v WHERE v.portfolio_id = ANY (#))'),
    ('valuation_marks', 't.valuation_id IN (SELECT v.id FROM em.valuations v WHERE v.portfolio_id = ANY (#))'),
    -- A draft is there for who may see all of it.
    ('journal_drafts', 'NOT EXISTS (SELECT FROM em.journal_draft_lines l
                                     WHERE l.draft_id = t.id AND coalesce(l.portfolio_id, 0) <> ALL (#))'),
    ('journal_draft_lines', 't.portfolio_id = ANY (#)'),
    ('journal_recurring', 'NOT EXISTS (SELECT FROM em.journal_draft_lines l
                                        WHERE l.draft_id = t.template_id AND coalesce(l.portfolio_id, 0) <> ALL (#))'),
    ('suspense_items', 't.portfolio_id = ANY (#)'),
    -- A clearing is undone as a whole: it is there for who may see all that it cleared.
    ('suspense_clearings', 'NOT EXISTS (SELECT FROM em.suspense_links k JOIN em.journal_lines l
                                           ON l.entry_id = k.debit_entry_id AND l.line_no = k.debit_line_no
                                         WHERE k.clearing_id = t.id AND coalesce(l.portfolio_id, 0) <> ALL (#))'),
    ('suspense_links', 'EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = t.debit_entry_id AND l.line_no = t.debit_line_no
                                   AND l.portfolio_id = ANY (#))'),
    ('suspense_moves', 'EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = t.entry_id AND l.line_no = t.line_no
                                   AND l.portfolio_id = ANY (#))'),
    -- An outside ledger is there for who sees every portfolio of it; that of the built-in entity has lines without one.
    ('accounting_targets', 'CASE WHEN t.entity_id IS NULL THEN t.portfolios <@ #
                                 ELSE NOT EXISTS (SELECT FROM em.portfolios p WHERE p.entity_id = t.entity_id AND p.id <> ALL (#))
                                  AND NOT EXISTS (SELECT FROM em.entities e WHERE e.id = t.entity_id AND e.is_general) END'),
    ('accounting_mappings', 't.target_id IN (SELECT a.id FROM em_scoped.accounting_targets a)'),
    ('accounting_batches', 't.target_id IN (SELECT a.id FROM em_scoped.accounting_targets a)'),
    ('accounting_batch_parts', 't.batch_id IN (SELECT b.id FROM em_scoped.accounting_batches b)'),
    ('accounting_batch_steps', 't.batch_id IN (SELECT b.id FROM em_scoped.accounting_batches b)'),
    ('accounting_exported', 't.target_id IN (SELECT a.id FROM em_scoped.accounting_targets a)'),
    ('accounting_sums', 't.target_id IN (SELECT a.id FROM em_scoped.accounting_targets a)'),
    -- Zero is the mapping of everybody.
    ('gl_mappings', 't.portfolio_id = 0 OR t.portfolio_id = ANY (#)'),
    -- Of one portfolio, or of an account without lines of another: figures and statements show the whole account.
    ('reconciliations', 't.portfolio_id = ANY (#)
       OR t.portfolio_id = 0 AND NOT EXISTS (
            SELECT FROM em.ledger_months m WHERE m.account_id = t.account_id
               AND (t.settlement_account_id = 0 OR m.settlement_account_id = t.settlement_account_id)
               AND m.portfolio_id <> ALL (#))'),
    ('reconciliation_statements', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('statement_lines', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_matches', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('matched_ledger_lines', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('matched_statement_lines', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_proposals', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_open_ledger', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_open_external', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_days', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_events', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_changes', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('cds_accounts', 'EXISTS (SELECT FROM em.cds_account_portfolios k WHERE k.account_id = t.id AND k.portfolio_id = ANY (#))'),
    ('cds_account_portfolios', 't.portfolio_id = ANY (#)'),
    ('cds_main_accounts', 't.portfolio_id = ANY (#)'),
    ('cds_placements', 't.portfolio_id = ANY (#)'),
    ('cds_pledges', 't.portfolio_id = ANY (#)'),
    ('cds_pledge_releases', 't.pledge_id IN (SELECT p.id FROM em.cds_pledges p WHERE p.portfolio_id = ANY (#))'),
    -- A statement shows whole accounts: it is for users who may see every portfolio of them.
    ('cds_statements', 'NOT EXISTS (SELECT FROM em.cds_statement_lines l
                                      LEFT JOIN em.cds_account_portfolios k ON k.account_id = l.account_id
                                     WHERE l.statement_id = t.id AND coalesce(k.portfolio_id, 0) <> ALL (#))'),
    -- Of all portfolios, or of one.
    ('broker_comparisons', 't.portfolio_id = ANY (#)'),
    ('cds_statement_lines', 't.statement_id IN (SELECT s.id FROM em_scoped.cds_statements s)'),
    ('cds_comparisons', 't.statement_id IN (SELECT s.id FROM em_scoped.cds_statements s)'),
    ('cds_comparison_lines', 't.comparison_id IN (SELECT c.id FROM em_scoped.cds_comparisons c)'),
    ('cds_comparison_trades', 't.comparison_id IN (SELECT c.id FROM em_scoped.cds_comparisons c)'),
    ('cds_break_notes', 't.statement_id IN (SELECT s.id FROM em_scoped.cds_statements s)'),
    ('safekeeping_accounts', 't.portfolio_ids && #'),
    -- A file of a custodian has all holdings of an account.
    ('custodian_files', 'NOT EXISTS (SELECT FROM em.custodian_messages m JOIN em.safekeeping_accounts a ON a.id = m.account_id
                                      WHERE m.file_id = t.id AND NOT a.portfolio_ids <@ #)
       AND NOT EXISTS (SELECT FROM em.custodian_lines l JOIN em.safekeeping_accounts a ON a.id = l.account_id
                        WHERE l.file_id = t.id AND NOT a.portfolio_ids <@ #)
       AND NOT EXISTS (SELECT FROM em.custodian_file_accounts k WHERE k.file_id = t.id AND NOT k.portfolio_ids <@ #)'),
    ('custodian_messages', 't.file_id IN (SELECT f.id FROM em_scoped.custodian_files f)'),
    ('custodian_file_accounts', 't.file_id IN (SELECT f.id FROM em_scoped.custodian_files f)'),
    ('custodian_lines', 't.file_id IN (SELECT f.id FROM em_scoped.custodian_files f)'),
    ('custodian_acceptances', 't.file_id IN (SELECT f.id FROM em_scoped.custodian_files f)'),
    ('custodian_notes', 't.file_id IN (SELECT f.id FROM em_scoped.custodian_files f)'),
    -- Everybody has his own.
    ('report_schedules', 't.owner_id = em.person_in_scope()'),
    ('report_schedule_runs', 't.schedule_id IN (SELECT s.id FROM em_scoped.report_schedules s)'),
    ('saved_views', 't.owner_id = em.person_in_scope()'),
    ('favourite_tabs', 't.owner_id = em.person_in_scope()'),
    -- A file shows the whole entry: it is for users who may see all of it.
    ('attachments', 'CASE t.owner_kind
                       WHEN ''journal-entry'' THEN EXISTS (SELECT FROM em_scoped.journal_entries o WHERE o.id = t.owner_id)
                         AND NOT EXISTS (SELECT FROM em.journal_lines l
                                          WHERE l.entry_id = t.owner_id AND coalesce(l.portfolio_id, 0) <> ALL (#))
                       WHEN ''journal-draft'' THEN EXISTS (SELECT FROM em_scoped.journal_drafts o WHERE o.id = t.owner_id)
                       WHEN ''announcement'' THEN true
                       ELSE EXISTS (SELECT FROM em_scoped.reconciliations o WHERE o.id = t.owner_id) END')
$$;

-- Which acts are shown to a person whose portfolios are a list, by the kind of their record: those on records that are wholly of these
-- portfolios, about the audit row `t` and the number `r.id` of its record. Of any other kind none is.
CREATE OR REPLACE FUNCTION scope_of_acts() RETURNS TABLE (entity text, condition text) LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('portfolios', 'r.id = ANY (#)'),
    ('trade', 'EXISTS (SELECT FROM em_scoped.trades o WHERE o.id = r.id)'),
    ('settlement', 'EXISTS (SELECT FROM em_scoped.trades o WHERE o.id = r.id)'),
    ('strategies', 'EXISTS (SELECT FROM em_scoped.strategies o WHERE o.id = r.id)'),
    -- A change may have moved lines between portfolios: what it says before and after counts, too.
    ('journal-entry', '(EXISTS (SELECT FROM em_scoped.journal_entries o WHERE o.id = r.id) OR EXISTS (SELECT FROM em_scoped.journal_drafts o WHERE o.id = r.id))
        AND NOT EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = r.id AND coalesce(l.portfolio_id, 0) <> ALL (#))
        AND NOT EXISTS (SELECT FROM jsonb_path_query(jsonb_build_array(t.before, t.after), ''$[*].lines[*].portfolioId'') p
                         WHERE NOT EXISTS (SELECT FROM em_scoped.portfolios o WHERE to_jsonb(o.portfolio_id) = p))'),
    ('recurring-entry', 'EXISTS (SELECT FROM em_scoped.journal_recurring o WHERE o.id = r.id)'),
    ('suspense-clearing', 'EXISTS (SELECT FROM em_scoped.suspense_clearings o WHERE o.id = r.id)'),
    ('reconciliation', 'EXISTS (SELECT FROM em_scoped.reconciliations o WHERE o.id = r.id)'),
    ('corporate-action', 'EXISTS (SELECT FROM em_scoped.corporate_actions o WHERE o.id = r.id AND o.portfolio_id IS NOT NULL)'),
    ('batch', 'EXISTS (SELECT FROM em_scoped.batches o WHERE o.id = r.id)'),
    ('trade-document', 'EXISTS (SELECT FROM em_scoped.trade_documents o WHERE o.id = r.id)'),
    ('order', 'EXISTS (SELECT FROM em_scoped.orders o WHERE o.id = r.id)'),
    ('breach', 'EXISTS (SELECT FROM em_scoped.breaches o WHERE o.id = r.id)'),
    ('valuation-run', 'EXISTS (SELECT FROM em.valuation_run_portfolios o WHERE o.run_id = r.id)
        AND NOT EXISTS (SELECT FROM em.valuation_run_portfolios o WHERE o.run_id = r.id AND o.portfolio_id <> ALL (#))'),
    ('cds-pledge', 'EXISTS (SELECT FROM em_scoped.cds_pledges o WHERE o.id = r.id)'),
    ('cds-comparison', 'EXISTS (SELECT FROM em_scoped.cds_statements o WHERE o.id = r.id)'),
    ('custodian-message', 'EXISTS (SELECT FROM em_scoped.custodian_files o WHERE o.id = r.id)'),
    ('attachment', 'EXISTS (SELECT FROM em_scoped.attachments o WHERE o.id = r.id AND o.owner_kind <> ''announcement'')'),
    ('accounting-target', 'EXISTS (SELECT FROM em_scoped.accounting_targets o WHERE o.id = r.id)'),
    ('accounting-mapping', 'EXISTS (SELECT FROM em_scoped.accounting_targets o WHERE o.id = r.id)'),
    ('accounting-batch', 'EXISTS (SELECT FROM em_scoped.accounting_batches o WHERE o.id = r.id)'),
    ('report-schedule', 'EXISTS (SELECT FROM em_scoped.report_schedules o WHERE o.id = r.id)'),
    ('saved-view', 'EXISTS (SELECT FROM em_scoped.saved_views o WHERE o.id = r.id)'),
    ('favourite-tabs', 'EXISTS (SELECT FROM em_scoped.favourite_tabs o WHERE o.owner_id = r.id)')
$$;

-- The user who asks, in addition to the portfolios of scope(); null where none was set.
CREATE OR REPLACE FUNCTION person_in_scope() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('equity_manager.person', true), '')::bigint
$$;

-- Makes the views anew, also one of each table that is neither of portfolios nor named here as everybody's: it shows nothing, so
-- that a new table is thought about.
CREATE OR REPLACE FUNCTION build_scope() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  app constant name := 'equity_manager_app';
  everybodys constant name[] := ARRAY['entities', 'period_locks', 'year_closings', 'equities', 'equity_symbols', 'settlement_accounts',
    'cost_of_funds', 'chart_of_accounts', 'brokers', 'broker_names', 'fee_tariffs', 'fee_reliefs', 'limits', 'limit_versions', 'approval_rules', 'approval_rule_versions', 'approval_requests', 'approval_steps', 'approval_delegations', 'limit_reviews', 'issued_shares', 'dividend_tax_rates', 'risk_free_rates', 'price_tolerances', 'holidays', 'market_symbols', 'cost_choices', 'price_feed_reads', 'price_feed_turns', 'price_sets', 'price_sign_offs', 'price_versions', 'prices', 'market_indices', 'index_value_sets', 'index_value_versions', 'index_values', 'index_weight_sets', 'index_weights',
    'custodian_securities', 'announcements', 'announcement_sets', 'announcement_versions', 'announcement_feed_reads', 'announcement_feed_turns',
    'statement_mappings', 'suspense_accounts',
    'suspense_undoings',
    -- Of the installation; no list of them is asked for without a right that needs all portfolios.
    'users', 'sessions', 'known_places', 'password_links', 'sign_in_attempts', 'idempotency_keys', 'audit', 'user_portfolios', 'seeds', 'write_probe',
    'backups', 'restores', 'schema_versions', 'roles', 'user_roles', 'jobs', 'job_inputs', 'export_files',
    'export_parts',
    'fix_sessions', 'fix_session_states'];
  here constant name := 'em_scoped';
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = here) THEN EXECUTE format('CREATE SCHEMA %I', here); END IF;
  FOR r IN SELECT s.name, replace(s.condition, '#', '(SELECT em.scope())::bigint[]') AS condition FROM scope_conditions() s
           UNION ALL
           -- A table without a condition shows nothing.
           SELECT c.relname, 'false' FROM pg_class c
            WHERE c.relnamespace = 'em'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL (everybodys)
              AND c.relname NOT IN (SELECT s.name FROM scope_conditions() s)
  LOOP
    EXECUTE format('CREATE VIEW %1$I.%2$I WITH (security_invoker) AS SELECT t.* FROM em.%2$I t WHERE %3$s', here, r.name, r.condition);
    -- A view that looks at other tables cannot decide whether a row will be shown before the rest of it is written.
    IF r.condition !~ 'SELECT FROM|SELECT [a-z]\.' THEN
      EXECUTE format('ALTER VIEW %I.%I SET (check_option = cascaded)', here, r.name);
    END IF;
  END LOOP;
  -- The acts that the audit trail shows; `audit` itself is everybody's, since histories of common registers read it.
  EXECUTE format('CREATE VIEW %I.audit_in_scope WITH (security_invoker) AS SELECT t.* FROM em.audit t
                  CROSS JOIN LATERAL (SELECT CASE WHEN t.entity_id ~ %L THEN t.entity_id::bigint END AS id) r WHERE CASE t.entity %s END',
                 here, '^[0-9]{1,15}$',
                 (SELECT string_agg(format('WHEN %L THEN %s', s.entity, replace(s.condition, '#', '(SELECT em.scope())::bigint[]')), ' ')
                    FROM scope_of_acts() s));
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = app) THEN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, app);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', here, app);
  END IF;
END $$;

-- Takes the views away: a table that one shows cannot be changed.
CREATE OR REPLACE FUNCTION drop_scope() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r record;
BEGIN
  FOR r IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'em_scoped' AND c.relkind = 'v'
  LOOP
    EXECUTE format('DROP VIEW IF EXISTS em_scoped.%I CASCADE', r.relname);
  END LOOP;
END $$;
