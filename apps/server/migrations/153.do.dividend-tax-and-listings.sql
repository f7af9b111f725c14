-- The tax withheld from dividends is a register; an entitlement says the rate that it was counted with.
CREATE TABLE dividend_tax_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  -- As portfolios name it; null: every entity.
  entity text CHECK (length(entity) BETWEEN 1 AND 200),
  rate numeric(7, 4) NOT NULL CHECK (rate BETWEEN 0 AND 100),
  source text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE dividend_tax_rates IS 'Register: the tax withheld from dividends from a day on, of all entities or of one.';
CREATE UNIQUE INDEX dividend_tax_rates_day ON dividend_tax_rates (coalesce(lower(trim(entity)), ''), effective_from);

ALTER TABLE action_entitlements ADD COLUMN tax_rate numeric(7, 4) CHECK (tax_rate BETWEEN 0 AND 100);
-- Until now it was the rate of the form, else 15 %, whatever the day. Nothing is withheld from nothing, a recovery of cost, or a scrip by rate.
-- The document makes the trigger again.
DROP TRIGGER IF EXISTS action_entitlements_stay ON action_entitlements;
UPDATE action_entitlements t SET tax_rate = coalesce((v.form ->> 'taxRate')::numeric, 15)
  FROM corporate_actions a JOIN action_versions v ON v.action_id = a.id AND v.version = a.version
 WHERE a.id = t.action_id AND a.kind IN ('dividend', 'scrip', 'election') AND t.held > 0
   AND NOT (a.kind = 'dividend' AND coalesce(v.form ->> 'recoveryOfCost', 'false') = 'true')
   AND NOT (a.kind = 'scrip' AND (v.form ->> 'ratePerShare' IS NULL OR v.form ->> 'issuePrice' IS NULL));

-- New shares of a bonus or scrip can be sold from their allotment, and not before it is known. Sales that stand stay as they are.
ALTER TABLE action_events ADD COLUMN listed_on date;
UPDATE action_events e SET listed_on = coalesce(a.allotment_date, '9999-12-31')
  FROM corporate_actions a WHERE a.id = e.action_id AND a.kind IN ('bonus', 'scrip');
ALTER TABLE chains ADD COLUMN unlisted_until date;
UPDATE chains c SET unlisted_until = k.day
  FROM (SELECT e.portfolio_id, e.equity_id, max(e.listed_on) AS day
          FROM action_events e JOIN chain_events x ON x.id = e.id AND x.quantity_change > 0
         WHERE e.listed_on > e.event_date GROUP BY 1, 2) k
 WHERE c.portfolio_id = k.portfolio_id AND c.equity_id = k.equity_id;
