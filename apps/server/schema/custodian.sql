-- Custodians: the accounts in which they keep shares of portfolios, the files that they send, what people said of them. A line is held
-- against the books when it is read; nothing that follows is stored.

CREATE TABLE safekeeping_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As the custodian writes it, without blanks.
  account text NOT NULL CHECK (account ~ '^[A-Z0-9./?:()+-]{1,35}$'),
  custodian text NOT NULL CHECK (length(custodian) BETWEEN 1 AND 200),
  bic text CHECK (bic ~ '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  -- The custodian holds all shares of these portfolios in this account. A portfolio has one active account.
  portfolio_ids bigint[] NOT NULL CHECK (cardinality(portfolio_ids) BETWEEN 1 AND 1000 AND array_position(portfolio_ids, NULL) IS NULL),
  -- The basis of a statement that does not name its own.
  basis text NOT NULL DEFAULT 'settled' CHECK (basis IN ('settled', 'traded')),
  is_active boolean NOT NULL DEFAULT true,
  notes text CHECK (length(notes) <= 4000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE safekeeping_accounts IS 'Register: accounts in which custodians keep the shares of portfolios.';
CREATE UNIQUE INDEX safekeeping_accounts_once ON safekeeping_accounts (lower(account));

-- A file of a custodian as it came, with one message or many. The same bytes are the same file.
CREATE TABLE custodian_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('holdings', 'confirmations', 'mixed')),
  file_name text NOT NULL CHECK (length(file_name) <= 300),
  sha256 bytea NOT NULL UNIQUE CHECK (length(sha256) = 32),
  content bytea NOT NULL CHECK (length(content) BETWEEN 1 AND 10485760),
  lines integer NOT NULL CHECK (lines >= 0),
  -- Messages of types that are not read: [{type, count}].
  left_out jsonb NOT NULL DEFAULT '[]',
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE custodian_files IS 'Fact: files of custodians that were uploaded.';
ALTER TABLE custodian_files ALTER content SET STORAGE EXTERNAL;
CREATE OR REPLACE TRIGGER custodian_files_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON custodian_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE custodian_messages (
  file_id bigint NOT NULL REFERENCES custodian_files (id),
  -- In the file, from 1.
  place integer NOT NULL CHECK (place > 0),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 20),
  reference text CHECK (length(reference) BETWEEN 1 AND 35),
  -- The reference of the statement or confirmation that it takes back.
  cancels text CHECK (length(cancels) BETWEEN 1 AND 35),
  account_id bigint NOT NULL REFERENCES safekeeping_accounts (id),
  -- Of a statement: its day, its basis (null: it names none), its number and page. Null for a confirmation.
  statement_date date CHECK (isfinite(statement_date)),
  basis text CHECK (basis IN ('settled', 'traded')),
  number text CHECK (length(number) BETWEEN 1 AND 35),
  page integer CHECK (page >= 0),
  is_last boolean,
  is_whole boolean,
  PRIMARY KEY (file_id, place),
  CHECK ((statement_date IS NULL) = (page IS NULL) AND (page IS NULL) = (is_last IS NULL) AND (is_last IS NULL) = (is_whole IS NULL))
);
COMMENT ON TABLE custodian_messages IS 'Fact: the messages of a file of a custodian.';
CREATE INDEX custodian_messages_account ON custodian_messages (account_id, statement_date);
CREATE INDEX custodian_messages_reference ON custodian_messages (account_id, reference) WHERE statement_date IS NULL;
CREATE INDEX custodian_messages_cancels ON custodian_messages (account_id, cancels) WHERE cancels IS NOT NULL;
CREATE OR REPLACE TRIGGER custodian_messages_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON custodian_messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE custodian_lines (
  file_id bigint NOT NULL,
  -- In the file, from 1.
  line integer NOT NULL CHECK (line > 0),
  message integer NOT NULL,
  account_id bigint NOT NULL REFERENCES safekeeping_accounts (id),
  isin text CHECK (length(isin) = 12),
  symbol text CHECK (length(symbol) BETWEEN 1 AND 20),
  -- How the message describes the security.
  description text CHECK (length(description) BETWEEN 1 AND 200),
  -- Why the line cannot be used.
  fault_field text CHECK (length(fault_field) BETWEEN 1 AND 40),
  fault text CHECK (length(fault) BETWEEN 1 AND 300),
  -- Of a statement, in shares; null where it does not say.
  aggregate bigint CHECK (aggregate BETWEEN 0 AND 1000000000000),
  available bigint CHECK (available BETWEEN 0 AND 1000000000000),
  pledged bigint CHECK (pledged >= 0),
  pending_receipt bigint CHECK (pending_receipt >= 0),
  pending_delivery bigint CHECK (pending_delivery >= 0),
  -- Of a confirmation.
  side text CHECK (side IN ('buy', 'sell')),
  is_free boolean,
  -- Our reference as it came back.
  our_reference text CHECK (length(our_reference) BETWEEN 1 AND 35),
  settled bigint CHECK (settled BETWEEN 0 AND 1000000000000),
  settled_before bigint CHECK (settled_before BETWEEN 0 AND 1000000000000),
  remaining bigint CHECK (remaining BETWEEN 0 AND 1000000000000),
  amount numeric(18, 2) CHECK (amount BETWEEN 0 AND 1e13),
  settled_on date CHECK (isfinite(settled_on)),
  is_cancelled boolean,
  PRIMARY KEY (file_id, line),
  FOREIGN KEY (file_id, message) REFERENCES custodian_messages (file_id, place),
  CHECK ((fault IS NULL) = (fault_field IS NULL))
);
COMMENT ON TABLE custodian_lines IS 'Fact: what a message of a custodian says of a security or a settlement.';
CREATE INDEX custodian_lines_account ON custodian_lines (account_id);
CREATE INDEX custodian_lines_message ON custodian_lines (file_id, message);
CREATE OR REPLACE TRIGGER custodian_lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON custodian_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The portfolios of an account when a file of it was uploaded: the file is compared with them, whatever the account has later. Uploaded
-- again after the account has changed, the file has them anew; the newest count.
CREATE TABLE custodian_file_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_id bigint NOT NULL REFERENCES custodian_files (id),
  account_id bigint NOT NULL REFERENCES safekeeping_accounts (id),
  portfolio_ids bigint[] NOT NULL CHECK (cardinality(portfolio_ids) BETWEEN 1 AND 1000 AND array_position(portfolio_ids, NULL) IS NULL),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE custodian_file_accounts IS 'Fact: the portfolios of safekeeping accounts when files of them were uploaded.';
