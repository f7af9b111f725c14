-- The same guarantees with less work per trade. A foreign key locks the row it points to for each row that points
-- there: forty look-ups a trade, most of them on the same few rows, which every writer then marks for every other.

-- People are never deleted, so who recorded a row needs no lock on the person.
CREATE TRIGGER users_stay BEFORE DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE trades DROP CONSTRAINT trades_recorded_by_fkey;
ALTER TABLE trade_versions DROP CONSTRAINT trade_versions_recorded_by_fkey;
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_recorded_by_fkey;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_user_id_fkey;
ALTER TABLE audit DROP CONSTRAINT audit_user_id_fkey;

-- A trade's portfolio and security are its chain's, whose row the writer holds anyway.
ALTER TABLE chains ADD UNIQUE (id, portfolio_id, equity_id);
ALTER TABLE trades DROP CONSTRAINT trades_chain_id_fkey, DROP CONSTRAINT trades_portfolio_id_fkey,
  DROP CONSTRAINT trades_equity_id_fkey,
  ADD FOREIGN KEY (chain_id, portfolio_id, equity_id) REFERENCES chains (id, portfolio_id, equity_id);

-- Ledger lines: the statement trigger checks all of an entry's references at once, under a shared lock that deleting
-- an account, a portfolio or a settlement account takes alone. Securities and brokers come with the trade.
ALTER TABLE journal_lines DROP CONSTRAINT journal_lines_entry_id_fkey, DROP CONSTRAINT journal_lines_account_id_fkey,
  DROP CONSTRAINT journal_lines_portfolio_id_fkey, DROP CONSTRAINT journal_lines_equity_id_fkey,
  DROP CONSTRAINT journal_lines_settlement_account_id_fkey, DROP CONSTRAINT journal_lines_broker_id_fkey;

CREATE OR REPLACE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad bigint;
  what text;
  my_slot smallint := pg_backend_pid() % 4;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1);
  SELECT entry_id INTO bad FROM posted GROUP BY entry_id, portfolio_id HAVING sum(debit) <> sum(credit) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % does not balance', bad
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_balances';
  END IF;
  SELECT p.entry_id INTO bad
    FROM (SELECT entry_id, count(*) AS lines, max(line_no) AS last, min(entry_date) AS first_date, max(entry_date) AS last_date
            FROM posted GROUP BY entry_id) p
    LEFT JOIN journal_entries e ON e.id = p.entry_id
   WHERE e.id IS NULL OR p.lines <> e.line_count OR p.last <> e.line_count
      OR p.first_date <> e.entry_date OR p.last_date <> e.entry_date
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % is not whole', bad
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_whole';
  END IF;
  SELECT CASE WHEN a.id IS NULL THEN 'account'
              WHEN p.portfolio_id IS NOT NULL AND f.id IS NULL THEN 'portfolio'
              WHEN p.settlement_account_id IS NOT NULL AND s.id IS NULL THEN 'settlement account'
              WHEN p.equity_id IS NOT NULL AND q.id IS NULL THEN 'equity'
              ELSE 'broker' END INTO what
    FROM (SELECT DISTINCT account_id, portfolio_id, settlement_account_id, equity_id, broker_id FROM posted) p
    LEFT JOIN chart_of_accounts a ON a.id = p.account_id
    LEFT JOIN portfolios f ON f.id = p.portfolio_id
    LEFT JOIN settlement_accounts s ON s.id = p.settlement_account_id
    LEFT JOIN equities q ON q.id = p.equity_id
    LEFT JOIN brokers b ON b.id = p.broker_id
   WHERE a.id IS NULL OR (p.portfolio_id IS NOT NULL AND f.id IS NULL)
      OR (p.settlement_account_id IS NOT NULL AND s.id IS NULL)
      OR (p.equity_id IS NOT NULL AND q.id IS NULL) OR (p.broker_id IS NOT NULL AND b.id IS NULL)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a ledger line names a % that does not exist', what
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_references';
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

-- What the ledger names stays: asked of the kept balances, which name every account and portfolio that has lines.
CREATE FUNCTION keep_what_the_ledger_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(1164142951, 1);
  EXECUTE format('SELECT EXISTS (SELECT FROM ledger_months WHERE %I = $1)', TG_ARGV[0]) INTO used USING OLD.id;
  IF used THEN
    RAISE EXCEPTION '% % has ledger lines', TG_TABLE_NAME, OLD.id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_references';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER accounts_in_ledger BEFORE DELETE ON chart_of_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('account_id');
CREATE TRIGGER portfolios_in_ledger BEFORE DELETE ON portfolios
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('portfolio_id');
CREATE TRIGGER settlement_accounts_in_ledger BEFORE DELETE ON settlement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('settlement_account_id');

-- Indexes that repeat another, or hold mostly nothing.
DROP INDEX lots_open;
DROP INDEX trades_chain;
DROP INDEX journal_entries_reversed_once;
CREATE UNIQUE INDEX journal_entries_reversed_once ON journal_entries (reversal_of) WHERE reversal_of IS NOT NULL;
DROP INDEX trade_versions_broker;
CREATE INDEX trade_versions_broker ON trade_versions (broker_id) WHERE broker_id IS NOT NULL;
-- Balance rows change often and never their key: room on the page keeps their updates in place.
ALTER TABLE ledger_days SET (fillfactor = 70);
ALTER TABLE ledger_months SET (fillfactor = 70);
ALTER TABLE chains SET (fillfactor = 70);
