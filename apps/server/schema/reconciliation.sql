-- Account reconciliation: ledger lines against the lines of a statement. Both in the ledger's view: debit is money in.
-- A signed-off reconciliation cannot be changed until it is reopened; the database itself enforces that.

CREATE TABLE reconciliations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The lines reconciled: of an account, and where set of one settlement account or portfolio. 0 means all.
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id),
  settlement_account_id bigint NOT NULL DEFAULT 0,
  portfolio_id bigint NOT NULL DEFAULT 0,
  start_date date NOT NULL CHECK (isfinite(start_date)),
  end_date date NOT NULL CHECK (isfinite(end_date)),
  reference_type text NOT NULL CHECK (reference_type IN ('bank', 'vendor', 'customer')),
  reference_number text CHECK (length(reference_number) <= 100),
  external_opening numeric(18, 2),
  external_closing numeric(18, 2),
  notes text CHECK (length(notes) <= 2000),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'reconciled')),
  explanation text CHECK (length(explanation) <= 2000),
  reconciled_at timestamptz,
  reconciled_by bigint,
  -- As signed off: the last day whose lines count, lines and balance of the ledger until then, the highest entry, and
  -- every figure that was shown.
  covered_until date,
  gl_closing numeric(20, 2),
  gl_lines bigint,
  last_entry_id bigint,
  residual numeric(20, 2),
  figures jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by bigint NOT NULL,
  CHECK (end_date >= start_date),
  CHECK ((status = 'reconciled') = (reconciled_at IS NOT NULL AND reconciled_by IS NOT NULL AND covered_until IS NOT NULL
          AND gl_closing IS NOT NULL AND gl_lines IS NOT NULL AND last_entry_id IS NOT NULL AND residual IS NOT NULL
          AND figures IS NOT NULL AND external_closing IS NOT NULL)),
  -- The days of one scope belong to one reconciliation.
  CONSTRAINT reconciliations_overlap EXCLUDE USING gist (
    int8range(account_id, account_id, '[]') WITH &&, int8range(settlement_account_id, settlement_account_id, '[]') WITH &&,
    int8range(portfolio_id, portfolio_id, '[]') WITH &&, daterange(start_date, end_date, '[]') WITH &&)
);
COMMENT ON TABLE reconciliations IS 'Work in progress until it is signed off, then a fact until it is reopened with a reason.';
CREATE INDEX reconciliations_scope ON reconciliations (account_id, settlement_account_id, portfolio_id, end_date);
CREATE INDEX reconciliations_end ON reconciliations (end_date, id);
CREATE INDEX reconciliations_signed_off ON reconciliations (covered_until) WHERE status = 'reconciled';

CREATE TABLE reconciliation_statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  file_name text CHECK (length(file_name) <= 300),
  format text NOT NULL,
  account text CHECK (length(account) <= 100),
  from_date date NOT NULL,
  to_date date NOT NULL,
  opening numeric(18, 2),
  closing numeric(18, 2),
  lines integer NOT NULL CHECK (lines > 0),
  imported_at timestamptz NOT NULL DEFAULT now(),
  imported_by bigint NOT NULL
);
COMMENT ON TABLE reconciliation_statements IS 'Statements that were imported into a reconciliation. Fixed while it is signed off.';
CREATE INDEX reconciliation_statements_of ON reconciliation_statements (reconciliation_id, id);

