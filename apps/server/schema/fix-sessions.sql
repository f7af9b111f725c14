-- FIX sessions: the register of them, every message as it was received and sent, and how far each session is.

CREATE TABLE fix_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- As trades write its name.
  broker text NOT NULL CHECK (length(broker) BETWEEN 1 AND 200),
  begin_string text NOT NULL CHECK (begin_string IN ('FIX.4.4', 'FIXT.1.1')),
  -- CompIDs: ours, and that of the other side.
  sender text NOT NULL CHECK (length(sender) BETWEEN 1 AND 64),
  target text NOT NULL CHECK (length(target) BETWEEN 1 AND 64),
  host text NOT NULL CHECK (length(host) BETWEEN 1 AND 253),
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  tls boolean NOT NULL DEFAULT true,
  certificate text CHECK (length(certificate) BETWEEN 1 AND 20000),
  username text CHECK (length(username) BETWEEN 1 AND 100),
  -- Where the password is found; it is never here.
  password_from text CHECK (length(password_from) BETWEEN 1 AND 110),
  -- Seconds.
  heartbeat integer NOT NULL CHECK (heartbeat BETWEEN 1 AND 3600),
  days text NOT NULL CHECK (days IN ('Monday to Friday', 'Every day')),
  from_time text CHECK (from_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  to_time text CHECK (to_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  reset_time text NOT NULL CHECK (reset_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- The tags that FIX leaves open: of the client account and the contract number, and the one that marks a client as foreign. Null: the usual.
  account_tag integer CHECK (account_tag BETWEEN 1 AND 99999),
  contract_tag integer CHECK (contract_tag BETWEEN 1 AND 99999),
  foreign_from text CHECK (foreign_from IN ('528', '582', 'account')),
  -- The broker sends messages of its application again when it is asked with BW.
  application_resend boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE fix_sessions IS 'Register: lines on which brokers send executions.';
CREATE UNIQUE INDEX fix_sessions_name ON fix_sessions (lower(name));
CREATE UNIQUE INDEX fix_sessions_sides ON fix_sessions (lower(sender), lower(target), lower(host), port);

CREATE TABLE fix_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES fix_sessions (id),
  -- Of the numbers: it begins at the reset time of the session.
  day date NOT NULL CHECK (isfinite(day)),
  -- Grows with each reset of the numbers.
  numbering integer NOT NULL CHECK (numbering >= 1),
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  -- Null: nothing was taken of it.
  number integer CHECK (number >= 1),
  -- Null: the bytes are no message.
  type text CHECK (length(type) BETWEEN 1 AND 20),
  is_execution boolean NOT NULL,
  fault text CHECK (length(fault) BETWEEN 1 AND 500),
  -- The number that it was received with behind a gap: it is used when the missing messages come, and kept in case they never do.
  behind_gap integer CONSTRAINT fix_messages_behind_number CHECK (behind_gap >= 1),
  -- The stream of the broker's application and the number in it (1180, 1181), where the execution has them.
  appl_id text CHECK (length(appl_id) BETWEEN 1 AND 64),
  appl_number bigint CHECK (appl_number BETWEEN 1 AND 1e15),
  -- No message, but numbers that are missing, that came, or that the other side does not send any more; unknown: the day ended without a
  -- logout, and whether the broker sent this number and later ones is not known.
  gap text CONSTRAINT fix_messages_gap_kind CHECK (gap IN ('open', 'closed', 'given-up', 'unknown')),
  gap_from integer CONSTRAINT fix_messages_gap_from CHECK (gap_from >= 1),
  gap_to integer CONSTRAINT fix_messages_gap_to CHECK (gap_to >= gap_from),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The bytes; of those that are no message the first ones. A password is left out.
  raw bytea NOT NULL CHECK (length(raw) <= 10000000),
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(raw)) STORED,
  CONSTRAINT fix_messages_application CHECK ((appl_id IS NULL) = (appl_number IS NULL)),
  CONSTRAINT fix_messages_behind_once CHECK (behind_gap IS NULL OR number IS NULL),
  CONSTRAINT fix_messages_gap_numbers CHECK ((gap IS NULL) = (gap_from IS NULL) AND (gap IS NULL OR gap = 'unknown') = (gap_to IS NULL))
);
COMMENT ON TABLE fix_messages IS 'Fact: messages of FIX sessions as they were received and sent, and numbers that were missing. Added, never changed.';
-- Each number is stored once, whatever the other side sends again.
CREATE UNIQUE INDEX fix_messages_number ON fix_messages (session_id, numbering, direction, number) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX fix_messages_behind ON fix_messages (session_id, numbering, behind_gap) WHERE behind_gap IS NOT NULL;
CREATE INDEX fix_messages_day ON fix_messages (session_id, day, id);
CREATE INDEX fix_messages_gaps ON fix_messages (session_id, day, id) WHERE gap IS NOT NULL;
CREATE INDEX fix_messages_executions ON fix_messages (session_id, day, id) WHERE is_execution OR behind_gap IS NOT NULL;
CREATE INDEX fix_messages_application ON fix_messages (session_id, day, appl_id, appl_number) WHERE appl_number IS NOT NULL;
CREATE INDEX fix_messages_faults ON fix_messages (session_id, day, id) WHERE fault IS NOT NULL;

CREATE TABLE fix_session_states (
  session_id bigint PRIMARY KEY REFERENCES fix_sessions (id),
  -- Started by hand, until it is stopped.
  is_running boolean NOT NULL,
  turned_by bigint NOT NULL REFERENCES users (id),
  turned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The day, the numbering and the next number in each direction.
  day date CHECK (isfinite(day)),
  numbering integer NOT NULL DEFAULT 0 CHECK (numbering >= 0),
  next_in integer NOT NULL DEFAULT 1 CHECK (next_in >= 1),
  next_out integer NOT NULL DEFAULT 1 CHECK (next_out >= 1),
  -- The next logon begins the numbers at 1.
  reset_due boolean NOT NULL DEFAULT true,
  -- The day ended in order: with a logout at its end, or its unknown numbers are named.
  is_day_ended boolean NOT NULL DEFAULT false,
  -- Drawn by the server that holds the session: who lost it stores nothing any more.
  holder text CHECK (length(holder) = 36),
  connected_at timestamptz,
  -- Why it is not connected.
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  gap_from integer,
  gap_to integer,
  gap_since timestamptz,
  -- Of the day.
  gaps_closed integer NOT NULL DEFAULT 0,
  last_in timestamptz,
  last_out timestamptz
);
COMMENT ON TABLE fix_session_states IS 'Of this installation: whether FIX sessions run, their numbers, and which server holds them.';

CREATE OR REPLACE TRIGGER fix_messages_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fix_messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER fix_sessions_keep_key BEFORE UPDATE OF id ON fix_sessions FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
CREATE OR REPLACE TRIGGER fix_sessions_stay BEFORE TRUNCATE ON fix_sessions FOR EACH STATEMENT EXECUTE FUNCTION keep_key();
