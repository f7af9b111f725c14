-- The proof of the fees of documents, line by line, so that it is added up over all of them without reading them again. It follows from
-- the lines, the fee tariffs and the rules of intraday relief.
CREATE TABLE trade_document_proofs (
  document_id bigint NOT NULL,
  line integer NOT NULL,
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  state text NOT NULL CHECK (state IN ('differs', 'agrees', 'no-tariff', 'cancelled')),
  -- What the six fees come to by the schedule.
  schedule numeric(18, 2) CHECK (schedule BETWEEN 0 AND 1e13),
  -- Of a line that differs: what was charged above the schedule, fee by fee, without rounding.
  fee_differences numeric(18, 2)[] CHECK (cardinality(fee_differences) = 6),
  PRIMARY KEY (document_id, line),
  FOREIGN KEY (document_id, line) REFERENCES trade_document_lines (document_id, line),
  CHECK ((state IN ('differs', 'agrees')) = (schedule IS NOT NULL) AND (state = 'differs') = (fee_differences IS NOT NULL))
);
CREATE INDEX trade_document_proofs_day ON trade_document_proofs (trade_date, document_id);

CREATE TABLE trade_document_proved (
  document_id bigint PRIMARY KEY REFERENCES trade_documents (id),
  -- Which versions of the tariffs and rules its proofs follow; others in force until its last day: it is to be proved again.
  rules text NOT NULL CHECK (length(rules) = 32)
);
