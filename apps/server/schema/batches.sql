-- Many rows written by one act (an import, a bulk entry): what can be undone as one, and what the import history shows. A
-- refused submission is kept with its errors and no trades; an undone one keeps its row and says who undid it and when.
CREATE TABLE batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  description text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  status text NOT NULL DEFAULT 'success' CHECK (status IN ('success', 'failed', 'undone')),
  type text NOT NULL DEFAULT 'bulk-buy' CHECK (type IN ('bulk-buy', 'bulk-sell', 'bulk-mixed', 'opening')),
  file_name text CHECK (length(file_name) <= 300),
  portfolio text,
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  recorded integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  total_value numeric(20, 2) NOT NULL DEFAULT 0,
  -- The first of the rows at fault: [{row, field, error, value}].
  errors jsonb NOT NULL DEFAULT '[]',
  -- Of a refused submission: its rows as they were sent, {fields, rows}, to be mended and sent again; null where they are too many.
  sent_rows jsonb,
  -- The document that it is a recording of, for as long as that is kept, and what was asked for where not everything went through:
  -- terms and lines, as the request sends them, to be asked for again.
  document_id bigint,
  document_order json,
  undone_at timestamptz,
  undone_by bigint REFERENCES users (id),
  -- The key by which another try of rows without a file is recognised: the first contract number in them.
  reference text,
  -- The bell shows a failed submission until a user has looked at it, or the same rows were sent again.
  seen_at timestamptz,
  seen_by bigint REFERENCES users (id),
  -- The opening balances that came with it, and are taken back with it.
  balances_entry_id bigint,
  CHECK (recorded BETWEEN 0 AND total),
  CHECK ((seen_at IS NULL) = (seen_by IS NULL))
);
COMMENT ON TABLE batches IS 'Fact: submissions of many rows, with what became of them. Only what became of one changes; never deleted.';
CREATE INDEX batches_recorded ON batches (recorded_at, id);
CREATE INDEX batches_unseen ON batches (recorded_at DESC, id DESC) WHERE status = 'failed' AND seen_at IS NULL;
CREATE INDEX batches_document ON batches (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX batches_tries ON batches (recorded_by, id);
CREATE OR REPLACE TRIGGER batches_keep_key BEFORE UPDATE OF id ON batches FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER batches_stay BEFORE DELETE OR TRUNCATE ON batches FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
