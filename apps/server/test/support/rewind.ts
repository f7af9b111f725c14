/** Cases that each need the same small book share a server: its database is put back to where it stood, row by row. */
import pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'
import { afterFile } from './after-file.ts'

/** Tables by their number; the columns are those that may be written. The health check must always find its row. */
const TABLES = `
  SELECT c.oid::int AS id, c.oid::regclass::text AS name,
         (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
     AND c.relname <> 'write_probe'`
const SEQUENCES = `
  SELECT format('%I.%I', schemaname, sequencename) AS name, coalesce(last_value, start_value) AS at, last_value IS NOT NULL AS is_called
    FROM pg_sequences`

interface Table {
  readonly id: number
  readonly name: string
  readonly columns: string
}
interface Sequence {
  readonly name: string
  readonly at: string
  readonly is_called: boolean
}

/**
 * Keeps what the books hold now, in tables of the session.
 * @param client a superuser's.
 * @returns the statements that put it back, sequences too; nothing else may be running meanwhile.
 */
export async function keepRows(client: pg.Client): Promise<string> {
  const tables = (await client.query<Table>(TABLES)).rows
  const seeds = new Map<Table, number>()
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${table.name} LIMIT 1`)
    if (!rowCount) continue
    const copied = await client.query(
      `CREATE TEMP TABLE kept_${table.id} AS SELECT ${table.columns} FROM ${table.name}`,
    )
    seeds.set(table, copied.rowCount ?? 0)
  }
  const { rows: now } = await client.query<{ last: string }>('SELECT pg_current_xact_id()::text AS last')
  const last = now[0]?.last
  // A table without writes since then is skipped: rows that are put back leave as many dead rows behind.
  const putBack = ({ id, name, columns }: Table, count: number) => `
    IF (SELECT count(*) <> ${count} OR bool_or(xmin::text::bigint > ${last}) FROM ${name}) THEN
      DELETE FROM ${name};
      INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM pg_temp.kept_${id};
    END IF`
  const sequences = (await client.query<Sequence>(SEQUENCES)).rows
  // A function of the session plans its three hundred statements once, not at each call.
  await client.query(`CREATE FUNCTION pg_temp.put_back() RETURNS void LANGUAGE plpgsql AS $put_back$ BEGIN
    ${[
      ...tables.filter((table) => !seeds.has(table)).map(({ name }) => `DELETE FROM ${name}`),
      ...[...seeds].map(([table, count]) => putBack(table, count)),
      ...sequences.map(
        ({ name, at, is_called }) => `PERFORM setval(${pg.escapeLiteral(name)}, ${at}, ${is_called})`,
      ),
    ].join(';\n')};
  END $put_back$`)
  // Without triggers and foreign keys: for all of the session, since a change of it throws every plan away. To say it again costs nothing.
  return "SET session_replication_role = 'replica'; SELECT pg_temp.put_back()"
}

/** The parts of a server of a test that are put back. */
interface Rewound {
  readonly fresh: { readonly admin: pg.ClientConfig }
  readonly database: Pick<Database, 'memory'>
  readonly clock: { today(): string; set(today: string): void }
}

/**
 * Keeps what the books hold now.
 * @returns a function that puts it back, sequences and clock too; nothing else may be running meanwhile. It takes a tenth of the time
 *   of a new server.
 */
export async function rewindable(api: Rewound): Promise<() => Promise<void>> {
  const client = new pg.Client(api.fresh.admin)
  await client.connect()
  afterFile(() => client.end())
  const today = api.clock.today()
  const back = await keepRows(client)
  return async () => {
    await client.query(back)
    api.database.memory.clear()
    api.clock.set(today)
  }
}
