-- The preview of long work says, as any other, that the write itself would wait for approval.
ALTER TABLE jobs ADD COLUMN would_wait jsonb;
