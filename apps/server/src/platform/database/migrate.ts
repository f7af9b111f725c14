/**
 * Migrates a database to the newest schema. A new one is made of the schema's document; older books run the steps that they
 * miss, and then the functions of the document again. All of a start's work is one transaction with the rows that record
 * it, so that a kill at any moment leaves the old schema or the new one. An advisory lock lets several servers start at
 * once.
 */
import pg from 'pg'
import { holdForSession } from '../postgres/locks.ts'
import { sqlState } from './database.ts'
import { sayingWhatIsWaitedFor } from './lock-waits.ts'
import { readSchema, type SchemaDocument } from './schema-document.ts'
import {
  allSteps,
  BASELINE,
  lackingOf,
  OLDEST,
  oldestSchema,
  oldestSteps,
  SCHEMA,
  type Step,
  titleOf,
} from './steps.ts'

const TABLE = `${SCHEMA}.schema_versions`
/** The columns of the table of steps in addition to the number. */
const COLUMNS = { name: 'text', md5: 'text', run_at: 'timestamptz' }
/** The row that identifies the functions in the database. */
const FUNCTIONS = { version: 0, name: 'functions' }

export interface MigrateOptions {
  /** The folder of the migrations; our own when left out. */
  readonly folder?: string
  /** One line for the person at the console. */
  readonly say?: (line: string) => void
}

/**
 * Makes the schema, or runs the steps that the database has not recorded in the order of their numbers. Answers what ran.
 * @throws when the books are of a version that is not known, or of a newer one, when a file was changed after it ran, or when
 *   a statement fails: then nothing of it stays.
 */
export async function migrate(connection: pg.ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const { folder, say = () => undefined } = options
  const all = await allSteps(folder)
  return working(connection, say, async (client) => {
    const document = await readSchema()
    const recorded = await recordedIn(client)
    await refuseUnknown(recorded, all)
    if (recorded.length === 0) {
      await refuseTables(client)
      return make(client, document, all)
    }
    return update(client, document, recorded, all, say)
  })
}

/**
 * Makes the schema of an earlier version in an empty database, to load a backup of it.
 * @param versions the numbers that a database of that version has recorded.
 */
export async function migrateTo(connection: pg.ClientConfig, versions: readonly number[]): Promise<void> {
  const all = await allSteps()
  if (all.every(({ version }) => versions.includes(version))) {
    await migrate(connection)
    return
  }
  const way = all.filter(({ version }) => version === BASELINE || versions.includes(version))
  await working(
    connection,
    () => undefined,
    async (client) => {
      await refuseTables(client)
      await inOneTransaction(client, async () => {
        await client.query('SET LOCAL check_function_bodies = off')
        await client.query(await oldestSchema())
        for (const step of way) await run(client, step)
      })
      return []
    },
  )
}

/** Whether the schema of the database is older than this program's. @throws as `migrate` where the books are not known. */
export async function isBehind(client: pg.ClientBase): Promise<boolean> {
  const { rows: found } = await client.query<{ there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS there',
    [TABLE],
  )
  if (!found[0]?.there) return true
  const all = await allSteps()
  const recorded = await recordedIn(client)
  await refuseUnknown(recorded, all)
  return missingOf(recorded, all).length > 0 || (await functionsIn(client)) !== (await readSchema()).md5
}

/**
 * For tools that only look.
 * @throws Error with what to do where the books have not been migrated by a start of this version.
 */
export async function refuseOlderBooks(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query<{ there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS there',
    [TABLE],
  )
  if (!found[0]?.there || missingOf(await recordedIn(client), await allSteps()).length === 0) return
  throw new Error(
    'These books are of an earlier version of Equity Manager. Start the server of this version on them once, ' +
      'which brings them up to date; then run this again.',
  )
}

interface Recorded {
  readonly version: number
  readonly name: string
  /** Null where an earlier version of the program did not record it. */
  readonly md5: string | null
}

/** The steps that ran on this database, in the order of their numbers. */
async function recordedIn(client: pg.ClientBase): Promise<Recorded[]> {
  // The other columns may be missing where the first start of an earlier version was cut off.
  const { rows } = await client.query<{ version: string; name: string | null; md5: string | null }>(
    `SELECT version::text, to_jsonb(v) ->> 'name' AS name, to_jsonb(v) ->> 'md5' AS md5
       FROM ${TABLE} v WHERE version > 0 ORDER BY v.version`,
  )
  return rows.map(({ version, name, md5 }) => ({ version: Number(version), name: name ?? 'unnamed', md5 }))
}

