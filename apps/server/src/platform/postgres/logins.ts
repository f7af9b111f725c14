/** The logins of an embedded cluster, and the database they work in. */
import pg from 'pg'
import { errorCode } from './embedded-error.ts'

/** Owns the database and the books: migrations, backup and restore connect with it. Not a superuser. */
export const ownerLogin = 'equity_manager'
/** The server's requests connect with it. It owns nothing and has only the rights of `applicationRole`. */
export const applicationLogin = 'equity_manager_server'
/** Cannot log in. The owner grants it what the application may do, on an outside database too. */
export const applicationRole = 'equity_manager_app'

/** Another process did the same thing in the same moment. */
const duplicates = ['42710', '42P04', '23505']

async function unlessThere(
  client: pg.Client,
  question: string,
  values: readonly string[],
  statement: string,
): Promise<void> {
  if ((await client.query(question, [...values])).rowCount) return
  await client.query(statement).catch((error: unknown) => {
    if (!duplicates.includes(errorCode(error))) throw error
  })
}

const ROLE = 'SELECT 1 FROM pg_roles WHERE rolname = $1'
const MEMBER = `SELECT 1 FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid JOIN pg_roles r ON r.oid = m.member
  WHERE g.rolname = $1 AND r.rolname = $2`

/**
 * Creates the two logins, the role between them and the database where they are missing: in a new cluster, and in one
 * from the time when the owner's login was the only one.
 * @param admin PostgreSQL's superuser.
 */
export async function ensureLoginsAndDatabase(admin: pg.ClientConfig, database: string): Promise<void> {
  const [owner, application, role] = [ownerLogin, applicationLogin, applicationRole].map((name) =>
    pg.escapeIdentifier(name),
  )
  const client = new pg.Client(admin)
  client.on('error', () => undefined)
  await client.connect()
  const ensure = (question: string, values: readonly string[], statement: string) =>
    unlessThere(client, question, values, statement)
  try {
    // It may create databases and roles, as the owner on an outside server may.
    await ensure(ROLE, [ownerLogin], `CREATE ROLE ${owner} LOGIN CREATEDB CREATEROLE`)
    await ensure(ROLE, [applicationRole], `CREATE ROLE ${role} NOLOGIN`)
    await ensure(MEMBER, [applicationRole, ownerLogin], `GRANT ${role} TO ${owner} WITH ADMIN OPTION`)
    await ensure(ROLE, [applicationLogin], `CREATE ROLE ${application} LOGIN`)
    await ensure(MEMBER, [applicationRole, applicationLogin], `GRANT ${role} TO ${application}`)
    await ensure(
      'SELECT 1 FROM pg_database WHERE datname = $1',
      [database],
      `CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${owner}`,
    )
  } finally {
    await client.end()
  }
}
