-- A failed submission is told by the bell until somebody has looked at it, or the same rows were sent again. `reference` is what
-- another try of rows without a file is known by: the first contract number in them.
ALTER TABLE batches
  ADD reference text,
  ADD seen_at timestamptz,
  ADD seen_by bigint REFERENCES users (id),
  ADD CHECK ((seen_at IS NULL) = (seen_by IS NULL));
-- Until now the bell told a failure for a week.
UPDATE batches SET seen_at = now(), seen_by = recorded_by
 WHERE status = 'failed' AND recorded_at < now() - interval '7 days';
CREATE INDEX batches_unseen ON batches (recorded_at DESC, id DESC) WHERE status = 'failed' AND seen_at IS NULL;
CREATE INDEX batches_tries ON batches (recorded_by, id);
