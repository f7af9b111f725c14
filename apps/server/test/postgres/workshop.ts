/** The start of every test here: a folder with an installation in it; nothing is left running at the end. */
import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { attachOrStart } from '../../src/platform/postgres/embedded.ts'
import { stopPostmaster } from '../../src/platform/postgres/postmaster.ts'
import { runningPostmaster } from '../../src/platform/postgres/postmaster-file.ts'
import { copyDataFolder } from '../support/data-folders.ts'
import { throwAwayFolder } from '../support/throw-away-cluster.ts'
import { type Installation, install } from './installation.ts'
import { killKeepers, type User } from './keeper-process.ts'

export const asRoot = process.getuid?.() === 0

/** A user without any rights here: number 65534 where we are root, else our own. */
export const ordinaryUser: User = asRoot ? { uid: 65534, gid: 65534 } : undefined

/** The number PostgreSQL's process runs under when that user starts it. */
export const ordinaryUid: number = ordinaryUser?.uid ?? process.getuid?.() ?? 0

export interface Workshop {
  /** Open to every user. */
  folder: string
  installation: Installation
  /** Takes the place of `/var/lib/equity-manager`. */
  systemFolder: string
  /** A new data folder with that owner. */
  dataDir(owner?: User): Promise<string>
  /** A new data folder with a database that was started once and stopped in order: for all that is not about a first start. */
  usedDataDir(): Promise<string>
}

async function stopAllIn(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory()) continue
    const cluster = join(folder, entry.name, 'postgres')
    const running = await runningPostmaster(cluster).catch(() => undefined)
    if (running) await stopPostmaster(cluster, running.pid)
  }
}

/** @returns a data folder with an unused database. */
async function startOnce(workshop: Workshop): Promise<string> {
  const dataDir = await workshop.dataDir()
  const order = { dataDir, systemFolder: workshop.systemFolder, log: () => undefined }
  await (await attachOrStart(order)).release()
  return dataDir
}

/** Call at the top of a test file. */
export function openWorkshop(): Workshop {
  let made = 0
  let used: Promise<string> | undefined
  const workshop = {
    async dataDir(owner: User) {
      made += 1
      const path = join(workshop.folder, `data-${made}`)
      await mkdir(path)
      if (owner) await chown(path, owner.uid, owner.gid)
      return path
    },
    async usedDataDir() {
      used ??= startOnce(workshop)
      const path = await workshop.dataDir()
      await copyDataFolder(await used, path)
      return path
    },
  } as Workshop
  beforeAll(async () => {
    workshop.folder = await throwAwayFolder()
    workshop.systemFolder = join(workshop.folder, 'system')
    workshop.installation = await install(workshop.folder)
  })
  afterEach(async () => {
    killKeepers()
    await stopAllIn(workshop.folder)
    await stopAllIn(workshop.systemFolder)
  })
  afterAll(async () => rm(workshop.folder, { recursive: true, force: true }))
  return workshop
}

/** Asks one question on a connection of its own and answers the rows as arrays. */
export async function ask(config: pg.ClientConfig, question: string): Promise<unknown[][]> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text: question, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}
