-- What the application may do, table by table. Run at the end of every start's work on the schema: it changes only what
-- differs, and takes back what was given too widely.
--
-- * Every table may be read and added to, changed and deleted from; but what `refuse_change` refuses on a table, the
--   application has no right to (the triggers are looked at, operation by operation).
-- * Balances that triggers keep, and the audit rows, it may only read. Those triggers and record_acts run as the owner.
-- * Of some tables it reads and changes only some columns.
-- * The queue of jobs, in a schema of its own, it reads and writes as pg-boss does.
-- * A function that runs as the owner must not be attached to a table by another role: the application may call
--   those that are no triggers, and no other role may call trigger functions.
CREATE OR REPLACE FUNCTION grant_app_rights() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  app constant name := 'equity_manager_app';
  here text := current_schema();
  queue constant name := 'em_jobs';
  -- Written by triggers, by record_acts, or by migrations.
  kept constant name[] := ARRAY['audit', 'ledger_days', 'ledger_months', 'income_sums', 'settlement_months', 'suspense_accounts', 'suspense_items',
                                'schema_versions'];
  -- A right on the columns here instead of the table: all but these, or these alone.
  users_read_but constant name[] := ARRAY['password_hash', 'repeated_signup_hash'];
  users_change_but constant name[] := ARRAY['password_hash'];
  trades_change constant name[] := ARRAY['version', 'is_deleted', 'is_settled'];
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = app) THEN RETURN; END IF;
  IF NOT has_schema_privilege(app, here, 'USAGE') THEN EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, app); END IF;
  FOR r IN
    SELECT c.relname FROM pg_class c WHERE c.relnamespace = here::regnamespace AND c.relkind = 'S'
       AND NOT (has_sequence_privilege(app, c.oid, 'USAGE') AND has_sequence_privilege(app, c.oid, 'SELECT'))
  LOOP
    EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %I.%I TO %I', here, r.relname, app);
  END LOOP;
  FOR r IN
    WITH tables AS (
      SELECT c.oid, c.relname, c.relname = ANY (kept) AS only_read, c.relname = 'users' AS is_users, c.relname = 'trades' AS is_trades,
             coalesce((SELECT bit_or(g.tgtype::int) FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
                        WHERE g.tgrelid = c.oid AND f.proname = 'refuse_change'), 0) AS refused
        FROM pg_class c WHERE c.relnamespace = here::regnamespace AND c.relkind IN ('r', 'p')),
    wanted AS (
      SELECT t.oid, t.relname, p.privilege, p.given
        FROM tables t, LATERAL (VALUES ('SELECT', NOT is_users), ('INSERT', NOT only_read),
               ('UPDATE', NOT (only_read OR is_users OR is_trades) AND refused & 16 = 0),
               ('DELETE', NOT only_read AND refused & 8 = 0),
               ('TRUNCATE', false), ('REFERENCES', false), ('TRIGGER', false)) AS p (privilege, given))
    SELECT * FROM wanted w WHERE has_table_privilege(app, w.oid, w.privilege) <> w.given
  LOOP
    IF r.given THEN EXECUTE format('GRANT %s ON %I.%I TO %I', r.privilege, here, r.relname, app);
    ELSE EXECUTE format('REVOKE %s ON %I.%I FROM %I', r.privilege, here, r.relname, app);
    END IF;
  END LOOP;
  FOR r IN
    WITH wanted AS (
      SELECT a.attrelid, a.attnum, a.attname, c.relname, p.privilege, p.given
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       CROSS JOIN LATERAL (VALUES ('users', 'SELECT', a.attname <> ALL (users_read_but)),
               ('users', 'UPDATE', a.attname <> ALL (users_change_but)),
               ('trades', 'UPDATE', a.attname = ANY (trades_change))) AS p (relname, privilege, given)
       WHERE c.relnamespace = here::regnamespace AND c.relname = p.relname)
    SELECT * FROM wanted w WHERE has_column_privilege(app, w.attrelid, w.attnum, w.privilege) <> w.given
  LOOP
    IF r.given THEN EXECUTE format('GRANT %s (%I) ON %I.%I TO %I', r.privilege, r.attname, here, r.relname, app);
    ELSE EXECUTE format('REVOKE %s (%I) ON %I.%I FROM %I', r.privilege, r.attname, here, r.relname, app);
    END IF;
  END LOOP;
  FOR r IN
    SELECT p.oid, p.oid::regprocedure AS f, p.prorettype <> 'trigger'::regtype AS given
      FROM pg_proc p WHERE p.pronamespace = here::regnamespace AND p.prosecdef
  LOOP
    IF has_function_privilege('public', r.oid, 'EXECUTE') THEN
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', r.f);
    END IF;
    IF has_function_privilege(app, r.oid, 'EXECUTE') <> r.given THEN
      IF r.given THEN EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', r.f, app);
      ELSE EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM %I', r.f, app);
      END IF;
    END IF;
  END LOOP;
  IF NOT has_schema_privilege(app, queue, 'USAGE') THEN EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', queue, app); END IF;
  FOR r IN
    SELECT c.relname FROM pg_class c WHERE c.relnamespace = queue::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT (has_table_privilege(app, c.oid, 'SELECT') AND has_table_privilege(app, c.oid, 'INSERT')
                AND has_table_privilege(app, c.oid, 'UPDATE') AND has_table_privilege(app, c.oid, 'DELETE'))
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO %I', queue, r.relname, app);
  END LOOP;
END $$;
