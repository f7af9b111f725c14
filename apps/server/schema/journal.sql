-- Entries of people: drafts before they are posted, entries that come due again and again, and later acts on posted ones.

-- Entries that are not in the ledger yet: drafts, cancelled drafts and the templates of recurring entries. Their
-- ids come from the sequence of the entries, so that an id names one thing.
CREATE TABLE journal_drafts (
  id bigint PRIMARY KEY DEFAULT nextval('journal_entries_id_seq'),
  status text NOT NULL DEFAULT 'Draft' CHECK (status IN ('Draft', 'Cancelled', 'Posted', 'Template')),
  entry_date date NOT NULL CHECK (isfinite(entry_date)),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  reference text CHECK (length(reference) <= 100),
  transaction_type text NOT NULL,
  -- The entry that it became when it was posted.
  posted_as bigint UNIQUE REFERENCES journal_entries (id),
  -- The posted entry that was taken back to become this draft.
  taken_from bigint REFERENCES journal_entries (id),
  -- The recurring entry that it came due of, and the day.
  recurring_id bigint,
  due_on date,
  version integer NOT NULL DEFAULT 1,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  changed_at timestamptz,
  changed_by bigint REFERENCES users (id),
  CHECK ((status = 'Posted') = (posted_as IS NOT NULL)),
  CHECK ((recurring_id IS NULL) = (due_on IS NULL)),
  -- However many look at once, what comes due is made once.
  UNIQUE (recurring_id, due_on)
);
COMMENT ON TABLE journal_drafts IS 'Work in progress: entries before they are posted, and templates. Changed under their version.';
CREATE INDEX journal_drafts_date ON journal_drafts (entry_date, id);
-- The open drafts, without all that were posted or cancelled: the ledger lists and counts them by their own filter.
CREATE INDEX journal_drafts_open ON journal_drafts (entry_date, id) WHERE status = 'Draft';

CREATE TABLE journal_draft_lines (
  draft_id bigint NOT NULL REFERENCES journal_drafts (id),
  line_no smallint NOT NULL CHECK (line_no >= 1),
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id),
  -- `suspense` for the other side of a one-line entry.
  role text NOT NULL DEFAULT 'manual' CHECK (role IN ('manual', 'suspense')),
  debit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (debit BETWEEN 0 AND 1e13),
  credit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (credit BETWEEN 0 AND 1e13),
  description text,
  portfolio_id bigint REFERENCES portfolios (id),
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  -- The item of Suspense that the line clears once it is posted.
  clears_entry_id bigint,
  clears_line_no smallint,
  CHECK (debit = 0 OR credit = 0),
  CHECK ((clears_entry_id IS NULL) = (clears_line_no IS NULL)),
  PRIMARY KEY (draft_id, line_no),
  FOREIGN KEY (clears_entry_id, clears_line_no) REFERENCES journal_lines (entry_id, line_no)
);
COMMENT ON TABLE journal_draft_lines IS 'Work in progress: the lines of drafts, replaced with each change.';
CREATE INDEX journal_draft_lines_account ON journal_draft_lines (account_id);
CREATE INDEX journal_draft_lines_portfolio ON journal_draft_lines (portfolio_id);
CREATE INDEX journal_draft_lines_settlement_account ON journal_draft_lines (settlement_account_id);
CREATE INDEX journal_draft_lines_clears ON journal_draft_lines (clears_entry_id, clears_line_no) WHERE clears_entry_id IS NOT NULL;

-- An entry that comes due again and again: as drafts, never posted automatically.
CREATE TABLE journal_recurring (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  template_id bigint NOT NULL UNIQUE REFERENCES journal_drafts (id),
  unit text NOT NULL CHECK (unit IN ('week', 'month', 'quarter', 'year')),
  -- Every so many of the unit.
  every smallint NOT NULL DEFAULT 1 CHECK (every BETWEEN 1 AND 52),
  first_date date NOT NULL CHECK (isfinite(first_date)),
  last_date date CHECK (isfinite(last_date) AND last_date >= first_date),
  -- How many occurrences are behind us, and the day of the next one; null when there is none any more.
  passed integer NOT NULL DEFAULT 0 CHECK (passed >= 0),
  next_date date,
  paused boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id)
);
COMMENT ON TABLE journal_recurring IS 'Register: entries that come due again and again, as drafts.';
CREATE INDEX journal_recurring_next ON journal_recurring (next_date) WHERE NOT paused AND next_date IS NOT NULL;
ALTER TABLE journal_drafts ADD FOREIGN KEY (recurring_id) REFERENCES journal_recurring (id);

-- The acts on a posted entry: taken back, with or without another one in its place, and why.
CREATE TABLE journal_changes (
  entry_id bigint PRIMARY KEY REFERENCES journal_entries (id),
  reversal_id bigint NOT NULL UNIQUE REFERENCES journal_entries (id),
  replacement_id bigint UNIQUE REFERENCES journal_entries (id),
  reason text CHECK (length(reason) <= 500)
);
COMMENT ON TABLE journal_changes IS 'Fact: posted entries that a person took back or replaced. Added, never changed.';
CREATE OR REPLACE TRIGGER journal_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
