-- A recording of a document that did not go through, or not whole, keeps what was asked for, so that it can be asked for again.
ALTER TABLE batches ADD COLUMN document_id bigint REFERENCES trade_documents (id) ON DELETE SET NULL;
ALTER TABLE batches ADD COLUMN document_order json;
UPDATE batches b SET document_id = k.document_id FROM trade_document_batches k WHERE k.batch_id = b.id;
CREATE INDEX batches_document ON batches (document_id) WHERE document_id IS NOT NULL;
