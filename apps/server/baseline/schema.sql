DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'equity_manager_app') THEN
    CREATE ROLE equity_manager_app NOLOGIN;
  END IF;
  EXECUTE format('GRANT equity_manager_app TO %I', current_user);
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'role equity_manager_app was not created: no right to create roles';
  WHEN duplicate_object OR unique_violation THEN
    NULL; -- another database of this server created it at the same moment
END $$;
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE OR REPLACE FUNCTION keep_key() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'what % holds keeps its key and its place', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE OR REPLACE FUNCTION raise_missing(child text, parent text, named text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% name a % that does not exist: %', child, parent, named
    USING ERRCODE = 'foreign_key_violation', CONSTRAINT = child || '_references', TABLE = child;
END
$$;
CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
  -- Empty where an invitation did not say it; whoever takes it up says it then.
  last_name text NOT NULL CHECK (length(last_name) <= 100),
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  -- Read by passwords_of() and changed by set_password() alone.
  password_hash text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  waiting boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  -- Sign-up does not tell which e-mails have an account, so a second one for the same e-mail must look like a first:
  -- whoever signs in with its password is told to wait, as after any sign-up. It opens nothing.
  repeated_signup_hash text,
  -- Set while a sign-up waits: on a waiting account, and on an account with which somebody signed up again. Both count, so
  -- that the count does not tell which e-mails have an account.
  last_signup_at timestamptz,
  -- An IPv4 address or an IPv6 /64; null where the sign-up is older than this column.
  last_signup_network text CHECK (length(last_signup_network) <= 64),
  -- Until the one-time link of an invitation is used; the password until then is nobody's.
  invited boolean NOT NULL DEFAULT false,
  -- Whether all portfolios, later ones included; otherwise those of user_portfolios. Nobody changes what he does not see.
  sees_all boolean NOT NULL DEFAULT true,
  changes_all boolean NOT NULL DEFAULT true,
  CONSTRAINT users_waiting CHECK (NOT (waiting AND is_active)),
  CONSTRAINT users_scope CHECK (sees_all OR NOT changes_all),
  CONSTRAINT users_last_signup CHECK ((waiting OR repeated_signup_hash IS NOT NULL) = (last_signup_at IS NOT NULL))
);
CREATE UNIQUE INDEX users_email ON users (email);
CREATE INDEX users_places_to_wait ON users (last_signup_network, last_signup_at) WHERE last_signup_at IS NOT NULL;
CREATE OR REPLACE TRIGGER users_stay BEFORE DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE roles (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 50 AND name = btrim(name)),
  is_built_in boolean NOT NULL DEFAULT false,
  rights text[] CHECK (cardinality(rights) <= 200 AND array_position(rights, NULL) IS NULL),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (is_built_in = (rights IS NULL))
);
CREATE UNIQUE INDEX roles_name ON roles (lower(name));
INSERT INTO roles (name, is_built_in)
VALUES ('Administrator', true), ('Accountant', true), ('Dealer', true), ('Approver', true), ('Portfolio Manager', true), ('Auditor', true), ('Member', true);
CREATE TABLE user_roles (
  user_id bigint NOT NULL REFERENCES users (id),
  role text NOT NULL REFERENCES roles (name),
  PRIMARY KEY (user_id, role)
);
CREATE INDEX user_roles_role ON user_roles (role);
CREATE OR REPLACE FUNCTION passwords_of(user_id bigint, OUT password_hash text, OUT repeated_signup_hash text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = em, pg_temp AS $$
  SELECT u.password_hash, u.repeated_signup_hash FROM users u WHERE u.id = user_id
$$;
CREATE OR REPLACE FUNCTION set_password(user_id bigint, new_hash text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = em, pg_temp AS $$
  UPDATE users SET password_hash = new_hash WHERE id = user_id
$$;
CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- "Keep me signed in": no idle end.
  kept boolean NOT NULL DEFAULT false,
  address text CHECK (length(address) <= 64),
  user_agent text CHECK (length(user_agent) <= 300)
);
CREATE UNIQUE INDEX sessions_token ON sessions (token_hash);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE TABLE known_places (
  user_id bigint NOT NULL REFERENCES users (id),
  key bytea NOT NULL CHECK (length(key) = 32),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX known_places_key ON known_places (key);
CREATE TABLE password_links (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_by bigint REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX password_links_token ON password_links (token_hash);
CREATE TABLE sign_in_attempts (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries integer NOT NULL CHECK (tries >= 0),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sign_in_attempts_age ON sign_in_attempts (started_at);
CREATE TABLE idempotency_keys (
  user_id bigint NOT NULL,
  route text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  body_hash bytea NOT NULL,
  status smallint NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Those that it was given with, null: all. Who sees fewer by now is not given it again.
  portfolios bigint[],
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  user_id bigint,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text
);
CREATE INDEX audit_entity ON audit (entity, entity_id, id);
CREATE INDEX audit_kind ON audit (entity, id);
CREATE INDEX audit_person ON audit (user_id, id);
CREATE OR REPLACE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE seeds (
  name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE write_probe (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO write_probe DEFAULT VALUES;
CREATE OR REPLACE FUNCTION probe_writing() RETURNS text LANGUAGE plpgsql SET work_mem = '64kB' AS $$
BEGIN
  PERFORM max(n) FROM generate_series(1, 20000) AS n;
  UPDATE write_probe SET at = clock_timestamp();
  IF NOT FOUND THEN RAISE 'the row of write_probe is missing'; END IF;
  RETURN current_setting('server_version');
END
$$;
CREATE TABLE entities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 500),
  is_general boolean NOT NULL DEFAULT false,
  -- The last month of the financial year; March for most companies of the market.
  year_end_month smallint NOT NULL DEFAULT 3 CHECK (year_end_month BETWEEN 1 AND 12),
  -- Nothing is dated on or before this day; null: open. Follows the newest row of period_locks.
  locked_through date CHECK (isfinite(locked_through)),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- How gains on shares are taxed, as a person said of the entity; null: nobody has said it.
  share_gains_tax text CHECK (share_gains_tax IN ('exempt', 'business income'))
);
CREATE UNIQUE INDEX entities_name ON entities (lower(trim(name)));
CREATE UNIQUE INDEX entities_one_general ON entities (is_general) WHERE is_general;
INSERT INTO entities (name, is_general) VALUES ('General', true);
CREATE OR REPLACE TRIGGER entities_stay BEFORE DELETE OR TRUNCATE ON entities
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE period_locks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities (id),
  locked_through date CHECK (isfinite(locked_through)),
  was_locked_through date,
  reason text CHECK (length(reason) <= 500),
  set_at timestamptz NOT NULL DEFAULT now(),
  set_by bigint NOT NULL,
  -- What the checklist showed as open when the books were locked, as `GET /entities/{id}/checks` answers it; null for
  -- locks from before it was kept, and where the lock was moved back or lifted.
  open_points jsonb
);
CREATE INDEX period_locks_entity ON period_locks (entity_id, id);
CREATE OR REPLACE TRIGGER period_locks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON period_locks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION set_period_lock() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  -- Waits for every posting under way; what is posted after this sees the new lock.
  PERFORM pg_advisory_xact_lock(1164142951, 2);
  UPDATE entities SET locked_through = NEW.locked_through, version = version + 1 WHERE id = NEW.entity_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER period_locks_set AFTER INSERT ON period_locks FOR EACH ROW EXECUTE FUNCTION set_period_lock();
CREATE OR REPLACE FUNCTION keep_period_lock() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.locked_through IS NOT NULL THEN RAISE EXCEPTION 'a lock is set by a row of period_locks' USING ERRCODE = 'insufficient_privilege'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.is_general) IS DISTINCT FROM (OLD.id, OLD.is_general) THEN
    RAISE EXCEPTION 'which entity is the built-in one is fixed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.locked_through IS DISTINCT FROM OLD.locked_through AND NEW.locked_through IS DISTINCT FROM
     (SELECT l.locked_through FROM period_locks l WHERE l.entity_id = NEW.id ORDER BY l.id DESC LIMIT 1) THEN
    RAISE EXCEPTION 'a lock is set by a row of period_locks' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER entities_lock BEFORE INSERT OR UPDATE ON entities FOR EACH ROW EXECUTE FUNCTION keep_period_lock();
CREATE OR REPLACE FUNCTION raise_period_locked(entity text, through date, day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the books of % are locked through %, which covers %', entity, through, day
    USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_lines_period_lock',
          DETAIL = json_build_object('entity', entity, 'through', through, 'date', day, 'open', through + 1)::text;
END
$$;
CREATE OR REPLACE FUNCTION name_entity() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  closed entities;
  other date;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.entity = OLD.entity AND NEW.entity_id = OLD.entity_id THEN RETURN NEW; END IF;
  INSERT INTO entities (name) VALUES (trim(NEW.entity)) ON CONFLICT (lower(trim(name))) DO NOTHING;
  SELECT id INTO NEW.entity_id FROM entities WHERE lower(trim(name)) = lower(trim(NEW.entity));
  IF TG_OP = 'UPDATE' AND OLD.entity_id <> NEW.entity_id THEN
    -- The look comes after the lock, in a statement of its own.
    PERFORM pg_advisory_xact_lock(1164142951, 2);
    SELECT * INTO closed FROM entities WHERE id IN (OLD.entity_id, NEW.entity_id) ORDER BY locked_through DESC NULLS LAST LIMIT 1;
    SELECT locked_through INTO other FROM entities WHERE id IN (OLD.entity_id, NEW.entity_id) AND id <> closed.id;
    IF closed.locked_through > coalesce(other, '-infinity')
       AND (EXISTS (SELECT FROM ledger_months WHERE portfolio_id = OLD.id AND month < date_trunc('month', closed.locked_through)::date)
         OR EXISTS (SELECT FROM ledger_days WHERE portfolio_id = OLD.id
                     AND day BETWEEN date_trunc('month', closed.locked_through)::date AND closed.locked_through)) THEN
      PERFORM raise_period_locked(closed.name, closed.locked_through, closed.locked_through);
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TABLE year_closings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities (id),
  year_end date NOT NULL CHECK (isfinite(year_end)),
  -- The closing that this one takes back.
  undoes bigint UNIQUE REFERENCES year_closings (id),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL
);
CREATE INDEX year_closings_entity ON year_closings (entity_id, year_end);
CREATE OR REPLACE TRIGGER year_closings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON year_closings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX equities_symbol ON equities (lower(symbol));
CREATE INDEX equities_name ON equities (lower(name));
CREATE OR REPLACE FUNCTION is_rights(symbol text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT symbol ~ '^[A-Z0-9]{2,5}\.R[0-9]{4}$'
$$;
CREATE TABLE equity_symbols (
  equity_id bigint NOT NULL REFERENCES equities (id) ON DELETE CASCADE,
  symbol text NOT NULL,
  valid_from timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (equity_id, valid_from)
);
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
  -- The code. Not all digits, so that it can never be taken for an id.
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
  -- stand on the portfolio's row, which a trade locks and reads afresh. Not facts: the lots and the entry say the same,
  -- and `verify` compares.
  opening_date date CHECK (isfinite(opening_date)),
  opening_balances_entry_id bigint,
  -- Which price mark-to-market runs value by.
  price_basis text NOT NULL DEFAULT 'Last Trade' CHECK (price_basis IN ('Last Trade', 'Close')),
  CHECK (opening_balances_entry_id IS NULL OR opening_date IS NOT NULL)
);
CREATE UNIQUE INDEX portfolios_code ON portfolios (lower(portfolio_id));
CREATE UNIQUE INDEX portfolios_name ON portfolios (lower(portfolio_name));
CREATE OR REPLACE TRIGGER portfolios_entity BEFORE INSERT OR UPDATE ON portfolios FOR EACH ROW EXECUTE FUNCTION name_entity();
CREATE TABLE user_portfolios (
  user_id bigint NOT NULL REFERENCES users (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
  may_change boolean NOT NULL,
  PRIMARY KEY (user_id, portfolio_id)
);
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
CREATE UNIQUE INDEX strategies_once ON strategies (portfolio_id, lower(strategy_id));
CREATE TABLE costing_methods (
  portfolio_id bigint PRIMARY KEY REFERENCES portfolios (id),
  costing_method text NOT NULL CHECK (costing_method IN ('WAP', 'FIFO', 'CHERRY')),
  assigned_at timestamptz NOT NULL DEFAULT now()
);
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
  -- By hand: what is due waits until somebody confirms it. Automatic: after the due date it is taken as settled while
  -- nothing was recorded of it.
  settles text NOT NULL DEFAULT 'automatic' CHECK (settles IN ('automatic', 'by hand'))
);
CREATE UNIQUE INDEX settlement_accounts_once ON settlement_accounts (lower(bank_name), lower(account_number));
CREATE OR REPLACE TRIGGER settlement_accounts_keep_key BEFORE UPDATE OF id ON settlement_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER settlement_accounts_stay BEFORE TRUNCATE ON settlement_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TABLE cost_of_funds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_date date NOT NULL CHECK (isfinite(effective_date)),
  cost_of_funds numeric(9, 4) NOT NULL CHECK (cost_of_funds > 0 AND cost_of_funds <= 1000),
  tax_rate numeric(7, 4) NOT NULL CHECK (tax_rate BETWEEN 0 AND 100),
  after_tax_cost_of_funds numeric(6, 2) NOT NULL CHECK (after_tax_cost_of_funds BETWEEN 0 AND 1000),
  created_at timestamptz NOT NULL DEFAULT now()
);
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
CREATE UNIQUE INDEX brokers_name ON brokers (lower(name));
CREATE OR REPLACE TRIGGER brokers_keep_key BEFORE UPDATE OF id ON brokers FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER brokers_stay BEFORE TRUNCATE ON brokers FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
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
CREATE TABLE fee_reliefs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL UNIQUE CHECK (isfinite(effective_from)),
  effective_to date CHECK (isfinite(effective_to) AND effective_to >= effective_from),
  source text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
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
CREATE UNIQUE INDEX dividend_tax_rates_day ON dividend_tax_rates (coalesce(lower(trim(entity)), ''), effective_from);
CREATE TABLE holidays (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  date date NOT NULL CHECK (isfinite(date)),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  type text NOT NULL,
  is_recurring boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX holidays_date ON holidays (date);
CREATE TABLE market_symbols (
  -- As the exchange writes it, in capitals.
  symbol text PRIMARY KEY CHECK (length(symbol) BETWEEN 1 AND 20 AND symbol = upper(symbol)),
  company_name text CHECK (length(company_name) BETWEEN 1 AND 200),
  -- Null while no security has the symbol.
  equity_id bigint REFERENCES equities (id) ON DELETE SET NULL
);
CREATE INDEX market_symbols_equity ON market_symbols (equity_id);
CREATE TABLE price_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('summary', 'typed', 'pasted', 'file', 'feed')),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 300),
  sha256 bytea CHECK (length(sha256) = 32),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  -- Rows that were sent, and versions that followed.
  rows integer NOT NULL CHECK (rows >= 0),
  added integer NOT NULL CHECK (added >= 0),
  changed integer NOT NULL CHECK (changed >= 0),
  removed integer NOT NULL CHECK (removed >= 0),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX price_sets_day ON price_sets (trade_date, id);
CREATE OR REPLACE TRIGGER price_sets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE price_versions (
  symbol text NOT NULL,
  trade_date date NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  set_id bigint NOT NULL REFERENCES price_sets (id),
  -- The price of this symbol and day was taken back: its figures are null.
  is_removed boolean NOT NULL,
  company_name text,
  share_volume bigint CHECK (share_volume >= 0),
  trade_volume bigint CHECK (trade_volume >= 0),
  previous_close numeric(18, 4) CHECK (previous_close BETWEEN 0 AND 1e12),
  open numeric(18, 4) CHECK (open BETWEEN 0 AND 1e12),
  high numeric(18, 4) CHECK (high BETWEEN 0 AND 1e12),
  low numeric(18, 4) CHECK (low BETWEEN 0 AND 1e12),
  last_trade numeric(18, 4) CHECK (last_trade BETWEEN 0.0001 AND 1e12),
  close numeric(18, 4) CHECK (close BETWEEN 0.0001 AND 1e12),
  change_rs numeric(18, 4) CHECK (change_rs BETWEEN -1e12 AND 1e12),
  change_percent numeric(12, 4) CHECK (change_percent BETWEEN -1e6 AND 1e6),
  PRIMARY KEY (trade_date, symbol, version),
  CHECK (is_removed = (last_trade IS NULL))
);
CREATE INDEX price_versions_set ON price_versions (set_id);
CREATE INDEX price_versions_symbol ON price_versions (symbol, trade_date);
CREATE OR REPLACE TRIGGER price_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE prices (
  symbol text NOT NULL REFERENCES market_symbols (symbol),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  equity_id bigint REFERENCES equities (id),
  version integer NOT NULL,
  set_id bigint NOT NULL REFERENCES price_sets (id),
  company_name text,
  share_volume bigint,
  trade_volume bigint,
  previous_close numeric(18, 4),
  open numeric(18, 4),
  high numeric(18, 4),
  low numeric(18, 4),
  last_trade numeric(18, 4) NOT NULL,
  close numeric(18, 4),
  change_rs numeric(18, 4),
  change_percent numeric(12, 4),
  PRIMARY KEY (trade_date, symbol)
);
CREATE UNIQUE INDEX prices_equity ON prices (equity_id, trade_date) INCLUDE (last_trade, close);
CREATE INDEX prices_symbol ON prices (symbol, trade_date);
CREATE TABLE price_sign_offs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  is_signed boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX price_sign_offs_day ON price_sign_offs (trade_date, id);
CREATE OR REPLACE TRIGGER price_sign_offs_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_sign_offs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION security_of_symbol(of_symbol text) RETURNS bigint LANGUAGE sql STABLE SET search_path = em, pg_temp AS $$
  SELECT coalesce((SELECT id FROM equities WHERE lower(symbol) = lower(of_symbol)),
                  (SELECT equity_id FROM equity_symbols WHERE lower(symbol) = lower(of_symbol) ORDER BY valid_from DESC LIMIT 1))
$$;
CREATE OR REPLACE FUNCTION keep_newest_prices(of_set bigint) RETURNS void LANGUAGE sql SET search_path = em, pg_temp AS $$
  INSERT INTO market_symbols AS m (symbol, company_name, equity_id)
  SELECT v.symbol, v.company_name, security_of_symbol(v.symbol) FROM price_versions v WHERE v.set_id = of_set AND NOT v.is_removed
  ON CONFLICT (symbol) DO UPDATE SET company_name = excluded.company_name, equity_id = coalesce(m.equity_id, excluded.equity_id)
   WHERE (excluded.company_name IS NOT NULL AND excluded.company_name IS DISTINCT FROM m.company_name)
      OR (m.equity_id IS NULL AND excluded.equity_id IS NOT NULL);
  DELETE FROM prices p USING price_versions v
   WHERE v.set_id = of_set AND v.is_removed AND p.symbol = v.symbol AND p.trade_date = v.trade_date;
  INSERT INTO prices (symbol, trade_date, equity_id, version, set_id, company_name, share_volume, trade_volume, previous_close, open, high, low,
                      last_trade, close, change_rs, change_percent)
  SELECT v.symbol, v.trade_date,
         CASE WHEN NOT EXISTS (SELECT FROM prices o WHERE o.equity_id = m.equity_id AND o.trade_date = v.trade_date AND o.symbol <> v.symbol)
              THEN m.equity_id END,
         v.version, v.set_id, v.company_name, v.share_volume, v.trade_volume, v.previous_close, v.open, v.high, v.low,
         v.last_trade, v.close, v.change_rs, v.change_percent
    FROM price_versions v JOIN market_symbols m ON m.symbol = v.symbol WHERE v.set_id = of_set AND NOT v.is_removed
  ON CONFLICT (trade_date, symbol) DO UPDATE SET
    version = excluded.version, set_id = excluded.set_id, company_name = excluded.company_name, share_volume = excluded.share_volume,
    trade_volume = excluded.trade_volume, previous_close = excluded.previous_close, open = excluded.open, high = excluded.high,
    low = excluded.low, last_trade = excluded.last_trade, close = excluded.close, change_rs = excluded.change_rs,
    change_percent = excluded.change_percent;
