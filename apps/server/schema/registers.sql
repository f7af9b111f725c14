-- The masters: lists that people keep on screens. `version` guards against lost updates; texts are bounded; numbers
-- exclude NaN. Described in the contract and served by one engine.

CREATE TABLE equities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 20),
  isin text CHECK (length(isin) <= 12),
  sector text,
  market text DEFAULT 'Colombo Stock Exchange',
  country text DEFAULT 'Sri Lanka',
  currency text DEFAULT 'LKR',
  is_active boolean NOT NULL DEFAULT true,
  notes text CHECK (length(notes) <= 4000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Null: as issuer_of and votes_of say by the symbol.
  issuer text CHECK (length(issuer) BETWEEN 1 AND 20),
  issuer_group text CHECK (length(issuer_group) <= 100),
  board text CHECK (length(board) <= 50),
  votes_per_share integer CHECK (votes_per_share BETWEEN 0 AND 1000)
);
COMMENT ON TABLE equities IS 'Register: securities.';
CREATE UNIQUE INDEX equities_symbol ON equities (lower(symbol));
CREATE INDEX equities_name ON equities (lower(name));

-- A security keeps its id through a change of symbol; this says what it was called when.
-- Rights are derivatives: through profit or loss in every portfolio, their fees never capitalised.
CREATE OR REPLACE FUNCTION is_rights(symbol text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT symbol ~ '^[A-Z0-9]{2,5}\.R[0-9]{4}$'
$$;
-- The issuer of a security, and the votes of a share, where Equity Master does not say otherwise: JKH of JKH.N0000, with one vote.
CREATE OR REPLACE FUNCTION issuer_of(symbol text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT split_part(symbol, '.', 1)
$$;
CREATE OR REPLACE FUNCTION votes_of(symbol text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN symbol ~ '^[A-Z0-9]+\.N[0-9]*$' THEN 1 ELSE 0 END
$$;
CREATE TABLE equity_symbols (
  equity_id bigint NOT NULL REFERENCES equities (id) ON DELETE CASCADE,
  symbol text NOT NULL,
  valid_from timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (equity_id, valid_from)
);
COMMENT ON TABLE equity_symbols IS 'The symbols that a security had. Written by the trigger of equities.';
CREATE INDEX equity_symbols_symbol ON equity_symbols (lower(symbol));
CREATE OR REPLACE FUNCTION note_symbol() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.symbol <> OLD.symbol THEN
    INSERT INTO equity_symbols (equity_id, symbol, valid_from) VALUES (NEW.id, NEW.symbol, clock_timestamp());
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER equities_symbol_history AFTER INSERT OR UPDATE OF symbol ON equities
  FOR EACH ROW EXECUTE FUNCTION note_symbol();

CREATE TABLE portfolios (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The code. Not all digits, so that it can never be read as an id.
  portfolio_id text NOT NULL CHECK (length(portfolio_id) BETWEEN 1 AND 50 AND portfolio_id !~ '^[0-9]+$'),
  portfolio_name text NOT NULL CHECK (length(portfolio_name) BETWEEN 1 AND 200),
  portfolio_type text NOT NULL,
  entity text NOT NULL,
  fund_manager text NOT NULL,
  base_currency text NOT NULL,
  benchmark text,
  start_date date CHECK (isfinite(start_date)),
  end_date date CHECK (isfinite(end_date)),
  status text NOT NULL CHECK (status IN ('Active', 'Inactive', 'Suspended', 'Closed')),
  risk_profile text,
  investment_horizon text,
  target_yield numeric(9, 4) CHECK (target_yield BETWEEN 0 AND 1000),
  compliance_rules_id text,
  parent_portfolio_id text,
  valuation_method text,
  accounting_treatment text CHECK (accounting_treatment IN ('FVTPL', 'FVOCI', 'Amortized Cost', 'HTM')),
  rebalancing_frequency text,
  external_ref_code text,
  tags text,
  notes text CHECK (length(notes) <= 4000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The entity that `entity` names; set by the trigger.
  entity_id bigint NOT NULL REFERENCES entities (id),
  -- While a portfolio has opening positions or balances: the first day of its books, and the entry of the balances. They
  -- are on the portfolio's row, which a trade locks and reads afresh. Not facts: the lots and the entry say the same,
  -- and `verify` compares.
  opening_date date CHECK (isfinite(opening_date)),
  opening_balances_entry_id bigint,
  -- Which price mark-to-market runs value by.
  price_basis text NOT NULL DEFAULT 'Last Trade' CHECK (price_basis IN ('Last Trade', 'Close')),
  -- Its trades from this day on are to have an order; null where none is asked for.
  orders_asked_from date CHECK (isfinite(orders_asked_from)),
  CHECK (opening_balances_entry_id IS NULL OR opening_date IS NOT NULL)
);
COMMENT ON TABLE portfolios IS 'Register: portfolios. The two opening columns are derived and written by openings.';
CREATE UNIQUE INDEX portfolios_code ON portfolios (lower(portfolio_id));
CREATE UNIQUE INDEX portfolios_name ON portfolios (lower(portfolio_name));
CREATE OR REPLACE TRIGGER portfolios_entity BEFORE INSERT OR UPDATE ON portfolios FOR EACH ROW EXECUTE FUNCTION name_entity();

-- The portfolios of those who do not see or change all of them. Of a person who sees all: those that he changes.
CREATE TABLE user_portfolios (
  user_id bigint NOT NULL REFERENCES users (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
  may_change boolean NOT NULL,
  PRIMARY KEY (user_id, portfolio_id)
);
COMMENT ON TABLE user_portfolios IS 'Register: the portfolios that a person sees and changes, where not all.';
CREATE INDEX user_portfolios_portfolio ON user_portfolios (portfolio_id);

CREATE TABLE strategies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  strategy_id text NOT NULL CHECK (length(strategy_id) BETWEEN 1 AND 50),
  strategy_type text NOT NULL,
  entity_business_unit text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE strategies IS 'Register: strategies of portfolios.';
CREATE UNIQUE INDEX strategies_once ON strategies (portfolio_id, lower(strategy_id));

CREATE TABLE costing_methods (
  portfolio_id bigint PRIMARY KEY REFERENCES portfolios (id),
  costing_method text NOT NULL CHECK (costing_method IN ('WAP', 'FIFO', 'CHERRY')),
  assigned_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE costing_methods IS 'Register: how the sales of a portfolio take from its lots. Fixed once it has trades.';

CREATE TABLE settlement_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_method text NOT NULL,
  account_name text NOT NULL CHECK (length(account_name) BETWEEN 1 AND 200),
  account_number text NOT NULL CHECK (length(account_number) BETWEEN 1 AND 50),
  bank_name text NOT NULL CHECK (length(bank_name) BETWEEN 1 AND 200),
  branch_name text NOT NULL CHECK (length(branch_name) BETWEEN 1 AND 200),
  swift_code text CHECK (length(swift_code) <= 11),
  iban text CHECK (length(iban) <= 34),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- By hand: an amount due waits until a user confirms it. Automatic: after the due date it is taken as settled while
  -- nothing was recorded of it.
  settles text NOT NULL DEFAULT 'automatic' CHECK (settles IN ('automatic', 'by hand'))
);
COMMENT ON TABLE settlement_accounts IS 'Register: the bank accounts that trades settle on.';
CREATE UNIQUE INDEX settlement_accounts_once ON settlement_accounts (lower(bank_name), lower(account_number));
CREATE OR REPLACE TRIGGER settlement_accounts_keep_key BEFORE UPDATE OF id ON settlement_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER settlement_accounts_stay BEFORE TRUNCATE ON settlement_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();

-- Percentages. The after-tax rate has two decimals, as specified.
CREATE TABLE cost_of_funds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_date date NOT NULL CHECK (isfinite(effective_date)),
  cost_of_funds numeric(9, 4) NOT NULL CHECK (cost_of_funds > 0 AND cost_of_funds <= 1000),
  tax_rate numeric(7, 4) NOT NULL CHECK (tax_rate BETWEEN 0 AND 100),
  after_tax_cost_of_funds numeric(6, 2) NOT NULL CHECK (after_tax_cost_of_funds BETWEEN 0 AND 1000),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE cost_of_funds IS 'Register: the cost of money from a day on.';
CREATE UNIQUE INDEX cost_of_funds_date ON cost_of_funds (effective_date);

CREATE TABLE chart_of_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_code text NOT NULL CHECK (length(account_code) BETWEEN 1 AND 30),
  account_name text NOT NULL CHECK (length(account_name) BETWEEN 1 AND 200),
  description text CHECK (length(description) <= 500),
  active_status text NOT NULL DEFAULT 'Yes' CHECK (active_status IN ('Yes', 'No')),
  is_system boolean NOT NULL DEFAULT false,
  -- Type by the code's first digit, as specified.
  account_type text NOT NULL GENERATED ALWAYS AS (
    CASE left(account_code, 1)
      WHEN '1' THEN 'Asset' WHEN '2' THEN 'Liability' WHEN '3' THEN 'Equity' WHEN '4' THEN 'Income'
      WHEN '5' THEN 'Cost of Sales' WHEN '6' THEN 'Expense' ELSE 'Other' END) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE chart_of_accounts IS 'Register: the accounts of the ledger.';
CREATE UNIQUE INDEX chart_of_accounts_code ON chart_of_accounts (lower(account_code));

CREATE TABLE brokers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  code text CHECK (length(code) <= 20),
  email text,
  phone text,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Where the broker is paid.
  bank_name text,
  branch_name text,
  account_number text,
  swift_code text
);
COMMENT ON TABLE brokers IS 'Register: brokers, and where they are paid.';
CREATE UNIQUE INDEX brokers_name ON brokers (lower(name));
CREATE OR REPLACE TRIGGER brokers_keep_key BEFORE UPDATE OF id ON brokers FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER brokers_stay BEFORE TRUNCATE ON brokers FOR EACH STATEMENT EXECUTE FUNCTION keep_key();

-- The key of a broker's name: lower case, without spaces (also non-breaking ones).
CREATE OR REPLACE FUNCTION broker_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(name), E' \t\n\r\u00a0', '')
$$;

-- Adopted names: further names of a broker. Trades keep the name as written; named_brokers() finds its broker.
CREATE TABLE broker_names (
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  version integer NOT NULL CHECK (version >= 1),
  -- As it was written.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Null: taken back; the name belongs to no broker.
  broker_id bigint REFERENCES brokers (id),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: added by the migration that made this table.
  recorded_by bigint REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  PRIMARY KEY (key, version)
);
COMMENT ON TABLE broker_names IS 'Fact: which broker adopted a name, and that he gave it back. The last version of a name holds, so that it is one broker''s only.';
CREATE INDEX broker_names_broker ON broker_names (broker_id);
CREATE OR REPLACE TRIGGER broker_names_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON broker_names
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- All names of brokers, adopted names and their own. The only place that maps a written name to a broker.
CREATE OR REPLACE FUNCTION named_brokers() RETURNS TABLE (key text, broker_id bigint, name text) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (k.key) k.key, b.id, b.name
    FROM (SELECT broker_key(o.name) AS key, o.id AS broker_id, 2 AS place FROM brokers o
           UNION ALL
          SELECT a.key, a.broker_id, 1
            FROM (SELECT DISTINCT ON (n.key) n.key, n.broker_id FROM broker_names n ORDER BY n.key, n.version DESC) a
           WHERE a.broker_id IS NOT NULL) k
    JOIN brokers b ON b.id = k.broker_id
   ORDER BY k.key, k.place, b.id
$$;

-- The keys of all names of the broker that has a name; of a name that is not in Brokers, its own key.
CREATE OR REPLACE FUNCTION broker_keys(name text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT array_agg(o.key) FROM named_brokers() n JOIN named_brokers() o ON o.broker_id = n.broker_id
                    WHERE n.key = broker_key($1)), ARRAY[broker_key($1)])
$$;

-- The keys of all names of the brokers whose register name matches a pattern.
CREATE OR REPLACE FUNCTION broker_keys_like(pattern text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(n.key), '{}') FROM named_brokers() n WHERE n.name ILIKE $1
$$;

-- The fee schedule as data: the one in force is the latest for the security's class not after the trade date.
-- Rates are percent of gross; up to `band_limit` the first rates apply, above it the excess rates.
CREATE TABLE fee_tariffs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  security_class text NOT NULL,
  band_limit numeric(18, 2) NOT NULL CHECK (band_limit > 0 AND band_limit < 'NaN'),
  brokerage numeric(7, 4) NOT NULL,
  cse numeric(7, 4) NOT NULL,
  cds numeric(7, 4) NOT NULL,
  clearing numeric(7, 4) NOT NULL,
  sec numeric(7, 4) NOT NULL,
  stl numeric(7, 4) NOT NULL,
  excess_brokerage numeric(7, 4) NOT NULL,
  excess_cse numeric(7, 4) NOT NULL,
  excess_cds numeric(7, 4) NOT NULL,
  excess_clearing numeric(7, 4) NOT NULL,
  excess_sec numeric(7, 4) NOT NULL,
  excess_stl numeric(7, 4) NOT NULL,
  source text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (security_class, effective_from),
  CONSTRAINT fee_tariffs_class CHECK (security_class IN
    ('ordinary', 'non-voting', 'preference', 'rights', 'warrant', 'unit', 'debenture')),
  CONSTRAINT fee_tariffs_rates CHECK (
    brokerage BETWEEN 0 AND 100 AND cse BETWEEN 0 AND 100 AND cds BETWEEN 0 AND 100
    AND clearing BETWEEN 0 AND 100 AND sec BETWEEN 0 AND 100 AND stl BETWEEN 0 AND 100
    AND excess_brokerage BETWEEN 0 AND 100 AND excess_cse BETWEEN 0 AND 100 AND excess_cds BETWEEN 0 AND 100
    AND excess_clearing BETWEEN 0 AND 100 AND excess_sec BETWEEN 0 AND 100 AND excess_stl BETWEEN 0 AND 100)
);
COMMENT ON TABLE fee_tariffs IS 'Register: the fees of trades from a day on, per class of security.';

-- Rules of intraday relief: none is in force unless a user entered it.
CREATE TABLE fee_reliefs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL UNIQUE CHECK (isfinite(effective_from)),
  effective_to date CHECK (isfinite(effective_to) AND effective_to >= effective_from),
  source text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE fee_reliefs IS 'Register: days on which the smaller side of a security bought and sold on one day bears the levy alone.';

-- An entity's own rate goes before the general one, then the latest that is not after the ex date.
CREATE TABLE dividend_tax_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  -- As portfolios name it; null: every entity.
  entity text CHECK (length(entity) BETWEEN 1 AND 200),
  rate numeric(7, 4) NOT NULL CHECK (rate BETWEEN 0 AND 100),
  source text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE dividend_tax_rates IS 'Register: the tax withheld from dividends from a day on, of all entities or of one.';
CREATE UNIQUE INDEX dividend_tax_rates_day ON dividend_tax_rates (coalesce(lower(trim(entity)), ''), effective_from);

CREATE TABLE risk_free_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL UNIQUE CHECK (isfinite(effective_from)),
  -- Percent a year, of a 364-day Treasury bill.
  rate numeric(7, 4) NOT NULL CHECK (rate BETWEEN 0 AND 100),
  source text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE risk_free_rates IS 'Register: yearly risk-free rates by effective date, used by the Sharpe ratio.';

-- A board's own row goes before that of every board, then the latest that is not after the day; without one core's default holds.
CREATE TABLE price_tolerances (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  -- As securities name their board; null: every board without a row of its own.
  board text CHECK (length(board) BETWEEN 1 AND 50),
  -- Percent: the price of a trade that is further off is a warning.
  alert_from numeric(7, 4) NOT NULL CHECK (alert_from BETWEEN 0 AND 100),
  -- Percent: a price that is further off has to be confirmed.
  asked_from numeric(7, 4) NOT NULL CHECK (asked_from BETWEEN alert_from AND 100),
  source text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE price_tolerances IS 'Register: how far prices may be off before a warning and before confirmation is asked, by board and effective date.';
CREATE UNIQUE INDEX price_tolerances_day ON price_tolerances (coalesce(lower(trim(board)), ''), effective_from);
