/**
 * Where the database lives. Normally `DATA_DIR/postgres`. When PostgreSQL has to run under another account
 * (we are root) and that account cannot pass through a folder on the way, the data lie in the system's
 * folder instead and a pointer file in DATA_DIR says where.
 */
import { createHash } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  lchown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedError, errorCode } from './embedded-error.ts'
import { runningPostmaster } from './postmaster-file.ts'
import { blockedAt, chooseRunAs, type RunAs } from './run-as.ts'

export const systemFolder = '/var/lib/equity-manager'
export const pointerName = 'database-lives-elsewhere.txt'

export interface DataFolder {
  /** DATA_DIR, absolute and free of links. */
  readonly dataDir: string
  /** PostgreSQL's own data folder; it may not exist yet, its parent does. */
  readonly cluster: string
  readonly log: string
  readonly runAs: RunAs
  /** Notes in DATA_DIR where the database lives. Called once it is there: a start may end before it was created. */
  settle(): Promise<void>
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, pointerName), 'utf8').catch(() => undefined)
  const home = text?.split('\n')[0]?.trim()
  if (!home) return undefined
  if (await exists(join(home, 'postgres'))) return home
  // Earlier versions wrote this file first: a start that was cut off then left an unfinished database next to it.
  const entries = await readdir(home).catch((): string[] => [])
  if (entries.some((name) => name.startsWith('postgres.new-'))) return home
  throw new EmbeddedError(
    `${join(dataDir, pointerName)} says that the database lives in ${home}, but it is not there. ` +
      'Bring that folder back, or delete the file to start with an empty database.',
  )
}

async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  await lchown(path, uid, gid)
  const entries = await readdir(path, { withFileTypes: true })
  for (const entry of entries) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) await chownTree(child, uid, gid)
    else await lchown(child, uid, gid)
  }
}

/** Makes the folder outside the closed one and moves a database there that is already in the closed one. */
async function settleElsewhere(
  dataDir: string,
  system: string,
  blocked: string,
  log: (line: string) => void,
): Promise<string> {
  const home = join(system, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  for (const folder of [system, home]) {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o755)
  }
  // So that a person who finds this folder knows whose it is.
  await writeFile(join(home, 'belongs-to.txt'), `${dataDir}\n`)
  const here = join(dataDir, 'postgres')
  if ((await exists(here)) && !(await exists(join(home, 'postgres')))) {
    await rename(here, join(home, 'postgres')).catch((error: unknown) => {
      if (errorCode(error) !== 'EXDEV') throw error
      throw new EmbeddedError(
        `The account that runs PostgreSQL cannot reach ${here}, because ${blocked} is closed to it. ` +
          `Move ${here} to ${join(home, 'postgres')} with its owner, or open ${blocked} (chmod o+x).`,
      )
    })
  }
  log(
    `PostgreSQL: ${blocked} is closed to the account that runs it, so the data live in ${home} ` +
      `(noted in ${join(dataDir, pointerName)}).`,
  )
  return home
}

function pointerText(home: string, blocked: string): string {
  return [
    home,
    '',
    'The database of this folder lives in the folder named above. PostgreSQL does not run as root, and the',
    `account it runs as cannot pass through ${blocked}.`,
    'Keep this file: without it the database is not found. Back up the folder named above.',
    '',
  ].join('\n')
}

/**
 * Finds or chooses the data folder of the database for a DATA_DIR and gives it to the account that runs it.
 * @param system the folder for data that cannot live in DATA_DIR; `/var/lib/equity-manager` outside tests.
 */
export async function findDataFolder(
  wantedDir: string,
  log: (line: string) => void,
  system: string = systemFolder,
): Promise<DataFolder> {
  await makeFolder(wantedDir)
  const dataDir = await realpath(wantedDir)
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new EmbeddedError(
      `The data folder ${dataDir} is not readable and writable for this user. ` +
        'Give this user access to it, or choose another folder with DATA_DIR.',
    )
  })
  let home = (await readPointer(dataDir)) ?? dataDir
  const runAs = await chooseRunAs(join(home, 'postgres'))
  const blocked = await blockedAt(home, runAs)
  if (blocked !== undefined && home === dataDir && !(await runningPostmaster(join(home, 'postgres')))) {
    home = await settleElsewhere(dataDir, system, blocked, log)
    const elsewhere = await blockedAt(home, runAs)
    if (elsewhere !== undefined) {
      throw new EmbeddedError(`Neither ${dataDir} nor ${home} can be reached by the account for PostgreSQL.`)
    }
  }
  const cluster = join(home, 'postgres')
  await chownToRunner(cluster, runAs)
  const settle = async () => {
    const pointer = join(dataDir, pointerName)
    if (home === dataDir || blocked === undefined || (await exists(pointer))) return
    await writeFile(`${pointer}.new`, pointerText(home, blocked))
    await rename(`${pointer}.new`, pointer)
  }
  return { dataDir, cluster, log: join(dataDir, 'postgres.log'), runAs, settle }
}

/** @throws EmbeddedError where a file is in the way, or the folder above may not be written. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    const code = errorCode(error)
    const why =
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `${folder} cannot be the data folder, because it is a file or lies in one.`
        : `The data folder ${folder} cannot be made, because the folder above it is not writable for this user (${code}).`
    throw new EmbeddedError(`${why} Choose another folder with DATA_DIR.`)
  })
}

/** Files put back by root (a restored copy) go to the account; another user's files are refused. */
async function chownToRunner(cluster: string, runAs: RunAs): Promise<void> {
  const found = await stat(cluster).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (!found) return
  if (runAs && found.uid !== runAs.uid) await chownTree(cluster, runAs.uid, runAs.gid)
  const mine = process.getuid?.()
  if (!runAs && mine !== undefined && found.uid !== mine) {
    throw new EmbeddedError(
      `The database in ${cluster} belongs to another user (number ${found.uid}). ` +
        'Start as that user or as root, or choose another folder with DATA_DIR.',
    )
  }
}