$$;
CREATE OR REPLACE FUNCTION take_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  UPDATE market_symbols SET equity_id = NEW.id WHERE symbol = upper(NEW.symbol) AND equity_id IS NULL;
  IF FOUND THEN
    UPDATE prices p SET equity_id = NEW.id WHERE p.symbol = upper(NEW.symbol) AND p.equity_id IS NULL
       AND NOT EXISTS (SELECT FROM prices o WHERE o.equity_id = NEW.id AND o.trade_date = p.trade_date);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER equities_take_prices AFTER INSERT OR UPDATE OF symbol ON equities
  FOR EACH ROW EXECUTE FUNCTION take_prices();
CREATE TABLE price_feed_reads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where it failed.
  trade_date date CHECK (isfinite(trade_date)),
  rows integer NOT NULL DEFAULT 0 CHECK (rows >= 0),
  added integer NOT NULL DEFAULT 0 CHECK (added >= 0),
  changed integer NOT NULL DEFAULT 0 CHECK (changed >= 0),
  is_closed boolean NOT NULL DEFAULT false,
  error text CHECK (length(error) BETWEEN 1 AND 1000),
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((trade_date IS NULL) = (error IS NOT NULL))
);
CREATE OR REPLACE TRIGGER price_feed_reads_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_feed_reads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE price_feed_turns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE OR REPLACE TRIGGER price_feed_turns_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON price_feed_turns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE market_indices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 20),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('Market', 'Regional', 'Sector', 'Indicator')),
  -- Of a sector index.
  sector text,
  -- Lists show smaller numbers first.
  place integer,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX market_indices_code ON market_indices (lower(code));
CREATE UNIQUE INDEX market_indices_name ON market_indices (lower(name));
CREATE TABLE index_value_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  index_id bigint NOT NULL REFERENCES market_indices (id),
  source text NOT NULL CHECK (source IN ('typed', 'pasted', 'file', 'feed')),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX index_value_sets_index ON index_value_sets (index_id, id);
CREATE OR REPLACE TRIGGER index_value_sets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON index_value_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE index_value_versions (
  index_id bigint NOT NULL REFERENCES market_indices (id),
  day date NOT NULL CHECK (isfinite(day)),
  version integer NOT NULL CHECK (version > 0),
  set_id bigint NOT NULL REFERENCES index_value_sets (id),
  -- The value of this day was taken back: its figures are null.
  is_removed boolean NOT NULL,
  value numeric(18, 4) CHECK (value BETWEEN 0.0001 AND 1e12),
  -- The same index with its dividends reinvested, where it is known.
  total_return numeric(18, 4) CHECK (total_return BETWEEN 0.0001 AND 1e12),
  PRIMARY KEY (index_id, day, version),
  CHECK (is_removed = (value IS NULL) AND (value IS NOT NULL OR total_return IS NULL))
);
CREATE INDEX index_value_versions_set ON index_value_versions (set_id);
CREATE OR REPLACE TRIGGER index_value_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON index_value_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE index_values (
  index_id bigint NOT NULL REFERENCES market_indices (id),
  day date NOT NULL,
  version integer NOT NULL,
  set_id bigint NOT NULL REFERENCES index_value_sets (id),
  value numeric(18, 4) NOT NULL,
  total_return numeric(18, 4),
  PRIMARY KEY (index_id, day)
);
CREATE TABLE index_weight_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  index_id bigint NOT NULL REFERENCES market_indices (id),
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX index_weight_sets_index ON index_weight_sets (index_id, effective_from, id);
CREATE OR REPLACE TRIGGER index_weight_sets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON index_weight_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE index_weights (
  set_id bigint NOT NULL REFERENCES index_weight_sets (id),
  sector text NOT NULL CHECK (length(sector) BETWEEN 1 AND 200),
  -- Percent.
  weight numeric(7, 4) NOT NULL CHECK (weight BETWEEN 0 AND 100),
  PRIMARY KEY (set_id, sector)
);
CREATE OR REPLACE TRIGGER index_weights_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON index_weights
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION keep_newest_index_values(of_set bigint) RETURNS void LANGUAGE sql SET search_path = em, pg_temp AS $$
  DELETE FROM index_values p USING index_value_versions v
   WHERE v.set_id = of_set AND v.is_removed AND p.index_id = v.index_id AND p.day = v.day;
  INSERT INTO index_values (index_id, day, version, set_id, value, total_return)
  SELECT v.index_id, v.day, v.version, v.set_id, v.value, v.total_return FROM index_value_versions v WHERE v.set_id = of_set AND NOT v.is_removed
  ON CONFLICT (index_id, day) DO UPDATE SET version = excluded.version, set_id = excluded.set_id, value = excluded.value,
    total_return = excluded.total_return;
$$;
CREATE OR REPLACE FUNCTION company_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(
    nullif(replace(regexp_replace(regexp_replace(lower(name), '[^a-z0-9]+', ' ', 'g'),
                                  '\m(plc|ltd|limited|pvt|private|public|company|co|the|and)\M', '', 'g'), ' ', ''), ''),
    lower(trim(name)))
$$;
CREATE TABLE announcement_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('typed', 'file', 'feed')),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 300),
  sha256 bytea CHECK (length(sha256) = 32),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  -- Announcements that were told, and versions that followed.
  rows integer NOT NULL CHECK (rows >= 0),
  added integer NOT NULL CHECK (added >= 0),
  changed integer NOT NULL CHECK (changed >= 0),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE OR REPLACE TRIGGER announcement_sets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What its source calls it, so that it is known again when it is read again; null for one that was typed.
  origin text CHECK (length(origin) BETWEEN 1 AND 300),
  version integer NOT NULL CHECK (version > 0),
  set_id bigint NOT NULL REFERENCES announcement_sets (id),
  -- It was taken back: no list shows it.
  is_removed boolean NOT NULL DEFAULT false,
  announced_on date NOT NULL CHECK (isfinite(announced_on)),
  -- In Colombo; null where only the day is known.
  announced_at text CHECK (announced_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 50),
  -- What the exchange itself calls its kind, such as CASH DIVIDEND.
  kind text CHECK (length(kind) BETWEEN 1 AND 200),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  company text CHECK (length(company) BETWEEN 1 AND 200),
  -- As the exchange writes it, with its class or without.
  symbol text CHECK (length(symbol) BETWEEN 1 AND 20 AND symbol = upper(symbol)),
  priority text NOT NULL CHECK (priority IN ('High', 'Medium', 'Low')),
  summary text CHECK (length(summary) BETWEEN 1 AND 1000),
  content text CHECK (length(content) BETWEEN 1 AND 20000),
  -- Where the exchange keeps its document.
  file_path text CHECK (length(file_path) BETWEEN 1 AND 500),
  -- Set by the trigger.
  company_key text
);
CREATE UNIQUE INDEX announcements_origin ON announcements (origin);
CREATE INDEX announcements_newest ON announcements (announced_on, coalesce(announced_at, ''), id) WHERE NOT is_removed;
CREATE INDEX announcements_set ON announcements (set_id);
CREATE OR REPLACE FUNCTION name_company_key() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  NEW.company_key := company_key(NEW.company);
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER announcements_company BEFORE INSERT OR UPDATE ON announcements
  FOR EACH ROW EXECUTE FUNCTION name_company_key();
CREATE TABLE announcement_versions (
  announcement_id bigint NOT NULL REFERENCES announcements (id),
  version integer NOT NULL CHECK (version > 0),
  set_id bigint NOT NULL REFERENCES announcement_sets (id),
  is_removed boolean NOT NULL,
  announced_on date NOT NULL,
  announced_at text,
  category text NOT NULL,
  kind text,
  title text NOT NULL,
  company text,
  symbol text,
  priority text NOT NULL,
  summary text,
  content text,
  file_path text,
  PRIMARY KEY (announcement_id, version)
);
CREATE INDEX announcement_versions_set ON announcement_versions (set_id);
CREATE OR REPLACE TRIGGER announcement_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE announcement_feed_reads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rows integer NOT NULL DEFAULT 0 CHECK (rows >= 0),
  added integer NOT NULL DEFAULT 0 CHECK (added >= 0),
  changed integer NOT NULL DEFAULT 0 CHECK (changed >= 0),
  -- What could not be read, and why; the rest was kept.
  error text CHECK (length(error) BETWEEN 1 AND 2000),
  -- Nothing could be read.
  is_failed boolean NOT NULL,
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (NOT is_failed OR error IS NOT NULL AND rows = 0)
);
CREATE OR REPLACE TRIGGER announcement_feed_reads_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_feed_reads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE announcement_feed_turns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  by_clock boolean NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE OR REPLACE TRIGGER announcement_feed_turns_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_feed_turns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  description text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  status text NOT NULL DEFAULT 'success' CHECK (status IN ('success', 'failed', 'undone')),
  type text NOT NULL DEFAULT 'bulk-buy' CHECK (type IN ('bulk-buy', 'bulk-sell', 'bulk-mixed', 'opening')),
  file_name text CHECK (length(file_name) <= 300),
  portfolio text,
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  recorded integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  total_value numeric(20, 2) NOT NULL DEFAULT 0,
  -- The first of the rows at fault: [{row, field, error, value}].
  errors jsonb NOT NULL DEFAULT '[]',
  -- Of a refused submission: its rows as they were sent, {fields, rows}, to be mended and sent again; null where they are too many.
  sent_rows jsonb,
  -- The document that it is a recording of, for as long as that is kept, and what was asked for where not everything went through:
  -- terms and lines, as the request sends them, to be asked for again.
  document_id bigint,
  document_order json,
  undone_at timestamptz,
  undone_by bigint REFERENCES users (id),
  -- What another try of rows without a file is known by: the first contract number in them.
  reference text,
  -- A failed submission is told by the bell until somebody has looked at it, or the same rows were sent again.
  seen_at timestamptz,
  seen_by bigint REFERENCES users (id),
  -- The opening balances that came with it, and are taken back with it.
  balances_entry_id bigint,
  CHECK (recorded BETWEEN 0 AND total),
  CHECK ((seen_at IS NULL) = (seen_by IS NULL))
);
CREATE INDEX batches_recorded ON batches (recorded_at, id);
CREATE INDEX batches_unseen ON batches (recorded_at DESC, id DESC) WHERE status = 'failed' AND seen_at IS NULL;
CREATE INDEX batches_document ON batches (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX batches_tries ON batches (recorded_by, id);
CREATE OR REPLACE TRIGGER batches_keep_key BEFORE UPDATE OF id ON batches FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER batches_stay BEFORE DELETE OR TRUNCATE ON batches FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TABLE chains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  quantity bigint NOT NULL DEFAULT 0 CHECK (quantity >= 0),
  cost numeric(18, 2) NOT NULL DEFAULT 0 CHECK (cost >= 0 AND cost < 'NaN'),
  charges numeric(18, 2) NOT NULL DEFAULT 0 CHECK (charges >= 0 AND charges < 'NaN'),
  last_event_date date,
  last_event_id bigint,
  -- What a position's cost of funds needs, kept here so that no reading walks the lots. Over the open lots, with r the
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
  CHECK (quantity > 0 OR (cost = 0 AND charges = 0)),
  CHECK ((last_event_date IS NULL) = (last_event_id IS NULL) AND (last_event_date IS NULL) = (last_event_rank IS NULL)),
  UNIQUE (portfolio_id, equity_id),
  UNIQUE (id, portfolio_id, equity_id)
  -- Written with every trade, its keys never: room on the page keeps the row in place.
) WITH (fillfactor = 70);
CREATE INDEX chains_equity ON chains (equity_id);
CREATE OR REPLACE TRIGGER chains_keep_key BEFORE UPDATE OF id, portfolio_id, equity_id ON chains
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER chains_stay BEFORE DELETE OR TRUNCATE ON chains
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
CREATE INDEX lots_unsettled ON lots (chain_id, settlement_date) WHERE remaining_quantity > 0;
CREATE TABLE lot_changes (
  event_id bigint NOT NULL,
  quantity_change bigint NOT NULL,
  cost_change numeric(18, 2) NOT NULL,
  charges_change numeric(18, 2) NOT NULL,
  lot_event_id bigint NOT NULL,
  PRIMARY KEY (event_id, lot_event_id)
);
CREATE INDEX lot_changes_lot ON lot_changes (lot_event_id);
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
CREATE INDEX event_results_disposals ON event_results (portfolio_id, disposed_on, event_id) WHERE disposed_on IS NOT NULL;
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
CREATE UNIQUE INDEX trades_deal_number ON trades (deal_number);
CREATE INDEX trades_portfolio ON trades (portfolio_id, side, id);
CREATE INDEX trades_side ON trades (side, id) WHERE NOT is_deleted;
CREATE INDEX trades_equity ON trades (equity_id);
CREATE INDEX trades_batch ON trades (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX trades_unsettled ON trades (id) WHERE NOT is_settled AND NOT is_deleted AND side <> 'opening';
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
  -- Only of openings: the first day of the portfolio's books. trade_date is then the day the shares were bought.
  opening_date date CHECK (isfinite(opening_date) AND opening_date > trade_date),
  -- Only of openings: fees paid before the books began; they are carried with the shares and are no expense here.
  carried_charges numeric(18, 2) CHECK (carried_charges BETWEEN 0 AND 1e12),
  -- Only of openings: what the shares were worth when the books began, where that is brought forward.
  fair_value numeric(18, 2) CHECK (fair_value BETWEEN 0 AND 1e12),
  PRIMARY KEY (trade_id, version)
);
CREATE INDEX trade_versions_broker ON trade_versions (broker_id) WHERE broker_id IS NOT NULL;
CREATE INDEX trade_versions_settlement_account ON trade_versions (settlement_account_id);
CREATE INDEX trade_versions_contract_day ON trade_versions (contract_number, trade_date);
CREATE INDEX trade_versions_trade_date ON trade_versions (trade_date, trade_id);
CREATE INDEX trade_versions_settlement_date ON trade_versions (settlement_date, trade_id);
CREATE INDEX trade_versions_contract_noted ON trade_versions (lower(contract_number COLLATE "C")) WHERE contract_number IS NOT NULL;
CREATE INDEX trade_versions_broker_noted ON trade_versions (lower(broker_name COLLATE "C")) WHERE broker_name IS NOT NULL;
CREATE INDEX trade_versions_deleted ON trade_versions (recorded_at, trade_id) WHERE is_deleted;
CREATE INDEX trade_versions_corrected ON trade_versions (recorded_at, trade_id) WHERE version > 1;
CREATE OR REPLACE TRIGGER trade_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1);
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
CREATE OR REPLACE FUNCTION keep_what_trades_name() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  used boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(1164142951, 1);
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
CREATE TABLE trade_allocations (
  trade_id bigint NOT NULL,
  version integer NOT NULL,
  buy_trade_id bigint NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  PRIMARY KEY (trade_id, version, buy_trade_id)
);
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
CREATE OR REPLACE FUNCTION analyze_grown(written bigint) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = em, pg_temp SET default_statistics_target = 10 AS $$
BEGIN
  IF written > 500 + (SELECT reltuples FROM pg_class WHERE oid = 'trades'::regclass) / 10 THEN
    ANALYZE trades, trade_versions, chain_events, event_results, lots, journal_entries, journal_lines;
  END IF;
END
$$;
CREATE TABLE trade_documents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('trade-file', 'confirmation', 'monthly')),
  file_name text NOT NULL CHECK (length(file_name) <= 300),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 10485760),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- Null once the time for which files are kept is over; nothing was recorded from it then.
  content bytea CHECK (length(content) = bytes),
  broker_name text CHECK (length(broker_name) <= 200),
  -- What stands above the lines.
  header jsonb NOT NULL,
  first_date date CHECK (isfinite(first_date)),
  last_date date CHECK (isfinite(last_date)),
  lines integer NOT NULL CHECK (lines BETWEEN 0 AND 100000),
  skipped integer NOT NULL CHECK (skipped >= 0),
  problems integer NOT NULL CHECK (problems >= 0),
  -- The first thousand: [{line, reason}] and [{line, column, message, value}].
  skipped_lines jsonb NOT NULL DEFAULT '[]',
  problem_lines jsonb NOT NULL DEFAULT '[]',
  -- What its lines add up to, and what it states itself. Amounts in cents, as texts.
  totals jsonb NOT NULL,
  stated_totals jsonb,
  -- Of a PDF.
  content_text text,
  uploaded_by bigint NOT NULL REFERENCES users (id),
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE trade_documents ALTER content SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX trade_documents_once ON trade_documents (sha256, uploaded_by);
CREATE INDEX trade_documents_days ON trade_documents (last_date, first_date);
CREATE TABLE trade_document_lines (
  document_id bigint NOT NULL REFERENCES trade_documents (id),
  -- In the file, from 1; of a PDF in its text.
  line integer NOT NULL CHECK (line > 0),
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  trade_time text CHECK (length(trade_time) <= 20),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  execution_id text CHECK (length(execution_id) <= 60),
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 20),
  isin text CHECK (length(isin) <= 20),
  company_name text CHECK (length(company_name) <= 200),
  quantity bigint NOT NULL CHECK (quantity BETWEEN 1 AND 1000000000000),
  price numeric(18, 4) NOT NULL CHECK (price > 0 AND price <= 1e12),
  gross numeric(18, 2) NOT NULL CHECK (gross BETWEEN 0 AND 1e12),
  -- As charged; foreign brokerage stands beside brokerage.
  brokerage numeric(18, 2) NOT NULL CHECK (brokerage BETWEEN 0 AND 1e12),
  cse_fees numeric(18, 2) NOT NULL CHECK (cse_fees BETWEEN 0 AND 1e12),
  cds_fees numeric(18, 2) NOT NULL CHECK (cds_fees BETWEEN 0 AND 1e12),
  clearing_fees numeric(18, 2) NOT NULL CHECK (clearing_fees BETWEEN 0 AND 1e12),
  sec numeric(18, 2) NOT NULL CHECK (sec BETWEEN 0 AND 1e12),
  stl numeric(18, 2) NOT NULL CHECK (stl BETWEEN 0 AND 1e12),
  foreign_brokerage numeric(18, 2) NOT NULL CHECK (foreign_brokerage BETWEEN 0 AND 1e12),
  -- As the document states it.
  net numeric(18, 2) NOT NULL CHECK (net > -1e13 AND net < 1e13),
  contract_number text CHECK (length(contract_number) BETWEEN 1 AND 60),
  client_account text CHECK (length(client_account) BETWEEN 1 AND 60),
  client_name text CHECK (length(client_name) <= 200),
  settlement_date date CHECK (isfinite(settlement_date)),
  order_id text CHECK (length(order_id) <= 60),
  is_cancelled boolean NOT NULL DEFAULT false,
  -- The other fields of the layout, by the names of the specification.
  rest jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (document_id, line)
);
CREATE TABLE trade_document_batches (
  batch_id bigint PRIMARY KEY REFERENCES batches (id),
  document_id bigint NOT NULL REFERENCES trade_documents (id),
  -- Control totals that a person typed, and why they need not agree.
  controls jsonb,
  control_reason text CHECK (length(control_reason) BETWEEN 1 AND 500)
);
ALTER TABLE batches ADD FOREIGN KEY (document_id) REFERENCES trade_documents (id) ON DELETE SET NULL;
CREATE INDEX trade_document_batches_document ON trade_document_batches (document_id, batch_id);
CREATE OR REPLACE TRIGGER trade_document_batches_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_document_batches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE trade_document_trades (
  document_id bigint NOT NULL,
  line integer NOT NULL,
  trade_id bigint NOT NULL,
  PRIMARY KEY (document_id, line, trade_id),
  FOREIGN KEY (document_id, line) REFERENCES trade_document_lines (document_id, line)
);
CREATE INDEX trade_document_trades_trade ON trade_document_trades (trade_id);
CREATE OR REPLACE TRIGGER trade_document_trades_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_document_trades
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE trade_document_proofs (
  document_id bigint NOT NULL,
  line integer NOT NULL,
  trade_date date NOT NULL CHECK (isfinite(trade_date)),
  state text NOT NULL CHECK (state IN ('differs', 'agrees', 'no-tariff', 'cancelled')),
  -- What the six fees come to by the schedule.
  schedule numeric(18, 2) CHECK (schedule BETWEEN 0 AND 1e13),
  -- Of a line that differs: what was charged above the schedule, fee by fee, without rounding.
  fee_differences numeric(18, 2)[] CHECK (cardinality(fee_differences) = 6),
  PRIMARY KEY (document_id, line),
  FOREIGN KEY (document_id, line) REFERENCES trade_document_lines (document_id, line),
  CHECK ((state IN ('differs', 'agrees')) = (schedule IS NOT NULL) AND (state = 'differs') = (fee_differences IS NOT NULL))
);
CREATE INDEX trade_document_proofs_day ON trade_document_proofs (trade_date, document_id);
CREATE TABLE trade_document_proved (
  document_id bigint PRIMARY KEY REFERENCES trade_documents (id),
  -- Which versions of the tariffs and rules its proofs follow; others in force until its last day: it is to be proved again.
  rules text NOT NULL CHECK (length(rules) = 32)
);
CREATE TABLE trade_document_clients (
  client_account text PRIMARY KEY CHECK (length(client_account) BETWEEN 1 AND 60),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
  settlement_account_id bigint REFERENCES settlement_accounts (id) ON DELETE SET NULL,
  broker_name text CHECK (length(broker_name) <= 200),
  updated_by bigint NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX trade_document_clients_portfolio ON trade_document_clients (portfolio_id);
CREATE OR REPLACE FUNCTION keep_trade_document() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  document bigint;
BEGIN
  IF TG_TABLE_NAME = 'trade_documents' THEN document := OLD.id; ELSE document := OLD.document_id; END IF;
  IF EXISTS (SELECT FROM trade_document_batches b WHERE b.document_id = document) THEN
    RAISE EXCEPTION 'document % stays: trades were recorded from it', document
      USING ERRCODE = 'check_violation', CONSTRAINT = 'trade_document_stays';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE OR REPLACE TRIGGER trade_documents_stay BEFORE DELETE OR UPDATE OF content ON trade_documents
  FOR EACH ROW EXECUTE FUNCTION keep_trade_document();
CREATE OR REPLACE TRIGGER trade_document_lines_stay BEFORE DELETE ON trade_document_lines
  FOR EACH ROW EXECUTE FUNCTION keep_trade_document();
CREATE OR REPLACE TRIGGER trade_documents_no_truncate BEFORE TRUNCATE ON trade_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER trade_document_lines_fixed BEFORE UPDATE OR TRUNCATE ON trade_document_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER trade_documents_fixed
  BEFORE UPDATE OF id, kind, file_name, bytes, sha256, broker_name, header, first_date, last_date, lines, skipped, problems, skipped_lines, problem_lines,
    totals, stated_totals, content_text, uploaded_by, uploaded_at ON trade_documents
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE TABLE corporate_actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('dividend', 'scrip', 'bonus', 'rights', 'split', 'consolidation', 'merger', 'spin-off', 'identity',
                                     'delisting', 'buyback', 'tender', 'election', 'ipo', 'transfer')),
  state text NOT NULL CHECK (state IN ('draft', 'announced', 'entitled', 'processed', 'cancelled')),
  -- Points at the version in force.
  version integer NOT NULL DEFAULT 1,
  -- Counts how often it was brought into the books: what was chosen, allotted and paid counts for one time only.
  turn integer NOT NULL DEFAULT 1,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  -- Null: an application for shares that are not listed yet.
  equity_id bigint REFERENCES equities (id),
  -- The shares that come, and the rights.
  new_equity_id bigint REFERENCES equities (id),
  rights_equity_id bigint REFERENCES equities (id),
  security_name text NOT NULL CHECK (length(security_name) BETWEEN 1 AND 200),
  -- Null: every holder.
  portfolio_id bigint REFERENCES portfolios (id),
  -- Where a transfer goes.
  to_portfolio_id bigint REFERENCES portfolios (id),
  announcement_date date,
  -- XD, XR, or the day on which it takes effect.
  ex_date date,
  record_date date,
  payment_date date,
  allotment_date date,
  subscription_start date,
  renunciation_date date,
  last_date date,
  -- Of a rights issue: rights without a price of their own are worth what the share is above it.
  subscription_price numeric(18, 4),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX corporate_actions_day ON corporate_actions ((coalesce(ex_date, announcement_date, '9999-12-31')), id);
