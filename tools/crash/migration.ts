/**
 * Migrations that are killed: one is generated that takes about a second, the books are opened with it, and everything
 * is killed at a random moment of it, just before its COMMIT or just after. Then the books must hold all of it or
 * nothing, and open with all of it.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { attachOrStart } from '../../apps/server/src/platform/postgres/embedded.ts'
import { ownerLogin } from '../../apps/server/src/platform/postgres/logins.ts'
import { runningPostmaster } from '../../apps/server/src/platform/postgres/postmaster-file.ts'
import { throwAwayFolder } from '../../apps/server/test/support/throw-away-cluster.ts'
import { seeded } from '../demo/random.ts'
import { migrationsFolder } from './migrations-folder.ts'
import {
  type Blow,
  blows,
  failureOf,
  type Program,
  pause,
  startProgram,
  strike,
  verifyBooks,
} from './processes.ts'

const openBooks = fileURLToPath(new URL('./open-books.ts', import.meta.url))
const OPEN = /^open$/m
const SLICES = 20
const SLICE_MS = 40

export type Moment = 'before COMMIT' | 'after COMMIT' | { readonly ms: number }
export interface KilledMigration {
  readonly blow: Blow
  readonly moment: Moment
  /** The state after the kill: the whole migration or nothing of it; undefined when something in between. */
  readonly left: 'all' | 'nothing' | undefined
  /** Why the books did not open whole; undefined when they did. */
  readonly failure: string | undefined
}

/**
 * A migration that changes a table of ours, fills one of its own slice by slice, and waits once more in its COMMIT,
 * where a deferred trigger runs.
 */
function generated(version: number): string {
  const slices = Array.from(
    { length: SLICES },
    (_, at) =>
      `INSERT INTO made_${version} SELECT n FROM generate_series(${at * 100 + 1}, ${at * 100 + 100}) n;` +
      `SELECT pg_sleep(${SLICE_MS / 1_000});`,
  )
  return [
    `ALTER TABLE brokers ADD made_${version} integer NOT NULL DEFAULT ${version};`,
    `CREATE TABLE made_${version} (n integer PRIMARY KEY);`,
    `CREATE FUNCTION wait_${version}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.5); RETURN NULL; END $$;`,
    ...slices,
    `CREATE TABLE last_${version} (n integer);`,
    `CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON last_${version} DEFERRABLE INITIALLY DEFERRED`,
    `  FOR EACH ROW EXECUTE FUNCTION wait_${version}();`,
    `INSERT INTO last_${version} VALUES (1);`,
  ].join('\n')
}

interface Found {
  readonly recorded: boolean
  readonly table: boolean
  readonly column: boolean
  readonly rows: number
}

/** The parts of a migration that are in the database. */
async function findParts(client: pg.Client, version: number): Promise<Found> {
  const { rows } = await client.query<Omit<Found, 'rows'>>(
    `SELECT EXISTS (SELECT FROM em.schema_versions WHERE version = $1) AS recorded,
            to_regclass($2) IS NOT NULL AS "table",
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'em.brokers'::regclass AND attname = $3) AS "column"`,
    [version, `em.last_${version}`, `made_${version}`],
  )
  const found = rows[0] ?? { recorded: false, table: false, column: false }
  const made = found.table ? await client.query(`SELECT FROM em.made_${version}`) : { rowCount: 0 }
  return { ...found, rows: made.rowCount ?? 0 }
}

const leftBy = ({ recorded, table, column, rows }: Found) =>
  recorded && table && column && rows === SLICES * 100
    ? 'all'
    : !recorded && !table && !column && rows === 0
      ? 'nothing'
      : undefined

/** Works on the running or stopped database of the folder, as a command-line tool does. */
async function withOwner<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const attached = await attachOrStart({ dataDir, log: () => undefined })
  const client = new pg.Client(attached.owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await attached.release()
  }
}

