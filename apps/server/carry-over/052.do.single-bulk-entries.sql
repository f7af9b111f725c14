-- Trades that a bulk form recorded one at a time get their place in the import history: a submission of one each. Their
-- journal entries stay as they were written.
ALTER TABLE trades DISABLE TRIGGER trades_keep_key;
DO $$
DECLARE
  single record;
  made bigint;
BEGIN
  FOR single IN
    SELECT t.id, t.side, t.recorded_at, t.recorded_by, p.portfolio_name, v.gross
      FROM trades t JOIN portfolios p ON p.id = t.portfolio_id
      JOIN trade_versions v ON v.trade_id = t.id AND v.version = 1
     WHERE t.batch_id IS NULL AND ((t.side = 'buy' AND t.deal_number LIKE 'BULK-BUY-%')
        OR (t.side = 'sell' AND t.deal_number LIKE 'BULK-SELL-%'))
     ORDER BY t.recorded_at, t.id
  LOOP
    INSERT INTO batches (kind, type, total, recorded, portfolio, total_value, recorded_at, recorded_by)
    VALUES ('bulk-' || single.side, 'bulk-' || single.side, 1, 1, single.portfolio_name, single.gross, single.recorded_at,
            single.recorded_by)
    RETURNING id INTO made;
    UPDATE trades SET batch_id = made WHERE id = single.id;
  END LOOP;
END $$;
ALTER TABLE trades ENABLE TRIGGER trades_keep_key;
