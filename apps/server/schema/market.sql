-- Daily market data, keyed by the security, not by the symbol it had that day.
CREATE TABLE prices (
  equity_id bigint NOT NULL REFERENCES equities (id),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  share_volume bigint NOT NULL DEFAULT 0 CHECK (share_volume >= 0),
  trade_volume bigint NOT NULL DEFAULT 0 CHECK (trade_volume >= 0),
  previous_close numeric(18, 4) CHECK (previous_close BETWEEN 0 AND 1e12),
  open numeric(18, 4) CHECK (open BETWEEN 0 AND 1e12),
  high numeric(18, 4) CHECK (high BETWEEN 0 AND 1e12),
  low numeric(18, 4) CHECK (low BETWEEN 0 AND 1e12),
  last_trade numeric(18, 4) NOT NULL CHECK (last_trade BETWEEN 0 AND 1e12),
  change_rs numeric(18, 4) CHECK (change_rs BETWEEN -1e12 AND 1e12),
  change_percent numeric(12, 4) CHECK (change_percent BETWEEN -1e6 AND 1e6),
  PRIMARY KEY (equity_id, trade_date)
);
COMMENT ON TABLE prices IS 'Register: prices and volumes of a security on a day.';
CREATE INDEX prices_day ON prices (trade_date);
