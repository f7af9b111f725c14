-- The index master keeps economic indicators too: gold, oil, an exchange rate, a yield.
ALTER TABLE market_indices DROP CONSTRAINT market_indices_kind_check;
ALTER TABLE market_indices ADD CONSTRAINT market_indices_kind_check CHECK (kind IN ('Market', 'Regional', 'Sector', 'Indicator'));
