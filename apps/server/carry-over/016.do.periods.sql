-- Entities own the year-end month and the period lock. An entity is named by its portfolios; lines that name no
-- portfolio belong to the built-in one, 'General'.
CREATE TABLE entities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 500),
  is_general boolean NOT NULL DEFAULT false,
  -- The last month of the financial year; March for most companies of the market.
  year_end_month smallint NOT NULL DEFAULT 3 CHECK (year_end_month BETWEEN 1 AND 12),
  -- Nothing is dated on or before this day; null: open.
  locked_through date CHECK (isfinite(locked_through)),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX entities_name ON entities (lower(trim(name)));
CREATE UNIQUE INDEX entities_one_general ON entities (is_general) WHERE is_general;
INSERT INTO entities (name, is_general) VALUES ('General', true);
INSERT INTO entities (name)
  SELECT DISTINCT ON (lower(trim(entity))) trim(entity) FROM portfolios WHERE trim(entity) <> '' ORDER BY lower(trim(entity)), id
  ON CONFLICT (lower(trim(name))) DO NOTHING;

ALTER TABLE portfolios ADD entity_id bigint REFERENCES entities (id);
UPDATE portfolios p SET entity_id = coalesce(
  (SELECT e.id FROM entities e WHERE lower(trim(e.name)) = lower(trim(p.entity))),
  (SELECT e.id FROM entities e WHERE e.is_general));
ALTER TABLE portfolios ALTER entity_id SET NOT NULL;

-- What locks and what posts: a lock is set alone, entries are posted together.
CREATE FUNCTION raise_period_locked(entity text, through date, day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the books of % are locked through %, which covers %', entity, through, day
    USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_lines_period_lock',
          DETAIL = json_build_object('entity', entity, 'through', through, 'date', day, 'open', through + 1)::text;
END $$;

CREATE FUNCTION name_entity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_entity entities;
  new_entity entities;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.entity = OLD.entity AND NEW.entity_id = OLD.entity_id THEN RETURN NEW; END IF;
  INSERT INTO entities (name) VALUES (trim(NEW.entity)) ON CONFLICT (lower(trim(name))) DO NOTHING;
  SELECT * INTO new_entity FROM entities WHERE lower(trim(name)) = lower(trim(NEW.entity));
  NEW.entity_id := new_entity.id;
  IF TG_OP = 'UPDATE' AND OLD.entity_id <> NEW.entity_id THEN
    -- The books of a locked period must not come open by a change of name.
    PERFORM pg_advisory_xact_lock(1164142951, 2);
    SELECT * INTO old_entity FROM entities WHERE id = OLD.entity_id;
    IF old_entity.locked_through > coalesce(new_entity.locked_through, '-infinity')
       AND EXISTS (SELECT FROM journal_lines WHERE portfolio_id = OLD.id AND entry_date <= old_entity.locked_through) THEN
      PERFORM raise_period_locked(old_entity.name, old_entity.locked_through, old_entity.locked_through);
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER portfolios_entity BEFORE INSERT OR UPDATE ON portfolios FOR EACH ROW EXECUTE FUNCTION name_entity();

-- Each change of a lock is a row that stays; the entity's own column follows it and moves in no other way.
CREATE TABLE period_locks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities (id),
  locked_through date CHECK (isfinite(locked_through)),
  was_locked_through date,
  reason text CHECK (length(reason) <= 500),
  set_at timestamptz NOT NULL DEFAULT now(),
  set_by bigint NOT NULL
);
CREATE INDEX period_locks_entity ON period_locks (entity_id, id);
CREATE TRIGGER period_locks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON period_locks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION set_period_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for every posting under way; what is posted after this sees the new lock.
  PERFORM pg_advisory_xact_lock(1164142951, 2);
  UPDATE entities SET locked_through = NEW.locked_through, version = version + 1 WHERE id = NEW.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER period_locks_set AFTER INSERT ON period_locks FOR EACH ROW EXECUTE FUNCTION set_period_lock();

CREATE FUNCTION keep_period_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.locked_through IS NOT NULL THEN RAISE EXCEPTION 'a lock is set by a row of period_locks' USING ERRCODE = 'insufficient_privilege'; END IF;
  ELSIF NEW.locked_through IS DISTINCT FROM OLD.locked_through AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'a lock is set by a row of period_locks' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER entities_lock BEFORE INSERT OR UPDATE ON entities FOR EACH ROW EXECUTE FUNCTION keep_period_lock();
CREATE TRIGGER entities_stay BEFORE DELETE OR TRUNCATE ON entities FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The day that an entry belongs to, where it was posted later because that day is locked.
ALTER TABLE journal_entries ADD moved_from date CHECK (moved_from < entry_date);
CREATE INDEX journal_entries_closing ON journal_entries (entry_date) WHERE kind = 'closing';

CREATE FUNCTION refuse_locked_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  near boolean;
  hit record;
BEGIN
  -- The look comes after the lock, in a statement of its own: it sees what was locked while this one waited.
  PERFORM pg_advisory_xact_lock_shared(1164142951, 2);
  SELECT min(entry_date) <= (SELECT max(locked_through) FROM entities) INTO near FROM posted;
  IF near IS NOT TRUE THEN RETURN NULL; END IF;
  SELECT e.name, e.locked_through, p.first_date INTO hit
    FROM (SELECT portfolio_id, min(entry_date) AS first_date FROM posted GROUP BY portfolio_id) p
    LEFT JOIN portfolios f ON f.id = p.portfolio_id
    JOIN entities e ON e.id = f.entity_id OR (p.portfolio_id IS NULL AND e.is_general)
   WHERE p.first_date <= e.locked_through ORDER BY e.locked_through DESC, e.id LIMIT 1;
  IF FOUND THEN PERFORM raise_period_locked(hit.name, hit.locked_through, hit.first_date); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER journal_lines_lock AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION refuse_locked_period();

-- Year-end closings and what took them back; their entries name them.
CREATE TABLE year_closings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities (id),
  year_end date NOT NULL CHECK (isfinite(year_end)),
  -- The closing that this one takes back.
  undoes bigint UNIQUE REFERENCES year_closings (id),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL
);
CREATE INDEX year_closings_entity ON year_closings (entity_id, year_end);
CREATE TRIGGER year_closings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON year_closings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A table that refuses to be updated gives the application no right to: which tables these are is read off the triggers.
CREATE OR REPLACE FUNCTION grant_app_rights() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here text := current_schema();
  t record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'equity_manager_app') THEN RETURN; END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO equity_manager_app', here);
  EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO equity_manager_app', here);
  FOR t IN
    SELECT c.relname AS name,
           EXISTS (SELECT FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
                    WHERE g.tgrelid = c.oid AND f.proname = 'refuse_change' AND g.tgtype & 16 <> 0) AS appended
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = here AND c.relkind IN ('r', 'p')
  LOOP
    IF t.appended THEN
      EXECUTE format('GRANT SELECT, INSERT ON %I.%I TO equity_manager_app', here, t.name);
    ELSIF t.name = 'schema_versions' THEN
      EXECUTE format('GRANT SELECT ON %I.%I TO equity_manager_app', here, t.name);
    ELSE
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO equity_manager_app', here, t.name);
    END IF;
  END LOOP;
END $$;
