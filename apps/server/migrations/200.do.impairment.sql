-- What is written off of a receivable goes to an account of its own: 6400 Impairment of Receivables, or the next free number where
-- there is a 6400 already. A new installation gets it with its chart of accounts.
WITH made AS (
  INSERT INTO chart_of_accounts (account_code, account_name, description, is_system)
  SELECT code.free, 'Impairment of Receivables', 'Impairment of Receivables', true
    FROM (SELECT n::text AS free FROM generate_series(6400, 6999) n
           WHERE NOT EXISTS (SELECT FROM chart_of_accounts a WHERE a.account_code = n::text) ORDER BY n LIMIT 1) code
   WHERE EXISTS (SELECT FROM seeds WHERE name = 'posting roles')
     AND NOT EXISTS (SELECT FROM gl_mappings m WHERE m.role = 'impairment' AND m.portfolio_id = 0 AND m.settlement_account_id = 0)
  RETURNING id)
INSERT INTO gl_mappings (role, account_id) SELECT 'impairment', id FROM made;

-- A write-off keeps what it was posted against: until now income, of dividends or other.
ALTER TABLE action_money ADD COLUMN against text CHECK (against IN ('impairment', 'dividend-income', 'other-income'));
-- The schema document creates the trigger again.
DROP TRIGGER IF EXISTS action_money_stay ON action_money;
UPDATE action_money m SET against = CASE WHEN a.kind IN ('dividend', 'scrip', 'election') THEN 'dividend-income' ELSE 'other-income' END
  FROM corporate_actions a WHERE a.id = m.action_id AND m.kind = 'written-off';
ALTER TABLE action_money ADD CHECK ((against IS NOT NULL) = (kind = 'written-off'));
