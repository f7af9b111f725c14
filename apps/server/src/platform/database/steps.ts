/** The migrations as files: `NNN.do.name.sql`, each one step of the schema, never changed after it was released. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where our own migrations lie. */
export const ownMigrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** All tables stand in a schema of their own, so that a shared database keeps its other tenants apart. */
export const SCHEMA = 'em'

export interface Step {
  readonly version: number
  readonly name: string
  readonly file: string
  readonly sql: string
  /** MD5 of the file, as earlier versions of the program recorded it too. */
  readonly md5: string
}

/** How a step is named to a person: `018 (reconciliation)`. */
export const titleOf = (step: Pick<Step, 'version' | 'name'>) =>
  `${String(step.version).padStart(3, '0')} (${step.name})`

/**
 * The steps of a folder in the order of their numbers.
 * @throws when two files have one number, or a file's name does not say its number.
 */
export async function readSteps(folder: string): Promise<Step[]> {
  const steps: Step[] = []
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()) {
    const [, digits, name = ''] = /^(\d+)\.do\.([^.]+)\.sql$/.exec(file) ?? []
    if (digits === undefined) throw new Error(`${join(folder, file)} is not named like 001.do.name.sql.`)
    const sql = await readFile(join(folder, file), 'utf8')
    const md5 = createHash('md5').update(sql, 'utf8').digest('hex')
    steps.push({ version: Number(digits), name, file: join(folder, file), sql, md5 })
  }
  const sorted = steps.toSorted((a, b) => a.version - b.version)
  for (const [at, step] of sorted.entries()) {
    if (step.version === sorted[at + 1]?.version)
      throw new Error(`Two migrations have the number ${step.version}.`)
  }
  return sorted
}
