-- Approvals: rules that ask for a second person, the writes that wait for one, and who decided. What waits is a job that is held (jobs.sql).

CREATE TABLE approval_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Points at the version in force; the versions themselves never change.
  version integer NOT NULL DEFAULT 1
);
COMMENT ON TABLE approval_rules IS 'Register: rules that ask for the approval of another person. Only version moves.';

CREATE TABLE approval_rule_versions (
  rule_id bigint NOT NULL REFERENCES approval_rules (id),
  version integer NOT NULL CHECK (version >= 1),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- The names of calls.
  acts text[] NOT NULL CHECK (cardinality(acts) BETWEEN 1 AND 300 AND array_position(acts, NULL) IS NULL),
  -- In rupees; null: always.
  at_least numeric(18, 2) CHECK (at_least BETWEEN 0 AND 1e12),
  -- In percent, of prices; null: always.
  change_over numeric(9, 4) CHECK (change_over > 0 AND change_over <= 1000),
  approvals smallint NOT NULL CHECK (approvals IN (1, 2)),
  -- Null: all.
  portfolios bigint[] CHECK (cardinality(portfolios) >= 1),
  -- Market days that a request waits.
  expires_after smallint NOT NULL CHECK (expires_after BETWEEN 1 AND 60),
  is_on boolean NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by bigint REFERENCES users (id),
  act_id bigint NOT NULL DEFAULT current_act(),
  PRIMARY KEY (rule_id, version)
);
COMMENT ON TABLE approval_rule_versions IS 'Fact: what an approval rule said in each version. Added, never changed.';

CREATE TABLE approval_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The job has the request as it was sent, its key and its end.
  job_id bigint NOT NULL UNIQUE REFERENCES jobs (id),
  -- The call's name, and the request in a sentence.
  act text NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 500),
  maker bigint NOT NULL REFERENCES users (id),
  -- By the clock of the server: dates that were left out are of that day.
  submitted_at timestamptz NOT NULL,
  -- The last day on which it can be decided.
  expires_on date NOT NULL CHECK (isfinite(expires_on)),
  needed smallint NOT NULL CHECK (needed IN (1, 2)),
  -- [{rule, version, name}]; a built-in rule has no version.
  rules jsonb NOT NULL,
  amount numeric(20, 2),
  -- Those that it touches; null: all.
  portfolios bigint[],
  -- The account that it is about.
  about bigint REFERENCES users (id),
  -- The earliest day of its entries.
  dated date CHECK (isfinite(dated)),
  -- The result at the submission (as the contract shows it), and the hash of its own facts.
  came_to jsonb NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- The same as of the last look; null before the first.
  comes_to jsonb,
  refusal text,
  looked_at timestamptz,
  given smallint NOT NULL DEFAULT 0 CHECK (given BETWEEN 0 AND 2),
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'approved', 'done', 'rejected', 'withdrawn', 'expired', 'returned')),
  ended_at timestamptz,
  CHECK ((state IN ('waiting', 'approved')) = (ended_at IS NULL))
);
COMMENT ON TABLE approval_requests IS 'Fact: a write that waits for approval. Only what it comes to now, the approvals given and the state move, with a step.';
CREATE INDEX approval_requests_open ON approval_requests (id) WHERE ended_at IS NULL;
CREATE INDEX approval_requests_maker ON approval_requests (maker, id);
CREATE INDEX approval_requests_state ON approval_requests (state, id);

CREATE TABLE approval_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id bigint NOT NULL REFERENCES approval_requests (id),
  what text NOT NULL CHECK (what IN ('submitted', 'approved', 'lapsed', 'carried-out', 'rejected', 'withdrawn', 'expired', 'returned')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: the clock, or the command on the machine.
  by_user bigint REFERENCES users (id),
  -- Whom a delegate decided for.
  for_user bigint REFERENCES users (id),
  reason text CHECK (length(reason) BETWEEN 1 AND 1000),
  -- The result that was seen, or carried out.
  hash bytea CHECK (length(hash) = 32),
  act_id bigint NOT NULL DEFAULT current_act()
);
COMMENT ON TABLE approval_steps IS 'Fact: who did what with a request for approval. Added, never changed.';
CREATE INDEX approval_steps_request ON approval_steps (request_id, id);
-- Which request an act carried out.
CREATE INDEX approval_steps_act ON approval_steps (act_id) WHERE what = 'carried-out';
-- A request ends once.
CREATE UNIQUE INDEX approval_steps_end ON approval_steps (request_id)
  WHERE what IN ('carried-out', 'rejected', 'withdrawn', 'expired', 'returned');

CREATE TABLE approval_delegations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  from_user bigint NOT NULL REFERENCES users (id),
  to_user bigint NOT NULL REFERENCES users (id) CHECK (to_user <> from_user),
  from_day date NOT NULL CHECK (isfinite(from_day)),
  until_day date NOT NULL CHECK (isfinite(until_day) AND until_day >= from_day),
  reason text NOT NULL CHECK (length(reason) BETWEEN 5 AND 500),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz
);
COMMENT ON TABLE approval_delegations IS 'Fact: who may decide for whom from a day until another. Only ended_at moves.';
CREATE INDEX approval_delegations_to ON approval_delegations (to_user, until_day);

CREATE OR REPLACE TRIGGER approval_rules_stay BEFORE DELETE OR TRUNCATE ON approval_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_rule_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_rule_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_requests_keep_key
  BEFORE UPDATE OF id, job_id, act, title, maker, submitted_at, expires_on, needed, rules, amount, portfolios, about, dated, came_to, hash
  ON approval_requests FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER approval_requests_stay BEFORE DELETE OR TRUNCATE ON approval_requests
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_delegations_keep_key BEFORE UPDATE OF id, from_user, to_user, from_day, until_day, reason, recorded_at
  ON approval_delegations FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER approval_delegations_stay BEFORE DELETE OR TRUNCATE ON approval_delegations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
