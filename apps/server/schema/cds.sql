-- Accounts at the Central Depository (CDS): which portfolios they serve, what is pledged in them, and their statements compared
-- with what we hold. A portfolio holds in its main account, but for the events that were placed in another one.

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
COMMENT ON TABLE cds_accounts IS 'Register: accounts at the Central Depository.';
CREATE UNIQUE INDEX cds_accounts_once ON cds_accounts (participant, account_number, category, joint_number);
CREATE UNIQUE INDEX cds_accounts_printed ON cds_accounts (account);

CREATE TABLE cds_account_portfolios (
  account_id bigint NOT NULL REFERENCES cds_accounts (id) ON DELETE CASCADE,
  portfolio_id bigint NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, portfolio_id)
);
COMMENT ON TABLE cds_account_portfolios IS 'Register: the portfolios whose shares stand in an account.';
CREATE INDEX cds_account_portfolios_portfolio ON cds_account_portfolios (portfolio_id);

-- Since the first of its days a portfolio holds in that account; before it too, where there is no earlier one.
CREATE TABLE cds_main_accounts (
  portfolio_id bigint NOT NULL,
  from_date date NOT NULL CHECK (isfinite(from_date)),
  account_id bigint NOT NULL,
  PRIMARY KEY (portfolio_id, from_date),
  FOREIGN KEY (account_id, portfolio_id) REFERENCES cds_account_portfolios (account_id, portfolio_id) ON DELETE CASCADE
);
COMMENT ON TABLE cds_main_accounts IS 'Register: from which day on which account is the main one of a portfolio.';
CREATE INDEX cds_main_accounts_account ON cds_main_accounts (account_id, portfolio_id);

-- The account of a trade, an opening or another event of a chain, where it is not the main one. A table of its own, so that
-- saving a trade does not look for it. The newest version counts.
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
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (account_id IS NOT NULL OR quantity IS NULL),
  UNIQUE (event_id, version)
);
COMMENT ON TABLE cds_placements IS 'Fact: in which account an event stands, in versions.';
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
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE cds_pledges IS 'Fact: shares that were pledged.';
CREATE INDEX cds_pledges_portfolio ON cds_pledges (portfolio_id, equity_id);
CREATE INDEX cds_pledges_account ON cds_pledges (account_id, id);
CREATE OR REPLACE TRIGGER cds_pledges_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_pledges
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The shares are free from this day on; on the day of the pledge itself: it was recorded by mistake.
CREATE TABLE cds_pledge_releases (
  pledge_id bigint PRIMARY KEY REFERENCES cds_pledges (id),
  released_on date NOT NULL CHECK (isfinite(released_on)),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE cds_pledge_releases IS 'Fact: when pledged shares became free again.';
CREATE OR REPLACE TRIGGER cds_pledge_releases_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_pledge_releases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An uploaded statement. The same file of the same day, read the same way, is the same statement.
CREATE TABLE cds_statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_date date NOT NULL CHECK (isfinite(statement_date)),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 300),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- Which columns it was read by, and the account of lines that name none.
  read_by text NOT NULL CHECK (length(read_by) <= 2000),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE cds_statements IS 'Fact: statements of the Central Depository that were uploaded.';
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
COMMENT ON TABLE cds_statement_lines IS 'Fact: the lines of a statement.';
CREATE INDEX cds_statement_lines_account ON cds_statement_lines (account_id);
CREATE OR REPLACE TRIGGER cds_statement_lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_statement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The findings of a comparison of a statement; compared again with another outcome they are the next version.
CREATE TABLE cds_comparisons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id bigint NOT NULL REFERENCES cds_statements (id),
  version integer NOT NULL CHECK (version > 0),
  lines integer NOT NULL CHECK (lines >= 0),
  breaks integer NOT NULL CHECK (breaks BETWEEN 0 AND lines),
  -- Of all that was found: another comparison with the same outcome is not kept.
  outcome bytea NOT NULL CHECK (length(outcome) = 32),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (statement_id, version)
);
COMMENT ON TABLE cds_comparisons IS 'Fact: statements compared with the positions of their day, in versions.';
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
COMMENT ON TABLE cds_comparison_lines IS 'Fact: what a comparison found of each security of an account.';
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
COMMENT ON TABLE cds_comparison_trades IS 'Fact: trades that had not settled, and those that a difference was of.';
CREATE OR REPLACE TRIGGER cds_comparison_trades_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_comparison_trades
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Of the statement and not of one comparison: it stays when the statement is compared again. The newest counts.
CREATE TABLE cds_break_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id bigint NOT NULL REFERENCES cds_statements (id),
  account_id bigint NOT NULL REFERENCES cds_accounts (id),
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 20),
  note text NOT NULL CHECK (length(note) BETWEEN 1 AND 500),
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE cds_break_notes IS 'Fact: how people explained a break.';
CREATE INDEX cds_break_notes_break ON cds_break_notes (statement_id, account_id, symbol, id);
CREATE OR REPLACE TRIGGER cds_break_notes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cds_break_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
