-- What happened to the settlement of trades. A confirmation is a fact of its own beside the entry that the trade booked;
-- another date or amount than booked reverses that entry and posts what happened.
CREATE TABLE settlement_confirmations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL,
  trade_version integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('settled', 'part', 'failed', 'rescheduled', 'reopened')),
  -- The day of the payment, or of the failure.
  actual_date date CHECK (isfinite(actual_date)),
  -- What was paid.
  amount numeric(18, 2) NOT NULL DEFAULT 0 CHECK (amount BETWEEN 0 AND 1e13),
  -- When the rest is expected from now on; null where nothing is left or nobody knows.
  due_date date CHECK (isfinite(due_date)),
  reference text CHECK (length(reference) BETWEEN 1 AND 100),
  note text CHECK (length(note) BETWEEN 1 AND 500),
  -- The entries that it caused, reversals first; none where it happened as booked.
  entry_ids bigint[] NOT NULL DEFAULT '{}',
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL,
  CHECK ((kind IN ('settled', 'part')) = (amount > 0)),
  CHECK ((kind IN ('settled', 'part', 'failed')) = (actual_date IS NOT NULL)),
  CHECK ((kind IN ('settled', 'failed')) = (due_date IS NULL)),
  FOREIGN KEY (trade_id, trade_version) REFERENCES trade_versions (trade_id, version)
);
CREATE INDEX settlement_confirmations_trade ON settlement_confirmations (trade_id, id);
CREATE TRIGGER settlement_confirmations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_confirmations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Derived: where a settlement stands that was acted upon since it was booked, or reopened. Others have no row.
CREATE TABLE settlement_states (
  trade_id bigint PRIMARY KEY REFERENCES trades (id),
  -- The last thing that happened.
  confirmation_id bigint NOT NULL REFERENCES settlement_confirmations (id),
  status text NOT NULL CHECK (status IN ('open', 'failed', 'settled')),
  due_date date,
  -- The day of the last payment.
  paid_on date,
  paid numeric(18, 2) NOT NULL DEFAULT 0 CHECK (paid >= 0),
  -- The settlement entry of what is expected; the others that stand were paid.
  expected_entry_id bigint,
  CHECK ((status = 'open') = (due_date IS NOT NULL)),
  CHECK ((status = 'open') = (expected_entry_id IS NOT NULL))
);
CREATE INDEX settlement_states_settled ON settlement_states (paid_on, trade_id) WHERE status = 'settled';

-- Derived too, and kept on the trade so that what is still to settle is a small index however long the history is.
ALTER TABLE trades ADD is_settled boolean NOT NULL DEFAULT false;
CREATE INDEX trades_unsettled ON trades (id) WHERE NOT is_settled AND NOT is_deleted AND side <> 'opening';
