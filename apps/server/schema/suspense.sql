-- Suspense is a list of open items: every line on a Suspense account is one, open until links or a reversal clear it.

-- The accounts that Suspense is mapped to, and those it was mapped to before: items still on them are cleared there.
CREATE TABLE suspense_accounts (
  account_id bigint PRIMARY KEY REFERENCES chart_of_accounts (id) ON DELETE CASCADE
);
COMMENT ON TABLE suspense_accounts IS 'Derived: the accounts that Suspense is or was mapped to. Written by the trigger of gl_mappings alone.';

-- The day from which nothing of the line is open, so that a query of what is open on a day reads no older ones.
CREATE TABLE suspense_items (
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  entry_date date NOT NULL,
  account_id bigint NOT NULL,
  portfolio_id bigint,
  -- Debit less credit.
  amount numeric(18, 2) NOT NULL,
  cleared_on date,
  -- The day that an item's age counts from: its own, or that of the item it goes on as.
  since date NOT NULL,
  PRIMARY KEY (entry_id, line_no),
  FOREIGN KEY (entry_id, line_no) REFERENCES journal_lines (entry_id, line_no)
);
COMMENT ON TABLE suspense_items IS 'Derived: the lines on Suspense accounts, and since when nothing of a line is open. Written by triggers alone.';
CREATE INDEX suspense_items_open ON suspense_items (entry_date, entry_id, line_no) WHERE cleared_on IS NULL;
CREATE INDEX suspense_items_cleared ON suspense_items (cleared_on) WHERE cleared_on IS NOT NULL;

-- What a person cleared by one act, or an entry cleared when it was posted. What a reversal clears follows from its link.
CREATE TABLE suspense_clearings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The entry that named the items it clears; null where a person linked lines that were there.
  entry_id bigint REFERENCES journal_entries (id),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act()
);
COMMENT ON TABLE suspense_clearings IS 'Fact: acts of clearing items of Suspense: by a person, or by an entry that named them';
CREATE INDEX suspense_clearings_entry ON suspense_clearings (entry_id);
CREATE OR REPLACE TRIGGER suspense_clearings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_clearings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A debit line and a credit line of one account and portfolio that belong together, for an amount.
CREATE TABLE suspense_links (
  clearing_id bigint NOT NULL REFERENCES suspense_clearings (id),
  no smallint NOT NULL CHECK (no >= 1),
  debit_entry_id bigint NOT NULL,
  debit_line_no smallint NOT NULL,
  credit_entry_id bigint NOT NULL,
  credit_line_no smallint NOT NULL,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (clearing_id, no),
  FOREIGN KEY (debit_entry_id, debit_line_no) REFERENCES journal_lines (entry_id, line_no),
  FOREIGN KEY (credit_entry_id, credit_line_no) REFERENCES journal_lines (entry_id, line_no)
);
COMMENT ON TABLE suspense_links IS 'Fact: debit and credit items of Suspense that clear each other for an amount';
CREATE INDEX suspense_links_debit ON suspense_links (debit_entry_id, debit_line_no);
CREATE INDEX suspense_links_credit ON suspense_links (credit_entry_id, credit_line_no);
CREATE OR REPLACE TRIGGER suspense_links_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE suspense_undoings (
  clearing_id bigint PRIMARY KEY REFERENCES suspense_clearings (id),
  reason text CHECK (length(reason) <= 500),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act()
);
COMMENT ON TABLE suspense_undoings IS 'Fact: the clearings that were undone, by whom and why';
CREATE OR REPLACE TRIGGER suspense_undoings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_undoings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A balance of Suspense that moves to another account moves item by item: the line on the new account goes on as the item
-- that the other line of the move clears, and keeps its age.
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
COMMENT ON TABLE suspense_moves IS 'Fact: lines that open items of Suspense went on as when its account changed';
CREATE INDEX suspense_moves_from ON suspense_moves (from_entry_id, from_line_no);
CREATE OR REPLACE TRIGGER suspense_moves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The links that count: from the day both lines are in the books, until one of them is reversed.
CREATE OR REPLACE FUNCTION suspense_live_links() RETURNS TABLE(clearing_id bigint, no smallint, debit_entry_id bigint, debit_line_no smallint, credit_entry_id bigint, credit_line_no smallint, amount numeric, since date, until date)
LANGUAGE sql STABLE AS $$
SELECT k.clearing_id, k.no, k.debit_entry_id, k.debit_line_no, k.credit_entry_id, k.credit_line_no, k.amount,
         greatest(d.entry_date, c.entry_date) AS since, least(rd.entry_date, rc.entry_date) AS until
    FROM suspense_links k
    JOIN suspense_items d ON d.entry_id = k.debit_entry_id AND d.line_no = k.debit_line_no
    JOIN suspense_items c ON c.entry_id = k.credit_entry_id AND c.line_no = k.credit_line_no
    LEFT JOIN journal_entries rd ON rd.reversal_of = k.debit_entry_id
    LEFT JOIN journal_entries rc ON rc.reversal_of = k.credit_entry_id
   WHERE NOT EXISTS (SELECT FROM suspense_undoings u WHERE u.clearing_id = k.clearing_id)
$$;