CREATE INDEX custodian_file_accounts_file ON custodian_file_accounts (file_id, account_id, id);
CREATE OR REPLACE TRIGGER custodian_file_accounts_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON custodian_file_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A confirmation that a person accepted: the settlement of the trade was confirmed by it. Reopened, it may be accepted once more.
CREATE TABLE custodian_acceptances (
  file_id bigint NOT NULL,
  line integer NOT NULL,
  trade_id bigint NOT NULL REFERENCES trades (id),
  amount numeric(18, 2) NOT NULL CHECK (amount > 0 AND amount <= 1e13),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (file_id, line, act_id),
  FOREIGN KEY (file_id, line) REFERENCES custodian_lines (file_id, line)
);
COMMENT ON TABLE custodian_acceptances IS 'Fact: confirmations of custodians by which settlements were confirmed.';
CREATE INDEX custodian_acceptances_trade ON custodian_acceptances (trade_id);
CREATE OR REPLACE TRIGGER custodian_acceptances_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON custodian_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE custodian_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_id bigint NOT NULL REFERENCES custodian_files (id),
  account_id bigint NOT NULL REFERENCES safekeeping_accounts (id),
  -- Of which statement: its day. Null in notes of all statements of a file, as they were before.
  statement_date date CHECK (isfinite(statement_date)),
  -- The security, or how the message names one that is not known. Both null in older notes, which have what was shown alone.
  equity_id bigint,
  written text CHECK (length(written) BETWEEN 1 AND 200),
  -- The security as it was shown.
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 40),
  note text NOT NULL CHECK (length(note) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE custodian_notes IS 'Fact: how people explained a break. The newest note of a break counts.';
CREATE INDEX custodian_notes_file ON custodian_notes (file_id, id);
CREATE OR REPLACE TRIGGER custodian_notes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON custodian_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Acceptances that count: the settlement was not reopened since.
CREATE OR REPLACE FUNCTION standing_acceptances()
RETURNS TABLE (file_id bigint, line integer, trade_id bigint, amount numeric, recorded_by bigint, recorded_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT a.file_id, a.line, a.trade_id, a.amount, a.recorded_by, a.recorded_at
    FROM em.custodian_acceptances a
   WHERE NOT EXISTS (SELECT FROM em.settlement_confirmations r
                      WHERE r.trade_id = a.trade_id AND r.kind = 'reopened'
                        AND r.id > (SELECT max(c.id) FROM em.settlement_confirmations c
                                     WHERE c.trade_id = a.trade_id AND c.act_id = a.act_id))
$$;

-- Confirmations that a cancellation names, with the message that takes them back. Parts of one settlement may share the reference of a
-- sese.025: there it is the part of the same quantities.
CREATE OR REPLACE FUNCTION confirmations_taken_back()
RETURNS TABLE (file_id bigint, line integer, by_file bigint, by_line integer, by_reference text)
LANGUAGE sql STABLE AS $$
  SELECT l.file_id, l.line, x.file_id, k.line, x.reference
    FROM em.custodian_messages x
    JOIN em.custodian_lines k ON k.file_id = x.file_id AND k.message = x.place
    JOIN em.custodian_messages m ON m.account_id = x.account_id AND m.reference = x.cancels AND m.statement_date IS NULL AND m.cancels IS NULL
    JOIN em.custodian_lines l ON l.file_id = m.file_id AND l.message = m.place
   WHERE x.cancels IS NOT NULL AND NOT l.is_cancelled
     AND (m.type <> 'sese.025' OR (k.settled, coalesce(k.settled_before, l.settled_before)) IS NOT DISTINCT FROM (l.settled, l.settled_before))
$$;

-- Statements, each page for itself, that a later message cancels: of the same account and day, by their reference.
CREATE OR REPLACE FUNCTION statements_cancelled()
RETURNS TABLE (file_id bigint, place integer, by_file bigint, by_place integer, by_reference text)
LANGUAGE sql STABLE AS $$
  SELECT m.file_id, m.place, x.file_id, x.place, x.reference
    FROM em.custodian_messages x
    JOIN em.custodian_messages m ON m.account_id = x.account_id AND m.statement_date = x.statement_date AND m.reference = x.cancels
   WHERE x.cancels IS NOT NULL AND m.cancels IS NULL AND (m.file_id, m.place) < (x.file_id, x.place)
$$;

-- Shares of trades that settled by confirmations which were accepted and count.
CREATE OR REPLACE FUNCTION settled_at_custodians()
RETURNS TABLE (trade_id bigint, shares bigint, settled_on date)
LANGUAGE sql STABLE AS $$
  SELECT a.trade_id, l.settled, l.settled_on
    FROM em.standing_acceptances() a
    JOIN em.custodian_lines l ON l.file_id = a.file_id AND l.line = a.line
   WHERE NOT EXISTS (SELECT FROM em.confirmations_taken_back() b WHERE b.file_id = a.file_id AND b.line = a.line)
$$;

-- Which security an ISIN or a description of a custodian means, as a person chose it last.
CREATE TABLE custodian_securities (
  written text PRIMARY KEY CHECK (length(written) BETWEEN 1 AND 200),
  equity_id bigint NOT NULL REFERENCES equities (id) ON DELETE CASCADE,
  updated_by bigint NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE custodian_securities IS 'Register: the security that an ISIN or a description of custodians means.';
