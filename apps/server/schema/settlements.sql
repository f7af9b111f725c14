-- Payments for trades, made and outstanding.

-- A confirmation is a fact of its own, in addition to the entry that the trade booked; another date or amount than booked
-- reverses that entry and posts what happened.
CREATE TABLE settlement_confirmations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL,
  trade_version integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('settled', 'part', 'failed', 'rescheduled', 'reopened')),
  -- The day of the payment, or of the failure.
  actual_date date CHECK (isfinite(actual_date)),
  -- The amount paid.
  amount numeric(18, 2) NOT NULL DEFAULT 0 CHECK (amount BETWEEN 0 AND 1e13),
  -- When the rest is expected from now on; null where nothing is left or the date is unknown.
  due_date date CHECK (isfinite(due_date)),
  reference text CHECK (length(reference) BETWEEN 1 AND 100),
  note text CHECK (length(note) BETWEEN 1 AND 500),
  -- The entries that it caused, reversals first; none where it happened as booked.
  entry_ids bigint[] NOT NULL DEFAULT '{}',
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  -- Which way the money went: a refund of an overpaid buy comes in.
  pays boolean NOT NULL,
  -- A payment that a bank line shows: the line, and its day. The ledger's day can be another one: where the booked day is
  -- locked or signed off it stays, and the bank's day is kept here. No foreign key: a statement can be taken out again
  -- after its lines were unmatched; what was confirmed by it stays.
  statement_line_id bigint,
  bank_date date CHECK (isfinite(bank_date)),
  CHECK ((kind IN ('settled', 'part')) = (amount > 0)),
  CHECK ((kind IN ('settled', 'part', 'failed')) = (actual_date IS NOT NULL)),
  CHECK ((kind IN ('settled', 'failed')) = (due_date IS NULL)),
  CONSTRAINT settlement_confirmations_bank_line CHECK ((statement_line_id IS NULL) = (bank_date IS NULL)
                                                       AND (statement_line_id IS NULL OR kind IN ('settled', 'part'))),
  FOREIGN KEY (trade_id, trade_version) REFERENCES trade_versions (trade_id, version)
);
COMMENT ON TABLE settlement_confirmations IS 'Fact: what happened to the settlement of a trade. Added, never changed.';
CREATE INDEX settlement_confirmations_trade ON settlement_confirmations (trade_id, id);
CREATE INDEX settlement_confirmations_bank_line ON settlement_confirmations (statement_line_id) WHERE statement_line_id IS NOT NULL;
-- Payments are found by amount and by reference.
CREATE INDEX settlement_confirmations_amount ON settlement_confirmations (amount, trade_id) WHERE amount > 0;
CREATE INDEX settlement_confirmations_reference ON settlement_confirmations (lower(reference COLLATE "C")) WHERE reference IS NOT NULL;
CREATE OR REPLACE TRIGGER settlement_confirmations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_confirmations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The state of a settlement that was acted upon since it was booked, or reopened. Others have no row.
CREATE TABLE settlement_states (
  trade_id bigint PRIMARY KEY REFERENCES trades (id),
  -- The last thing that happened.
  confirmation_id bigint NOT NULL REFERENCES settlement_confirmations (id),
  status text NOT NULL CHECK (status IN ('open', 'failed', 'settled')),
  due_date date,
  -- The day of the last payment.
  paid_on date,
  -- With the sign of the trade's side: above zero a buy paid and a sale received.
  paid numeric(18, 2) NOT NULL DEFAULT 0,
  -- The settlement entry of what is expected; the other entries in force were paid. What a correction leaves open has no
  -- entry: it is open in payable or receivable until it is confirmed or gets a date.
  expected_entry_id bigint,
  CHECK ((status = 'open') = (due_date IS NOT NULL)),
  CONSTRAINT settlement_states_expected CHECK (status = 'open' OR expected_entry_id IS NULL)
);
COMMENT ON TABLE settlement_states IS 'Derived from the confirmations: where a settlement stands that something happened to. Its triggers add up settlement_months.';
CREATE INDEX settlement_states_settled ON settlement_states (paid_on, trade_id) WHERE status = 'settled';
-- Those that something happened to and that are not settled: few, among all that are.
CREATE INDEX settlement_states_unsettled ON settlement_states (trade_id) WHERE status <> 'settled';

