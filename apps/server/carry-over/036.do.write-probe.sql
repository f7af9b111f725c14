-- Whether the database takes writes, asked every few seconds. One row is written again and again, which PostgreSQL does
-- within one page; the small work_mem makes it write a file of 300 KB besides and remove it, so that a full disk is
-- found even while the page and the write-ahead log still have room.
CREATE TABLE write_probe (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO write_probe DEFAULT VALUES;

-- Answers PostgreSQL's version.
CREATE FUNCTION probe_writing() RETURNS text LANGUAGE plpgsql SET work_mem = '64kB' AS $$
BEGIN
  PERFORM max(n) FROM generate_series(1, 20000) AS n;
  UPDATE write_probe SET at = clock_timestamp();
  IF NOT FOUND THEN RAISE 'the row of write_probe is missing'; END IF;
  RETURN current_setting('server_version');
END $$;
