/**
 * Brings a database to the newest schema: plain SQL files, each once, with a checksum. A file and the row that records
 * it are one transaction, so that a kill at any moment leaves both or neither. An advisory lock lets several servers
 * start at once.
 */
import pg from 'pg'
import { sqlState } from './database.ts'
import { notedAfterwards } from './half-steps.ts'
import { sayingWhatIsWaitedFor } from './lock-waits.ts'
import { ownMigrations, readSteps, SCHEMA, type Step, titleOf } from './steps.ts'

const LOCK = [0x45714d67, 0x4d696772] as const
const TABLE = `${SCHEMA}.schema_versions`
/** What the table of the steps holds of each beside its number. */
const COLUMNS = { name: 'text', md5: 'text', run_at: 'timestamptz' }

export interface MigrateOptions {
  /** The folder of the files; our own when left out. */
  readonly folder?: string
  /** The numbers of the files to run, for the schema of an earlier version; all when left out. */
  readonly only?: readonly number[]
  /** One line for the person at the console. */
  readonly say?: (line: string) => void
}

/**
 * Runs every file that the database has not recorded, in the order of their numbers, and answers the files that ran.
 * @throws when a newer version of the program has run more files (not with `only`), when a file was changed after it ran,
 *   or when a statement fails: then nothing of that file stays, and the files before it are recorded.
 */
export async function migrate(connection: pg.ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const all = await readSteps(options.folder ?? ownMigrations)
  const { only, say = () => undefined } = options
  const steps = all.filter(({ version }) => only?.includes(version) ?? true)
  const client = new pg.Client(connection)
  // A connection that breaks fails its statement; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1, $2)', [...LOCK])
    await prepare(client, say)
    const recorded = await recordedIn(client)
    if (only === undefined) refuseNewer(recorded, all)
    const ran = await runMissing(client, recorded, steps, say)
    // Also where nothing ran: earlier versions gave the rights after the last file. It changes only what differs.
    await giveRights(client)
    return ran
  } finally {
    await client.end()
  }
}

/**
 * Whether migrations of this program are missing.
 * @throws where the connection may not read which have run, or where a newer version of the program has run more.
 */
export async function isBehind(client: pg.ClientBase): Promise<boolean> {
  const { rows: found } = await client.query<{ there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS there',
    [TABLE],
  )
  if (!found[0]?.there) return true
  const steps = await readSteps(ownMigrations)
  const recorded = await recordedIn(client)
  refuseNewer(recorded, steps)
  const ran = new Set(recorded.map(({ version }) => version))
  return steps.some((step) => !ran.has(step.version))
}

interface Recorded {
  readonly version: number
  readonly name: string
  /** Null where an earlier version of the program did not record it. */
  readonly md5: string | null
}

/** The migrations that ran on this database, in the order of their numbers. */
async function recordedIn(client: pg.ClientBase): Promise<Recorded[]> {
  // The columns beside the number may be missing where the first start of an earlier version was cut off.
  const { rows } = await client.query<{ version: string; name: string | null; md5: string | null }>(
    `SELECT version::text, to_jsonb(v) ->> 'name' AS name, to_jsonb(v) ->> 'md5' AS md5
       FROM ${TABLE} v WHERE version > 0 ORDER BY v.version`,
  )
  return rows.map(({ version, name, md5 }) => ({ version: Number(version), name: name ?? 'unnamed', md5 }))
}

/** An older program would write into tables whose rules it does not know. @throws Error with what to do. */
function refuseNewer(recorded: readonly Recorded[], steps: readonly Step[]): void {
  const newest = recorded.findLast(({ version }) => steps.every((step) => step.version !== version))
  if (newest === undefined) return
  const own = steps.at(-1)
  throw new Error(
    `A newer version of Equity Manager has run migration ${titleOf(newest)} on these books; ` +
      `${own ? `the newest that this version knows is ${titleOf(own)}` : 'this version knows none'}. ` +
      'Start the newer version, or restore a backup of this version into an empty folder or database.',
  )
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

async function runMissing(
  client: pg.Client,
  ran: readonly Recorded[],
  steps: readonly Step[],
  say: (line: string) => void,
): Promise<string[]> {
  const recorded = new Map(ran.map(({ version, md5 }) => [version, md5]))
  for (const step of steps) {
    const md5 = recorded.get(step.version)
    if (md5 && md5 !== step.md5)
      throw new Error(`Migration ${titleOf(step)} was changed after it had run on this database.`)
  }
  for (const step of await notedAfterwards(client, SCHEMA, steps, new Set(recorded.keys()))) {
    await inOneTransaction(client, () => record(client, step))
    recorded.set(step.version, step.md5)
    say(
      `Migration ${titleOf(step)} was in the database but not recorded: an earlier start was cut off. Recorded now.`,
    )
  }
  const missing = steps.filter((step) => !recorded.has(step.version))
  for (const step of missing) await run(client, step, say)
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

async function run(client: pg.Client, step: Step, say: (line: string) => void): Promise<void> {
  const work = () =>
    inOneTransaction(client, async () => {
      const began = await transactionNumber(client)
      await client.query(step.sql)
      if ((await transactionNumber(client)) !== began)
        throw new Error('it ends its own transaction; leave BEGIN and COMMIT out of it')
      await record(client, step)
    })
  try {
    await sayingWhatIsWaitedFor(client, say, work)
  } catch (error) {
    throw explained(step, error)
  }
}

async function transactionNumber(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ number: string }>('SELECT pg_current_xact_id()::text AS number')
  return rows[0]?.number
}

/** The rights on new tables are given in the step's own transaction: a table without them would stop every write. */
async function record(client: pg.Client, step: Step): Promise<void> {
  await client.query('INSERT INTO schema_versions (version, name, md5, run_at) VALUES ($1, $2, $3, now())', [
    step.version,
    step.name,
    step.md5,
  ])
  await giveRights(client)
}

async function giveRights(client: pg.Client): Promise<void> {
  // The first four migrations came before it.
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regprocedure('grant_app_rights()') IS NOT NULL AS there",
  )
  if (rows[0]?.there) await client.query('SELECT grant_app_rights()')
}

/** Something to be made is there already, or something to be changed is not. */
const NOT_AS_LISTED = /^42(P0[1-7]|P16|701|703|704|710|723|883)$/

function explained(step: Step, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const remedy = NOT_AS_LISTED.test(sqlState(error))
    ? ' The database is not as its list of migrations says. Restore the last backup; or, where what is named here was' +
      ' made by hand, rename it. Then start again.'
    : ''
  return new Error(`Migration ${titleOf(step)} failed, and nothing of it was kept: ${reason}.${remedy}`, {
    cause: error,
  })
}
