-- Corporate actions: what an issuer, or a move between portfolios, does to what is held. The facts are the versions of the form,
-- what was chosen, allotted and paid, and the certificates. Everything else follows from them and from what was held
-- (features/actions/bring), and `verify` plans every action once more.

CREATE TABLE corporate_actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Which kinds there are, the contract says: corporate-actions/kinds.ts.
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{0,29}$'),
  state text NOT NULL CHECK (state IN ('draft', 'announced', 'entitled', 'processed', 'cancelled')),
  -- Points at the version in force.
  version integer NOT NULL DEFAULT 1,
  -- What was chosen, allotted and paid counts in its turn only. A reversal begins the next one where portfolios have nothing to choose;
  -- where they have, it is kept, and taken out portfolio by portfolio.
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
  -- An open item of one portfolio: the first day of its books, which took it over. Its ex date, or its application, was before it.
  taken_on date CHECK (isfinite(taken_on)),
  recorded_by bigint NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT corporate_actions_taken_on CHECK (taken_on IS NULL OR (portfolio_id IS NOT NULL AND kind IN ('dividend', 'ipo')))
);
COMMENT ON TABLE corporate_actions IS 'Fact: corporate actions and moves between portfolios, with their state, and the dates and the price of subscription of the version in force.';
CREATE INDEX corporate_actions_day ON corporate_actions ((coalesce(ex_date, announcement_date, '9999-12-31')), id);
CREATE INDEX corporate_actions_identity ON corporate_actions (equity_id) WHERE kind = 'identity';
CREATE INDEX corporate_actions_equity ON corporate_actions (equity_id, ex_date);
CREATE INDEX corporate_actions_rights ON corporate_actions (rights_equity_id) WHERE rights_equity_id IS NOT NULL;
CREATE INDEX corporate_actions_new ON corporate_actions (new_equity_id) WHERE new_equity_id IS NOT NULL;
CREATE INDEX corporate_actions_portfolio ON corporate_actions (portfolio_id) WHERE portfolio_id IS NOT NULL;
CREATE OR REPLACE TRIGGER corporate_actions_stay BEFORE DELETE OR TRUNCATE ON corporate_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The inputs of the worth of rights; null where an action offers none.
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
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (action_id, version)
);
COMMENT ON TABLE action_versions IS 'Fact: what the form of a corporate action said in each version. Added, never changed.';
CREATE OR REPLACE TRIGGER action_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The entitlement of a portfolio. A late trade, or a changed form, adds the next version.
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
  act_id bigint NOT NULL DEFAULT current_act(),
  -- The tax rate that was used, in percent: typed in the form, or of the register. Null where none is withheld.
  tax_rate numeric(7, 4) CHECK (tax_rate BETWEEN 0 AND 100),
  -- The day whose rate of the register that is: the payment date, before that the ex date. Null: typed, or from before it was kept.
  tax_rate_on date CHECK (isfinite(tax_rate_on)),
  -- The provisional withholding at the ex date, where the payment date has another rate: the rate in percent, and the tax.
  ex_tax_rate numeric(7, 4) CHECK (ex_tax_rate BETWEEN 0 AND 100),
  ex_tax numeric(18, 2),
  CHECK (num_nonnulls(ex_tax_rate, ex_tax) IN (0, 2)),
  PRIMARY KEY (action_id, portfolio_id, version)
);
COMMENT ON TABLE action_entitlements IS 'Fact: what a portfolio was entitled to, in versions. Added, never changed.';
CREATE OR REPLACE TRIGGER action_entitlements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_entitlements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The state of an action in a portfolio: its entitlement in force, and what is expected of money.
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
COMMENT ON TABLE action_standings IS 'Derived: the entitlement in force of each portfolio and what is expected of its money. Written by features/actions/bring.';
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
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Chooses nothing: what the portfolio chose, was allotted and was paid before counts no more.
  taken_out boolean NOT NULL DEFAULT false,
  -- [{lot, quantity}] of what is sold, where the portfolio picks its lots.
  allocations jsonb
);
COMMENT ON TABLE action_elections IS 'Fact: what portfolios chose, and that it was taken out again; of a portfolio and turn the newest counts. Added, never changed.';
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
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE action_allotments IS 'Fact: what portfolios were allotted; of a portfolio and turn the newest counts. Added, never changed.';
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
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The posting role that a write-off was posted against: the one in force when it was recorded stays.
  against text CHECK (against IN ('impairment', 'dividend-income', 'other-income')),
  CHECK ((against IS NOT NULL) = (kind = 'written-off'))
);
COMMENT ON TABLE action_money IS 'Fact: money of corporate actions that was confirmed or written off. Added, never changed.';
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
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE action_certificates IS 'Fact: certificates of tax withheld; of an action and portfolio the newest counts. Added, never changed.';
CREATE INDEX action_certificates_action ON action_certificates (action_id, portfolio_id);
CREATE OR REPLACE TRIGGER action_certificates_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_certificates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The events of an action on chains. An event keeps its identity, which is that of a lot, while its part of the plan is there.
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
COMMENT ON TABLE action_events IS 'Derived: what corporate actions do on chains, from their plans. Written by features/actions/bring.';
CREATE INDEX action_events_chain ON action_events (portfolio_id, equity_id);
CREATE INDEX action_events_equity ON action_events (equity_id);

-- Movements of shares, change by change, as journal lines are of money: a late trade adds a row, on the day that it was posted on.
CREATE TABLE action_shares (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The event on the chain, which may be there no more.
  event_id bigint NOT NULL,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id),
  equity_id bigint NOT NULL REFERENCES equities (id),
  source text NOT NULL CHECK (source IN ('corporate action', 'transfer')),
  -- The day of the event; and the posting date: that day, or the first open one where it was locked.
  belongs_to date NOT NULL CHECK (isfinite(belongs_to)),
  posted_on date NOT NULL CHECK (isfinite(posted_on) AND posted_on >= belongs_to),
  quantity bigint NOT NULL CHECK (quantity <> 0),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  act_id bigint NOT NULL DEFAULT current_act()
);
COMMENT ON TABLE action_shares IS 'Fact: shares that corporate actions and transfers brought or took, change by change, with their posting dates. Added by the writer of chains, never changed.';
CREATE INDEX action_shares_event ON action_shares (event_id);
CREATE INDEX action_shares_place ON action_shares (portfolio_id, equity_id);
-- Shares posted later than the day they belong to: few.
CREATE INDEX action_shares_late ON action_shares (posted_on, belongs_to) WHERE posted_on > belongs_to;
CREATE OR REPLACE TRIGGER action_shares_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_shares
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE action_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES corporate_actions (id),
  what text NOT NULL,
  detail text,
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE action_steps IS 'Fact: what happened to a corporate action, and who did it. Added, never changed.';
CREATE INDEX action_steps_action ON action_steps (action_id, id);
CREATE OR REPLACE TRIGGER action_steps_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON action_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
