-- Indices of markets: a register, their values in versions, and the weights of sectors in them.
CREATE TABLE market_indices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 20),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('Market', 'Regional', 'Sector')),
  -- Of a sector index.
  sector text,
  -- Lists show smaller numbers first.
  place integer,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX market_indices_code ON market_indices (lower(code));
CREATE UNIQUE INDEX market_indices_name ON market_indices (lower(name));
CREATE TABLE index_value_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  index_id bigint NOT NULL REFERENCES market_indices (id),
  source text NOT NULL CHECK (source IN ('typed', 'pasted', 'file', 'feed')),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX index_value_sets_index ON index_value_sets (index_id, id);
CREATE TABLE index_value_versions (
  index_id bigint NOT NULL REFERENCES market_indices (id),
  day date NOT NULL CHECK (isfinite(day)),
  version integer NOT NULL CHECK (version > 0),
  set_id bigint NOT NULL REFERENCES index_value_sets (id),
  -- The value of this day was taken back: its figures are null.
  is_removed boolean NOT NULL,
  value numeric(18, 4) CHECK (value BETWEEN 0.0001 AND 1e12),
  -- The same index with its dividends reinvested, where it is known.
  total_return numeric(18, 4) CHECK (total_return BETWEEN 0.0001 AND 1e12),
  PRIMARY KEY (index_id, day, version),
  CHECK (is_removed = (value IS NULL) AND (value IS NOT NULL OR total_return IS NULL))
);
CREATE INDEX index_value_versions_set ON index_value_versions (set_id);
CREATE TABLE index_values (
  index_id bigint NOT NULL REFERENCES market_indices (id),
  day date NOT NULL,
  version integer NOT NULL,
  set_id bigint NOT NULL REFERENCES index_value_sets (id),
  value numeric(18, 4) NOT NULL,
  total_return numeric(18, 4),
  PRIMARY KEY (index_id, day)
);
CREATE TABLE index_weight_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  index_id bigint NOT NULL REFERENCES market_indices (id),
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX index_weight_sets_index ON index_weight_sets (index_id, effective_from, id);
CREATE TABLE index_weights (
  set_id bigint NOT NULL REFERENCES index_weight_sets (id),
  sector text NOT NULL CHECK (length(sector) BETWEEN 1 AND 200),
  -- Percent.
  weight numeric(7, 4) NOT NULL CHECK (weight BETWEEN 0 AND 100),
  PRIMARY KEY (set_id, sector)
);
