-- What portfolios have in each sector is kept by day: attribution reads no history. The job makes all days anew, with their sectors.
CREATE TABLE daily_sector_values (
  portfolio_id bigint NOT NULL,
  day date NOT NULL,
  held text[] NOT NULL,
  shares_values numeric(30, 2)[] NOT NULL,
  moved text[] NOT NULL,
  paid_in numeric(30, 2)[] NOT NULL,
  taken_out numeric(30, 2)[] NOT NULL,
  PRIMARY KEY (portfolio_id, day)
);
COMMENT ON TABLE daily_sector_values IS 'Derived: what portfolios have in each sector day by day. Written with daily_values.';
INSERT INTO daily_value_marks (portfolio_id, from_day) SELECT 0, '1900-01-01' WHERE EXISTS (SELECT FROM daily_value_spans);
