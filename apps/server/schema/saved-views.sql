-- Views of lists that people keep under a name. Everybody has their own.
CREATE TABLE saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users (id),
  -- The list that it is a view of, by the name under which screens keep its columns.
  list text NOT NULL,
  name text NOT NULL,
  -- Filters, sort and days as they are in the address, and what is typed into the search.
  query text NOT NULL,
  search text NOT NULL,
  -- The order, the widths and the sort of its columns, and which are shown.
  columns jsonb NOT NULL,
  -- The list opens with it.
  is_default boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE saved_views IS 'Register: views of lists. Everybody has their own.';
CREATE UNIQUE INDEX saved_views_name ON saved_views (owner_id, list, lower(name));
CREATE UNIQUE INDEX saved_views_default ON saved_views (owner_id, list) WHERE is_default;

-- The tabs at the top of a person's sidebar.
CREATE TABLE favourite_tabs (
  owner_id bigint PRIMARY KEY REFERENCES users (id),
  -- In the order in which they are shown.
  tabs text[] NOT NULL
);
COMMENT ON TABLE favourite_tabs IS 'Register: favourite tabs. Everybody has their own.';
