-- The ledger: append-only, balanced by the database itself, with balances kept by the write.

-- Which account a posting role goes to. A mapping holds from a day on: a change is a row from its day; the rows before it
-- stay and serve the days before. 0 means "in general".
CREATE TABLE gl_mappings (
  role text NOT NULL,
  portfolio_id bigint NOT NULL DEFAULT 0,
  settlement_account_id bigint NOT NULL DEFAULT 0,
  -- Null: from that day on this place has no account of its own.
  account_id bigint REFERENCES chart_of_accounts (id),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A mapping that was there from the beginning holds from a day before any entry.
  effective_from date NOT NULL DEFAULT '1900-01-01' CHECK (isfinite(effective_from)),
  -- When the change was made; of two rows of one place and day the later one holds.
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  CONSTRAINT gl_mappings_general CHECK (account_id IS NOT NULL OR portfolio_id <> 0 OR settlement_account_id <> 0)
);
COMMENT ON TABLE gl_mappings IS 'Fact: which account a posting role goes to from a day on: in general (0, 0), per portfolio or per settlement account where set';
CREATE INDEX gl_mappings_place ON gl_mappings (role, settlement_account_id, portfolio_id, effective_from, id);
CREATE OR REPLACE TRIGGER gl_mappings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON gl_mappings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Waits for every write that has read the mapping and holds new ones until the transaction ends. The application may only
-- add rows, which does not allow it this lock; the owner of the table takes it, and nothing else.
CREATE OR REPLACE FUNCTION hold_gl_mappings() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  LOCK TABLE gl_mappings IN ACCESS EXCLUSIVE MODE;
END
$$;

CREATE TABLE journal_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_date date NOT NULL CHECK (isfinite(entry_date)),
  kind text NOT NULL CHECK (kind IN ('trade', 'settlement', 'correction', 'event', 'valuation', 'opening', 'manual', 'closing')),
  transaction_type text NOT NULL,
  description text NOT NULL,
  reference text,
  -- The trade that it belongs to, in the version that it follows from.
  trade_id bigint,
  trade_version integer,
  -- The kind of its cause, and the cause's identity: cause_is_there() looks it up.
  cause_kind text NOT NULL CHECK (cause_kind IN ('trade', 'batch', 'closing', 'portfolio', 'person', 'valuation', 'action')),
  cause_id bigint NOT NULL,
  reversal_of bigint REFERENCES journal_entries (id),
  -- All lines of an entry come in one statement; this says how many, so that none can be added later.
  line_count smallint NOT NULL CHECK (line_count >= 2),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  -- The day that an entry belongs to, where it was posted later because that day is locked.
  moved_from date CHECK (moved_from < entry_date)
);
COMMENT ON TABLE journal_entries IS 'Fact: entries of the ledger. Added, never changed; a mistake is reversed, once.';
CREATE UNIQUE INDEX journal_entries_reversed_once ON journal_entries (reversal_of) WHERE reversal_of IS NOT NULL;
CREATE INDEX journal_entries_trade ON journal_entries (trade_id);
CREATE INDEX journal_entries_date ON journal_entries (entry_date, id);
-- The newest journal entry of a person, from which the next one starts, and what the person recorded today.
CREATE INDEX journal_entries_recorded_by ON journal_entries (recorded_by, id) WHERE kind = 'manual' AND reversal_of IS NULL;
-- Entries caused by a trade other than their own: a sale whose cost it moved is posted again by its difference.
CREATE INDEX journal_entries_moved_by ON journal_entries (cause_id) WHERE cause_kind = 'trade' AND cause_id IS DISTINCT FROM trade_id;
-- The entries of a corporate action.
CREATE INDEX journal_entries_actions ON journal_entries (cause_id) WHERE cause_kind = 'action';
-- Entries of events that were posted with the type of users' entries: few, and reports read them as what they are.
CREATE INDEX journal_entries_retyped ON journal_entries (entry_date) WHERE cause_kind = 'action' AND transaction_type = 'Journal Entry';
CREATE INDEX journal_entries_closing ON journal_entries (entry_date) WHERE kind = 'closing';
-- Entries that were posted later than the day they belong to, and entries that change the cost of a sale: few among many,
-- they make the difference between gains and holdings by posting date and those by trade date.
CREATE INDEX journal_entries_moved ON journal_entries (entry_date, moved_from) WHERE moved_from IS NOT NULL;
CREATE INDEX journal_entries_recosts ON journal_entries (trade_id)
  WHERE kind = 'correction' AND transaction_type = 'Revenue' AND reversal_of IS NULL AND trade_id IS NOT NULL;
