/**
 * Databases with their connections, lent to one test file after the other: its rows are put back to those of a first start.
 * A new database costs little; what costs is that each new connection plans every statement anew.
 */

import pg from 'pg'
import { inject } from 'vitest'
import { type Database, type Listening } from '../../src/platform/database/database.ts'
import { afterFile } from './after-file.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { openPatiently } from './open-patiently.ts'
import { keepRows } from './rewind.ts'

/** Kept by each process of the run; what is given back beyond that is dropped. */
const SPARE_MAX = 4
/** How much a database may grow, by rows that were deleted too, until it is dropped. */
const GROWN_MAX = 48 * 1024 * 1024
const SETTLE_TRIES = 100
const SETTLE_PAUSE_MS = 20

/** Everything of the schema that a test may change: with another one a database is not lent again. */
const SCHEMA = `
  WITH ours AS (SELECT oid FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema')
  SELECT md5(concat_ws('|',
    (SELECT string_agg(concat_ws(' ', oid, relname, relacl, relrowsecurity), ',' ORDER BY oid) FROM pg_class WHERE relnamespace IN (TABLE ours)),
    (SELECT string_agg(concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull, attacl), ',' ORDER BY attrelid, attnum)
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace IN (TABLE ours) AND attnum > 0),
    (SELECT string_agg(concat_ws(' ', oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger),
    (SELECT string_agg(concat_ws(' ', oid, convalidated), ',' ORDER BY oid) FROM pg_constraint),
    (SELECT string_agg(concat_ws(' ', oid, xmin, proacl), ',' ORDER BY oid) FROM pg_proc WHERE pronamespace IN (TABLE ours)),
    (SELECT string_agg(setconfig::text, ',' ORDER BY setrole) FROM pg_db_role_setting
      WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())))) AS schema,
    pg_database_size(current_database())::float8 AS bytes`
/** The number of other connections, and of those that are running a statement. */
const OTHERS = `
  SELECT count(*) FILTER (WHERE application_name <> 'equity-manager')::int AS strangers,
         count(*) FILTER (WHERE state <> 'idle')::int AS working
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`

/** Tables that a test filled: deleted rows stay in their pages, and what the planner knows of them is of the books before. */
const SWOLLEN_BYTES = 512 * 1024
const SWOLLEN = `
  SELECT coalesce(string_agg(oid::regclass::text, ', '), '') AS names FROM pg_class
   WHERE relkind = 'r' AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema')
     AND pg_relation_size(oid) > ${SWOLLEN_BYTES}`
/** Marks empty tables as never analysed: while a load fills a table that is known to be empty, its queries would be planned as for no rows. */
const UNSEEN = `
  UPDATE pg_class SET relpages = 0, reltuples = -1
   WHERE relkind = 'r' AND reltuples = 0 AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%')`

interface SchemaState {
  readonly schema: string
  readonly bytes: number
}
interface PooledDatabase {
  readonly fresh: FreshDatabase
  readonly database: Database
  readonly admin: pg.Client
  readonly back: string
  readonly first: SchemaState
}

export interface LentDatabase {
  readonly fresh: FreshDatabase
  readonly database: Database
  /** Called when the file's tests have ended. The database is lent to the next file, or dropped where more than its rows was changed. */
  giveBack(): Promise<void>
  /** Closes it before: what it holds is there until the file's tests end, for another server. */
  close(): Promise<void>
}

const spare: PooledDatabase[] = []

const schemaOf = async (admin: pg.Client) => (await admin.query<SchemaState>(SCHEMA)).rows[0] as SchemaState

async function make(): Promise<PooledDatabase> {
  const fresh = await freshDatabase({ outlives: true })
  const database = await openPatiently(fresh.application)
  const admin = new pg.Client(fresh.admin)
  // A test may end every connection: then it is dropped.
  admin.on('error', () => undefined)
  await admin.connect()
  return { fresh, database, admin, back: await keepRows(admin), first: await schemaOf(admin) }
}

/** Whether only rows were changed, and nothing goes on. */
async function canBeLent({ admin, first }: PooledDatabase): Promise<boolean> {
  for (let tries = 0; tries < SETTLE_TRIES; tries += 1) {
    const { strangers, working } =
      (await admin.query<{ strangers: number; working: number }>(OTHERS)).rows[0] ?? {}
    if (strangers === 0 && working === 0) {
      const now = await schemaOf(admin)
      return now.schema === first.schema && now.bytes < first.bytes + GROWN_MAX
    }
    await new Promise((done) => setTimeout(done, SETTLE_PAUSE_MS))
  }
  return false
}

/** Puts the rows back; the next file's reads are planned as in a new database. */
async function putBack({ admin, back, database }: PooledDatabase): Promise<void> {
  await admin.query(back)
  database.memory.clear()
  const names = (await admin.query<{ names: string }>(SWOLLEN)).rows[0]?.names
  if (names) await admin.query(`VACUUM (ANALYZE) ${names}`)
  await admin.query(UNSEEN)
}

async function close({ database, admin }: PooledDatabase): Promise<void> {
  await database.close()
  await admin.end().catch(() => undefined)
}

/** A database with the seeds of a first start, opened as the server opens it. */
export async function lendDatabase(): Promise<LentDatabase> {
  const lent = spare.pop() ?? (await make())
  const listenings = new Set<Listening>()
  const database: Database = {
    ...lent.database,
    listen: (channel, listener) => {
      const listening = lent.database.listen(channel, listener)
      listenings.add(listening)
      return listening
    },
  }
  return {
    fresh: lent.fresh,
    database,
    giveBack: async () => {
      for (const listening of listenings) await listening.close()
      // A superuser alone may put rows back, and an outside server has none for us.
      if (
        spare.length < SPARE_MAX &&
        !inject('server').outside &&
        (await canBeLent(lent).catch(() => false))
      ) {
        await putBack(lent)
        spare.push(lent)
      } else {
        await close(lent)
        await lent.fresh.drop()
      }
    },
    close: async () => {
      afterFile(() => lent.fresh.drop())
      await close(lent)
    },
  }
}
