-- Guards that many tables share, and the role that the application works as.
--
-- Terms of this document: a FACT was recorded by a user and is only ever added to; a DERIVED row follows from facts, and
-- `npm run verify` rebuilds and compares it; a REGISTER is a list that people keep, guarded by a version against lost
-- updates. `rights.sql` says what the application may do to each table.

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

-- Facts are corrected by adding, never by changing: this refuses everyone, the owner included. What it refuses, the
-- application has no right to, either (grant_app_rights).
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Rows that others name keep their key for ever, so that one look when they are named is enough and no foreign key has to
-- lock them row by row.
CREATE OR REPLACE FUNCTION keep_key() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'what % holds keeps its key and its place', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Where a look by statement replaces a foreign key, its refusal looks like one.
CREATE OR REPLACE FUNCTION raise_missing(child text, parent text, named text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% name a % that does not exist: %', child, parent, named
    USING ERRCODE = 'foreign_key_violation', CONSTRAINT = child || '_references', TABLE = child;
END
$$;
