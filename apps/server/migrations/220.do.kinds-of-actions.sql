-- Which kinds of corporate actions there are, the contract says (corporate-actions/kinds.ts): a new one is no change of the schema.
ALTER TABLE corporate_actions
  DROP CONSTRAINT corporate_actions_kind_check,
  ADD CONSTRAINT corporate_actions_kind_check CHECK (kind ~ '^[a-z][a-z-]{0,29}$');
