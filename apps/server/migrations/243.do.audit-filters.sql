-- The audit trail by what was done, by act and by request: without these a rare one is looked for through all rows.
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_act ON audit (act_id, id);
CREATE INDEX audit_request ON audit (request_id) WHERE request_id IS NOT NULL;
