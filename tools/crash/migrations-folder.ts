/** Folders of migrations for tests: ours, and generated ones after them. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ownMigrations, readSteps } from '../../apps/server/src/platform/database/steps.ts'

/** Fills `folder` with our own migrations and these files, by name, and answers it. */
export async function migrationsFolder(
  folder: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const { file } of await readSteps(ownMigrations)) await copyFile(file, join(folder, basename(file)))
  for (const [name, sql] of Object.entries(extra)) await writeFile(join(folder, name), sql)
  return folder
}
