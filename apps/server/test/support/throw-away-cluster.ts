/**
 * PostgreSQL for tests, in a folder under the system's temporary one that says whose it is. What a killed
 * test run left behind is stopped and removed by the next.
 */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../../src/platform/postgres/embedded.ts'
import { stopPostmaster } from '../../src/platform/postgres/postmaster.ts'
import { isAlive, runningPostmaster } from '../../src/platform/postgres/postmaster-file.ts'
import { type Settings, throwAwaySettings } from '../../src/platform/postgres/settings.ts'

const prefix = 'equity-manager-test-'

/** A new folder that every account may pass through, named after this process. */
export async function throwAwayFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  await chmod(folder, 0o755)
  return folder
}

/** Stops and removes what test runs left behind that did not end in order. */
export async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (!name.startsWith(prefix) || !Number.isInteger(pid) || (await isAlive(pid))) continue
    const folder = join(tmpdir(), name)
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
