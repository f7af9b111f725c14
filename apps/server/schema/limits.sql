-- Limits: what portfolios may hold, owe and do at most. They act on intentions; what was dealt is recorded and opens a breach. How far a
-- limit is used is computed of the books of a day and not stored: only the steps of breaches are kept here.

CREATE TABLE limits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 40),
  kind text NOT NULL CHECK (kind IN ('share', 'position', 'exposure', 'cash', 'act', 'restriction')),
  measure text NOT NULL CHECK (measure ~ '^[a-z][a-z-]{0,29}$'),
  subject_type text NOT NULL CHECK (subject_type IN ('security', 'issuer', 'issuer-group', 'sector', 'board', 'class', 'broker', 'portfolio')),
  -- 'each', 'all', or the name of one; of a security, a portfolio and a broker the next column has the id.
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
  -- Why it changes days that are over; null where it changes none.
  change_reason text CHECK (length(change_reason) BETWEEN 5 AND 500),
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
  cause text NOT NULL CHECK (cause IN ('trade', 'correction', 'action', 'price', 'limit', 'cash', 'other', 'issued-shares', 'reference-data')),
  cause_text text NOT NULL CHECK (length(cause_text) BETWEEN 1 AND 500),
  -- The user whose act opened it; null: none.
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
  -- Of what worsened it: what was measured before.
  value_before numeric(30, 4) CHECK (value_before < 'NaN'),
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

-- Changed inputs of limits since the last review: issued shares, and the groups of securities and portfolios.
CREATE TABLE limit_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  field text NOT NULL CHECK (field IN ('issued shares', 'issuer', 'issuer group', 'sector', 'board', 'votes per share', 'parent portfolio', 'rule set', 'entity')),
  -- Of a security or of a portfolio.
  equity_id bigint REFERENCES equities (id) ON DELETE CASCADE,
  portfolio_id bigint REFERENCES portfolios (id) ON DELETE CASCADE,
  was text,
  becomes text,
  -- Of issued shares: the day from which they hold.
  effective_from date CHECK (isfinite(effective_from)),
  -- Null: not a person, or several whose writes share a transaction.
  by_user bigint REFERENCES users (id),
  CHECK ((equity_id IS NULL) <> (portfolio_id IS NULL))
);
COMMENT ON TABLE limit_marks IS 'Derived: what changed of what limits are measured by. Added by triggers, taken away by the review of limits.';

CREATE OR REPLACE TRIGGER limits_keep_key
  BEFORE UPDATE OF id, code, kind, measure, subject_type, subject, subject_id, subject_top, scope_type, scope, scope_id, unit ON limits
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER limits_stay BEFORE DELETE OR TRUNCATE ON limits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER limit_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON limit_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER issued_shares_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON issued_shares
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER breaches_keep_key
  BEFORE UPDATE OF id, limit_id, portfolio_id, subject, kind, cause, cause_text, caused_by, opened_on ON breaches
  FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER breaches_stay BEFORE DELETE OR TRUNCATE ON breaches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER breach_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON breach_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What limits group securities by, on a day, and how many of their shares are issued: what was recorded last, moved by our own splits
-- since.
CREATE OR REPLACE FUNCTION limited_securities(on_day date)
  RETURNS TABLE (equity_id bigint, symbol text, issuer text, issuer_group text, sector text, board text, security_class text, votes integer,
                 issued bigint)
  LANGUAGE sql STABLE AS $$
  SELECT e.equity_id, e.symbol, e.issuer, e.issuer_group, e.sector, e.board, left(split_part(e.symbol, '.', 2), 1), e.votes_per_share, i.issued
    FROM em.security_facts(on_day) e
    LEFT JOIN LATERAL (
      WITH RECURSIVE known AS (
        SELECT k.quantity, k.effective_from FROM em.issued_shares k
         WHERE k.equity_id = e.equity_id AND k.effective_from <= on_day ORDER BY k.effective_from DESC, k.id DESC LIMIT 1),
      splits AS (
        SELECT row_number() OVER (ORDER BY a.ex_date, a.id) AS place, (v.form ->> 'ratioTo')::numeric AS becomes, (v.form ->> 'ratioFrom')::numeric AS was
          FROM known k JOIN em.corporate_actions a ON a.equity_id = e.equity_id AND a.ex_date > k.effective_from AND a.ex_date <= on_day
          JOIN em.action_versions v ON v.action_id = a.id AND v.version = a.version
         WHERE a.kind IN ('split', 'consolidation') AND a.state IN ('entitled', 'processed')),
      -- A fraction, divided once: no share is lost on the way.
      moved AS (
        SELECT 0::bigint AS place, k.quantity::numeric AS above, 1::numeric AS below FROM known k
        UNION ALL
        SELECT s.place, m.above * s.becomes, m.below * s.was FROM moved m JOIN splits s ON s.place = m.place + 1)
      SELECT div(m.above, m.below)::bigint AS issued FROM moved m ORDER BY m.place DESC LIMIT 1) i ON true
