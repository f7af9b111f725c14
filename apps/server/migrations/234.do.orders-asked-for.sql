-- A portfolio may ask for an order before each trade, from a day on.
ALTER TABLE portfolios ADD COLUMN orders_asked_from date CHECK (isfinite(orders_asked_from));
