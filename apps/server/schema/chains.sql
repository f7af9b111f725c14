-- One chain of events per portfolio and security. Everything here but the chain's identity is derived from facts and
-- written by the one writer of chains (features/chains), which holds the chain's row: so no foreign key looks up and
-- locks row by row what the writer holds anyway. `verify` rebuilds every row.

-- The chain's row is locked before anything of the chain changes, and it carries the tail: what is held now (cost
-- without fees, with the charges in a column of their own) and where the chain ends.
CREATE TABLE chains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  quantity bigint NOT NULL DEFAULT 0 CHECK (quantity >= 0),
  cost numeric(18, 2) NOT NULL DEFAULT 0 CHECK (cost >= 0 AND cost < 'NaN'),
  charges numeric(18, 2) NOT NULL DEFAULT 0 CHECK (charges >= 0 AND charges < 'NaN'),
  last_event_date date,
  last_event_id bigint,
  -- The sums that a position's cost of funds needs, kept here so that no reading walks the lots. Over the open lots, with r the
  -- lot's rate in percent and s its settlement date counted in days from 2000-01-01:
  --   age_rate  = sum of quantity x r          age_rate_days  = sum of quantity x r x s
  --   lot_rate  = sum of (cost + charges) x r  lot_rate_days  = sum of (cost + charges) x r x s
  -- The rate-days at a date v are then rate x v - rate_days, less the (negative) part of lots not settled by v.
  age_rate numeric(32, 4) NOT NULL DEFAULT 0,
  age_rate_days numeric(38, 4) NOT NULL DEFAULT 0,
  lot_rate numeric(36, 6) NOT NULL DEFAULT 0,
  lot_rate_days numeric(42, 6) NOT NULL DEFAULT 0,
  last_event_rank smallint,
  -- The latest day on which new shares were or will be listed; null where all could be sold as they came. A sale before it walks the chain.
  unlisted_until date,
  -- The sums of the chain's disposals in event_results. The total return reads these five columns, not the disposals.
  disposed_proceeds numeric(20, 2) NOT NULL DEFAULT 0,
  disposed_cost numeric(20, 2) NOT NULL DEFAULT 0,
  disposed_charges numeric(20, 2) NOT NULL DEFAULT 0,
  disposed_fees numeric(20, 2) NOT NULL DEFAULT 0,
  disposed_financing numeric(20, 2) NOT NULL DEFAULT 0,
  CHECK (quantity > 0 OR (cost = 0 AND charges = 0)),
  CHECK ((last_event_date IS NULL) = (last_event_id IS NULL) AND (last_event_date IS NULL) = (last_event_rank IS NULL)),
  UNIQUE (portfolio_id, equity_id),
  UNIQUE (id, portfolio_id, equity_id)
  -- Written with every trade, its keys never: room on the page keeps the row in place.
) WITH (fillfactor = 70);
COMMENT ON TABLE chains IS 'Derived, but for its identity: the lock of a portfolio''s events in one security, and what is held at their end. Never deleted.';
CREATE INDEX chains_equity ON chains (equity_id);
CREATE OR REPLACE TRIGGER chains_keep_key BEFORE UPDATE OF id, portfolio_id, equity_id ON chains
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER chains_stay BEFORE DELETE OR TRUNCATE ON chains
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An event has an identity of its own, which is also the order of recording; what recorded it (`source`) has the same
-- identity. `rank` puts openings before the corporate actions of their date, and those before its trades.
CREATE TABLE chain_events (
  chain_id bigint NOT NULL,
  event_date date NOT NULL,
  rank smallint NOT NULL,
  id bigint NOT NULL,
  kind text NOT NULL,
  quantity_change bigint NOT NULL,
  cost_change numeric(18, 2) NOT NULL,
  charges_change numeric(18, 2) NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  cost numeric(18, 2) NOT NULL CHECK (cost >= 0 AND cost < 'NaN'),
  charges numeric(18, 2) NOT NULL CHECK (charges >= 0 AND charges < 'NaN'),
  source text NOT NULL CHECK (source IN ('trade', 'opening', 'corporate action', 'transfer')),
  CHECK (quantity > 0 OR (cost = 0 AND charges = 0)),
  PRIMARY KEY (id),
  CONSTRAINT chain_events_place UNIQUE (chain_id, event_date, rank, id)
);
COMMENT ON TABLE chain_events IS 'Derived: the events of a chain with its standing after each, so that any date is one look-up. Written by the one writer of chains.';
COMMENT ON COLUMN chain_events.id IS 'Identity of the event and order of recording; what recorded it (source) has the same identity.';