CREATE INDEX corporate_actions_equity ON corporate_actions (equity_id, ex_date);
CREATE INDEX corporate_actions_rights ON corporate_actions (rights_equity_id) WHERE rights_equity_id IS NOT NULL;
CREATE INDEX corporate_actions_new ON corporate_actions (new_equity_id) WHERE new_equity_id IS NOT NULL;
CREATE INDEX corporate_actions_portfolio ON corporate_actions (portfolio_id) WHERE portfolio_id IS NOT NULL;
CREATE OR REPLACE TRIGGER corporate_actions_stay BEFORE DELETE OR TRUNCATE ON corporate_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION offer_of(a corporate_actions) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT concat_ws(' ', a.equity_id, a.rights_equity_id, a.ex_date - date '1970-01-01', greatest(a.last_date, a.renunciation_date) - date '1970-01-01',
                   a.subscription_price)
   WHERE a.kind = 'rights' AND a.state IN ('announced', 'entitled', 'processed')
     AND num_nulls(a.equity_id, a.rights_equity_id, a.ex_date, a.subscription_price) = 0
$$;
CREATE TABLE action_versions (
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  version integer NOT NULL CHECK (version >= 1),
  -- The form as it was sent, exact figures as text.
  form jsonb NOT NULL,
  reason text,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (action_id, version)
);
CREATE OR REPLACE TRIGGER action_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE action_entitlements (
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  version integer NOT NULL CHECK (version >= 1),
  held bigint NOT NULL CHECK (held >= 0),
  entitled bigint NOT NULL CHECK (entitled >= 0),
  gross numeric(18, 2) NOT NULL,
  tax numeric(18, 2) NOT NULL,
  net numeric(18, 2) NOT NULL,
  -- Below one share, of each account at the depository.
  fraction numeric(18, 4) NOT NULL CHECK (fraction >= 0),
  memo_tax numeric(18, 2) NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What tax was counted with, in percent: typed in the form, or of the register. Null where none is withheld.
  tax_rate numeric(7, 4) CHECK (tax_rate BETWEEN 0 AND 100),
  PRIMARY KEY (action_id, portfolio_id, version)
);
CREATE OR REPLACE TRIGGER action_entitlements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_entitlements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE action_standings (
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  version integer NOT NULL CHECK (version >= 1),
  expected_role text,
  expected numeric(18, 2) NOT NULL DEFAULT 0,
  due date,
  received numeric(18, 2) NOT NULL DEFAULT 0,
  written_off numeric(18, 2) NOT NULL DEFAULT 0,
  -- Something is confirmed: nothing is assumed any more.
  is_confirmed boolean NOT NULL DEFAULT false,
  -- Something is still to be chosen, allotted or paid out.
  is_open boolean NOT NULL DEFAULT false,
  -- Where its money goes, once it is in the books.
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  PRIMARY KEY (action_id, portfolio_id)
);
CREATE INDEX action_standings_portfolio ON action_standings (portfolio_id, action_id);
CREATE INDEX action_standings_account ON action_standings (settlement_account_id) WHERE settlement_account_id IS NOT NULL;
CREATE TABLE action_elections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  turn integer NOT NULL,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  subscribe bigint NOT NULL DEFAULT 0 CHECK (subscribe >= 0),
  sell bigint NOT NULL DEFAULT 0 CHECK (sell >= 0),
  lapse bigint NOT NULL DEFAULT 0 CHECK (lapse >= 0),
  additional bigint NOT NULL DEFAULT 0 CHECK (additional >= 0),
  -- The day of payment.
  pay_date date NOT NULL,
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX action_elections_action ON action_elections (action_id, portfolio_id);
CREATE INDEX action_elections_account ON action_elections (settlement_account_id) WHERE settlement_account_id IS NOT NULL;
CREATE OR REPLACE TRIGGER action_elections_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_elections
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE action_allotments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  turn integer NOT NULL,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  allotted bigint NOT NULL CHECK (allotted >= 0),
  allotted_on date NOT NULL,
  -- The day that the refund came; null: it is outstanding.
  refunded_on date,
  -- Where the refund comes to.
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX action_allotments_action ON action_allotments (action_id, portfolio_id);
CREATE INDEX action_allotments_account ON action_allotments (settlement_account_id) WHERE settlement_account_id IS NOT NULL;
CREATE OR REPLACE TRIGGER action_allotments_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_allotments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE action_money (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  turn integer NOT NULL,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  kind text NOT NULL CHECK (kind IN ('received', 'written-off')),
  money_date date NOT NULL,
  amount numeric(18, 2) NOT NULL CHECK (amount <> 0),
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  reference text CHECK (length(reference) <= 60),
  reason text CHECK (length(reason) <= 500),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX action_money_action ON action_money (action_id, portfolio_id);
CREATE INDEX action_money_account ON action_money (settlement_account_id) WHERE settlement_account_id IS NOT NULL;
CREATE OR REPLACE TRIGGER action_money_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_money
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE action_certificates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  -- Null: it was taken back.
  number text CHECK (length(number) <= 60),
  received_on date,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX action_certificates_action ON action_certificates (action_id, portfolio_id);
CREATE OR REPLACE TRIGGER action_certificates_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_certificates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE action_events (
  -- From the sequence of all events.
  id bigint PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  -- The portfolio whose plan it is of; a transfer has events in another one.
  plan_portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  part text NOT NULL,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  kind text NOT NULL CHECK (kind IN ('receipt', 'scale', 'cost', 'disposal', 'withdrawal')),
  source text NOT NULL CHECK (source IN ('corporate action', 'transfer')),
  event_date date NOT NULL CHECK (isfinite(event_date)),
  settlement_date date,
  -- Where a lot keeps its age: when its shares were bought.
  bought_on date,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  price numeric(18, 4) NOT NULL DEFAULT 0,
  cost numeric(18, 2) NOT NULL DEFAULT 0,
  charges numeric(18, 2) NOT NULL DEFAULT 0,
  gross numeric(18, 2) NOT NULL DEFAULT 0,
  net numeric(18, 2) NOT NULL DEFAULT 0,
  cost_of_funds numeric(9, 4),
  given_by text CHECK (given_by IN ('shares', 'cost')),
  -- What follows what is held: num / den of it, less some; the figures rest on `held`.
  held bigint,
  num numeric(60, 0),
  den numeric(60, 0) CHECK (den > 0),
  less bigint,
  most bigint,
  -- [{lot, quantity}] of a withdrawal or disposal from named lots.
  allocations jsonb,
  -- Of a bonus or scrip: when the new shares can be sold; 9999-12-31: it is to be notified.
  listed_on date,
  CHECK (num_nonnulls(held, num, den) IN (0, 3)),
  CONSTRAINT action_events_part UNIQUE (action_id, plan_portfolio_id, part)
);
CREATE INDEX action_events_chain ON action_events (portfolio_id, equity_id);
CREATE INDEX action_events_equity ON action_events (equity_id);
CREATE TABLE action_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  what text NOT NULL,
  detail text,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX action_steps_action ON action_steps (action_id, id);
CREATE OR REPLACE TRIGGER action_steps_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE settlement_confirmations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL,
  trade_version integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('settled', 'part', 'failed', 'rescheduled', 'reopened')),
  -- The day of the payment, or of the failure.
  actual_date date CHECK (isfinite(actual_date)),
  -- What was paid.
  amount numeric(18, 2) NOT NULL DEFAULT 0 CHECK (amount BETWEEN 0 AND 1e13),
  -- When the rest is expected from now on; null where nothing is left or nobody knows.
  due_date date CHECK (isfinite(due_date)),
  reference text CHECK (length(reference) BETWEEN 1 AND 100),
  note text CHECK (length(note) BETWEEN 1 AND 500),
  -- The entries that it caused, reversals first; none where it happened as booked.
  entry_ids bigint[] NOT NULL DEFAULT '{}',
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL,
  -- Which way the money went: a refund of an overpaid buy comes in.
  pays boolean NOT NULL,
  -- A payment that a bank line shows: the line, and its day. The ledger's day can be another one: where the booked day is
  -- locked or signed off it stays, and the bank's day stands beside it. No foreign key: a statement can be taken out again
  -- after its lines were unmatched; what was confirmed by it stays.
  statement_line_id bigint,
  bank_date date CHECK (isfinite(bank_date)),
  CHECK ((kind IN ('settled', 'part')) = (amount > 0)),
  CHECK ((kind IN ('settled', 'part', 'failed')) = (actual_date IS NOT NULL)),
  CHECK ((kind IN ('settled', 'failed')) = (due_date IS NULL)),
  CONSTRAINT settlement_confirmations_bank_line CHECK ((statement_line_id IS NULL) = (bank_date IS NULL)
                                                       AND (statement_line_id IS NULL OR kind IN ('settled', 'part'))),
  FOREIGN KEY (trade_id, trade_version) REFERENCES trade_versions (trade_id, version)
);
CREATE INDEX settlement_confirmations_trade ON settlement_confirmations (trade_id, id);
CREATE INDEX settlement_confirmations_bank_line ON settlement_confirmations (statement_line_id) WHERE statement_line_id IS NOT NULL;
CREATE OR REPLACE TRIGGER settlement_confirmations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_confirmations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE settlement_states (
  trade_id bigint PRIMARY KEY REFERENCES trades (id),
  -- The last thing that happened.
  confirmation_id bigint NOT NULL REFERENCES settlement_confirmations (id),
  status text NOT NULL CHECK (status IN ('open', 'failed', 'settled')),
  due_date date,
  -- The day of the last payment.
  paid_on date,
  -- With the sign of the trade's side: above zero a buy paid and a sale received.
  paid numeric(18, 2) NOT NULL DEFAULT 0,
  -- The settlement entry of what is expected; the others that stand were paid. What a correction leaves open has no
  -- entry: it is open in payable or receivable until it is confirmed or gets a date.
  expected_entry_id bigint,
  CHECK ((status = 'open') = (due_date IS NOT NULL)),
  CONSTRAINT settlement_states_expected CHECK (status = 'open' OR expected_entry_id IS NULL)
);
CREATE INDEX settlement_states_settled ON settlement_states (paid_on, trade_id) WHERE status = 'settled';
CREATE INDEX settlement_states_unsettled ON settlement_states (trade_id) WHERE status <> 'settled';
CREATE TABLE settlement_months (
  month date NOT NULL,
  standing text NOT NULL,
  portfolio_id bigint NOT NULL,
  settlement_account_id bigint NOT NULL,
  broker_name text NOT NULL,
  side text NOT NULL,
  slot smallint NOT NULL,
  trades bigint NOT NULL,
  -- How many of them pay: buys, and sales whose fees exceed their gross value.
  paying bigint NOT NULL,
  payable numeric(24, 2) NOT NULL,
  receivable numeric(24, 2) NOT NULL,
  PRIMARY KEY (month, standing, portfolio_id, settlement_account_id, broker_name, side, slot)
) WITH (fillfactor = 70);
CREATE OR REPLACE FUNCTION settlement_sum(standing text, day date, portfolio_id bigint, account_id bigint, broker text, side text, net numeric, amount numeric, sign integer) RETURNS settlement_months
LANGUAGE sql IMMUTABLE AS $$
SELECT (date_trunc('month', day::timestamp)::date, standing, portfolio_id, coalesce(account_id, 0), coalesce(broker, ''), side, 0, sign,
          CASE WHEN (side = 'buy') = (net >= 0) THEN sign ELSE 0 END,
          CASE WHEN (side = 'buy') = (net >= 0) THEN sign * amount ELSE 0 END,
          CASE WHEN (side = 'buy') = (net >= 0) THEN 0 ELSE sign * amount END)::settlement_months
$$;
CREATE OR REPLACE FUNCTION settlement_sums_of(portfolio_id bigint, side text, is_deleted boolean, settlement_date date, net numeric, account_id bigint, broker text, sign integer, status text DEFAULT NULL, due_date date DEFAULT NULL, paid_on date DEFAULT NULL, paid numeric DEFAULT 0) RETURNS settlement_months[]
LANGUAGE sql IMMUTABLE AS $$
SELECT CASE WHEN side = 'opening' THEN NULL
    ELSE
      CASE WHEN NOT is_deleted AND net <> 0 THEN
        ARRAY[settlement_sum('booked', settlement_date, portfolio_id, account_id, broker, side, net, abs(net), sign)]
        || CASE WHEN status IS NOT NULL THEN
             ARRAY[settlement_sum('moved', settlement_date, portfolio_id, account_id, broker, side, net, abs(net), - sign)] END
        || CASE WHEN status = 'settled' THEN
             ARRAY[settlement_sum('settled', paid_on, portfolio_id, account_id, broker, side, net, abs(paid), sign)] END
      END
      || CASE WHEN status = 'open' THEN
           ARRAY[settlement_sum('due', due_date, portfolio_id, account_id, broker, side,
                                CASE WHEN is_deleted THEN 0 ELSE net END - paid,
                                abs(CASE WHEN is_deleted THEN 0 ELSE net END - paid), sign)] END
  END
$$;
CREATE OR REPLACE FUNCTION add_settlement_sums(added settlement_months[], changes bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  my_slot smallint;
BEGIN
  IF added IS NULL THEN RETURN; END IF;
  -- Of very many a slot of their own, as post_lines() has it: nobody waits for their rows.
  IF changes > 1000 THEN
    FOR number IN 4..19 LOOP
      IF pg_try_advisory_xact_lock(1164142951, 100 + number) THEN
        my_slot := number;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  my_slot := coalesce(my_slot, slot_to_keep());
  INSERT INTO settlement_months AS b
    SELECT month, standing, portfolio_id, settlement_account_id, broker_name, side, my_slot, sum(trades), sum(paying),
           sum(payable), sum(receivable)
      FROM unnest(added) GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(trades) <> 0 OR sum(paying) <> 0 OR sum(payable) <> 0 OR sum(receivable) <> 0
     ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (month, standing, portfolio_id, settlement_account_id, broker_name, side, slot) DO UPDATE
      SET trades = b.trades + excluded.trades, paying = b.paying + excluded.paying,
          payable = b.payable + excluded.payable, receivable = b.receivable + excluded.receivable;
END $$;
CREATE OR REPLACE FUNCTION keep_settlement_sums() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
DECLARE
  added settlement_months[];
  more settlement_months[];
BEGIN
  IF TG_OP <> 'INSERT' THEN
    SELECT array_agg(k) INTO added
      FROM gone s,
           LATERAL (SELECT t.portfolio_id, t.side, v.is_deleted, v.settlement_date, v.net, v.settlement_account_id, v.broker_name
                      FROM trades t, trade_versions v
                     WHERE t.id = s.trade_id AND v.trade_id = t.id AND v.version = t.version LIMIT 1) t,
           LATERAL unnest(settlement_sums_of(t.portfolio_id, t.side, t.is_deleted, t.settlement_date, t.net, t.settlement_account_id, t.broker_name, 1)
                          || settlement_sums_of(t.portfolio_id, t.side, t.is_deleted, t.settlement_date, t.net, t.settlement_account_id, t.broker_name, -1,
                                                s.status, s.due_date, s.paid_on, s.paid)) k;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT array_agg(k) INTO more
      FROM come s,
           LATERAL (SELECT t.portfolio_id, t.side, v.is_deleted, v.settlement_date, v.net, v.settlement_account_id, v.broker_name
                      FROM trades t, trade_versions v
                     WHERE t.id = s.trade_id AND v.trade_id = t.id AND v.version = t.version LIMIT 1) t,
           LATERAL unnest(settlement_sums_of(t.portfolio_id, t.side, t.is_deleted, t.settlement_date, t.net, t.settlement_account_id, t.broker_name, -1)
                          || settlement_sums_of(t.portfolio_id, t.side, t.is_deleted, t.settlement_date, t.net, t.settlement_account_id, t.broker_name, 1,
                                                s.status, s.due_date, s.paid_on, s.paid)) k;
  END IF;
  added := added || more;
  PERFORM add_settlement_sums(added, cardinality(added) / 3);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER settlement_states_settling_insert AFTER INSERT ON settlement_states
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();
CREATE OR REPLACE TRIGGER settlement_states_settling_update AFTER UPDATE ON settlement_states
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();
CREATE OR REPLACE TRIGGER settlement_states_settling_delete AFTER DELETE ON settlement_states
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_sums();
CREATE TABLE payment_exports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL,
  trade_version integer NOT NULL,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  exported_at timestamptz NOT NULL DEFAULT now(),
  exported_by bigint NOT NULL,
  -- Where the bank was told to pay: a broker whose details have changed since is exported again. Unknown of older exports.
  bank_name text,
  branch_name text,
  account_number text,
  swift_code text,
  FOREIGN KEY (trade_id, trade_version) REFERENCES trade_versions (trade_id, version)
);
CREATE INDEX payment_exports_trade ON payment_exports (trade_id, id);
CREATE OR REPLACE TRIGGER payment_exports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_exports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE valuation_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valuation_date date NOT NULL CHECK (isfinite(valuation_date)),
  -- The portfolio that was asked for; null: those of an entity, or all that the person could change.
  portfolio_id bigint REFERENCES portfolios (id),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX valuation_runs_date ON valuation_runs (valuation_date, id);
