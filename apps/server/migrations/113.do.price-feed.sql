-- Prices read from the exchange's public calls: each reading, and whether the clock reads them.
CREATE TABLE price_feed_reads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
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
CREATE TABLE price_feed_turns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE price_feed_turns IS 'Fact: who turned the reading of prices by the clock on or off; the newest counts.';
CREATE TRIGGER price_feed_reads_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_feed_reads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER price_feed_turns_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_feed_turns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
