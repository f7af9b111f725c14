-- Indices of markets: which there are, their values by day in versions, and the weights of sectors in them.

CREATE TABLE market_indices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 20),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('Market', 'Regional', 'Sector', 'Indicator')),
  -- Of a sector index.
  sector text,
  -- Lists show smaller numbers first.
  place integer,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE market_indices IS 'Register: indices that portfolios are compared with and Market Summary shows.';
CREATE UNIQUE INDEX market_indices_code ON market_indices (lower(code));
CREATE UNIQUE INDEX market_indices_name ON market_indices (lower(name));

-- Values that one act recorded.
CREATE TABLE index_value_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  index_id bigint NOT NULL REFERENCES market_indices (id),
  source text NOT NULL CHECK (source IN ('typed', 'pasted', 'file', 'feed')),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE index_value_sets IS 'Fact: values of an index that were typed, pasted or fed together.';
CREATE INDEX index_value_sets_index ON index_value_sets (index_id, id);
CREATE OR REPLACE TRIGGER index_value_sets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON index_value_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
COMMENT ON TABLE index_value_versions IS 'Fact: the value of an index on a day as somebody recorded it; a correction is the next version.';
CREATE INDEX index_value_versions_set ON index_value_versions (set_id);
CREATE OR REPLACE TRIGGER index_value_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON index_value_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE index_values (
  index_id bigint NOT NULL REFERENCES market_indices (id),
  day date NOT NULL,
  version integer NOT NULL,
  set_id bigint NOT NULL REFERENCES index_value_sets (id),
  value numeric(18, 4) NOT NULL,
  total_return numeric(18, 4),
  PRIMARY KEY (index_id, day)
);
COMMENT ON TABLE index_values IS 'Derived: the newest version of the value of each index and day.';

-- Shares of the sectors in an index from a day on, until the next ones; of two sets of one day the later one holds.
CREATE TABLE index_weight_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  index_id bigint NOT NULL REFERENCES market_indices (id),
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE index_weight_sets IS 'Fact: from which day the sectors of an index have which weights.';
CREATE INDEX index_weight_sets_index ON index_weight_sets (index_id, effective_from, id);
CREATE OR REPLACE TRIGGER index_weight_sets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON index_weight_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE index_weights (
  set_id bigint NOT NULL REFERENCES index_weight_sets (id),
  sector text NOT NULL CHECK (length(sector) BETWEEN 1 AND 200),
  -- Percent.
  weight numeric(7, 4) NOT NULL CHECK (weight BETWEEN 0 AND 100),
  PRIMARY KEY (set_id, sector)
);
COMMENT ON TABLE index_weights IS 'Fact: the weights of a set, added with it.';
CREATE OR REPLACE TRIGGER index_weights_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON index_weights
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The versions of a set become the newest of their days.
CREATE OR REPLACE FUNCTION keep_newest_index_values(of_set bigint) RETURNS void LANGUAGE sql SET search_path = em, pg_temp AS $$
  DELETE FROM index_values p USING index_value_versions v
   WHERE v.set_id = of_set AND v.is_removed AND p.index_id = v.index_id AND p.day = v.day;
  INSERT INTO index_values (index_id, day, version, set_id, value, total_return)
  SELECT v.index_id, v.day, v.version, v.set_id, v.value, v.total_return FROM index_value_versions v WHERE v.set_id = of_set AND NOT v.is_removed
  ON CONFLICT (index_id, day) DO UPDATE SET version = excluded.version, set_id = excluded.set_id, value = excluded.value,
    total_return = excluded.total_return;
$$;
