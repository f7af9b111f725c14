/** The tests that keep a sample in `npm test` (models, races, kills, damaged and hostile files), at full length. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasFailed, runVitest, summaryLine } from '../test/vitest-run.ts'

const root = join(import.meta.dirname, '..', '..')
const folders = [join('apps', 'server', 'test'), 'e2e']

/**
 * The variables that set the length of a sample, with its full length. A test reads one as
 * `process.env['NAME']`.
 */
export const FULL_LENGTH = {
  MODEL_RUNS: '100',
  RACE_ROUNDS: '500',
  KILL_ROUNDS: '15',
  DAMAGE_ROUNDS: '600',
  FUZZ_RUNS: '60',
  HOSTILE_EVERY: '1',
  HAND_TRADES: '10',
} as const

/** The files of the API and of the stories whose text names one of the variables. */
export function sampledFiles(): string[] {
  const names = new RegExp(`process\\.env\\['(${Object.keys(FULL_LENGTH).join('|')})'\\]`)
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  return folders
    .flatMap(below)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => names.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()
}

/** @returns the exit status: 0 when all passed. */
export async function runFullTests(): Promise<number> {
  const files = sampledFiles()
  console.log(`  ${files.length} files at full length: ${JSON.stringify(FULL_LENGTH)}`)
  const { counts } = await runVitest(
    'full',
    ['--project', 'api', '--project', 'e2e', '--testTimeout=3600000', ...files],
    FULL_LENGTH,
  )
  console.log(summaryLine(counts))
  return hasFailed(counts) ? 1 : 0
}
