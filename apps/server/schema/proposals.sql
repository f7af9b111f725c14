-- Rebalancing: the weights that portfolios should have, in versions.
CREATE TABLE rebalancing_targets (
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  version integer NOT NULL CHECK (version >= 1),
  -- Percent of securities and cash.
  cash_target numeric(9, 4) NOT NULL CHECK (cash_target BETWEEN 0 AND 100),
  -- Gross value in rupees: a smaller trade is not proposed.
  minimum_trade numeric(18, 2) NOT NULL CHECK (minimum_trade BETWEEN 0 AND 1e12),
  -- No purchase may take the cash of a day below it.
  cash_minimum numeric(18, 2) NOT NULL CHECK (cash_minimum BETWEEN 0 AND 1e12),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  PRIMARY KEY (portfolio_id, version)
);
COMMENT ON TABLE rebalancing_targets IS 'Fact: the weights that a portfolio should have, in each version. Added, never changed; the last one holds.';

CREATE TABLE rebalancing_target_lines (
  portfolio_id bigint NOT NULL,
  version integer NOT NULL,
  place smallint NOT NULL CHECK (place >= 1),
  equity_id bigint REFERENCES equities (id),
  -- The securities of this sector that have no line of their own.
  sector text CHECK (length(sector) BETWEEN 1 AND 200),
  weight numeric(9, 4) NOT NULL CHECK (weight BETWEEN 0 AND 100),
  -- So far from its target nothing is traded, in percent of the value.
  band numeric(9, 4) NOT NULL CHECK (band BETWEEN 0 AND 100),
  lot_size bigint NOT NULL CHECK (lot_size BETWEEN 1 AND 1000000000000),
  PRIMARY KEY (portfolio_id, version, place),
  FOREIGN KEY (portfolio_id, version) REFERENCES rebalancing_targets (portfolio_id, version),
  CHECK (num_nonnulls(equity_id, sector) = 1)
);
COMMENT ON TABLE rebalancing_target_lines IS 'Fact: the target of a security or sector in a version of the targets. Added, never changed.';
CREATE INDEX rebalancing_target_lines_equity ON rebalancing_target_lines (equity_id);

CREATE OR REPLACE TRIGGER rebalancing_targets_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rebalancing_targets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER rebalancing_target_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rebalancing_target_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
