-- The same guarantees and balances with less work where very many lines come in one statement, as in an import by file.

-- An entry of one portfolio, which nearly all are, is proved whole and balanced by one look over its lines; only where that
-- leaves a doubt are the lines added up by portfolio.
CREATE OR REPLACE FUNCTION check_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad bigint;
  is_unbalanced boolean;
  what text;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1);
  PERFORM FROM (SELECT entry_id, sum(debit - credit) AS difference, count(*) AS lines, max(line_no) AS last,
                       min(entry_date) AS first_date, max(entry_date) AS last_date, count(portfolio_id) AS named,
                       min(portfolio_id) AS first_portfolio, max(portfolio_id) AS last_portfolio
                  FROM posted GROUP BY entry_id) p
   WHERE p.difference <> 0 OR p.first_portfolio <> p.last_portfolio OR p.named NOT IN (0, p.lines)
      OR (SELECT true FROM journal_entries e
           WHERE e.id = p.entry_id AND e.line_count = p.lines AND e.line_count = p.last
             AND e.entry_date = p.first_date AND e.entry_date = p.last_date) IS NULL
   LIMIT 1;
  IF FOUND THEN
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

-- Slots 0 to 3 are for saves, by process. A statement of very many lines takes a slot of its own, from 4 on, which nobody
-- else writes until its transaction ends: saves and other imports do not wait for its rows, and days on which the slot
-- holds nothing yet are written without asking row by row whether there is one.
CREATE OR REPLACE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  my_slot smallint := pg_backend_pid() % 4;
  own_slot smallint;
  begun date[];
BEGIN
  IF EXISTS (SELECT FROM posted OFFSET 1000) THEN
    FOR number IN 4..19 LOOP
      IF pg_try_advisory_xact_lock(1164142951, 100 + number) THEN
        own_slot := number;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  IF own_slot IS NOT NULL THEN
    -- In a statement after the lock: it sees what the slot's last writer left.
    SELECT coalesce(array_agg(d.day), '{}') INTO begun
      FROM (SELECT DISTINCT entry_date AS day FROM posted) d
     WHERE (SELECT true FROM ledger_days b WHERE b.day = d.day AND b.slot = own_slot LIMIT 1);
    WITH kept AS MATERIALIZED (
      SELECT entry_date AS day, account_id, coalesce(portfolio_id, 0) AS portfolio_id,
             coalesce(settlement_account_id, 0) AS settlement_account_id, transaction_type,
             sum(debit) AS debit, sum(credit) AS credit, count(*) AS lines
        FROM posted GROUP BY 1, 2, 3, 4, 5),
    new_days AS (
      INSERT INTO ledger_days
        SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot, debit, credit, lines
          FROM kept WHERE day <> ALL (begun) ORDER BY 1, 2, 3, 4, 5),
    days AS (
      INSERT INTO ledger_days AS b
        SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot, debit, credit, lines
          FROM kept WHERE day = ANY (begun) ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
          SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines)
    INSERT INTO ledger_months AS b
      SELECT date_trunc('month', day::timestamp)::date, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot,
             sum(debit), sum(credit), sum(lines)
        FROM kept GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
        SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
    RETURN NULL;
  END IF;
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

-- What cherry-picked sales take from, asked once per statement (015): trades stay, their versions never change.
CREATE FUNCTION check_trade_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad text;
BEGIN
  SELECT p.trade_id || ' version ' || p.version INTO bad FROM posted p
   WHERE (SELECT true FROM trade_versions v WHERE v.trade_id = p.trade_id AND v.version = p.version) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trade_allocations', 'trade', bad); END IF;
  SELECT p.buy_trade_id INTO bad FROM posted p
   WHERE (SELECT true FROM trades t WHERE t.id = p.buy_trade_id) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trade_allocations', 'buy', bad); END IF;
  RETURN NULL;
END $$;
ALTER TABLE trade_allocations DROP CONSTRAINT trade_allocations_buy_trade_id_fkey,
  DROP CONSTRAINT trade_allocations_trade_id_version_fkey;
CREATE TRIGGER trade_allocations_check AFTER INSERT ON trade_allocations
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_trade_allocations();

-- As 023 says: functions of triggers look for our tables alone.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
              AND p.proname IN ('check_lines', 'post_lines', 'check_trade_allocations') LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', f, current_schema());
  END LOOP;
END $$;
