-- The portfolios that an answer was given with, null: all. Who sees fewer by now is not given it again.
ALTER TABLE idempotency_keys ADD COLUMN portfolios bigint[];
ALTER TABLE jobs ADD COLUMN portfolios bigint[];
