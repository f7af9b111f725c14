-- Risk-free rates are a register by date; the setting RISK_FREE_RATE becomes its first row when the server starts.
CREATE TABLE risk_free_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL UNIQUE CHECK (isfinite(effective_from)),
  -- Percent a year, of a 364-day Treasury bill.
  rate numeric(7, 4) NOT NULL CHECK (rate BETWEEN 0 AND 100),
  source text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE risk_free_rates IS 'Register: yearly risk-free rates by effective date, used by the Sharpe ratio.';