CREATE TABLE statement_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  statement_id bigint NOT NULL REFERENCES reconciliation_statements (id) ON DELETE CASCADE,
  line integer,
  line_date date NOT NULL CHECK (isfinite(line_date)),
  description text CHECK (length(description) <= 500),
  reference text CHECK (length(reference) <= 200),
  debit numeric(18, 2) NOT NULL CHECK (debit BETWEEN 0 AND 1e12),
  credit numeric(18, 2) NOT NULL CHECK (credit BETWEEN 0 AND 1e12),
  balance numeric(18, 2),
  bank_id text CHECK (length(bank_id) <= 200),
  -- Date, amount, texts and the place among equal ones: what a second import of the same line would have too.
  fingerprint text NOT NULL,
  -- A held line waits for a decision, a skipped one was left out by one; neither counts.
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'held', 'skipped')),
  hold_reason text CHECK (hold_reason IN ('same-bank-id', 'same-line', 'outside-period')),
  duplicate_of bigint,
  decided_at timestamptz,
  decided_by bigint,
  CHECK ((debit = 0) <> (credit = 0)),
  CHECK (state <> 'held' OR hold_reason IS NOT NULL)
);
COMMENT ON TABLE statement_lines IS 'The lines of statements. Fixed while their reconciliation is signed off.';
CREATE INDEX statement_lines_of ON statement_lines (reconciliation_id, line_date, id);
CREATE INDEX statement_lines_statement ON statement_lines (statement_id);
CREATE INDEX statement_lines_fingerprint ON statement_lines (fingerprint);
CREATE INDEX statement_lines_bank_id ON statement_lines (bank_id) WHERE bank_id IS NOT NULL;

CREATE TABLE reconciliation_matches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  match_type text NOT NULL CHECK (match_type IN ('auto', 'manual', 'proposed')),
  -- Ledger less statement; not zero only with an explanation, or within the tolerance of Auto Match.
  difference numeric(18, 2) NOT NULL DEFAULT 0,
  explanation text CHECK (length(explanation) <= 1000),
  matched_at timestamptz NOT NULL DEFAULT now(),
  matched_by bigint NOT NULL,
  CHECK (difference = 0 OR (match_type = 'auto' AND abs(difference) <= 0.01) OR explanation IS NOT NULL)
);
COMMENT ON TABLE reconciliation_matches IS 'Which lines belong together. Fixed while their reconciliation is signed off.';
CREATE INDEX reconciliation_matches_of ON reconciliation_matches (reconciliation_id, id);

-- A line is in one match at most, whatever the reconciliation.
CREATE TABLE matched_ledger_lines (
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  match_id bigint NOT NULL REFERENCES reconciliation_matches (id) ON DELETE CASCADE,
  reconciliation_id bigint NOT NULL,
  PRIMARY KEY (entry_id, line_no)
);
COMMENT ON TABLE matched_ledger_lines IS 'The ledger lines of matches.';
CREATE INDEX matched_ledger_lines_match ON matched_ledger_lines (match_id);
CREATE TABLE matched_statement_lines (
  statement_line_id bigint PRIMARY KEY REFERENCES statement_lines (id),
  match_id bigint NOT NULL REFERENCES reconciliation_matches (id) ON DELETE CASCADE,
  reconciliation_id bigint NOT NULL
);
COMMENT ON TABLE matched_statement_lines IS 'The statement lines of matches.';
CREATE INDEX matched_statement_lines_match ON matched_statement_lines (match_id);

CREATE TABLE reconciliation_proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  -- The lines it takes, in order: so that one turned down is known again.
  key text NOT NULL,
  reason text NOT NULL,
  ledger text[] NOT NULL,
  external bigint[] NOT NULL,
  rejected boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE reconciliation_proposals IS 'Matches that were proposed, and those that were turned down.';
CREATE INDEX reconciliation_proposals_of ON reconciliation_proposals (reconciliation_id, id);

-- The open lines at sign-off: the next one begins with them.
CREATE TABLE reconciliation_open_ledger (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  PRIMARY KEY (reconciliation_id, entry_id, line_no)
);
COMMENT ON TABLE reconciliation_open_ledger IS 'Ledger lines that a sign-off left open. Written by the sign-off, removed by the reopening.';
CREATE TABLE reconciliation_open_external (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  statement_line_id bigint NOT NULL,
  PRIMARY KEY (reconciliation_id, statement_line_id)
);
COMMENT ON TABLE reconciliation_open_external IS 'Statement lines that a sign-off left open. Written by the sign-off, removed by the reopening.';

-- How many of a day's lines a sign-off found that none before it had: where a day of the ledger has more lines than
-- the sign-offs of its account took in, some were recorded since.
CREATE TABLE reconciliation_days (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  day date NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (reconciliation_id, day)
);
COMMENT ON TABLE reconciliation_days IS 'How many lines of a day a sign-off took in. Written by the sign-off, removed by the reopening.';

