-- Entities, their locked periods, and year-end closings.

-- Entities own the year-end month and the period lock. An entity is named by its portfolios; lines that name no
-- portfolio belong to the built-in one, 'General'.
CREATE TABLE entities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 500),
  is_general boolean NOT NULL DEFAULT false,
  -- The last month of the financial year; March for most companies of the market.
  year_end_month smallint NOT NULL DEFAULT 3 CHECK (year_end_month BETWEEN 1 AND 12),
  -- Nothing is dated on or before this day; null: open. Follows the newest row of period_locks.
  locked_through date CHECK (isfinite(locked_through)),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- How gains on shares are taxed, as a user set it for the entity; null: not set.
  share_gains_tax text CHECK (share_gains_tax IN ('exempt', 'business income'))
);
COMMENT ON TABLE entities IS 'Register: whose books. Added by the trigger of portfolios that name a new one; never deleted.';
CREATE UNIQUE INDEX entities_name ON entities (lower(trim(name)));
CREATE UNIQUE INDEX entities_one_general ON entities (is_general) WHERE is_general;
INSERT INTO entities (name, is_general) VALUES ('General', true);
CREATE OR REPLACE TRIGGER entities_stay BEFORE DELETE OR TRUNCATE ON entities
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each change of a lock is a row that stays; the entity's own column follows it and moves in no other way.
CREATE TABLE period_locks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act_id bigint NOT NULL DEFAULT current_act(),
  entity_id bigint NOT NULL REFERENCES entities (id),
  locked_through date CHECK (isfinite(locked_through)),
  was_locked_through date,
  reason text CHECK (length(reason) <= 500),
  set_at timestamptz NOT NULL DEFAULT now(),
  set_by bigint NOT NULL,
  -- What the checklist showed as open when the books were locked, as `GET /entities/{id}/checks` answers it; null for
  -- locks from before it was kept, and where the lock was moved back or lifted.
  open_points jsonb
);
COMMENT ON TABLE period_locks IS 'Fact: each locking and opening of an entity''s books. Its trigger sets entities.locked_through.';
CREATE INDEX period_locks_entity ON period_locks (entity_id, id);
CREATE OR REPLACE TRIGGER period_locks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON period_locks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION set_period_lock() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  -- Waits for every posting under way; what is posted after this sees the new lock.
  PERFORM take_lock(41);
  UPDATE entities SET locked_through = NEW.locked_through, version = version + 1 WHERE id = NEW.entity_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER period_locks_set AFTER INSERT ON period_locks FOR EACH ROW EXECUTE FUNCTION set_period_lock();

-- Which entity is the built-in one is fixed: its lock is that of every line without a portfolio. A lock follows its newest
-- row of period_locks, by any user and any path.
CREATE OR REPLACE FUNCTION keep_period_lock() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.locked_through IS NOT NULL THEN RAISE EXCEPTION 'a lock is set by a row of period_locks' USING ERRCODE = 'insufficient_privilege'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.is_general) IS DISTINCT FROM (OLD.id, OLD.is_general) THEN
    RAISE EXCEPTION 'which entity is the built-in one is fixed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.locked_through IS DISTINCT FROM OLD.locked_through AND NEW.locked_through IS DISTINCT FROM
     (SELECT l.locked_through FROM period_locks l WHERE l.entity_id = NEW.id ORDER BY l.id DESC LIMIT 1) THEN
    RAISE EXCEPTION 'a lock is set by a row of period_locks' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER entities_lock BEFORE INSERT OR UPDATE ON entities FOR EACH ROW EXECUTE FUNCTION keep_period_lock();

CREATE OR REPLACE FUNCTION raise_period_locked(entity text, through date, day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the books of % are locked through %, which covers %', entity, through, day
    USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_lines_period_lock',
          DETAIL = json_build_object('entity', entity, 'through', through, 'date', day, 'open', through + 1)::text;
END
$$;

-- The entity that a portfolio names, made where it is new. A portfolio takes its lines along: neither out of a locked
-- period, nor into one. Whether it has lines up to a lock is known by the stored balances: whole months, and days of the
-- lock's own.
CREATE OR REPLACE FUNCTION name_entity() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  closed entities;
  other date;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.entity = OLD.entity AND NEW.entity_id = OLD.entity_id THEN RETURN NEW; END IF;
  INSERT INTO entities (name) VALUES (trim(NEW.entity)) ON CONFLICT (lower(trim(name))) DO NOTHING;
  SELECT id INTO NEW.entity_id FROM entities WHERE lower(trim(name)) = lower(trim(NEW.entity));
  IF TG_OP = 'UPDATE' AND OLD.entity_id <> NEW.entity_id THEN
    -- The look comes after the lock, in a statement of its own.
    PERFORM take_lock(41);
    SELECT * INTO closed FROM entities WHERE id IN (OLD.entity_id, NEW.entity_id) ORDER BY locked_through DESC NULLS LAST LIMIT 1;
    SELECT locked_through INTO other FROM entities WHERE id IN (OLD.entity_id, NEW.entity_id) AND id <> closed.id;
    IF closed.locked_through > coalesce(other, '-infinity')
       AND (EXISTS (SELECT FROM ledger_months WHERE portfolio_id = OLD.id AND month < date_trunc('month', closed.locked_through)::date)
         OR EXISTS (SELECT FROM ledger_days WHERE portfolio_id = OLD.id
                     AND day BETWEEN date_trunc('month', closed.locked_through)::date AND closed.locked_through)) THEN
      PERFORM raise_period_locked(closed.name, closed.locked_through, closed.locked_through);
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- Year-end closings and what took them back; their entries name them.
CREATE TABLE year_closings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities (id),
  year_end date NOT NULL CHECK (isfinite(year_end)),
  -- The closing that this one takes back.
  undoes bigint UNIQUE REFERENCES year_closings (id),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act()
);
COMMENT ON TABLE year_closings IS 'Fact: closings of a financial year, and what took one back.';
CREATE INDEX year_closings_entity ON year_closings (entity_id, year_end);
CREATE OR REPLACE TRIGGER year_closings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON year_closings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