-- A lot is known by the event that opened it. What came in stays as it was; what is left may be more of it after a split.
CREATE TABLE lots (
  chain_id bigint NOT NULL,
  event_id bigint NOT NULL,
  trade_date date NOT NULL,
  settlement_date date NOT NULL,
  price numeric(18, 4) NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  cost numeric(18, 2) NOT NULL CHECK (cost >= 0 AND cost < 'NaN'),
  charges numeric(18, 2) NOT NULL CHECK (charges >= 0 AND charges < 'NaN'),
  remaining_quantity bigint NOT NULL CHECK (remaining_quantity >= 0),
  remaining_cost numeric(18, 2) NOT NULL CHECK (remaining_cost >= 0 AND remaining_cost < 'NaN'),
  remaining_charges numeric(18, 2) NOT NULL CHECK (remaining_charges >= 0 AND remaining_charges < 'NaN'),
  cost_of_funds numeric(9, 4) NOT NULL DEFAULT 0,
  -- Since when a lot is there, where that is not its trade date.
  opened_on date,
  CHECK (remaining_quantity > 0 OR (remaining_cost = 0 AND remaining_charges = 0)),
  PRIMARY KEY (event_id),
  CONSTRAINT lots_place UNIQUE (chain_id, trade_date, event_id)
);
COMMENT ON TABLE lots IS 'Derived: parcels of shares as they came in, under the event that opened them, and what is left of each.';
-- Lots that have not settled by a date: the few newest of a chain.
CREATE INDEX lots_unsettled ON lots (chain_id, settlement_date) WHERE remaining_quantity > 0;

CREATE TABLE lot_changes (
  event_id bigint NOT NULL,
  quantity_change bigint NOT NULL,
  cost_change numeric(18, 2) NOT NULL,
  charges_change numeric(18, 2) NOT NULL,
  lot_event_id bigint NOT NULL,
  PRIMARY KEY (event_id, lot_event_id)
);
COMMENT ON TABLE lot_changes IS 'Derived: what each event changed in lots that were open before it, negative for what it took out. A lot at any date is what came in and its changes until then.';
CREATE INDEX lot_changes_lot ON lot_changes (lot_event_id);

-- An event that gives shares away for money is a disposal, whatever its kind: it says of which security, on which day, for
-- how much and with which fees of its own, so that realized gains are read from here alone.
CREATE TABLE event_results (
  event_id bigint PRIMARY KEY,
  money_generation_cost numeric(18, 2) NOT NULL DEFAULT 0,
  cost_out numeric(18, 2),
  charges_out numeric(18, 2),
  capital_gain numeric(18, 2),
  holding_days integer,
  bought_price numeric(18, 4),
  profit_loss numeric(18, 2),
  portfolio_id bigint NOT NULL,
  -- Only of disposals.
  equity_id bigint,
  disposed_on date,
  proceeds numeric(18, 2),
  fees numeric(18, 2),
  CONSTRAINT event_results_disposal CHECK (num_nonnulls(equity_id, disposed_on, proceeds, fees, cost_out, charges_out, capital_gain, holding_days) IN (0, 8))
);
COMMENT ON TABLE event_results IS 'Derived: what an event came to: the gain of a disposal, the cost of generating money of a buy.';
-- Disposals of a portfolio by the day of the trade: a range of days is a range of the index, however long the history is.
CREATE INDEX event_results_disposals ON event_results (portfolio_id, disposed_on, event_id) WHERE disposed_on IS NOT NULL;
