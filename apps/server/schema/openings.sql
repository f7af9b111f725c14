-- Positions and balances from before the first day of a portfolio's books. Opening positions are trades of side
-- 'opening'; opening balances are one entry per portfolio. Both stand on the portfolio's row.
ALTER TABLE portfolios ADD FOREIGN KEY (opening_balances_entry_id) REFERENCES journal_entries (id);
ALTER TABLE batches ADD FOREIGN KEY (balances_entry_id) REFERENCES journal_entries (id);
CREATE INDEX portfolios_opening_balances ON portfolios (opening_balances_entry_id) WHERE opening_balances_entry_id IS NOT NULL;