/** A connection in addition to the program's, to see how far it is. */
async function observer(dataDir: string): Promise<pg.Client> {
  for (;;) {
    const running = await runningPostmaster(join(dataDir, 'postgres'))
    const address = { host: running?.socketDir ?? '', port: running?.port ?? 0, ssl: false }
    const client = new pg.Client({ ...address, user: ownerLogin, database: 'equity_manager' })
    client.on('error', () => undefined)
    if (running && (await failureOf(client.connect())) === undefined) return client
    await pause(5)
  }
}

/** Waits for the moment of the migration's work; answers at once when the program has ended or the books are open. */
async function waitFor(moment: Moment, version: number, program: Program, dataDir: string): Promise<void> {
  let over = false
  void failureOf(program.says(OPEN)).then(() => {
    over = true
  })
  const client = await observer(dataDir)
  const sees = async (question: string) => {
    for (;;) {
      // A program that failed takes its PostgreSQL with it.
      const answer = await client.query(question).catch(() => undefined)
      if (over || answer === undefined || answer.rowCount) return
    }
  }
  const working = "SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state = 'active' AND query"
  if (moment === 'before COMMIT') await sees(`${working} = 'COMMIT'`)
  // The last table of the migration is visible from its COMMIT on, and its row must be visible by then.
  else if (moment === 'after COMMIT') await sees(`SELECT WHERE to_regclass('em.last_${version}') IS NOT NULL`)
  else {
    await sees(`${working} LIKE '%made_${version}%'`)
    await pause(moment.ms)
  }
  await client.end().catch(() => undefined)
}

/** Opens the books and closes them in order. @throws with what it said when they do not open. */
async function openAndClose(dataDir: string, folder: string): Promise<void> {
  const program = startProgram(openBooks, {}, [dataDir, folder])
  await program.says(OPEN)
  program.child.kill('SIGTERM')
  const status = await program.ended
  if (status !== 0) throw new Error(`ended with ${status}: ${program.said()}`)
}

async function once(dataDir: string, version: number, moment: Moment, blow: Blow): Promise<KilledMigration> {
  const files = join(dataDir, 'migrations')
  const folder = await migrationsFolder(files, { [`${version}.do.generated.sql`]: generated(version) })
  const program = startProgram(openBooks, {}, [dataDir, folder])
  await waitFor(moment, version, program, dataDir)
  await strike(blow, program, dataDir)
  await Promise.race([program.ended, failureOf(program.says(OPEN))])
  program.child.kill('SIGTERM')
  await program.ended
  const left = leftBy(await withOwner(dataDir, (client) => findParts(client, version)))
  const failure = await failureOf(
    (async () => {
      if (left === undefined) throw new Error('the migration is there in part')
      await openAndClose(dataDir, folder)
      const now = leftBy(await withOwner(dataDir, (client) => findParts(client, version)))
      if (now !== 'all') throw new Error('the books opened without the migration')
      await verifyBooks(dataDir)
    })(),
  )
  return { blow, moment, left, failure }
}

/**
 * Kills `rounds` generated migrations at random moments, and one more just before its COMMIT and just after it by
 * each kind of blow, all on the same books.
 * @param onRound is given each round as it ends.
 */
export async function killMigrations(
  rounds: number,
  seed: number,
  onRound: (round: KilledMigration) => void = () => undefined,
  kinds: readonly Blow[] = blows,
): Promise<KilledMigration[]> {
  const random = seeded(seed)
  const dataDir = await throwAwayFolder()
  await openAndClose(dataDir, await migrationsFolder(join(dataDir, 'migrations')))
  const moments: [Moment, Blow][] = Array.from({ length: rounds }, () => [
    { ms: random.integer(0, SLICES * SLICE_MS + 500) },
    random.pick(kinds),
  ])
  for (const blow of kinds) moments.push(['before COMMIT', blow], ['after COMMIT', blow])
  const done: KilledMigration[] = []
  for (const [at, [moment, blow]] of moments.entries()) {
    const killed = await once(dataDir, 901 + at, moment, blow)
    done.push(killed)
    onRound(killed)
  }
  await rm(dataDir, { recursive: true, force: true })
  return done
}
