-- Mark-to-market runs: the price that a portfolio values by.
ALTER TABLE portfolios ADD COLUMN price_basis text NOT NULL DEFAULT 'Last Trade' CHECK (price_basis IN ('Last Trade', 'Close'));
