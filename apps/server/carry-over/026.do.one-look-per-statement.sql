-- The same guarantees in fewer looks: a save is a handful of rows, and what each statement of a trigger costs to begin
-- was more than what it did. And one index of the ledger less.

-- The check of lines, the period lock and the kept balances in one trigger that looks at the entries once.
DROP TRIGGER journal_lines_check ON journal_lines;
DROP TRIGGER journal_lines_lock ON journal_lines;
DROP FUNCTION check_lines();
DROP FUNCTION refuse_locked_period();

-- Told apart only once something is wrong: which entry, and how.
CREATE FUNCTION raise_bad_entry(bad bigint, is_unbalanced boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_unbalanced THEN
    RAISE EXCEPTION 'journal entry % does not balance', bad
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_balances';
  END IF;
  RAISE EXCEPTION 'journal entry % is not whole', bad
    USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_whole';
END $$;

CREATE OR REPLACE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  doubtful boolean;
  near_lock boolean;
  how_many bigint;
  bad record;
  what text;
  my_slot smallint := pg_backend_pid() % 4;
  own_slot smallint;
  begun date[];
BEGIN
  -- What lines name is not deleted, and no period is locked, while they are posted. The looks come after the locks, in
  -- statements of their own: they see what was done while this one waited.
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1), pg_advisory_xact_lock_shared(1164142951, 2);

  -- An entry of one portfolio, which nearly all are, is proved whole and balanced by one look over its lines; only where
  -- that leaves a doubt are the lines added up by portfolio.
  SELECT bool_or(p.difference <> 0 OR p.first_portfolio <> p.last_portfolio OR p.named NOT IN (0, p.lines)
                 OR (SELECT true FROM journal_entries e
                      WHERE e.id = p.entry_id AND e.line_count = p.lines AND e.line_count = p.last
                        AND e.entry_date = p.first_date AND e.entry_date = p.last_date) IS NULL),
         min(p.first_date) <= (SELECT max(locked_through) FROM entities), sum(p.lines)
    INTO doubtful, near_lock, how_many
    FROM (SELECT entry_id, sum(debit - credit) AS difference, count(*) AS lines, max(line_no) AS last,
                 min(entry_date) AS first_date, max(entry_date) AS last_date, count(portfolio_id) AS named,
                 min(portfolio_id) AS first_portfolio, max(portfolio_id) AS last_portfolio
            FROM posted GROUP BY entry_id) p;
  IF doubtful THEN
    SELECT p.entry_id, p.unbalanced INTO bad
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
    IF FOUND THEN PERFORM raise_bad_entry(bad.entry_id, bad.unbalanced); END IF;
  END IF;

  IF near_lock THEN
    SELECT e.name, e.locked_through, p.first_date INTO bad
      FROM (SELECT portfolio_id, min(entry_date) AS first_date FROM posted GROUP BY portfolio_id) p
      LEFT JOIN portfolios f ON f.id = p.portfolio_id
      JOIN entities e ON e.id = f.entity_id OR (p.portfolio_id IS NULL AND e.is_general)
     WHERE p.first_date <= e.locked_through ORDER BY e.locked_through DESC, e.id LIMIT 1;
    IF FOUND THEN PERFORM raise_period_locked(bad.name, bad.locked_through, bad.first_date); END IF;
  END IF;

  -- Of few lines each goes to the key of what it names, whatever the planner believes of its size; for many the keys are
  -- read once.
  IF how_many > 1000 THEN
    SELECT CASE WHEN p.account_id NOT IN (SELECT id FROM chart_of_accounts) THEN 'account'
                WHEN p.portfolio_id IS NOT NULL AND p.portfolio_id NOT IN (SELECT id FROM portfolios) THEN 'portfolio'
                WHEN p.settlement_account_id IS NOT NULL AND p.settlement_account_id NOT IN (SELECT id FROM settlement_accounts)
                  THEN 'settlement account'
                WHEN p.equity_id IS NOT NULL AND p.equity_id NOT IN (SELECT id FROM equities) THEN 'equity'
                ELSE 'broker' END INTO what
      FROM posted p
     WHERE p.account_id NOT IN (SELECT id FROM chart_of_accounts)
        OR (p.portfolio_id IS NOT NULL AND p.portfolio_id NOT IN (SELECT id FROM portfolios))
        OR (p.settlement_account_id IS NOT NULL AND p.settlement_account_id NOT IN (SELECT id FROM settlement_accounts))
        OR (p.equity_id IS NOT NULL AND p.equity_id NOT IN (SELECT id FROM equities))
        OR (p.broker_id IS NOT NULL AND p.broker_id NOT IN (SELECT id FROM brokers))
     LIMIT 1;
  ELSE
    SELECT CASE WHEN p.account IS NULL THEN 'account'
                WHEN p.portfolio_id IS NOT NULL AND p.portfolio IS NULL THEN 'portfolio'
                WHEN p.settlement_account_id IS NOT NULL AND p.settlement_account IS NULL THEN 'settlement account'
                WHEN p.equity_id IS NOT NULL AND p.equity IS NULL THEN 'equity'
                ELSE 'broker' END INTO what
      FROM (SELECT l.*, (SELECT true FROM chart_of_accounts a WHERE a.id = l.account_id) AS account,
                   (SELECT true FROM portfolios f WHERE f.id = l.portfolio_id) AS portfolio,
                   (SELECT true FROM settlement_accounts s WHERE s.id = l.settlement_account_id) AS settlement_account,
                   (SELECT true FROM equities q WHERE q.id = l.equity_id) AS equity,
                   (SELECT true FROM brokers b WHERE b.id = l.broker_id) AS broker
              FROM (SELECT DISTINCT account_id, portfolio_id, settlement_account_id, equity_id, broker_id FROM posted) l) p
     WHERE p.account IS NULL OR (p.portfolio_id IS NOT NULL AND p.portfolio IS NULL)
        OR (p.settlement_account_id IS NOT NULL AND p.settlement_account IS NULL)
        OR (p.equity_id IS NOT NULL AND p.equity IS NULL) OR (p.broker_id IS NOT NULL AND p.broker IS NULL)
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'a ledger line names a % that does not exist', what
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_references';
  END IF;

  -- Slots 0 to 3 are for saves, by process. A statement of very many lines takes a slot of its own, from 4 on, which nobody
  -- else writes until its transaction ends: saves and other imports do not wait for its rows, and days on which the slot
  -- holds nothing yet are written without asking row by row whether there is one. In the order of days all the same: a
  -- balance reads the days of a month, and finds them side by side.
  IF how_many > 1000 THEN
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

