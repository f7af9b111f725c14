-- What each portfolio is worth at the end of each market day, and what came in and went out on it. Charts and figures of
-- performance read these rows; a job keeps them (features/values), after the writes that they follow from. Until it has, a
-- mark says from which day they are behind.

CREATE TABLE daily_values (
  -- 0: all portfolios together.
  portfolio_id bigint NOT NULL,
  -- A market day; from the first event or ledger line of the portfolio on there is a row for each.
  day date NOT NULL,
  -- Fair value of the shares, of what has no price its cost; the part of it that rests on a price older than five market days, or
  -- on cost; what the shares cost without fees.
  shares_value numeric(30, 2) NOT NULL,
  stale_value numeric(30, 2) NOT NULL,
  cost numeric(30, 2) NOT NULL,
  -- Securities basis: what was paid in and taken out since the market day before (C and W).
  paid_in numeric(30, 2) NOT NULL,
  taken_out numeric(30, 2) NOT NULL,
  -- Balances at the end of the day, debits less credits; of the bank accounts also the lowest since the market day before.
  cash numeric(30, 2) NOT NULL,
  lowest_cash numeric(30, 2) NOT NULL,
  receivable numeric(30, 2) NOT NULL,
  dividends numeric(30, 2) NOT NULL,
  applications numeric(30, 2) NOT NULL,
  payable numeric(30, 2) NOT NULL,
  -- Fund basis: what the owners paid in and took out.
  fund_in numeric(30, 2) NOT NULL,
  fund_out numeric(30, 2) NOT NULL,
  -- Whether any security has a price of this very day.
  has_prices boolean NOT NULL,
  PRIMARY KEY (portfolio_id, day)
);
COMMENT ON TABLE daily_values IS 'Derived: what portfolios are worth day by day, and their flows. Written by the job of features/values.';

-- The same shares by sector, for attribution: a row for each of `daily_values`, sectors in the order of their names.
CREATE TABLE daily_sector_values (
  portfolio_id bigint NOT NULL,
  day date NOT NULL,
  -- Sectors of which anything is held at the end of the day, and its fair value.
  held text[] NOT NULL,
  shares_values numeric(30, 2)[] NOT NULL,
  -- Sectors whose shares came or went since the market day before, and what was paid in and taken out by trades, openings and
  -- transfers. What corporate actions pay is read from their entries.
  moved text[] NOT NULL,
  paid_in numeric(30, 2)[] NOT NULL,
  taken_out numeric(30, 2)[] NOT NULL,
  PRIMARY KEY (portfolio_id, day)
);
COMMENT ON TABLE daily_sector_values IS 'Derived: what portfolios have in each sector day by day. Written with daily_values.';

CREATE TABLE daily_value_spans (
  portfolio_id bigint PRIMARY KEY,
  first_day date NOT NULL,
  -- The last day that has a row.
  last_day date NOT NULL
);
COMMENT ON TABLE daily_value_spans IS 'Derived: the days of which each portfolio has daily values. Written with them.';

-- Rows are added in the transaction that changes an input of the values, and wait for no other; the job removes
-- the rows that it has processed.
CREATE TABLE daily_value_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 0: of every portfolio.
  portfolio_id bigint NOT NULL,
  from_day date NOT NULL,
  -- The last day that is behind; null: all days until today.
  until_day date
);
COMMENT ON TABLE daily_value_marks IS 'Derived: from which day daily values are behind. Added by triggers, taken away by the job of features/values.';
CREATE INDEX daily_value_marks_portfolio ON daily_value_marks (portfolio_id, from_day);

-- Events that come to chains and go from them.
CREATE OR REPLACE FUNCTION mark_values_of_events() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day)
  SELECT c.portfolio_id, min(k.day)
    FROM (SELECT chain_id, min(event_date) AS day FROM changed GROUP BY chain_id) k,
         LATERAL (SELECT portfolio_id FROM chains WHERE id = k.chain_id LIMIT 1) c
   GROUP BY c.portfolio_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER chain_events_come_mark_values AFTER INSERT ON chain_events
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_events();
CREATE OR REPLACE TRIGGER chain_events_go_mark_values AFTER DELETE ON chain_events
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_events();

