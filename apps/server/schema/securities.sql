-- Symbols and names of securities, with the days on which they were in force. A former name ends on the effective date of a change of
-- identity; a symbol that was edited in Equity Master ends on the day of the edit. A reversed change of identity leaves no former
-- name. The tables are named with their schema, so that a person's scope does not limit them.

-- Former names. `by_event`: ended by a change of identity; otherwise by an edit in Equity Master.
CREATE OR REPLACE FUNCTION former_names()
RETURNS TABLE (equity_id bigint, symbol text, name text, isin text, valid_from date, valid_until date, by_event boolean) LANGUAGE sql STABLE AS $$
  SELECT c.equity_id, c.was ->> 'symbol', c.was ->> 'name', c.was ->> 'isin', lag(c.day) OVER (PARTITION BY c.equity_id ORDER BY c.step), c.day, true
    FROM (SELECT a.equity_id, a.ex_date AS day, s.id AS step, s.detail::jsonb AS was
            FROM em.corporate_actions a
            JOIN LATERAL (SELECT w.id, w.detail FROM em.action_steps w WHERE w.action_id = a.id AND w.what = 'was' ORDER BY w.id DESC LIMIT 1) s ON true
           WHERE a.kind = 'identity' AND a.state IN ('entitled', 'processed') AND a.equity_id IS NOT NULL) c
  UNION ALL
  SELECT h.equity_id, h.symbol, NULL, NULL, NULL, (n.valid_from AT TIME ZONE 'Asia/Colombo')::date, false
    FROM em.equity_symbols h JOIN em.equities e ON e.id = h.equity_id
    JOIN LATERAL (SELECT l.valid_from FROM em.equity_symbols l WHERE l.equity_id = h.equity_id AND l.valid_from > h.valid_from
                   ORDER BY l.valid_from LIMIT 1) n ON true
   WHERE lower(h.symbol) <> lower(e.symbol)
     AND NOT EXISTS (SELECT FROM em.corporate_actions a WHERE a.kind = 'identity' AND a.equity_id = h.equity_id
                        AND (EXISTS (SELECT FROM em.action_versions v WHERE v.action_id = a.id AND lower(v.form ->> 'newSecurityCode') = lower(h.symbol))
                          OR EXISTS (SELECT FROM em.action_steps w WHERE w.action_id = a.id AND w.what = 'was'
                                                                     AND lower(w.detail::jsonb ->> 'symbol') = lower(h.symbol))))
$$;

-- The securities that a text may mean on a day (null: today), as a symbol or as a company name. Place 1 is the best fit; two securities
-- with place 1 are ambiguous. Order: a symbol before a name; then a security that had it on the day, one that had it before the day,
-- one that got it after the day, one that had it in Equity Master only.
CREATE OR REPLACE FUNCTION securities_meant(word text, on_day date)
RETURNS TABLE (equity_id bigint, by_symbol boolean, place bigint) LANGUAGE sql STABLE AS $$
  WITH called AS (
    SELECT e.id, lower(e.symbol) = lower(word) AS by_symbol, 'now' AS kind, 'infinity'::date AS ends,
           coalesce((SELECT max(f.valid_until) FROM em.former_names() f WHERE f.equity_id = e.id AND f.by_event), '-infinity') AS begins
      FROM em.equities e WHERE lower(e.symbol) = lower(word) OR lower(e.name) = lower(word)
    UNION ALL
    SELECT f.equity_id, lower(f.symbol) = lower(word), CASE WHEN f.by_event THEN 'event' ELSE 'register' END, f.valid_until,
           coalesce(f.valid_from, '-infinity')
      FROM em.former_names() f WHERE lower(f.symbol) = lower(word) OR lower(f.name) = lower(word)),
  tiered AS (
    SELECT c.*, CASE WHEN c.kind = 'register' THEN 3
                     WHEN on_day IS NULL THEN CASE c.kind WHEN 'now' THEN 0 ELSE 1 END
                     WHEN on_day >= c.begins AND on_day < c.ends THEN 0
                     WHEN on_day >= c.ends THEN 1 ELSE 2 END AS tier
      FROM called c),
  placed AS (
    SELECT t.id, t.by_symbol,
           dense_rank() OVER (ORDER BY t.by_symbol DESC, t.tier, CASE
             WHEN NOT t.by_symbol THEN 0
             WHEN t.tier = 3 THEN date '9999-12-31' - t.ends
             WHEN on_day IS NULL THEN 0
             WHEN t.tier = 0 THEN least(t.ends, '9999-12-31') - on_day
             WHEN t.tier = 1 THEN on_day - t.ends
             ELSE greatest(t.begins, on_day) - on_day END) AS place
      FROM tiered t)
  SELECT p.id, bool_or(p.by_symbol), min(p.place) FROM placed p GROUP BY p.id
