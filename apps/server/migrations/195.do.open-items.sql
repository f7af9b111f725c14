-- What was open on the first day of a portfolio's books is taken over: dividends declared, trades not settled, money applied with.
ALTER TABLE corporate_actions ADD COLUMN taken_on date CHECK (isfinite(taken_on)),
  ADD CONSTRAINT corporate_actions_taken_on CHECK (taken_on IS NULL OR (portfolio_id IS NOT NULL AND kind IN ('dividend', 'ipo')));

CREATE TABLE open_item_versions (
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  version integer NOT NULL CHECK (version >= 1),
  opening_date date NOT NULL CHECK (isfinite(opening_date)),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (portfolio_id, version)
);

CREATE TABLE open_items (
  portfolio_id bigint NOT NULL,
  version integer NOT NULL,
  place integer NOT NULL CHECK (place >= 1),
  kind text NOT NULL CHECK (kind IN ('dividend', 'buy', 'sell', 'application')),
  equity_id bigint NOT NULL REFERENCES equities (id),
  form jsonb NOT NULL,
  action_id bigint REFERENCES corporate_actions (id),
  trade_id bigint REFERENCES trades (id),
  PRIMARY KEY (portfolio_id, version, place),
  FOREIGN KEY (portfolio_id, version) REFERENCES open_item_versions (portfolio_id, version),
  CONSTRAINT open_items_is CHECK (num_nonnulls(action_id, trade_id) = 1 AND (trade_id IS NOT NULL) = (kind IN ('buy', 'sell')))
);
CREATE INDEX open_items_action ON open_items (action_id) WHERE action_id IS NOT NULL;
CREATE INDEX open_items_trade ON open_items (trade_id) WHERE trade_id IS NOT NULL;
CREATE INDEX open_items_equity ON open_items (equity_id);
