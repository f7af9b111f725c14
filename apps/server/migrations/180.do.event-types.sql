-- Entries of events that were posted with the type of users' entries. They stay as they are; reports read them as what they are.
CREATE INDEX journal_entries_retyped ON journal_entries (entry_date) WHERE cause_kind = 'action' AND transaction_type = 'Journal Entry';
