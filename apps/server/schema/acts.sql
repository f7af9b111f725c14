-- The record that every write leaves, in its own transaction.

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

-- Acts: every committed write is one, under an identity that is drawn in its transaction (decision 049). A transaction says at its
-- beginning who writes (equity_manager.people): one person, or several whose small writes share it, each with an act of his own.
CREATE SEQUENCE acts;

-- The acts of those who write, in their order; drawn when the first is asked for. Stable: a second look finds what the first drew.
CREATE OR REPLACE FUNCTION acts_of_people() RETURNS bigint[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  known constant text := current_setting('equity_manager.acts', true);
  people constant text := current_setting('equity_manager.people', true);
  drawn bigint[];
BEGIN
  IF known <> '' THEN RETURN known; END IF;
  IF people IS NULL OR people = '' THEN
    RAISE EXCEPTION 'the transaction writes facts and did not say who writes' USING ERRCODE = 'not_null_violation';
  END IF;
  FOR place IN 1 .. cardinality(people::bigint[]) LOOP
    drawn := drawn || nextval('em.acts');
  END LOOP;
  PERFORM set_config('equity_manager.acts', drawn::text, true),
          set_config('equity_manager.act', CASE cardinality(drawn) WHEN 1 THEN drawn[1]::text ELSE '' END, true);
  RETURN drawn;
END
$$;

-- The act of the n-th of those who write.
CREATE OR REPLACE FUNCTION act_of(place integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (coalesce(nullif(current_setting('equity_manager.acts', true), '')::bigint[], em.acts_of_people()))[place]
$$;

-- The act of the only one who writes; where several do, facts have to say whose they are.
CREATE OR REPLACE FUNCTION only_act() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  acts constant bigint[] := em.acts_of_people();
BEGIN
  IF cardinality(acts) > 1 THEN RAISE EXCEPTION 'several share the transaction, and a fact does not say whose it is'; END IF;
  RETURN acts[1];
END
$$;
CREATE OR REPLACE FUNCTION current_act() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('equity_manager.act', true), '')::bigint, em.only_act())
$$;

-- Says who writes from now on in the transaction (null: the server itself), each with an act of his own; answers their places.
CREATE OR REPLACE FUNCTION begin_acts(people bigint[]) RETURNS integer[] LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('equity_manager.people', people::text, true), set_config('equity_manager.acts', '', true),
          set_config('equity_manager.act', '', true);
  RETURN array(SELECT generate_series(1, cardinality(people)));
END
$$;

-- The audit rows of acts: who, when, what, before and after.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  user_id bigint,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text,
  -- The call that did it (operationId), where the act came through the door: by it the check of the books asks whether an approval rule was kept.
  call text,
  -- The newest act that had written approval rules when this one was judged, 0 before the first. Null: no rule can ask for the call, or it was
  -- carried out after approval.
  rules_act bigint
);
COMMENT ON TABLE audit IS 'Fact: what each act did: who changed what and when, with the values before and after. Added by record_acts alone, never changed.';
CREATE INDEX audit_entity ON audit (entity, entity_id, id);
-- The audit trail of one kind of record, or of one person, newest first: without these a rare one is looked for through all rows.
CREATE INDEX audit_kind ON audit (entity, id);
CREATE INDEX audit_person ON audit (user_id, id);
CREATE INDEX audit_action ON audit (action, id);
-- All that one act did, its last row found at once: only that one names the request of an import.
CREATE INDEX audit_act ON audit (act_id, id);
CREATE INDEX audit_request ON audit (request_id) WHERE request_id IS NOT NULL;
CREATE OR REPLACE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The one writer of audit rows. `places` say whose each row is among those who write, or one for all; the database knows who and when.
CREATE OR REPLACE FUNCTION record_acts(places integer[], actions text[], entities text[], entity_ids text[], befores text[], afters text[],
                                       request_ids text[], calls text[] DEFAULT NULL, rules_acts bigint[] DEFAULT NULL)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
DECLARE
  acts constant bigint[] := acts_of_people();
  people constant bigint[] := current_setting('equity_manager.people');
  recorded integer;
BEGIN
  INSERT INTO audit (act_id, user_id, action, entity, entity_id, before, after, request_id, call, rules_act)
  SELECT acts[coalesce(r.place, places[1])], people[coalesce(r.place, places[1])], r.action, r.entity, r.entity_id,
         r.before::jsonb, r.after::jsonb, r.request_id, r.call, r.rules_act
    FROM unnest(places, actions, entities, entity_ids, befores, afters, request_ids, calls, rules_acts)
         AS r (place, action, entity, entity_id, before, after, request_id, call, rules_act);
  GET DIAGNOSTICS recorded = ROW_COUNT;
  RETURN recorded;
END
$$;
