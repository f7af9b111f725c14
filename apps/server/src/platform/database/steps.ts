/** Changes of the schema as files: `NNN.do.name.sql`, each one step, never changed after it was released. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folderOf = (name: string) => fileURLToPath(new URL(`../../../${name}/`, import.meta.url))
/** Where our own migrations lie: the changes since the baseline. */
export const ownMigrations = folderOf('migrations')
/** The steps that bring the books of two earlier versions to the baseline. */
const carryOver = folderOf('carry-over')

/** All tables stand in a schema of their own, so that a shared database keeps its other tenants apart. */
export const SCHEMA = 'em'

/** The number of the baseline. Steps of the carry-over have smaller ones, migrations greater ones. */
export const BASELINE = 100
/** The newest step that the oldest books have which are carried over. */
export const OLDEST_CARRIED = 43

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

export const md5Of = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')

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
    steps.push({ version: Number(digits), name, file: join(folder, file), sql, md5: md5Of(sql) })
  }
  const sorted = steps.toSorted((a, b) => a.version - b.version)
  for (const [at, step] of sorted.entries()) {
    if (step.version === sorted[at + 1]?.version)
      throw new Error(`Two migrations have the number ${step.version}.`)
  }
  return sorted
}

/**
 * Every step that ever made these tables, in order: those of the carry-over, the baseline, and the migrations after it.
 * @param folder of the migrations; our own when left out.
 */
export async function allSteps(folder = ownMigrations): Promise<Step[]> {
  const before = await readSteps(carryOver)
  const after = await readSteps(folder)
  const wrong =
    before.find(({ version }) => version >= BASELINE) ?? after.find(({ version }) => version <= BASELINE)
  if (wrong !== undefined)
    throw new Error(`${wrong.file} stands on the wrong side of the baseline, ${BASELINE}.`)
  // From here on the books do not tell any more from where they came.
  const sql = `DELETE FROM schema_versions WHERE version < ${BASELINE}`
  const md5 = md5Of(before.map((step) => step.md5).join())
  return [...before, { version: BASELINE, name: 'baseline', file: 'baseline', sql, md5 }, ...after]
}

/** The numbers that a database of this version records. */
export async function ownVersions(): Promise<number[]> {
  return (await allSteps()).map(({ version }) => version).filter((version) => version >= BASELINE)
}
