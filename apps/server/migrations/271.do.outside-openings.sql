-- Outside ledgers: the first open day; entries by portfolio; opening balances of the day on which a target was added.
ALTER TABLE accounting_targets ADD COLUMN open_from date CHECK (isfinite(open_from)), ADD CHECK (open_from >= start_date);
UPDATE accounting_targets SET tax_rate = NULL WHERE format = 'quickbooks';
ALTER TABLE accounting_targets ADD CHECK ((tax_rate IS NULL) OR format <> 'quickbooks');

DROP TRIGGER IF EXISTS accounting_exported_keep_key ON accounting_exported;
DROP TRIGGER IF EXISTS accounting_exported_stay ON accounting_exported;
DROP INDEX accounting_exported_once;
ALTER TABLE accounting_exported ADD COLUMN portfolio_id bigint, ALTER COLUMN batch_id DROP NOT NULL;
-- Whose lines a batch took is not written anywhere: those of the portfolios that its target has now.
CREATE TEMPORARY TABLE portfolios_of_targets ON COMMIT DROP AS
  SELECT t.id AS target, p.id AS portfolio FROM accounting_targets t
    JOIN portfolios p ON CASE WHEN t.entity_id IS NULL THEN p.id = ANY (t.portfolios) ELSE p.entity_id = t.entity_id END
  UNION ALL SELECT t.id, 0 FROM accounting_targets t JOIN entities e ON e.id = t.entity_id WHERE e.is_general;
INSERT INTO accounting_exported (target_id, batch_id, entry_id, portfolio_id, voucher, is_live)
SELECT DISTINCT x.target_id, CASE WHEN x.voucher IS NULL THEN NULL ELSE x.batch_id END, x.entry_id, o.portfolio, x.voucher, x.is_live
  FROM accounting_exported x JOIN journal_lines l ON l.entry_id = x.entry_id
  JOIN portfolios_of_targets o ON o.target = x.target_id AND o.portfolio = coalesce(l.portfolio_id, 0);
DELETE FROM accounting_exported WHERE portfolio_id IS NULL;
-- A target without a batch has its opening balances as of now.
INSERT INTO accounting_exported (target_id, entry_id, portfolio_id)
SELECT DISTINCT t.id, l.entry_id, o.portfolio
  FROM accounting_targets t JOIN portfolios_of_targets o ON o.target = t.id
  JOIN journal_lines l ON coalesce(l.portfolio_id, 0) = o.portfolio AND l.entry_date < t.start_date
 WHERE t.last_number = 0;
ALTER TABLE accounting_exported ALTER COLUMN portfolio_id SET NOT NULL, ADD CHECK ((batch_id IS NULL) = (voucher IS NULL));
CREATE UNIQUE INDEX accounting_exported_once ON accounting_exported (target_id, entry_id, portfolio_id) WHERE is_live;

-- Opening balances are the sums of their entries, mapped as the mapping is.
DROP TRIGGER IF EXISTS accounting_sums_append_only ON accounting_sums;
DELETE FROM accounting_sums WHERE is_opening;
ALTER TABLE accounting_sums DROP COLUMN is_opening, ALTER COLUMN outside SET NOT NULL;
