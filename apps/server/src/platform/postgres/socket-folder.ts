/**
 * Where the unix socket lies. A socket's path may not be longer than 107 bytes (103 on a Mac), so a deep
 * data folder gets a short one elsewhere. A user who can enter the folder can use the database, therefore it
 * is always closed to other users, and a folder under /tmp is used only if it is provably ours.
 */
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from './embedded-error.ts'
import type { RunAs } from './run-as.ts'

export const socketPort = 5432
const longestPath = process.platform === 'linux' ? 107 : 103

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestPath
}

async function makeClosed(folder: string, runAs: RunAs): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder`)
  if (runAs) await chown(folder, runAs.uid, runAs.gid)
  await chmod(folder, 0o700)
}

/** True for a folder that only this user can enter and that no one else can have put there. */
async function isOursAlone(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return !!found && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}

/**
 * A folder for the socket, existing and closed to other users: the data folder itself where its path is
 * short enough, else a short one under /run (as root) or the user's runtime or temporary folder.
 */
export async function chooseSocketDir(cluster: string, runAs: RunAs): Promise<string> {
  if (fits(cluster)) return cluster
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 12)
  if (runAs) {
    const parent = '/run/equity-manager'
    await mkdir(parent, { recursive: true })
    await chmod(parent, 0o755)
    const folder = join(parent, name)
    await makeClosed(folder, runAs)
    return folder
  }
  const runtime = process.env['XDG_RUNTIME_DIR']
  const base =
    runtime && fits(join(runtime, `em-${name}`)) && (await isOursAlone(runtime)) ? runtime : tmpdir()
  const short = fits(join(base, `em-${name}`)) ? base : '/tmp'
  const folder = join(short, `em-${name}`)
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined)
  // Someone else holds that name in a folder all may write to: a random name that cannot be foreseen.
  return (await isOursAlone(folder)) ? folder : mkdtemp(join(short, 'em-'))
}
