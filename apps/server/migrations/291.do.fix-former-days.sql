-- A day of a FIX session that ended without a logout: from which number on it is not known what the broker sent. The checks get names.
DO $$
DECLARE c name;
BEGIN
  FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = 'fix_messages'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) ~ 'gap' LOOP
    EXECUTE format('ALTER TABLE fix_messages DROP CONSTRAINT %I', c);
  END LOOP;
END $$;
ALTER TABLE fix_messages
  ADD CONSTRAINT fix_messages_behind_number CHECK (behind_gap >= 1),
  ADD CONSTRAINT fix_messages_gap_kind CHECK (gap IN ('open', 'closed', 'given-up', 'unknown')),
  ADD CONSTRAINT fix_messages_gap_from CHECK (gap_from >= 1),
  ADD CONSTRAINT fix_messages_gap_to CHECK (gap_to >= gap_from),
  ADD CONSTRAINT fix_messages_behind_once CHECK (behind_gap IS NULL OR number IS NULL),
  ADD CONSTRAINT fix_messages_gap_numbers CHECK ((gap IS NULL) = (gap_from IS NULL) AND (gap IS NULL OR gap = 'unknown') = (gap_to IS NULL));
ALTER TABLE fix_session_states ADD COLUMN is_day_ended boolean NOT NULL DEFAULT false;
