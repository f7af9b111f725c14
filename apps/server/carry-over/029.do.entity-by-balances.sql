-- Whether a portfolio has lines up to a lock is known by the kept balances: whole months, and days of the lock's own.
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
       AND (EXISTS (SELECT FROM ledger_months WHERE portfolio_id = OLD.id AND month < date_trunc('month', closed.locked_through)::date)
         OR EXISTS (SELECT FROM ledger_days WHERE portfolio_id = OLD.id
                     AND day BETWEEN date_trunc('month', closed.locked_through)::date AND closed.locked_through)) THEN
      PERFORM raise_period_locked(closed.name, closed.locked_through, closed.locked_through);
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- As 023 says: functions of triggers look for our tables alone.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', f, current_schema());
  END LOOP;
END $$;
