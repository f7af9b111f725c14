-- Accounts that wait for an administrator, sessions with an idle end, one-time links for a new password, and the
-- browsers and networks that a person signed in from.

-- A waiting account is not active; the administrator lets it in (active) or declines it (neither).
ALTER TABLE users
  ADD COLUMN waiting boolean NOT NULL DEFAULT false,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- Sign-up does not tell which e-mails have an account, so a second one for the same e-mail must look like a first:
  -- whoever signs in with its password is told to wait, as after any sign-up. It opens nothing.
  ADD COLUMN repeated_signup_hash text,
  ADD CONSTRAINT users_waiting CHECK (NOT (waiting AND is_active));
CREATE INDEX users_waiting_age ON users (created_at) WHERE waiting;

ALTER TABLE sessions
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  -- "Keep me signed in": no idle end.
  ADD COLUMN kept boolean NOT NULL DEFAULT false,
  ADD COLUMN address text CHECK (length(address) <= 64),
  ADD COLUMN user_agent text CHECK (length(user_agent) <= 300);
-- Sessions from before were open for thirty days; they get the lifetime of a session that is not kept.
UPDATE sessions SET expires_at = least(expires_at, now() + interval '12 hours') WHERE revoked_at IS NULL;

-- SHA-256 of a browser's token or of a network: tries from here do not count with those of strangers.
CREATE TABLE known_places (
  user_id bigint NOT NULL REFERENCES users (id),
  key bytea NOT NULL CHECK (length(key) = 32),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX known_places_key ON known_places (key);

-- One link per person: a new one replaces the one before. Only the SHA-256 of its token is kept.
CREATE TABLE password_links (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_by bigint REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX password_links_token ON password_links (token_hash);