CREATE TABLE valuations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES valuation_runs (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  valuation_date date NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  treatment text NOT NULL CHECK (treatment IN ('FVTPL', 'FVOCI')),
  price_basis text NOT NULL CHECK (price_basis IN ('Last Trade', 'Close')),
  -- The entry on the day and what takes it back on the next calendar day; null where there was nothing to post.
  entry_id bigint,
  reversal_entry_id bigint,
  holdings integer NOT NULL CHECK (holdings >= 0),
  -- Holdings that somebody should look at: without a price, or with one that is old, typed or no close.
  exceptions integer NOT NULL CHECK (exceptions BETWEEN 0 AND holdings),
  carrying numeric(20, 2) NOT NULL,
  fair_value numeric(20, 2) NOT NULL,
  posted numeric(20, 2) NOT NULL,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((entry_id IS NULL) = (reversal_entry_id IS NULL)),
  UNIQUE (portfolio_id, valuation_date, version)
);
CREATE INDEX valuations_run ON valuations (run_id);
CREATE TABLE valuation_lines (
  valuation_id bigint NOT NULL REFERENCES valuations (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  -- By posting date: shares, cost (1100) and capitalised costs (1105).
  quantity bigint NOT NULL,
  cost numeric(18, 2) NOT NULL,
  capitalised numeric(18, 2) NOT NULL,
  -- Null where there was no price: the holding stands at its carrying amount.
  -- Rights may be worth nothing.
  price numeric(18, 4) CHECK (price >= 0),
  price_date date,
  -- Which figure of the exchange it is, and how it was recorded.
  price_kind text CHECK (price_kind IN ('last trade', 'close', 'previous close')),
  price_source text,
  -- Market days from the price to the valuation.
  price_age integer CHECK (price_age >= 0),
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
  fair_value numeric(18, 2) NOT NULL,
  -- Fair value less cost and capitalised costs; and what of it the run posted.
  difference numeric(18, 2) NOT NULL,
  posted numeric(18, 2) NOT NULL,
  -- Why somebody should look at it, in words of the contract with a blank between; null: nothing.
  exceptions text CHECK (length(exceptions) BETWEEN 1 AND 100),
  CHECK (difference = fair_value - cost - capitalised),
  CHECK (num_nonnulls(price, price_date, price_kind, price_source, price_age) IN (0, 5)),
  PRIMARY KEY (valuation_id, equity_id)
);
CREATE TABLE valuation_run_portfolios (
  run_id bigint NOT NULL REFERENCES valuation_runs (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  valuation_id bigint NOT NULL REFERENCES valuations (id),
  PRIMARY KEY (run_id, portfolio_id)
);
CREATE INDEX valuation_run_portfolios_valuation ON valuation_run_portfolios (valuation_id);
CREATE TABLE valuation_reversals (
  valuation_id bigint PRIMARY KEY REFERENCES valuations (id),
  run_id bigint NOT NULL REFERENCES valuation_runs (id),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE valuations_in_force (
  portfolio_id bigint NOT NULL,
  valuation_date date NOT NULL,
  valuation_id bigint NOT NULL,
  -- The newest run that covers the portfolio on the day.
  run_id bigint NOT NULL,
  by_close boolean NOT NULL,
  PRIMARY KEY (portfolio_id, valuation_date)
);
CREATE INDEX valuations_in_force_date ON valuations_in_force (valuation_date);
CREATE UNIQUE INDEX valuations_in_force_valuation ON valuations_in_force (valuation_id);
CREATE INDEX valuations_in_force_run ON valuations_in_force (run_id);
CREATE INDEX valuations_in_force_by_close ON valuations_in_force (valuation_date) WHERE by_close;
CREATE TABLE valuation_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valuation_id bigint NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX valuation_marks_valuation ON valuation_marks (valuation_id);
CREATE OR REPLACE TRIGGER valuation_runs_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_runs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER valuations_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER valuation_lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER valuation_run_portfolios_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_run_portfolios
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER valuation_reversals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON valuation_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION mark_valuations(portfolios bigint[], days date[]) RETURNS void LANGUAGE sql SET search_path = em, pg_temp AS $$
  INSERT INTO valuation_marks (valuation_id)
  SELECT f.valuation_id
    FROM (SELECT portfolio, min(day) AS day FROM unnest(portfolios, days) AS p (portfolio, day) GROUP BY portfolio) p
    JOIN valuations_in_force f ON f.portfolio_id = p.portfolio AND f.valuation_date >= p.day
   WHERE NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
$$;
CREATE OR REPLACE FUNCTION mark_valuations_of_prices(equities bigint[], days date[]) RETURNS void
LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1164142951, 3);
  -- The look comes after the lock. A price tells the close of the market day before: no holidays last longer than ten days.
  IF NOT EXISTS (SELECT FROM valuations_in_force WHERE valuation_date >= (SELECT min(d) FROM unnest(days) d))
     AND NOT EXISTS (SELECT FROM valuations_in_force WHERE by_close AND valuation_date >= (SELECT min(d) FROM unnest(days) d) - 10) THEN
    RETURN;
  END IF;
  INSERT INTO valuation_marks (valuation_id)
  SELECT DISTINCT f.valuation_id
    FROM (SELECT equity, day, equity AS valued FROM unnest(equities, days) AS p (equity, day)
          UNION ALL
          SELECT p.equity, p.day, a.rights_equity_id FROM unnest(equities, days) AS p (equity, day)
            JOIN corporate_actions a ON a.equity_id = p.equity AND a.rights_equity_id IS NOT NULL) k
    LEFT JOIN LATERAL (SELECT trade_date AS day FROM prices WHERE equity_id = k.equity AND trade_date > k.day ORDER BY trade_date LIMIT 1) n ON true
    LEFT JOIN LATERAL (SELECT trade_date AS day FROM prices WHERE equity_id = k.equity AND trade_date < k.day
                        ORDER BY trade_date DESC LIMIT 1) b ON true
    JOIN valuations_in_force f ON (f.valuation_date >= k.day AND (n.day IS NULL OR f.valuation_date < n.day))
      OR (f.by_close AND f.valuation_date >= b.day AND f.valuation_date < k.day AND k.day <= b.day + 10)
    JOIN valuation_lines l ON l.valuation_id = f.valuation_id AND l.equity_id = k.valued
     AND (k.valued = k.equity OR coalesce(l.price_source, 'derived') = 'derived')
   WHERE (f.valuation_date >= k.day OR (l.price_date = b.day AND l.price_kind <> 'close'))
     AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
END
$$;
CREATE OR REPLACE FUNCTION mark_valuations_of_new_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  equities bigint[];
  days date[];
BEGIN
  SELECT array_agg(equity_id), array_agg(trade_date) INTO equities, days FROM changed WHERE equity_id IS NOT NULL;
  IF equities IS NOT NULL THEN PERFORM mark_valuations_of_prices(equities, days); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER prices_come_mark_valuations AFTER INSERT ON prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_valuations_of_new_prices();
CREATE OR REPLACE TRIGGER prices_go_mark_valuations AFTER DELETE ON prices
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_valuations_of_new_prices();
CREATE OR REPLACE FUNCTION mark_valuations_of_changed_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  equities bigint[];
  days date[];
BEGIN
  -- A new version that tells the same price changes nothing. No join of the two: its plan would be kept from a day of few rows.
  SELECT array_agg(k.equity_id), array_agg(k.trade_date) INTO equities, days
    FROM (SELECT n.symbol, n.trade_date, n.equity_id, n.last_trade, n.close, n.previous_close, t.source
            FROM after n LEFT JOIN price_sets t ON t.id = n.set_id
          EXCEPT
          SELECT o.symbol, o.trade_date, o.equity_id, o.last_trade, o.close, o.previous_close, s.source
            FROM before o LEFT JOIN price_sets s ON s.id = o.set_id) k
   WHERE k.equity_id IS NOT NULL;
  IF equities IS NOT NULL THEN PERFORM mark_valuations_of_prices(equities, days); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER prices_change_mark_valuations AFTER UPDATE ON prices
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_valuations_of_changed_prices();
CREATE OR REPLACE FUNCTION mark_valuations_of_rights() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  rights bigint[] := ARRAY[NEW.rights_equity_id];
  since date := NEW.ex_date;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    rights := rights || OLD.rights_equity_id;
    since := least(OLD.ex_date, NEW.ex_date);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(1164142951, 3);
  INSERT INTO valuation_marks (valuation_id)
  SELECT DISTINCT f.valuation_id
    FROM valuations_in_force f JOIN valuation_lines l ON l.valuation_id = f.valuation_id AND l.equity_id = ANY (rights)
   WHERE f.valuation_date >= since AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER rights_offers_come_mark_valuations AFTER INSERT ON corporate_actions
  FOR EACH ROW WHEN (offer_of(NEW) IS NOT NULL) EXECUTE FUNCTION mark_valuations_of_rights();
CREATE OR REPLACE TRIGGER rights_offers_change_mark_valuations AFTER UPDATE ON corporate_actions
  FOR EACH ROW WHEN (offer_of(OLD) IS DISTINCT FROM offer_of(NEW)) EXECUTE FUNCTION mark_valuations_of_rights();
CREATE OR REPLACE FUNCTION mark_valuations_of_holiday(holiday date, every_year boolean) RETURNS void
LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1164142951, 3);
  INSERT INTO valuation_marks (valuation_id)
  SELECT DISTINCT f.valuation_id
    FROM (SELECT holiday AS day WHERE NOT every_year
          UNION ALL
          SELECT d::date FROM generate_series((SELECT min(valuation_date) - 20 FROM valuations_in_force)::timestamp,
                                              (SELECT max(valuation_date) + 10 FROM valuations_in_force)::timestamp, '1 day') AS d
           WHERE every_year AND to_char(d, 'MM-DD') = to_char(holiday, 'MM-DD')) h
    JOIN valuations_in_force f ON f.valuation_date BETWEEN h.day - 10 AND h.day + 20
    JOIN valuation_lines l ON l.valuation_id = f.valuation_id
   -- The exchange is closed at the weekend, whatever the list says.
   WHERE extract(isodow FROM h.day) < 6
     AND ((f.valuation_date >= h.day AND ((l.price_date = h.day AND l.price_age = 0)
             OR (l.price_date < h.day AND l.price_age BETWEEN 1 AND 10)
             OR ((l.price_date IS NULL OR l.price_date < h.day)
                 AND EXISTS (SELECT FROM prices p
                              WHERE p.trade_date = h.day
                                AND (p.equity_id = l.equity_id
                                     OR p.equity_id IN (SELECT a.equity_id FROM corporate_actions a WHERE a.rights_equity_id = l.equity_id))))))
          OR (f.by_close AND l.price_date < h.day AND l.price_date >= h.day - 10 AND l.price_kind <> 'close'))
     AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
END
$$;
CREATE OR REPLACE FUNCTION mark_valuations_of_holidays() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.date, OLD.is_recurring) = (NEW.date, NEW.is_recurring) THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM mark_valuations_of_holiday(OLD.date, OLD.is_recurring); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM mark_valuations_of_holiday(NEW.date, NEW.is_recurring); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER holidays_mark_valuations AFTER INSERT OR UPDATE OR DELETE ON holidays
  FOR EACH ROW EXECUTE FUNCTION mark_valuations_of_holidays();
CREATE OR REPLACE FUNCTION hold_what_values_rest_on() RETURNS boolean LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  patience text := current_setting('lock_timeout');
  held boolean := true;
BEGIN
  FOR again IN 1..40 LOOP
    IF pg_try_advisory_xact_lock(1164142951, 3) THEN RETURN true; END IF;
    PERFORM pg_sleep(0.05);
  END LOOP;
  PERFORM set_config('lock_timeout', '1s', true);
  BEGIN
    PERFORM pg_advisory_xact_lock(1164142951, 3);
  EXCEPTION WHEN lock_not_available THEN
    held := false;
  END;
  PERFORM set_config('lock_timeout', patience, true);
  RETURN held;
END
$$;
CREATE TABLE gl_mappings (
  role text NOT NULL,
  portfolio_id bigint NOT NULL DEFAULT 0,
  settlement_account_id bigint NOT NULL DEFAULT 0,
  -- Null: from that day on this place has no account of its own.
  account_id bigint REFERENCES chart_of_accounts (id),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What was there from the beginning holds from a day before any entry.
  effective_from date NOT NULL DEFAULT '1900-01-01' CHECK (isfinite(effective_from)),
  -- When the change was made; of two rows of one place and day the later one holds.
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint REFERENCES users (id),
  CONSTRAINT gl_mappings_general CHECK (account_id IS NOT NULL OR portfolio_id <> 0 OR settlement_account_id <> 0)
);
CREATE INDEX gl_mappings_place ON gl_mappings (role, settlement_account_id, portfolio_id, effective_from, id);
CREATE OR REPLACE TRIGGER gl_mappings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON gl_mappings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION hold_gl_mappings() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  LOCK TABLE gl_mappings IN ACCESS EXCLUSIVE MODE;
END
$$;
CREATE TABLE journal_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_date date NOT NULL CHECK (isfinite(entry_date)),
  kind text NOT NULL CHECK (kind IN ('trade', 'settlement', 'correction', 'event', 'valuation', 'opening', 'manual', 'closing')),
  transaction_type text NOT NULL,
  description text NOT NULL,
  reference text,
  -- The trade that it belongs to, in the version that it follows from.
  trade_id bigint,
  trade_version integer,
  -- What brought it about, and its identity: cause_is_there() looks it up.
  cause_kind text NOT NULL CHECK (cause_kind IN ('trade', 'batch', 'closing', 'portfolio', 'person', 'valuation', 'action')),
  cause_id bigint NOT NULL,
  reversal_of bigint REFERENCES journal_entries (id),
  -- All lines of an entry come in one statement; this says how many, so that none can be added later.
  line_count smallint NOT NULL CHECK (line_count >= 2),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  recorded_by bigint NOT NULL,
  -- The day that an entry belongs to, where it was posted later because that day is locked.
  moved_from date CHECK (moved_from < entry_date)
);
CREATE UNIQUE INDEX journal_entries_reversed_once ON journal_entries (reversal_of) WHERE reversal_of IS NOT NULL;
CREATE INDEX journal_entries_trade ON journal_entries (trade_id);
CREATE INDEX journal_entries_date ON journal_entries (entry_date, id);
CREATE INDEX journal_entries_moved_by ON journal_entries (cause_id) WHERE cause_kind = 'trade' AND cause_id IS DISTINCT FROM trade_id;
CREATE INDEX journal_entries_actions ON journal_entries (cause_id) WHERE cause_kind = 'action';
CREATE INDEX journal_entries_closing ON journal_entries (entry_date) WHERE kind = 'closing';
CREATE INDEX journal_entries_moved ON journal_entries (entry_date, moved_from) WHERE moved_from IS NOT NULL;
CREATE INDEX journal_entries_recosts ON journal_entries (trade_id)
  WHERE kind = 'correction' AND transaction_type = 'Revenue' AND reversal_of IS NULL AND trade_id IS NOT NULL;
