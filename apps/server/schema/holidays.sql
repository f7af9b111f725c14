-- Days on which the market is closed.
CREATE TABLE holidays (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  date date NOT NULL CHECK (isfinite(date)),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  type text NOT NULL,
  is_recurring boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE holidays IS 'Register: days on which the market is closed; settlement dates step over them.';
CREATE UNIQUE INDEX holidays_date ON holidays (date);
