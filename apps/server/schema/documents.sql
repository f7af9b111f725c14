-- Documents of brokers as they were read: the file, its lines, and the trades that were recorded from them. The matches of the lines with the
-- trades of the books are stored too, and computed again after the books have changed.

CREATE TABLE trade_documents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('trade-file', 'confirmation', 'monthly', 'drop-copy')),
  file_name text NOT NULL CHECK (length(file_name) <= 300),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 10485760),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- Null once the time for which files are kept is over; nothing was recorded from it then.
  content bytea CHECK (length(content) = bytes),
  broker_name text CHECK (length(broker_name) <= 200),
  -- The fields above the lines: broker, client account, dates.
  header jsonb NOT NULL,
  first_date date CHECK (isfinite(first_date)),
  last_date date CHECK (isfinite(last_date)),
  lines integer NOT NULL CHECK (lines BETWEEN 0 AND 100000),
  skipped integer NOT NULL CHECK (skipped >= 0),
  problems integer NOT NULL CHECK (problems >= 0),
  -- The first thousand: [{line, reason}] and [{line, column, message, value}].
  skipped_lines jsonb NOT NULL DEFAULT '[]',
  problem_lines jsonb NOT NULL DEFAULT '[]',
  -- The sums of its lines, and the totals that the document states. Amounts in cents, as texts.
  totals jsonb NOT NULL,
  stated_totals jsonb,
  -- The text of a PDF.
  content_text text,
  uploaded_by bigint NOT NULL REFERENCES users (id),
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the same file was read again in another way. This reading stays as the source of what was recorded from it and undone.
  replaced_at timestamptz
);
COMMENT ON TABLE trade_documents IS 'Fact: documents of brokers as they were read. One from which trades were recorded stays.';
ALTER TABLE trade_documents ALTER content SET STORAGE EXTERNAL;
-- Unique for each person: the scope may hide a document that another person uploaded.
CREATE UNIQUE INDEX trade_documents_once ON trade_documents (sha256, uploaded_by) WHERE replaced_at IS NULL;
CREATE INDEX trade_documents_days ON trade_documents (last_date, first_date);

CREATE TABLE trade_document_lines (
  document_id bigint NOT NULL REFERENCES trade_documents (id),
  -- In the file, from 1; of a PDF in its text.
  line integer NOT NULL CHECK (line > 0),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  trade_time text CHECK (length(trade_time) <= 20),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  execution_id text CHECK (length(execution_id) <= 60),
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 20),
  isin text CHECK (length(isin) <= 20),
  company_name text CHECK (length(company_name) <= 200),
  quantity bigint NOT NULL CHECK (quantity BETWEEN 0 AND 1000000000000),
  price numeric(18, 4) NOT NULL CHECK (price >= 0 AND price <= 1e12),
  gross numeric(18, 2) NOT NULL CHECK (gross BETWEEN 0 AND 1e12),
  -- The charged fees. Brokerage does not include foreign brokerage.
  brokerage numeric(18, 2) NOT NULL CHECK (brokerage BETWEEN 0 AND 1e12),
  cse_fees numeric(18, 2) NOT NULL CHECK (cse_fees BETWEEN 0 AND 1e12),
  cds_fees numeric(18, 2) NOT NULL CHECK (cds_fees BETWEEN 0 AND 1e12),
  clearing_fees numeric(18, 2) NOT NULL CHECK (clearing_fees BETWEEN 0 AND 1e12),
  sec numeric(18, 2) NOT NULL CHECK (sec BETWEEN 0 AND 1e12),
  stl numeric(18, 2) NOT NULL CHECK (stl BETWEEN 0 AND 1e12),
  foreign_brokerage numeric(18, 2) NOT NULL CHECK (foreign_brokerage BETWEEN 0 AND 1e12),
  -- The net amount that the document states.
  net numeric(18, 2) NOT NULL CHECK (net > -1e13 AND net < 1e13),
  contract_number text CHECK (length(contract_number) BETWEEN 1 AND 60),
  client_account text CHECK (length(client_account) BETWEEN 1 AND 60),
  client_name text CHECK (length(client_name) <= 200),
  settlement_date date CHECK (isfinite(settlement_date)),
  order_id text CHECK (length(order_id) <= 60),
  is_cancelled boolean NOT NULL DEFAULT false,
  -- The other fields of the layout, by the names of the specification.
  rest jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (document_id, line),
  -- A cancel need not say what was dealt: it waits for its fill all the same.
  CONSTRAINT trade_document_lines_dealt_check CHECK ((quantity > 0 AND price > 0) OR (is_cancelled AND rest ? 'waitsFor'))
);
COMMENT ON TABLE trade_document_lines IS 'Fact: lines of documents of brokers as they were read.';

