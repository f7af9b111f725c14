-- A price that was changed and put back is the same price again: each price keeps the source that recorded it first. No price
-- changes here, so no valuation becomes stale.
ALTER TABLE prices ADD COLUMN source text;
ALTER TABLE prices DISABLE TRIGGER USER;
UPDATE prices p SET source = s.source FROM price_sets s WHERE s.id = p.set_id;
UPDATE prices p SET source = o.source
  FROM (SELECT DISTINCT ON (v.symbol, v.trade_date) v.symbol, v.trade_date, s.source
          FROM prices k
          JOIN price_versions v ON v.symbol = k.symbol AND v.trade_date = k.trade_date AND v.version <= k.version AND NOT v.is_removed
           AND (v.last_trade, v.close) IS NOT DISTINCT FROM (k.last_trade, k.close)
          JOIN price_sets s ON s.id = v.set_id
         WHERE k.version > 1
         ORDER BY v.symbol, v.trade_date, s.source IN ('summary', 'feed') DESC,
                  CASE WHEN s.source IN ('summary', 'feed') THEN -v.version ELSE v.version END) o
 WHERE p.symbol = o.symbol AND p.trade_date = o.trade_date AND p.source <> o.source;
ALTER TABLE prices ENABLE TRIGGER USER;
ALTER TABLE prices ALTER COLUMN source SET NOT NULL;
