-- The journal: append-only, balanced by the database itself, with balances kept by the write.

-- Which account a posting role goes to: in general (0, 0), per portfolio or per settlement account where set.
CREATE TABLE gl_mappings (
  role text NOT NULL,
  portfolio_id bigint NOT NULL DEFAULT 0,
  settlement_account_id bigint NOT NULL DEFAULT 0,
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id),
  PRIMARY KEY (role, portfolio_id, settlement_account_id)
);

CREATE TABLE journal_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_date date NOT NULL CHECK (isfinite(entry_date)),
  kind text NOT NULL CHECK (kind IN ('trade', 'settlement', 'correction', 'event', 'valuation', 'opening', 'manual', 'closing')),
  transaction_type text NOT NULL,
  description text NOT NULL,
  reference text,
  -- The cause: a trade in one version, a corporate action or other event, a batch, or a person (kind manual).
  trade_id bigint,
  trade_version integer,
  event_id bigint,
  batch_id bigint REFERENCES batches (id),
  reversal_of bigint REFERENCES journal_entries (id),
  -- All lines of an entry come in one statement; this says how many, so that none can be added later.
  line_count smallint NOT NULL CHECK (line_count >= 2),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  FOREIGN KEY (trade_id, trade_version) REFERENCES trade_versions (trade_id, version)
);
CREATE UNIQUE INDEX journal_entries_reversed_once ON journal_entries (reversal_of);
CREATE INDEX journal_entries_trade ON journal_entries (trade_id);
CREATE INDEX journal_entries_date ON journal_entries (entry_date, id);

CREATE TABLE journal_lines (
  entry_id bigint NOT NULL REFERENCES journal_entries (id),
  line_no smallint NOT NULL CHECK (line_no >= 1),
  entry_date date NOT NULL,
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id),
  role text NOT NULL,
  debit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (debit BETWEEN 0 AND 1e13),
  credit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (credit BETWEEN 0 AND 1e13),
  transaction_type text NOT NULL,
  description text,
  portfolio_id bigint REFERENCES portfolios (id),
  equity_id bigint REFERENCES equities (id),
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  broker_id bigint REFERENCES brokers (id),
  CHECK ((debit = 0) <> (credit = 0)),
  PRIMARY KEY (entry_id, line_no)
);
CREATE INDEX journal_lines_account ON journal_lines (account_id, entry_date, entry_id, line_no);
CREATE INDEX journal_lines_date ON journal_lines (entry_date, entry_id, line_no);

-- Balances kept by the write, per day and per month: a balance at any date is the months before and the days of
-- its month. 0 stands for "none". `slot` spreads concurrent writers over several rows of one key, so that they do
-- not wait for each other's commit; a reader adds the slots up.
CREATE TABLE ledger_days (
  day date NOT NULL,
  account_id bigint NOT NULL,
  portfolio_id bigint NOT NULL,
  settlement_account_id bigint NOT NULL,
  transaction_type text NOT NULL,
  slot smallint NOT NULL,
  debit numeric(20, 2) NOT NULL,
  credit numeric(20, 2) NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot)
);
CREATE TABLE ledger_months (
  month date NOT NULL,
  account_id bigint NOT NULL,
  portfolio_id bigint NOT NULL,
  settlement_account_id bigint NOT NULL,
  transaction_type text NOT NULL,
  slot smallint NOT NULL,
  debit numeric(20, 2) NOT NULL,
  credit numeric(20, 2) NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot)
);

-- Runs once per statement over all lines it brought: checks that each entry is whole and balances within each
-- portfolio it touches, then adds the lines to the kept balances in key order (so that writers cannot deadlock).
CREATE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad bigint;
  my_slot smallint := pg_backend_pid() % 4;
BEGIN
  SELECT entry_id INTO bad FROM posted GROUP BY entry_id, portfolio_id HAVING sum(debit) <> sum(credit) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % does not balance', bad
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_balances';
  END IF;
  SELECT e.id INTO bad
    FROM (SELECT entry_id, count(*) AS lines, max(line_no) AS last, min(entry_date) AS first_date, max(entry_date) AS last_date
            FROM posted GROUP BY entry_id) p
    JOIN journal_entries e ON e.id = p.entry_id
   WHERE p.lines <> e.line_count OR p.last <> e.line_count OR p.first_date <> e.entry_date OR p.last_date <> e.entry_date
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % is not whole', bad
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_whole';
  END IF;
  INSERT INTO ledger_days AS b
    SELECT entry_date, account_id, coalesce(portfolio_id, 0), coalesce(settlement_account_id, 0), transaction_type,
           my_slot, sum(debit), sum(credit), count(*)
      FROM posted GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
      SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
  INSERT INTO ledger_months AS b
    SELECT date_trunc('month', entry_date::timestamp)::date, account_id, coalesce(portfolio_id, 0), coalesce(settlement_account_id, 0),
           transaction_type, my_slot, sum(debit), sum(credit), count(*)
      FROM posted GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
      SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
  RETURN NULL;
END $$;
CREATE TRIGGER journal_lines_post AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION post_lines();

CREATE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
