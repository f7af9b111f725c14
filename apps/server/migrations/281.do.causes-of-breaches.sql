-- Breaches name issued shares and reference data as their cause, and the value before an act that worsened them; a version of a limit that
-- holds from a past day says why.
ALTER TABLE breaches DROP CONSTRAINT breaches_cause_check,
  ADD CONSTRAINT breaches_cause_check
      CHECK (cause IN ('trade', 'correction', 'action', 'price', 'limit', 'cash', 'other', 'issued-shares', 'reference-data'));
ALTER TABLE breach_steps ADD COLUMN value_before numeric(30, 4) CHECK (value_before < 'NaN');
ALTER TABLE limit_versions ADD COLUMN change_reason text CHECK (length(change_reason) BETWEEN 5 AND 500);

-- What limits are measured by and that changed since they were looked at last: issued shares, and what securities and portfolios belong to.
CREATE TABLE limit_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  field text NOT NULL CHECK (field IN ('issued shares', 'issuer', 'issuer group', 'sector', 'board', 'votes per share', 'parent portfolio', 'rule set', 'entity')),
  -- Of a security or of a portfolio.
  equity_id bigint REFERENCES equities (id) ON DELETE CASCADE,
  portfolio_id bigint REFERENCES portfolios (id) ON DELETE CASCADE,
  was text,
  becomes text,
  -- Of issued shares: the day from which they hold.
  effective_from date CHECK (isfinite(effective_from)),
  -- Null: not a person, or several whose writes share a transaction.
  by_user bigint REFERENCES users (id),
  CHECK ((equity_id IS NULL) <> (portfolio_id IS NULL))
);
