/** The application's login, tested as an attacker who can run any SQL in its session. */
import { health } from '@em/contract/identity/identity'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { fillSmallBook } from '../support/small-book.ts'

let api: Api
let owner: string
beforeAll(async () => {
  api = await startApi()
  await fillSmallBook(api)
  owner = pg.escapeIdentifier(api.fresh.config.user)
})

interface Outcome {
  readonly code: string
  readonly message: string
}

/** Opens a session as the server does, takes a way out of its role and tries statements one at a time. */
async function attempt(
  way: readonly string[],
  attacks: readonly string[],
  options = '-c role=equity_manager_app',
): Promise<Map<string, Outcome>> {
  const client = new pg.Client({ ...api.fresh.application, options })
  await client.connect()
  try {
    for (const statement of [...way, 'SET search_path = em']) await client.query(statement)
    const outcomes = new Map<string, Outcome>()
    for (const attack of attacks) {
      const answer = await client.query(attack).then(
        () => ({ code: 'done', message: '' }),
        ({ code, message }: Outcome) => ({ code, message }),
      )
      outcomes.set(attack, answer)
    }
    return outcomes
  } finally {
    await client.end()
  }
}

/** Statements that were not refused for want of a right. */
function gotThrough(outcomes: Map<string, Outcome>, words = DENIED): string[] {
  return [...outcomes].flatMap(([attack, { code, message }]) =>
    code === '42501' && words.test(message) ? [] : [`${attack}: ${code} ${message}`],
  )
}

interface Refused {
  readonly name: string
  readonly refused: number
}

/** Tables of facts, as the database itself says: those whose triggers refuse a change of their rows. */
async function factTables(): Promise<Refused[]> {
  return api.database.query<Refused>(
    `SELECT c.relname AS name, bit_or(g.tgtype::int) AS refused
       FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid JOIN pg_class c ON c.oid = g.tgrelid
      WHERE f.proname = 'refuse_change' AND c.relnamespace = 'em'::regnamespace GROUP BY c.relname ORDER BY c.relname`,
  )
}

async function allTables(): Promise<string[]> {
  const rows = await api.database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'em'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1",
  )
  return rows.map(({ name }) => name)
}

async function firstColumn(table: string): Promise<string> {
  const [row] = await api.database.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' ORDER BY attnum LIMIT 1`,
    [`em.${table}`],
  )
  return pg.escapeIdentifier(row?.name ?? '')
}

const DENIED =
  /^(permission denied|must be owner|must have admin option|must be able to|must be superuser|only roles with|role .* has not)/

/** Statements that give a session other rights than its login has, and the way back that PostgreSQL always allows. */
const WAYS_OUT: readonly (readonly string[])[] = [
  [],
  ['RESET ROLE'],
  ['SET ROLE NONE'],
  ['RESET ALL'],
  ['DISCARD ALL', 'SET search_path = em'],
  ['RESET SESSION AUTHORIZATION'],
  ['SET SESSION AUTHORIZATION DEFAULT'],
]

test('the server reports two logins, and its login owns nothing', async () => {
  expect(await api.ask(health)).toMatchObject({ wall: 'two logins' })
  const owned = await api.database.query(
    `SELECT c.relname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE r.rolname = session_user
     UNION ALL SELECT p.proname FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner WHERE r.rolname = session_user
     UNION ALL SELECT n.nspname FROM pg_namespace n JOIN pg_roles r ON r.oid = n.nspowner WHERE r.rolname = session_user
     UNION ALL SELECT d.datname FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba WHERE r.rolname = session_user`,
  )
  expect(owned).toEqual([])
  const [may] = await api.database.query(
    `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
            has_database_privilege(rolname, current_database(), 'CREATE') AS in_database,
            has_schema_privilege(rolname, 'em', 'CREATE') AS in_em,
            has_schema_privilege(rolname, 'public', 'CREATE') AS in_public
       FROM pg_roles WHERE rolname = session_user`,
  )
  expect(Object.values(may ?? { none: true })).toEqual(Array(8).fill(false))
})

