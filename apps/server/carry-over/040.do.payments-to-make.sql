-- Payments to make: where a broker is paid, and which payments were handed to the bank as a file.
ALTER TABLE brokers ADD bank_name text, ADD branch_name text, ADD account_number text, ADD swift_code text;

-- One payment in one file. What was exported is a fact; whether it was paid is told by a confirmation.
CREATE TABLE payment_exports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL,
  trade_version integer NOT NULL,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  exported_at timestamptz NOT NULL DEFAULT now(),
  exported_by bigint NOT NULL,
  FOREIGN KEY (trade_id, trade_version) REFERENCES trade_versions (trade_id, version)
);
CREATE INDEX payment_exports_trade ON payment_exports (trade_id, id);
CREATE TRIGGER payment_exports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_exports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