$$;

-- The one security that a symbol means on a day; null where none does, or several do.
CREATE OR REPLACE FUNCTION security_of_symbol(of_symbol text, on_day date) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT CASE WHEN count(*) = 1 THEN min(m.equity_id) END FROM em.securities_meant(of_symbol, on_day) m WHERE m.by_symbol AND m.place = 1);
END
$$;

-- The securities that a trade may mean by its symbol and its company name: of several securities with the symbol, those with the
-- name. `is_named`: the company name is or was that of the securities found.
CREATE OR REPLACE FUNCTION securities_traded(of_symbol text, company text, on_day date)
RETURNS TABLE (equity_ids bigint[], is_named boolean) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT array_agg(f.equity_id), bool_and(f.is_named)
    FROM (SELECT s.equity_id, n.equity_id IS NOT NULL AS is_named, rank() OVER (ORDER BY n.equity_id IS NULL, s.place) AS fit
            FROM em.securities_meant(of_symbol, on_day) s LEFT JOIN em.securities_meant(company, on_day) n ON n.equity_id = s.equity_id
           WHERE s.by_symbol) f
   WHERE f.fit = 1;
END
$$;

-- The securities for the symbol filter of a list: the one that has the symbol, otherwise those that had it.
CREATE OR REPLACE FUNCTION securities_of_symbol(of_symbol text) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT m.equity_id FROM em.securities_meant(of_symbol, NULL) m WHERE m.by_symbol AND m.place = 1
$$;

-- The securities whose present or former symbol or name matches a LIKE pattern.
CREATE OR REPLACE FUNCTION securities_like(pattern text) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT e.id FROM em.equities e WHERE e.name ILIKE pattern OR e.symbol ILIKE pattern
   UNION SELECT f.equity_id FROM em.former_names() f WHERE f.name ILIKE pattern OR f.symbol ILIKE pattern
$$;

-- Present and former names with the days on which they mean the security, for comparing many texts at once. A former symbol that
-- another security has today ends on its day.
CREATE OR REPLACE FUNCTION names_by_day() RETURNS TABLE (equity_id bigint, symbol text, name text, begins date, ends date) LANGUAGE sql STABLE AS $$
  SELECT e.id, e.symbol, e.name,
         coalesce((SELECT max(f.valid_until) FROM em.former_names() f WHERE f.by_event AND f.equity_id <> e.id AND lower(f.symbol) = lower(e.symbol)),
                  '-infinity'), 'infinity'::date
    FROM em.equities e
  UNION ALL
  SELECT f.equity_id, f.symbol, f.name, '-infinity',
         CASE WHEN EXISTS (SELECT FROM em.equities o WHERE o.id <> f.equity_id AND lower(o.symbol) = lower(f.symbol)) THEN f.valid_until ELSE 'infinity' END
    FROM em.former_names() f WHERE f.by_event
$$;

-- The former name of a security, for people: "before 01 Jul 2026 OLD.N0000 (Old Holdings PLC)". Null where it always had its name.
CREATE OR REPLACE FUNCTION formerly(of_equity bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- Lists call this for thousands of securities; nearly none has a former name.
  IF NOT EXISTS (SELECT FROM em.corporate_actions a WHERE a.kind = 'identity' AND a.equity_id = of_equity)
     AND NOT EXISTS (SELECT FROM em.equity_symbols h WHERE h.equity_id = of_equity OFFSET 1) THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT string_agg(concat('before ', to_char(f.valid_until, 'DD Mon YYYY'), ' ', f.symbol,
                                   CASE WHEN lower(f.name) <> lower(e.name) THEN ' (' || f.name || ')' END), '; ' ORDER BY f.valid_until DESC, f.symbol)
            FROM em.former_names() f JOIN em.equities e ON e.id = f.equity_id
           WHERE f.equity_id = of_equity AND (lower(f.symbol) <> lower(e.symbol) OR lower(f.name) <> lower(e.name)));
END
$$;
