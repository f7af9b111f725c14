-- What a portfolio by cherry picking gives in a buy-back or tender names its lots, as a sale does. What was processed without stays.
ALTER TABLE action_elections ADD COLUMN allocations jsonb;
