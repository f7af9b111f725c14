-- What a FIX session receives behind missing numbers is kept at once, and the missing numbers themselves are told: a new day hides neither.
ALTER TABLE fix_messages
  ADD COLUMN behind_gap integer CHECK (behind_gap >= 1),
  ADD COLUMN gap text CHECK (gap IN ('open', 'closed', 'given-up')),
  ADD COLUMN gap_from integer CHECK (gap_from >= 1),
  ADD COLUMN gap_to integer CHECK (gap_to >= gap_from),
  ADD CHECK (behind_gap IS NULL OR number IS NULL),
  ADD CHECK ((gap IS NULL) = (gap_from IS NULL) AND (gap IS NULL) = (gap_to IS NULL));
CREATE UNIQUE INDEX fix_messages_behind ON fix_messages (session_id, numbering, behind_gap) WHERE behind_gap IS NOT NULL;
CREATE INDEX fix_messages_gaps ON fix_messages (session_id, day, id) WHERE gap IS NOT NULL;
CREATE INDEX fix_messages_executions ON fix_messages (session_id, day, id) WHERE is_execution OR behind_gap IS NOT NULL;
CREATE INDEX fix_messages_faults ON fix_messages (session_id, day, id) WHERE fault IS NOT NULL;

-- A cancel need not say what was dealt: it waits for its fill all the same.
ALTER TABLE trade_document_lines DROP CONSTRAINT trade_document_lines_quantity_check, DROP CONSTRAINT trade_document_lines_price_check,
  ADD CONSTRAINT trade_document_lines_quantity_check CHECK (quantity BETWEEN 0 AND 1000000000000),
  ADD CONSTRAINT trade_document_lines_price_check CHECK (price >= 0 AND price <= 1e12),
  ADD CONSTRAINT trade_document_lines_dealt_check CHECK ((quantity > 0 AND price > 0) OR (is_cancelled AND rest ? 'waitsFor'));
