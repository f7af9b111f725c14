-- The accounting interface: outside ledgers, and the batches of entries that went there. A batch is numbered under the lock of its target's row, and holds
-- every entry of the target that is in no live batch and not in its opening balances, portfolio by portfolio.
CREATE TABLE accounting_targets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- In the numbers of its batches.
  code text NOT NULL CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  format text NOT NULL CHECK (format IN ('xero', 'quickbooks', 'csv')),
  detail text NOT NULL CHECK (detail IN ('line', 'day', 'month')),
  -- The books of an entity, or of some portfolios; they never change.
  entity_id bigint REFERENCES entities (id),
  portfolios bigint[] CHECK (cardinality(portfolios) >= 1),
  start_date date NOT NULL CHECK (isfinite(start_date)),
  -- The first day on which the outside books are open: older entries go to it. Null: the first day.
  open_from date CHECK (isfinite(open_from)),
  tax_rate text CHECK (length(tax_rate) BETWEEN 1 AND 100),
  -- Of a CSV of the firm's own columns.
  layout jsonb,
  version integer NOT NULL DEFAULT 1,
  -- Moves with each change of the mapping.
  mapping_version integer NOT NULL DEFAULT 1,
  -- The number of the newest batch.
  last_number integer NOT NULL DEFAULT 0,
  CHECK ((entity_id IS NULL) <> (portfolios IS NULL)),
  CHECK ((layout IS NULL) OR format = 'csv'),
  CHECK (open_from >= start_date),
  CHECK ((tax_rate IS NULL) OR format <> 'quickbooks')
);
COMMENT ON TABLE accounting_targets IS 'Register: outside ledgers that batches of entries go to. Its row is locked while a batch is numbered.';
CREATE UNIQUE INDEX accounting_targets_code ON accounting_targets (code);

CREATE TABLE accounting_mappings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target_id bigint NOT NULL REFERENCES accounting_targets (id),
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id),
  -- Null: every portfolio without a row of its own.
  portfolio_id bigint REFERENCES portfolios (id),
  outside text NOT NULL CHECK (length(outside) BETWEEN 1 AND 200),
  cost_centre text CHECK (length(cost_centre) BETWEEN 1 AND 100),
  -- Null: since ever.
  effective_from date CHECK (isfinite(effective_from))
);
COMMENT ON TABLE accounting_mappings IS 'Register: which outside account ours goes to. The rows of a target are written together.';
CREATE UNIQUE INDEX accounting_mappings_place
  ON accounting_mappings (target_id, account_id, coalesce(portfolio_id, 0), coalesce(effective_from, '1900-01-01'));

CREATE TABLE accounting_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target_id bigint NOT NULL REFERENCES accounting_targets (id),
  sequence integer NOT NULL CHECK (sequence >= 1),
  number text NOT NULL,
  to_date date NOT NULL CHECK (isfinite(to_date)),
  state text NOT NULL DEFAULT 'made' CHECK (state IN ('made', 'acknowledged', 'refused', 'replaced')),
  -- The number of the outside ledger, once it took the batch.
  reference text CHECK (length(reference) BETWEEN 1 AND 100),
  entries integer NOT NULL CHECK (entries >= 1),
  vouchers integer NOT NULL CHECK (vouchers >= 1),
  lines integer NOT NULL CHECK (lines >= 2),
  amount numeric(20, 2) NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- [{account, before, debit, credit, balance}] by account, as known when it was made.
  tie jsonb NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  UNIQUE (target_id, sequence)
);
COMMENT ON TABLE accounting_batches IS 'Fact: a batch of entries as it was made for an outside ledger. Only its state and the outside reference move, with a step.';

CREATE TABLE accounting_batch_parts (
  batch_id bigint NOT NULL REFERENCES accounting_batches (id),
  part integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (batch_id, part)
);
COMMENT ON TABLE accounting_batch_parts IS 'Fact: the bytes of the file of a batch, in parts.';

CREATE TABLE accounting_batch_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id bigint NOT NULL REFERENCES accounting_batches (id),
  what text NOT NULL CHECK (what IN ('made', 'acknowledged', 'refused', 'replaced')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  by_user bigint NOT NULL REFERENCES users (id),
  reference text CHECK (length(reference) BETWEEN 1 AND 100),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  act_id bigint NOT NULL DEFAULT current_act()
);
COMMENT ON TABLE accounting_batch_steps IS 'Fact: what became of a batch, and who did what with it. Added, never changed.';
CREATE INDEX accounting_batch_steps_batch ON accounting_batch_steps (batch_id);
-- A batch is taken, or replaced, once.
CREATE UNIQUE INDEX accounting_batch_steps_end ON accounting_batch_steps (batch_id) WHERE what IN ('acknowledged', 'replaced');

CREATE TABLE accounting_exported (
  target_id bigint NOT NULL,
  -- Null, as the voucher is: in the opening balances, which are the entries dated before the first day that the books held when the target was added
  -- or its first day changed.
  batch_id bigint,
  entry_id bigint NOT NULL,
  -- Of an entry over several portfolios the target takes the lines of its own; a portfolio that joins it later adds its lines then. Zero: lines without a portfolio.
  portfolio_id bigint NOT NULL,
  voucher integer,
  is_live boolean NOT NULL DEFAULT true,
  CHECK ((batch_id IS NULL) = (voucher IS NULL))
);
COMMENT ON TABLE accounting_exported IS 'Fact: which entries are in which batch, by portfolio. Only is_live moves: it ends with a batch that is replaced, and with opening balances that are taken anew.';
CREATE UNIQUE INDEX accounting_exported_once ON accounting_exported (target_id, entry_id, portfolio_id) WHERE is_live;
CREATE INDEX accounting_exported_batch ON accounting_exported (batch_id, voucher, entry_id);

CREATE TABLE accounting_sums (
  target_id bigint NOT NULL REFERENCES accounting_targets (id),
  batch_id bigint NOT NULL REFERENCES accounting_batches (id),
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id),
  outside text NOT NULL,
  debit numeric(20, 2) NOT NULL,
  credit numeric(20, 2) NOT NULL
);
COMMENT ON TABLE accounting_sums IS 'Fact: what a batch comes to by account and outside account. Added with it, never changed.';
CREATE INDEX accounting_sums_target ON accounting_sums (target_id);

CREATE OR REPLACE TRIGGER accounting_targets_keep_key BEFORE UPDATE OF id, code, format, entity_id, portfolios ON accounting_targets
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER accounting_targets_stay BEFORE DELETE OR TRUNCATE ON accounting_targets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER accounting_batches_keep_key
  BEFORE UPDATE OF id, target_id, sequence, number, to_date, entries, vouchers, lines, amount, file_name, media_type, bytes, sha256, tie, recorded_at,
                   recorded_by, act_id ON accounting_batches
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER accounting_batches_stay BEFORE DELETE OR TRUNCATE ON accounting_batches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER accounting_batch_parts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON accounting_batch_parts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER accounting_batch_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON accounting_batch_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER accounting_exported_keep_key BEFORE UPDATE OF target_id, entry_id, portfolio_id, batch_id, voucher ON accounting_exported
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER accounting_exported_stay BEFORE DELETE OR TRUNCATE ON accounting_exported
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER accounting_sums_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON accounting_sums
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
