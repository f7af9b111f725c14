-- Files that jobs make of the books, in the database so that any server gives them: for a week, to who made them.
CREATE TABLE export_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Checked at the commit: until then no row of a person or a job is locked by the file that is being made.
  owner_id bigint NOT NULL REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED,
  -- Null once the job is forgotten.
  job_id bigint UNIQUE REFERENCES jobs (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  -- The right and the portfolios (null: all) that it was made for: who has less by now does not get it.
  needs text NOT NULL,
  portfolios bigint[],
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  media_type text NOT NULL,
  -- Whether the parts are compressed: the file itself is not.
  gzipped boolean NOT NULL,
  rows bigint NOT NULL DEFAULT 0,
  -- Of the file, and of its parts; those are gone at 0.
  bytes bigint NOT NULL DEFAULT 0,
  stored bigint NOT NULL DEFAULT 0,
  kept_until timestamptz NOT NULL
);
COMMENT ON TABLE export_files IS 'Of this installation: files made of the books. Their parts go after a week; that they were there is told for a month.';
CREATE INDEX export_files_owner ON export_files (owner_id);

-- A file in parts of about a megabyte: neither who makes it nor who gives it has more of it in memory.
CREATE TABLE export_parts (
  file_id bigint NOT NULL REFERENCES export_files (id) ON DELETE CASCADE,
  part integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (file_id, part)
);
-- Compressed already.
ALTER TABLE export_parts ALTER content SET STORAGE EXTERNAL;
COMMENT ON TABLE export_parts IS 'Of this installation: the bytes of exported files, for a week.';
