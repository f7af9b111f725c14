-- A balance of Suspense that moves to another account moves item by item: the line on the new account goes on as the item that the
-- line beside it clears, and keeps its age.
CREATE TABLE suspense_moves (
  -- The line on the new account, and the item that it goes on as.
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  from_entry_id bigint NOT NULL,
  from_line_no smallint NOT NULL,
  PRIMARY KEY (entry_id, line_no),
  FOREIGN KEY (entry_id, line_no) REFERENCES journal_lines (entry_id, line_no),
  FOREIGN KEY (from_entry_id, from_line_no) REFERENCES suspense_items (entry_id, line_no)
);
CREATE INDEX suspense_moves_from ON suspense_moves (from_entry_id, from_line_no);
CREATE TRIGGER suspense_moves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE suspense_moves IS 'Lines that open items of Suspense went on as when its account changed';

-- The day that an item's age counts from: its own, or that of the item it goes on as.
ALTER TABLE suspense_items ADD since date;
UPDATE suspense_items SET since = entry_date;
ALTER TABLE suspense_items ALTER since SET NOT NULL;

CREATE OR REPLACE FUNCTION take_suspense_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched bigint[];
BEGIN
  INSERT INTO suspense_items (entry_id, line_no, entry_date, account_id, portfolio_id, amount, since)
    SELECT entry_id, line_no, entry_date, account_id, portfolio_id, debit - credit, entry_date FROM posted
     WHERE account_id = ANY (ARRAY(SELECT account_id FROM suspense_accounts));
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT array_agg(DISTINCT both_ends.id) INTO touched
    FROM journal_entries h CROSS JOIN LATERAL (VALUES (h.id), (h.reversal_of)) both_ends (id)
   WHERE h.reversal_of IS NOT NULL AND h.id IN (SELECT p.entry_id FROM posted p
           WHERE p.account_id = ANY (ARRAY(SELECT account_id FROM suspense_accounts)));
  IF touched IS NOT NULL THEN PERFORM keep_suspense_items(touched); END IF;
  RETURN NULL;
END $$;

-- The item that was posted already keeps the age from now on; one whose account Suspense is mapped to later comes with it.
CREATE FUNCTION keep_suspense_age() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE suspense_items i SET since = o.since
    FROM moved m JOIN suspense_items o ON o.entry_id = m.from_entry_id AND o.line_no = m.from_line_no
   WHERE i.entry_id = m.entry_id AND i.line_no = m.line_no;
  RETURN NULL;
END $$;
CREATE TRIGGER suspense_moves_age AFTER INSERT ON suspense_moves
  REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION keep_suspense_age();

CREATE OR REPLACE FUNCTION take_suspense_account(account bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM suspense_accounts WHERE account_id = account) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(1164142951, 2);
  INSERT INTO suspense_accounts VALUES (account) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO suspense_items (entry_id, line_no, entry_date, account_id, portfolio_id, amount, since)
    SELECT l.entry_id, l.line_no, l.entry_date, l.account_id, l.portfolio_id, l.debit - l.credit, coalesce(o.since, l.entry_date)
      FROM journal_lines l
      LEFT JOIN suspense_moves m ON m.entry_id = l.entry_id AND m.line_no = l.line_no
      LEFT JOIN suspense_items o ON o.entry_id = m.from_entry_id AND o.line_no = m.from_line_no
     WHERE l.account_id = account;
  PERFORM keep_suspense_items(ARRAY(
    SELECT unnest(ARRAY[h.id, h.reversal_of]) FROM journal_entries h JOIN suspense_items i ON i.entry_id = h.id
     WHERE i.account_id = account AND h.reversal_of IS NOT NULL));
END $$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  FOREACH f IN ARRAY ARRAY['take_suspense_lines()', 'keep_suspense_age()']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', f, current_schema());
  END LOOP;
END $$;
