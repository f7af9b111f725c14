/** Folders of migrations for tests: ours up to one of them, and generated ones after them. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ownMigrations, readSteps, type Step } from '../../apps/server/src/platform/database/steps.ts'

export interface FolderOrder {
  /** The last of our own migrations to take; all when left out. */
  readonly through?: number
  /** One of our own to leave out. */
  readonly without?: number
  /** Files of its own, by name. */
  readonly extra?: Readonly<Record<string, string>>
}

/** Fills `folder` and answers it. */
export async function migrationsFolder(folder: string, order: FolderOrder = {}): Promise<string> {
  const { through = Number.POSITIVE_INFINITY, without, extra = {} } = order
  await mkdir(folder, { recursive: true })
  for (const { version, file } of await readSteps(ownMigrations)) {
    if (version <= through && version !== without) await copyFile(file, join(folder, basename(file)))
  }
  for (const [name, sql] of Object.entries(extra)) await writeFile(join(folder, name), sql)
  return folder
}

/** One of our own migrations by its number. */
export async function ownStep(version: number): Promise<Step> {
  const found = (await readSteps(ownMigrations)).find((step) => step.version === version)
  if (!found) throw new Error(`There is no migration ${version}.`)
  return found
}
