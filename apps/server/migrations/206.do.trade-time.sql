-- When a trade was dealt on its day. Trades that are recorded have none, and keep the places that they have in their chains.
ALTER TABLE trade_versions ADD COLUMN trade_time text CHECK (trade_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$');
