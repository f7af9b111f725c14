-- Rights that were paid for and wait for their allotment are worth the share less the subscription once the last day is over, not what
-- they last traded at. Runs of open days that say otherwise are stale, and daily values are made anew; what was posted stays until then.
INSERT INTO valuation_marks (valuation_id)
SELECT DISTINCT f.valuation_id
  FROM corporate_actions a
  JOIN valuations_in_force f ON f.valuation_date > greatest(a.last_date, a.renunciation_date)
  JOIN valuation_lines l ON l.valuation_id = f.valuation_id AND l.equity_id = a.rights_equity_id
  JOIN portfolios p ON p.id = f.portfolio_id
  JOIN entities e ON e.id = p.entity_id
 WHERE a.kind = 'rights' AND a.state IN ('announced', 'entitled', 'processed')
   AND num_nulls(a.equity_id, a.ex_date, a.subscription_price) = 0
   AND (e.locked_through IS NULL OR f.valuation_date > e.locked_through)
   AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id);
INSERT INTO daily_value_marks (portfolio_id, from_day)
SELECT 0, min(greatest(a.last_date, a.renunciation_date))
  FROM corporate_actions a WHERE a.kind = 'rights' AND a.rights_equity_id IS NOT NULL AND num_nonnulls(a.last_date, a.renunciation_date) > 0
 HAVING count(*) > 0;
