-- The same guarantees asked once per statement instead of once per row. A foreign key looks its row up, and locks it,
-- for every row that names it: of an import of 100,000 trades that was 1.3 million look-ups, most of its time.

-- Rows that others name keep their key for ever, so that one look when they are named is enough. Trades and chains are
-- never deleted (011), versions never changed (003).
CREATE FUNCTION keep_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what % holds keeps its key and its place', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER chains_keep_key BEFORE UPDATE OF id, portfolio_id, equity_id ON chains
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TRIGGER trades_keep_key BEFORE UPDATE OF id, chain_id, portfolio_id, equity_id, batch_id ON trades
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TRIGGER batches_keep_key BEFORE UPDATE OF id ON batches FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TRIGGER batches_stay BEFORE DELETE OR TRUNCATE ON batches FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TRIGGER brokers_keep_key BEFORE UPDATE OF id ON brokers FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TRIGGER settlement_accounts_keep_key BEFORE UPDATE OF id ON settlement_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();

CREATE FUNCTION raise_missing(child text, parent text, named text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% name a % that does not exist: %', child, parent, named
    USING ERRCODE = 'foreign_key_violation', CONSTRAINT = child || '_references', TABLE = child;
END $$;

-- Each look is a scalar sub-select: it goes to the parent's key row by row whatever the planner believes of its size.
CREATE FUNCTION check_trades() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad text;
BEGIN
  SELECT p.chain_id INTO bad FROM posted p
   WHERE (SELECT true FROM chains c
           WHERE c.id = p.chain_id AND c.portfolio_id = p.portfolio_id AND c.equity_id = p.equity_id) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trades', 'chain', bad); END IF;
  SELECT p.batch_id INTO bad FROM (SELECT DISTINCT batch_id FROM posted WHERE batch_id IS NOT NULL) p
   WHERE (SELECT true FROM batches b WHERE b.id = p.batch_id) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trades', 'batch', bad); END IF;
  RETURN NULL;
END $$;
ALTER TABLE trades DROP CONSTRAINT trades_chain_id_portfolio_id_equity_id_fkey, DROP CONSTRAINT trades_batch_id_fkey;
CREATE TRIGGER trades_check AFTER INSERT ON trades
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_trades();

-- Brokers and settlement accounts may be deleted while nothing names them: under the lock that post_lines() shares.
CREATE FUNCTION check_trade_versions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad text;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1);
  SELECT p.trade_id INTO bad FROM posted p
   WHERE (SELECT true FROM trades t WHERE t.id = p.trade_id) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trade_versions', 'trade', bad); END IF;
  SELECT CASE WHEN p.broker_id IS NULL OR b.there THEN 'settlement account' ELSE 'broker' END INTO bad
    FROM (SELECT DISTINCT broker_id, settlement_account_id FROM posted) p,
         LATERAL (SELECT (SELECT true FROM brokers b WHERE b.id = p.broker_id) AS there) b,
         LATERAL (SELECT (SELECT true FROM settlement_accounts s WHERE s.id = p.settlement_account_id) AS there) s
   WHERE (p.broker_id IS NOT NULL AND b.there IS NULL) OR (p.settlement_account_id IS NOT NULL AND s.there IS NULL) LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trade_versions', bad, 'it was deleted'); END IF;
  RETURN NULL;
END $$;
ALTER TABLE trade_versions DROP CONSTRAINT trade_versions_trade_id_fkey, DROP CONSTRAINT trade_versions_broker_id_fkey,
  DROP CONSTRAINT trade_versions_settlement_account_id_fkey;
CREATE TRIGGER trade_versions_check AFTER INSERT ON trade_versions
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_trade_versions();

CREATE FUNCTION keep_what_trades_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(1164142951, 1);
  EXECUTE format('SELECT EXISTS (SELECT FROM trade_versions WHERE %I = $1)', TG_ARGV[0]) INTO used USING OLD.id;
  IF used THEN
    RAISE EXCEPTION '% % is named by trades', TG_TABLE_NAME, OLD.id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'trade_versions_references', TABLE = 'trade_versions';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER brokers_in_trades BEFORE DELETE ON brokers
  FOR EACH ROW EXECUTE FUNCTION keep_what_trades_name('broker_id');
