-- The lock, the balance and the sign-offs against whatever a session of the application's role can do.

-- Which entity is the built-in one is fixed: its lock is that of every line without a portfolio. A lock follows its newest row
-- of period_locks, whoever says so and from wherever.
CREATE OR REPLACE FUNCTION keep_period_lock() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

-- A portfolio takes its lines along: neither out of a locked period, nor into one.
CREATE OR REPLACE FUNCTION name_entity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed entities;
  other date;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.entity = OLD.entity AND NEW.entity_id = OLD.entity_id THEN RETURN NEW; END IF;
  INSERT INTO entities (name) VALUES (trim(NEW.entity)) ON CONFLICT (lower(trim(name))) DO NOTHING;
  SELECT id INTO NEW.entity_id FROM entities WHERE lower(trim(name)) = lower(trim(NEW.entity));
  IF TG_OP = 'UPDATE' AND OLD.entity_id <> NEW.entity_id THEN
    -- The look comes after the lock, in a statement of its own.
    PERFORM pg_advisory_xact_lock(1164142951, 2);
    SELECT * INTO closed FROM entities WHERE id IN (OLD.entity_id, NEW.entity_id) ORDER BY locked_through DESC NULLS LAST LIMIT 1;
    SELECT locked_through INTO other FROM entities WHERE id IN (OLD.entity_id, NEW.entity_id) AND id <> closed.id;
    IF closed.locked_through > coalesce(other, '-infinity')
       AND EXISTS (SELECT FROM journal_lines WHERE portfolio_id = OLD.id AND entry_date <= closed.locked_through) THEN
      PERFORM raise_period_locked(closed.name, closed.locked_through, closed.locked_through);
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- Nothing is moved into a signed-off reconciliation either.
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['reconciliation_statements', 'statement_lines', 'reconciliation_matches', 'matched_ledger_lines',
                           'matched_statement_lines', 'reconciliation_open_ledger', 'reconciliation_open_external'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_into', t);
  END LOOP;
END $$;

-- A temporary table is found before one of ours by whoever names it without its schema: the functions that hold the books
-- look for theirs alone. Whoever replaces one of them says so again (CREATE OR REPLACE forgets it).
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', f, current_schema());
  END LOOP;
END $$;
