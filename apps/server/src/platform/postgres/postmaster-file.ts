/** Reads `postmaster.pid` and checks whether the process named there is really alive and ours. */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './embedded-error.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Empty while PostgreSQL has only begun to start. */
  readonly socketDir: string
  readonly status: string
}

/** The content of `postmaster.pid`, alive or not; `undefined` where there is none. */
export async function readPostmasterFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  if (!Number.isInteger(pid) || pid < 2) return undefined
  return { pid, port: Number(lines[3] ?? 0), socketDir: lines[4] ?? '', status: lines[7] ?? '' }
}

/** True while the system knows a process of that number, be it a dead one not yet buried by its parent. */
export function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

/** True while a process of that number runs. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isKnown(pid)) return false
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(state)
}

/**
 * Whether the process works inside this data folder. After a restart of the machine the number in the
 * file may belong to anything; PostgreSQL itself always has its data folder as working directory.
 */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster))
  } catch (error) {
    return errorCode(error) !== 'ENOENT'
  }
}

/** The PostgreSQL that serves this data folder now, or `undefined`. */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const found = await readPostmasterFile(cluster)
  if (!found || !(await isAlive(found.pid)) || !(await worksIn(found.pid, cluster))) return undefined
  return found
}

/** Processes of a PostgreSQL of this data folder, also those whose postmaster is gone. Empty on other systems than Linux. */
export async function processesOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const folder = await realpath(cluster)
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    const program = await readlink(`/proc/${pid}/exe`).catch(() => '')
    if (workingFolder === folder && /\/postgres( \(deleted\))?$/.test(program)) found.push(pid)
  }
  return found
}
