-- The contracts of lines, the sums of their proofs, and what the books say of contracts are kept. Proofs are made again with their
-- contracts: by the clock, or when a document is read. Until then the old ones are there for the sums of all documents.
DELETE FROM trade_document_proved;
ALTER TABLE trade_document_proofs ADD COLUMN contract integer CHECK (contract > 0);
UPDATE trade_document_proofs SET contract = line;
ALTER TABLE trade_document_proofs ALTER COLUMN contract SET NOT NULL;
ALTER TABLE trade_document_proofs DROP CONSTRAINT trade_document_proofs_state_check;
ALTER TABLE trade_document_proofs ADD CONSTRAINT trade_document_proofs_state_check
  CHECK (state IN ('differs', 'agrees', 'no-tariff', 'cancelled', 'repeated', 'taken-back'));
ALTER TABLE trade_document_proved ADD COLUMN sums jsonb NOT NULL, ADD COLUMN clients jsonb NOT NULL;

-- What the books say of the contracts of a document, and by which books, so that a page of its lines is read by key. It is computed for
-- the books, whoever asks. It follows from the lines, the trades, the brokers, the names of securities and whose client accounts are.
CREATE TABLE trade_document_matches (
  document_id bigint NOT NULL,
  -- By its first fill. A contract without a row is new.
  contract integer NOT NULL,
  -- The security that its symbol means; null where it means none.
  equity_id bigint,
  state text NOT NULL CHECK (state IN ('recorded', 'differs', 'undecided')),
  -- The trades, and the version of each that was compared.
  trades bigint[] NOT NULL,
  versions integer[] NOT NULL CHECK (cardinality(versions) = cardinality(trades)),
  -- Of a contract that differs: [{field, document, books}], amounts in rupees.
  differences jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (document_id, contract)
);

CREATE TABLE trade_document_missing (
  document_id bigint NOT NULL,
  trade_id bigint NOT NULL,
  version integer NOT NULL,
  equity_id bigint NOT NULL,
  PRIMARY KEY (document_id, trade_id)
);

CREATE TABLE trade_document_matched (
  document_id bigint PRIMARY KEY REFERENCES trade_documents (id),
  -- What all of its matches follow: brokers, names of securities, whose its client accounts are, what was recorded from it.
  basis text NOT NULL CHECK (length(basis) = 32),
  -- And those of one security: {equity: "versions, sum of the latest of each"} of trades within ten days of it. Both only grow.
  trades jsonb NOT NULL,
  -- The securities that its symbols mean: {symbol: [equity]}.
  symbols jsonb NOT NULL,
  -- Whose client accounts it has, and whose trades were looked at. Who does not see all of them is answered by what he sees.
  portfolios bigint[] NOT NULL
);