-- The records made from a document: each submission, and the trade that each line is part of. A trade that is deleted stays named.
CREATE TABLE trade_document_batches (
  batch_id bigint PRIMARY KEY REFERENCES batches (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  document_id bigint NOT NULL REFERENCES trade_documents (id),
  -- Control totals that a person typed, and why they need not agree.
  controls jsonb,
  control_reason text CHECK (length(control_reason) BETWEEN 1 AND 500)
);
ALTER TABLE batches ADD FOREIGN KEY (document_id) REFERENCES trade_documents (id) ON DELETE SET NULL;
COMMENT ON TABLE trade_document_batches IS 'Fact: submissions that recorded lines of a document.';
CREATE INDEX trade_document_batches_document ON trade_document_batches (document_id, batch_id);
CREATE OR REPLACE TRIGGER trade_document_batches_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_document_batches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE trade_document_trades (
  document_id bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  line integer NOT NULL,
  trade_id bigint NOT NULL,
  PRIMARY KEY (document_id, line, trade_id),
  FOREIGN KEY (document_id, line) REFERENCES trade_document_lines (document_id, line)
);
COMMENT ON TABLE trade_document_trades IS 'Fact: the trades that lines of documents were recorded as.';
CREATE INDEX trade_document_trades_trade ON trade_document_trades (trade_id);
CREATE OR REPLACE TRIGGER trade_document_trades_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_document_trades
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The contract that each line is a fill of, and the fee proof of the line, so that pages of a document and the Fee Proof report need not group
-- and prove lines again. They are computed from the lines, the fee tariffs and the rules of intraday relief.
CREATE TABLE trade_document_proofs (
  document_id bigint NOT NULL,
  line integer NOT NULL,
  -- The line number of the first fill of its contract.
  contract integer NOT NULL CHECK (contract > 0),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  -- `not-stated`: the document states no fees. `repeated`: the document contains the fill twice, or another message of a drop copy
  -- replaces it; `taken-back`: a later line cancels the fill. Neither of these two counts in any sum.
  state text NOT NULL CHECK (state IN ('differs', 'agrees', 'not-stated', 'no-tariff', 'cancelled', 'repeated', 'taken-back')),
  -- The sum of the six fees by the fee schedule.
  schedule numeric(18, 2) CHECK (schedule BETWEEN 0 AND 1e13),
  -- For a line that differs: the charged fee minus the scheduled fee, for each of the six fees, without differences of rounding.
  fee_differences numeric(18, 2)[] CHECK (cardinality(fee_differences) = 6),
  PRIMARY KEY (document_id, line),
  FOREIGN KEY (document_id, line) REFERENCES trade_document_lines (document_id, line),
  CHECK ((state IN ('differs', 'agrees', 'not-stated')) = (schedule IS NOT NULL) AND (state = 'differs') = (fee_differences IS NOT NULL))
);
COMMENT ON TABLE trade_document_proofs IS 'Derived: the contract of each line, its fees by the schedule, and the difference of the charged ones. Written by features/documents/match/proofs.';
CREATE INDEX trade_document_proofs_day ON trade_document_proofs (trade_date, document_id);

CREATE TABLE trade_document_proved (
  document_id bigint PRIMARY KEY REFERENCES trade_documents (id),
  -- A fingerprint of the tariffs and relief rules up to its last trade date. Where the present one differs, the document is proved again.
  rules text NOT NULL CHECK (length(rules) = 32),
  -- The numbers of contracts and lines, and the sums of the fee proofs: amounts in cents, as texts.
  sums jsonb NOT NULL,
  -- Its client accounts in the order of its contracts: [{clientAccount, clientName, lines}].
  clients jsonb NOT NULL
);
COMMENT ON TABLE trade_document_proved IS 'Derived: the fee tariffs that the proofs of a document follow, and the sums of the proofs. Written with trade_document_proofs.';

-- The matches of the contracts of a document with the trades of the books, so that a page of its lines reads them by key. They are computed from
-- the lines, the trades of all portfolios, the brokers, the names of securities and the portfolios of client accounts.
CREATE TABLE trade_document_matches (
  document_id bigint NOT NULL,
  -- The line number of its first fill. A contract without a row has the state `new`.
  contract integer NOT NULL,
  -- The security that its symbol identifies; null where it identifies none, or several.
  equity_id bigint,
  state text NOT NULL CHECK (state IN ('recorded', 'differs', 'undecided')),
  -- The ids of the matched trades, and the version of each that was compared.
  trades bigint[] NOT NULL,
  versions integer[] NOT NULL CHECK (cardinality(versions) = cardinality(trades)),
  -- For a contract that differs: [{field, document, books}], amounts in rupees.
  differences jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (document_id, contract)
);
COMMENT ON TABLE trade_document_matches IS 'Derived: matches of contracts of documents with trades. Written by features/documents/match/stored-matches.';

CREATE TABLE trade_document_missing (
  document_id bigint NOT NULL,
  trade_id bigint NOT NULL,
  version integer NOT NULL,
  equity_id bigint NOT NULL,
  PRIMARY KEY (document_id, trade_id)
);
COMMENT ON TABLE trade_document_missing IS 'Derived: trades on the trade dates of a document that the document lacks. Written with trade_document_matches.';

CREATE TABLE trade_document_matched (
  document_id bigint PRIMARY KEY REFERENCES trade_documents (id),
  -- A fingerprint of what all of its matches depend on: brokers, names of securities, portfolios of its client accounts, recordings of it.
  basis text NOT NULL CHECK (length(basis) = 32),
  -- For each security, of its trades within ten days of the document: {equity: "number of versions, sum of the latest version numbers"}. Both only grow.
  trades jsonb NOT NULL,
  -- The securities that its symbols identify: {symbol: [equity]}.
  symbols jsonb NOT NULL,
  -- The portfolios of its client accounts and of the trades that were compared. A reader whose scope hides one of them gets no stored matches.
  portfolios bigint[] NOT NULL
);
COMMENT ON TABLE trade_document_matched IS 'Derived: the data that the matches of a document were computed from, as fingerprints. Written with trade_document_matches.';

-- The portfolio of each client account of a broker, as a person chose it last.
CREATE TABLE trade_document_clients (
  client_account text PRIMARY KEY CHECK (length(client_account) BETWEEN 1 AND 60),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
  settlement_account_id bigint REFERENCES settlement_accounts (id) ON DELETE SET NULL,
  broker_name text CHECK (length(broker_name) <= 200),
  updated_by bigint NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE trade_document_clients IS 'Register: the portfolio of a client account of a broker.';
CREATE INDEX trade_document_clients_portfolio ON trade_document_clients (portfolio_id);

-- A document from which trades were recorded cannot be removed, nor can its file. Of any other document the file, or the whole document, may be.
CREATE OR REPLACE FUNCTION keep_trade_document() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  document bigint;
BEGIN
  IF TG_TABLE_NAME = 'trade_documents' THEN document := OLD.id; ELSE document := OLD.document_id; END IF;
  IF EXISTS (SELECT FROM trade_document_batches b WHERE b.document_id = document) THEN
    RAISE EXCEPTION 'document % stays: trades were recorded from it', document
      USING ERRCODE = 'check_violation', CONSTRAINT = 'trade_document_stays';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE OR REPLACE TRIGGER trade_documents_stay BEFORE DELETE OR UPDATE OF content ON trade_documents
  FOR EACH ROW EXECUTE FUNCTION keep_trade_document();
CREATE OR REPLACE TRIGGER trade_document_lines_stay BEFORE DELETE ON trade_document_lines
  FOR EACH ROW EXECUTE FUNCTION keep_trade_document();
CREATE OR REPLACE TRIGGER trade_documents_no_truncate BEFORE TRUNCATE ON trade_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER trade_document_lines_fixed BEFORE UPDATE OR TRUNCATE ON trade_document_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- No field of a document changes, except its file (which may be removed) and `replaced_at`. `refuse_change` is not used: it would take the
-- right to change these two from the application.
CREATE OR REPLACE TRIGGER trade_documents_fixed
  BEFORE UPDATE OF id, kind, file_name, bytes, sha256, broker_name, header, first_date, last_date, lines, skipped, problems, skipped_lines, problem_lines,
    totals, stated_totals, content_text, uploaded_by, uploaded_at ON trade_documents
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();

-- Comparisons of a broker's statement of account with the ledger: to which day, and how many days and balances differed. The statement
-- itself is not kept.
CREATE TABLE broker_comparisons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act_id bigint NOT NULL DEFAULT current_act(),
  broker_id bigint NOT NULL REFERENCES brokers (id),
  -- Null: all portfolios.
  portfolio_id bigint REFERENCES portfolios (id),
  start_date date NOT NULL CHECK (isfinite(start_date)),
  end_date date NOT NULL CHECK (isfinite(end_date) AND end_date >= start_date),
  -- Days on which they differ, and balances.
  differing integer NOT NULL CHECK (differing >= 0),
  compared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  compared_by bigint NOT NULL REFERENCES users (id)
);
COMMENT ON TABLE broker_comparisons IS 'Fact: statements of brokers that were compared with the ledger. Added, never changed; the last one of a broker counts.';
CREATE INDEX broker_comparisons_broker ON broker_comparisons (broker_id, end_date, id);
CREATE OR REPLACE TRIGGER broker_comparisons_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON broker_comparisons
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
