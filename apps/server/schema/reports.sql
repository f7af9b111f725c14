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
  -- What came due up to then was submitted, or is not wanted.
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

-- The latest run of each. Its outcome is with its job, which is kept as long as it is the latest.
CREATE TABLE report_schedule_runs (
  schedule_id bigint PRIMARY KEY REFERENCES report_schedules (id) ON DELETE CASCADE,
  -- The day that the report is of.
  day date NOT NULL CHECK (isfinite(day)),
  at timestamptz NOT NULL,
  job_id bigint UNIQUE REFERENCES jobs (id) ON DELETE SET NULL,
  -- The refusal, where it could not be submitted.
  error text
);
COMMENT ON TABLE report_schedule_runs IS 'Of this installation: the latest run of each scheduled report.';

-- Contracts of a FIX session's days that are formed by the clock, as acts of the person who set it up.
CREATE TABLE fix_forming (
  session_id bigint PRIMARY KEY REFERENCES fix_sessions (id) ON DELETE CASCADE,
  owner_id bigint NOT NULL REFERENCES users (id),
  is_on boolean NOT NULL,
  -- In Colombo, after the market's close.
  at_time text NOT NULL CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Nothing is formed before the trade file of the day is there.
  waits_for_trade_file boolean NOT NULL,
  -- Days that came due up to then have a row in fix_forming_days, or are not wanted.
  done_to timestamptz NOT NULL,
  -- When workers look at it next: the next day comes due, or a blocked day is tried again.
  next_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE fix_forming IS 'Register: FIX sessions whose contracts are formed by the clock, when, and as whom.';
CREATE INDEX fix_forming_next ON fix_forming (next_at) WHERE is_on;

CREATE TABLE fix_forming_days (
  session_id bigint NOT NULL REFERENCES fix_forming (session_id) ON DELETE CASCADE,
  day date NOT NULL CHECK (isfinite(day)),
  -- Of the latest try.
  at timestamptz NOT NULL,
  -- Executions that the day had then: a day that has others by now is tried again.
  executions integer NOT NULL CHECK (executions >= 0),
  document_id bigint REFERENCES trade_documents (id) ON DELETE SET NULL,
  -- Records the document; null where it was not submitted.
  job_id bigint REFERENCES jobs (id) ON DELETE SET NULL,
  -- The refusal that kept it from being submitted.
  blocked text,
  PRIMARY KEY (session_id, day)
);
COMMENT ON TABLE fix_forming_days IS 'Of this installation: the latest try to form the contracts of each day by the clock.';
CREATE INDEX fix_forming_days_document ON fix_forming_days (document_id);
CREATE INDEX fix_forming_days_job ON fix_forming_days (job_id);
