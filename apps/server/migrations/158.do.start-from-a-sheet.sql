-- A start from a sheet may record opening cash beside its trades; undoing it takes both back.
ALTER TABLE batches ADD COLUMN balances_entry_id bigint REFERENCES journal_entries (id);
