/** Books with the schema of an earlier version: made once for a file, then copied. */
import pg from 'pg'
import { inject } from 'vitest'
import { migrateTo } from '../../src/platform/database/migrate.ts'
import { BASELINE, oldestSteps, ownVersions, SCHEMA } from '../../src/platform/database/steps.ts'
import { afterFile } from './after-file.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

/** The first of each version; nothing is written in it. */
const firsts = new Map<number, Promise<FreshDatabase>>()

async function make(last: number): Promise<FreshDatabase> {
  afterFile(async () => firsts.delete(last))
  const first = await freshDatabase({ migrated: false })
  const versions = (await ownVersions()).filter((version) => version <= last)
  await migrateTo(first.config, versions)
  const client = new pg.Client(first.config)
  await client.connect()
  if (last < BASELINE) await asRecorded(client)
  await client.end()
  return first
}

/** Records the migrations as the oldest books have them: one by one, instead of the baseline that replaces them. */
export async function asRecorded(client: pg.ClientBase): Promise<void> {
  await client.query(`DELETE FROM ${SCHEMA}.schema_versions`)
  for (const { version, name, md5 } of await oldestSteps()) {
    await client.query(
      `INSERT INTO ${SCHEMA}.schema_versions (version, name, md5, run_at) VALUES ($1, $2, $3, now())`,
      [version, name, md5],
    )
  }
}

/** A database of this test's own, as the steps up to this one made it; up to one before the baseline, as commit a80682df did. */
export async function booksOfVersion(last: number): Promise<FreshDatabase> {
  const making = firsts.get(last) ?? make(last)
  firsts.set(last, making)
  const first = await making
  const copy = await freshDatabase({ migrated: false })
  const client = new pg.Client({ ...inject('server').address, database: 'postgres' })
  await client.connect()
  try {
    const name = pg.escapeIdentifier(copy.config.database)
    await client.query(`DROP DATABASE ${name}`)
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(first.config.database)} STRATEGY file_copy`,
    )
  } finally {
    await client.end()
  }
  return copy
}
