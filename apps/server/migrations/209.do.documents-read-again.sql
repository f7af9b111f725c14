-- A file that is read again in another way has a second document, once everything that was recorded from the first is undone.
ALTER TABLE trade_documents ADD COLUMN replaced_at timestamptz;
DROP INDEX trade_documents_once;
CREATE UNIQUE INDEX trade_documents_once ON trade_documents (sha256, uploaded_by) WHERE replaced_at IS NULL;
