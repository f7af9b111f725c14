-- What the application may do to a table follows from the table's triggers, operation by operation: what `refuse_change`
-- refuses, the application has no right to. Rights given too widely before are taken back. Changes only what differs.
CREATE OR REPLACE FUNCTION grant_app_rights() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  app constant name := 'equity_manager_app';
  here text := current_schema();
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
      SELECT c.oid, c.relname, c.relname = 'schema_versions' AS only_read,
             coalesce((SELECT bit_or(g.tgtype::int) FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
                        WHERE g.tgrelid = c.oid AND f.proname = 'refuse_change'), 0) AS refused
        FROM pg_class c WHERE c.relnamespace = here::regnamespace AND c.relkind IN ('r', 'p')),
    wanted AS (
      SELECT t.oid, t.relname, p.privilege, p.given
        FROM tables t, LATERAL (VALUES ('SELECT', true), ('INSERT', NOT only_read),
               ('UPDATE', NOT only_read AND refused & 16 = 0), ('DELETE', NOT only_read AND refused & 8 = 0),
               ('TRUNCATE', false), ('REFERENCES', false), ('TRIGGER', false)) AS p (privilege, given))
    SELECT * FROM wanted w WHERE has_table_privilege(app, w.oid, w.privilege) <> w.given
  LOOP
    IF r.given THEN EXECUTE format('GRANT %s ON %I.%I TO %I', r.privilege, here, r.relname, app);
    ELSE EXECUTE format('REVOKE %s ON %I.%I FROM %I', r.privilege, here, r.relname, app);
    END IF;
  END LOOP;
END $$;
