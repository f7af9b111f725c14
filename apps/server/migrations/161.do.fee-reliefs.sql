-- Rules of intraday relief: none is in force unless somebody entered it.
CREATE TABLE fee_reliefs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_from date NOT NULL UNIQUE CHECK (isfinite(effective_from)),
  effective_to date CHECK (isfinite(effective_to) AND effective_to >= effective_from),
  source text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
