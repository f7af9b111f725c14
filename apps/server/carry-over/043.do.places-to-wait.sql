-- Accounts that wait are counted per network and wait 30 days at most.

-- Set while a sign-up waits: on a waiting account, and on an account with which somebody signed up again. Both count, so
-- that the count does not tell which e-mails have an account.
ALTER TABLE users
  ADD COLUMN last_signup_at timestamptz,
  -- An IPv4 address or an IPv6 /64; null where the sign-up is older than this column.
  ADD COLUMN last_signup_network text CHECK (length(last_signup_network) <= 64);
UPDATE users SET last_signup_at = CASE WHEN waiting THEN created_at ELSE now() END
 WHERE waiting OR repeated_signup_hash IS NOT NULL;
ALTER TABLE users
  ADD CONSTRAINT users_last_signup CHECK ((waiting OR repeated_signup_hash IS NOT NULL) = (last_signup_at IS NOT NULL));
DROP INDEX users_waiting_age;
CREATE INDEX users_places_to_wait ON users (last_signup_network, last_signup_at) WHERE last_signup_at IS NOT NULL;
