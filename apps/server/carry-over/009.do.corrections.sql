-- A sale whose cost another trade moved is posted again by its difference; this names that other trade.
ALTER TABLE journal_entries ADD because_of_trade_id bigint REFERENCES trades (id);
CREATE INDEX journal_entries_because_of ON journal_entries (because_of_trade_id) WHERE because_of_trade_id IS NOT NULL;
-- Trades of a batch, for its undoing.
CREATE INDEX trades_batch ON trades (batch_id) WHERE batch_id IS NOT NULL;
