-- What is due, open and paid is added up by the write that changes it, and what a sign-off took in is counted by day: so
-- that no request walks the history.

-- Sums of settlements per month, as the ledger's balances (004): 0 and '' stand for "none", `slot` spreads concurrent
-- writers, a reader adds the slots up. Sums per day would be nearly a row for each trade. What they are of:
--   booked   every trade that settles: its net value, in the month it was booked for
--   moved    the same of those that something happened to, below zero: together with `booked` those nothing happened to
--   due      what is outstanding of those, in the month it is expected
--   settled  what was paid, in the month of the last payment
-- What failed is expected in no month; it is found by `settlement_states_unsettled`.
CREATE TABLE settlement_months (
  month date NOT NULL,
  standing text NOT NULL,
  portfolio_id bigint NOT NULL,
  settlement_account_id bigint NOT NULL,
  broker_name text NOT NULL,
  side text NOT NULL,
  slot smallint NOT NULL,
  trades bigint NOT NULL,
  -- How many of them pay: buys, and sales whose fees exceed their gross value.
  paying bigint NOT NULL,
  payable numeric(24, 2) NOT NULL,
  receivable numeric(24, 2) NOT NULL,
  PRIMARY KEY (month, standing, portfolio_id, settlement_account_id, broker_name, side, slot)
) WITH (fillfactor = 70);

-- One trade's part of the sums; `sign` -1 takes it away.
CREATE FUNCTION settlement_sum(standing text, day date, portfolio_id bigint, account_id bigint, broker text, side text, net numeric,
                               amount numeric, sign integer)
RETURNS settlement_months LANGUAGE sql IMMUTABLE AS $$
  SELECT (date_trunc('month', day::timestamp)::date, standing, portfolio_id, coalesce(account_id, 0), coalesce(broker, ''), side, 0, sign,
          CASE WHEN (side = 'buy') = (net >= 0) THEN sign ELSE 0 END,
          CASE WHEN (side = 'buy') = (net >= 0) THEN sign * amount ELSE 0 END,
          CASE WHEN (side = 'buy') = (net >= 0) THEN 0 ELSE sign * amount END)::settlement_months
$$;

-- All parts of a trade as one of its versions has it; null where it does not settle.
CREATE FUNCTION settlement_sums_of(portfolio_id bigint, side text, is_deleted boolean, settlement_date date, net numeric,
                                   account_id bigint, broker text, sign integer,
                                   -- As in settlement_states; null where nothing happened.
                                   status text DEFAULT NULL, due_date date DEFAULT NULL, paid_on date DEFAULT NULL, paid numeric DEFAULT 0)
