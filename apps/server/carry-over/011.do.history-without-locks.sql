-- A late trade writes the history of its chain again: ten thousand rows, each of which looked up and locked its chain
-- and its trade. The writer holds the chain's row anyway and has just read the trades it tells of; trades and chains
-- are never deleted, and `verify` rebuilds every row from them.
ALTER TABLE chain_events DROP CONSTRAINT chain_events_chain_id_fkey, DROP CONSTRAINT chain_events_trade_id_fkey;
CREATE TRIGGER chains_stay BEFORE DELETE OR TRUNCATE ON chains
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trades_stay BEFORE DELETE OR TRUNCATE ON trades
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
