-- A mapping holds from a day on. A change is a row from its day; the rows before it stay and serve the days before.
-- What was mapped until now holds from a day before any entry.
ALTER TABLE gl_mappings
  DROP CONSTRAINT gl_mappings_pkey,
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ADD COLUMN effective_from date NOT NULL DEFAULT '1900-01-01' CHECK (isfinite(effective_from)),
  -- When the change was made; of two rows of one place and day the later one holds.
  ADD COLUMN recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN recorded_by bigint REFERENCES users (id),
  -- Null: from that day on this place has no account of its own.
  ALTER COLUMN account_id DROP NOT NULL,
  ADD CONSTRAINT gl_mappings_general CHECK (account_id IS NOT NULL OR portfolio_id <> 0 OR settlement_account_id <> 0);
CREATE INDEX gl_mappings_place ON gl_mappings (role, settlement_account_id, portfolio_id, effective_from, id);
CREATE TRIGGER gl_mappings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON gl_mappings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Waits for every write that has read the mapping and holds new ones until the transaction ends. The application may only add rows,
-- which does not allow it this lock; the owner of the table takes it, and nothing else.
CREATE FUNCTION hold_gl_mappings() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  LOCK TABLE gl_mappings IN ACCESS EXCLUSIVE MODE;
END $$;
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION hold_gl_mappings() SET search_path = %I, pg_temp', current_schema());
END $$;
COMMENT ON TABLE gl_mappings IS 'Which account a posting role goes to from a day on: in general (0, 0), per portfolio or per settlement account where set';
