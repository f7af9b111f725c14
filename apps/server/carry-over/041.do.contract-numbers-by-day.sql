-- Contract numbers are looked up with their trade date. With one index on each, a table whose statistics are not there yet
-- (just imported) was searched by the date: every row of a day for every number asked about.
CREATE INDEX trade_versions_contract_day ON trade_versions (contract_number, trade_date);
DROP INDEX trade_versions_contract;
