-- Adopted names: further names of a broker, under which trades were recorded.
CREATE OR REPLACE FUNCTION broker_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(name), E' \t\n\r\u00a0', '')
$$;
CREATE TABLE broker_names (
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  version integer NOT NULL CHECK (version >= 1),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  broker_id bigint REFERENCES brokers (id),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint REFERENCES users (id),
  PRIMARY KEY (key, version)
);
CREATE INDEX broker_names_broker ON broker_names (broker_id);
-- A renamed broker keeps his former name where trades were recorded under it.
INSERT INTO broker_names (key, version, name, broker_id)
SELECT DISTINCT ON (broker_key(v.broker_name)) broker_key(v.broker_name), 1, v.broker_name, v.broker_id
  FROM (SELECT broker_name, broker_id, max(trade_id) AS last FROM trade_versions
         WHERE broker_id IS NOT NULL AND broker_name IS NOT NULL GROUP BY 1, 2) v
 WHERE length(broker_key(v.broker_name)) BETWEEN 1 AND 200 AND length(v.broker_name) <= 200
   AND NOT EXISTS (SELECT FROM brokers b WHERE broker_key(b.name) = broker_key(v.broker_name))
 ORDER BY broker_key(v.broker_name), v.last DESC;
DROP INDEX trade_versions_broker_noted;
CREATE INDEX trade_versions_broker_key ON trade_versions (broker_key(broker_name)) WHERE broker_name IS NOT NULL;
