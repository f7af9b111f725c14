-- The last step to the baseline: what the schema's document has beyond migration 063. Functions, triggers and comments of
-- the document follow by themselves.

-- Nothing is moved into a signed-off reconciliation, days like every other part of it.
CREATE TRIGGER reconciliation_days_kept_into AFTER UPDATE ON reconciliation_days
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reconciled_parts();