CREATE INDEX journal_entries_manual ON journal_entries (entry_date, id) WHERE kind = 'manual';
CREATE INDEX journal_entries_description ON journal_entries (description);
CREATE INDEX journal_entries_own_reference ON journal_entries (reference) WHERE trade_id IS NULL AND reference IS NOT NULL;
CREATE OR REPLACE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION cause_is_there(kind text, id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE kind WHEN 'trade' THEN EXISTS (SELECT FROM trades t WHERE t.id = $2)
                   WHEN 'batch' THEN EXISTS (SELECT FROM batches b WHERE b.id = $2)
                   WHEN 'closing' THEN EXISTS (SELECT FROM year_closings c WHERE c.id = $2)
                   WHEN 'portfolio' THEN EXISTS (SELECT FROM portfolios p WHERE p.id = $2)
                   WHEN 'person' THEN EXISTS (SELECT FROM users u WHERE u.id = $2)
                   WHEN 'valuation' THEN EXISTS (SELECT FROM valuations v WHERE v.id = $2)
                   WHEN 'action' THEN EXISTS (SELECT FROM corporate_actions a WHERE a.id = $2) END
$$;
CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  bad record;
BEGIN
  SELECT p.trade_id, p.trade_version, p.cause_kind, p.cause_id INTO bad FROM posted p
   WHERE (p.trade_id IS NOT NULL AND p.trade_version IS NOT NULL
          AND (SELECT true FROM trade_versions v WHERE v.trade_id = p.trade_id AND v.version = p.trade_version) IS NULL)
      OR ((p.cause_kind <> 'trade' OR p.cause_id IS DISTINCT FROM p.trade_id OR p.trade_version IS NULL)
          AND cause_is_there(p.cause_kind, p.cause_id) IS NOT TRUE) LIMIT 1;
  IF FOUND THEN
    PERFORM raise_missing('journal_entries', 'trade or cause',
                          concat_ws(', ', bad.trade_id || ' version ' || bad.trade_version, bad.cause_kind || ' ' || bad.cause_id));
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER journal_entries_check AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_entries();
CREATE TABLE journal_lines (
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL CHECK (line_no >= 1),
  entry_date date NOT NULL,
  account_id bigint NOT NULL,
  role text NOT NULL,
  debit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (debit BETWEEN 0 AND 1e13),
  credit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (credit BETWEEN 0 AND 1e13),
  transaction_type text NOT NULL,
  description text,
  portfolio_id bigint,
  equity_id bigint,
  settlement_account_id bigint,
  broker_id bigint,
  CHECK ((debit = 0) <> (credit = 0)),
  PRIMARY KEY (entry_id, line_no)
);
CREATE INDEX journal_lines_account ON journal_lines (account_id, entry_date, entry_id, line_no);
CREATE INDEX journal_lines_by_people ON journal_lines (description) WHERE role IN ('manual', 'suspense') AND description IS NOT NULL;
CREATE OR REPLACE TRIGGER journal_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE ledger_days (
  day date NOT NULL,
  account_id bigint NOT NULL,
  portfolio_id bigint NOT NULL,
  settlement_account_id bigint NOT NULL,
  transaction_type text NOT NULL,
  slot smallint NOT NULL,
  debit numeric(20, 2) NOT NULL,
  credit numeric(20, 2) NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot)
) WITH (fillfactor = 70);
CREATE TABLE ledger_months (
  month date NOT NULL,
  account_id bigint NOT NULL,
  portfolio_id bigint NOT NULL,
  settlement_account_id bigint NOT NULL,
  transaction_type text NOT NULL,
  slot smallint NOT NULL,
  debit numeric(20, 2) NOT NULL,
  credit numeric(20, 2) NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot)
) WITH (fillfactor = 70);
CREATE OR REPLACE FUNCTION raise_bad_entry(bad bigint, is_unbalanced boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_unbalanced THEN
    RAISE EXCEPTION 'journal entry % does not balance', bad
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_balances';
  END IF;
  RAISE EXCEPTION 'journal entry % is not whole', bad
    USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_whole';
END
$$;
CREATE OR REPLACE FUNCTION slot_to_keep() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  slot smallint;
BEGIN
  FOREACH slot IN ARRAY '{0,1,2,3,20,21,22,23,24,25,26,27,28,29,30,31}'::smallint[] LOOP
    IF pg_try_advisory_xact_lock(1164142951, 100 + slot) THEN RETURN slot; END IF;
  END LOOP;
  RETURN pg_backend_pid() % 4;
END $$;
CREATE OR REPLACE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
DECLARE
  doubtful boolean;
  near_lock boolean;
  near_valuation boolean;
  how_many bigint;
  bad record;
  what text;
  my_slot smallint;
  own_slot smallint;
  begun date[];
BEGIN
  -- What lines name is not deleted, no period is locked, and no valuation comes into force, while they are posted. The looks come
  -- after the locks, in statements of their own: they see what was done while this one waited.
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1), pg_advisory_xact_lock_shared(1164142951, 2),
          pg_advisory_xact_lock_shared(1164142951, 3);

  -- An entry of one portfolio, which nearly all are, is proved whole and balanced by one look over its lines; only where
  -- that leaves a doubt are the lines added up by portfolio.
  SELECT bool_or(p.difference <> 0 OR p.first_portfolio <> p.last_portfolio OR p.named NOT IN (0, p.lines)
                 OR (SELECT true FROM journal_entries e
                      WHERE e.id = p.entry_id AND e.line_count = p.lines AND e.line_count = p.last
                        AND e.entry_date = p.first_date AND e.entry_date = p.last_date) IS NULL),
         min(p.first_date) <= (SELECT max(locked_through) FROM entities),
         min(p.first_date) <= (SELECT max(valuation_date) FROM valuations_in_force), sum(p.lines)
    INTO doubtful, near_lock, near_valuation, how_many
    FROM (SELECT entry_id, sum(debit - credit) AS difference, count(*) AS lines, max(line_no) AS last,
                 min(entry_date) AS first_date, max(entry_date) AS last_date, count(portfolio_id) AS named,
                 min(portfolio_id) AS first_portfolio, max(portfolio_id) AS last_portfolio
            FROM posted GROUP BY entry_id) p;
  IF doubtful THEN
    SELECT p.entry_id, p.unbalanced INTO bad
      FROM (SELECT entry_id, bool_or(difference <> 0) AS unbalanced, sum(lines) AS lines, max(last) AS last,
                   min(first_date) AS first_date, max(last_date) AS last_date
              FROM (SELECT entry_id, portfolio_id, sum(debit - credit) AS difference, count(*) AS lines, max(line_no) AS last,
                           min(entry_date) AS first_date, max(entry_date) AS last_date
                      FROM posted GROUP BY entry_id, portfolio_id) q
             GROUP BY entry_id) p
     WHERE p.unbalanced
        OR (SELECT true FROM journal_entries e
             WHERE e.id = p.entry_id AND e.line_count = p.lines AND e.line_count = p.last
               AND e.entry_date = p.first_date AND e.entry_date = p.last_date) IS NULL
     LIMIT 1;
    IF FOUND THEN PERFORM raise_bad_entry(bad.entry_id, bad.unbalanced); END IF;
  END IF;

  IF near_lock THEN
    SELECT e.name, e.locked_through, p.first_date INTO bad
      FROM (SELECT portfolio_id, min(entry_date) AS first_date FROM posted GROUP BY portfolio_id) p
      LEFT JOIN portfolios f ON f.id = p.portfolio_id
      JOIN entities e ON e.id = f.entity_id OR (p.portfolio_id IS NULL AND e.is_general)
     WHERE p.first_date <= e.locked_through ORDER BY e.locked_through DESC, e.id LIMIT 1;
    IF FOUND THEN PERFORM raise_period_locked(bad.name, bad.locked_through, bad.first_date); END IF;
  END IF;
  IF near_valuation THEN
    PERFORM mark_valuations(array_agg(portfolio_id), array_agg(entry_date)) FROM posted
      WHERE role IN ('investment', 'transaction-costs') AND portfolio_id IS NOT NULL HAVING count(*) > 0;
  END IF;

  -- Of few lines each goes to the key of what it names, whatever the planner believes of its size; for many the keys are
  -- read once.
  IF how_many > 1000 THEN
    SELECT CASE WHEN p.account_id NOT IN (SELECT id FROM chart_of_accounts) THEN 'account'
                WHEN p.portfolio_id IS NOT NULL AND p.portfolio_id NOT IN (SELECT id FROM portfolios) THEN 'portfolio'
                WHEN p.settlement_account_id IS NOT NULL AND p.settlement_account_id NOT IN (SELECT id FROM settlement_accounts)
                  THEN 'settlement account'
                WHEN p.equity_id IS NOT NULL AND p.equity_id NOT IN (SELECT id FROM equities) THEN 'equity'
                ELSE 'broker' END INTO what
      FROM posted p
     WHERE p.account_id NOT IN (SELECT id FROM chart_of_accounts)
        OR (p.portfolio_id IS NOT NULL AND p.portfolio_id NOT IN (SELECT id FROM portfolios))
        OR (p.settlement_account_id IS NOT NULL AND p.settlement_account_id NOT IN (SELECT id FROM settlement_accounts))
        OR (p.equity_id IS NOT NULL AND p.equity_id NOT IN (SELECT id FROM equities))
        OR (p.broker_id IS NOT NULL AND p.broker_id NOT IN (SELECT id FROM brokers))
     LIMIT 1;
  ELSE
    SELECT CASE WHEN p.account IS NULL THEN 'account'
                WHEN p.portfolio_id IS NOT NULL AND p.portfolio IS NULL THEN 'portfolio'
                WHEN p.settlement_account_id IS NOT NULL AND p.settlement_account IS NULL THEN 'settlement account'
                WHEN p.equity_id IS NOT NULL AND p.equity IS NULL THEN 'equity'
                ELSE 'broker' END INTO what
      FROM (SELECT l.*, (SELECT true FROM chart_of_accounts a WHERE a.id = l.account_id) AS account,
                   (SELECT true FROM portfolios f WHERE f.id = l.portfolio_id) AS portfolio,
                   (SELECT true FROM settlement_accounts s WHERE s.id = l.settlement_account_id) AS settlement_account,
                   (SELECT true FROM equities q WHERE q.id = l.equity_id) AS equity,
                   (SELECT true FROM brokers b WHERE b.id = l.broker_id) AS broker
              FROM (SELECT DISTINCT account_id, portfolio_id, settlement_account_id, equity_id, broker_id FROM posted) l) p
     WHERE p.account IS NULL OR (p.portfolio_id IS NOT NULL AND p.portfolio IS NULL)
        OR (p.settlement_account_id IS NOT NULL AND p.settlement_account IS NULL)
        OR (p.equity_id IS NOT NULL AND p.equity IS NULL) OR (p.broker_id IS NOT NULL AND p.broker IS NULL)
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'a ledger line names a % that does not exist', what
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_references';
  END IF;

  -- Saves have the slots of slot_to_keep(). A statement of very many lines takes one of its own, from 4 to 19, which nobody
  -- else writes until its transaction ends: saves and other imports do not wait for its rows, and days on which the slot
  -- holds nothing yet are written without asking row by row whether there is one. In the order of days all the same: a
  -- balance reads the days of a month, and finds them side by side.
  IF how_many > 1000 THEN
    FOR number IN 4..19 LOOP
      IF pg_try_advisory_xact_lock(1164142951, 100 + number) THEN
        own_slot := number;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  IF own_slot IS NOT NULL THEN
    -- In a statement after the lock: it sees what the slot's last writer left.
    SELECT coalesce(array_agg(d.day), '{}') INTO begun
      FROM (SELECT DISTINCT entry_date AS day FROM posted) d
     WHERE (SELECT true FROM ledger_days b WHERE b.day = d.day AND b.slot = own_slot LIMIT 1);
    WITH kept AS MATERIALIZED (
      SELECT entry_date AS day, account_id, coalesce(portfolio_id, 0) AS portfolio_id,
             coalesce(settlement_account_id, 0) AS settlement_account_id, transaction_type,
             sum(debit) AS debit, sum(credit) AS credit, count(*) AS lines
        FROM posted GROUP BY 1, 2, 3, 4, 5),
    new_days AS (
      INSERT INTO ledger_days
        SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot, debit, credit, lines
          FROM kept WHERE day <> ALL (begun) ORDER BY 1, 2, 3, 4, 5),
    days AS (
      INSERT INTO ledger_days AS b
        SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot, debit, credit, lines
          FROM kept WHERE day = ANY (begun) ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
          SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines)
    INSERT INTO ledger_months AS b
      SELECT date_trunc('month', day::timestamp)::date, account_id, portfolio_id, settlement_account_id, transaction_type, own_slot,
             sum(debit), sum(credit), sum(lines)
        FROM kept GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
        SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
    RETURN NULL;
  END IF;
  my_slot := slot_to_keep();
  WITH kept AS MATERIALIZED (
    SELECT entry_date AS day, account_id, coalesce(portfolio_id, 0) AS portfolio_id,
           coalesce(settlement_account_id, 0) AS settlement_account_id, transaction_type,
           sum(debit) AS debit, sum(credit) AS credit, count(*) AS lines
      FROM posted GROUP BY 1, 2, 3, 4, 5),
  days AS (
    INSERT INTO ledger_days AS b
      SELECT day, account_id, portfolio_id, settlement_account_id, transaction_type, my_slot, debit, credit, lines
        FROM kept ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
        SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines)
  INSERT INTO ledger_months AS b
    SELECT date_trunc('month', day::timestamp)::date, account_id, portfolio_id, settlement_account_id, transaction_type, my_slot,
           sum(debit), sum(credit), sum(lines)
      FROM kept GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
      SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER journal_lines_post AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION post_lines();
CREATE OR REPLACE FUNCTION keep_what_the_ledger_names() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  used boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(1164142951, 1);
  EXECUTE format('SELECT EXISTS (SELECT FROM ledger_months WHERE %I = $1)', TG_ARGV[0]) INTO used USING OLD.id;
  IF used THEN
    RAISE EXCEPTION '% % has ledger lines', TG_TABLE_NAME, OLD.id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_references';
  END IF;
  RETURN OLD;
END
$$;
CREATE OR REPLACE TRIGGER accounts_in_ledger BEFORE DELETE ON chart_of_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('account_id');
CREATE OR REPLACE TRIGGER portfolios_in_ledger BEFORE DELETE ON portfolios
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('portfolio_id');
CREATE OR REPLACE TRIGGER settlement_accounts_in_ledger BEFORE DELETE ON settlement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_the_ledger_names('settlement_account_id');
CREATE OR REPLACE FUNCTION action_posted_on(of_event bigint) RETURNS date LANGUAGE sql STABLE SET search_path = em, pg_temp AS $$
  SELECT coalesce(min(h.entry_date), x.event_date)
    FROM action_events x
    LEFT JOIN journal_entries h ON h.cause_kind = 'action' AND h.cause_id = x.action_id AND h.trade_id IS NULL
     AND coalesce(h.moved_from, h.entry_date) = x.event_date
     AND EXISTS (SELECT FROM journal_lines l
                  WHERE l.entry_id = h.id AND l.portfolio_id = x.portfolio_id AND l.equity_id = x.equity_id AND l.role = 'investment')
   WHERE x.id = of_event GROUP BY x.event_date
$$;
CREATE OR REPLACE FUNCTION shares_carried(of_portfolio bigint, of_equity bigint, shares bigint, since date, until_day date) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = em, pg_temp AS $$
DECLARE
  carried numeric := shares;
  e record;
BEGIN
  FOR e IN
    SELECT k.quantity, k.quantity - k.quantity_change AS before
      FROM chains c JOIN chain_events k ON k.chain_id = c.id
      JOIN action_events x ON x.id = k.id AND x.num IS NOT NULL AND num_nonnulls(x.less, x.most) = 0
     WHERE c.portfolio_id = of_portfolio AND c.equity_id = of_equity AND k.event_date > since AND k.event_date <= until_day
       AND k.quantity <> k.quantity_change AND action_posted_on(k.id) <= until_day
     ORDER BY k.event_date, k.rank, k.id
  LOOP
    carried := carried * e.quantity / e.before;
  END LOOP;
  RETURN round(carried);
END
$$;
CREATE TABLE daily_values (
  -- 0: all portfolios together.
  portfolio_id bigint NOT NULL,
  -- A market day; from the first event or ledger line of the portfolio on there is a row for each.
  day date NOT NULL,
  -- Fair value of the shares, of what has no price its cost; the part of it that rests on a price older than five market days, or
  -- on cost; what the shares cost without fees.
  shares_value numeric(30, 2) NOT NULL,
  stale_value numeric(30, 2) NOT NULL,
  cost numeric(30, 2) NOT NULL,
  -- Securities basis: what was paid in and taken out since the market day before (C and W).
  paid_in numeric(30, 2) NOT NULL,
  taken_out numeric(30, 2) NOT NULL,
  -- Balances at the end of the day, debits less credits; of the bank accounts also the lowest since the market day before.
  cash numeric(30, 2) NOT NULL,
  lowest_cash numeric(30, 2) NOT NULL,
  receivable numeric(30, 2) NOT NULL,
  dividends numeric(30, 2) NOT NULL,
  applications numeric(30, 2) NOT NULL,
  payable numeric(30, 2) NOT NULL,
  -- Fund basis: what the owners brought in and took out.
  fund_in numeric(30, 2) NOT NULL,
  fund_out numeric(30, 2) NOT NULL,
  -- Whether any security has a price of this very day.
  has_prices boolean NOT NULL,
  PRIMARY KEY (portfolio_id, day)
);
CREATE TABLE daily_value_spans (
  portfolio_id bigint PRIMARY KEY,
  first_day date NOT NULL,
  -- The last day that has a row.
  last_day date NOT NULL
);
CREATE TABLE daily_value_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 0: of every portfolio.
  portfolio_id bigint NOT NULL,
  from_day date NOT NULL,
  -- The last day that is behind; null: all days until today.
  until_day date
);
CREATE INDEX daily_value_marks_portfolio ON daily_value_marks (portfolio_id, from_day);
CREATE OR REPLACE FUNCTION mark_values_of_events() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day)
  SELECT c.portfolio_id, min(k.day)
    FROM (SELECT chain_id, min(event_date) AS day FROM changed GROUP BY chain_id) k,
         LATERAL (SELECT portfolio_id FROM chains WHERE id = k.chain_id LIMIT 1) c
   GROUP BY c.portfolio_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER chain_events_come_mark_values AFTER INSERT ON chain_events
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_events();
CREATE OR REPLACE TRIGGER chain_events_go_mark_values AFTER DELETE ON chain_events
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_events();
CREATE OR REPLACE FUNCTION mark_values_of_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day)
  SELECT portfolio_id, min(entry_date) FROM posted
   -- What a mark-to-market run posts is no part of them.
   WHERE portfolio_id IS NOT NULL AND transaction_type <> 'Valuation' GROUP BY portfolio_id;
  -- Only where books are locked is an entry posted later than it belongs.
  IF EXISTS (SELECT FROM entities WHERE locked_through IS NOT NULL) THEN
    INSERT INTO daily_value_marks (portfolio_id, from_day)
    SELECT p.portfolio_id, min(e.moved_from)
      FROM (SELECT DISTINCT entry_id, portfolio_id FROM posted WHERE portfolio_id IS NOT NULL) p,
           LATERAL (SELECT moved_from FROM journal_entries WHERE id = p.entry_id LIMIT 1) e
     WHERE e.moved_from IS NOT NULL GROUP BY p.portfolio_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER journal_lines_mark_values AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_lines();
CREATE OR REPLACE FUNCTION mark_values_of_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day, until_day)
  SELECT 0, min(k.trade_date) - CASE WHEN EXISTS (SELECT FROM portfolios WHERE price_basis = 'Close') THEN 10 ELSE 0 END, CASE WHEN count(*) = count(n.day) THEN max(n.day) - 1 END
    FROM changed k
    LEFT JOIN LATERAL (SELECT trade_date AS day FROM prices WHERE equity_id = k.equity_id AND trade_date > k.trade_date
                        ORDER BY trade_date LIMIT 1) n ON true
   WHERE k.equity_id IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER prices_come_mark_values AFTER INSERT ON prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_prices();
CREATE OR REPLACE TRIGGER prices_change_mark_values AFTER UPDATE ON prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_prices();
CREATE OR REPLACE TRIGGER prices_go_mark_values AFTER DELETE ON prices
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_prices();
CREATE OR REPLACE FUNCTION mark_values_of_rights() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day)
  SELECT 0, least(NEW.ex_date, CASE WHEN TG_OP = 'UPDATE' THEN OLD.ex_date END);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER rights_offers_come_mark_values AFTER INSERT ON corporate_actions
  FOR EACH ROW WHEN (offer_of(NEW) IS NOT NULL) EXECUTE FUNCTION mark_values_of_rights();
CREATE OR REPLACE TRIGGER rights_offers_change_mark_values AFTER UPDATE ON corporate_actions
  FOR EACH ROW WHEN (offer_of(OLD) IS DISTINCT FROM offer_of(NEW)) EXECUTE FUNCTION mark_values_of_rights();
CREATE OR REPLACE FUNCTION mark_values_of_holidays() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (0, CASE WHEN OLD.is_recurring THEN '1900-01-01' ELSE OLD.date END);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (0, CASE WHEN NEW.is_recurring THEN '1900-01-01' ELSE NEW.date END);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER holidays_mark_values AFTER INSERT OR UPDATE OR DELETE ON holidays
  FOR EACH ROW EXECUTE FUNCTION mark_values_of_holidays();
CREATE OR REPLACE FUNCTION mark_values_of_mappings() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (0, '1900-01-01');
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER gl_mappings_mark_values AFTER INSERT ON gl_mappings
  FOR EACH STATEMENT EXECUTE FUNCTION mark_values_of_mappings();
CREATE OR REPLACE FUNCTION mark_values_of_portfolio() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (NEW.id, '1900-01-01');
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER portfolios_basis_mark_values AFTER UPDATE OF price_basis ON portfolios
  FOR EACH ROW WHEN (NEW.price_basis <> OLD.price_basis) EXECUTE FUNCTION mark_values_of_portfolio();
