-- Tax on dividends is withheld on payment: an entitlement keeps the day whose rate it was counted with, and what was withheld
-- provisionally at the ex date where the payment date has another rate. What was processed before keeps what was posted.
ALTER TABLE action_entitlements
  ADD COLUMN tax_rate_on date CHECK (isfinite(tax_rate_on)),
  ADD COLUMN ex_tax_rate numeric(7, 4) CHECK (ex_tax_rate BETWEEN 0 AND 100),
  ADD COLUMN ex_tax numeric(18, 2),
  ADD CHECK (num_nonnulls(ex_tax_rate, ex_tax) IN (0, 2));
