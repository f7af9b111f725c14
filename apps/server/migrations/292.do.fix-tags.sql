-- FIX sessions say which tags of their messages hold the client account, the contract number and the foreign flag.
ALTER TABLE fix_sessions
  ADD COLUMN account_tag integer CHECK (account_tag BETWEEN 1 AND 99999),
  ADD COLUMN contract_tag integer CHECK (contract_tag BETWEEN 1 AND 99999),
  ADD COLUMN foreign_from text CHECK (foreign_from IN ('528', '582', 'account'));
