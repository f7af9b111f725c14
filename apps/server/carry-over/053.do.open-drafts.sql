-- The drafts that wait, beside all that were posted or cancelled: the ledger lists and counts them by their own filter.
CREATE INDEX journal_drafts_open ON journal_drafts (entry_date, id) WHERE status = 'Draft';
