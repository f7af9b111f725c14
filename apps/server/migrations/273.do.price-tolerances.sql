-- How far a price may be off is a register by board and day; without rows a warning is shown from 3 % and confirmation is asked from 10 %.
CREATE TABLE price_tolerances (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL CHECK (isfinite(effective_from)),
  -- As securities name their board; null: every board without a row of its own.
  board text CHECK (length(board) BETWEEN 1 AND 50),
  -- Percent: the price of a trade that is further off is a warning.
  alert_from numeric(7, 4) NOT NULL CHECK (alert_from BETWEEN 0 AND 100),
  -- Percent: a price that is further off has to be confirmed.
  asked_from numeric(7, 4) NOT NULL CHECK (asked_from BETWEEN alert_from AND 100),
  source text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE price_tolerances IS 'Register: how far prices may be off before a warning and before confirmation is asked, by board and effective date.';
CREATE UNIQUE INDEX price_tolerances_day ON price_tolerances (coalesce(lower(trim(board)), ''), effective_from);
