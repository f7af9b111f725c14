-- Reports that are made by the clock on market days, as ordinary jobs of the person who scheduled them.
CREATE TABLE report_schedules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users (id),
  report text NOT NULL CHECK (report IN ('trade-blotter', 'daily-holdings', 'limits', 'fees-and-levies')),
  -- Null: all that the owner sees when it is made.
  portfolio_id bigint REFERENCES portfolios (id) ON DELETE CASCADE,
  format text NOT NULL CHECK (format IN ('xlsx', 'pdf', 'csv')),
  every text NOT NULL CHECK (every IN ('market-day', 'month-end')),
  -- In Colombo.
  at_time text NOT NULL CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  is_on boolean NOT NULL,
  -- What came due up to then was handed in, or is not wanted.
  done_to timestamptz NOT NULL,
  -- When it comes due next, by the holidays as they were known when it was written: workers look for it.
  next_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE report_schedules IS 'Register: reports that people have made by the clock. Everybody has his own.';
CREATE INDEX report_schedules_owner ON report_schedules (owner_id);
CREATE INDEX report_schedules_portfolio ON report_schedules (portfolio_id);
CREATE INDEX report_schedules_next ON report_schedules (next_at) WHERE is_on;

-- The latest run of each. What became of it stands with its job, which is kept as long as it is the latest.
CREATE TABLE report_schedule_runs (
  schedule_id bigint PRIMARY KEY REFERENCES report_schedules (id) ON DELETE CASCADE,
  -- The day that the report is of.
  day date NOT NULL CHECK (isfinite(day)),
  at timestamptz NOT NULL,
  job_id bigint UNIQUE REFERENCES jobs (id) ON DELETE SET NULL,
  -- The refusal, where it could not be handed in.
  error text
);
COMMENT ON TABLE report_schedule_runs IS 'Of this installation: the latest run of each scheduled report.';
