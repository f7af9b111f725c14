import pg from 'pg'
import { errorCode } from './embedded-error.ts'

/** The role the application connects as: owner of its database, not a superuser. */
export const ownerRole = 'equity_manager'

/** Another process created the same thing in the same moment. */
const duplicates = ['42710', '42P04', '23505']

async function createUnlessThere(
  client: pg.Client,
  question: string,
  name: string,
  create: string,
): Promise<void> {
  if ((await client.query(question, [name])).rowCount) return
  await client.query(create).catch((error: unknown) => {
    if (!duplicates.includes(errorCode(error))) throw error
  })
}

/**
 * Creates the application's role and database where they are missing.
 * The role may create databases and roles, as one on an outside server must, but cannot pass the rights
 * that the books are protected with.
 */
export async function ensureOwnerAndDatabase(admin: pg.ClientConfig, database: string): Promise<void> {
  const client = new pg.Client(admin)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const role = pg.escapeIdentifier(ownerRole)
    await createUnlessThere(
      client,
      'SELECT 1 FROM pg_roles WHERE rolname = $1',
      ownerRole,
      `CREATE ROLE ${role} LOGIN CREATEDB CREATEROLE`,
    )
    await createUnlessThere(
      client,
      'SELECT 1 FROM pg_database WHERE datname = $1',
      database,
      `CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${role}`,
    )
  } finally {
    await client.end()
  }
}