-- People's own entries among millions that follow from trades.
CREATE INDEX journal_entries_manual ON journal_entries (entry_date, id) WHERE kind = 'manual';
-- What entries say is said by many of them alike: a search reads each text once, in its order, and finds the entries by
-- it. Entries of no trade have references of their own; those of trades have the trade's deal number.
CREATE INDEX journal_entries_description ON journal_entries (description);
CREATE INDEX journal_entries_own_reference ON journal_entries (reference) WHERE trade_id IS NULL AND reference IS NOT NULL;
-- The same from its beginning, in capitals or not.
CREATE INDEX journal_entries_reference_noted ON journal_entries (lower(reference COLLATE "C")) WHERE trade_id IS NULL AND reference IS NOT NULL;
CREATE OR REPLACE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether the target of a cause exists.
CREATE OR REPLACE FUNCTION cause_is_there(kind text, id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE kind WHEN 'trade' THEN EXISTS (SELECT FROM trades t WHERE t.id = $2)
                   WHEN 'batch' THEN EXISTS (SELECT FROM batches b WHERE b.id = $2)
                   WHEN 'closing' THEN EXISTS (SELECT FROM year_closings c WHERE c.id = $2)
                   WHEN 'portfolio' THEN EXISTS (SELECT FROM portfolios p WHERE p.id = $2)
                   WHEN 'person' THEN EXISTS (SELECT FROM users u WHERE u.id = $2)
                   WHEN 'valuation' THEN EXISTS (SELECT FROM valuations v WHERE v.id = $2)
                   WHEN 'action' THEN EXISTS (SELECT FROM corporate_actions a WHERE a.id = $2) END
$$;

-- The records that entries name: the trade and its version, and the target of the cause. That of nearly all is their own trade.
CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  bad record;
BEGIN
  SELECT p.trade_id, p.trade_version, p.cause_kind, p.cause_id INTO bad FROM posted p
   WHERE (p.trade_id IS NOT NULL AND p.trade_version IS NOT NULL
          AND (SELECT true FROM trade_versions v WHERE v.trade_id = p.trade_id AND v.version = p.trade_version) IS NULL)
      OR ((p.cause_kind <> 'trade' OR p.cause_id IS DISTINCT FROM p.trade_id OR p.trade_version IS NULL)
          AND cause_is_there(p.cause_kind, p.cause_id) IS NOT TRUE) LIMIT 1;
  IF FOUND THEN
    PERFORM raise_missing('journal_entries', 'trade or cause',
                          concat_ws(', ', bad.trade_id || ' version ' || bad.trade_version, bad.cause_kind || ' ' || bad.cause_id));
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER journal_entries_check AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_entries();

CREATE TABLE journal_lines (
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL CHECK (line_no >= 1),
  entry_date date NOT NULL,
  account_id bigint NOT NULL,
  role text NOT NULL,
  debit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (debit BETWEEN 0 AND 1e13),
  credit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (credit BETWEEN 0 AND 1e13),
  transaction_type text NOT NULL,
  description text,
  portfolio_id bigint,
  equity_id bigint,
  settlement_account_id bigint,
  broker_id bigint,
  CHECK ((debit = 0) <> (credit = 0)),
  PRIMARY KEY (entry_id, line_no)
);
COMMENT ON TABLE journal_lines IS 'Fact: the lines of entries. Added with their entry in one statement, never changed; the trigger checks them and keeps the balances.';
-- Lines in the order of their dates are read through their entries, which have that order: `journal_entries_date`.
CREATE INDEX journal_lines_account ON journal_lines (account_id, entry_date, entry_id, line_no);
-- Descriptions of single lines that people typed, for the search; they do not grow with trades.
CREATE INDEX journal_lines_by_people ON journal_lines (description) WHERE role IN ('manual', 'suspense') AND description IS NOT NULL;
-- And their amounts.
CREATE INDEX journal_lines_amount_by_people ON journal_lines (greatest(debit, credit)) WHERE role IN ('manual', 'suspense');
CREATE OR REPLACE TRIGGER journal_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Balances kept by the write, per day and per month: a balance at any date is the months before and the days of
-- its month. 0 means "none". `slot` spreads concurrent writers over several rows of one key, so that they do
-- not wait for each other's commit; a reader adds the slots up. They change often and never their key: room on the page
-- keeps their updates in place.
CREATE TABLE ledger_days (
  day date NOT NULL,
  account_id bigint NOT NULL,
  portfolio_id bigint NOT NULL,
  settlement_account_id bigint NOT NULL,
  transaction_type text NOT NULL,
  slot smallint NOT NULL,
  debit numeric(20, 2) NOT NULL,
  credit numeric(20, 2) NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot)
) WITH (fillfactor = 70);
COMMENT ON TABLE ledger_days IS 'Derived: sums of lines per day. Written by the trigger of journal_lines alone.';
CREATE TABLE ledger_months (
  month date NOT NULL,
  account_id bigint NOT NULL,
  portfolio_id bigint NOT NULL,
  settlement_account_id bigint NOT NULL,
  transaction_type text NOT NULL,
  slot smallint NOT NULL,
  debit numeric(20, 2) NOT NULL,
  credit numeric(20, 2) NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot)
) WITH (fillfactor = 70);
COMMENT ON TABLE ledger_months IS 'Derived: sums of lines per month. Written by the trigger of journal_lines alone.';

