-- The application works as a role that cannot rewrite the books even if it tried. Where roles may not be created
-- (a managed server), the triggers alone hold.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'equity_manager_app') THEN
    CREATE ROLE equity_manager_app NOLOGIN;
  END IF;
  EXECUTE format('GRANT equity_manager_app TO %I', current_user);
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'role equity_manager_app was not created: no right to create roles';
  WHEN duplicate_object OR unique_violation THEN
    NULL; -- another database of this server created it at the same moment
END $$;

CREATE FUNCTION grant_app_rights() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  books constant text[] := ARRAY['audit', 'trade_versions', 'trade_allocations', 'journal_entries', 'journal_lines'];
  here text := current_schema();
  t text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'equity_manager_app') THEN RETURN; END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO equity_manager_app', here);
  EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO equity_manager_app', here);
  FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = here LOOP
    IF t = ANY (books) THEN
      EXECUTE format('GRANT SELECT, INSERT ON %I.%I TO equity_manager_app', here, t);
    ELSIF t = 'schema_versions' THEN
      EXECUTE format('GRANT SELECT ON %I.%I TO equity_manager_app', here, t);
    ELSE
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO equity_manager_app', here, t);
    END IF;
  END LOOP;
END $$;
SELECT grant_app_rights();
