-- Numbers of the broker's application (1180 ApplID, 1181 ApplSeqNum) go over cuts and days, where those of a session begin anew.
ALTER TABLE fix_messages
  ADD COLUMN appl_id text CHECK (length(appl_id) BETWEEN 1 AND 64),
  ADD COLUMN appl_number bigint CHECK (appl_number BETWEEN 1 AND 1e15),
  ADD CONSTRAINT fix_messages_application CHECK ((appl_id IS NULL) = (appl_number IS NULL));
CREATE INDEX fix_messages_application ON fix_messages (session_id, day, appl_id, appl_number) WHERE appl_number IS NOT NULL;
ALTER TABLE fix_sessions ADD COLUMN application_resend boolean NOT NULL DEFAULT false;
