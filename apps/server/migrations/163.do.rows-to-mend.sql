-- The rows of a refused submission are kept, to be mended and sent again.
ALTER TABLE batches ADD COLUMN sent_rows jsonb;