CREATE TRIGGER settlement_accounts_in_trades BEFORE DELETE ON settlement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_trades_name('settlement_account_id');
CREATE TRIGGER brokers_stay BEFORE TRUNCATE ON brokers FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TRIGGER settlement_accounts_stay BEFORE TRUNCATE ON settlement_accounts FOR EACH STATEMENT EXECUTE FUNCTION keep_key();

-- Entries: trade and version, and the batch. What they reverse and what moved them keep their foreign keys: most have none.
CREATE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad text;
BEGIN
  SELECT p.trade_id || ' version ' || p.trade_version INTO bad FROM posted p
   WHERE p.trade_id IS NOT NULL AND p.trade_version IS NOT NULL
     AND (SELECT true FROM trade_versions v WHERE v.trade_id = p.trade_id AND v.version = p.trade_version) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('journal_entries', 'trade', bad); END IF;
  SELECT p.batch_id INTO bad FROM (SELECT DISTINCT batch_id FROM posted WHERE batch_id IS NOT NULL) p
   WHERE (SELECT true FROM batches b WHERE b.id = p.batch_id) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('journal_entries', 'batch', bad); END IF;
  RETURN NULL;
END $$;
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_trade_id_trade_version_fkey, DROP CONSTRAINT journal_entries_batch_id_fkey;
CREATE TRIGGER journal_entries_check AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_entries();

-- Derived rows, as in 011: their writer holds the chain's row, trades and chains stay, and `verify` rebuilds them all.
ALTER TABLE trade_results DROP CONSTRAINT trade_results_trade_id_fkey;
ALTER TABLE lots DROP CONSTRAINT lots_chain_id_fkey, DROP CONSTRAINT lots_trade_id_fkey;
ALTER TABLE lot_consumptions DROP CONSTRAINT lot_consumptions_trade_id_fkey, DROP CONSTRAINT lot_consumptions_lot_id_fkey;

-- The check of lines and the kept balances in two triggers; they run in the order of their names, so that the balances
-- take only what was checked. The lines are added up once: months from days.
CREATE FUNCTION check_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad bigint;
  is_unbalanced boolean;
  what text;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1);
  SELECT p.entry_id, p.unbalanced INTO bad, is_unbalanced
    FROM (SELECT entry_id, bool_or(difference <> 0) AS unbalanced, sum(lines) AS lines, max(last) AS last,
                 min(first_date) AS first_date, max(last_date) AS last_date
            FROM (SELECT entry_id, portfolio_id, sum(debit - credit) AS difference, count(*) AS lines, max(line_no) AS last,
                         min(entry_date) AS first_date, max(entry_date) AS last_date
                    FROM posted GROUP BY entry_id, portfolio_id) q
           GROUP BY entry_id) p
   WHERE p.unbalanced
      OR (SELECT true FROM journal_entries e
           WHERE e.id = p.entry_id AND e.line_count = p.lines AND e.line_count = p.last
             AND e.entry_date = p.first_date AND e.entry_date = p.last_date) IS NULL
   LIMIT 1;
  IF FOUND THEN
    IF is_unbalanced THEN
      RAISE EXCEPTION 'journal entry % does not balance', bad
        USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_balances';
    END IF;
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
  RETURN NULL;
END $$;
CREATE TRIGGER journal_lines_check AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_lines();

CREATE OR REPLACE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  my_slot smallint := pg_backend_pid() % 4;
BEGIN
  WITH kept AS MATERIALIZED (
    SELECT entry_date AS day, account_id, coalesce(portfolio_id, 0) AS portfolio_id,
           coalesce(settlement_account_id, 0) AS settlement_account_id, transaction_type,
           sum(debit) AS debit, sum(credit) AS credit, count(*) AS lines
      FROM posted GROUP BY 1, 2, 3, 4, 5),
  days AS (
    INSERT INTO ledger_days AS b
      SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, my_slot, debit, credit, lines
        FROM kept ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
        SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines)
  INSERT INTO ledger_months AS b
    SELECT date_trunc('month', day::timestamp)::date, account_id, portfolio_id, settlement_account_id, transaction_type, my_slot,
           sum(debit), sum(credit), sum(lines)
      FROM kept GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
      SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
  RETURN NULL;
END $$;
