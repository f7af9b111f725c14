-- The audit trail of one kind of record, or of one person, newest first: without these a rare one is looked for through all rows.
CREATE INDEX audit_kind ON audit (entity, id);
CREATE INDEX audit_person ON audit (user_id, id);
