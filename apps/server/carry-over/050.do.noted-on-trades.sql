-- The ledger is searched by what the trades of its lines note: a contract number from its beginning, a broker by name.
-- In capitals or not, and in the plainest order of letters, so that a range of the index holds what begins with a text.
CREATE INDEX trade_versions_contract_noted ON trade_versions (lower(contract_number COLLATE "C")) WHERE contract_number IS NOT NULL;
CREATE INDEX trade_versions_broker_noted ON trade_versions (lower(broker_name COLLATE "C")) WHERE broker_name IS NOT NULL;
