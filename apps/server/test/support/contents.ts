/** The contents of the tables of a database: a hash of each table's rows, whatever their order. */
import { createHash } from 'node:crypto'
import pg from 'pg'

export interface Contents {
  readonly [table: string]: { readonly rows: number; readonly hash: string }
}

/** Rows as text in the order of that text, of all tables of the books, hashed. Generated columns included. */
export async function contentsOf(
  connection: pg.ClientConfig,
  leftOut: readonly string[] = [],
): Promise<Contents> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query("SET search_path = em; SET TimeZone = 'UTC'")
    const tables = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'em' AND tablename <> ALL ($1) ORDER BY 1",
      [leftOut],
    )
    const found: Record<string, { rows: number; hash: string }> = {}
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(
        `SELECT t::text AS text FROM em.${pg.escapeIdentifier(name)} t ORDER BY t::text COLLATE "C"`,
      )
      const sum = createHash('sha256')
      for (const { text } of rows) sum.update(`${text}\n`)
      found[name] = { rows: rows.length, hash: sum.digest('hex') }
    }
    return found
  } finally {
    await client.end()
  }
}

/** Everything else that a restore must not lose: triggers and their state, constraints, indexes, rights, next numbers. */
export async function schemaOf(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('SET search_path = em')
    const { rows } = await client.query<{ text: string }>(
      `SELECT 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text AS text FROM pg_trigger t
         JOIN pg_class c ON c.oid = tgrelid WHERE c.relnamespace = 'em'::regnamespace AND NOT tgisinternal
       UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid)
         FROM pg_constraint WHERE connamespace = 'em'::regnamespace AND conrelid <> 0
       UNION ALL SELECT 'index ' || pg_get_indexdef(indexrelid) FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
        WHERE c.relnamespace = 'em'::regnamespace
       UNION ALL SELECT 'rights ' || relname || ' ' || relacl::text FROM pg_class WHERE relnamespace = 'em'::regnamespace AND relacl IS NOT NULL
       ORDER BY 1`,
    )
    const sequences = await client.query<{ text: string }>(
      `SELECT 'next of ' || sequencename || ' after ' || coalesce(last_value::text, 'nothing') AS text
         FROM pg_sequences WHERE schemaname = 'em' AND sequencename <> 'backups_id_seq' ORDER BY 1`,
    )
    return [...rows, ...sequences.rows].map(({ text }) => text)
  } finally {
    await client.end()
  }
}
