-- Prices and volumes of the market. They are recorded in sets of versions that are never changed; `prices` holds
-- the newest version of each symbol and day. A symbol that no security has keeps its prices until one has it.

-- The symbols that the market names, and the security of each.
CREATE TABLE market_symbols (
  -- As the exchange writes it, in capitals.
  symbol text PRIMARY KEY CHECK (length(symbol) BETWEEN 1 AND 20 AND symbol = upper(symbol)),
  company_name text CHECK (length(company_name) BETWEEN 1 AND 200),
  -- Null while no security has the symbol.
  equity_id bigint REFERENCES equities (id) ON DELETE SET NULL
);
COMMENT ON TABLE market_symbols IS 'Derived: the symbols that recorded prices name, with the newest company name and the security.';
CREATE INDEX market_symbols_equity ON market_symbols (equity_id);

-- Prices that one act recorded.
CREATE TABLE price_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('summary', 'typed', 'pasted', 'file', 'feed')),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 300),
  sha256 bytea CHECK (length(sha256) = 32),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  -- Rows that were sent, and versions that followed.
  rows integer NOT NULL CHECK (rows >= 0),
  added integer NOT NULL CHECK (added >= 0),
  changed integer NOT NULL CHECK (changed >= 0),
  removed integer NOT NULL CHECK (removed >= 0),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE price_sets IS 'Fact: an upload of prices, or prices that were typed, pasted or fed together.';
CREATE INDEX price_sets_day ON price_sets (trade_date, id);
CREATE OR REPLACE TRIGGER price_sets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE price_versions (
  symbol text NOT NULL,
  trade_date date NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  set_id bigint NOT NULL REFERENCES price_sets (id),
  -- The price of this symbol and day was taken back: its figures are null.
  is_removed boolean NOT NULL,
  company_name text,
  share_volume bigint CHECK (share_volume >= 0),
  trade_volume bigint CHECK (trade_volume >= 0),
  previous_close numeric(18, 4) CHECK (previous_close BETWEEN 0 AND 1e12),
  open numeric(18, 4) CHECK (open BETWEEN 0 AND 1e12),
  high numeric(18, 4) CHECK (high BETWEEN 0 AND 1e12),
  low numeric(18, 4) CHECK (low BETWEEN 0 AND 1e12),
  last_trade numeric(18, 4) CHECK (last_trade BETWEEN 0.0001 AND 1e12),
  close numeric(18, 4) CHECK (close BETWEEN 0.0001 AND 1e12),
  change_rs numeric(18, 4) CHECK (change_rs BETWEEN -1e12 AND 1e12),
  change_percent numeric(12, 4) CHECK (change_percent BETWEEN -1e6 AND 1e6),
  PRIMARY KEY (trade_date, symbol, version),
  CHECK (is_removed = (last_trade IS NULL))
);
COMMENT ON TABLE price_versions IS 'Fact: the price of a symbol on a day as somebody recorded it; a correction is the next version.';
CREATE INDEX price_versions_set ON price_versions (set_id);
CREATE INDEX price_versions_symbol ON price_versions (symbol, trade_date);
CREATE OR REPLACE TRIGGER price_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The newest version of each symbol and day that was not taken back, keyed by the security too: a security keeps its prices
-- through a change of symbol.
CREATE TABLE prices (
  symbol text NOT NULL REFERENCES market_symbols (symbol),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  equity_id bigint REFERENCES equities (id),
  version integer NOT NULL,
  set_id bigint NOT NULL REFERENCES price_sets (id),
  company_name text,
  share_volume bigint,
  trade_volume bigint,
  previous_close numeric(18, 4),
  open numeric(18, 4),
  high numeric(18, 4),
  low numeric(18, 4),
  last_trade numeric(18, 4) NOT NULL,
  close numeric(18, 4),
  change_rs numeric(18, 4),
  change_percent numeric(12, 4),
  -- The source that recorded it first: a price that was changed and put back is the same price again.
  source text NOT NULL,
  PRIMARY KEY (trade_date, symbol)
);
COMMENT ON TABLE prices IS 'Derived: the newest version of the price of each symbol and day.';
CREATE UNIQUE INDEX prices_equity ON prices (equity_id, trade_date) INCLUDE (last_trade, close);
CREATE INDEX prices_symbol ON prices (symbol, trade_date);

-- A price sheet is signed off and reopened; the newest act counts.
CREATE TABLE price_sign_offs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  is_signed boolean NOT NULL,
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE price_sign_offs IS 'Fact: who signed the price sheet of a day off, or reopened it.';
CREATE INDEX price_sign_offs_day ON price_sign_offs (trade_date, id);
CREATE OR REPLACE TRIGGER price_sign_offs_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_sign_offs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A security without a price is valued at cost until it has one, as a person chose. It is no price: nothing that reads prices reads it.
CREATE TABLE cost_choices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  equity_id bigint NOT NULL REFERENCES equities,
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE cost_choices IS 'Fact: who chose that a security without a price is valued at cost for now. The first price of the security ends it.';
CREATE INDEX cost_choices_equity ON cost_choices (equity_id, id);
CREATE OR REPLACE TRIGGER cost_choices_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cost_choices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The source of a version's last trade and close: that of the first version with the same figures. Figures that the exchange sent in
-- any version are the exchange's.
CREATE OR REPLACE FUNCTION price_source(of_symbol text, of_day date, of_version integer) RETURNS text
LANGUAGE sql STABLE SET search_path = em, pg_temp AS $$
  SELECT s.source
    FROM price_versions v
    JOIN price_versions o ON o.symbol = v.symbol AND o.trade_date = v.trade_date AND o.version <= v.version AND NOT o.is_removed
     AND (o.last_trade, o.close) IS NOT DISTINCT FROM (v.last_trade, v.close)
    JOIN price_sets s ON s.id = o.set_id
   WHERE v.symbol = of_symbol AND v.trade_date = of_day AND v.version = of_version
   ORDER BY s.source IN ('summary', 'feed') DESC, CASE WHEN s.source IN ('summary', 'feed') THEN -o.version ELSE o.version END LIMIT 1