ALTER TABLE portfolios ADD FOREIGN KEY (opening_balances_entry_id) REFERENCES journal_entries (id);
ALTER TABLE batches ADD FOREIGN KEY (balances_entry_id) REFERENCES journal_entries (id);
CREATE INDEX portfolios_opening_balances ON portfolios (opening_balances_entry_id) WHERE opening_balances_entry_id IS NOT NULL;
CREATE TABLE cds_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  participant text NOT NULL CHECK (participant ~ '^[A-Z0-9]{3}$'),
  account_number text NOT NULL CHECK (account_number ~ '^(0|[1-9][0-9]{0,9})$'),
  category text NOT NULL CHECK (category IN ('LI', 'LC', 'FI', 'FC')),
  joint_number text NOT NULL DEFAULT '00' CHECK (joint_number ~ '^[0-9]{2}$'),
  -- As it is printed.
  account text NOT NULL GENERATED ALWAYS AS (participant || '-' || account_number || '-' || category || '/' || joint_number) STORED,
  holder_name text NOT NULL CHECK (length(holder_name) BETWEEN 1 AND 200),
  joint_holders text CHECK (length(joint_holders) <= 1000),
  is_active boolean NOT NULL DEFAULT true,
  notes text CHECK (length(notes) <= 4000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX cds_accounts_once ON cds_accounts (participant, account_number, category, joint_number);
CREATE UNIQUE INDEX cds_accounts_printed ON cds_accounts (account);
CREATE TABLE cds_account_portfolios (
  account_id bigint NOT NULL REFERENCES cds_accounts (id) ON DELETE CASCADE,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, portfolio_id)
);
CREATE INDEX cds_account_portfolios_portfolio ON cds_account_portfolios (portfolio_id);
CREATE TABLE cds_main_accounts (
  portfolio_id bigint NOT NULL,
  from_date date NOT NULL CHECK (isfinite(from_date)),
  account_id bigint NOT NULL,
  PRIMARY KEY (portfolio_id, from_date),
  FOREIGN KEY (account_id, portfolio_id) REFERENCES cds_account_portfolios (account_id, portfolio_id) ON DELETE CASCADE
);
CREATE INDEX cds_main_accounts_account ON cds_main_accounts (account_id, portfolio_id);
CREATE TABLE cds_placements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The event of the chain: for trades and openings their id.
  event_id bigint NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  -- Null: the main account again.
  account_id bigint REFERENCES cds_accounts (id),
  -- So many of its shares; null: all of them.
  quantity bigint CHECK (quantity BETWEEN 1 AND 1000000000000),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (account_id IS NOT NULL OR quantity IS NULL),
  UNIQUE (event_id, version)
);
CREATE INDEX cds_placements_portfolio ON cds_placements (portfolio_id, event_id, version);
CREATE INDEX cds_placements_account ON cds_placements (account_id) WHERE account_id IS NOT NULL;
CREATE OR REPLACE TRIGGER cds_placements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_placements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE cds_pledges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES cds_accounts (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  quantity bigint NOT NULL CHECK (quantity BETWEEN 1 AND 1000000000000),
  pledged_on date NOT NULL CHECK (isfinite(pledged_on)),
  -- In whose favour.
  pledgee text NOT NULL CHECK (length(pledgee) BETWEEN 1 AND 200),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX cds_pledges_portfolio ON cds_pledges (portfolio_id, equity_id);
CREATE INDEX cds_pledges_account ON cds_pledges (account_id, id);
CREATE OR REPLACE TRIGGER cds_pledges_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_pledges
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE cds_pledge_releases (
  pledge_id bigint PRIMARY KEY REFERENCES cds_pledges (id),
  released_on date NOT NULL CHECK (isfinite(released_on)),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE OR REPLACE TRIGGER cds_pledge_releases_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_pledge_releases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE cds_statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_date date NOT NULL CHECK (isfinite(statement_date)),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 300),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- Which columns it was read by, and the account of lines that name none.
  read_by text NOT NULL CHECK (length(read_by) <= 2000),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX cds_statements_once ON cds_statements (sha256, statement_date, md5(read_by));
CREATE OR REPLACE TRIGGER cds_statements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE cds_statement_lines (
  statement_id bigint NOT NULL REFERENCES cds_statements (id),
  -- In the file, from 1.
  line integer NOT NULL CHECK (line > 0),
  account_id bigint NOT NULL REFERENCES cds_accounts (id),
  -- As the statement names the security.
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 20),
  balance bigint NOT NULL CHECK (balance BETWEEN 0 AND 1000000000000),
  -- Null where the statement does not say.
  pledged bigint CHECK (pledged BETWEEN 0 AND balance),
  PRIMARY KEY (statement_id, line)
);
CREATE INDEX cds_statement_lines_account ON cds_statement_lines (account_id);
CREATE OR REPLACE TRIGGER cds_statement_lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_statement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE cds_comparisons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id bigint NOT NULL REFERENCES cds_statements (id),
  version integer NOT NULL CHECK (version > 0),
  lines integer NOT NULL CHECK (lines >= 0),
  breaks integer NOT NULL CHECK (breaks BETWEEN 0 AND lines),
  -- Of all that was found: another comparison with the same outcome is not kept.
  outcome bytea NOT NULL CHECK (length(outcome) = 32),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (statement_id, version)
);
CREATE OR REPLACE TRIGGER cds_comparisons_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_comparisons
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE cds_comparison_lines (
  comparison_id bigint NOT NULL REFERENCES cds_comparisons (id),
  place integer NOT NULL CHECK (place > 0),
  account_id bigint NOT NULL REFERENCES cds_accounts (id),
  equity_id bigint REFERENCES equities (id),
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 20),
  -- By trade date, what of it has not settled, and what has.
  held bigint NOT NULL,
  unsettled_buys bigint NOT NULL CHECK (unsettled_buys >= 0),
  unsettled_sales bigint NOT NULL CHECK (unsettled_sales >= 0),
  settled bigint NOT NULL,
  pledged bigint NOT NULL CHECK (pledged >= 0),
  -- Null where the statement does not name the security.
  balance bigint CHECK (balance >= 0),
  stated_pledged bigint CHECK (stated_pledged >= 0),
  difference bigint NOT NULL,
  -- Null where both agree.
  cause text CHECK (length(cause) BETWEEN 1 AND 40),
  other_account_id bigint REFERENCES cds_accounts (id),
  awaited text CHECK (length(awaited) BETWEEN 1 AND 200),
  CHECK (settled = held - unsettled_buys + unsettled_sales),
  CHECK (difference = coalesce(balance, 0) - settled),
  PRIMARY KEY (comparison_id, place)
);
CREATE OR REPLACE TRIGGER cds_comparison_lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_comparison_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE cds_comparison_trades (
  comparison_id bigint NOT NULL,
  place integer NOT NULL,
  trade_id bigint NOT NULL,
  trade_version integer NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0),
  -- When its shares were to move; null where its settlement had failed.
  due date,
  is_unsettled boolean NOT NULL,
  is_cause boolean NOT NULL,
  PRIMARY KEY (comparison_id, place, trade_id),
  FOREIGN KEY (comparison_id, place) REFERENCES cds_comparison_lines (comparison_id, place)
);
CREATE OR REPLACE TRIGGER cds_comparison_trades_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_comparison_trades
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE cds_break_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id bigint NOT NULL REFERENCES cds_statements (id),
  account_id bigint NOT NULL REFERENCES cds_accounts (id),
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 20),
  note text NOT NULL CHECK (length(note) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX cds_break_notes_break ON cds_break_notes (statement_id, account_id, symbol, id);
CREATE OR REPLACE TRIGGER cds_break_notes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_break_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE journal_drafts (
  id bigint PRIMARY KEY DEFAULT nextval('journal_entries_id_seq'),
  status text NOT NULL DEFAULT 'Draft' CHECK (status IN ('Draft', 'Cancelled', 'Posted', 'Template')),
  entry_date date NOT NULL CHECK (isfinite(entry_date)),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  reference text CHECK (length(reference) <= 100),
  transaction_type text NOT NULL,
  -- The entry that it became when it was posted.
  posted_as bigint UNIQUE REFERENCES journal_entries (id),
  -- The posted entry that was taken back to become this draft.
  taken_from bigint REFERENCES journal_entries (id),
  -- The recurring entry that it came due of, and the day.
  recurring_id bigint,
  due_on date,
  version integer NOT NULL DEFAULT 1,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  changed_at timestamptz,
  changed_by bigint REFERENCES users (id),
  CHECK ((status = 'Posted') = (posted_as IS NOT NULL)),
  CHECK ((recurring_id IS NULL) = (due_on IS NULL)),
  -- However many look at once, what comes due is made once.
  UNIQUE (recurring_id, due_on)
);
CREATE INDEX journal_drafts_date ON journal_drafts (entry_date, id);
CREATE INDEX journal_drafts_open ON journal_drafts (entry_date, id) WHERE status = 'Draft';
CREATE TABLE journal_draft_lines (
  draft_id bigint NOT NULL REFERENCES journal_drafts (id),
  line_no smallint NOT NULL CHECK (line_no >= 1),
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id),
  -- `suspense` for the other side of a one-line entry.
  role text NOT NULL DEFAULT 'manual' CHECK (role IN ('manual', 'suspense')),
  debit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (debit BETWEEN 0 AND 1e13),
  credit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (credit BETWEEN 0 AND 1e13),
  description text,
  portfolio_id bigint REFERENCES portfolios (id),
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  -- The item of Suspense that the line clears once it is posted.
  clears_entry_id bigint,
  clears_line_no smallint,
  CHECK (debit = 0 OR credit = 0),
  CHECK ((clears_entry_id IS NULL) = (clears_line_no IS NULL)),
  PRIMARY KEY (draft_id, line_no),
  FOREIGN KEY (clears_entry_id, clears_line_no) REFERENCES journal_lines (entry_id, line_no)
);
CREATE INDEX journal_draft_lines_account ON journal_draft_lines (account_id);
CREATE INDEX journal_draft_lines_portfolio ON journal_draft_lines (portfolio_id);
CREATE INDEX journal_draft_lines_settlement_account ON journal_draft_lines (settlement_account_id);
CREATE INDEX journal_draft_lines_clears ON journal_draft_lines (clears_entry_id, clears_line_no) WHERE clears_entry_id IS NOT NULL;
CREATE TABLE journal_recurring (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  template_id bigint NOT NULL UNIQUE REFERENCES journal_drafts (id),
  unit text NOT NULL CHECK (unit IN ('week', 'month', 'quarter', 'year')),
  -- Every so many of the unit.
  every smallint NOT NULL DEFAULT 1 CHECK (every BETWEEN 1 AND 52),
  first_date date NOT NULL CHECK (isfinite(first_date)),
  last_date date CHECK (isfinite(last_date) AND last_date >= first_date),
  -- How many occurrences are behind us, and the day of the next one; null when there is none any more.
  passed integer NOT NULL DEFAULT 0 CHECK (passed >= 0),
  next_date date,
  paused boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id)
);
CREATE INDEX journal_recurring_next ON journal_recurring (next_date) WHERE NOT paused AND next_date IS NOT NULL;
ALTER TABLE journal_drafts ADD FOREIGN KEY (recurring_id) REFERENCES journal_recurring (id);
CREATE TABLE journal_changes (
  entry_id bigint PRIMARY KEY REFERENCES journal_entries (id),
  reversal_id bigint NOT NULL UNIQUE REFERENCES journal_entries (id),
  replacement_id bigint UNIQUE REFERENCES journal_entries (id),
  reason text CHECK (length(reason) <= 500)
);
CREATE OR REPLACE TRIGGER journal_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE suspense_accounts (
  account_id bigint PRIMARY KEY REFERENCES chart_of_accounts (id) ON DELETE CASCADE
);
CREATE TABLE suspense_items (
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  entry_date date NOT NULL,
  account_id bigint NOT NULL,
  portfolio_id bigint,
  -- Debit less credit.
  amount numeric(18, 2) NOT NULL,
  cleared_on date,
  -- The day that an item's age counts from: its own, or that of the item it goes on as.
  since date NOT NULL,
  PRIMARY KEY (entry_id, line_no),
  FOREIGN KEY (entry_id, line_no) REFERENCES journal_lines (entry_id, line_no)
);
CREATE INDEX suspense_items_open ON suspense_items (entry_date, entry_id, line_no) WHERE cleared_on IS NULL;
CREATE INDEX suspense_items_cleared ON suspense_items (cleared_on) WHERE cleared_on IS NOT NULL;
CREATE TABLE suspense_clearings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The entry that named the items it clears; null where a person linked lines that were there.
  entry_id bigint REFERENCES journal_entries (id),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id)
);
CREATE INDEX suspense_clearings_entry ON suspense_clearings (entry_id);
CREATE OR REPLACE TRIGGER suspense_clearings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_clearings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE suspense_links (
  clearing_id bigint NOT NULL REFERENCES suspense_clearings (id),
  no smallint NOT NULL CHECK (no >= 1),
  debit_entry_id bigint NOT NULL,
  debit_line_no smallint NOT NULL,
  credit_entry_id bigint NOT NULL,
  credit_line_no smallint NOT NULL,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (clearing_id, no),
  FOREIGN KEY (debit_entry_id, debit_line_no) REFERENCES journal_lines (entry_id, line_no),
  FOREIGN KEY (credit_entry_id, credit_line_no) REFERENCES journal_lines (entry_id, line_no)
);
CREATE INDEX suspense_links_debit ON suspense_links (debit_entry_id, debit_line_no);
CREATE INDEX suspense_links_credit ON suspense_links (credit_entry_id, credit_line_no);
CREATE OR REPLACE TRIGGER suspense_links_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE suspense_undoings (
  clearing_id bigint PRIMARY KEY REFERENCES suspense_clearings (id),
  reason text CHECK (length(reason) <= 500),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id)
);
CREATE OR REPLACE TRIGGER suspense_undoings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_undoings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE suspense_moves (
  -- The line on the new account, and the item that it goes on as.
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  from_entry_id bigint NOT NULL,
  from_line_no smallint NOT NULL,
  PRIMARY KEY (entry_id, line_no),
  FOREIGN KEY (entry_id, line_no) REFERENCES journal_lines (entry_id, line_no),
  FOREIGN KEY (from_entry_id, from_line_no) REFERENCES suspense_items (entry_id, line_no)
);
CREATE INDEX suspense_moves_from ON suspense_moves (from_entry_id, from_line_no);
CREATE OR REPLACE TRIGGER suspense_moves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION suspense_live_links() RETURNS TABLE(clearing_id bigint, no smallint, debit_entry_id bigint, debit_line_no smallint, credit_entry_id bigint, credit_line_no smallint, amount numeric, since date, until date)
LANGUAGE sql STABLE AS $$
SELECT k.clearing_id, k.no, k.debit_entry_id, k.debit_line_no, k.credit_entry_id, k.credit_line_no, k.amount,
         greatest(d.entry_date, c.entry_date) AS since, least(rd.entry_date, rc.entry_date) AS until
    FROM suspense_links k
    JOIN suspense_items d ON d.entry_id = k.debit_entry_id AND d.line_no = k.debit_line_no
    JOIN suspense_items c ON c.entry_id = k.credit_entry_id AND c.line_no = k.credit_line_no
    LEFT JOIN journal_entries rd ON rd.reversal_of = k.debit_entry_id
    LEFT JOIN journal_entries rc ON rc.reversal_of = k.credit_entry_id
   WHERE NOT EXISTS (SELECT FROM suspense_undoings u WHERE u.clearing_id = k.clearing_id)
$$;
CREATE OR REPLACE FUNCTION suspense_cleared_on(entry bigint, line smallint) RETURNS date LANGUAGE sql STABLE AS $$
SELECT CASE WHEN h.reversal_of IS NOT NULL THEN h.entry_date
              WHEN r.id IS NOT NULL THEN greatest(r.entry_date, h.entry_date)
              WHEN k.amount = abs(i.amount) THEN k.since END
    FROM suspense_items i JOIN journal_entries h ON h.id = i.entry_id
    LEFT JOIN journal_entries r ON r.reversal_of = i.entry_id
   CROSS JOIN LATERAL (
     SELECT sum(x.amount) AS amount, max(x.since) AS since FROM (
       SELECT amount, since FROM suspense_live_links() WHERE debit_entry_id = entry AND debit_line_no = line AND until IS NULL
       UNION ALL
       SELECT amount, since FROM suspense_live_links() WHERE credit_entry_id = entry AND credit_line_no = line AND until IS NULL) x) k
   WHERE i.entry_id = entry AND i.line_no = line
$$;
CREATE OR REPLACE FUNCTION keep_suspense_items(entries bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1164142951, 3);
  UPDATE suspense_items i SET cleared_on = n.cleared_on
    FROM (SELECT s.entry_id, s.line_no, suspense_cleared_on(s.entry_id, s.line_no) AS cleared_on
            FROM suspense_items s
           WHERE s.entry_id = ANY (entries)
              OR s.entry_id IN (SELECT credit_entry_id FROM suspense_links WHERE debit_entry_id = ANY (entries)
                                UNION SELECT debit_entry_id FROM suspense_links WHERE credit_entry_id = ANY (entries))) n
   WHERE i.entry_id = n.entry_id AND i.line_no = n.line_no AND i.cleared_on IS DISTINCT FROM n.cleared_on;
END
$$;
CREATE OR REPLACE FUNCTION take_suspense_lines() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
DECLARE
  touched bigint[];
BEGIN
  INSERT INTO suspense_items (entry_id, line_no, entry_date, account_id, portfolio_id, amount, since)
    SELECT entry_id, line_no, entry_date, account_id, portfolio_id, debit - credit, entry_date FROM posted
     WHERE account_id = ANY (ARRAY(SELECT account_id FROM suspense_accounts));
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT array_agg(DISTINCT both_ends.id) INTO touched
    FROM journal_entries h CROSS JOIN LATERAL (VALUES (h.id), (h.reversal_of)) both_ends (id)
   WHERE h.reversal_of IS NOT NULL AND h.id IN (SELECT p.entry_id FROM posted p
           WHERE p.account_id = ANY (ARRAY(SELECT account_id FROM suspense_accounts)));
  IF touched IS NOT NULL THEN PERFORM keep_suspense_items(touched); END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER journal_lines_suspense AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION take_suspense_lines();
CREATE OR REPLACE FUNCTION check_suspense_links() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM keep_suspense_items(ARRAY(SELECT debit_entry_id FROM linked UNION SELECT credit_entry_id FROM linked));
  IF EXISTS (SELECT FROM linked k
               LEFT JOIN suspense_items d ON d.entry_id = k.debit_entry_id AND d.line_no = k.debit_line_no AND d.amount > 0
               LEFT JOIN suspense_items c ON c.entry_id = k.credit_entry_id AND c.line_no = k.credit_line_no AND c.amount < 0
              WHERE (d.account_id = c.account_id AND d.portfolio_id IS NOT DISTINCT FROM c.portfolio_id) IS NOT TRUE)
     OR EXISTS (SELECT FROM linked k JOIN suspense_live_links() l ON l.clearing_id = k.clearing_id AND l.no = k.no
                 WHERE l.until IS NOT NULL)
     OR EXISTS (SELECT FROM linked k JOIN journal_entries h ON h.id IN (k.debit_entry_id, k.credit_entry_id)
                 WHERE h.reversal_of IS NOT NULL)
     OR EXISTS (SELECT FROM suspense_items i
                 WHERE (i.entry_id, i.line_no) IN (SELECT debit_entry_id, debit_line_no FROM linked
                                                   UNION SELECT credit_entry_id, credit_line_no FROM linked)
                   AND abs(i.amount) < (SELECT sum(l.amount) FROM suspense_live_links() l WHERE l.until IS NULL
                          AND ((l.debit_entry_id = i.entry_id AND l.debit_line_no = i.line_no)
                            OR (l.credit_entry_id = i.entry_id AND l.credit_line_no = i.line_no)))) THEN
    RAISE EXCEPTION 'a link of suspense items clears more than is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_links_open';
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER suspense_links_check AFTER INSERT ON suspense_links
  REFERENCING NEW TABLE AS linked FOR EACH STATEMENT EXECUTE FUNCTION check_suspense_links();
CREATE OR REPLACE FUNCTION undo_suspense_links() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM keep_suspense_items(ARRAY(
    SELECT unnest(ARRAY[k.debit_entry_id, k.credit_entry_id]) FROM suspense_links k JOIN undone u ON u.clearing_id = k.clearing_id));
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER suspense_undoings_keep AFTER INSERT ON suspense_undoings
  REFERENCING NEW TABLE AS undone FOR EACH STATEMENT EXECUTE FUNCTION undo_suspense_links();
CREATE OR REPLACE FUNCTION keep_suspense_age() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  UPDATE suspense_items i SET since = o.since
    FROM moved m JOIN suspense_items o ON o.entry_id = m.from_entry_id AND o.line_no = m.from_line_no
   WHERE i.entry_id = m.entry_id AND i.line_no = m.line_no;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER suspense_moves_age AFTER INSERT ON suspense_moves
  REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION keep_suspense_age();
CREATE OR REPLACE FUNCTION take_suspense_account(account bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM suspense_accounts WHERE account_id = account) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(1164142951, 2);
  INSERT INTO suspense_accounts VALUES (account) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO suspense_items (entry_id, line_no, entry_date, account_id, portfolio_id, amount, since)
    SELECT l.entry_id, l.line_no, l.entry_date, l.account_id, l.portfolio_id, l.debit - l.credit, coalesce(o.since, l.entry_date)
      FROM journal_lines l
      LEFT JOIN suspense_moves m ON m.entry_id = l.entry_id AND m.line_no = l.line_no
      LEFT JOIN suspense_items o ON o.entry_id = m.from_entry_id AND o.line_no = m.from_line_no
     WHERE l.account_id = account;
  PERFORM keep_suspense_items(ARRAY(
    SELECT unnest(ARRAY[h.id, h.reversal_of]) FROM journal_entries h JOIN suspense_items i ON i.entry_id = h.id
     WHERE i.account_id = account AND h.reversal_of IS NOT NULL));