-- The acts on it, who made, signed off or reopened it, and why: added, never changed.
CREATE TABLE reconciliation_events (
  reconciliation_id bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  no integer NOT NULL CHECK (no >= 1),
  action text NOT NULL CHECK (action IN ('created', 'signed-off', 'reopened')),
  at timestamptz NOT NULL DEFAULT now(),
  by_user bigint NOT NULL,
  reason text CHECK (length(reason) <= 2000),
  figures jsonb,
  PRIMARY KEY (reconciliation_id, no),
  CHECK (action <> 'reopened' OR reason IS NOT NULL)
);
COMMENT ON TABLE reconciliation_events IS 'Fact: who made, signed off or reopened a reconciliation, and why. Added, never changed.';
CREATE OR REPLACE TRIGGER reconciliation_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How the account's last table was read.
CREATE TABLE statement_mappings (
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id) ON DELETE CASCADE,
  settlement_account_id bigint NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, settlement_account_id)
);
COMMENT ON TABLE statement_mappings IS 'How the last table of an account was read. Written by the import of statements.';

CREATE OR REPLACE FUNCTION raise_reconciliation_closed(r reconciliations) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'reconciliation % is signed off', r.id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_closed',
          DETAIL = json_build_object(
            'id', r.id, 'end', r.end_date,
            'account', (SELECT account_code || ' ' || account_name FROM chart_of_accounts WHERE id = r.account_id)
                       || coalesce((SELECT ', ' || account_name || ' ' || account_number FROM settlement_accounts WHERE id = r.settlement_account_id), ''))::text;
END
$$;

-- The parts of a signed-off reconciliation, and what would be moved into one. The share lock waits for a sign-off under
-- way and keeps one from starting.
CREATE OR REPLACE FUNCTION keep_reconciled_parts() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  r reconciliations;
BEGIN
  FOR r IN SELECT * FROM reconciliations WHERE id IN (SELECT DISTINCT reconciliation_id FROM changed) ORDER BY id FOR SHARE LOOP
    IF r.status = 'reconciled' THEN PERFORM raise_reconciliation_closed(r); END IF;
  END LOOP;
  RETURN NULL;
END
$$;
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['reconciliation_statements', 'statement_lines', 'reconciliation_matches', 'matched_ledger_lines',
                           'matched_statement_lines', 'reconciliation_open_ledger', 'reconciliation_open_external',
                           'reconciliation_days'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_insert', t);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_update', t);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_into', t);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_delete', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t || '_kept_truncate', t);
  END LOOP;
END $$;

-- The reconciliation itself: it is signed off and reopened only with the row that says who and why, and one that ever
-- was signed off is not deleted.
CREATE OR REPLACE FUNCTION keep_reconciliation() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  last_action text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM reconciliation_events WHERE reconciliation_id = OLD.id AND action = 'signed-off') THEN
      RAISE EXCEPTION 'reconciliation % was signed off and stays', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_kept';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'pending' THEN RAISE EXCEPTION 'a reconciliation begins pending' USING ERRCODE = 'insufficient_privilege'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.account_id, NEW.settlement_account_id, NEW.portfolio_id, NEW.start_date, NEW.end_date)
     IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.settlement_account_id, OLD.portfolio_id, OLD.start_date, OLD.end_date) THEN
    RAISE EXCEPTION 'what reconciliation % covers is fixed', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.status = 'reconciled' AND NEW.status = 'reconciled' THEN PERFORM raise_reconciliation_closed(OLD); END IF;
  IF OLD.status <> NEW.status THEN
    SELECT action INTO last_action FROM reconciliation_events WHERE reconciliation_id = OLD.id ORDER BY no DESC LIMIT 1;
    IF last_action IS DISTINCT FROM (CASE NEW.status WHEN 'reconciled' THEN 'signed-off' ELSE 'reopened' END) THEN
      RAISE EXCEPTION 'reconciliation % changes its status only with a row of reconciliation_events', OLD.id
        USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER reconciliations_keep BEFORE INSERT OR UPDATE OR DELETE ON reconciliations
  FOR EACH ROW EXECUTE FUNCTION keep_reconciliation();
