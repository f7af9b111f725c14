-- An entry says what brought it about by a kind and an identity, in place of a column for each kind.
ALTER TABLE journal_entries ADD cause_kind text, ADD cause_id bigint;
ALTER TABLE journal_entries DISABLE TRIGGER journal_entries_append_only;
UPDATE journal_entries h SET
  cause_kind = CASE WHEN h.because_of_trade_id IS NOT NULL THEN 'trade'
                    WHEN h.event_id IS NOT NULL THEN 'closing'
                    WHEN h.trade_id IS NOT NULL AND h.batch_id IS NOT NULL AND h.reversal_of IS NOT NULL THEN 'batch'
                    WHEN h.trade_id IS NOT NULL THEN 'trade'
                    WHEN h.kind = 'opening' THEN 'portfolio' ELSE 'person' END,
  cause_id = CASE WHEN h.because_of_trade_id IS NOT NULL THEN h.because_of_trade_id
                  WHEN h.event_id IS NOT NULL THEN h.event_id
                  WHEN h.trade_id IS NOT NULL AND h.batch_id IS NOT NULL AND h.reversal_of IS NOT NULL THEN h.batch_id
                  WHEN h.trade_id IS NOT NULL THEN h.trade_id
                  WHEN h.kind = 'opening' THEN (SELECT min(l.portfolio_id) FROM journal_lines l WHERE l.entry_id = h.id)
                  ELSE h.recorded_by END;
ALTER TABLE journal_entries ENABLE TRIGGER journal_entries_append_only;
DROP INDEX journal_entries_because_of;
ALTER TABLE journal_entries DROP COLUMN because_of_trade_id, DROP COLUMN event_id, DROP COLUMN batch_id,
  ALTER cause_kind SET NOT NULL, ALTER cause_id SET NOT NULL,
  ADD CONSTRAINT journal_entries_cause_kind_check CHECK (cause_kind IN ('trade', 'batch', 'closing', 'portfolio', 'person'));
CREATE INDEX journal_entries_moved_by ON journal_entries (cause_id) WHERE cause_kind = 'trade' AND cause_id IS DISTINCT FROM trade_id;
DROP TRIGGER journal_entries_check ON journal_entries;
DROP FUNCTION check_entries();