-- Since when an item is not open any more; null while it is. A reversal clears the entry that it reverses, and itself.
CREATE OR REPLACE FUNCTION suspense_cleared_on(entry bigint, line smallint) RETURNS date LANGUAGE sql STABLE AS $$
SELECT CASE WHEN h.reversal_of IS NOT NULL THEN h.entry_date
              WHEN r.id IS NOT NULL THEN greatest(r.entry_date, h.entry_date)
              WHEN k.amount = abs(i.amount) THEN k.since END
    FROM suspense_items i JOIN journal_entries h ON h.id = i.entry_id
    LEFT JOIN journal_entries r ON r.reversal_of = i.entry_id
   CROSS JOIN LATERAL (
     SELECT sum(x.amount) AS amount, max(x.since) AS since FROM (
       SELECT amount, since FROM suspense_live_links() WHERE debit_entry_id = entry AND debit_line_no = line AND until IS NULL
       UNION ALL
       SELECT amount, since FROM suspense_live_links() WHERE credit_entry_id = entry AND credit_line_no = line AND until IS NULL) x) k
   WHERE i.entry_id = entry AND i.line_no = line
$$;

-- Updates the items of entries, and those that their links clear. Clearings, undoings and reversals of items
-- take turns: nothing is cleared twice, and none is missed.
CREATE OR REPLACE FUNCTION keep_suspense_items(entries bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_lock(43);
  UPDATE suspense_items i SET cleared_on = n.cleared_on
    FROM (SELECT s.entry_id, s.line_no, suspense_cleared_on(s.entry_id, s.line_no) AS cleared_on
            FROM suspense_items s
           WHERE s.entry_id = ANY (entries)
              OR s.entry_id IN (SELECT credit_entry_id FROM suspense_links WHERE debit_entry_id = ANY (entries)
                                UNION SELECT debit_entry_id FROM suspense_links WHERE credit_entry_id = ANY (entries))) n
   WHERE i.entry_id = n.entry_id AND i.line_no = n.line_no AND i.cleared_on IS DISTINCT FROM n.cleared_on;
END
$$;

-- Lines on a Suspense account become items as they are posted.
CREATE OR REPLACE FUNCTION take_suspense_lines() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
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
END
$$;
CREATE OR REPLACE TRIGGER journal_lines_suspense AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION take_suspense_lines();

-- The final check of links, for any writer.
CREATE OR REPLACE FUNCTION check_suspense_links() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM keep_suspense_items(ARRAY(SELECT debit_entry_id FROM linked UNION SELECT credit_entry_id FROM linked));
  IF EXISTS (SELECT FROM linked k
               LEFT JOIN suspense_items d ON d.entry_id = k.debit_entry_id AND d.line_no = k.debit_line_no AND d.amount > 0
               LEFT JOIN suspense_items c ON c.entry_id = k.credit_entry_id AND c.line_no = k.credit_line_no AND c.amount < 0
              WHERE (d.account_id = c.account_id AND d.portfolio_id IS NOT DISTINCT FROM c.portfolio_id) IS NOT TRUE)
     OR EXISTS (SELECT FROM linked k JOIN suspense_live_links() l ON l.clearing_id = k.clearing_id AND l.no = k.no
                 WHERE l.until IS NOT NULL)
     OR EXISTS (SELECT FROM linked k JOIN journal_entries h ON h.id IN (k.debit_entry_id, k.credit_entry_id)
                 WHERE h.reversal_of IS NOT NULL)
     OR EXISTS (SELECT FROM suspense_items i
                 WHERE (i.entry_id, i.line_no) IN (SELECT debit_entry_id, debit_line_no FROM linked
                                                   UNION SELECT credit_entry_id, credit_line_no FROM linked)
                   AND abs(i.amount) < (SELECT sum(l.amount) FROM suspense_live_links() l WHERE l.until IS NULL
                          AND ((l.debit_entry_id = i.entry_id AND l.debit_line_no = i.line_no)
                            OR (l.credit_entry_id = i.entry_id AND l.credit_line_no = i.line_no)))) THEN
    RAISE EXCEPTION 'a link of suspense items clears more than is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_links_open';
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER suspense_links_check AFTER INSERT ON suspense_links
  REFERENCING NEW TABLE AS linked FOR EACH STATEMENT EXECUTE FUNCTION check_suspense_links();

CREATE OR REPLACE FUNCTION undo_suspense_links() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM keep_suspense_items(ARRAY(
    SELECT unnest(ARRAY[k.debit_entry_id, k.credit_entry_id]) FROM suspense_links k JOIN undone u ON u.clearing_id = k.clearing_id));
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER suspense_undoings_keep AFTER INSERT ON suspense_undoings
  REFERENCING NEW TABLE AS undone FOR EACH STATEMENT EXECUTE FUNCTION undo_suspense_links();

-- The item that was posted already keeps the age from now on; one whose account Suspense is mapped to later comes with it.
CREATE OR REPLACE FUNCTION keep_suspense_age() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  UPDATE suspense_items i SET since = o.since
    FROM moved m JOIN suspense_items o ON o.entry_id = m.from_entry_id AND o.line_no = m.from_line_no
   WHERE i.entry_id = m.entry_id AND i.line_no = m.line_no;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER suspense_moves_age AFTER INSERT ON suspense_moves
  REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION keep_suspense_age();

-- An account that Suspense is mapped to comes with the lines that it has. Waits for every posting under way.
CREATE OR REPLACE FUNCTION take_suspense_account(account bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM suspense_accounts WHERE account_id = account) THEN RETURN; END IF;
  -- With what a posting shares, and in its order: what follows posts.
  PERFORM take_lock(40, 0, true), take_lock(41), take_lock(42, 0, true);
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
END
$$;
CREATE OR REPLACE FUNCTION map_suspense() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM take_suspense_account(NEW.account_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER gl_mappings_suspense AFTER INSERT OR UPDATE ON gl_mappings
  FOR EACH ROW WHEN (NEW.role = 'suspense' AND NEW.account_id IS NOT NULL) EXECUTE FUNCTION map_suspense();
