-- Daily values of portfolios, and marks from which day they are behind: of books that exist from their first day.
CREATE TABLE daily_values (
  -- 0: all portfolios together.
  portfolio_id bigint NOT NULL,
  -- A market day; from the first event or ledger line of the portfolio on there is a row for each.
  day date NOT NULL,
  -- Fair value of the shares, of what has no price its cost; the part of it that rests on a price older than five market days, or
  -- on cost; what the shares cost without fees.
  shares_value numeric(30, 2) NOT NULL,
  stale_value numeric(30, 2) NOT NULL,
  cost numeric(30, 2) NOT NULL,
  -- Securities basis: what was paid in and taken out since the market day before (C and W).
  paid_in numeric(30, 2) NOT NULL,
  taken_out numeric(30, 2) NOT NULL,
  -- Balances at the end of the day, debits less credits; of the bank accounts also the lowest since the market day before.
  cash numeric(30, 2) NOT NULL,
  lowest_cash numeric(30, 2) NOT NULL,
  receivable numeric(30, 2) NOT NULL,
  dividends numeric(30, 2) NOT NULL,
  applications numeric(30, 2) NOT NULL,
  payable numeric(30, 2) NOT NULL,
  -- Fund basis: what the owners brought in and took out.
  fund_in numeric(30, 2) NOT NULL,
  fund_out numeric(30, 2) NOT NULL,
  -- Whether any security has a price of this very day.
  has_prices boolean NOT NULL,
  PRIMARY KEY (portfolio_id, day)
);

CREATE TABLE daily_value_spans (
  portfolio_id bigint PRIMARY KEY,
  first_day date NOT NULL,
  -- The last day that has a row.
  last_day date NOT NULL
);

-- Rows are added by whoever changes what values follow from, in his own transaction, and wait for nobody; the job takes away
-- what it has followed.
CREATE TABLE daily_value_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 0: of every portfolio.
  portfolio_id bigint NOT NULL,
  from_day date NOT NULL,
  -- The last day that is behind; null: all days until today.
  until_day date
);
CREATE INDEX daily_value_marks_portfolio ON daily_value_marks (portfolio_id, from_day);
INSERT INTO daily_value_marks (portfolio_id, from_day)
SELECT c.portfolio_id, min(e.day)
  FROM chains c, LATERAL (SELECT event_date AS day FROM chain_events WHERE chain_id = c.id ORDER BY event_date LIMIT 1) e GROUP BY c.portfolio_id
UNION ALL
SELECT portfolio_id, min(month) FROM ledger_months WHERE portfolio_id <> 0 GROUP BY portfolio_id;
