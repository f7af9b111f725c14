/**
 * PostgreSQL for tests, in a folder that says whose it is: in memory where there is room, else under the system's temporary
 * one. What a killed test run left behind is stopped and removed by the next.
 */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../../src/platform/postgres/embedded.ts'
import { stopPostmaster } from '../../src/platform/postgres/postmaster.ts'
import { isAlive, runningPostmaster } from '../../src/platform/postgres/postmaster-file.ts'
import { type Settings, throwAwaySettings } from '../../src/platform/postgres/settings.ts'

const prefix = 'equity-manager-test-'
/** Linux keeps this folder in memory: a database is copied there in a fifth of the time. */
const IN_MEMORY = '/dev/shm'
/** A whole run takes one; a container often has 64 MB. */
const ROOM_BYTES = 3 * 1024 ** 3

/** Where throw-away folders are made. */
async function parentFolder(): Promise<string> {
  const room = await statfs(IN_MEMORY).catch(() => undefined)
  return room !== undefined && room.bavail * room.bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir()
}

/** A new folder that every account may pass through, named after this process. */
export async function throwAwayFolder(): Promise<string> {
  const folder = await mkdtemp(join(await parentFolder(), `${prefix}${process.pid}-`))
  await chmod(folder, 0o755)
  return folder
}

/** Stops and removes what test runs left behind that did not end in order. */
export async function sweepAbandoned(): Promise<void> {
  for (const folder of [tmpdir(), IN_MEMORY]) await sweep(folder)
}

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (!name.startsWith(prefix) || !Number.isInteger(pid) || (await isAlive(pid))) continue
    const folder = join(parent, name)
    const cluster = join(folder, 'postgres')
    const left = await runningPostmaster(cluster).catch(() => undefined)
    if (left) await stopPostmaster(cluster, left.pid)
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

export interface ThrowAwayCluster extends Embedded {
  /** Stops PostgreSQL and removes its folder. */
  remove(): Promise<void>
}

/** Starts a PostgreSQL without fsync in a new folder. */
export async function startThrowAway(
  options: { settings?: Settings; binaries?: string } = {},
): Promise<ThrowAwayCluster> {
  const dataDir = await throwAwayFolder()
  const cluster = await startEmbedded({
    dataDir,
    log: () => undefined,
    ...(options.binaries ? { binaries: options.binaries } : {}),
    settings: { ...throwAwaySettings, ...options.settings },
  })
  return {
    ...cluster,
    remove: async () => {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
