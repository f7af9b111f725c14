-- Positions and balances from before the first day of a portfolio's books. Opening positions are trades of side
-- 'opening'; opening balances are one entry per portfolio. The portfolio's row holds their date. Open items (dividends declared, trades
-- not settled, money paid with applications) are a list per portfolio, in versions.
ALTER TABLE portfolios ADD FOREIGN KEY (opening_balances_entry_id) REFERENCES journal_entries (id);
ALTER TABLE batches ADD FOREIGN KEY (balances_entry_id) REFERENCES journal_entries (id);
CREATE INDEX portfolios_opening_balances ON portfolios (opening_balances_entry_id) WHERE opening_balances_entry_id IS NOT NULL;

-- Open items of a portfolio's opening, as a whole list: the newest version is in force. An item that is equal in two versions keeps its
-- action or trade.
CREATE TABLE open_item_versions (
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  version integer NOT NULL CHECK (version >= 1),
  opening_date date NOT NULL CHECK (isfinite(opening_date)),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (portfolio_id, version)
);
COMMENT ON TABLE open_item_versions IS 'Fact: the open items of a portfolio, in versions. Added, never changed.';
CREATE OR REPLACE TRIGGER open_item_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON open_item_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE open_items (
  portfolio_id bigint NOT NULL,
  version integer NOT NULL,
  place integer NOT NULL CHECK (place >= 1),
  kind text NOT NULL CHECK (kind IN ('dividend', 'buy', 'sell', 'application')),
  equity_id bigint NOT NULL REFERENCES equities (id),
  -- The item as it was sent, exact figures as text.
  form jsonb NOT NULL,
  -- The corporate action or the trade that the item became.
  action_id bigint REFERENCES corporate_actions (id),
  trade_id bigint REFERENCES trades (id),
  PRIMARY KEY (portfolio_id, version, place),
  FOREIGN KEY (portfolio_id, version) REFERENCES open_item_versions (portfolio_id, version),
  CONSTRAINT open_items_is CHECK (num_nonnulls(action_id, trade_id) = 1 AND (trade_id IS NOT NULL) = (kind IN ('buy', 'sell')))
);
COMMENT ON TABLE open_items IS 'Fact: the open items of each version, with the action or the trade that each is. Added, never changed.';
CREATE INDEX open_items_action ON open_items (action_id) WHERE action_id IS NOT NULL;
CREATE INDEX open_items_trade ON open_items (trade_id) WHERE trade_id IS NOT NULL;
CREATE INDEX open_items_equity ON open_items (equity_id);
CREATE OR REPLACE TRIGGER open_items_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON open_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
