-- Kept sums in slots that one transaction at a time adds to: writes that run side by side wait for no row of each other, and
-- cannot wait in a circle.

-- The first slot that no other transaction keeps sums in, held until this one ends. 4 to 19 are for very many rows. Where all are
-- taken, one is shared.
CREATE FUNCTION slot_to_keep() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  slot smallint;
BEGIN
  FOREACH slot IN ARRAY '{0,1,2,3,20,21,22,23,24,25,26,27,28,29,30,31}'::smallint[] LOOP
    IF pg_try_advisory_xact_lock(1164142951, 100 + slot) THEN RETURN slot; END IF;
  END LOOP;
  RETURN pg_backend_pid() % 4;
END $$;

CREATE OR REPLACE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  doubtful boolean;
  near_lock boolean;
  how_many bigint;
  bad record;
  what text;
  my_slot smallint;
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

  -- Saves have the slots of slot_to_keep(). A statement of very many lines takes one of its own, from 4 to 19, which nobody
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
  my_slot := slot_to_keep();
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

CREATE OR REPLACE FUNCTION add_settlement_sums(added settlement_months[], changes bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  my_slot smallint;
BEGIN
  IF added IS NULL THEN RETURN; END IF;
  -- Of very many a slot of their own, as post_lines() has it: nobody waits for their rows.
  IF changes > 1000 THEN
    FOR number IN 4..19 LOOP
      IF pg_try_advisory_xact_lock(1164142951, 100 + number) THEN
        my_slot := number;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  my_slot := coalesce(my_slot, slot_to_keep());
  INSERT INTO settlement_months AS b
    SELECT month, standing, portfolio_id, settlement_account_id, broker_name, side, my_slot, sum(trades), sum(paying),
           sum(payable), sum(receivable)
      FROM unnest(added) GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(trades) <> 0 OR sum(paying) <> 0 OR sum(payable) <> 0 OR sum(receivable) <> 0
     ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (month, standing, portfolio_id, settlement_account_id, broker_name, side, slot) DO UPDATE
      SET trades = b.trades + excluded.trades, paying = b.paying + excluded.paying,
          payable = b.payable + excluded.payable, receivable = b.receivable + excluded.receivable;
END $$;

CREATE OR REPLACE FUNCTION check_trade_versions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad record;
  one record;
  pays boolean;
  added settlement_months[];
  my_slot smallint;
BEGIN
  -- Brokers and settlement accounts may be deleted while nothing names them: under the lock that post_lines() shares.
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1);
  SELECT count(*) AS trades, max(p.version) AS version, min(p.settlement_date) AS day, min(p.net) AS net,
         min(t.portfolio_id) AS portfolio_id, coalesce(min(p.settlement_account_id), 0) AS account_id,
         coalesce(min(p.broker_name), '') AS broker, min(t.side) AS side,
         bool_or(t.side IS NULL
                 OR (p.broker_id IS NOT NULL AND (SELECT true FROM brokers b WHERE b.id = p.broker_id) IS NULL)
                 OR (p.settlement_account_id IS NOT NULL
                     AND (SELECT true FROM settlement_accounts s WHERE s.id = p.settlement_account_id) IS NULL)) AS doubtful
    INTO one
    FROM posted p LEFT JOIN LATERAL (SELECT portfolio_id, side FROM trades WHERE id = p.trade_id LIMIT 1) t ON true;
  IF one.doubtful THEN
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
    PERFORM raise_missing('trade_versions', bad.parent, bad.named);
  END IF;

  IF one.trades = 1 AND one.version = 1 THEN
    IF one.side = 'opening' OR one.net = 0 THEN RETURN NULL; END IF;
    my_slot := slot_to_keep();
    pays := (one.side = 'buy') = (one.net >= 0);
    INSERT INTO settlement_months AS b
      VALUES (date_trunc('month', one.day::timestamp)::date, 'booked', one.portfolio_id, one.account_id, one.broker,
              one.side, my_slot, 1, pays::integer, CASE WHEN pays THEN abs(one.net) ELSE 0 END, CASE WHEN pays THEN 0 ELSE abs(one.net) END)
      ON CONFLICT (month, standing, portfolio_id, settlement_account_id, broker_name, side, slot) DO UPDATE
        SET trades = b.trades + excluded.trades, paying = b.paying + excluded.paying,
            payable = b.payable + excluded.payable, receivable = b.receivable + excluded.receivable;
  ELSIF one.version = 1 THEN
    SELECT array_agg((month, 'booked', portfolio_id, account_id, broker, side, 0, trades, paying, payable, receivable)::settlement_months)
      INTO added
      FROM (SELECT date_trunc('month', p.settlement_date::timestamp)::date AS month, t.portfolio_id, t.side,
                   coalesce(p.settlement_account_id, 0) AS account_id, coalesce(p.broker_name, '') AS broker,
                   count(*) AS trades, count(*) FILTER (WHERE (t.side = 'buy') = (p.net >= 0)) AS paying,
                   sum(CASE WHEN (t.side = 'buy') = (p.net >= 0) THEN abs(p.net) ELSE 0 END) AS payable,
                   sum(CASE WHEN (t.side = 'buy') = (p.net >= 0) THEN 0 ELSE abs(p.net) END) AS receivable
              FROM posted p, LATERAL (SELECT portfolio_id, side FROM trades WHERE id = p.trade_id LIMIT 1) t
             WHERE t.side <> 'opening' AND p.net <> 0 GROUP BY 1, 2, 3, 4, 5) m;
    PERFORM add_settlement_sums(added, one.trades);
  ELSE
    SELECT array_agg(k) INTO added
      FROM posted p, LATERAL (SELECT portfolio_id, side FROM trades WHERE id = p.trade_id LIMIT 1) t
      LEFT JOIN LATERAL (SELECT * FROM trade_versions WHERE trade_id = p.trade_id AND version = p.version - 1 LIMIT 1) o ON true
      LEFT JOIN LATERAL (SELECT * FROM settlement_states WHERE trade_id = p.trade_id LIMIT 1) s ON true,
           LATERAL unnest(settlement_sums_of(t.portfolio_id, t.side, p.is_deleted, p.settlement_date, p.net, p.settlement_account_id,
                                             p.broker_name, 1, s.status, s.due_date, s.paid_on, s.paid)
                          || settlement_sums_of(t.portfolio_id, t.side, o.is_deleted, o.settlement_date, o.net,
                                                o.settlement_account_id, o.broker_name, -1, s.status, s.due_date, s.paid_on, s.paid)) k;
    PERFORM add_settlement_sums(added, one.trades);
  END IF;
  RETURN NULL;
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