END
$$;
CREATE OR REPLACE FUNCTION map_suspense() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
BEGIN
  PERFORM take_suspense_account(NEW.account_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER gl_mappings_suspense AFTER INSERT OR UPDATE ON gl_mappings
  FOR EACH ROW WHEN (NEW.role = 'suspense' AND NEW.account_id IS NOT NULL) EXECUTE FUNCTION map_suspense();
CREATE TABLE reconciliations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose lines: of an account, and where set of one settlement account or portfolio. 0 stands for all.
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id),
  settlement_account_id bigint NOT NULL DEFAULT 0,
  portfolio_id bigint NOT NULL DEFAULT 0,
  start_date date NOT NULL CHECK (isfinite(start_date)),
  end_date date NOT NULL CHECK (isfinite(end_date)),
  reference_type text NOT NULL CHECK (reference_type IN ('bank', 'vendor', 'customer')),
  reference_number text CHECK (length(reference_number) <= 100),
  external_opening numeric(18, 2),
  external_closing numeric(18, 2),
  notes text CHECK (length(notes) <= 2000),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'reconciled')),
  explanation text CHECK (length(explanation) <= 2000),
  reconciled_at timestamptz,
  reconciled_by bigint,
  -- As signed off: the last day whose lines count, lines and balance of the ledger until then, the highest entry, and
  -- every figure that was shown.
  covered_until date,
  gl_closing numeric(20, 2),
  gl_lines bigint,
  last_entry_id bigint,
  residual numeric(20, 2),
  figures jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by bigint NOT NULL,
  CHECK (end_date >= start_date),
  CHECK ((status = 'reconciled') = (reconciled_at IS NOT NULL AND reconciled_by IS NOT NULL AND covered_until IS NOT NULL
          AND gl_closing IS NOT NULL AND gl_lines IS NOT NULL AND last_entry_id IS NOT NULL AND residual IS NOT NULL
          AND figures IS NOT NULL AND external_closing IS NOT NULL)),
  -- The days of one scope belong to one reconciliation.
  CONSTRAINT reconciliations_overlap EXCLUDE USING gist (
    int8range(account_id, account_id, '[]') WITH &&, int8range(settlement_account_id, settlement_account_id, '[]') WITH &&,
    int8range(portfolio_id, portfolio_id, '[]') WITH &&, daterange(start_date, end_date, '[]') WITH &&)
);
CREATE INDEX reconciliations_scope ON reconciliations (account_id, settlement_account_id, portfolio_id, end_date);
CREATE INDEX reconciliations_end ON reconciliations (end_date, id);
CREATE INDEX reconciliations_signed_off ON reconciliations (covered_until) WHERE status = 'reconciled';
CREATE TABLE reconciliation_statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  file_name text CHECK (length(file_name) <= 300),
  format text NOT NULL,
  account text CHECK (length(account) <= 100),
  from_date date NOT NULL,
  to_date date NOT NULL,
  opening numeric(18, 2),
  closing numeric(18, 2),
  lines integer NOT NULL CHECK (lines > 0),
  imported_at timestamptz NOT NULL DEFAULT now(),
  imported_by bigint NOT NULL
);
CREATE INDEX reconciliation_statements_of ON reconciliation_statements (reconciliation_id, id);
CREATE TABLE statement_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  statement_id bigint NOT NULL REFERENCES reconciliation_statements (id) ON DELETE CASCADE,
  line integer,
  line_date date NOT NULL CHECK (isfinite(line_date)),
  description text CHECK (length(description) <= 500),
  reference text CHECK (length(reference) <= 200),
  debit numeric(18, 2) NOT NULL CHECK (debit BETWEEN 0 AND 1e12),
  credit numeric(18, 2) NOT NULL CHECK (credit BETWEEN 0 AND 1e12),
  balance numeric(18, 2),
  bank_id text CHECK (length(bank_id) <= 200),
  -- Date, amount, texts and the place among equal ones: what a second import of the same line would have too.
  fingerprint text NOT NULL,
  -- A held line waits for a decision, a skipped one was left out by one; neither counts.
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'held', 'skipped')),
  hold_reason text CHECK (hold_reason IN ('same-bank-id', 'same-line', 'outside-period')),
  duplicate_of bigint,
  decided_at timestamptz,
  decided_by bigint,
  CHECK ((debit = 0) <> (credit = 0)),
  CHECK (state <> 'held' OR hold_reason IS NOT NULL)
);
CREATE INDEX statement_lines_of ON statement_lines (reconciliation_id, line_date, id);
CREATE INDEX statement_lines_statement ON statement_lines (statement_id);
CREATE INDEX statement_lines_fingerprint ON statement_lines (fingerprint);
CREATE INDEX statement_lines_bank_id ON statement_lines (bank_id) WHERE bank_id IS NOT NULL;
CREATE TABLE reconciliation_matches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  match_type text NOT NULL CHECK (match_type IN ('auto', 'manual', 'proposed')),
  -- Ledger less statement; not zero only with an explanation, or within the tolerance of Auto Match.
  difference numeric(18, 2) NOT NULL DEFAULT 0,
  explanation text CHECK (length(explanation) <= 1000),
  matched_at timestamptz NOT NULL DEFAULT now(),
  matched_by bigint NOT NULL,
  CHECK (difference = 0 OR (match_type = 'auto' AND abs(difference) <= 0.01) OR explanation IS NOT NULL)
);
CREATE INDEX reconciliation_matches_of ON reconciliation_matches (reconciliation_id, id);
CREATE TABLE matched_ledger_lines (
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  match_id bigint NOT NULL REFERENCES reconciliation_matches (id) ON DELETE CASCADE,
  reconciliation_id bigint NOT NULL,
  PRIMARY KEY (entry_id, line_no)
);
CREATE INDEX matched_ledger_lines_match ON matched_ledger_lines (match_id);
CREATE TABLE matched_statement_lines (
  statement_line_id bigint PRIMARY KEY REFERENCES statement_lines (id),
  match_id bigint NOT NULL REFERENCES reconciliation_matches (id) ON DELETE CASCADE,
  reconciliation_id bigint NOT NULL
);
CREATE INDEX matched_statement_lines_match ON matched_statement_lines (match_id);
CREATE TABLE reconciliation_proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  -- The lines it takes, in order: so that one turned down is known again.
  key text NOT NULL,
  reason text NOT NULL,
  ledger text[] NOT NULL,
  external bigint[] NOT NULL,
  rejected boolean NOT NULL DEFAULT false
);
CREATE INDEX reconciliation_proposals_of ON reconciliation_proposals (reconciliation_id, id);
CREATE TABLE reconciliation_open_ledger (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  PRIMARY KEY (reconciliation_id, entry_id, line_no)
);
CREATE TABLE reconciliation_open_external (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  statement_line_id bigint NOT NULL,
  PRIMARY KEY (reconciliation_id, statement_line_id)
);
CREATE TABLE reconciliation_days (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  day date NOT NULL,
  lines bigint NOT NULL,
  PRIMARY KEY (reconciliation_id, day)
);
CREATE TABLE reconciliation_events (
  reconciliation_id bigint NOT NULL,
  no integer NOT NULL CHECK (no >= 1),
  action text NOT NULL CHECK (action IN ('created', 'signed-off', 'reopened')),
  at timestamptz NOT NULL DEFAULT now(),
  by_user bigint NOT NULL,
  reason text CHECK (length(reason) <= 2000),
  figures jsonb,
  PRIMARY KEY (reconciliation_id, no),
  CHECK (action <> 'reopened' OR reason IS NOT NULL)
);
CREATE OR REPLACE TRIGGER reconciliation_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE statement_mappings (
  account_id bigint NOT NULL REFERENCES chart_of_accounts (id) ON DELETE CASCADE,
  settlement_account_id bigint NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, settlement_account_id)
);
CREATE OR REPLACE FUNCTION raise_reconciliation_closed(r reconciliations) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'reconciliation % is signed off', r.id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_closed',
          DETAIL = json_build_object(
            'id', r.id, 'end', r.end_date,
            'account', (SELECT account_code || ' ' || account_name FROM chart_of_accounts WHERE id = r.account_id)
                       || coalesce((SELECT ', ' || account_name || ' ' || account_number FROM settlement_accounts WHERE id = r.settlement_account_id), ''))::text;
END
$$;
CREATE OR REPLACE FUNCTION keep_reconciled_parts() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  r reconciliations;
BEGIN
  FOR r IN SELECT * FROM reconciliations WHERE id IN (SELECT DISTINCT reconciliation_id FROM changed) ORDER BY id FOR SHARE LOOP
    IF r.status = 'reconciled' THEN PERFORM raise_reconciliation_closed(r); END IF;
  END LOOP;
  RETURN NULL;
END
$$;
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['reconciliation_statements', 'statement_lines', 'reconciliation_matches', 'matched_ledger_lines',
                           'matched_statement_lines', 'reconciliation_open_ledger', 'reconciliation_open_external',
                           'reconciliation_days'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_insert', t);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_update', t);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_into', t);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts()', t || '_kept_delete', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', t || '_kept_truncate', t);
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION keep_reconciliation() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  last_action text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM reconciliation_events WHERE reconciliation_id = OLD.id AND action = 'signed-off') THEN
      RAISE EXCEPTION 'reconciliation % was signed off and stays', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_kept';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'pending' THEN RAISE EXCEPTION 'a reconciliation begins pending' USING ERRCODE = 'insufficient_privilege'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.account_id, NEW.settlement_account_id, NEW.portfolio_id, NEW.start_date, NEW.end_date)
     IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.settlement_account_id, OLD.portfolio_id, OLD.start_date, OLD.end_date) THEN
    RAISE EXCEPTION 'what reconciliation % covers is fixed', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.status = 'reconciled' AND NEW.status = 'reconciled' THEN PERFORM raise_reconciliation_closed(OLD); END IF;
  IF OLD.status <> NEW.status THEN
    SELECT action INTO last_action FROM reconciliation_events WHERE reconciliation_id = OLD.id ORDER BY no DESC LIMIT 1;
    IF last_action IS DISTINCT FROM (CASE NEW.status WHEN 'reconciled' THEN 'signed-off' ELSE 'reopened' END) THEN
      RAISE EXCEPTION 'reconciliation % changes its status only with a row of reconciliation_events', OLD.id
        USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER reconciliations_keep BEFORE INSERT OR UPDATE OR DELETE ON reconciliations
  FOR EACH ROW EXECUTE FUNCTION keep_reconciliation();
CREATE OR REPLACE TRIGGER reconciliations_no_truncate BEFORE TRUNCATE ON reconciliations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION keep_reconciled_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  r reconciliations;
BEGIN
  FOR r IN SELECT * FROM reconciliations
            WHERE id IN (SELECT m.reconciliation_id FROM matched_ledger_lines m WHERE m.entry_id = NEW.reversal_of)
            ORDER BY id FOR SHARE LOOP
    IF r.status = 'reconciled' THEN PERFORM raise_reconciliation_closed(r); END IF;
  END LOOP;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER journal_entries_reconciled BEFORE INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.reversal_of IS NOT NULL) EXECUTE FUNCTION keep_reconciled_entries();
CREATE OR REPLACE FUNCTION keep_what_is_reconciled() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  used boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM reconciliations WHERE %I = $1)', TG_ARGV[0]) INTO used USING OLD.id;
  IF used THEN
    RAISE EXCEPTION '% % is reconciled', TG_TABLE_NAME, OLD.id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'reconciliations_references';
  END IF;
  RETURN OLD;
END
$$;
CREATE OR REPLACE TRIGGER portfolios_reconciled BEFORE DELETE ON portfolios
  FOR EACH ROW EXECUTE FUNCTION keep_what_is_reconciled('portfolio_id');
CREATE OR REPLACE TRIGGER settlement_accounts_reconciled BEFORE DELETE ON settlement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_what_is_reconciled('settlement_account_id');
CREATE TABLE reconciliation_changes (
  reconciliation_id bigint NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  entry_id bigint NOT NULL,
  line_no smallint NOT NULL,
  -- The later one of the scope whose sign-off ended the mark; null: none yet. It took the line in, unless the line is without a
  -- portfolio and the scope is of one: that line is in no list of the scope, and moves no balance of it.
  closed_by bigint REFERENCES reconciliations (id),
  PRIMARY KEY (reconciliation_id, entry_id, line_no)
);
CREATE INDEX reconciliation_changes_open ON reconciliation_changes (reconciliation_id) WHERE closed_by IS NULL;
CREATE INDEX reconciliation_changes_closed ON reconciliation_changes (closed_by) WHERE closed_by IS NOT NULL;
CREATE OR REPLACE TRIGGER reconciliation_changes_kept_truncate BEFORE TRUNCATE ON reconciliation_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION reconciled_over(account bigint, settlement_account bigint, portfolio bigint, day date) RETURNS TABLE(reconciliation_id bigint)
LANGUAGE sql STABLE AS $$
SELECT DISTINCT ON (r.settlement_account_id, r.portfolio_id) r.id
    FROM reconciliations r
   WHERE r.status = 'reconciled' AND r.account_id = account AND r.covered_until >= day
     AND (r.settlement_account_id = 0 OR r.settlement_account_id = settlement_account)
     AND (r.portfolio_id = 0 OR r.portfolio_id = portfolio OR (portfolio IS NULL AND r.settlement_account_id <> 0))
   ORDER BY r.settlement_account_id, r.portfolio_id, r.covered_until
$$;
CREATE OR REPLACE FUNCTION mark_reconciled_days() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  hit record;
BEGIN
  IF NOT EXISTS (SELECT FROM reconciliations
                  WHERE status = 'reconciled' AND covered_until >= (SELECT min(entry_date) FROM posted)) THEN
    RETURN NULL;
  END IF;
  IF coalesce(current_setting('equity_manager.change_reconciled', true), '') <> '1' THEN
    SELECT r.id, r.start_date, r.covered_until, r.account_id, r.settlement_account_id, p.entry_date, p.entry_id INTO hit
      FROM (SELECT account_id, settlement_account_id, portfolio_id, entry_date, min(entry_id) AS entry_id
              FROM posted WHERE account_id IN (SELECT account_id FROM reconciliations WHERE status = 'reconciled')
             GROUP BY 1, 2, 3, 4) p
      CROSS JOIN LATERAL reconciled_over(p.account_id, p.settlement_account_id, p.portfolio_id, p.entry_date) o
      JOIN reconciliations r ON r.id = o.reconciliation_id
     ORDER BY p.entry_date, r.id LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'reconciliation % is signed off until %, which covers %', hit.id, hit.covered_until, hit.entry_date
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_lines_signed_off',
            DETAIL = json_build_object(
              'id', hit.id, 'date', hit.entry_date, 'end', hit.covered_until,
              'account', (SELECT account_code || ' ' || account_name FROM chart_of_accounts WHERE id = hit.account_id)
                         || coalesce((SELECT ', ' || account_name || ' ' || account_number FROM settlement_accounts
                                       WHERE id = hit.settlement_account_id), ''))::text;
  END IF;
  INSERT INTO reconciliation_changes (reconciliation_id, entry_id, line_no)
    SELECT o.reconciliation_id, l.entry_id, l.line_no
      FROM (SELECT DISTINCT account_id, settlement_account_id, portfolio_id, entry_date FROM posted
             WHERE account_id IN (SELECT account_id FROM reconciliations WHERE status = 'reconciled')) p
      CROSS JOIN LATERAL reconciled_over(p.account_id, p.settlement_account_id, p.portfolio_id, p.entry_date) o
      JOIN posted l ON l.account_id = p.account_id AND l.entry_date = p.entry_date
       AND l.settlement_account_id IS NOT DISTINCT FROM p.settlement_account_id
       AND l.portfolio_id IS NOT DISTINCT FROM p.portfolio_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER journal_lines_signed_off AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION mark_reconciled_days();
CREATE TABLE attachments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_kind text NOT NULL CHECK (owner_kind IN ('journal-entry', 'journal-draft', 'reconciliation', 'announcement')),
  owner_id bigint NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  media_type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 10485760),
  content bytea NOT NULL CHECK (length(content) = bytes),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  added_by bigint NOT NULL REFERENCES users (id),
  -- It belongs, or once belonged, to a posted entry: also while the entry is taken back to a draft. Set by the trigger.
  permanent boolean NOT NULL DEFAULT false,
  removed_at timestamptz,
  removed_by bigint REFERENCES users (id),
  removal_reason text CHECK (length(trim(removal_reason)) BETWEEN 1 AND 500),
  CHECK (num_nulls(removed_at, removed_by, removal_reason) IN (0, 3)),
  CHECK (removed_at IS NULL OR permanent)
);
ALTER TABLE attachments ALTER content SET STORAGE EXTERNAL;
CREATE INDEX attachments_owner ON attachments (owner_kind, owner_id, id);
CREATE INDEX attachments_person ON attachments (added_by) INCLUDE (bytes);
CREATE OR REPLACE FUNCTION keep_attachments() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  r reconciliations;
BEGIN
  -- The share lock waits for a sign-off under way and keeps one from starting.
  IF coalesce(OLD.owner_kind, NEW.owner_kind) = 'reconciliation' THEN
    SELECT * INTO r FROM reconciliations WHERE id = coalesce(OLD.owner_id, NEW.owner_id) FOR SHARE;
    IF r.status = 'reconciled' THEN PERFORM raise_reconciliation_closed(r); END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.permanent THEN
      RAISE EXCEPTION 'file % belongs to a posted entry and stays', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'attachment_permanent';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.permanent AND NOT NEW.permanent)
       OR (OLD.removed_at IS NOT NULL
           AND (NEW.removed_at, NEW.removed_by, NEW.removal_reason)
               IS DISTINCT FROM (OLD.removed_at, OLD.removed_by, OLD.removal_reason)) THEN
      RAISE EXCEPTION 'what is said of file % stays', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'attachment_permanent';
    END IF;
    IF (NEW.owner_kind, NEW.owner_id) IS DISTINCT FROM (OLD.owner_kind, OLD.owner_id)
       AND NOT (CASE OLD.owner_kind || ' to ' || NEW.owner_kind
         WHEN 'journal-draft to journal-entry' THEN
           EXISTS (SELECT FROM journal_drafts WHERE id = OLD.owner_id AND posted_as = NEW.owner_id)
         WHEN 'journal-entry to journal-entry' THEN
           EXISTS (SELECT FROM journal_changes WHERE entry_id = OLD.owner_id AND replacement_id = NEW.owner_id)
         WHEN 'journal-entry to journal-draft' THEN
           EXISTS (SELECT FROM journal_drafts WHERE id = NEW.owner_id AND taken_from = OLD.owner_id)
         ELSE false END) THEN
      RAISE EXCEPTION 'file % goes only to what came of its owner', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'attachment_permanent';
    END IF;
  END IF;
  NEW.permanent := NEW.permanent OR NEW.owner_kind = 'journal-entry';
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER attachments_keep BEFORE INSERT OR UPDATE OR DELETE ON attachments
  FOR EACH ROW EXECUTE FUNCTION keep_attachments();
