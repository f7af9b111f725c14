-- Files kept with an entry, a draft, a reconciliation or an announcement. A file of a posted entry is a voucher: it stays with its
-- content, whatever a user deletes. Taking it out marks it, with a reason.
CREATE TABLE attachments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_kind text NOT NULL CHECK (owner_kind IN ('journal-entry', 'journal-draft', 'reconciliation', 'announcement')),
  owner_id bigint NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  media_type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 10485760),
  content bytea NOT NULL CHECK (length(content) = bytes),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  added_by bigint NOT NULL REFERENCES users (id),
  -- It belongs, or once belonged, to a posted entry: also while the entry is taken back to a draft. Set by the trigger.
  permanent boolean NOT NULL DEFAULT false,
  removed_at timestamptz,
  removed_by bigint REFERENCES users (id),
  removal_reason text CHECK (length(trim(removal_reason)) BETWEEN 1 AND 500),
  CHECK (num_nulls(removed_at, removed_by, removal_reason) IN (0, 3)),
  CHECK (removed_at IS NULL OR permanent)
);
COMMENT ON TABLE attachments IS 'As good as facts: files. Those of posted entries are never deleted; removing one marks it.';
-- Mostly compressed already, and read whole.
ALTER TABLE attachments ALTER content SET STORAGE EXTERNAL;
CREATE INDEX attachments_owner ON attachments (owner_kind, owner_id, id);
-- The bytes of one person's files are added up before another is kept.
CREATE INDEX attachments_person ON attachments (added_by) INCLUDE (bytes);

-- A draft's files go along when it is posted, an entry's to what comes in its place: nowhere else.
CREATE OR REPLACE FUNCTION keep_attachments() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
DECLARE
  r reconciliations;
BEGIN
  -- The share lock waits for a sign-off under way and keeps one from starting.
  IF coalesce(OLD.owner_kind, NEW.owner_kind) = 'reconciliation' THEN
    SELECT * INTO r FROM reconciliations WHERE id = coalesce(OLD.owner_id, NEW.owner_id) FOR SHARE;
    IF r.status = 'reconciled' THEN PERFORM raise_reconciliation_closed(r); END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.permanent THEN
      RAISE EXCEPTION 'file % belongs to a posted entry and stays', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'attachment_permanent';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.permanent AND NOT NEW.permanent)
       OR (OLD.removed_at IS NOT NULL
           AND (NEW.removed_at, NEW.removed_by, NEW.removal_reason)
               IS DISTINCT FROM (OLD.removed_at, OLD.removed_by, OLD.removal_reason)) THEN
      RAISE EXCEPTION 'what is said of file % stays', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'attachment_permanent';
    END IF;
    IF (NEW.owner_kind, NEW.owner_id) IS DISTINCT FROM (OLD.owner_kind, OLD.owner_id)
       AND NOT (CASE OLD.owner_kind || ' to ' || NEW.owner_kind
         WHEN 'journal-draft to journal-entry' THEN
           EXISTS (SELECT FROM journal_drafts WHERE id = OLD.owner_id AND posted_as = NEW.owner_id)
         WHEN 'journal-entry to journal-entry' THEN
           EXISTS (SELECT FROM journal_changes WHERE entry_id = OLD.owner_id AND replacement_id = NEW.owner_id)
         WHEN 'journal-entry to journal-draft' THEN
           EXISTS (SELECT FROM journal_drafts WHERE id = NEW.owner_id AND taken_from = OLD.owner_id)
         ELSE false END) THEN
      RAISE EXCEPTION 'file % goes only to what came of its owner', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'attachment_permanent';
    END IF;
  END IF;
  NEW.permanent := NEW.permanent OR NEW.owner_kind = 'journal-entry';
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER attachments_keep BEFORE INSERT OR UPDATE OR DELETE ON attachments
  FOR EACH ROW EXECUTE FUNCTION keep_attachments();
CREATE OR REPLACE TRIGGER attachments_no_truncate BEFORE TRUNCATE ON attachments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a file is never changes, of any owner. By its columns: comparing the contents would read them all. Not by
-- `refuse_change`, which would take the right to change the others from the application.
CREATE OR REPLACE FUNCTION keep_attached_content() RETURNS trigger LANGUAGE plpgsql SET search_path = em, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the content of a file does not change' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE OR REPLACE TRIGGER attachments_content
  BEFORE UPDATE OF id, file_name, media_type, bytes, content, added_at, added_by ON attachments
  FOR EACH STATEMENT EXECUTE FUNCTION keep_attached_content();
