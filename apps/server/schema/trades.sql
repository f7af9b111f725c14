-- Buys and sales. A trade is an identity with versions: a change adds one, a deletion too.
--
-- Foreign keys would look up, and lock, the row that they name for every row that names it. What a statement names is
-- looked up once here instead (check_trades, check_trade_versions, check_trade_allocations); what is named keeps its key
-- and stays. A scalar sub-select goes to the parent's key row by row whatever the planner believes of its size.

CREATE TABLE trades (
  -- The identity of its event: also the order of recording within a chain, so that a corrected trade keeps its place.
  id bigint GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME chain_event_ids) PRIMARY KEY,
  chain_id bigint NOT NULL,
  -- Those of its chain.
  portfolio_id bigint NOT NULL,
  equity_id bigint NOT NULL,
  -- An opening is a trade of a side of its own: a lot with its original dates.
  side text NOT NULL CHECK (side IN ('buy', 'sell', 'opening')),
  -- Compared by bytes on every server, so that the next free one of a second is an index range.
  deal_number text COLLATE "C" NOT NULL CHECK (length(deal_number) BETWEEN 1 AND 60),
  batch_id bigint,
  -- Points at the version in force; the versions themselves never change.
  version integer NOT NULL DEFAULT 1,
  is_deleted boolean NOT NULL DEFAULT false,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL,
  -- Derived from settlement_states, so that what is still to settle is a small index however long the history is.
  is_settled boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE trades IS 'Fact: that a trade was recorded. Only version, is_deleted and is_settled move; they say which version is in force and whether it is settled.';
