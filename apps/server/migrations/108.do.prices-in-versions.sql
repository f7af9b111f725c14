-- Prices are recorded in sets of versions, also of symbols that no security has; those of before become a set for each day.
CREATE TEMP TABLE prices_before ON COMMIT DROP AS TABLE prices;
DROP TABLE prices;
CREATE TABLE market_symbols (
  -- As the exchange writes it, in capitals.
  symbol text PRIMARY KEY CHECK (length(symbol) BETWEEN 1 AND 20 AND symbol = upper(symbol)),
  company_name text CHECK (length(company_name) BETWEEN 1 AND 200),
  -- Null while no security has the symbol.
  equity_id bigint REFERENCES equities (id) ON DELETE SET NULL
);
CREATE INDEX market_symbols_equity ON market_symbols (equity_id);
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
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX price_sets_day ON price_sets (trade_date, id);
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
CREATE INDEX price_versions_set ON price_versions (set_id);
CREATE INDEX price_versions_symbol ON price_versions (symbol, trade_date);
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
  PRIMARY KEY (trade_date, symbol)
);
CREATE UNIQUE INDEX prices_equity ON prices (equity_id, trade_date) INCLUDE (last_trade, close);
CREATE INDEX prices_symbol ON prices (symbol, trade_date);
CREATE TABLE price_sign_offs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  is_signed boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX price_sign_offs_day ON price_sign_offs (trade_date, id);
INSERT INTO market_symbols (symbol, company_name, equity_id)
SELECT DISTINCT ON (upper(e.symbol)) upper(e.symbol), e.name, e.id FROM equities e WHERE EXISTS (SELECT FROM prices_before b WHERE b.equity_id = e.id)
 ORDER BY upper(e.symbol), e.id;
INSERT INTO price_sets (source, trade_date, rows, added, changed, removed, recorded_by)
SELECT 'summary', trade_date, count(*), count(*), 0, 0, coalesce((SELECT min(id) FROM users), 0)
  FROM prices_before WHERE last_trade >= 0.0001 GROUP BY trade_date ORDER BY trade_date;
INSERT INTO price_versions (symbol, trade_date, version, set_id, is_removed, company_name, share_volume, trade_volume, previous_close, open,
                            high, low, last_trade, change_rs, change_percent)
SELECT m.symbol, b.trade_date, 1, s.id, false, m.company_name, b.share_volume, b.trade_volume, b.previous_close, b.open, b.high, b.low,
       b.last_trade, b.change_rs, b.change_percent
  FROM prices_before b JOIN market_symbols m ON m.equity_id = b.equity_id JOIN price_sets s ON s.trade_date = b.trade_date
 WHERE b.last_trade >= 0.0001;
INSERT INTO prices (symbol, trade_date, equity_id, version, set_id, company_name, share_volume, trade_volume, previous_close, open, high, low,
                    last_trade, change_rs, change_percent)
SELECT v.symbol, v.trade_date, m.equity_id, v.version, v.set_id, v.company_name, v.share_volume, v.trade_volume, v.previous_close, v.open,
       v.high, v.low, v.last_trade, v.change_rs, v.change_percent
  FROM price_versions v JOIN market_symbols m ON m.symbol = v.symbol;
