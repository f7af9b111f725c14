-- Deleted trades are listed, newest deletion first: the page is read off the index's end, however many trades there are.
CREATE INDEX trade_versions_deleted ON trade_versions (recorded_at, trade_id) WHERE is_deleted;
