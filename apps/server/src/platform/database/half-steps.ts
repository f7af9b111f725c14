/**
 * Earlier versions of the program committed a migration and recorded it afterwards. A kill in between left its
 * tables without its row, and no later start got past them. Here such a migration is recognised: what stands in the
 * schema is compared with what the migrations themselves make in an empty one.
 */
import type pg from 'pg'
import { isConnectionLost, sqlState } from './database.ts'
import type { Step } from './steps.ts'

/** The first migration that was always recorded in its own transaction: from there on there is nothing to recognise. */
const RECORDED_TOGETHER = 36
const TRIAL = 'em_trial'

/** Everything that a migration can make or change, one line each, as PostgreSQL itself describes it. */
const OBJECTS = `
  WITH here AS (SELECT oid FROM pg_namespace WHERE nspname = $1),
  rel AS (SELECT c.* FROM pg_class c JOIN here ON c.relnamespace = here.oid
           WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'i', 'I') AND c.relname NOT IN ('schema_versions', 'schema_versions_pkey'))
  SELECT format('relation %s %s %s', relname, relkind, reloptions) AS line FROM rel WHERE relkind NOT IN ('i', 'I')
  UNION ALL SELECT format('column %s.%s %s %s %s %s %s %s', r.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), co.collname)
    FROM rel r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum
    LEFT JOIN pg_collation co ON co.oid = a.attcollation
   WHERE r.relkind IN ('r', 'p')
  UNION ALL SELECT format('index %s', pg_get_indexdef(oid)) FROM rel WHERE relkind IN ('i', 'I')
  UNION ALL SELECT format('view %s %s', relname, pg_get_viewdef(oid)) FROM rel WHERE relkind IN ('v', 'm')
  UNION ALL SELECT format('constraint %s %s %s', r.relname, k.conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k JOIN rel r ON r.oid = k.conrelid WHERE k.contype <> 'n'
  UNION ALL SELECT format('trigger %s %s', t.tgenabled, pg_get_triggerdef(t.oid))
    FROM pg_trigger t JOIN rel r ON r.oid = t.tgrelid WHERE NOT t.tgisinternal
  UNION ALL SELECT format('function %s', pg_get_functiondef(p.oid))
    FROM pg_proc p JOIN here ON p.pronamespace = here.oid WHERE p.prokind IN ('f', 'p')
  UNION ALL SELECT format('type %s %s %s', t.typname, t.typtype, (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder)
      FROM pg_enum e WHERE e.enumtypid = t.oid))
    FROM pg_type t JOIN here ON t.typnamespace = here.oid WHERE t.typtype IN ('e', 'd')`

/** What stands in a schema. The connection's search_path must be that schema. */
export async function objectsOf(client: pg.Client, schema: string): Promise<Set<string>> {
  const { rows } = await client.query<{ line: string }>(OBJECTS, [schema])
  const name = new RegExp(`\\b${schema}\\b`, 'g')
  return new Set(rows.map(({ line }) => line.replace(name, 'SCHEMA')))
}

/**
 * The migrations, out of those not recorded, whose work stands in the schema all the same, the first ones in order.
 * Empty on a new database and wherever the last migration was recorded in its own transaction.
 */
export async function notedAfterwards(
  client: pg.Client,
  schema: string,
  steps: readonly Step[],
  recorded: ReadonlySet<number>,
): Promise<Step[]> {
  const missing = steps.filter((step) => !recorded.has(step.version))
  if (missing.length === 0 || Math.max(0, ...recorded) >= RECORDED_TOGETHER) return []
  const there = await objectsOf(client, schema)
  if (there.size === 0) return []
  const done = steps.filter((step) => recorded.has(step.version))
  const found = await onTrial(client, schema, async () => {
    for (const step of done) await client.query(step.sql)
    let before = await objectsOf(client, TRIAL)
    let found = 0
    for (const [at, step] of missing.entries()) {
      await client.query(step.sql)
      const after = await objectsOf(client, TRIAL)
      if (hasCome(there, before, after)) found = at + 1
      before = after
    }
    return missing.slice(0, found)
  })
  return found ?? []
}

/** Whether the schema already holds everything this migration makes. Other objects in it are ignored. */
function hasCome(
  there: ReadonlySet<string>,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): boolean {
  const gone = [...before].filter((line) => !after.has(line))
  const come = [...after].filter((line) => !before.has(line))
  return (
    come.length + gone.length > 0 &&
    [...after].every((line) => there.has(line)) &&
    !gone.some((line) => there.has(line))
  )
}

/**
 * Works in an empty schema of which nothing stays. Undefined where the login may not make one, or where a statement
 * fails in it: the migrations then run as usual and say themselves what is wrong.
 */
async function onTrial<T>(client: pg.Client, schema: string, work: () => Promise<T>): Promise<T | undefined> {
  const { rows } = await client.query<{ may: boolean }>(
    "SELECT has_database_privilege(current_database(), 'CREATE') AS may",
  )
  if (!rows[0]?.may) return undefined
  await client.query('BEGIN')
  try {
    await client.query(`CREATE SCHEMA ${TRIAL}`)
    await client.query(`SET LOCAL search_path = ${TRIAL}`)
    return await work()
  } catch (error) {
    if (sqlState(error) === '' || isConnectionLost(error)) throw error
    return undefined
  } finally {
    await client.query('ROLLBACK')
    await client.query(`SET search_path = ${schema}`)
  }
}
