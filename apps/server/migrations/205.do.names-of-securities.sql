-- Which security a symbol means depends on the day: one that a change of identity ended may be another company's by now.
DROP FUNCTION IF EXISTS security_of_symbol(text);
CREATE INDEX equity_symbols_symbol ON equity_symbols (lower(symbol));
CREATE INDEX corporate_actions_identity ON corporate_actions (equity_id) WHERE kind = 'identity';
-- A symbol of the market belongs to the security that has it today. Recorded prices keep their security.
UPDATE market_symbols m SET equity_id = e.id FROM equities e WHERE upper(e.symbol) = m.symbol AND m.equity_id IS DISTINCT FROM e.id;