-- Sums of settlements per month, as the ledger's balances: 0 and '' mean "none", `slot` spreads concurrent
-- writers, a reader adds the slots up. Sums per day would be nearly a row for each trade. The sums:
--   booked   every trade that settles: its net value, in the month it was booked for
--   moved    the same of those that something happened to, below zero: together with `booked` those nothing happened to
--   due      what is outstanding of those, in the month it is expected
--   settled  what was paid, in the month of the last payment
-- A failed settlement is expected in no month; it is found by `settlement_states_unsettled`.
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
COMMENT ON TABLE settlement_months IS 'Derived: sums of settlements per month. Written by the triggers of trade_versions and settlement_states alone.';

-- One trade's part of the sums; `sign` -1 takes it away.
CREATE OR REPLACE FUNCTION settlement_sum(standing text, day date, portfolio_id bigint, account_id bigint, broker text, side text, net numeric, amount numeric, sign integer) RETURNS settlement_months
LANGUAGE sql IMMUTABLE AS $$
SELECT (date_trunc('month', day::timestamp)::date, standing, portfolio_id, coalesce(account_id, 0), coalesce(broker, ''), side, 0, sign,
          CASE WHEN (side = 'buy') = (net >= 0) THEN sign ELSE 0 END,
          CASE WHEN (side = 'buy') = (net >= 0) THEN sign * amount ELSE 0 END,
          CASE WHEN (side = 'buy') = (net >= 0) THEN 0 ELSE sign * amount END)::settlement_months
$$;

-- All parts of a trade as one of its versions has it; null where it does not settle. `status` and what follows as in
-- settlement_states, null where nothing happened; of a deleted trade only what is left counts.
CREATE OR REPLACE FUNCTION settlement_sums_of(portfolio_id bigint, side text, is_deleted boolean, settlement_date date, net numeric, account_id bigint, broker text, sign integer, status text DEFAULT NULL, due_date date DEFAULT NULL, paid_on date DEFAULT NULL, paid numeric DEFAULT 0) RETURNS settlement_months[]
LANGUAGE sql IMMUTABLE AS $$
SELECT CASE WHEN side = 'opening' THEN NULL
    ELSE
      CASE WHEN NOT is_deleted AND net <> 0 THEN
        ARRAY[settlement_sum('booked', settlement_date, portfolio_id, account_id, broker, side, net, abs(net), sign)]
        || CASE WHEN status IS NOT NULL THEN
             ARRAY[settlement_sum('moved', settlement_date, portfolio_id, account_id, broker, side, net, abs(net), - sign)] END
        || CASE WHEN status = 'settled' THEN
             ARRAY[settlement_sum('settled', paid_on, portfolio_id, account_id, broker, side, net, abs(paid), sign)] END
      END
      || CASE WHEN status = 'open' THEN
           ARRAY[settlement_sum('due', due_date, portfolio_id, account_id, broker, side,
                                CASE WHEN is_deleted THEN 0 ELSE net END - paid,
                                abs(CASE WHEN is_deleted THEN 0 ELSE net END - paid), sign)] END
  END
$$;

-- `changes`: how many trades they are of.
CREATE OR REPLACE FUNCTION add_settlement_sums(added settlement_months[], changes bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  my_slot smallint;
BEGIN
  IF added IS NULL THEN RETURN; END IF;
  -- Very many rows get a slot of their own, as in post_lines(): no transaction waits for their rows.
  IF changes > 1000 THEN
    FOR number IN 4..19 LOOP
      IF try_lock(90, number) THEN
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

-- Settlements were acted upon, or an act was taken back: their state differs from before, in the version in force.
CREATE OR REPLACE FUNCTION keep_settlement_sums() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
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
END
$$;
CREATE OR REPLACE TRIGGER settlement_states_settling_insert AFTER INSERT ON settlement_states
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();
CREATE OR REPLACE TRIGGER settlement_states_settling_update AFTER UPDATE ON settlement_states
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();
CREATE OR REPLACE TRIGGER settlement_states_settling_delete AFTER DELETE ON settlement_states
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();

-- One payment in one file for the bank. What was exported is a fact; a confirmation says whether it was paid.
CREATE TABLE payment_exports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act_id bigint NOT NULL DEFAULT current_act(),
  trade_id bigint NOT NULL,
  trade_version integer NOT NULL,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  exported_at timestamptz NOT NULL DEFAULT now(),
  exported_by bigint NOT NULL,
  -- The account that the bank was asked to pay to: a broker whose details have changed since is exported again. Unknown of older exports.
  bank_name text,
  branch_name text,
  account_number text,
  swift_code text,
  FOREIGN KEY (trade_id, trade_version) REFERENCES trade_versions (trade_id, version)
);
COMMENT ON TABLE payment_exports IS 'Fact: payments that were handed to the bank. Added, never changed.';
CREATE INDEX payment_exports_trade ON payment_exports (trade_id, id);
CREATE OR REPLACE TRIGGER payment_exports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_exports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
