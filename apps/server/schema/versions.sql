-- What registers said on a day (decision 050). A register holds what is known now; the acts that changed it are its versions, in the
-- audit rows, and a change of a field that figures rest on has an effective date (`effective_from`). Tables are named with their
-- schema where everybody may see them, so that a person's scope does not limit them.

-- The fields of records that said otherwise on a day, with what they said. Of the changes that were effective by then the last one that was
-- recorded holds; before all of them, what the first one found. What is not here says what the record says now.
CREATE OR REPLACE FUNCTION said_on(register text, day date) RETURNS TABLE (record bigint, field text, value jsonb) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (a.entity_id, k.field) a.entity_id::bigint, k.field, CASE WHEN h.holds THEN a.after -> k.field ELSE a.before -> k.field END
    FROM em.audit a CROSS JOIN LATERAL jsonb_object_keys(a.before) AS k (field)
   CROSS JOIN LATERAL (SELECT (a.after ->> 'effective_from')::date <= day AS holds) h
   WHERE a.entity = register AND a.action = register || '.update' AND a.after ? 'effective_from'
     AND a.before -> k.field IS DISTINCT FROM a.after -> k.field
   ORDER BY a.entity_id, k.field, h.holds DESC, CASE WHEN h.holds THEN -a.id ELSE a.id END
$$;

-- What limits and reports by issuer ask of securities, as it held on a day by what is known now. A security is what it was when it
-- was added on all earlier days.
CREATE OR REPLACE FUNCTION security_facts(day date)
RETURNS TABLE (equity_id bigint, symbol text, sector text, issuer text, issuer_group text, board text, votes_per_share integer)
LANGUAGE sql STABLE AS $$
  SELECT e.id, e.symbol,
         CASE WHEN s.said ? 'sector' THEN s.said ->> 'sector' ELSE e.sector END,
         coalesce(CASE WHEN s.said ? 'issuer' THEN s.said ->> 'issuer' ELSE e.issuer END, em.issuer_of(e.symbol)),
         CASE WHEN s.said ? 'issuerGroup' THEN s.said ->> 'issuerGroup' ELSE e.issuer_group END,
         CASE WHEN s.said ? 'board' THEN s.said ->> 'board' ELSE e.board END,
         coalesce(CASE WHEN s.said ? 'votesPerShare' THEN (s.said ->> 'votesPerShare')::integer ELSE e.votes_per_share END,
                  em.votes_of(e.symbol))
    FROM em.equities e
    LEFT JOIN (SELECT o.record, jsonb_object_agg(o.field, o.value) AS said FROM em.said_on('equities', day) o GROUP BY o.record) s
           ON s.record = e.id
$$;

-- The same of portfolios in scope: to which portfolio one belonged, and how it was valued and accounted for.
CREATE OR REPLACE FUNCTION portfolio_facts(day date)
RETURNS TABLE (portfolio_id bigint, parent_portfolio_id text, price_basis text, accounting_treatment text) LANGUAGE sql STABLE AS $$
  SELECT p.id,
         CASE WHEN s.said ? 'parentPortfolioId' THEN s.said ->> 'parentPortfolioId' ELSE p.parent_portfolio_id END,
         CASE WHEN s.said ? 'priceBasis' THEN s.said ->> 'priceBasis' ELSE p.price_basis END,
         CASE WHEN s.said ? 'accountingTreatment' THEN s.said ->> 'accountingTreatment' ELSE p.accounting_treatment END
    FROM portfolios p
    LEFT JOIN (SELECT o.record, jsonb_object_agg(o.field, o.value) AS said FROM em.said_on('portfolios', day) o GROUP BY o.record) s
           ON s.record = p.id
$$;
