-- Opening positions are trades of a side of their own: a lot with its original dates, and the date at which it stands
-- in its chain and in the ledger. Opening balances are one entry per portfolio.

ALTER TABLE trades DROP CONSTRAINT trades_side_check,
  ADD CONSTRAINT trades_side_check CHECK (side IN ('buy', 'sell', 'opening'));

ALTER TABLE trade_versions
  -- Only of openings: the first day of the portfolio's books. trade_date is then the day the shares were bought.
  ADD opening_date date CHECK (isfinite(opening_date) AND opening_date > trade_date),
  -- Only of openings: fees paid before the books began; they are carried with the shares and are no expense here.
  ADD carried_charges numeric(18, 2) CHECK (carried_charges BETWEEN 0 AND 1e12);

-- Derived: since when a lot is there, where that is not its trade date.
ALTER TABLE lots ADD opened_on date;

ALTER TABLE batches DROP CONSTRAINT batches_type_check,
  ADD CONSTRAINT batches_type_check CHECK (type IN ('bulk-buy', 'bulk-sell', 'bulk-mixed', 'opening'));

-- While a portfolio has opening positions or balances: the first day of its books, and the entry of the balances. They
-- stand on the portfolio's row, which a trade locks and reads afresh. Not facts: the lots and the entry say the same,
-- and `verify` compares.
ALTER TABLE portfolios ADD opening_date date CHECK (isfinite(opening_date)),
  ADD opening_balances_entry_id bigint REFERENCES journal_entries (id),
  ADD CHECK (opening_balances_entry_id IS NULL OR opening_date IS NOT NULL);
CREATE INDEX portfolios_opening_balances ON portfolios (opening_balances_entry_id)
  WHERE opening_balances_entry_id IS NOT NULL;