CREATE OR REPLACE TRIGGER reconciliations_no_truncate BEFORE TRUNCATE ON reconciliations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An entry with a line that is matched in a signed-off reconciliation is not reversed, by whatever route: a journal
-- entry taken back, a settlement posted anew, a trade corrected or deleted.
CREATE OR REPLACE FUNCTION keep_reconciled_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  r reconciliations;
BEGIN
  FOR r IN SELECT * FROM reconciliations
            WHERE id IN (SELECT m.reconciliation_id FROM matched_ledger_lines m WHERE m.entry_id = NEW.reversal_of)
            ORDER BY id FOR SHARE LOOP
    IF r.status = 'reconciled' THEN PERFORM raise_reconciliation_closed(r); END IF;
  END LOOP;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER journal_entries_reconciled BEFORE INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.reversal_of IS NOT NULL) EXECUTE FUNCTION keep_reconciled_entries();

-- A record that a reconciliation names cannot be deleted.
CREATE OR REPLACE FUNCTION keep_what_is_reconciled() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  used boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM reconciliations WHERE %I = $1)', TG_ARGV[0]) INTO used USING OLD.id;
  IF used THEN
    RAISE EXCEPTION '% % is reconciled', TG_TABLE_NAME, OLD.id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'reconciliations_references';
  END IF;
  RETURN OLD;
END
$$;
CREATE OR REPLACE TRIGGER portfolios_reconciled BEFORE DELETE ON portfolios
  FOR EACH ROW EXECUTE FUNCTION keep_what_is_reconciled('portfolio_id');
CREATE OR REPLACE TRIGGER settlement_accounts_reconciled BEFORE DELETE ON settlement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_is_reconciled('settlement_account_id');

-- A line that is dated into days that were signed off changes a signed balance. The user is asked first;
-- a line that is written all the same is kept here, so that the reconciliation shows what changed since. Reopening it takes the
-- lines in.
CREATE TABLE reconciliation_changes (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  -- The later one of the scope whose sign-off ended the mark; null: none yet. It took the line in, unless the line is without a
  -- portfolio and the scope is of one: that line is in no list of the scope, and moves no balance of it.
  closed_by bigint REFERENCES reconciliations (id),
  PRIMARY KEY (reconciliation_id, entry_id, line_no)
);
COMMENT ON TABLE reconciliation_changes IS 'Ledger lines that were recorded into the days of a reconciliation after it was signed off. Added by the trigger of journal_lines, ended by sign-offs and reopenings.';
CREATE INDEX reconciliation_changes_open ON reconciliation_changes (reconciliation_id) WHERE closed_by IS NULL;
CREATE INDEX reconciliation_changes_closed ON reconciliation_changes (closed_by) WHERE closed_by IS NOT NULL;
CREATE OR REPLACE TRIGGER reconciliation_changes_kept_truncate BEFORE TRUNCATE ON reconciliation_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The signed-off reconciliation that a line of this account and day changes: of each scope it falls into the first that reaches
-- over the day. A line without a portfolio on a bank account is also on the bank's statement, whichever portfolio is reconciled.
CREATE OR REPLACE FUNCTION reconciled_over(account bigint, settlement_account bigint, portfolio bigint, day date) RETURNS TABLE(reconciliation_id bigint)
LANGUAGE sql STABLE AS $$
SELECT DISTINCT ON (r.settlement_account_id, r.portfolio_id) r.id
    FROM reconciliations r
   WHERE r.status = 'reconciled' AND r.account_id = account AND r.covered_until >= day
     AND (r.settlement_account_id = 0 OR r.settlement_account_id = settlement_account)
     AND (r.portfolio_id = 0 OR r.portfolio_id = portfolio OR (portfolio IS NULL AND r.settlement_account_id <> 0))
   ORDER BY r.settlement_account_id, r.portfolio_id, r.covered_until
$$;

-- Fires after journal_lines_post, which holds a sign-off off until this write ends: no line slips in between.
CREATE OR REPLACE FUNCTION mark_reconciled_days() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
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
END
$$;
CREATE OR REPLACE TRIGGER journal_lines_signed_off AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION mark_reconciled_days();