$$;

-- The writer, where it is one person.
CREATE OR REPLACE FUNCTION only_writer() RETURNS bigint LANGUAGE sql STABLE SET search_path = em, pg_temp AS $$
  SELECT CASE WHEN cardinality(w.people) = 1 THEN w.people[1] END
    FROM (SELECT nullif(current_setting('equity_manager.people', true), '')::bigint[] AS people) w
$$;

CREATE OR REPLACE FUNCTION mark_limits_of_issued() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO limit_marks (field, equity_id, was, becomes, effective_from, by_user)
  VALUES ('issued shares', NEW.equity_id,
          (SELECT i.quantity::text FROM issued_shares i WHERE i.equity_id = NEW.equity_id AND i.effective_from <= NEW.effective_from AND i.id <> NEW.id
            ORDER BY i.effective_from DESC, i.id DESC LIMIT 1),
          NEW.quantity::text, NEW.effective_from, NEW.recorded_by);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER issued_shares_mark_limits AFTER INSERT ON issued_shares
  FOR EACH ROW EXECUTE FUNCTION mark_limits_of_issued();

CREATE OR REPLACE FUNCTION mark_limits_of_security() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO limit_marks (field, equity_id, was, becomes, by_user)
  SELECT k.field, NEW.id, k.was, k.becomes, only_writer()
    FROM (VALUES ('issuer', coalesce(OLD.issuer, issuer_of(OLD.symbol)), coalesce(NEW.issuer, issuer_of(NEW.symbol))),
                 ('issuer group', OLD.issuer_group, NEW.issuer_group),
                 ('sector', OLD.sector, NEW.sector),
                 ('board', OLD.board, NEW.board),
                 ('votes per share', coalesce(OLD.votes_per_share, votes_of(OLD.symbol))::text,
                                     coalesce(NEW.votes_per_share, votes_of(NEW.symbol))::text)) AS k (field, was, becomes)
   WHERE k.was IS DISTINCT FROM k.becomes;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER equities_mark_limits AFTER UPDATE OF symbol, issuer, issuer_group, sector, board, votes_per_share ON equities
  FOR EACH ROW WHEN ((OLD.symbol, OLD.issuer, OLD.issuer_group, OLD.sector, OLD.board, OLD.votes_per_share)
         IS DISTINCT FROM (NEW.symbol, NEW.issuer, NEW.issuer_group, NEW.sector, NEW.board, NEW.votes_per_share))
  EXECUTE FUNCTION mark_limits_of_security();

CREATE OR REPLACE FUNCTION mark_limits_of_portfolio() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  INSERT INTO limit_marks (field, portfolio_id, was, becomes, by_user)
  SELECT k.field, NEW.id, k.was, k.becomes, only_writer()
    FROM (VALUES ('parent portfolio', OLD.parent_portfolio_id, NEW.parent_portfolio_id),
                 ('rule set', OLD.compliance_rules_id, NEW.compliance_rules_id),
                 ('entity', (SELECT y.name FROM entities y WHERE y.id = OLD.entity_id), (SELECT y.name FROM entities y WHERE y.id = NEW.entity_id)))
         AS k (field, was, becomes)
   WHERE k.was IS DISTINCT FROM k.becomes;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER portfolios_mark_limits AFTER UPDATE OF parent_portfolio_id, compliance_rules_id, entity_id ON portfolios
  FOR EACH ROW WHEN ((OLD.parent_portfolio_id, OLD.compliance_rules_id, OLD.entity_id)
         IS DISTINCT FROM (NEW.parent_portfolio_id, NEW.compliance_rules_id, NEW.entity_id))
  EXECUTE FUNCTION mark_limits_of_portfolio();