-- What trades, their versions and entries name: one look each. A scalar sub-select goes to the parent's key row by row
-- whatever the planner believes of its size.
CREATE OR REPLACE FUNCTION check_trades() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad record;
BEGIN
  SELECT p.chain_id, p.batch_id INTO bad FROM posted p
   WHERE (SELECT true FROM chains c
           WHERE c.id = p.chain_id AND c.portfolio_id = p.portfolio_id AND c.equity_id = p.equity_id) IS NULL
      OR (p.batch_id IS NOT NULL AND (SELECT true FROM batches b WHERE b.id = p.batch_id) IS NULL) LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trades', 'chain or batch', concat_ws(', ', bad.chain_id, bad.batch_id)); END IF;
  RETURN NULL;
END $$;

-- Brokers and settlement accounts may be deleted while nothing names them: under the lock that post_lines() shares.
CREATE OR REPLACE FUNCTION check_trade_versions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1);
  SELECT CASE WHEN p.trade_there IS NULL THEN 'trade'
              WHEN p.broker_id IS NOT NULL AND p.broker_there IS NULL THEN 'broker' ELSE 'settlement account' END AS parent,
         CASE WHEN p.trade_there IS NULL THEN p.trade_id::text ELSE 'it was deleted' END AS named
    INTO bad
    FROM (SELECT p.*, (SELECT true FROM trades t WHERE t.id = p.trade_id) AS trade_there,
                 (SELECT true FROM brokers b WHERE b.id = p.broker_id) AS broker_there,
                 (SELECT true FROM settlement_accounts s WHERE s.id = p.settlement_account_id) AS account_there
            FROM posted p) p
   WHERE p.trade_there IS NULL OR (p.broker_id IS NOT NULL AND p.broker_there IS NULL)
      OR (p.settlement_account_id IS NOT NULL AND p.account_there IS NULL) LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trade_versions', bad.parent, bad.named); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad record;
BEGIN
  SELECT p.trade_id, p.trade_version, p.batch_id INTO bad FROM posted p
   WHERE (p.trade_id IS NOT NULL AND p.trade_version IS NOT NULL
          AND (SELECT true FROM trade_versions v WHERE v.trade_id = p.trade_id AND v.version = p.trade_version) IS NULL)
      OR (p.batch_id IS NOT NULL AND (SELECT true FROM batches b WHERE b.id = p.batch_id) IS NULL) LIMIT 1;
  IF FOUND THEN
    PERFORM raise_missing('journal_entries', 'trade or batch',
                          concat_ws(', ', bad.trade_id || ' version ' || bad.trade_version, bad.batch_id));
  END IF;
  RETURN NULL;
END $$;

-- Lines in the order of their dates are read by their entries, which stand in that order: `journal_entries_date`.
DROP INDEX journal_lines_date;

CREATE OR REPLACE FUNCTION name_entity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed entities;
  other date;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.entity = OLD.entity AND NEW.entity_id = OLD.entity_id THEN RETURN NEW; END IF;
  INSERT INTO entities (name) VALUES (trim(NEW.entity)) ON CONFLICT (lower(trim(name))) DO NOTHING;
  SELECT id INTO NEW.entity_id FROM entities WHERE lower(trim(name)) = lower(trim(NEW.entity));
  IF TG_OP = 'UPDATE' AND OLD.entity_id <> NEW.entity_id THEN
    -- The look comes after the lock, in a statement of its own.
    PERFORM pg_advisory_xact_lock(1164142951, 2);
    SELECT * INTO closed FROM entities WHERE id IN (OLD.entity_id, NEW.entity_id) ORDER BY locked_through DESC NULLS LAST LIMIT 1;
    SELECT locked_through INTO other FROM entities WHERE id IN (OLD.entity_id, NEW.entity_id) AND id <> closed.id;
    IF closed.locked_through > coalesce(other, '-infinity')
       AND EXISTS (SELECT FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
                    WHERE l.portfolio_id = OLD.id AND h.entry_date <= closed.locked_through) THEN
      PERFORM raise_period_locked(closed.name, closed.locked_through, closed.locked_through);
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- As 023 says: functions of triggers look for our tables alone.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', f, current_schema());
  END LOOP;
END $$;
