-- Dividends, withheld tax and write-offs are added up by security as they are posted: a total return reads no history.
CREATE TABLE income_sums (
  account_id bigint NOT NULL,
  portfolio_id bigint NOT NULL,
  equity_id bigint NOT NULL,
  slot smallint NOT NULL,
  amount numeric(20, 2) NOT NULL,
  PRIMARY KEY (account_id, portfolio_id, equity_id, slot)
) WITH (fillfactor = 70);
COMMENT ON TABLE income_sums IS 'Derived: credits less debits of dividends, withheld tax, write-offs and what people posted, by security; without closings. Written by the trigger of journal_lines alone.';
CREATE OR REPLACE FUNCTION keep_income() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = em, pg_temp AS $$
DECLARE
  my_slot smallint;
BEGIN
  -- Lines of trades, which nearly all are, have none of these roles.
  IF NOT EXISTS (SELECT FROM posted WHERE role IN ('dividend-income', 'withholding-tax', 'impairment', 'manual')) THEN RETURN NULL; END IF;
  my_slot := slot_to_keep();
  INSERT INTO income_sums AS s
    SELECT account_id, coalesce(portfolio_id, 0), coalesce(equity_id, 0), my_slot, sum(credit - debit)
      FROM posted
     WHERE role IN ('dividend-income', 'withholding-tax', 'impairment', 'manual') AND transaction_type <> 'Closing'
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, portfolio_id, equity_id, slot) DO UPDATE SET amount = s.amount + excluded.amount;
  RETURN NULL;
END $$;
INSERT INTO income_sums (account_id, portfolio_id, equity_id, slot, amount)
SELECT account_id, coalesce(portfolio_id, 0), coalesce(equity_id, 0), 0, sum(credit - debit)
  FROM journal_lines
 WHERE role IN ('dividend-income', 'withholding-tax', 'impairment', 'manual') AND transaction_type <> 'Closing'
 GROUP BY 1, 2, 3;
CREATE OR REPLACE TRIGGER journal_lines_post_income AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION keep_income();
