-- Orders: what is to be bought or sold, before it is dealt. An order posts nothing and holds nothing back; trades fill it.

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The last act on it: `order_state` derives its state from its trades and its last day.
  step text NOT NULL CHECK (step IN ('proposal', 'approved', 'placed', 'cancelled')),
  -- Points at the version in force; the versions themselves never change.
  version integer NOT NULL DEFAULT 1,
  -- Of that version.
  valid_until date NOT NULL CHECK (isfinite(valid_until)),
  -- The day of the books on which it was proposed, and when.
  proposed_on date NOT NULL CHECK (isfinite(proposed_on)),
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  proposed_by bigint NOT NULL REFERENCES users (id)
);
COMMENT ON TABLE orders IS 'Fact: that something was to be bought or sold. Only step, version and valid_until move.';
-- Those that may still ask for something.
CREATE INDEX orders_open ON orders (valid_until) WHERE step <> 'cancelled';

CREATE TABLE order_versions (
  order_id bigint NOT NULL REFERENCES orders (id),
  version integer NOT NULL CHECK (version >= 1),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  equity_id bigint NOT NULL REFERENCES equities (id),
  -- Gross value asked for in rupees; null where each portfolio asks for shares.
  amount numeric(18, 2) CHECK (amount > 0 AND amount <= 1e12),
  limit_price numeric(18, 4) CHECK (limit_price > 0 AND limit_price <= 1e12),
  broker_name text CHECK (length(broker_name) BETWEEN 1 AND 200),
  valid_until date NOT NULL CHECK (isfinite(valid_until)),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  -- The figures of the hard limits that the order exceeded, over the whole scope. No answer shows them. Null: an order of before they were kept.
  judged jsonb,
  PRIMARY KEY (order_id, version)
);
COMMENT ON TABLE order_versions IS 'Fact: what an order asked for in each version. Added, never changed.';
CREATE INDEX order_versions_equity ON order_versions (equity_id);

CREATE TABLE order_portfolios (
  order_id bigint NOT NULL,
  version integer NOT NULL,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  -- Its place in the order: of equal remainders of a split the first gets the share.
  place smallint NOT NULL CHECK (place >= 1),
  -- Shares asked for; null where the order asks for an amount.
  quantity bigint CHECK (quantity BETWEEN 1 AND 1000000000000),
  PRIMARY KEY (order_id, version, portfolio_id),
  FOREIGN KEY (order_id, version) REFERENCES order_versions (order_id, version)
);
COMMENT ON TABLE order_portfolios IS 'Fact: for which portfolios an order was, and what each asked for. Added, never changed.';
CREATE INDEX order_portfolios_portfolio ON order_portfolios (portfolio_id, order_id);

CREATE TABLE order_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders (id),
  version integer NOT NULL,
  what text NOT NULL CHECK (what IN ('proposed', 'changed', 'approved', 'placed', 'cancelled')),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  by_user bigint NOT NULL REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act()
);
COMMENT ON TABLE order_steps IS 'Fact: who did what with an order. Added, never changed.';
CREATE INDEX order_steps_order ON order_steps (order_id);

CREATE TABLE order_fills (
  -- A trade fills one order.
  trade_id bigint PRIMARY KEY REFERENCES trades (id),
  order_id bigint NOT NULL REFERENCES orders (id),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id)
);
COMMENT ON TABLE order_fills IS 'Register: which recorded trades fill which order. A person adds a trade and takes it off; the audit rows keep both.';
CREATE INDEX order_fills_order ON order_fills (order_id);

CREATE OR REPLACE TRIGGER orders_keep_key BEFORE UPDATE OF id, proposed_on, proposed_at, proposed_by ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER orders_stay BEFORE DELETE OR TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER order_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER order_portfolios_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_portfolios
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER order_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The state of an order (core's ORDER_STATES) on a day. In: its step and last day; shares asked for, or the amount in rupees; of the
-- trades that fill it the shares, their gross value and the price of the last one. An amount is filled when it buys no further share.
CREATE OR REPLACE FUNCTION order_state(step text, valid_until date, today date, asked bigint, amount numeric, filled bigint, gross numeric,
                                       last_price numeric) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN step = 'cancelled' THEN 'cancelled'
              WHEN filled >= asked OR (filled > 0 AND amount - gross < last_price) THEN 'filled'
              WHEN valid_until < today THEN 'lapsed'
              WHEN filled > 0 THEN 'part-filled'
              ELSE step END
$$;
