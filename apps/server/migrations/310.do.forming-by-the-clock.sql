-- Contracts of a FIX session's days are formed by the clock, in the name of the person who set it up.
CREATE TABLE fix_forming (
  session_id bigint PRIMARY KEY REFERENCES fix_sessions (id) ON DELETE CASCADE,
  owner_id bigint NOT NULL REFERENCES users (id),
  is_on boolean NOT NULL,
  at_time text NOT NULL CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  waits_for_trade_file boolean NOT NULL,
  done_to timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fix_forming_next ON fix_forming (next_at) WHERE is_on;
CREATE TABLE fix_forming_days (
  session_id bigint NOT NULL REFERENCES fix_forming (session_id) ON DELETE CASCADE,
  day date NOT NULL CHECK (isfinite(day)),
  at timestamptz NOT NULL,
  executions integer NOT NULL CHECK (executions >= 0),
  document_id bigint REFERENCES trade_documents (id) ON DELETE SET NULL,
  job_id bigint REFERENCES jobs (id) ON DELETE SET NULL,
  blocked text,
  PRIMARY KEY (session_id, day)
);
CREATE INDEX fix_forming_days_document ON fix_forming_days (document_id);
CREATE INDEX fix_forming_days_job ON fix_forming_days (job_id);
