-- Lists of trades by trade date and the settlements that are due: the page is read off the index's end.
CREATE INDEX trade_versions_trade_date ON trade_versions (trade_date, trade_id);
CREATE INDEX trade_versions_settlement_date ON trade_versions (settlement_date, trade_id);
