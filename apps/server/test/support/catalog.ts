/** The schema of the books, one line for each object, as PostgreSQL itself describes it. */
import type pg from 'pg'

/** Columns are compared by name, without their order: a column that was added later is the last one in older books. */
const LINES = `
  WITH here AS (SELECT oid, nspacl, nspname FROM pg_namespace WHERE nspname = current_schema()),
  rel AS (SELECT c.* FROM pg_class c JOIN here ON c.relnamespace = here.oid),
  col AS (SELECT r.relname, r.relkind, a.* FROM rel r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
           WHERE r.relkind IN ('r', 'p', 'v', 'm')),
  said AS (
    SELECT 'schema' AS kind, nspname::text AS name, '' AS more, nspacl AS acl, NULL::text AS comment FROM here
    UNION ALL SELECT 'relation', relname, format('%s %s %s', relkind, relpersistence, reloptions), relacl, obj_description(oid, 'pg_class')
      FROM rel WHERE relkind NOT IN ('i', 'I')
    UNION ALL SELECT 'column', relname || '.' || attname,
        format('%s notnull=%s identity=%s generated=%s storage=%s default=%s collation=%s', format_type(atttypid, atttypmod), attnotnull,
               attidentity, attgenerated, attstorage, (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d WHERE d.adrelid = attrelid AND d.adnum = attnum),
               (SELECT collname FROM pg_collation WHERE oid = attcollation)), attacl, col_description(attrelid, attnum)
      FROM col
    UNION ALL SELECT 'sequence', relname, format('%s %s %s %s %s %s of %s', format_type(s.seqtypid, NULL), seqstart, seqincrement, seqmin, seqmax,
        seqcycle, (SELECT format('%s.%s %s', d.refobjid::regclass, a.attname, d.deptype) FROM pg_depend d
          JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
         WHERE d.objid = rel.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i'))), NULL, NULL
      FROM rel JOIN pg_sequence s ON s.seqrelid = rel.oid
    UNION ALL SELECT 'index', relname, pg_get_indexdef(rel.oid) || CASE WHEN x.indisvalid AND x.indisready THEN '' ELSE ' NOT VALID' END, NULL,
        obj_description(rel.oid, 'pg_class') FROM rel JOIN pg_index x ON x.indexrelid = rel.oid
    UNION ALL SELECT 'constraint', r.relname || '.' || k.conname,
        pg_get_constraintdef(k.oid) || CASE WHEN k.convalidated THEN '' ELSE ' NOT VALID' END, NULL, obj_description(k.oid, 'pg_constraint')
      FROM pg_constraint k JOIN rel r ON r.oid = k.conrelid WHERE k.contype <> 'n'
    UNION ALL SELECT 'trigger', r.relname || '.' || t.tgname, format('%s %s', t.tgenabled, pg_get_triggerdef(t.oid)), NULL, obj_description(t.oid, 'pg_trigger')
      FROM pg_trigger t JOIN rel r ON r.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION ALL SELECT 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid), p.proacl, obj_description(p.oid, 'pg_proc')
      FROM pg_proc p JOIN here ON p.pronamespace = here.oid WHERE p.prokind IN ('f', 'p')
    UNION ALL SELECT 'view', relname, pg_get_viewdef(oid), NULL, NULL FROM rel WHERE relkind IN ('v', 'm')
    UNION ALL SELECT 'type', t.typname, format('%s %s', t.typtype, (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder)
        FROM pg_enum e WHERE e.enumtypid = t.oid)), t.typacl, obj_description(t.oid, 'pg_type')
      FROM pg_type t JOIN here ON t.typnamespace = here.oid WHERE t.typtype IN ('e', 'd')
    UNION ALL SELECT 'rule', r.relname || '.' || u.rulename, pg_get_ruledef(u.oid), NULL, NULL
      FROM pg_rewrite u JOIN rel r ON r.oid = u.ev_class WHERE r.relkind <> 'v'
    UNION ALL SELECT 'policy', r.relname || '.' || p.polname, p.polcmd::text, NULL, NULL FROM pg_policy p JOIN rel r ON r.oid = p.polrelid)
  SELECT format('%s %s: %s', kind, name, more) || coalesce(' rights ' || rights, '') || coalesce(' comment ' || comment, '') AS line
    FROM said CROSS JOIN LATERAL (SELECT string_agg(g, ' ' ORDER BY g) AS rights FROM (
           SELECT format('%s:%s', CASE WHEN x.grantee = 0 THEN 'public' ELSE x.grantee::regrole::text END, x.privilege_type) AS g
             FROM aclexplode(acl) x) q) a
   ORDER BY 1`

/** The lines of a schema, that of the books when left out, in the database that the connection is to. */
export async function catalogOf(client: pg.ClientBase, schema = 'em'): Promise<string[]> {
  await client.query(`SET search_path = ${schema}`)
  const { rows } = await client.query<{ line: string }>(LINES)
  return rows.map(({ line }) => line)
}
