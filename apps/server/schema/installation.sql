-- Tables of this installation that are not part of its books.

-- The runner (platform/database/migrate.ts) makes this table before anything else.
COMMENT ON TABLE schema_versions IS 'Which steps made this schema, and as 0 which functions stand in it. Written by the start of a server.';

-- Which lists a new installation started with. Each is put in place once: what users changed or deleted afterwards
-- stays as they left it.
CREATE TABLE seeds (
  name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE seeds IS 'Which starting lists were put in place. Written by the first start.';

-- Whether the database takes writes, asked every few seconds. One row is written again and again, which PostgreSQL does
-- within one page; the small work_mem makes it write a file of 300 KB besides and remove it, so that a full disk is
-- found even while the page and the write-ahead log still have room.
CREATE TABLE write_probe (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE write_probe IS 'Of this installation: the row that the health check writes by probe_writing().';
INSERT INTO write_probe DEFAULT VALUES;

-- Answers PostgreSQL's version.
CREATE OR REPLACE FUNCTION probe_writing() RETURNS text LANGUAGE plpgsql SET work_mem = '64kB' AS $$
BEGIN
  PERFORM max(n) FROM generate_series(1, 20000) AS n;
  UPDATE write_probe SET at = clock_timestamp();
  IF NOT FOUND THEN RAISE 'the row of write_probe is missing'; END IF;
  RETURN current_setting('server_version');
END
$$;