async function functionsIn(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ md5: string }>(`SELECT md5 FROM ${TABLE} WHERE version = $1`, [
    FUNCTIONS.version,
  ])
  return rows[0]?.md5
}

/** Whether books are as commit a80682df left them: the baseline replaces what they have recorded, and has not run. */
const areOldest = (recorded: readonly Recorded[]) => !recorded.some(({ version }) => version === BASELINE)

function missingOf(recorded: readonly Recorded[], all: readonly Step[]): Step[] {
  const ran = new Set(recorded.map(({ version }) => version))
  return all.filter(({ version }) => !ran.has(version))
}

/** Books of a version that this one cannot migrate to its schema. @throws Error with what to do. */
async function refuseUnknown(recorded: readonly Recorded[], all: readonly Step[]): Promise<void> {
  const known = new Map(all.map((step) => [step.version, step]))
  const newer = recorded.findLast(({ version }) => version > BASELINE && !known.has(version))
  const own = all.at(-1)
  if (newer !== undefined) {
    throw new Error(
      `A newer version of Equity Manager has run migration ${titleOf(newer)} on these books; ` +
        `${own ? `the newest that this version knows is ${titleOf(own)}` : 'this version knows none'}. ` +
        'Start the newer version, or restore a backup of this version into an empty folder or database.',
    )
  }
  if (recorded.length === 0) return
  const lacking = await lackingOf(new Set(recorded.map(({ version }) => version)))
  if (lacking !== undefined) {
    throw new Error(
      `These books are of a version of Equity Manager from before migration ${titleOf(lacking)}, which this version ` +
        `cannot open. Nothing was changed. Start the version of ${OLDEST} on them once, then this one.`,
    )
  }
  const sums = new Map([...(await oldestSteps()), ...all].map(({ version, md5 }) => [version, md5]))
  const changed = recorded.find(({ version, md5 }) => md5 !== null && md5 !== sums.get(version))
  if (changed?.name === 'baseline') {
    throw new Error(
      'These books were made by an unfinished version of Equity Manager, from another baseline. Nothing was changed. ' +
        'Go on with that version, or begin in an empty folder or database.',
    )
  }
  if (changed !== undefined)
    throw new Error(`Migration ${titleOf(changed)} was changed after it had run on this database.`)
}

