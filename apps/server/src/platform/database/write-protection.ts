/** The protection between the application's SQL sessions and the right to rewrite the books. */
import type { WriteProtection } from '@em/contract/identity/identity'
import type pg from 'pg'
import { applicationRole } from '../postgres/logins.ts'
import { SCHEMA } from './steps.ts'

/**
 * Whether the login could rewrite the books if it left the application's role: itself or by a role that it may take, it
 * owns one of them or what holds them, writes the machine's files, or has a right that the application must not have.
 */
const PROTECTION = `
  WITH reach AS (
    SELECT r.* FROM pg_roles me JOIN pg_roles r ON pg_has_role(me.oid, r.oid, 'MEMBER') WHERE me.rolname = session_user),
  books AS (SELECT oid, relowner, relkind IN ('r', 'p') AS holds_rows FROM pg_class WHERE relnamespace = to_regnamespace($1)),
  owners AS (
    SELECT nspowner AS owner FROM pg_namespace WHERE nspname = $1
    UNION SELECT datdba FROM pg_database WHERE datname = current_database()
    UNION SELECT relowner FROM books
    UNION SELECT proowner FROM pg_proc WHERE pronamespace = to_regnamespace($1)),
  kept AS (
    SELECT g.tgrelid AS oid, bit_or(g.tgtype::int) AS refused
      FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
     WHERE f.proname = 'refuse_change' AND g.tgrelid IN (SELECT oid FROM books) GROUP BY g.tgrelid)
  SELECT current_user = $2 AS reduced, EXISTS (
    SELECT FROM reach r
     WHERE r.rolsuper
        OR (r.rolcreaterole AND current_setting('server_version_num')::int < 160000)
        OR r.rolname IN ('pg_write_server_files', 'pg_execute_server_program')
        OR r.oid IN (SELECT owner FROM owners)
        OR has_schema_privilege(r.oid, to_regnamespace($1), 'CREATE')
        OR has_parameter_privilege(r.oid, 'session_replication_role', 'SET')
        OR EXISTS (SELECT FROM books WHERE holds_rows AND has_table_privilege(r.oid, oid, 'TRUNCATE, TRIGGER'))
        OR EXISTS (SELECT FROM kept WHERE (refused & 16 <> 0 AND has_any_column_privilege(r.oid, oid, 'UPDATE'))
                                       OR (refused & 8 <> 0 AND has_table_privilege(r.oid, oid, 'DELETE')))) AS could`

/**
 * Finds the protection on a connection that is set up as the application's are.
 * @returns `two logins` where the login itself cannot rewrite the books, whatever a session of it says; `set role`
 *   where the session works without that right but its login has it; else `triggers`.
 */
export async function findWriteProtection(client: pg.ClientBase): Promise<WriteProtection> {
  const { rows } = await client.query<{ could: boolean; reduced: boolean }>(PROTECTION, [
    SCHEMA,
    applicationRole,
  ])
  const [found] = rows
  if (found?.could === false) return 'two logins'
  return found?.reduced ? 'set role' : 'triggers'
}

const TEXTS: Record<WriteProtection, string> = {
  'two logins': 'the server uses a login that does not own the books and cannot become their owner',
  'set role': 'the server gives up the right to change the books, but its login could take it back',
  triggers: 'only the triggers keep the books from being changed; the login of the server owns them',
}

/** The write protection in a sentence for the person at the console. */
export const writeProtectionText = (protection: WriteProtection): string =>
  `Protection of the books (${protection}): ${TEXTS[protection]}.`
