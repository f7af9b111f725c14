-- Announcements of the exchange and its companies. They are recorded in sets of versions that are never changed;
-- `announcements` holds each announcement as its newest version has it.

-- A company's name without what is written now one way and now another: capitals, punctuation, "PLC", "Limited".
CREATE OR REPLACE FUNCTION company_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(
    nullif(replace(regexp_replace(regexp_replace(lower(name), '[^a-z0-9]+', ' ', 'g'),
                                  '\m(plc|ltd|limited|pvt|private|public|company|co|the|and)\M', '', 'g'), ' ', ''), ''),
    lower(trim(name)))
$$;

-- Announcements that one act recorded.
CREATE TABLE announcement_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('typed', 'file', 'feed')),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 300),
  sha256 bytea CHECK (length(sha256) = 32),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  -- The announcements received, and the versions that were added.
  rows integer NOT NULL CHECK (rows >= 0),
  added integer NOT NULL CHECK (added >= 0),
  changed integer NOT NULL CHECK (changed >= 0),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE announcement_sets IS 'Fact: who recorded announcements, when, and from where.';
CREATE OR REPLACE TRIGGER announcement_sets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Its name in its source, so that it is known again when it is read again; null for one that was typed.
  origin text CHECK (length(origin) BETWEEN 1 AND 300),
  version integer NOT NULL CHECK (version > 0),
  set_id bigint NOT NULL REFERENCES announcement_sets (id),
  -- It was taken back: no list shows it.
  is_removed boolean NOT NULL DEFAULT false,
  announced_on date NOT NULL CHECK (isfinite(announced_on)),
  -- In Colombo; null where only the day is known.
  announced_at text CHECK (announced_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 50),
  -- The exchange's own name of its kind, such as CASH DIVIDEND.
  kind text CHECK (length(kind) BETWEEN 1 AND 200),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  company text CHECK (length(company) BETWEEN 1 AND 200),
  -- As the exchange writes it, with its class or without.
  symbol text CHECK (length(symbol) BETWEEN 1 AND 20 AND symbol = upper(symbol)),
  priority text NOT NULL CHECK (priority IN ('High', 'Medium', 'Low')),
  summary text CHECK (length(summary) BETWEEN 1 AND 1000),
  content text CHECK (length(content) BETWEEN 1 AND 20000),
  -- Where the exchange keeps its document.
  file_path text CHECK (length(file_path) BETWEEN 1 AND 500),
  -- Set by the trigger.
  company_key text
);
COMMENT ON TABLE announcements IS 'Derived: each announcement as its newest version has it.';
CREATE UNIQUE INDEX announcements_origin ON announcements (origin);
CREATE INDEX announcements_newest ON announcements (announced_on, coalesce(announced_at, ''), id) WHERE NOT is_removed;
CREATE INDEX announcements_set ON announcements (set_id);
CREATE OR REPLACE FUNCTION name_company_key() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  NEW.company_key := company_key(NEW.company);
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER announcements_company BEFORE INSERT OR UPDATE ON announcements
  FOR EACH ROW EXECUTE FUNCTION name_company_key();

CREATE TABLE announcement_versions (
  announcement_id bigint NOT NULL REFERENCES announcements (id),
  version integer NOT NULL CHECK (version > 0),
  set_id bigint NOT NULL REFERENCES announcement_sets (id),
  is_removed boolean NOT NULL,
  announced_on date NOT NULL,
  announced_at text,
  category text NOT NULL,
  kind text,
  title text NOT NULL,
  company text,
  symbol text,
  priority text NOT NULL,
  summary text,
  content text,
  file_path text,
  PRIMARY KEY (announcement_id, version)
);
COMMENT ON TABLE announcement_versions IS 'Fact: announcements as they were recorded. A correction is the next version.';
CREATE INDEX announcement_versions_set ON announcement_versions (set_id);
CREATE OR REPLACE TRIGGER announcement_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Announcements read from the exchange's public calls.
CREATE TABLE announcement_feed_reads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rows integer NOT NULL DEFAULT 0 CHECK (rows >= 0),
  added integer NOT NULL DEFAULT 0 CHECK (added >= 0),
  changed integer NOT NULL DEFAULT 0 CHECK (changed >= 0),
  -- The unreadable parts, and why; the rest was kept.
  error text CHECK (length(error) BETWEEN 1 AND 2000),
  -- Nothing could be read.
  is_failed boolean NOT NULL,
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (NOT is_failed OR error IS NOT NULL AND rows = 0)
);
COMMENT ON TABLE announcement_feed_reads IS 'Fact: each reading of the exchange''s announcements, and what of one failed.';
CREATE OR REPLACE TRIGGER announcement_feed_reads_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_feed_reads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE announcement_feed_turns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE announcement_feed_turns IS 'Fact: who turned the reading of announcements by the clock on or off; the newest counts.';
CREATE OR REPLACE TRIGGER announcement_feed_turns_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_feed_turns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
