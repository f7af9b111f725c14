-- Comparisons of brokers' statements of account with the ledger, for the checklist of a lock and the bell.
CREATE TABLE broker_comparisons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broker_id bigint NOT NULL REFERENCES brokers (id),
  portfolio_id bigint REFERENCES portfolios (id),
  start_date date NOT NULL CHECK (isfinite(start_date)),
  end_date date NOT NULL CHECK (isfinite(end_date) AND end_date >= start_date),
  differing integer NOT NULL CHECK (differing >= 0),
  compared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  compared_by bigint NOT NULL REFERENCES users (id)
);
CREATE INDEX broker_comparisons_broker ON broker_comparisons (broker_id, end_date, id);
