-- What entries say is said by many of them alike: a search reads each description once, and finds the entries by it.
CREATE INDEX journal_entries_description ON journal_entries (description);
-- Entries of no trade have references of their own; those of trades have the trade's deal number.
CREATE INDEX journal_entries_of_no_trade ON journal_entries (id) WHERE trade_id IS NULL;
-- Deal numbers that people gave: whatever cannot stand in one of ours is looked for among these alone.
CREATE INDEX trades_own_number ON trades (id)
  WHERE deal_number !~ '^(BULK-)?(BUY|SELL|OPEN)-[0-9]{8}-[0-9]{6}(-[0-9]+)?$';
