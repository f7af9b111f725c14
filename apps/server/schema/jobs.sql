-- Long work: a request that is carried out by a worker's process, watched, cancelled and found again. The queue of pg-boss
-- (queue.sql) only says which job is next; this table has the outcome.
CREATE TABLE jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The name of the route that it was sent to.
  kind text NOT NULL,
  -- The user who submitted it; null where a schedule ran or failed.
  owner_id bigint REFERENCES users (id),
  -- The Idempotency-Key that it was sent with, and what was sent under it.
  key text CHECK (length(key) BETWEEN 1 AND 200),
  body_hash bytea NOT NULL,
  dry_run boolean NOT NULL,
  -- Which of the workers' places do it: short work, long work, what only reads.
  line text NOT NULL DEFAULT 'long' CHECK (line IN ('short', 'long', 'reading')),
  request_id text,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'held', 'done', 'failed', 'cancelled')),
  -- Counts the starts: only the newest may commit or report anything.
  turn integer NOT NULL DEFAULT 0,
  -- Starts that came to no end, this one included.
  tries integer NOT NULL DEFAULT 0,
  cancel_asked_at timestamptz,
  done bigint NOT NULL DEFAULT 0,
  "of" bigint NOT NULL DEFAULT 0,
  words text,
  -- The answer of the request: the status, and the body as JSON.
  result_status smallint,
  result text,
  -- Of a preview: which rules would ask for approval of the write, and who could give it.
  would_wait jsonb,
  -- A refusal as the request would have answered it, with its status in the column before.
  error_status smallint,
  error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  -- The portfolios that it works with, null: all. A user who sees fewer by now does not get its answer.
  portfolios bigint[],
  CHECK ((status IN ('done', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK ((status = 'done') = (result_status IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK (owner_id IS NOT NULL OR kind LIKE 'schedule.%')
);
COMMENT ON TABLE jobs IS 'Of this installation: long work and what became of it, kept for weeks. Written by the servers and their workers.';
CREATE UNIQUE INDEX jobs_key ON jobs (owner_id, kind, dry_run, key) WHERE key IS NOT NULL;
CREATE INDEX jobs_owner ON jobs (owner_id, id);
CREATE INDEX jobs_open ON jobs (owner_id) WHERE ended_at IS NULL;
-- Writes that wait for another person's approval (approvals.sql).
CREATE INDEX jobs_held ON jobs (owner_id) WHERE status = 'held';
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;

-- The request's body, until it is done, or for a day where it came to another end: it may be tried again. It may be large: it is kept as it came and not compressed again.
CREATE TABLE job_inputs (
  job_id bigint PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  params text NOT NULL,
  query text NOT NULL,
  body bytea
);
ALTER TABLE job_inputs ALTER body SET STORAGE EXTERNAL;
COMMENT ON TABLE job_inputs IS 'Of this installation: what the requests of jobs sent, until they are done.';

-- A document whose recording was cancelled, or broke off with its server again and again, has no refusal that the import history could
-- keep: the order is kept from the request as sent. The user who cancelled knows of it, so the bell does not show it.
CREATE OR REPLACE FUNCTION keep_unfinished_recording() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  document trade_documents;
  sent json;
  cancelled constant boolean := NEW.status = 'cancelled';
BEGIN
  SELECT d.* INTO document FROM job_inputs i JOIN trade_documents d ON d.id::text = i.params::json ->> 'id' WHERE i.job_id = NEW.id;
  IF document.id IS NULL THEN RETURN NULL; END IF;
  BEGIN
    SELECT convert_from(i.body, 'UTF8')::json INTO sent FROM job_inputs i WHERE i.job_id = NEW.id;
  EXCEPTION WHEN data_exception THEN
    -- An unreadable order would have been refused.
    sent := NULL;
  END;
  INSERT INTO batches (kind, type, file_name, total, failed, status, errors, recorded_by, recorded_at, document_id, document_order, seen_at, seen_by)
  VALUES ('document', 'bulk-mixed', coalesce(nullif(document.file_name, ''), 'document ' || document.id), document.lines, document.lines, 'failed',
          json_build_array(json_build_object('row', 0, 'field', 'row', 'value', NULL, 'error',
            CASE WHEN cancelled THEN 'The recording was cancelled. Nothing was saved.' ELSE 'The recording broke off. Nothing was saved.' END)),
          NEW.owner_id, NEW.ended_at, document.id, sent,
          CASE WHEN cancelled THEN NEW.ended_at END, CASE WHEN cancelled THEN NEW.owner_id END);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER jobs_keep_unfinished_recording AFTER UPDATE OF status ON jobs FOR EACH ROW
  WHEN (NEW.kind = 'trade-documents.record' AND NOT NEW.dry_run AND NEW.owner_id IS NOT NULL AND OLD.status IN ('waiting', 'running')
        AND (NEW.status = 'cancelled' OR (NEW.status = 'failed' AND NEW.error_status >= 500)))
  EXECUTE FUNCTION keep_unfinished_recording();
