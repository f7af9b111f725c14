-- Custodians: which confirmation a message takes back, the portfolios of an account when its file was uploaded, what a note is of; a line
-- may be accepted again after its settlement was reopened.
ALTER TABLE custodian_messages ADD COLUMN cancels text CHECK (length(cancels) BETWEEN 1 AND 35);
CREATE INDEX custodian_messages_cancels ON custodian_messages (account_id, cancels) WHERE cancels IS NOT NULL;
CREATE INDEX custodian_lines_message ON custodian_lines (file_id, message);

CREATE TABLE custodian_file_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_id bigint NOT NULL REFERENCES custodian_files (id),
  account_id bigint NOT NULL REFERENCES safekeeping_accounts (id),
  portfolio_ids bigint[] NOT NULL CHECK (cardinality(portfolio_ids) BETWEEN 1 AND 1000 AND array_position(portfolio_ids, NULL) IS NULL),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX custodian_file_accounts_file ON custodian_file_accounts (file_id, account_id, id);
-- What older files were compared with until now.
INSERT INTO custodian_file_accounts (file_id, account_id, portfolio_ids, recorded_by, act_id, recorded_at)
  SELECT f.id, a.id, a.portfolio_ids, f.recorded_by, f.act_id, f.recorded_at
    FROM (SELECT file_id, account_id FROM custodian_messages UNION SELECT file_id, account_id FROM custodian_lines) k
    JOIN custodian_files f ON f.id = k.file_id JOIN safekeeping_accounts a ON a.id = k.account_id
   ORDER BY f.id, a.id;

ALTER TABLE custodian_acceptances DROP CONSTRAINT custodian_acceptances_pkey, ADD PRIMARY KEY (file_id, line, act_id);

ALTER TABLE custodian_notes
  ADD COLUMN statement_date date CHECK (isfinite(statement_date)),
  ADD COLUMN equity_id bigint,
  ADD COLUMN written text CHECK (length(written) BETWEEN 1 AND 200);
DROP INDEX custodian_notes_break;
CREATE INDEX custodian_notes_file ON custodian_notes (file_id, id);
