-- A line that is dated into days that were signed off changes a balance that somebody signed. The person is asked first; what is
-- written all the same is kept here, so that the reconciliation says what changed since.

-- The signed-off reconciliation that a line of this account and day changes: of each scope it falls into the first that reaches
-- over the day. A line without a portfolio on a bank account stands on the bank's statement too, whoever's lines are reconciled.
CREATE FUNCTION reconciled_over(account bigint, settlement_account bigint, portfolio bigint, day date)
RETURNS TABLE (reconciliation_id bigint) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (r.settlement_account_id, r.portfolio_id) r.id
    FROM reconciliations r
   WHERE r.status = 'reconciled' AND r.account_id = account AND r.covered_until >= day
     AND (r.settlement_account_id = 0 OR r.settlement_account_id = settlement_account)
     AND (r.portfolio_id = 0 OR r.portfolio_id = portfolio OR (portfolio IS NULL AND r.settlement_account_id <> 0))
   ORDER BY r.settlement_account_id, r.portfolio_id, r.covered_until
$$;
CREATE INDEX reconciliations_signed_off ON reconciliations (covered_until) WHERE status = 'reconciled';

-- Ledger lines that were recorded into the days of a reconciliation after it was signed off. Reopening it takes them in.
CREATE TABLE reconciliation_changes (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  -- The later one of the scope whose sign-off ended the mark; null: none yet. It took the line in, unless the line is without a
  -- portfolio and the scope is of one: that line is in no list of the scope, and moves no balance of it.
  closed_by bigint REFERENCES reconciliations (id),
  PRIMARY KEY (reconciliation_id, entry_id, line_no)
);
CREATE INDEX reconciliation_changes_open ON reconciliation_changes (reconciliation_id) WHERE closed_by IS NULL;
CREATE INDEX reconciliation_changes_closed ON reconciliation_changes (closed_by) WHERE closed_by IS NOT NULL;
CREATE TRIGGER reconciliation_changes_kept_truncate BEFORE TRUNCATE ON reconciliation_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was recorded into signed-off days so far: its lines are neither matched in a sign-off that covers the day nor left open by it.
INSERT INTO reconciliation_changes (reconciliation_id, entry_id, line_no, closed_by)
  SELECT r.id, l.entry_id, l.line_no,
         (SELECT n.id FROM reconciliations n
           WHERE n.status = 'reconciled' AND n.account_id = r.account_id AND n.settlement_account_id = r.settlement_account_id
             AND n.portfolio_id = r.portfolio_id AND n.end_date > r.end_date AND n.last_entry_id >= l.entry_id
           ORDER BY n.end_date LIMIT 1)
    FROM reconciliations r
    JOIN journal_lines l ON l.account_id = r.account_id AND l.entry_date <= r.covered_until AND l.entry_id > r.last_entry_id
   WHERE r.status = 'reconciled'
     AND r.id IN (SELECT reconciliation_id FROM reconciled_over(l.account_id, l.settlement_account_id, l.portfolio_id, l.entry_date));

-- Fires after journal_lines_post, which holds a sign-off off until this write ends: no line slips in between.
CREATE FUNCTION mark_reconciled_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hit record;
BEGIN
  IF NOT EXISTS (SELECT FROM reconciliations
                  WHERE status = 'reconciled' AND covered_until >= (SELECT min(entry_date) FROM posted)) THEN
    RETURN NULL;
  END IF;
  IF coalesce(current_setting('equity_manager.change_reconciled', true), '') <> '1' THEN
    SELECT r.id, r.start_date, r.covered_until, r.account_id, r.settlement_account_id, p.entry_date, p.entry_id INTO hit
      FROM (SELECT account_id, settlement_account_id, portfolio_id, entry_date, min(entry_id) AS entry_id
              FROM posted WHERE account_id IN (SELECT account_id FROM reconciliations WHERE status = 'reconciled')
             GROUP BY 1, 2, 3, 4) p
      CROSS JOIN LATERAL reconciled_over(p.account_id, p.settlement_account_id, p.portfolio_id, p.entry_date) o
      JOIN reconciliations r ON r.id = o.reconciliation_id
     ORDER BY p.entry_date, r.id LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'reconciliation % is signed off until %, which covers %', hit.id, hit.covered_until, hit.entry_date
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_lines_signed_off',
            DETAIL = json_build_object(
              'id', hit.id, 'date', hit.entry_date, 'end', hit.covered_until,
              'account', (SELECT account_code || ' ' || account_name FROM chart_of_accounts WHERE id = hit.account_id)
                         || coalesce((SELECT ', ' || account_name || ' ' || account_number FROM settlement_accounts
                                       WHERE id = hit.settlement_account_id), ''))::text;
  END IF;
  INSERT INTO reconciliation_changes (reconciliation_id, entry_id, line_no)
    SELECT o.reconciliation_id, l.entry_id, l.line_no
      FROM (SELECT DISTINCT account_id, settlement_account_id, portfolio_id, entry_date FROM posted
             WHERE account_id IN (SELECT account_id FROM reconciliations WHERE status = 'reconciled')) p
      CROSS JOIN LATERAL reconciled_over(p.account_id, p.settlement_account_id, p.portfolio_id, p.entry_date) o
      JOIN posted l ON l.account_id = p.account_id AND l.entry_date = p.entry_date
       AND l.settlement_account_id IS NOT DISTINCT FROM p.settlement_account_id
       AND l.portfolio_id IS NOT DISTINCT FROM p.portfolio_id;
  RETURN NULL;
END $$;
CREATE TRIGGER journal_lines_signed_off AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION mark_reconciled_days();

-- As 023 says: functions of triggers look for our tables alone.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', f, current_schema());
  END LOOP;
END $$;
