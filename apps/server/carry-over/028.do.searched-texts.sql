-- A search reads the references of entries of no trade, and what people said of single lines, as it reads descriptions: in
-- their order, from an index. Neither grows with trades.
DROP INDEX journal_entries_of_no_trade;
CREATE INDEX journal_entries_own_reference ON journal_entries (reference) WHERE trade_id IS NULL AND reference IS NOT NULL;
CREATE INDEX journal_lines_by_people ON journal_lines (description) WHERE role IN ('manual', 'suspense') AND description IS NOT NULL;
