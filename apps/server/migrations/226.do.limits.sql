-- Limits in versions, issued shares by date, breaches with their steps.
CREATE TABLE limits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 40),
  kind text NOT NULL CHECK (kind IN ('share', 'position', 'exposure', 'cash', 'act', 'restriction')),
  measure text NOT NULL CHECK (measure ~ '^[a-z][a-z-]{0,29}$'),
  subject_type text NOT NULL CHECK (subject_type IN ('security', 'issuer', 'issuer-group', 'sector', 'board', 'class', 'broker', 'portfolio')),
  -- 'each', 'all', or the name of one; of a security, a portfolio and a broker their id stands beside it.
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  subject_id bigint,
  subject_top smallint CHECK (subject_top BETWEEN 1 AND 100),
  scope_type text NOT NULL CHECK (scope_type IN ('portfolio', 'rule-set', 'group', 'entity', 'all')),
  -- 'each' of portfolios, the code of a rule set; of a portfolio and an entity null, with their id.
  scope text CHECK (length(scope) BETWEEN 1 AND 200),
  scope_id bigint,
  unit text NOT NULL CHECK (unit IN ('percent', 'LKR', 'shares', 'none')),
  -- Points at the newest version; the versions themselves never change.
  version integer NOT NULL DEFAULT 1
);
COMMENT ON TABLE limits IS 'Register: limits: what is measured, of whom, for which portfolios. Only version moves.';
CREATE UNIQUE INDEX limits_code ON limits (lower(code));

CREATE TABLE limit_versions (
  limit_id bigint NOT NULL REFERENCES limits (id),
  version integer NOT NULL CHECK (version >= 1),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- In the limit's unit; null of a restriction.
  bound numeric(22, 4) CHECK (bound > 0 AND bound < 'NaN'),
  operator text NOT NULL CHECK (operator IN ('above', 'at-or-above')),
  hardness text NOT NULL CHECK (hardness IN ('inform', 'soft', 'hard')),
  -- A percent of the bound.
  warning smallint NOT NULL CHECK (warning BETWEEN 1 AND 100),
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  effective_to date CHECK (isfinite(effective_to) AND effective_to >= effective_from),
  source text CHECK (length(source) BETWEEN 1 AND 500),
  -- Market days within which a passive breach is to be cured.
  grace smallint CHECK (grace BETWEEN 0 AND 1000),
  -- Market days that a minimum of cash looks ahead.
  days smallint CHECK (days BETWEEN 0 AND 60),
  collateral numeric(18, 2) CHECK (collateral BETWEEN 0 AND 1e12),
  side text CHECK (side IN ('buys', 'sales', 'both')),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  CHECK ((bound IS NULL) = (side IS NOT NULL)),
  PRIMARY KEY (limit_id, version)
);
COMMENT ON TABLE limit_versions IS 'Fact: what a limit said from which day on. Added, never changed; on a day holds the newest whose first day has come.';

CREATE TABLE issued_shares (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  equity_id bigint NOT NULL REFERENCES equities (id),
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  quantity bigint NOT NULL CHECK (quantity BETWEEN 1 AND 1000000000000000),
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 300),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint NOT NULL REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act()
);
COMMENT ON TABLE issued_shares IS 'Fact: how many shares of a security are issued from a day on. Added, never changed; of one day the newest counts.';
CREATE INDEX issued_shares_equity ON issued_shares (equity_id, effective_from, id);

CREATE TABLE breaches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  limit_id bigint NOT NULL REFERENCES limits (id),
  -- Of a limit that holds for each portfolio on its own; null where its whole scope is measured together.
  portfolio_id bigint REFERENCES portfolios (id),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('active', 'passive')),
  cause text NOT NULL CHECK (cause IN ('trade', 'correction', 'action', 'price', 'limit', 'cash', 'other')),
  cause_text text NOT NULL CHECK (length(cause_text) BETWEEN 1 AND 500),
  -- Who did what opened it; null: nobody.
  caused_by bigint REFERENCES users (id),
  opened_on date NOT NULL CHECK (isfinite(opened_on)),
  -- Of its steps: the day on which it was cured, what was measured last and at worst, in the limit's unit.
  cured_on date CHECK (isfinite(cured_on)),
  value numeric(30, 4) CHECK (value < 'NaN'),
  worst numeric(30, 4) CHECK (worst < 'NaN')
);
COMMENT ON TABLE breaches IS 'Fact: that a limit was exceeded, by what. Only cured_on, value and worst move, with a step.';
CREATE UNIQUE INDEX breaches_open ON breaches (limit_id, coalesce(portfolio_id, 0), subject) WHERE cured_on IS NULL;
CREATE INDEX breaches_portfolio ON breaches (portfolio_id) WHERE portfolio_id IS NOT NULL;

CREATE TABLE breach_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  breach_id bigint NOT NULL REFERENCES breaches (id),
  what text NOT NULL CHECK (what IN ('opened', 'worsened', 'noted', 'overridden', 'cured', 'reopened')),
  -- The day of the books.
  day date NOT NULL CHECK (isfinite(day)),
  value numeric(30, 4) CHECK (value < 'NaN'),
  note text CHECK (length(note) BETWEEN 1 AND 1000),
  -- Of an override: up to which value, and its last day.
  level numeric(22, 4) CHECK (level < 'NaN'),
  until date CHECK (isfinite(until)),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: the books found it.
  by_user bigint REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  CHECK ((what = 'overridden') = (level IS NOT NULL)),
  CHECK ((what = 'overridden') = (until IS NOT NULL))
);
COMMENT ON TABLE breach_steps IS 'Fact: what became of a breach, and who did what with it. Added, never changed.';
CREATE INDEX breach_steps_breach ON breach_steps (breach_id);

-- When limits were looked at last, so that what happened since is known.
CREATE TABLE limit_reviews (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  reviewed_at timestamptz NOT NULL,
  day date NOT NULL,
  -- The last trade that was recorded by then.
  last_trade bigint NOT NULL
);
COMMENT ON TABLE limit_reviews IS 'Derived: when limits were looked at last, and of which day.';

-- The Limits Report is made by the clock, too.
ALTER TABLE report_schedules
  DROP CONSTRAINT report_schedules_report_check,
  ADD CONSTRAINT report_schedules_report_check CHECK (report IN ('trade-blotter', 'daily-holdings', 'limits'));
