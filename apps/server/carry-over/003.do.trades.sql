-- Facts: trades and their versions. Derived, and always to be rebuilt from them: chains, their history, lots and results.

-- Many rows written by one act (an import, a bulk entry): what can be undone as one.
CREATE TABLE batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  description text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL REFERENCES users (id)
);

-- One chain of events per portfolio and security. Its row is locked before anything of the chain changes, and it
-- carries the tail: what is held now (cost without fees, charges beside it) and where the chain ends.
CREATE TABLE chains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  quantity bigint NOT NULL DEFAULT 0 CHECK (quantity >= 0),
  cost numeric(18, 2) NOT NULL DEFAULT 0 CHECK (cost >= 0 AND cost < 'NaN'),
  charges numeric(18, 2) NOT NULL DEFAULT 0 CHECK (charges >= 0 AND charges < 'NaN'),
  last_event_date date,
  last_event_seq bigint,
  CHECK (quantity > 0 OR (cost = 0 AND charges = 0)),
  UNIQUE (portfolio_id, equity_id)
);
CREATE INDEX chains_equity ON chains (equity_id);

CREATE TABLE trades (
  -- Also the order of recording within a chain: a corrected trade keeps its place.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain_id bigint NOT NULL REFERENCES chains (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  deal_number text NOT NULL CHECK (length(deal_number) BETWEEN 1 AND 60),
  batch_id bigint REFERENCES batches (id),
  -- Points at the version in force; the versions themselves never change.
  version integer NOT NULL DEFAULT 1,
  is_deleted boolean NOT NULL DEFAULT false,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL REFERENCES users (id)
);
CREATE UNIQUE INDEX trades_deal_number ON trades (deal_number);
CREATE INDEX trades_chain ON trades (chain_id);
CREATE INDEX trades_portfolio ON trades (portfolio_id, side, id);
CREATE INDEX trades_side ON trades (side, id) WHERE NOT is_deleted;
CREATE INDEX trades_equity ON trades (equity_id);

CREATE TABLE trade_versions (
  trade_id bigint NOT NULL REFERENCES trades (id),
  version integer NOT NULL CHECK (version >= 1),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  settlement_date date NOT NULL CHECK (isfinite(settlement_date) AND settlement_date >= trade_date),
  quantity bigint NOT NULL CHECK (quantity BETWEEN 1 AND 1000000000000),
  price numeric(18, 4) NOT NULL CHECK (price > 0 AND price <= 1e12),
  gross numeric(18, 2) NOT NULL CHECK (gross >= 0.01 AND gross <= 1e12),
  -- The six fees that are posted, and the schedule's, where others were charged.
  brokerage numeric(18, 2) NOT NULL CHECK (brokerage BETWEEN 0 AND 1e12),
  cse_fees numeric(18, 2) NOT NULL CHECK (cse_fees BETWEEN 0 AND 1e12),
  cds_fees numeric(18, 2) NOT NULL CHECK (cds_fees BETWEEN 0 AND 1e12),
  clearing_fees numeric(18, 2) NOT NULL CHECK (clearing_fees BETWEEN 0 AND 1e12),
  sec numeric(18, 2) NOT NULL CHECK (sec BETWEEN 0 AND 1e12),
  stl numeric(18, 2) NOT NULL CHECK (stl BETWEEN 0 AND 1e12),
  net numeric(18, 2) NOT NULL CHECK (net > -1e13 AND net < 1e13),
  fee_source text NOT NULL DEFAULT 'schedule' CHECK (fee_source IN ('schedule', 'contract', 'manual')),
  schedule_fees numeric(18, 2)[] CHECK (cardinality(schedule_fees) = 6),
  -- Total step-up fee where the gross is over the tariff's band, else null.
  step_up numeric(18, 2) CHECK (step_up BETWEEN 0 AND 1e12),
  -- The form's rate in percent; null where none was given.
  cost_of_funds numeric(9, 4) CHECK (cost_of_funds BETWEEN 0 AND 1000),
  contract_number text,
  description text,
  broker_id bigint REFERENCES brokers (id),
  broker_name text,
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  account_name text,
  account_number text,
  bank_name text,
  branch_name text,
  payment_method text,
  cash_flow_on_settlement text,
  generate_payment text NOT NULL DEFAULT 'No' CHECK (generate_payment IN ('Yes', 'No')),
  is_deleted boolean NOT NULL DEFAULT false,
  reason text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  PRIMARY KEY (trade_id, version)
);
CREATE INDEX trade_versions_broker ON trade_versions (broker_id);
CREATE INDEX trade_versions_settlement_account ON trade_versions (settlement_account_id);
CREATE INDEX trade_versions_contract ON trade_versions (contract_number);

-- Which lots a cherry-picked sale takes: a fact, part of the sale's version.
CREATE TABLE trade_allocations (
  trade_id bigint NOT NULL,
  version integer NOT NULL,
  buy_trade_id bigint NOT NULL REFERENCES trades (id),
  quantity bigint NOT NULL CHECK (quantity >= 1),
  PRIMARY KEY (trade_id, version, buy_trade_id),
  FOREIGN KEY (trade_id, version) REFERENCES trade_versions (trade_id, version)
);
CREATE INDEX trade_allocations_buy ON trade_allocations (buy_trade_id);

CREATE TRIGGER trade_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trade_allocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_allocations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Derived: what the trade came to. Recomputed when its chain is.
CREATE TABLE trade_results (
  trade_id bigint PRIMARY KEY REFERENCES trades (id),
  money_generation_cost numeric(18, 2) NOT NULL DEFAULT 0,
  cost_out numeric(18, 2),
  charges_out numeric(18, 2),
  capital_gain numeric(18, 2),
  holding_days integer,
  bought_price numeric(18, 4),
  profit_loss numeric(18, 2)
);

-- Derived: the chain after each event, so that any date is one look-up. `rank` puts corporate actions before the
-- trades of their date; `seq` is the order of recording.
CREATE TABLE chain_events (
  chain_id bigint NOT NULL REFERENCES chains (id),
  event_date date NOT NULL,
  rank smallint NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL,
  trade_id bigint REFERENCES trades (id),
  quantity_change bigint NOT NULL,
  cost_change numeric(18, 2) NOT NULL,
  charges_change numeric(18, 2) NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  cost numeric(18, 2) NOT NULL CHECK (cost >= 0 AND cost < 'NaN'),
  charges numeric(18, 2) NOT NULL CHECK (charges >= 0 AND charges < 'NaN'),
  CHECK (quantity > 0 OR (cost = 0 AND charges = 0)),
  PRIMARY KEY (chain_id, event_date, rank, seq)
);
CREATE INDEX chain_events_trade ON chain_events (trade_id);

-- Derived: parcels of a chain, with what is left of each in exact cents.
CREATE TABLE lots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain_id bigint NOT NULL REFERENCES chains (id),
  trade_id bigint REFERENCES trades (id),
  trade_date date NOT NULL,
  settlement_date date NOT NULL,
  seq bigint NOT NULL,
  price numeric(18, 4) NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  cost numeric(18, 2) NOT NULL CHECK (cost >= 0 AND cost < 'NaN'),
  charges numeric(18, 2) NOT NULL CHECK (charges >= 0 AND charges < 'NaN'),
  remaining_quantity bigint NOT NULL CHECK (remaining_quantity BETWEEN 0 AND quantity),
  remaining_cost numeric(18, 2) NOT NULL CHECK (remaining_cost BETWEEN 0 AND cost),
  remaining_charges numeric(18, 2) NOT NULL CHECK (remaining_charges BETWEEN 0 AND charges),
  cost_of_funds numeric(9, 4) NOT NULL DEFAULT 0,
  UNIQUE (chain_id, trade_date, seq)
);
CREATE UNIQUE INDEX lots_trade ON lots (trade_id);
CREATE INDEX lots_open ON lots (chain_id, trade_date, seq) WHERE remaining_quantity > 0;

-- Derived: what each sale took out of which lot.
CREATE TABLE lot_consumptions (
  trade_id bigint NOT NULL REFERENCES trades (id),
  lot_id bigint NOT NULL REFERENCES lots (id),
  quantity bigint NOT NULL CHECK (quantity >= 1),
  cost numeric(18, 2) NOT NULL,
  charges numeric(18, 2) NOT NULL,
  PRIMARY KEY (trade_id, lot_id)
);
CREATE INDEX lot_consumptions_lot ON lot_consumptions (lot_id);