RETURNS settlement_months[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN side = 'opening' OR is_deleted OR coalesce(net, 0) = 0 THEN NULL
    ELSE
      ARRAY[settlement_sum('booked', settlement_date, portfolio_id, account_id, broker, side, net, abs(net), sign)]
      || CASE WHEN status IS NOT NULL THEN
           ARRAY[settlement_sum('moved', settlement_date, portfolio_id, account_id, broker, side, net, abs(net), - sign)] END
      || CASE status
           WHEN 'open' THEN
             ARRAY[settlement_sum('due', due_date, portfolio_id, account_id, broker, side, net, abs(net) - paid, sign)]
           WHEN 'settled' THEN
             ARRAY[settlement_sum('settled', paid_on, portfolio_id, account_id, broker, side, net, paid, sign)] END
  END
$$;

-- `changes`: how many trades they are of.
CREATE FUNCTION add_settlement_sums(added settlement_months[], changes bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  my_slot smallint := pg_backend_pid() % 4;
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

-- What trade_versions_check looked at already, added up: a save is one row, kept without another look. Every change of a
-- trade adds a version: the one before goes from the sums, with what happened to it. Each look goes to the key row by row
-- (LIMIT), whatever the planner believes of the size of the statement.
CREATE OR REPLACE FUNCTION check_trade_versions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad record;
  one record;
  pays boolean;
  added settlement_months[];
  my_slot smallint := pg_backend_pid() % 4;
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

-- Something happened to settlements, or was taken back: they stand otherwise than before, in the version in force.
CREATE FUNCTION keep_settlement_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added settlement_months[];
  more settlement_months[];
BEGIN
  IF TG_OP <> 'INSERT' THEN
    SELECT array_agg(k) INTO added
      FROM gone s,
           LATERAL (SELECT t.portfolio_id, t.side, v.is_deleted, v.settlement_date, v.net, v.settlement_account_id, v.broker_name
                      FROM trades t, trade_versions v
                     WHERE t.id = s.trade_id AND v.trade_id = t.id AND v.version = t.version LIMIT 1) t,
           LATERAL unnest(settlement_sums_of(t.portfolio_id, t.side, t.is_deleted, t.settlement_date, t.net, t.settlement_account_id, t.broker_name, 1)
                          || settlement_sums_of(t.portfolio_id, t.side, t.is_deleted, t.settlement_date, t.net, t.settlement_account_id, t.broker_name, -1,
                                                s.status, s.due_date, s.paid_on, s.paid)) k;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT array_agg(k) INTO more
      FROM come s,
           LATERAL (SELECT t.portfolio_id, t.side, v.is_deleted, v.settlement_date, v.net, v.settlement_account_id, v.broker_name
                      FROM trades t, trade_versions v
                     WHERE t.id = s.trade_id AND v.trade_id = t.id AND v.version = t.version LIMIT 1) t,
           LATERAL unnest(settlement_sums_of(t.portfolio_id, t.side, t.is_deleted, t.settlement_date, t.net, t.settlement_account_id, t.broker_name, -1)
                          || settlement_sums_of(t.portfolio_id, t.side, t.is_deleted, t.settlement_date, t.net, t.settlement_account_id, t.broker_name, 1,
                                                s.status, s.due_date, s.paid_on, s.paid)) k;
  END IF;
  added := added || more;
  PERFORM add_settlement_sums(added, cardinality(added) / 3);
  RETURN NULL;
END $$;
CREATE TRIGGER settlement_states_settling_insert AFTER INSERT ON settlement_states
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();
CREATE TRIGGER settlement_states_settling_update AFTER UPDATE ON settlement_states
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();
CREATE TRIGGER settlement_states_settling_delete AFTER DELETE ON settlement_states
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();

-- Those that something happened to and that are not settled: few, among all that are.
CREATE INDEX settlement_states_unsettled ON settlement_states (trade_id) WHERE status <> 'settled';

-- Books that are there already.
INSERT INTO settlement_months
  SELECT k.month, k.standing, k.portfolio_id, k.settlement_account_id, k.broker_name, k.side, 0, sum(k.trades), sum(k.paying),
         sum(k.payable), sum(k.receivable)
    FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    LEFT JOIN settlement_states s ON s.trade_id = t.id,
         LATERAL unnest(settlement_sums_of(t.portfolio_id, t.side, v.is_deleted, v.settlement_date, v.net, v.settlement_account_id,
                                           v.broker_name, 1, s.status, s.due_date, s.paid_on, s.paid)) k
   GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6;

-- How many of a day's lines a sign-off found that none before it had: where a day of the ledger has more lines than
-- the sign-offs of its account took in, some were recorded since.
CREATE TABLE reconciliation_days (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  day date NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (reconciliation_id, day)
);
-- Sign-offs that are there already: what is matched in them and what they left open, each line in the first that had it.
INSERT INTO reconciliation_days
  SELECT id, entry_date, count(*)
    FROM (SELECT DISTINCT ON (r.account_id, r.settlement_account_id, r.portfolio_id, l.entry_id, l.line_no) r.id, l.entry_date
            FROM reconciliations r
            JOIN (SELECT reconciliation_id, entry_id, line_no FROM matched_ledger_lines
                  UNION ALL SELECT reconciliation_id, entry_id, line_no FROM reconciliation_open_ledger) k ON k.reconciliation_id = r.id
            JOIN journal_lines l USING (entry_id, line_no)
           WHERE r.status = 'reconciled'
           ORDER BY r.account_id, r.settlement_account_id, r.portfolio_id, l.entry_id, l.line_no, r.end_date) firsts
   GROUP BY 1, 2;
CREATE TRIGGER reconciliation_days_kept_insert AFTER INSERT ON reconciliation_days
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts();
CREATE TRIGGER reconciliation_days_kept_update AFTER UPDATE ON reconciliation_days
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts();
CREATE TRIGGER reconciliation_days_kept_delete AFTER DELETE ON reconciliation_days
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts();
CREATE TRIGGER reconciliation_days_kept_truncate BEFORE TRUNCATE ON reconciliation_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As 023 says: functions of triggers look for our tables alone.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', f, current_schema());
  END LOOP;
END $$;
