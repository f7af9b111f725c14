-- The newest journal entry of a person, from which the next one starts, and what the person recorded today.
CREATE INDEX journal_entries_recorded_by ON journal_entries (recorded_by, id) WHERE kind = 'manual' AND reversal_of IS NULL;
