-- Rights without a price of their own are valued by their share and the price of subscription, which stands beside the dates of the
-- issue; their worth may be nothing. What corporate actions pay and cost are flows of performance: daily values are made anew.
ALTER TABLE corporate_actions ADD COLUMN subscription_price numeric(18, 4);
UPDATE corporate_actions a SET subscription_price = (v.form ->> 'offerPrice')::numeric
  FROM action_versions v WHERE a.kind = 'rights' AND v.action_id = a.id AND v.version = a.version;
ALTER TABLE valuation_lines DROP CONSTRAINT valuation_lines_price_check;
ALTER TABLE valuation_lines ADD CONSTRAINT valuation_lines_price_check CHECK (price >= 0);
INSERT INTO valuation_marks (valuation_id)
SELECT DISTINCT f.valuation_id
  FROM corporate_actions a JOIN valuation_lines l ON l.equity_id = a.rights_equity_id AND l.price IS NULL
  JOIN valuations_in_force f ON f.valuation_id = l.valuation_id
 WHERE a.kind = 'rights' AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
INSERT INTO daily_value_marks (portfolio_id, from_day)
SELECT 0, min(coalesce(ex_date, announcement_date)) FROM corporate_actions WHERE state IN ('announced', 'entitled', 'processed') HAVING count(*) > 0;
