-- Mark-to-market runs: the price that a portfolio values by, what runs found, and entries that a valuation brought about.
ALTER TABLE portfolios ADD COLUMN price_basis text NOT NULL DEFAULT 'Last Trade' CHECK (price_basis IN ('Last Trade', 'Close'));
ALTER TABLE trade_versions ADD COLUMN fair_value numeric(18, 2) CHECK (fair_value BETWEEN 0 AND 1e12);
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_cause_kind_check,
  ADD CONSTRAINT journal_entries_cause_kind_check CHECK (cause_kind IN ('trade', 'batch', 'closing', 'portfolio', 'person', 'valuation'));
CREATE TABLE valuation_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valuation_date date NOT NULL CHECK (isfinite(valuation_date)),
  -- The portfolio that was asked for; null: those of an entity, or all that the person could change.
  portfolio_id bigint REFERENCES portfolios (id),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX valuation_runs_date ON valuation_runs (valuation_date, id);

-- What a run found for one portfolio. Of a portfolio and day the newest version counts, unless it was reversed.
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
  -- Holdings that somebody should look at: without a price, or with one that is old, typed or no close.
  exceptions integer NOT NULL CHECK (exceptions BETWEEN 0 AND holdings),
  carrying numeric(20, 2) NOT NULL,
  fair_value numeric(20, 2) NOT NULL,
  posted numeric(20, 2) NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((entry_id IS NULL) = (reversal_entry_id IS NULL)),
  UNIQUE (portfolio_id, valuation_date, version)
);
CREATE INDEX valuations_run ON valuations (run_id);

CREATE TABLE valuation_lines (
  valuation_id bigint NOT NULL REFERENCES valuations (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  -- By posting date: shares, cost (1100) and capitalised costs (1105).
  quantity bigint NOT NULL,
  cost numeric(18, 2) NOT NULL,
  capitalised numeric(18, 2) NOT NULL,
  -- Null where there was no price: the holding stands at its carrying amount.
  price numeric(18, 4) CHECK (price > 0),
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
  -- Why somebody should look at it, in words of the contract with a blank between; null: nothing.
  exceptions text CHECK (length(exceptions) BETWEEN 1 AND 100),
  CHECK (difference = fair_value - cost - capitalised),
  CHECK (num_nonnulls(price, price_date, price_kind, price_source, price_age) IN (0, 5)),
  PRIMARY KEY (valuation_id, equity_id)
);

-- The portfolios that a run covers, each with the valuation that it found in force or made.
CREATE TABLE valuation_run_portfolios (
  run_id bigint NOT NULL REFERENCES valuation_runs (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  valuation_id bigint NOT NULL REFERENCES valuations (id),
  PRIMARY KEY (run_id, portfolio_id)
);
CREATE INDEX valuation_run_portfolios_valuation ON valuation_run_portfolios (valuation_id);

CREATE TABLE valuation_reversals (
  valuation_id bigint PRIMARY KEY REFERENCES valuations (id),
  run_id bigint NOT NULL REFERENCES valuation_runs (id),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE valuations_in_force (
  portfolio_id bigint NOT NULL,
  valuation_date date NOT NULL,
  valuation_id bigint NOT NULL,
  -- The newest run that covers the portfolio on the day.
  run_id bigint NOT NULL,
  by_close boolean NOT NULL,
  PRIMARY KEY (portfolio_id, valuation_date)
);
CREATE INDEX valuations_in_force_date ON valuations_in_force (valuation_date);
CREATE UNIQUE INDEX valuations_in_force_valuation ON valuations_in_force (valuation_id);
CREATE INDEX valuations_in_force_run ON valuations_in_force (run_id);
-- By close a price of a later day may count: it tells the close of the day before.
CREATE INDEX valuations_in_force_by_close ON valuations_in_force (valuation_date) WHERE by_close;

-- Rows are added by whoever changes what a valuation rests on, in his own transaction, and wait for nobody; a run of the day that
-- finds the same takes them away. A row of a valuation that is not in force any more says nothing.
CREATE TABLE valuation_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valuation_id bigint NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX valuation_marks_valuation ON valuation_marks (valuation_id);
