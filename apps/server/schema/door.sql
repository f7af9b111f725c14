-- What every write leaves behind, in its own transaction.

-- The answer to a write: the same key and body answer the same again.
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
COMMENT ON TABLE idempotency_keys IS 'Of this installation: stored answers to writes, kept for hours. Written by the door.';
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- One row per change: who, when, what, before and after.
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
COMMENT ON TABLE audit IS 'Fact: who changed what and when, with the values before and after. Added by the door, never changed.';
CREATE INDEX audit_entity ON audit (entity, entity_id, id);
-- The audit trail of one kind of record, or of one person, newest first: without these a rare one is looked for through all rows.
CREATE INDEX audit_kind ON audit (entity, id);
CREATE INDEX audit_person ON audit (user_id, id);
CREATE OR REPLACE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
