/** Creates a PostgreSQL data folder, whole or not at all, and checks that an existing one fits the program. */
import { spawn } from 'node:child_process'
import { chown, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EmbeddedError, errorCode, errorText } from './embedded-error.ts'
import { isAlive } from './postmaster-file.ts'
import type { Program } from './program.ts'
import type { RunAs } from './run-as.ts'

/** The name of PostgreSQL's own superuser in our clusters; the application uses another role. */
export const superuser = 'postgres'

/** The environment of every program of PostgreSQL: nothing of the caller's PG* variables, and plain messages. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

function localeArguments(major: number): string[] {
  if (major >= 17) return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  return ['--locale=C.UTF-8']
}

async function runInitdb(program: Program, folder: string, runAs: RunAs, durable: boolean): Promise<void> {
  const flags = ['-D', folder, '-U', superuser, '--encoding=UTF8', ...localeArguments(program.major)]
  flags.push('--auth-local=trust', '--auth-host=scram-sha-256', '--no-instructions')
  if (!durable) flags.push('--no-sync')
  const env = cleanEnvironment()
  if (program.major < 17) env['LC_ALL'] = 'C.UTF-8'
  let said = ''
  const status = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program.initdb, flags, {
      ...runAs,
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (part: Buffer) => (said += part))
    child.stderr.on('data', (part: Buffer) => (said += part))
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (status !== 0) throw new EmbeddedError(`The database could not be created: ${said.trim()}`)
}

/** Removes what creations left behind whose process is gone. */
async function clearAbandoned(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}.new-`
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (pid !== process.pid && Number.isInteger(pid) && (await isAlive(pid))) continue
    // Retried: an initdb whose starter was killed may still be writing there.
    await rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function create(cluster: string, program: Program, runAs: RunAs, durable: boolean): Promise<void> {
  await clearAbandoned(cluster)
  const fresh = `${cluster}.new-${process.pid}`
  await mkdir(fresh, { mode: 0o700 })
  try {
    if (runAs) await chown(fresh, runAs.uid, runAs.gid)
    await runInitdb(program, fresh, runAs, durable)
    await rename(fresh, cluster)
    if (durable) await syncFolder(dirname(cluster))
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Two starts at once: the other one was first, and its database is as good as ours.
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
  }
}

async function existingMajor(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new EmbeddedError(`The database in ${cluster} cannot be read: ${errorText(error)}.`)
  }
}

/**
 * Makes sure that a data folder of the program's version is there.
 * @returns true when it was created now.
 * @throws EmbeddedError for another version's data, and for a folder that holds something else.
 */
export async function ensureCluster(
  cluster: string,
  program: Program,
  runAs: RunAs,
  durable: boolean,
): Promise<boolean> {
  const major = await existingMajor(cluster)
  if (major === program.major) return false
  if (major !== undefined) {
    throw new EmbeddedError(
      `The database in ${cluster} was written by PostgreSQL ${major}, this program includes ${program.major}. ` +
        `Nothing was changed. Export it with the version that wrote it, or run a PostgreSQL ${major} and set DATABASE_URL.`,
    )
  }
  await rmdir(cluster).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return
    throw new EmbeddedError(
      `${cluster} is not empty and not a database (no PG_VERSION). Nothing was changed. ` +
        'Move it away, or choose another folder with DATA_DIR.',
    )
  })
  await create(cluster, program, runAs, durable)
  return true
}
