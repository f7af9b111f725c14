-- What the import history shows of a submission. A refused one is kept with its errors and no trades; an undone one
-- keeps its row and says who undid it and when.
ALTER TABLE batches
  ADD status text NOT NULL DEFAULT 'success' CHECK (status IN ('success', 'failed', 'undone')),
  ADD type text NOT NULL DEFAULT 'bulk-buy' CHECK (type IN ('bulk-buy', 'bulk-sell', 'bulk-mixed')),
  ADD file_name text CHECK (length(file_name) <= 300),
  ADD portfolio text,
  ADD total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  ADD recorded integer NOT NULL DEFAULT 0 CHECK (recorded BETWEEN 0 AND total),
  ADD skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  ADD failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  ADD total_value numeric(20, 2) NOT NULL DEFAULT 0,
  -- The first of the rows at fault: [{row, field, error, value}].
  ADD errors jsonb NOT NULL DEFAULT '[]',
  ADD undone_at timestamptz,
  ADD undone_by bigint REFERENCES users (id);
CREATE INDEX batches_recorded ON batches (recorded_at, id);
