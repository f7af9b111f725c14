-- Recent Activity lists what was corrected and deleted, newest first.
CREATE INDEX trade_versions_corrected ON trade_versions (recorded_at, trade_id) WHERE version > 1;