-- Lines of the ledger, from the day that their entry belongs to.
CREATE OR REPLACE FUNCTION mark_values_of_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day)
  SELECT portfolio_id, min(entry_date) FROM posted
   -- Entries of a mark-to-market run are no part of them.
   WHERE portfolio_id IS NOT NULL AND transaction_type <> 'Valuation' GROUP BY portfolio_id;
  -- Only where books are locked is an entry posted later than it belongs.
  IF EXISTS (SELECT FROM entities WHERE locked_through IS NOT NULL) THEN
    INSERT INTO daily_value_marks (portfolio_id, from_day)
    SELECT p.portfolio_id, min(e.moved_from)
      FROM (SELECT DISTINCT entry_id, portfolio_id FROM posted WHERE portfolio_id IS NOT NULL) p,
           LATERAL (SELECT moved_from FROM journal_entries WHERE id = p.entry_id LIMIT 1) e
     WHERE e.moved_from IS NOT NULL GROUP BY p.portfolio_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER journal_lines_mark_values AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_lines();

-- Prices of a day count until the security's next one. Where portfolios value by close, a price gives the close of the market day
-- before, too: those are at most ten days apart.
CREATE OR REPLACE FUNCTION mark_values_of_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day, until_day)
  SELECT 0, min(k.trade_date) - CASE WHEN EXISTS (SELECT FROM portfolios WHERE price_basis = 'Close') THEN 10 ELSE 0 END, CASE WHEN count(*) = count(n.day) THEN max(n.day) - 1 END
    FROM changed k
    LEFT JOIN LATERAL (SELECT trade_date AS day FROM prices WHERE equity_id = k.equity_id AND trade_date > k.trade_date
                        ORDER BY trade_date LIMIT 1) n ON true
   WHERE k.equity_id IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER prices_come_mark_values AFTER INSERT ON prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_prices();
CREATE OR REPLACE TRIGGER prices_change_mark_values AFTER UPDATE ON prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_prices();
CREATE OR REPLACE TRIGGER prices_go_mark_values AFTER DELETE ON prices
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_prices();

-- The terms of a rights issue, by which rights without a price of their own are valued.
CREATE OR REPLACE FUNCTION mark_values_of_rights() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day)
  SELECT 0, least(NEW.ex_date, CASE WHEN TG_OP = 'UPDATE' THEN OLD.ex_date END);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER rights_offers_come_mark_values AFTER INSERT ON corporate_actions
  FOR EACH ROW WHEN (offer_of(NEW) IS NOT NULL) EXECUTE FUNCTION mark_values_of_rights();
CREATE OR REPLACE TRIGGER rights_offers_change_mark_values AFTER UPDATE ON corporate_actions
  FOR EACH ROW WHEN (offer_of(OLD) IS DISTINCT FROM offer_of(NEW)) EXECUTE FUNCTION mark_values_of_rights();

-- A security of another sector: of the portfolios that ever held it, from its first event on.
CREATE OR REPLACE FUNCTION mark_values_of_sector() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day)
  SELECT c.portfolio_id, f.day
    FROM chains c, LATERAL (SELECT event_date AS day FROM chain_events WHERE chain_id = c.id ORDER BY event_date LIMIT 1) f
   WHERE c.equity_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER equities_sector_mark_values AFTER UPDATE OF sector ON equities
  FOR EACH ROW WHEN (NEW.sector IS DISTINCT FROM OLD.sector) EXECUTE FUNCTION mark_values_of_sector();

-- Which days are market days, and which accounts are the bank's, changes everything from that day on; a holiday of every year
-- from the beginning.
CREATE OR REPLACE FUNCTION mark_values_of_holidays() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (0, CASE WHEN OLD.is_recurring THEN '1900-01-01' ELSE OLD.date END);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (0, CASE WHEN NEW.is_recurring THEN '1900-01-01' ELSE NEW.date END);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER holidays_mark_values AFTER INSERT OR UPDATE OR DELETE ON holidays
  FOR EACH ROW EXECUTE FUNCTION mark_values_of_holidays();
CREATE OR REPLACE FUNCTION mark_values_of_mappings() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (0, '1900-01-01');
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER gl_mappings_mark_values AFTER INSERT ON gl_mappings
  FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_mappings();
CREATE OR REPLACE FUNCTION mark_values_of_portfolio() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (NEW.id, '1900-01-01');
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER portfolios_basis_mark_values AFTER UPDATE OF price_basis ON portfolios
  FOR EACH ROW WHEN (NEW.price_basis <> OLD.price_basis) EXECUTE FUNCTION mark_values_of_portfolio();
