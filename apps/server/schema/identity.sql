-- Accounts, roles, sessions and sign-ins.

-- A waiting account is not active; the administrator lets it in (active) or declines it (neither).
CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
  -- Empty where the invitation did not give it; the invited person then gives it on accepting.
  last_name text NOT NULL CHECK (length(last_name) <= 100),
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  -- Read by passwords_of() and changed by set_password() alone.
  password_hash text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  waiting boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  -- Sign-up does not reveal which e-mails have an account, so a second sign-up with the same e-mail must look like a first:
  -- its password gets the answer to wait, as after any sign-up. It opens nothing.
  repeated_signup_hash text,
  -- Set while a sign-up waits: on a waiting account, and on an account whose e-mail was signed up again. Both count, so
  -- that the count does not reveal which e-mails have an account.
  last_signup_at timestamptz,
  -- An IPv4 address or an IPv6 /64; null where the sign-up is older than this column.
  last_signup_network text CHECK (length(last_signup_network) <= 64),
  -- True until the one-time link of an invitation is used; until then no one knows the password.
  invited boolean NOT NULL DEFAULT false,
  -- Whether all portfolios, later ones included; otherwise those of user_portfolios. A user changes only portfolios that he sees.
  sees_all boolean NOT NULL DEFAULT true,
  changes_all boolean NOT NULL DEFAULT true,
  CONSTRAINT users_waiting CHECK (NOT (waiting AND is_active)),
  CONSTRAINT users_scope CHECK (sees_all OR NOT changes_all),
  CONSTRAINT users_last_signup CHECK ((waiting OR repeated_signup_hash IS NOT NULL) = (last_signup_at IS NOT NULL))
);
COMMENT ON TABLE users IS 'Register: people with an account. Never deleted: rows of other tables name them without a foreign key.';
COMMENT ON COLUMN users.password_hash IS 'The application adds it with the account, reads it by passwords_of() and changes it by set_password().';
CREATE UNIQUE INDEX users_email ON users (email);
CREATE INDEX users_places_to_wait ON users (last_signup_network, last_signup_at) WHERE last_signup_at IS NOT NULL;
CREATE OR REPLACE TRIGGER users_stay BEFORE DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The rights of a role. Those of a built-in role are in the contract alone, so that they are never behind the program.
CREATE TABLE roles (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 50 AND name = btrim(name)),
  is_built_in boolean NOT NULL DEFAULT false,
  rights text[] CHECK (cardinality(rights) <= 200 AND array_position(rights, NULL) IS NULL),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (is_built_in = (rights IS NULL))
);
COMMENT ON TABLE roles IS 'Register: sets of rights. The built-in ones are those of packages/contract/src/identity/roles.ts.';
CREATE UNIQUE INDEX roles_name ON roles (lower(name));
INSERT INTO roles (name, is_built_in)
VALUES ('Administrator', true), ('Accountant', true), ('Dealer', true), ('Approver', true), ('Portfolio Manager', true), ('Auditor', true), ('Member', true);

CREATE TABLE user_roles (
  user_id bigint NOT NULL REFERENCES users (id),
  role text NOT NULL REFERENCES roles (name),
  PRIMARY KEY (user_id, role)
);
COMMENT ON TABLE user_roles IS 'Register: the roles of a person, who has the rights of all of them.';
CREATE INDEX user_roles_role ON user_roles (role);

-- The hashes of one account, for a sign-in or a change of password: the application cannot read them in any other way, so
-- that no list of people can carry them out by mistake. Volatile: under a lock of the row it sees the row's last version.
CREATE OR REPLACE FUNCTION passwords_of(user_id bigint, OUT password_hash text, OUT repeated_signup_hash text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = em, pg_temp AS $$
  SELECT u.password_hash, u.repeated_signup_hash FROM users u WHERE u.id = user_id
$$;

-- The only way to another password.
CREATE OR REPLACE FUNCTION set_password(user_id bigint, new_hash text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = em, pg_temp AS $$
  UPDATE users SET password_hash = new_hash WHERE id = user_id
$$;

-- A token is 256 random bits; only its SHA-256 is kept, so a stolen table opens nothing.
CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- "Keep me signed in": no idle end.
  kept boolean NOT NULL DEFAULT false,
  address text CHECK (length(address) <= 64),
  user_agent text CHECK (length(user_agent) <= 300)
);
COMMENT ON TABLE sessions IS 'Of this installation, not of its books: who is signed in where. A backup leaves it out.';
CREATE UNIQUE INDEX sessions_token ON sessions (token_hash);
CREATE INDEX sessions_user ON sessions (user_id);

-- SHA-256 of a browser's token or of a network: tries from here do not count with those of strangers.
CREATE TABLE known_places (
  user_id bigint NOT NULL REFERENCES users (id),
  key bytea NOT NULL CHECK (length(key) = 32),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
COMMENT ON TABLE known_places IS 'Of this installation: browsers and networks that a person signed in from.';
CREATE INDEX known_places_key ON known_places (key);

-- One link per person: a new one replaces the one before. Only the SHA-256 of its token is kept.
CREATE TABLE password_links (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_by bigint REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE password_links IS 'Of this installation: one-time links for a new password.';
CREATE UNIQUE INDEX password_links_token ON password_links (token_hash);

-- Wrong sign-ins, counted here so that the limit holds over several servers. The key is a SHA-256 of what is
-- limited (an e-mail at an address, or an address alone), so that nothing typed into the form is kept. A window
-- begins with its first try and nothing lengthens it: no one can lock another user out for good.
CREATE TABLE sign_in_attempts (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries integer NOT NULL CHECK (tries >= 0),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE sign_in_attempts IS 'Of this installation: wrong sign-ins of the last minutes.';
CREATE INDEX sign_in_attempts_age ON sign_in_attempts (started_at);
