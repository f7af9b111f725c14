/**
 * Removes the obstacles to loading rows that were right already: triggers that derive rows or refuse them, references that
 * are checked row by row, indexes that grow row by row. All is put back in the same transaction; a reference that is put
 * back checks every row, a unique index too.
 */
import pg from 'pg'
import { SCHEMA } from '../platform/database/steps.ts'

interface Change {
  readonly aside: string
  readonly back: string
}

const id = (name: string) => pg.escapeIdentifier(name)
const inSchema = (name: string) => `${SCHEMA}.${id(name)}`

/** How a trigger is put back, by its state in `pg_trigger.tgenabled`. */
const ENABLE: Readonly<Record<string, string>> = { O: 'ENABLE', A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA' }

async function triggers(client: pg.Client): Promise<Change[]> {
  const { rows } = await client.query<{ table: string; name: string; state: string }>(
    `SELECT c.relname AS table, t.tgname AS name, t.tgenabled AS state
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = $1::regnamespace AND NOT t.tgisinternal AND t.tgenabled <> 'D'`,
    [SCHEMA],
  )
  return rows.map(({ table, name, state }) => ({
    aside: `ALTER TABLE ${inSchema(table)} DISABLE TRIGGER ${id(name)}`,
    back: `ALTER TABLE ${inSchema(table)} ${ENABLE[state]} TRIGGER ${id(name)}`,
  }))
}

async function references(client: pg.Client): Promise<Change[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE c.relnamespace = $1::regnamespace AND k.contype = 'f' AND k.conparentid = 0 ORDER BY k.oid`,
    [SCHEMA],
  )
  return rows.map(({ table, name, definition }) => ({
    aside: `ALTER TABLE ${inSchema(table)} DROP CONSTRAINT ${id(name)}`,
    back: `ALTER TABLE ${inSchema(table)} ADD CONSTRAINT ${id(name)} ${definition}`,
  }))
}

/** Indexes that no constraint is made of. */
async function indexes(client: pg.Client): Promise<Change[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.relname AS name, pg_get_indexdef(i.oid) AS definition
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
      WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND x.indisvalid
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid)
        AND NOT x.indisreplident AND NOT x.indisclustered
      ORDER BY i.oid`,
    [SCHEMA],
  )
  return rows.map(({ name, definition }) => ({
    aside: `DROP INDEX ${inSchema(name)}`,
    back: definition,
  }))
}

/**
 * Sets it all aside, in the transaction that is open on the connection. Answers how to put it back.
 * Putting back throws what PostgreSQL says where a row breaks a reference or a unique index.
 */
export async function setAside(client: pg.Client): Promise<() => Promise<void>> {
  const [some, keys, lists] = [await triggers(client), await references(client), await indexes(client)]
  const all = [...some, ...keys, ...lists]
  for (const { aside } of all) await client.query(aside)
  return async () => {
    await client.query("SET LOCAL maintenance_work_mem = '128MB'")
    for (const { back } of [...lists, ...keys, ...some]) await client.query(back)
  }
}
