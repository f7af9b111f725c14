-- The outcome of each backup and restore: how old the last good backup is, and which files the schedule may remove.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('backup', 'restore')),
  -- Made by the server's timer, not by a person.
  scheduled boolean NOT NULL DEFAULT false,
  file text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: running, or broken off with the process.
  finished_at timestamptz,
  -- The moment that the file shows the books at; null where it failed.
  taken_at timestamptz,
  row_count bigint,
  bytes bigint,
  error text,
  -- The schedule removed the file.
  removed_at timestamptz
);
COMMENT ON TABLE backups IS 'Of this installation: what became of each backup and restore.';
CREATE INDEX backups_taken ON backups (kind, taken_at);
