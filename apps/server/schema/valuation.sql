-- Mark-to-market runs: the value of shares on a day, with the entries that adjusted the books to it. The findings of a run are never
-- changed: a run of the same day with changed input is the next version, and takes the entries of the one before back.
--
-- A valuation is stale once something that it rests on changes: a line on 1100 or 1105 dated until its day, a price that it used, or
-- which days are market days, where that decides a price. A transaction that writes such a thing holds lock 3 shared and looks for valuations in force; a run takes it alone at its end, looks whether
-- anything was written since it began to read, and commits. So nothing is missed, and no save waits longer than that commit takes.
-- Runs come one after the other (lock 5).

-- The value of a holding, as `holdingValue` of core has it (packages/core/src/valuation/holding-value.ts): rupees to the cent of whole
-- shares at a price with 4 decimals, rounded once, half away from zero; what they are carried at where there is no price; 0 of no shares.
CREATE OR REPLACE FUNCTION holding_value(quantity numeric, price numeric, carried numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN quantity = 0 THEN 0 WHEN price IS NULL THEN carried ELSE round(quantity * price, 2) END
$$;

CREATE TABLE valuation_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valuation_date date NOT NULL CHECK (isfinite(valuation_date)),
  -- The portfolio that was asked for; null: those of an entity, or all that the person could change.
  portfolio_id bigint REFERENCES portfolios (id),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE valuation_runs IS 'Fact: each mark-to-market run that found something to keep: its day, its scope, who and when.';
CREATE INDEX valuation_runs_date ON valuation_runs (valuation_date, id);

-- The result of a run for one portfolio. Of a portfolio and day the newest version counts, unless it was reversed.
CREATE TABLE valuations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES valuation_runs (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  valuation_date date NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  treatment text NOT NULL CHECK (treatment IN ('FVTPL', 'FVOCI')),
  price_basis text NOT NULL CHECK (price_basis IN ('Last Trade', 'Close')),
  -- The entry on the day and what takes it back on the next calendar day; null where there was nothing to post.
  entry_id bigint,
  reversal_entry_id bigint,
  holdings integer NOT NULL CHECK (holdings >= 0),
  -- Holdings that a user should look at: without a price, or with one that is old, typed or no close.
  exceptions integer NOT NULL CHECK (exceptions BETWEEN 0 AND holdings),
  carrying numeric(20, 2) NOT NULL,
  fair_value numeric(20, 2) NOT NULL,
  posted numeric(20, 2) NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((entry_id IS NULL) = (reversal_entry_id IS NULL)),
  UNIQUE (portfolio_id, valuation_date, version)
);
COMMENT ON TABLE valuations IS 'Fact: what a run found for a portfolio on a day, in versions, with the entries that it posted.';
CREATE INDEX valuations_run ON valuations (run_id);

CREATE TABLE valuation_lines (
  valuation_id bigint NOT NULL REFERENCES valuations (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  -- By posting date: shares, cost (1100) and capitalised costs (1105).
  quantity bigint NOT NULL,
  cost numeric(18, 2) NOT NULL,
  capitalised numeric(18, 2) NOT NULL,
  -- Null where there was no price: the holding is valued at its carrying amount.
  -- Rights may be worth nothing.
  price numeric(18, 4) CHECK (price >= 0),
  price_date date,
  -- Which figure of the exchange it is, and how it was recorded.
  price_kind text CHECK (price_kind IN ('last trade', 'close', 'previous close')),
  price_source text,
  -- Market days from the price to the valuation.
  price_age integer CHECK (price_age >= 0),
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
  fair_value numeric(18, 2) NOT NULL,
  -- Fair value less cost and capitalised costs; and what of it the run posted.
  difference numeric(18, 2) NOT NULL,
  posted numeric(18, 2) NOT NULL,
  -- Why a user should look at it, in words of the contract with a blank between; null: no reason.
  exceptions text CHECK (length(exceptions) BETWEEN 1 AND 100),
  CHECK (difference = fair_value - cost - capitalised),
  CHECK (num_nonnulls(price, price_date, price_kind, price_source, price_age) IN (0, 5)),
  PRIMARY KEY (valuation_id, equity_id)
);
COMMENT ON TABLE valuation_lines IS 'Fact: the holdings of a valuation: what was held and carried, at which price of which day, and the difference.';

-- The portfolios that a run covers, each with the valuation that it found in force or made.
CREATE TABLE valuation_run_portfolios (
  run_id bigint NOT NULL REFERENCES valuation_runs (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  valuation_id bigint NOT NULL REFERENCES valuations (id),
  PRIMARY KEY (run_id, portfolio_id)
);
COMMENT ON TABLE valuation_run_portfolios IS 'Fact: the portfolios that a run covers.';
CREATE INDEX valuation_run_portfolios_valuation ON valuation_run_portfolios (valuation_id);

CREATE TABLE valuation_reversals (
  valuation_id bigint PRIMARY KEY REFERENCES valuations (id),
  run_id bigint NOT NULL REFERENCES valuation_runs (id),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE valuation_reversals IS 'Fact: valuations that a person took back, and why.';

CREATE TABLE valuations_in_force (
  portfolio_id bigint NOT NULL,
  valuation_date date NOT NULL,
  valuation_id bigint NOT NULL,
  -- The newest run that covers the portfolio on the day.
  run_id bigint NOT NULL,
  by_close boolean NOT NULL,
  PRIMARY KEY (portfolio_id, valuation_date)
);
COMMENT ON TABLE valuations_in_force IS 'Derived: of each portfolio and day the valuation that counts. Written by features/valuation.';
CREATE INDEX valuations_in_force_date ON valuations_in_force (valuation_date);
CREATE UNIQUE INDEX valuations_in_force_valuation ON valuations_in_force (valuation_id);
CREATE INDEX valuations_in_force_run ON valuations_in_force (run_id);
-- By close a price of a later day may count: it contains the close of the day before.
CREATE INDEX valuations_in_force_by_close ON valuations_in_force (valuation_date) WHERE by_close;

-- Rows are added in the transaction that changes an input of a valuation, and wait for no other; a run of the day that
-- finds the same takes them away. A row of a valuation that is not in force any more says nothing.
CREATE TABLE valuation_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valuation_id bigint NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE valuation_marks IS 'Derived: valuations in force whose prices or holdings changed since. Added by triggers, taken away by features/valuation.';
CREATE INDEX valuation_marks_valuation ON valuation_marks (valuation_id);

CREATE OR REPLACE TRIGGER valuation_runs_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_runs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER valuations_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER valuation_lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER valuation_run_portfolios_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_run_portfolios
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER valuation_reversals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Lines on the accounts of shares, dated until a valuation of their portfolio. Called by post_lines with what it posts, where some
-- of it is not later than the newest valuation.
CREATE OR REPLACE FUNCTION mark_valuations(portfolios bigint[], days date[]) RETURNS void LANGUAGE sql SET search_path = em, pg_temp AS $$
  INSERT INTO valuation_marks (valuation_id)
  SELECT f.valuation_id
    FROM (SELECT portfolio, min(day) AS day FROM unnest(portfolios, days) AS p (portfolio, day) GROUP BY portfolio) p
    JOIN valuations_in_force f ON f.portfolio_id = p.portfolio AND f.valuation_date >= p.day
   WHERE NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
$$;

-- The valuations in force that used prices of some days, or would have used them. Rights without a price of their own are valued by
-- their share.
CREATE OR REPLACE FUNCTION valuations_by_prices(equities bigint[], days date[]) RETURNS SETOF bigint
LANGUAGE sql STABLE SET search_path = em, pg_temp AS $$
  SELECT DISTINCT f.valuation_id
    FROM (SELECT equity, day, equity AS valued FROM unnest(equities, days) AS p (equity, day)
          UNION ALL
          SELECT p.equity, p.day, a.rights_equity_id FROM unnest(equities, days) AS p (equity, day)
            JOIN corporate_actions a ON a.equity_id = p.equity AND a.rights_equity_id IS NOT NULL) k
    LEFT JOIN LATERAL (SELECT trade_date AS day FROM prices WHERE equity_id = k.equity AND trade_date > k.day ORDER BY trade_date LIMIT 1) n ON true
    LEFT JOIN LATERAL (SELECT trade_date AS day FROM prices WHERE equity_id = k.equity AND trade_date < k.day
                        ORDER BY trade_date DESC LIMIT 1) b ON true
    JOIN valuations_in_force f ON (f.valuation_date >= k.day AND (n.day IS NULL OR f.valuation_date < n.day))
      OR (f.by_close AND f.valuation_date >= b.day AND f.valuation_date < k.day AND k.day <= b.day + 10)
    JOIN valuation_lines l ON l.valuation_id = f.valuation_id AND l.equity_id = k.valued
     AND (k.valued = k.equity OR coalesce(l.price_source, 'derived') = 'derived')
   WHERE f.valuation_date >= k.day OR (l.price_date = b.day AND l.price_kind <> 'close')
$$;

-- A price that is added, changed or removed may change the valuations in force that use it: they are marked stale. The writer of
-- prices then compares each with what it would be now and removes the mark where they are equal (features/valuation, settle).
CREATE OR REPLACE FUNCTION mark_valuations_of_prices(equities bigint[], days date[]) RETURNS void
LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM take_lock(42, 0, true);
  -- Read after the lock is taken. A price also gives the close of the market day before, at most ten days earlier.
  IF NOT EXISTS (SELECT FROM valuations_in_force WHERE valuation_date >= (SELECT min(d) FROM unnest(days) d))
     AND NOT EXISTS (SELECT FROM valuations_in_force WHERE by_close AND valuation_date >= (SELECT min(d) FROM unnest(days) d) - 10) THEN
    RETURN;
  END IF;
  INSERT INTO valuation_marks (valuation_id)
  SELECT v FROM valuations_by_prices(equities, days) AS v
   WHERE NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = v);
END
$$;
CREATE OR REPLACE FUNCTION mark_valuations_of_new_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  equities bigint[];
  days date[];
BEGIN
  SELECT array_agg(equity_id), array_agg(trade_date) INTO equities, days FROM changed WHERE equity_id IS NOT NULL;
  IF equities IS NOT NULL THEN PERFORM mark_valuations_of_prices(equities, days); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER prices_come_mark_valuations AFTER INSERT ON prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_valuations_of_new_prices();
CREATE OR REPLACE TRIGGER prices_go_mark_valuations AFTER DELETE ON prices
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_valuations_of_new_prices();
CREATE OR REPLACE FUNCTION mark_valuations_of_changed_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  equities bigint[];
  days date[];
BEGIN
  -- A new version with the same price changes nothing. No join of the two: its plan would be kept from a day of few rows.
  SELECT array_agg(k.equity_id), array_agg(k.trade_date) INTO equities, days
    FROM (SELECT symbol, trade_date, equity_id, last_trade, close, previous_close, source FROM after
          EXCEPT
          SELECT symbol, trade_date, equity_id, last_trade, close, previous_close, source FROM before) k
   WHERE k.equity_id IS NOT NULL;
  IF equities IS NOT NULL THEN PERFORM mark_valuations_of_prices(equities, days); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER prices_change_mark_valuations AFTER UPDATE ON prices
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_valuations_of_changed_prices();

-- The terms of a rights issue, by which rights without a price of their own are valued.
CREATE OR REPLACE FUNCTION mark_valuations_of_rights() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  rights bigint[] := ARRAY[NEW.rights_equity_id];
  since date := NEW.ex_date;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    rights := rights || OLD.rights_equity_id;
    since := least(OLD.ex_date, NEW.ex_date);
  END IF;
  -- An event is posted in the transaction that records it, perhaps.
  PERFORM share_postings();
  INSERT INTO valuation_marks (valuation_id)
  SELECT DISTINCT f.valuation_id
    FROM valuations_in_force f JOIN valuation_lines l ON l.valuation_id = f.valuation_id AND l.equity_id = ANY (rights)
   WHERE f.valuation_date >= since AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER rights_offers_come_mark_valuations AFTER INSERT ON corporate_actions
  FOR EACH ROW WHEN (offer_of(NEW) IS NOT NULL) EXECUTE FUNCTION mark_valuations_of_rights();
CREATE OR REPLACE TRIGGER rights_offers_change_mark_valuations AFTER UPDATE ON corporate_actions
  FOR EACH ROW WHEN (offer_of(OLD) IS DISTINCT FROM offer_of(NEW)) EXECUTE FUNCTION mark_valuations_of_rights();

-- A day that became a holiday, or a market day: it was or becomes the last market day whose price counts; prices from before it are
-- older or younger by a day; and it lies between a price and the next market day, which gives its close. Rather one valuation too
-- many: a run that finds the same says so. No list closes the market for ten days, so within twenty a price has become old.
CREATE OR REPLACE FUNCTION mark_valuations_of_holiday(holiday date, every_year boolean) RETURNS void
LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM take_lock(42, 0, true);
  INSERT INTO valuation_marks (valuation_id)
  SELECT DISTINCT f.valuation_id
    FROM (SELECT holiday AS day WHERE NOT every_year
          UNION ALL
          SELECT d::date FROM generate_series((SELECT min(valuation_date) - 20 FROM valuations_in_force)::timestamp,
                                              (SELECT max(valuation_date) + 10 FROM valuations_in_force)::timestamp, '1 day') AS d
           WHERE every_year AND to_char(d, 'MM-DD') = to_char(holiday, 'MM-DD')) h
    JOIN valuations_in_force f ON f.valuation_date BETWEEN h.day - 10 AND h.day + 20
    JOIN valuation_lines l ON l.valuation_id = f.valuation_id
   -- The exchange is closed at the weekend, whatever the list says.
   WHERE extract(isodow FROM h.day) < 6
     AND ((f.valuation_date >= h.day AND ((l.price_date = h.day AND l.price_age = 0)
             OR (l.price_date < h.day AND l.price_age BETWEEN 1 AND 10)
             OR ((l.price_date IS NULL OR l.price_date < h.day)
                 AND EXISTS (SELECT FROM prices p
                              WHERE p.trade_date = h.day
                                AND (p.equity_id = l.equity_id
                                     OR p.equity_id IN (SELECT a.equity_id FROM corporate_actions a WHERE a.rights_equity_id = l.equity_id))))))
          OR (f.by_close AND l.price_date < h.day AND l.price_date >= h.day - 10 AND l.price_kind <> 'close'))
     AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
END
$$;
CREATE OR REPLACE FUNCTION mark_valuations_of_holidays() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.date, OLD.is_recurring) = (NEW.date, NEW.is_recurring) THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM mark_valuations_of_holiday(OLD.date, OLD.is_recurring); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM mark_valuations_of_holiday(NEW.date, NEW.is_recurring); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER holidays_mark_valuations AFTER INSERT OR UPDATE OR DELETE ON holidays
  FOR EACH ROW EXECUTE FUNCTION mark_valuations_of_holidays();

-- Excludes postings on the accounts of shares, and writes of prices and holidays, until the transaction ends; says whether it could. Transactions that write
-- already are waited for, without holding others back; after two seconds for a second more with them.
CREATE OR REPLACE FUNCTION hold_what_values_rest_on() RETURNS boolean LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  patience text := current_setting('lock_timeout');
  held boolean := true;
BEGIN
  FOR again IN 1..40 LOOP
    IF try_lock(42) THEN RETURN true; END IF;
    PERFORM pg_sleep(0.05);
  END LOOP;
  PERFORM set_config('lock_timeout', '1s', true);
  BEGIN
    PERFORM take_lock(42);
  EXCEPTION WHEN lock_not_available THEN
    held := false;
  END;
  PERFORM set_config('lock_timeout', patience, true);
  RETURN held;
END
$$;