describe.each(WAYS_OUT.map((way) => [way.join(', ') || 'nothing', way] as const))('after %s', (_, way) => {
  test('no other role, no DDL beyond the tables, no way around the triggers', async () => {
    const outcomes = await attempt(way, [
      `SET ROLE ${owner}`,
      `SET SESSION AUTHORIZATION ${owner}`,
      `SELECT set_config('role', ${pg.escapeLiteral(api.fresh.config.user)}, false)`,
      `SET ROLE ${pg.escapeIdentifier(api.fresh.admin.user)}`,
      `GRANT ${owner} TO CURRENT_USER`,
      'SET session_replication_role = replica',
      'ALTER ROLE SESSION_USER SUPERUSER',
      'ALTER ROLE SESSION_USER CREATEROLE',
      `ALTER ROLE ${owner} PASSWORD 'mine'`,
      `ALTER DATABASE ${pg.escapeIdentifier(api.fresh.config.database)} SET role = ${owner}`,
      'CREATE ROLE somebody_else LOGIN',
      'CREATE SCHEMA mine',
      'ALTER SCHEMA em RENAME TO mine',
      'DROP SCHEMA em CASCADE',
      'CREATE EXTENSION hstore',
      'CREATE TABLE em.mine (n int)',
      "CREATE FUNCTION em.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      'REASSIGN OWNED BY CURRENT_USER TO CURRENT_USER; DROP TABLE em.audit',
      "COPY (SELECT 1) TO PROGRAM 'cat'",
      "SELECT pg_read_file('/etc/passwd')",
    ])
    expect(gotThrough(outcomes)).toEqual([])
  })

  test('UPDATE, DELETE and TRUNCATE of every fact table are refused by right, before any trigger', async () => {
    const attacks: string[] = []
    for (const { name, refused } of await factTables()) {
      const column = await firstColumn(name)
      if (refused & 16) attacks.push(`UPDATE ${name} SET ${column} = ${column}`)
      if (refused & 8) attacks.push(`DELETE FROM ${name}`, `DELETE FROM ONLY ${name} WHERE false`)
      attacks.push(`TRUNCATE ${name}`, `TRUNCATE ${name} CASCADE`)
    }
    for (const table of [
      'audit',
      'journal_entries',
      'journal_lines',
      'trade_allocations',
      'trade_versions',
    ]) {
      expect(attacks).toContain(`DELETE FROM ${table}`)
    }
    expect(gotThrough(await attempt(way, attacks), /^permission denied/)).toEqual([])
  })

  test('what triggers keep, hashes of passwords and what a trade is are touched by no statement', async () => {
    const appendOnly: [string, string][] = []
    for (const name of [
      'ledger_days',
      'ledger_months',
      'income_sums',
      'settlement_months',
      'suspense_accounts',
      'suspense_items',
    ])
      appendOnly.push([name, await firstColumn(name)])
    const byOwner = await api.database.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc
        WHERE pronamespace = 'em'::regnamespace AND prosecdef AND prorettype = 'trigger'::regtype`,
    )
    expect(byOwner.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['post_lines', 'check_trade_versions']),
    )
    const outcomes = await attempt(way, [
      ...appendOnly.flatMap(([name, column]) => [
        `INSERT INTO ${name} SELECT * FROM ${name}`,
        `UPDATE ${name} SET ${column} = ${column}`,
        `DELETE FROM ${name} WHERE false`,
        `SELECT FROM ${name} FOR UPDATE`,
        `MERGE INTO ${name} k USING (VALUES (1)) v (n) ON false WHEN MATCHED THEN DELETE`,
      ]),
      'SELECT password_hash FROM users',
      'SELECT repeated_signup_hash FROM users',
      'SELECT * FROM users',
      'SELECT to_jsonb(u) FROM users u',
      "SELECT FROM users WHERE password_hash LIKE '$argon2id$%'",
      "UPDATE users SET password_hash = 'mine'",
      'UPDATE users SET first_name = password_hash',
      'UPDATE users SET first_name = first_name RETURNING password_hash',
      `INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('A', 'B', 'name@example.com', 'mine')
         ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash`,
      ...[
        'chain_id',
        'portfolio_id',
        'equity_id',
        'deal_number',
        'batch_id',
        'recorded_at',
        'recorded_by',
      ].map((column) => `UPDATE trades SET ${column} = ${column}`),
      "UPDATE trades SET side = 'sell'",
      "UPDATE trades SET version = version, side = 'buy' WHERE false",
      // A trigger of the owner's on a table of one's own would keep what one likes.
      ...byOwner.map(
        ({ name }) =>
          `CREATE TEMP TABLE mine (LIKE em.journal_lines); CREATE TRIGGER mine AFTER INSERT ON mine
             REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION em.${name}()`,
      ),
    ])
    expect(gotThrough(outcomes, /^permission denied/)).toEqual([])
  })

  test('no table is changed in its make, rid of its triggers, emptied or given away', async () => {
    const tables = await allTables()
    const outcomes = await attempt(
      way,
      tables.flatMap((name) => [
        `ALTER TABLE ${name} DISABLE TRIGGER ALL`,
        `ALTER TABLE ${name} DISABLE TRIGGER USER`,
        `ALTER TABLE ${name} ADD COLUMN mine int`,
        `ALTER TABLE ${name} OWNER TO CURRENT_USER`,
        `ALTER TABLE ${name} RENAME TO mine`,
        `CREATE TRIGGER mine BEFORE INSERT ON ${name} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
        `CREATE RULE mine AS ON INSERT TO ${name} DO INSTEAD NOTHING`,
        `CREATE INDEX mine ON ${name} ((1))`,
        `DROP TABLE ${name} CASCADE`,
        `TRUNCATE ${name}`,
      ]),
    )
    expect(gotThrough(outcomes)).toEqual([])
    // A right that one does not have is given away with a warning at most.
    await attempt(
      way,
      tables.map((name) => `GRANT ALL ON ${name} TO PUBLIC`),
    )
    const given = await api.database.query(
      `SELECT c.relname FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.relnamespace = 'em'::regnamespace AND a.grantee = 0`,
    )
    expect(given).toEqual([])
  })

  test('no function of the books is replaced, dropped or given away', async () => {
    const functions = await api.database.query<{ name: string }>(
      `SELECT format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) AS name
         FROM pg_proc WHERE pronamespace = 'em'::regnamespace`,
    )
    expect(functions.length).toBeGreaterThan(10)
    const outcomes = await attempt(way, [
      ...functions.flatMap(({ name }) => [
        `ALTER FUNCTION em.${name} OWNER TO CURRENT_USER`,
        `ALTER FUNCTION em.${name} SET search_path = pg_temp`,
        `DROP FUNCTION em.${name} CASCADE`,
      ]),
      'CREATE OR REPLACE FUNCTION em.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    ])
    expect(gotThrough(outcomes)).toEqual([])
  })
})

test.each([
  ['the owner', () => api.fresh.config.user],
  ['the superuser', () => api.fresh.admin.user],
])('a connection that asks to be %s while it opens is refused', async (_, user) => {
  await expect(attempt([], ['SELECT 1'], `-c role=${user()}`)).rejects.toMatchObject({ code: '42501' })
})

test('the books are as they were', async () => {
  const { status, body } = await api.call<{ debit: number }[]>('GET /general-ledger')
  expect([status, body.length > 10]).toEqual([200, true])
  const [triggers] = await api.database.query(
    `SELECT count(*) FILTER (WHERE g.tgenabled <> 'O')::int AS off, count(*) > 50 AS there
       FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE c.relnamespace = 'em'::regnamespace`,
  )
  expect(triggers).toEqual({ off: 0, there: true })
})
