-- Files of FIX messages are documents of their own kind; their lines state no fees.
ALTER TABLE trade_documents DROP CONSTRAINT trade_documents_kind_check,
  ADD CONSTRAINT trade_documents_kind_check CHECK (kind IN ('trade-file', 'confirmation', 'monthly', 'drop-copy'));
ALTER TABLE trade_document_proofs DROP CONSTRAINT trade_document_proofs_state_check, DROP CONSTRAINT trade_document_proofs_check,
  ADD CONSTRAINT trade_document_proofs_state_check
    CHECK (state IN ('differs', 'agrees', 'not-stated', 'no-tariff', 'cancelled', 'repeated', 'taken-back')),
  ADD CONSTRAINT trade_document_proofs_check
    CHECK ((state IN ('differs', 'agrees', 'not-stated')) = (schedule IS NOT NULL) AND (state = 'differs') = (fee_differences IS NOT NULL));
