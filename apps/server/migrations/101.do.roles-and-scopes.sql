-- Roles as data in place of one administrator, and the portfolios of a person.
CREATE TABLE roles (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 50 AND name = btrim(name)),
  is_built_in boolean NOT NULL DEFAULT false,
  rights text[] CHECK (cardinality(rights) <= 200 AND array_position(rights, NULL) IS NULL),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (is_built_in = (rights IS NULL))
);
CREATE UNIQUE INDEX roles_name ON roles (lower(name));
INSERT INTO roles (name, is_built_in)
VALUES ('Administrator', true), ('Accountant', true), ('Dealer', true), ('Approver', true), ('Portfolio Manager', true), ('Auditor', true), ('Member', true);
CREATE TABLE user_roles (
  user_id bigint NOT NULL REFERENCES users (id),
  role text NOT NULL REFERENCES roles (name),
  PRIMARY KEY (user_id, role)
);
CREATE INDEX user_roles_role ON user_roles (role);
CREATE TABLE user_portfolios (
  user_id bigint NOT NULL REFERENCES users (id),
  portfolio_id bigint NOT NULL REFERENCES portfolios (id) ON DELETE CASCADE,
  may_change boolean NOT NULL,
  PRIMARY KEY (user_id, portfolio_id)
);
CREATE INDEX user_portfolios_portfolio ON user_portfolios (portfolio_id);
INSERT INTO user_roles SELECT id, CASE WHEN is_admin THEN 'Administrator' ELSE 'Member' END FROM users;
DROP INDEX users_one_admin;
ALTER TABLE users DROP COLUMN is_admin, DROP CONSTRAINT users_last_name_check,
  ADD COLUMN invited boolean NOT NULL DEFAULT false,
  ADD COLUMN sees_all boolean NOT NULL DEFAULT true,
  ADD COLUMN changes_all boolean NOT NULL DEFAULT true,
  ADD CONSTRAINT users_last_name_check CHECK (length(last_name) <= 100),
  ADD CONSTRAINT users_scope CHECK (sees_all OR NOT changes_all);
