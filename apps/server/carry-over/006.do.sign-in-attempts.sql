-- Wrong sign-ins, counted here so that the limit holds over several servers. The key is a SHA-256 of what is
-- limited (an e-mail at an address, or an address alone), so that nothing typed into the form is kept. A window
-- begins with its first try and nothing lengthens it: nobody can lock another out for good.
CREATE TABLE sign_in_attempts (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries integer NOT NULL CHECK (tries >= 0),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sign_in_attempts_age ON sign_in_attempts (started_at);

-- Which lists a new installation started with. Each is put in place once: what users changed or deleted afterwards
-- stays as they left it.
CREATE TABLE seeds (
  name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