/** Tables without the list of steps that made them are not ours. @throws Error with what to do. */
async function refuseTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') AND relname <> 'schema_versions'
      ORDER BY relname LIMIT 1`,
    [SCHEMA],
  )
  if (rows[0] === undefined) return
  throw new Error(
    `The schema "${SCHEMA}" of this database holds tables (${rows[0].name}) and no list of what made them. ` +
      'Nothing was changed. Restore a backup into an empty folder or database.',
  )
}

/** One connection that alone works on the schema, in the schema of the books. */
async function working<T>(
  connection: pg.ClientConfig,
  say: (line: string) => void,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  // A connection that breaks fails its statement; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(holdForSession('migrations'))
    await prepare(client, say)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The schema and the table of the steps; the table is the one that earlier versions of the program made. */
async function prepare(client: pg.Client, say: (line: string) => void): Promise<void> {
  // Who owns the schema need not have the right to create another one.
  const schema = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [SCHEMA])
  if (!schema.rowCount) await client.query(`CREATE SCHEMA ${SCHEMA}`)
  await client.query(`SET search_path = ${SCHEMA}`)
  await client.query('SET client_min_messages = warning')
  await client.query('CREATE TABLE IF NOT EXISTS schema_versions (version bigint PRIMARY KEY)')
  const { rows } = await client.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'schema_versions'::regclass AND NOT attisdropped",
  )
  const there = new Set(rows.map(({ name }) => name))
  const missing = Object.entries(COLUMNS).filter(([name]) => !there.has(name))
  if (missing.length === 0) return
  // Adding a column, even one that is there, waits for everybody who reads the table, such as a backup.
  const added = missing.map(([name, type]) => `ADD COLUMN ${name} ${type}`).join(', ')
  await sayingWhatIsWaitedFor(client, say, () => client.query(`ALTER TABLE schema_versions ${added}`))
}

/** A new database: the whole document, and the rows of the steps that it includes. It is one step, however many it includes. */
async function make(client: pg.Client, document: SchemaDocument, all: readonly Step[]): Promise<string[]> {
  await inOneTransaction(client, async () => {
    // Functions of one word speak of tables and functions of a later one.
    await client.query('SET LOCAL check_function_bodies = off')
    await client.query(document.whole)
    for (const step of all) await record(client, step)
    await recordFunctions(client, document)
    await giveRights(client)
    await client.query('SELECT build_scope()')
  })
  return all.slice(0, 1).map((step) => step.file)
}

/** Older books: the steps that they miss, then the functions as they are now. */
async function update(
  client: pg.Client,
  document: SchemaDocument,
  recorded: readonly Recorded[],
  all: readonly Step[],
  say: (line: string) => void,
): Promise<string[]> {
  const missing = missingOf(recorded, all)
  if (missing.length === 0 && (await functionsIn(client)) === document.md5) {
    await giveRights(client)
    return []
  }
  const isOldest = areOldest(recorded)
  if (isOldest) {
    say(
      `These books are of an earlier version of Equity Manager (schema ${recorded.at(-1)?.version ?? 0}). ` +
        'They are brought up to date now, all at once or not at all.',
    )
  }
  let at: Step | undefined
  const work = () =>
    inOneTransaction(client, async () => {
      await dropScope(client)
      for (const step of missing) {
        at = step
        await run(client, step)
      }
      at = undefined
      await client.query('SET LOCAL check_function_bodies = off')
      await client.query(document.again)
      await recordFunctions(client, document)
      await giveRights(client)
      await client.query('SELECT build_scope()')
    })
  try {
    await sayingWhatIsWaitedFor(client, say, work)
  } catch (error) {
    throw explained(at, error)
  }
  if (isOldest) say('The books are up to date.')
  return missing.map((step) => step.file)
}

async function inOneTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function run(client: pg.Client, step: Step): Promise<void> {
  const began = await transactionNumber(client)
  await client.query(step.sql)
  if ((await transactionNumber(client)) !== began)
    throw new Error('it ends its own transaction; leave BEGIN and COMMIT out of it')
  await record(client, step)
}

async function transactionNumber(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ number: string }>('SELECT pg_current_xact_id()::text AS number')
  return rows[0]?.number
}

async function record(client: pg.Client, step: Step): Promise<void> {
  await client.query('INSERT INTO schema_versions (version, name, md5, run_at) VALUES ($1, $2, $3, now())', [
    step.version,
    step.name,
    step.md5,
  ])
}

async function recordFunctions(client: pg.Client, { md5 }: SchemaDocument): Promise<void> {
  await client.query(
    `INSERT INTO schema_versions (version, name, md5, run_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (version) DO UPDATE SET name = excluded.name, md5 = excluded.md5, run_at = excluded.run_at`,
    [FUNCTIONS.version, FUNCTIONS.name, md5],
  )
}

/** In the transaction of the work: a new table without rights would stop every write. */
async function giveRights(client: pg.Client): Promise<void> {
  await client.query('SELECT grant_app_rights()')
}

/** Tables that views show cannot be changed; a schema that was made to load a backup has none yet. */
async function dropScope(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regprocedure('${SCHEMA}.drop_scope()') IS NOT NULL AS there`,
  )
  if (rows[0]?.there) await client.query('SELECT drop_scope()')
}

/** Something to be made is there already, or something to be changed is not. */
const NOT_AS_LISTED = /^42(P0[1-7]|P16|701|703|704|710|723|883)$/

function explained(step: Step | undefined, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const remedy = NOT_AS_LISTED.test(sqlState(error))
    ? ' The database is not as its list of migrations says. Restore the last backup; or, where what is named here was' +
      ' made by hand, rename it. Then start again.'
    : ''
  const what = step === undefined ? 'Renewing the functions of the schema' : `Migration ${titleOf(step)}`
  return new Error(`${what} failed, and nothing of it was kept: ${reason}.${remedy}`, { cause: error })
}