$$;

-- The versions of a set become the newest of their symbols and day. Of two symbols that one security had on the same day, the
-- first one recorded stays its price.
CREATE OR REPLACE FUNCTION keep_newest_prices(of_set bigint) RETURNS void LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO market_symbols AS m (symbol, company_name, equity_id)
  SELECT v.symbol, v.company_name, coalesce((SELECT k.equity_id FROM market_symbols k WHERE k.symbol = v.symbol), security_of_symbol(v.symbol, v.trade_date))
    FROM price_versions v WHERE v.set_id = of_set AND NOT v.is_removed
  ON CONFLICT (symbol) DO UPDATE SET company_name = excluded.company_name, equity_id = coalesce(m.equity_id, excluded.equity_id)
   WHERE (excluded.company_name IS NOT NULL AND excluded.company_name IS DISTINCT FROM m.company_name)
      OR (m.equity_id IS NULL AND excluded.equity_id IS NOT NULL);
  DELETE FROM prices p USING price_versions v
   WHERE v.set_id = of_set AND v.is_removed AND p.symbol = v.symbol AND p.trade_date = v.trade_date;
  INSERT INTO prices (symbol, trade_date, equity_id, version, set_id, company_name, share_volume, trade_volume, previous_close, open, high, low,
                      last_trade, close, change_rs, change_percent, source)
  SELECT v.symbol, v.trade_date,
         CASE WHEN NOT EXISTS (SELECT FROM prices o WHERE o.equity_id = v.meant AND o.trade_date = v.trade_date AND o.symbol <> v.symbol)
               AND 1 = row_number() OVER (PARTITION BY v.meant ORDER BY v.is_old, v.symbol)
              THEN v.meant END,
         v.version, v.set_id, v.company_name, v.share_volume, v.trade_volume, v.previous_close, v.open, v.high, v.low,
         v.last_trade, v.close, v.change_rs, v.change_percent,
         CASE WHEN v.version = 1 THEN v.set_source ELSE price_source(v.symbol, v.trade_date, v.version) END
    FROM (SELECT n.*, t.source AS set_source,
                 CASE WHEN was.symbol IS NULL THEN m.equity_id ELSE security_of_symbol(n.symbol, n.trade_date) END AS meant,
                 was.symbol IS NOT NULL AS is_old
            FROM price_versions n JOIN price_sets t ON t.id = n.set_id JOIN market_symbols m ON m.symbol = n.symbol
            LEFT JOIN (SELECT DISTINCT upper(f.symbol) AS symbol FROM former_names() f) was ON was.symbol = n.symbol
           WHERE n.set_id = of_set AND NOT n.is_removed) v
  ON CONFLICT (trade_date, symbol) DO UPDATE SET
    version = excluded.version, set_id = excluded.set_id, company_name = excluded.company_name, share_volume = excluded.share_volume,
    trade_volume = excluded.trade_volume, previous_close = excluded.previous_close, open = excluded.open, high = excluded.high,
    low = excluded.low, last_trade = excluded.last_trade, close = excluded.close, change_rs = excluded.change_rs,
    change_percent = excluded.change_percent, source = excluded.source;
END
$$;

-- A security that is new, or gets a new symbol, gets the prices recorded under the symbol that belong to no security yet. Its former
-- symbol means it for the days on which it had that symbol.
CREATE OR REPLACE FUNCTION take_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE market_symbols SET equity_id = security_of_symbol(symbol, NULL) WHERE symbol = upper(OLD.symbol) AND equity_id = NEW.id;
  END IF;
  UPDATE market_symbols SET equity_id = NEW.id WHERE symbol = upper(NEW.symbol) AND equity_id IS DISTINCT FROM NEW.id;
  IF FOUND THEN
    UPDATE prices p SET equity_id = NEW.id WHERE p.symbol = upper(NEW.symbol) AND p.equity_id IS NULL
       AND security_of_symbol(p.symbol, p.trade_date) = NEW.id
       AND NOT EXISTS (SELECT FROM prices o WHERE o.equity_id = NEW.id AND o.trade_date = p.trade_date);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER equities_take_prices AFTER INSERT OR UPDATE OF symbol ON equities
  FOR EACH ROW EXECUTE FUNCTION take_prices();

-- Prices read from the exchange's public calls.
CREATE TABLE price_feed_reads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where it failed.
  trade_date date CHECK (isfinite(trade_date)),
  rows integer NOT NULL DEFAULT 0 CHECK (rows >= 0),
  added integer NOT NULL DEFAULT 0 CHECK (added >= 0),
  changed integer NOT NULL DEFAULT 0 CHECK (changed >= 0),
  is_closed boolean NOT NULL DEFAULT false,
  error text CHECK (length(error) BETWEEN 1 AND 1000),
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((trade_date IS NULL) = (error IS NOT NULL))
);
COMMENT ON TABLE price_feed_reads IS 'Fact: each reading of the exchange''s prices, and why one failed.';
CREATE OR REPLACE TRIGGER price_feed_reads_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_feed_reads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE price_feed_turns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE price_feed_turns IS 'Fact: who turned the reading of prices by the clock on or off; the newest counts.';
CREATE OR REPLACE TRIGGER price_feed_turns_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_feed_turns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