CREATE UNIQUE INDEX trades_deal_number ON trades (deal_number);
-- Of a number people often know the end.
CREATE INDEX trades_deal_backwards ON trades (reverse(deal_number));
CREATE INDEX trades_portfolio ON trades (portfolio_id, side, id);
CREATE INDEX trades_side ON trades (side, id) WHERE NOT is_deleted;
CREATE INDEX trades_equity ON trades (equity_id);
-- Trades of a batch, for its undoing.
CREATE INDEX trades_batch ON trades (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX trades_unsettled ON trades (id) WHERE NOT is_settled AND NOT is_deleted AND side <> 'opening';
-- The newest trade of a person, from which the next one starts, and what the person recorded today.
CREATE INDEX trades_recorded_by ON trades (recorded_by, id) WHERE NOT is_deleted;
-- Deal numbers that people gave: a text that cannot be part of one of ours is searched for among these alone.
CREATE INDEX trades_own_number ON trades (id)
  WHERE deal_number !~ '^(BULK-)?(BUY|SELL|OPEN)-[0-9]{8}-[0-9]{6}(-[0-9]+)?$';

CREATE OR REPLACE FUNCTION check_trades() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  bad record;
BEGIN
  SELECT p.chain_id, p.batch_id INTO bad FROM posted p
   WHERE (SELECT true FROM chains c
           WHERE c.id = p.chain_id AND c.portfolio_id = p.portfolio_id AND c.equity_id = p.equity_id) IS NULL
      OR (p.batch_id IS NOT NULL AND (SELECT true FROM batches b WHERE b.id = p.batch_id) IS NULL) LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trades', 'chain or batch', concat_ws(', ', bad.chain_id, bad.batch_id)); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER trades_check AFTER INSERT ON trades
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_trades();
CREATE OR REPLACE TRIGGER trades_keep_key
  BEFORE UPDATE OF id, chain_id, portfolio_id, equity_id, side, deal_number, batch_id, recorded_at, recorded_by ON trades
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER trades_stay BEFORE DELETE OR TRUNCATE ON trades
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE trade_versions (
  trade_id bigint NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  -- When it was dealt, HH:MM:SS in Colombo; null where nothing says it. It describes the trade: its place in the chain is its order of recording.
  trade_time text CHECK (trade_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$'),
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
  broker_id bigint,
  broker_name text,
  settlement_account_id bigint,
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
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  -- Only of openings: the first day of the portfolio's books. trade_date is then the day the shares were bought.
  opening_date date CHECK (isfinite(opening_date) AND opening_date > trade_date),
  -- Only of openings: fees paid before the books began; they are carried with the shares and are no expense here.
  carried_charges numeric(18, 2) CHECK (carried_charges BETWEEN 0 AND 1e12),
  -- Only of openings: the value of the shares when the books began, where that is carried over.
  fair_value numeric(18, 2) CHECK (fair_value BETWEEN 0 AND 1e12),
  PRIMARY KEY (trade_id, version)
);
COMMENT ON TABLE trade_versions IS 'Fact: what a trade said in each version. Added, never changed; its trigger adds up settlement_months.';
CREATE INDEX trade_versions_broker ON trade_versions (broker_id) WHERE broker_id IS NOT NULL;
CREATE INDEX trade_versions_settlement_account ON trade_versions (settlement_account_id);
-- Contract numbers are looked up with their trade date. With one index on each, a table whose statistics are not there yet
-- (just imported) was searched by the date: every row of a day for every number asked about.
CREATE INDEX trade_versions_contract_day ON trade_versions (contract_number, trade_date);
-- Lists by trade date and the settlements that are due: the page is read off the index's end.
CREATE INDEX trade_versions_trade_date ON trade_versions (trade_date, trade_id);
CREATE INDEX trade_versions_settlement_date ON trade_versions (settlement_date, trade_id);
-- The ledger is searched by what the trades of its lines note: a contract number from its beginning, a broker by name.
-- In capitals or not, and in the plainest order of letters, so that a range of the index holds what begins with a text.
CREATE INDEX trade_versions_contract_noted ON trade_versions (lower(contract_number COLLATE "C")) WHERE contract_number IS NOT NULL;
CREATE INDEX trade_versions_contract_backwards ON trade_versions (reverse(lower(contract_number COLLATE "C"))) WHERE contract_number IS NOT NULL;
-- A trade is found by an amount on a bank statement or a contract note.
CREATE INDEX trade_versions_net ON trade_versions (net, trade_id);
CREATE INDEX trade_versions_gross ON trade_versions (gross, trade_id);
CREATE INDEX trade_versions_fees ON trade_versions ((brokerage + cse_fees + cds_fees + clearing_fees + sec + stl), trade_id);
-- As broker_names has them.
CREATE INDEX trade_versions_broker_key ON trade_versions (broker_key(broker_name)) WHERE broker_name IS NOT NULL;
-- Deleted trades are listed, newest deletion first: the page is read off the index's end, however many trades there are.
CREATE INDEX trade_versions_deleted ON trade_versions (recorded_at, trade_id) WHERE is_deleted;
-- Recent corrections and deletions, for Recent Activity.
CREATE INDEX trade_versions_corrected ON trade_versions (recorded_at, trade_id) WHERE version > 1;
CREATE OR REPLACE TRIGGER trade_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a version names is there, and its settlement is added up in settlement_months: a save is one row, kept without
-- another look. Every change of a trade adds a version: the one before goes from the sums, with what happened to it. Each
-- look goes to the key row by row (LIMIT), whatever the planner believes of the size of the statement.
CREATE OR REPLACE FUNCTION check_trade_versions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
DECLARE
  bad record;
  one record;
  pays boolean;
  added settlement_months[];
  my_slot smallint;
BEGIN
  -- Brokers and settlement accounts may be deleted while nothing names them: under the lock that post_lines() shares.
  PERFORM take_lock(40, 0, true);
  SELECT count(*) AS trades, max(p.version) AS version, min(p.settlement_date) AS day, min(p.net) AS net,
         min(t.portfolio_id) AS portfolio_id, coalesce(min(p.settlement_account_id), 0) AS account_id,
         coalesce(min(p.broker_name), '') AS broker, min(t.side) AS side,
         bool_or(t.side IS NULL
                 OR (p.broker_id IS NOT NULL AND (SELECT true FROM brokers b WHERE b.id = p.broker_id) IS NULL)
                 OR (p.settlement_account_id IS NOT NULL
                     AND (SELECT true FROM settlement_accounts s WHERE s.id = p.settlement_account_id) IS NULL)) AS doubtful
    INTO one
    FROM posted p LEFT JOIN LATERAL (SELECT portfolio_id, side FROM trades WHERE id = p.trade_id LIMIT 1) t ON true;
  IF one.doubtful THEN
    SELECT CASE WHEN p.trade_there IS NULL THEN 'trade'
                WHEN p.broker_id IS NOT NULL AND p.broker_there IS NULL THEN 'broker' ELSE 'settlement account' END AS parent,
           CASE WHEN p.trade_there IS NULL THEN p.trade_id::text ELSE 'it was deleted' END AS named
      INTO bad
      FROM (SELECT p.*, (SELECT true FROM trades t WHERE t.id = p.trade_id) AS trade_there,
                   (SELECT true FROM brokers b WHERE b.id = p.broker_id) AS broker_there,
                   (SELECT true FROM settlement_accounts s WHERE s.id = p.settlement_account_id) AS account_there
              FROM posted p) p
     WHERE p.trade_there IS NULL OR (p.broker_id IS NOT NULL AND p.broker_there IS NULL)
        OR (p.settlement_account_id IS NOT NULL AND p.account_there IS NULL) LIMIT 1;
    PERFORM raise_missing('trade_versions', bad.parent, bad.named);
  END IF;

  IF one.trades = 1 AND one.version = 1 THEN
    IF one.side = 'opening' OR one.net = 0 THEN RETURN NULL; END IF;
    my_slot := slot_to_keep();
    pays := (one.side = 'buy') = (one.net >= 0);
    INSERT INTO settlement_months AS b
      VALUES (date_trunc('month', one.day::timestamp)::date, 'booked', one.portfolio_id, one.account_id, one.broker,
              one.side, my_slot, 1, pays::integer, CASE WHEN pays THEN abs(one.net) ELSE 0 END, CASE WHEN pays THEN 0 ELSE abs(one.net) END)
      ON CONFLICT (month, standing, portfolio_id, settlement_account_id, broker_name, side, slot) DO UPDATE
        SET trades = b.trades + excluded.trades, paying = b.paying + excluded.paying,
            payable = b.payable + excluded.payable, receivable = b.receivable + excluded.receivable;
  ELSIF one.version = 1 THEN
    SELECT array_agg((month, 'booked', portfolio_id, account_id, broker, side, 0, trades, paying, payable, receivable)::settlement_months)
      INTO added
      FROM (SELECT date_trunc('month', p.settlement_date::timestamp)::date AS month, t.portfolio_id, t.side,
                   coalesce(p.settlement_account_id, 0) AS account_id, coalesce(p.broker_name, '') AS broker,
                   count(*) AS trades, count(*) FILTER (WHERE (t.side = 'buy') = (p.net >= 0)) AS paying,
                   sum(CASE WHEN (t.side = 'buy') = (p.net >= 0) THEN abs(p.net) ELSE 0 END) AS payable,
                   sum(CASE WHEN (t.side = 'buy') = (p.net >= 0) THEN 0 ELSE abs(p.net) END) AS receivable
              FROM posted p, LATERAL (SELECT portfolio_id, side FROM trades WHERE id = p.trade_id LIMIT 1) t
             WHERE t.side <> 'opening' AND p.net <> 0 GROUP BY 1, 2, 3, 4, 5) m;
    PERFORM add_settlement_sums(added, one.trades);
  ELSE
    SELECT array_agg(k) INTO added
      FROM posted p, LATERAL (SELECT portfolio_id, side FROM trades WHERE id = p.trade_id LIMIT 1) t
      LEFT JOIN LATERAL (SELECT * FROM trade_versions WHERE trade_id = p.trade_id AND version = p.version - 1 LIMIT 1) o ON true
      LEFT JOIN LATERAL (SELECT * FROM settlement_states WHERE trade_id = p.trade_id LIMIT 1) s ON true,
           LATERAL unnest(settlement_sums_of(t.portfolio_id, t.side, p.is_deleted, p.settlement_date, p.net, p.settlement_account_id,
                                             p.broker_name, 1, s.status, s.due_date, s.paid_on, s.paid)
                          || settlement_sums_of(t.portfolio_id, t.side, o.is_deleted, o.settlement_date, o.net,
                                                o.settlement_account_id, o.broker_name, -1, s.status, s.due_date, s.paid_on, s.paid)) k;
    PERFORM add_settlement_sums(added, one.trades);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER trade_versions_check AFTER INSERT ON trade_versions
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_trade_versions();

-- Brokers and settlement accounts may be deleted while nothing names them: alone, under the lock that posting shares.
CREATE OR REPLACE FUNCTION keep_what_trades_name() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  used boolean;
BEGIN
  PERFORM take_lock(40);
  EXECUTE format('SELECT EXISTS (SELECT FROM trade_versions WHERE %I = $1)', TG_ARGV[0]) INTO used USING OLD.id;
  IF used THEN
    RAISE EXCEPTION '% % is named by trades', TG_TABLE_NAME, OLD.id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'trade_versions_references', TABLE = 'trade_versions';
  END IF;
  RETURN OLD;
END
$$;
CREATE OR REPLACE TRIGGER brokers_in_trades BEFORE DELETE ON brokers
  FOR EACH ROW EXECUTE FUNCTION keep_what_trades_name('broker_id');
CREATE OR REPLACE TRIGGER settlement_accounts_in_trades BEFORE DELETE ON settlement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_trades_name('settlement_account_id');

-- Which lots a cherry-picked sale takes, by the buy or the event that opened them: part of the sale's version.
CREATE TABLE trade_allocations (
  trade_id bigint NOT NULL,
  version integer NOT NULL,
  buy_trade_id bigint NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  PRIMARY KEY (trade_id, version, buy_trade_id)
);
COMMENT ON TABLE trade_allocations IS 'Fact: which lots a cherry-picked sale takes. Added with the version, never changed.';
CREATE INDEX trade_allocations_buy ON trade_allocations (buy_trade_id);
CREATE OR REPLACE TRIGGER trade_allocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_allocations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION check_trade_allocations() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  bad text;
BEGIN
  SELECT p.trade_id || ' version ' || p.version INTO bad FROM posted p
   WHERE (SELECT true FROM trade_versions v WHERE v.trade_id = p.trade_id AND v.version = p.version) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trade_allocations', 'trade', bad); END IF;
  SELECT p.buy_trade_id INTO bad FROM posted p
   WHERE (SELECT true FROM trades t WHERE t.id = p.buy_trade_id) IS NULL
     AND (SELECT true FROM action_events e WHERE e.id = p.buy_trade_id) IS NULL LIMIT 1;
  IF FOUND THEN PERFORM raise_missing('trade_allocations', 'buy', bad); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER trade_allocations_check AFTER INSERT ON trade_allocations
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_trade_allocations();

-- What the planner knows of the tables that an import grows, within the import: its rows and this are seen together. Otherwise
-- the first lists after it are planned for what was there before, until autovacuum comes round; after a submission that was
-- cancelled that is one row, and two tables of forty thousand are joined row by row. A tenth of a sample does: the next
-- ANALYZE of autovacuum takes a whole one.
CREATE OR REPLACE FUNCTION analyze_grown(written bigint) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = em, pg_temp SET default_statistics_target = 10 AS $$
BEGIN
  IF written > 500 + (SELECT reltuples FROM pg_class WHERE oid = 'trades'::regclass) / 10 THEN
    ANALYZE trades, trade_versions, chain_events, event_results, lots, journal_entries, journal_lines;
  END IF;
END
$$;
