-- Corporate actions.
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_cause_kind_check,
  ADD CONSTRAINT journal_entries_cause_kind_check CHECK (cause_kind IN ('trade', 'batch', 'closing', 'portfolio', 'person', 'valuation', 'action'));
CREATE INDEX journal_entries_actions ON journal_entries (cause_id) WHERE cause_kind = 'action';
-- Openings stand before the corporate actions of their day, those before trades.
UPDATE chain_events SET rank = -1 WHERE kind = 'opening';
UPDATE chains SET last_event_rank = -1 WHERE last_event_rank = 0;
CREATE TABLE corporate_actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('dividend', 'scrip', 'bonus', 'rights', 'split', 'consolidation', 'merger', 'spin-off', 'identity',
                                     'delisting', 'buyback', 'tender', 'election', 'ipo', 'transfer')),
  state text NOT NULL CHECK (state IN ('draft', 'announced', 'entitled', 'processed', 'cancelled')),
  version integer NOT NULL DEFAULT 1,
  turn integer NOT NULL DEFAULT 1,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  equity_id bigint REFERENCES equities (id),
  new_equity_id bigint REFERENCES equities (id),
  rights_equity_id bigint REFERENCES equities (id),
  security_name text NOT NULL CHECK (length(security_name) BETWEEN 1 AND 200),
  portfolio_id bigint REFERENCES portfolios (id),
  to_portfolio_id bigint REFERENCES portfolios (id),
  announcement_date date,
  ex_date date,
  record_date date,
  payment_date date,
  allotment_date date,
  subscription_start date,
  renunciation_date date,
  last_date date,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX corporate_actions_day ON corporate_actions ((coalesce(ex_date, announcement_date, '9999-12-31')), id);
CREATE INDEX corporate_actions_equity ON corporate_actions (equity_id, ex_date);
CREATE INDEX corporate_actions_rights ON corporate_actions (rights_equity_id) WHERE rights_equity_id IS NOT NULL;
CREATE INDEX corporate_actions_new ON corporate_actions (new_equity_id) WHERE new_equity_id IS NOT NULL;
CREATE INDEX corporate_actions_portfolio ON corporate_actions (portfolio_id) WHERE portfolio_id IS NOT NULL;
CREATE TABLE action_versions (
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  version integer NOT NULL CHECK (version >= 1),
  form jsonb NOT NULL,
  reason text,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (action_id, version)
);
CREATE TABLE action_entitlements (
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  version integer NOT NULL CHECK (version >= 1),
  held bigint NOT NULL CHECK (held >= 0),
  entitled bigint NOT NULL CHECK (entitled >= 0),
  gross numeric(18, 2) NOT NULL,
  tax numeric(18, 2) NOT NULL,
  net numeric(18, 2) NOT NULL,
  fraction numeric(18, 4) NOT NULL CHECK (fraction >= 0 AND fraction < 1),
  memo_tax numeric(18, 2) NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (action_id, portfolio_id, version)
);
CREATE TABLE action_standings (
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  version integer NOT NULL CHECK (version >= 1),
  expected_role text,
  expected numeric(18, 2) NOT NULL DEFAULT 0,
  due date,
  received numeric(18, 2) NOT NULL DEFAULT 0,
  written_off numeric(18, 2) NOT NULL DEFAULT 0,
  is_confirmed boolean NOT NULL DEFAULT false,
  is_open boolean NOT NULL DEFAULT false,
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
  pay_date date NOT NULL,
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX action_elections_action ON action_elections (action_id, portfolio_id);
CREATE INDEX action_elections_account ON action_elections (settlement_account_id) WHERE settlement_account_id IS NOT NULL;
CREATE TABLE action_allotments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  turn integer NOT NULL,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  allotted bigint NOT NULL CHECK (allotted >= 0),
  allotted_on date NOT NULL,
  refunded_on date,
  settlement_account_id bigint REFERENCES settlement_accounts (id),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX action_allotments_action ON action_allotments (action_id, portfolio_id);
CREATE INDEX action_allotments_account ON action_allotments (settlement_account_id) WHERE settlement_account_id IS NOT NULL;
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
CREATE TABLE action_certificates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  number text CHECK (length(number) <= 60),
  received_on date,
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX action_certificates_action ON action_certificates (action_id, portfolio_id);
CREATE TABLE action_events (
  id bigint PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  plan_portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  part text NOT NULL,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  kind text NOT NULL CHECK (kind IN ('receipt', 'scale', 'cost', 'disposal', 'withdrawal')),
  source text NOT NULL CHECK (source IN ('corporate action', 'transfer')),
  event_date date NOT NULL CHECK (isfinite(event_date)),
  settlement_date date,
  bought_on date,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  price numeric(18, 4) NOT NULL DEFAULT 0,
  cost numeric(18, 2) NOT NULL DEFAULT 0,
  charges numeric(18, 2) NOT NULL DEFAULT 0,
  gross numeric(18, 2) NOT NULL DEFAULT 0,
  net numeric(18, 2) NOT NULL DEFAULT 0,
  cost_of_funds numeric(9, 4),
  given_by text CHECK (given_by IN ('shares', 'cost')),
  held bigint,
  num numeric(60, 0),
  den numeric(60, 0) CHECK (den > 0),
  less bigint,
  allocations jsonb,
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
