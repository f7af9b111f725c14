-- The posting trigger in three statements instead of five: one look says whether every entry is whole and balances,
-- one whether all it names is there, one adds to both kept balances.
CREATE OR REPLACE FUNCTION post_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad bigint;
  unbalanced boolean;
  what text;
  my_slot smallint := pg_backend_pid() % 4;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1164142951, 1);
  SELECT p.entry_id, bool_or(p.difference <> 0) INTO bad, unbalanced
    FROM (SELECT entry_id, portfolio_id, sum(debit - credit) AS difference, count(*) AS lines, max(line_no) AS last,
                 min(entry_date) AS first_date, max(entry_date) AS last_date
            FROM posted GROUP BY entry_id, portfolio_id) p
    LEFT JOIN journal_entries e ON e.id = p.entry_id
   GROUP BY p.entry_id, e.id, e.line_count, e.entry_date
  HAVING bool_or(p.difference <> 0) OR e.id IS NULL OR sum(p.lines) <> e.line_count OR max(p.last) <> e.line_count
      OR min(p.first_date) <> e.entry_date OR max(p.last_date) <> e.entry_date
   LIMIT 1;
  IF FOUND THEN
    IF unbalanced THEN
      RAISE EXCEPTION 'journal entry % does not balance', bad
        USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_balances';
    END IF;
    RAISE EXCEPTION 'journal entry % is not whole', bad
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_whole';
  END IF;
  SELECT CASE WHEN a.id IS NULL THEN 'account'
              WHEN p.portfolio_id IS NOT NULL AND f.id IS NULL THEN 'portfolio'
              WHEN p.settlement_account_id IS NOT NULL AND s.id IS NULL THEN 'settlement account'
              WHEN p.equity_id IS NOT NULL AND q.id IS NULL THEN 'equity'
              ELSE 'broker' END INTO what
    FROM (SELECT DISTINCT account_id, portfolio_id, settlement_account_id, equity_id, broker_id FROM posted) p
    LEFT JOIN chart_of_accounts a ON a.id = p.account_id
    LEFT JOIN portfolios f ON f.id = p.portfolio_id
    LEFT JOIN settlement_accounts s ON s.id = p.settlement_account_id
    LEFT JOIN equities q ON q.id = p.equity_id
    LEFT JOIN brokers b ON b.id = p.broker_id
   WHERE a.id IS NULL OR (p.portfolio_id IS NOT NULL AND f.id IS NULL)
      OR (p.settlement_account_id IS NOT NULL AND s.id IS NULL)
      OR (p.equity_id IS NOT NULL AND q.id IS NULL) OR (p.broker_id IS NOT NULL AND b.id IS NULL)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a ledger line names a % that does not exist', what
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_references';
  END IF;
  WITH days AS (
    INSERT INTO ledger_days AS b
      SELECT entry_date, account_id, coalesce(portfolio_id, 0), coalesce(settlement_account_id, 0), transaction_type,
             my_slot, sum(debit), sum(credit), count(*)
        FROM posted GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
        SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines)
  INSERT INTO ledger_months AS b
    SELECT date_trunc('month', entry_date::timestamp)::date, account_id, coalesce(portfolio_id, 0), coalesce(settlement_account_id, 0),
           transaction_type, my_slot, sum(debit), sum(credit), count(*)
      FROM posted GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (month, account_id, portfolio_id, settlement_account_id, transaction_type, slot) DO UPDATE
      SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, lines = b.lines + excluded.lines;
  RETURN NULL;
END $$;