-- The sums of dividends, withheld tax, write-offs and manual lines since the first day, by account and security. The total return reads them
-- in place of the ledger lines. Slots as above.
CREATE TABLE income_sums (
  account_id bigint NOT NULL,
  portfolio_id bigint NOT NULL,
  equity_id bigint NOT NULL,
  slot smallint NOT NULL,
  amount numeric(20, 2) NOT NULL,
  PRIMARY KEY (account_id, portfolio_id, equity_id, slot)
) WITH (fillfactor = 70);
COMMENT ON TABLE income_sums IS 'Derived: credits less debits of dividends, withheld tax, write-offs and what people posted, by security; without closings. Written by the trigger of journal_lines alone.';

-- Finds out only after a failure which entry is wrong, and how.
CREATE OR REPLACE FUNCTION raise_bad_entry(bad bigint, is_unbalanced boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_unbalanced THEN
    RAISE EXCEPTION 'journal entry % does not balance', bad
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_balances';
  END IF;
  RAISE EXCEPTION 'journal entry % is not whole', bad
    USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_whole';
END
$$;

-- Kept sums are in slots that one transaction at a time adds to: concurrent writes wait for no row of each
-- other, and cannot deadlock. This is the first slot that no other transaction keeps sums in, held until this one
-- ends. 4 to 19 are for very many rows. Where all are taken, one is shared.
CREATE OR REPLACE FUNCTION slot_to_keep() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  slot smallint;
BEGIN
  FOREACH slot IN ARRAY '{0,1,2,3,20,21,22,23,24,25,26,27,28,29,30,31}'::smallint[] LOOP
    IF try_lock(90, slot) THEN RETURN slot; END IF;
  END LOOP;
  RETURN pg_backend_pid() % 4;
END $$;

-- Runs once per statement over all lines it inserted: each entry is whole and balances within each portfolio it touches,
-- what it names is there, its day is open; then the lines are added to the stored balances in key order (so that writers
-- cannot deadlock).
CREATE OR REPLACE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
DECLARE
  doubtful boolean;
  near_lock boolean;
  near_valuation boolean;
  how_many bigint;
  bad record;
  what text;
  my_slot smallint;
  own_slot smallint;
  begun date[];
BEGIN
  -- What lines name is not deleted, no period is locked, and no valuation comes into force, while they are posted. The looks come
  -- after the locks, in statements of their own: they see what was done while this one waited.
  PERFORM share_postings();

  -- An entry of one portfolio, which nearly all are, is proved whole and balanced by one look over its lines; only where
  -- that leaves a doubt are the lines added up by portfolio.
  SELECT bool_or(p.difference <> 0 OR p.first_portfolio <> p.last_portfolio OR p.named NOT IN (0, p.lines)
                 OR (SELECT true FROM journal_entries e
                      WHERE e.id = p.entry_id AND e.line_count = p.lines AND e.line_count = p.last
                        AND e.entry_date = p.first_date AND e.entry_date = p.last_date) IS NULL),
         min(p.first_date) <= (SELECT max(locked_through) FROM entities),
         min(p.first_date) <= (SELECT max(valuation_date) FROM valuations_in_force), sum(p.lines)
    INTO doubtful, near_lock, near_valuation, how_many
    FROM (SELECT entry_id, sum(debit - credit) AS difference, count(*) AS lines, max(line_no) AS last,
                 min(entry_date) AS first_date, max(entry_date) AS last_date, count(portfolio_id) AS named,
                 min(portfolio_id) AS first_portfolio, max(portfolio_id) AS last_portfolio
            FROM posted GROUP BY entry_id) p;
  IF doubtful THEN
    SELECT p.entry_id, p.unbalanced INTO bad
      FROM (SELECT entry_id, bool_or(difference <> 0) AS unbalanced, sum(lines) AS lines, max(last) AS last,
                   min(first_date) AS first_date, max(last_date) AS last_date
              FROM (SELECT entry_id, portfolio_id, sum(debit - credit) AS difference, count(*) AS lines, max(line_no) AS last,
                           min(entry_date) AS first_date, max(entry_date) AS last_date
                      FROM posted GROUP BY entry_id, portfolio_id) q
             GROUP BY entry_id) p
     WHERE p.unbalanced
        OR (SELECT true FROM journal_entries e
             WHERE e.id = p.entry_id AND e.line_count = p.lines AND e.line_count = p.last
               AND e.entry_date = p.first_date AND e.entry_date = p.last_date) IS NULL
     LIMIT 1;
    IF FOUND THEN PERFORM raise_bad_entry(bad.entry_id, bad.unbalanced); END IF;
  END IF;

  IF near_lock THEN
    SELECT e.name, e.locked_through, p.first_date INTO bad
      FROM (SELECT portfolio_id, min(entry_date) AS first_date FROM posted GROUP BY portfolio_id) p
      LEFT JOIN portfolios f ON f.id = p.portfolio_id
      JOIN entities e ON e.id = f.entity_id OR (p.portfolio_id IS NULL AND e.is_general)
     WHERE p.first_date <= e.locked_through ORDER BY e.locked_through DESC, e.id LIMIT 1;
    IF FOUND THEN PERFORM raise_period_locked(bad.name, bad.locked_through, bad.first_date); END IF;
  END IF;
  IF near_valuation THEN
    PERFORM mark_valuations(array_agg(portfolio_id), array_agg(entry_date)) FROM posted
      WHERE role IN ('investment', 'transaction-costs') AND portfolio_id IS NOT NULL HAVING count(*) > 0;
  END IF;

  -- Of few lines each goes to the key of what it names, whatever the planner believes of its size; for many the keys are
  -- read once.
  IF how_many > 1000 THEN
    SELECT CASE WHEN p.account_id NOT IN (SELECT id FROM chart_of_accounts) THEN 'account'
                WHEN p.portfolio_id IS NOT NULL AND p.portfolio_id NOT IN (SELECT id FROM portfolios) THEN 'portfolio'
                WHEN p.settlement_account_id IS NOT NULL AND p.settlement_account_id NOT IN (SELECT id FROM settlement_accounts)
                  THEN 'settlement account'
                WHEN p.equity_id IS NOT NULL AND p.equity_id NOT IN (SELECT id FROM equities) THEN 'equity'
                ELSE 'broker' END INTO what
      FROM posted p
     WHERE p.account_id NOT IN (SELECT id FROM chart_of_accounts)
        OR (p.portfolio_id IS NOT NULL AND p.portfolio_id NOT IN (SELECT id FROM portfolios))
        OR (p.settlement_account_id IS NOT NULL AND p.settlement_account_id NOT IN (SELECT id FROM settlement_accounts))
        OR (p.equity_id IS NOT NULL AND p.equity_id NOT IN (SELECT id FROM equities))
        OR (p.broker_id IS NOT NULL AND p.broker_id NOT IN (SELECT id FROM brokers))
     LIMIT 1;
  ELSE
    SELECT CASE WHEN p.account IS NULL THEN 'account'
                WHEN p.portfolio_id IS NOT NULL AND p.portfolio IS NULL THEN 'portfolio'
                WHEN p.settlement_account_id IS NOT NULL AND p.settlement_account IS NULL THEN 'settlement account'
                WHEN p.equity_id IS NOT NULL AND p.equity IS NULL THEN 'equity'
                ELSE 'broker' END INTO what
      FROM (SELECT l.*, (SELECT true FROM chart_of_accounts a WHERE a.id = l.account_id) AS account,
                   (SELECT true FROM portfolios f WHERE f.id = l.portfolio_id) AS portfolio,
                   (SELECT true FROM settlement_accounts s WHERE s.id = l.settlement_account_id) AS settlement_account,
                   (SELECT true FROM equities q WHERE q.id = l.equity_id) AS equity,
                   (SELECT true FROM brokers b WHERE b.id = l.broker_id) AS broker
              FROM (SELECT DISTINCT account_id, portfolio_id, settlement_account_id, equity_id, broker_id FROM posted) l) p
     WHERE p.account IS NULL OR (p.portfolio_id IS NOT NULL AND p.portfolio IS NULL)
        OR (p.settlement_account_id IS NOT NULL AND p.settlement_account IS NULL)
        OR (p.equity_id IS NOT NULL AND p.equity IS NULL) OR (p.broker_id IS NOT NULL AND p.broker IS NULL)
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'a ledger line names a % that does not exist', what
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_references';
  END IF;

  -- Saves have the slots of slot_to_keep(). A statement of very many lines takes one of its own, from 4 to 19, which no
  -- other transaction writes until this one ends: saves and other imports do not wait for its rows, and days on which the slot
  -- holds nothing yet are written without asking row by row whether there is one. Still in the order of days: a
  -- balance reads the days of a month, and finds them side by side.
  IF how_many > 1000 THEN
    FOR number IN 4..19 LOOP
      IF try_lock(90, number) THEN
        own_slot := number;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  IF own_slot IS NOT NULL THEN
    -- In a statement after the lock: it sees what the slot's last writer left.
    SELECT coalesce(array_agg(d.day), '{}') INTO begun
      FROM (SELECT DISTINCT entry_date AS day FROM posted) d
     WHERE (SELECT true FROM ledger_days b WHERE b.day = d.day AND b.slot = own_slot LIMIT 1);
    WITH kept AS MATERIALIZED (
      SELECT entry_date AS day, account_id, coalesce(portfolio_id, 0) AS portfolio_id,
             coalesce(settlement_account_id, 0) AS settlement_account_id, transaction_type,
             sum(debit) AS debit, sum(credit) AS credit, count(*) AS lines
        FROM posted GROUP BY 1, 2, 3, 4, 5),
    new_days AS (
      INSERT INTO ledger_days
        SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot, debit, credit, lines
          FROM kept WHERE day <> ALL (begun) ORDER BY 1, 2, 3, 4, 5),
    days AS (
      INSERT INTO ledger_days AS b
        SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot, debit, credit, lines
          FROM kept WHERE day = ANY (begun) ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
          SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines)
    INSERT INTO ledger_months AS b
      SELECT date_trunc('month', day::timestamp)::date, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot,
             sum(debit), sum(credit), sum(lines)
        FROM kept GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
        SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
    RETURN NULL;
  END IF;
  my_slot := slot_to_keep();
  WITH kept AS MATERIALIZED (
    SELECT entry_date AS day, account_id, coalesce(portfolio_id, 0) AS portfolio_id,
           coalesce(settlement_account_id, 0) AS settlement_account_id, transaction_type,
           sum(debit) AS debit, sum(credit) AS credit, count(*) AS lines
      FROM posted GROUP BY 1, 2, 3, 4, 5),
  days AS (
    INSERT INTO ledger_days AS b
      SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, my_slot, debit, credit, lines
        FROM kept ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
        SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines)
  INSERT INTO ledger_months AS b
    SELECT date_trunc('month', day::timestamp)::date, account_id, portfolio_id, settlement_account_id, transaction_type, my_slot,
           sum(debit), sum(credit), sum(lines)
      FROM kept GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
      SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER journal_lines_post AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION post_lines();

CREATE OR REPLACE FUNCTION keep_income() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
DECLARE
  my_slot smallint;
BEGIN
  -- Lines of trades, which nearly all are, have none of these roles.
  IF NOT EXISTS (SELECT FROM posted WHERE role IN ('dividend-income', 'withholding-tax', 'impairment', 'manual')) THEN RETURN NULL; END IF;
  my_slot := slot_to_keep();
  INSERT INTO income_sums AS s
    SELECT account_id, coalesce(portfolio_id, 0), coalesce(equity_id, 0), my_slot, sum(credit - debit)
      FROM posted
     WHERE role IN ('dividend-income', 'withholding-tax', 'impairment', 'manual') AND transaction_type <> 'Closing'
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, portfolio_id, equity_id, slot) DO UPDATE SET amount = s.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER journal_lines_post_income AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION keep_income();

-- What the ledger names stays: asked of the stored balances, which name every account and portfolio that has lines, alone,
-- under the lock that posting shares.
CREATE OR REPLACE FUNCTION keep_what_the_ledger_names() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  used boolean;
BEGIN
  PERFORM take_lock(40);
  EXECUTE format('SELECT EXISTS (SELECT FROM ledger_months WHERE %I = $1)', TG_ARGV[0]) INTO used USING OLD.id;
  IF used THEN
    RAISE EXCEPTION '% % has ledger lines', TG_TABLE_NAME, OLD.id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_references';
  END IF;
  RETURN OLD;
END
$$;
CREATE OR REPLACE TRIGGER accounts_in_ledger BEFORE DELETE ON chart_of_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('account_id');
CREATE OR REPLACE TRIGGER portfolios_in_ledger BEFORE DELETE ON portfolios
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('portfolio_id');
CREATE OR REPLACE TRIGGER settlement_accounts_in_ledger BEFORE DELETE ON settlement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('settlement_account_id');