CREATE OR REPLACE TRIGGER attachments_no_truncate BEFORE TRUNCATE ON attachments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE FUNCTION keep_attached_content() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the content of a file does not change' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE OR REPLACE TRIGGER attachments_content
  BEFORE UPDATE OF id, file_name, media_type, bytes, content, added_at, added_by ON attachments
  FOR EACH STATEMENT EXECUTE FUNCTION keep_attached_content();
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('backup', 'restore')),
  -- Made by the server's timer, not by a person.
  scheduled boolean NOT NULL DEFAULT false,
  file text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: at work, or broken off with the process.
  finished_at timestamptz,
  -- The moment that the file shows the books at; null where it failed.
  taken_at timestamptz,
  row_count bigint,
  bytes bigint,
  error text,
  -- The schedule removed the file.
  removed_at timestamptz
);
CREATE INDEX backups_taken ON backups (kind, taken_at);
CREATE TABLE jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The name of the route that it was sent to.
  kind text NOT NULL,
  -- Who handed it in; nobody where a schedule did something or failed.
  owner_id bigint REFERENCES users (id),
  -- The Idempotency-Key that it was sent with, and what was sent under it.
  key text CHECK (length(key) BETWEEN 1 AND 200),
  body_hash bytea NOT NULL,
  dry_run boolean NOT NULL,
  request_id text,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Each start counts one: only the newest may commit or tell anything.
  turn integer NOT NULL DEFAULT 0,
  -- Starts that came to no end, this one included.
  tries integer NOT NULL DEFAULT 0,
  cancel_asked_at timestamptz,
  done bigint NOT NULL DEFAULT 0,
  "of" bigint NOT NULL DEFAULT 0,
  words text,
  -- What the request answers: the status, and the body as JSON.
  result_status smallint,
  result text,
  -- A refusal as the request would have answered it, with its status beside it.
  error_status smallint,
  error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Those that it works with, null: all. Who sees fewer by now is not told what it answered.
  portfolios bigint[],
  CHECK ((status IN ('done', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK ((status = 'done') = (result_status IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK (owner_id IS NOT NULL OR kind LIKE 'schedule.%')
);
CREATE UNIQUE INDEX jobs_key ON jobs (owner_id, kind, dry_run, key) WHERE key IS NOT NULL;
CREATE INDEX jobs_owner ON jobs (owner_id, id);
CREATE INDEX jobs_open ON jobs (owner_id) WHERE ended_at IS NULL;
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE job_inputs (
  job_id bigint PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  params text NOT NULL,
  query text NOT NULL,
  body bytea
);
ALTER TABLE job_inputs ALTER body SET STORAGE EXTERNAL;
CREATE OR REPLACE FUNCTION keep_unfinished_recording() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  document trade_documents;
  sent json;
  cancelled constant boolean := NEW.status = 'cancelled';
BEGIN
  SELECT d.* INTO document FROM job_inputs i JOIN trade_documents d ON d.id::text = i.params::json ->> 'id' WHERE i.job_id = NEW.id;
  IF document.id IS NULL THEN RETURN NULL; END IF;
  BEGIN
    SELECT convert_from(i.body, 'UTF8')::json INTO sent FROM job_inputs i WHERE i.job_id = NEW.id;
  EXCEPTION WHEN data_exception THEN
    -- What cannot be read would have been refused.
    sent := NULL;
  END;
  INSERT INTO batches (kind, type, file_name, total, failed, status, errors, recorded_by, recorded_at, document_id, document_order, seen_at, seen_by)
  VALUES ('document', 'bulk-mixed', coalesce(nullif(document.file_name, ''), 'document ' || document.id), document.lines, document.lines, 'failed',
          json_build_array(json_build_object('row', 0, 'field', 'row', 'value', NULL, 'error',
            CASE WHEN cancelled THEN 'The recording was cancelled. Nothing was saved.' ELSE 'The recording broke off. Nothing was saved.' END)),
          NEW.owner_id, NEW.ended_at, document.id, sent,
          CASE WHEN cancelled THEN NEW.ended_at END, CASE WHEN cancelled THEN NEW.owner_id END);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER jobs_keep_unfinished_recording AFTER UPDATE OF status ON jobs FOR EACH ROW
  WHEN (NEW.kind = 'trade-documents.record' AND NOT NEW.dry_run AND NEW.owner_id IS NOT NULL AND OLD.status IN ('waiting', 'running')
        AND (NEW.status = 'cancelled' OR (NEW.status = 'failed' AND NEW.error_status >= 500)))
  EXECUTE FUNCTION keep_unfinished_recording();
CREATE TABLE export_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Checked at the commit: until then no row of a person or a job is locked by the file that is being made.
  owner_id bigint NOT NULL REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED,
  -- Null once the job is forgotten.
  job_id bigint UNIQUE REFERENCES jobs (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  -- The right and the portfolios (null: all) that it was made for: who has less by now does not get it.
  needs text NOT NULL,
  portfolios bigint[],
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  media_type text NOT NULL,
  -- Whether the parts are compressed: the file itself is not.
  gzipped boolean NOT NULL,
  rows bigint NOT NULL DEFAULT 0,
  -- Of the file, and of its parts; those are gone at 0.
  bytes bigint NOT NULL DEFAULT 0,
  stored bigint NOT NULL DEFAULT 0,
  kept_until timestamptz NOT NULL
);
CREATE INDEX export_files_owner ON export_files (owner_id);
CREATE TABLE export_parts (
  file_id bigint NOT NULL REFERENCES export_files (id) ON DELETE CASCADE,
  part integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (file_id, part)
);
ALTER TABLE export_parts ALTER content SET STORAGE EXTERNAL;
CREATE TABLE report_schedules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users (id),
  report text NOT NULL CHECK (report IN ('trade-blotter', 'daily-holdings')),
  -- Null: all that the owner sees when it is made.
  portfolio_id bigint REFERENCES portfolios (id) ON DELETE CASCADE,
  format text NOT NULL CHECK (format IN ('xlsx', 'pdf', 'csv')),
  every text NOT NULL CHECK (every IN ('market-day', 'month-end')),
  -- In Colombo.
  at_time text NOT NULL CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  is_on boolean NOT NULL,
  -- What came due up to then was handed in, or is not wanted.
  done_to timestamptz NOT NULL,
  -- When it comes due next, by the holidays as they were known when it was written: workers look for it.
  next_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX report_schedules_owner ON report_schedules (owner_id);
CREATE INDEX report_schedules_portfolio ON report_schedules (portfolio_id);
CREATE INDEX report_schedules_next ON report_schedules (next_at) WHERE is_on;
CREATE TABLE report_schedule_runs (
  schedule_id bigint PRIMARY KEY REFERENCES report_schedules (id) ON DELETE CASCADE,
  -- The day that the report is of.
  day date NOT NULL CHECK (isfinite(day)),
  at timestamptz NOT NULL,
  job_id bigint UNIQUE REFERENCES jobs (id) ON DELETE SET NULL,
  -- The refusal, where it could not be handed in.
  error text
);
CREATE OR REPLACE FUNCTION grant_app_rights() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  app constant name := 'equity_manager_app';
  here text := current_schema();
  queue constant name := 'em_jobs';
  -- Written by triggers, or by migrations.
  kept constant name[] := ARRAY['ledger_days', 'ledger_months', 'settlement_months', 'suspense_accounts', 'suspense_items',
                                'schema_versions'];
  -- A right on the columns here instead of the table: all but these, or these alone.
  users_read_but constant name[] := ARRAY['password_hash', 'repeated_signup_hash'];
  users_change_but constant name[] := ARRAY['password_hash'];
  trades_change constant name[] := ARRAY['version', 'is_deleted', 'is_settled'];
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = app) THEN RETURN; END IF;
  IF NOT has_schema_privilege(app, here, 'USAGE') THEN EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, app); END IF;
  FOR r IN
    SELECT c.relname FROM pg_class c WHERE c.relnamespace = here::regnamespace AND c.relkind = 'S'
       AND NOT (has_sequence_privilege(app, c.oid, 'USAGE') AND has_sequence_privilege(app, c.oid, 'SELECT'))
  LOOP
    EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %I.%I TO %I', here, r.relname, app);
  END LOOP;
  FOR r IN
    WITH tables AS (
      SELECT c.oid, c.relname, c.relname = ANY (kept) AS only_read, c.relname = 'users' AS is_users, c.relname = 'trades' AS is_trades,
             coalesce((SELECT bit_or(g.tgtype::int) FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
                        WHERE g.tgrelid = c.oid AND f.proname = 'refuse_change'), 0) AS refused
        FROM pg_class c WHERE c.relnamespace = here::regnamespace AND c.relkind IN ('r', 'p')),
    wanted AS (
      SELECT t.oid, t.relname, p.privilege, p.given
        FROM tables t, LATERAL (VALUES ('SELECT', NOT is_users), ('INSERT', NOT only_read),
               ('UPDATE', NOT (only_read OR is_users OR is_trades) AND refused & 16 = 0),
               ('DELETE', NOT only_read AND refused & 8 = 0),
               ('TRUNCATE', false), ('REFERENCES', false), ('TRIGGER', false)) AS p (privilege, given))
    SELECT * FROM wanted w WHERE has_table_privilege(app, w.oid, w.privilege) <> w.given
  LOOP
    IF r.given THEN EXECUTE format('GRANT %s ON %I.%I TO %I', r.privilege, here, r.relname, app);
    ELSE EXECUTE format('REVOKE %s ON %I.%I FROM %I', r.privilege, here, r.relname, app);
    END IF;
  END LOOP;
  FOR r IN
    WITH wanted AS (
      SELECT a.attrelid, a.attnum, a.attname, c.relname, p.privilege, p.given
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       CROSS JOIN LATERAL (VALUES ('users', 'SELECT', a.attname <> ALL (users_read_but)),
               ('users', 'UPDATE', a.attname <> ALL (users_change_but)),
               ('trades', 'UPDATE', a.attname = ANY (trades_change))) AS p (relname, privilege, given)
       WHERE c.relnamespace = here::regnamespace AND c.relname = p.relname)
    SELECT * FROM wanted w WHERE has_column_privilege(app, w.attrelid, w.attnum, w.privilege) <> w.given
  LOOP
    IF r.given THEN EXECUTE format('GRANT %s (%I) ON %I.%I TO %I', r.privilege, r.attname, here, r.relname, app);
    ELSE EXECUTE format('REVOKE %s (%I) ON %I.%I FROM %I', r.privilege, r.attname, here, r.relname, app);
    END IF;
  END LOOP;
  FOR r IN
    SELECT p.oid, p.oid::regprocedure AS f, p.prorettype <> 'trigger'::regtype AS given
      FROM pg_proc p WHERE p.pronamespace = here::regnamespace AND p.prosecdef
  LOOP
    IF has_function_privilege('public', r.oid, 'EXECUTE') THEN
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', r.f);
    END IF;
    IF has_function_privilege(app, r.oid, 'EXECUTE') <> r.given THEN
      IF r.given THEN EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', r.f, app);
      ELSE EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM %I', r.f, app);
      END IF;
    END IF;
  END LOOP;
  IF NOT has_schema_privilege(app, queue, 'USAGE') THEN EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', queue, app); END IF;
  FOR r IN
    SELECT c.relname FROM pg_class c WHERE c.relnamespace = queue::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT (has_table_privilege(app, c.oid, 'SELECT') AND has_table_privilege(app, c.oid, 'INSERT')
                AND has_table_privilege(app, c.oid, 'UPDATE') AND has_table_privilege(app, c.oid, 'DELETE'))
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO %I', queue, r.relname, app);
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION scope() RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('equity_manager.scope', true), ''), '{}')::bigint[]
$$;
CREATE OR REPLACE FUNCTION scope_conditions() RETURNS TABLE (name text, condition text) LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('portfolios', 't.id = ANY (#)'),
    ('strategies', 't.portfolio_id = ANY (#)'),
    ('costing_methods', 't.portfolio_id = ANY (#)'),
    ('chains', 't.portfolio_id = ANY (#)'),
    ('chain_events', 't.chain_id IN (SELECT c.id FROM em.chains c WHERE c.portfolio_id = ANY (#))'),
    ('lots', 't.chain_id IN (SELECT c.id FROM em.chains c WHERE c.portfolio_id = ANY (#))'),
    ('lot_changes', 'EXISTS (SELECT FROM em.lots o JOIN em.chains c ON c.id = o.chain_id
                              WHERE o.event_id = t.lot_event_id AND c.portfolio_id = ANY (#))'),
    ('event_results', 't.portfolio_id = ANY (#)'),
    ('trades', 't.portfolio_id = ANY (#)'),
    ('trade_versions', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('trade_allocations', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('settlement_confirmations', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('settlement_states', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('payment_exports', 'EXISTS (SELECT FROM em.trades r WHERE r.id = t.trade_id AND r.portfolio_id = ANY (#))'),
    ('settlement_months', 't.portfolio_id = ANY (#)'),
    -- An import is there for who may see all of what it recorded.
    ('batches', 'NOT EXISTS (SELECT FROM em.trades r WHERE r.batch_id = t.id AND r.portfolio_id <> ALL (#))
                 AND (EXISTS (SELECT FROM em.trades r WHERE r.batch_id = t.id) OR t.recorded_by = em.person_in_scope())'),
    -- A document is there for who may see all that was recorded from it; before that for who uploaded it.
    ('trade_documents', 'NOT EXISTS (SELECT FROM em.trade_document_trades k JOIN em.trades r ON r.id = k.trade_id
                                      WHERE k.document_id = t.id AND r.portfolio_id <> ALL (#))
                         AND (t.uploaded_by = em.person_in_scope() OR EXISTS (SELECT FROM em.trade_document_trades k WHERE k.document_id = t.id))'),
    ('trade_document_lines', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_batches', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_proofs', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_proved', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_trades', 't.document_id IN (SELECT d.id FROM em_scoped.trade_documents d)'),
    ('trade_document_clients', 't.portfolio_id = ANY (#)'),
    -- What an issuer does is everybody's; what was recorded for one portfolio is there for who sees it.
    ('corporate_actions', 't.portfolio_id IS NULL OR (t.portfolio_id = ANY (#) AND coalesce(t.to_portfolio_id, t.portfolio_id) = ANY (#))'),
    ('action_versions', 't.action_id IN (SELECT a.id FROM em_scoped.corporate_actions a)'),
    ('action_steps', 't.action_id IN (SELECT a.id FROM em_scoped.corporate_actions a)'),
    ('action_entitlements', 't.portfolio_id = ANY (#)'),
    ('action_standings', 't.portfolio_id = ANY (#)'),
    ('action_elections', 't.portfolio_id = ANY (#)'),
    ('action_allotments', 't.portfolio_id = ANY (#)'),
    ('action_money', 't.portfolio_id = ANY (#)'),
    ('action_certificates', 't.portfolio_id = ANY (#)'),
    ('action_events', 't.portfolio_id = ANY (#)'),
    ('journal_lines', 't.portfolio_id = ANY (#)'),
    ('journal_entries', 'EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = t.id AND l.portfolio_id = ANY (#))'),
    ('journal_changes', 'EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = t.entry_id AND l.portfolio_id = ANY (#))'),
    ('ledger_days', 't.portfolio_id = ANY (#)'),
    ('ledger_months', 't.portfolio_id = ANY (#)'),
    ('daily_values', 't.portfolio_id = ANY (#)'),
    ('daily_value_spans', 't.portfolio_id = ANY (#)'),
    -- Zero is everybody's.
    ('daily_value_marks', 't.portfolio_id = 0 OR t.portfolio_id = ANY (#)'),
    ('valuations', 't.portfolio_id = ANY (#)'),
    ('valuations_in_force', 't.portfolio_id = ANY (#)'),
    ('valuation_run_portfolios', 't.portfolio_id = ANY (#)'),
    ('valuation_runs', 't.id IN (SELECT r.run_id FROM em.valuation_run_portfolios r WHERE r.portfolio_id = ANY (#))'),
    ('valuation_lines', 't.valuation_id IN (SELECT v.id FROM em.valuations v WHERE v.portfolio_id = ANY (#))'),
    ('valuation_reversals', 't.valuation_id IN (SELECT v.id FROM em.valuations v WHERE v.portfolio_id = ANY (#))'),
    ('valuation_marks', 't.valuation_id IN (SELECT v.id FROM em.valuations v WHERE v.portfolio_id = ANY (#))'),
    -- A draft is there for who may see all of it.
    ('journal_drafts', 'NOT EXISTS (SELECT FROM em.journal_draft_lines l
                                     WHERE l.draft_id = t.id AND coalesce(l.portfolio_id, 0) <> ALL (#))'),
    ('journal_draft_lines', 't.portfolio_id = ANY (#)'),
    ('journal_recurring', 'NOT EXISTS (SELECT FROM em.journal_draft_lines l
                                        WHERE l.draft_id = t.template_id AND coalesce(l.portfolio_id, 0) <> ALL (#))'),
    ('suspense_items', 't.portfolio_id = ANY (#)'),
    -- A clearing is undone as a whole: it is there for who may see all that it cleared.
    ('suspense_clearings', 'NOT EXISTS (SELECT FROM em.suspense_links k JOIN em.journal_lines l
                                           ON l.entry_id = k.debit_entry_id AND l.line_no = k.debit_line_no
                                         WHERE k.clearing_id = t.id AND coalesce(l.portfolio_id, 0) <> ALL (#))'),
    ('suspense_links', 'EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = t.debit_entry_id AND l.line_no = t.debit_line_no
                                   AND l.portfolio_id = ANY (#))'),
    ('suspense_moves', 'EXISTS (SELECT FROM em.journal_lines l WHERE l.entry_id = t.entry_id AND l.line_no = t.line_no
                                   AND l.portfolio_id = ANY (#))'),
    -- Zero is the mapping of everybody.
    ('gl_mappings', 't.portfolio_id = 0 OR t.portfolio_id = ANY (#)'),
    -- Of one portfolio, or of an account on which nothing stands of another: figures and statements tell the whole account.
    ('reconciliations', 't.portfolio_id = ANY (#)
       OR t.portfolio_id = 0 AND NOT EXISTS (
            SELECT FROM em.ledger_months m WHERE m.account_id = t.account_id
               AND (t.settlement_account_id = 0 OR m.settlement_account_id = t.settlement_account_id)
               AND m.portfolio_id <> ALL (#))'),
    ('reconciliation_statements', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('statement_lines', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_matches', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('matched_ledger_lines', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('matched_statement_lines', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_proposals', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_open_ledger', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_open_external', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_days', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_events', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('reconciliation_changes', 't.reconciliation_id IN (SELECT r.id FROM em_scoped.reconciliations r)'),
    ('cds_accounts', 'EXISTS (SELECT FROM em.cds_account_portfolios k WHERE k.account_id = t.id AND k.portfolio_id = ANY (#))'),
    ('cds_account_portfolios', 't.portfolio_id = ANY (#)'),
    ('cds_main_accounts', 't.portfolio_id = ANY (#)'),
    ('cds_placements', 't.portfolio_id = ANY (#)'),
    ('cds_pledges', 't.portfolio_id = ANY (#)'),
    ('cds_pledge_releases', 't.pledge_id IN (SELECT p.id FROM em.cds_pledges p WHERE p.portfolio_id = ANY (#))'),
    -- A statement tells of whole accounts: it is there for who may see every portfolio of them.
    ('cds_statements', 'NOT EXISTS (SELECT FROM em.cds_statement_lines l
                                      LEFT JOIN em.cds_account_portfolios k ON k.account_id = l.account_id
                                     WHERE l.statement_id = t.id AND coalesce(k.portfolio_id, 0) <> ALL (#))'),
    ('cds_statement_lines', 't.statement_id IN (SELECT s.id FROM em_scoped.cds_statements s)'),
    ('cds_comparisons', 't.statement_id IN (SELECT s.id FROM em_scoped.cds_statements s)'),
    ('cds_comparison_lines', 't.comparison_id IN (SELECT c.id FROM em_scoped.cds_comparisons c)'),
    ('cds_comparison_trades', 't.comparison_id IN (SELECT c.id FROM em_scoped.cds_comparisons c)'),
    ('cds_break_notes', 't.statement_id IN (SELECT s.id FROM em_scoped.cds_statements s)'),
    -- Everybody has his own.
    ('report_schedules', 't.owner_id = em.person_in_scope()'),
    ('report_schedule_runs', 't.schedule_id IN (SELECT s.id FROM em_scoped.report_schedules s)'),
    -- A file tells of the whole entry: it is there for who may see all of it.
    ('attachments', 'CASE t.owner_kind
                       WHEN ''journal-entry'' THEN EXISTS (SELECT FROM em_scoped.journal_entries o WHERE o.id = t.owner_id)
                         AND NOT EXISTS (SELECT FROM em.journal_lines l
                                          WHERE l.entry_id = t.owner_id AND coalesce(l.portfolio_id, 0) <> ALL (#))
                       WHEN ''journal-draft'' THEN EXISTS (SELECT FROM em_scoped.journal_drafts o WHERE o.id = t.owner_id)
                       WHEN ''announcement'' THEN true
                       ELSE EXISTS (SELECT FROM em_scoped.reconciliations o WHERE o.id = t.owner_id) END')
$$;
CREATE OR REPLACE FUNCTION person_in_scope() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('equity_manager.person', true), '')::bigint
$$;
CREATE OR REPLACE FUNCTION build_scope() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  app constant name := 'equity_manager_app';
  everybodys constant name[] := ARRAY['entities', 'period_locks', 'year_closings', 'equities', 'equity_symbols', 'settlement_accounts',
    'cost_of_funds', 'chart_of_accounts', 'brokers', 'fee_tariffs', 'fee_reliefs', 'dividend_tax_rates', 'holidays', 'market_symbols', 'price_feed_reads', 'price_feed_turns', 'price_sets', 'price_sign_offs', 'price_versions', 'prices', 'market_indices', 'index_value_sets', 'index_value_versions', 'index_values', 'index_weight_sets', 'index_weights',
    'announcements', 'announcement_sets', 'announcement_versions', 'announcement_feed_reads', 'announcement_feed_turns',
    'statement_mappings', 'suspense_accounts',
    'suspense_undoings',
    -- Of the installation; no list of them is asked for without a right that needs all portfolios.
    'users', 'sessions', 'known_places', 'password_links', 'sign_in_attempts', 'idempotency_keys', 'audit', 'user_portfolios', 'seeds', 'write_probe',
    'backups', 'restores', 'schema_versions', 'roles', 'user_roles', 'jobs', 'job_inputs', 'export_files',
    'export_parts'];
  here constant name := 'em_scoped';
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = here) THEN EXECUTE format('CREATE SCHEMA %I', here); END IF;
  FOR r IN SELECT s.name, replace(s.condition, '#', '(SELECT em.scope())::bigint[]') AS condition FROM scope_conditions() s
           UNION ALL
           -- Of a table that nobody thought about nothing is shown.
           SELECT c.relname, 'false' FROM pg_class c
            WHERE c.relnamespace = 'em'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL (everybodys)
              AND c.relname NOT IN (SELECT s.name FROM scope_conditions() s)
  LOOP
    EXECUTE format('CREATE VIEW %1$I.%2$I WITH (security_invoker) AS SELECT t.* FROM em.%2$I t WHERE %3$s', here, r.name, r.condition);
    -- A view that looks elsewhere cannot tell of a row whether it will be shown before the rest of it is written.
    IF r.condition !~ 'SELECT FROM|SELECT [a-z]\.' THEN
      EXECUTE format('ALTER VIEW %I.%I SET (check_option = cascaded)', here, r.name);
    END IF;
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = app) THEN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, app);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', here, app);
  END IF;
END $$;
CREATE OR REPLACE FUNCTION drop_scope() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r record;
BEGIN
  FOR r IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'em_scoped' AND c.relkind = 'v'
  LOOP
    EXECUTE format('DROP VIEW IF EXISTS em_scoped.%I CASCADE', r.relname);
  END LOOP;
END $$;
