/** Changes of the schema as files: `NNN.do.name.sql`, each one step, never changed after it was released. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folderOf = (name: string) => fileURLToPath(new URL(`../../../${name}/`, import.meta.url))
/** Where our own migrations lie: the changes since the baseline. */
export const ownMigrations = folderOf('migrations')
/** The oldest books that are opened, those of commit a80682df: their schema, and the steps that they have recorded. */
const baseline = folderOf('baseline')

/** All tables are in a schema of their own, so that a shared database keeps its other tenants apart. */
export const SCHEMA = 'em'

/** The number of the baseline. Steps of the oldest books have smaller ones, migrations greater ones. */
export const BASELINE = 170
/** The version that made the oldest books that are opened, as messages name it. */
export const OLDEST = 'commit a80682df'

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

/** A step that books have recorded whose file is no more. */
export type PastStep = Pick<Step, 'version' | 'name' | 'md5'>

/** The steps recorded in the oldest books, in the order of the numbers: a line `version name md5` each. */
export async function oldestSteps(): Promise<PastStep[]> {
  const lines = (await readFile(join(baseline, 'steps.txt'), 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const [version, name = '', md5 = ''] = line.split(' ')
    return { version: Number(version), name, md5 }
  })
}

/** The schema of the oldest books, to load a backup of them; the queue's is in the schema of today. */
export async function oldestSchema(): Promise<string> {
  const files = [join(baseline, 'schema.sql'), join(folderOf('schema'), 'queue.sql')]
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

/**
 * The baseline and the migrations after it, in order. The baseline replaces all steps of the oldest books, which are forgotten with it.
 * @param folder of the migrations; our own when left out.
 */
export async function allSteps(folder = ownMigrations): Promise<Step[]> {
  const after = await readSteps(folder)
  const wrong = after.find(({ version }) => version <= BASELINE)
  if (wrong !== undefined)
    throw new Error(`${wrong.file} stands on the wrong side of the baseline, ${BASELINE}.`)
  const sql = `DELETE FROM schema_versions WHERE version BETWEEN 1 AND ${BASELINE - 1}`
  const md5 = md5Of((await oldestSteps()).map((step) => step.md5).join())
  return [{ version: BASELINE, name: 'baseline', file: 'baseline', sql, md5 }, ...after]
}

/** The numbers that a database of this version records. */
export async function ownVersions(): Promise<number[]> {
  return (await allSteps()).map(({ version }) => version)
}

/** The first step of the oldest books that books lack which recorded these numbers; undefined where they can be opened. */
export async function lackingOf(versions: ReadonlySet<number>): Promise<PastStep | undefined> {
  if (versions.has(BASELINE)) return undefined
  return (await oldestSteps()).find(({ version }) => !versions.has(version))
}
