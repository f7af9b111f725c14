/**
 * `npm test`: every test of the project, then the smoke set once more over TCP. Needs a Chromium for the browser stories. Up to three
 * files in which something failed are run once more, alone; what passes then is named as unsteady, what fails again has failed.
 * Arguments choose test files, as with vitest; `--changed` chooses what the changes since the last commit can reach, and
 * `--changed=main` those since another commit. At the end come the slowest files and the time of each room;
 * the last line is always `N passed, N failed`.
 */
import { relative } from 'node:path'
import { changedSince, type Reach, reachOf } from './test/changed.ts'
import { findChromium } from './test/chromium.ts'
import { withTcpServer } from './test/tcp-server.ts'
import { timesText } from './test/times.ts'
import { hasFailed, type Run, runVitest, sum, summaryLine, toRunAgain } from './test/vitest-run.ts'

const CHANGED = /^--changed(?:=(.+))?$/

const args = process.argv.slice(2)
const filters = args.filter((arg) => !CHANGED.test(arg))
const changed = args.map((arg) => CHANGED.exec(arg)).find((match) => match !== null)

const oneFailure: Run = { counts: { passed: 0, failed: 1, skipped: 0 }, failed: [], times: [] }
const ROOMS = ['unit', 'api', 'web', 'e2e']
const projects = (rooms: readonly string[]) => rooms.flatMap((room) => ['--project', room])

/** Files that passed only the second time. */
const unsteady: string[] = []

/** The reasons why a part was not tested, in the order met; each counts as one failure. */
const problems: string[] = []

function note(error: unknown): undefined {
  problems.push(error instanceof Error ? error.message : String(error))
}

async function overTcp(): Promise<Run> {
  console.log('\nThe smoke set once more, over TCP as with DATABASE_URL:')
  return withTcpServer({}, (url) =>
    runVitest('smoke', ['--project', 'api', 'smoke'], { TEST_DATABASE_URL: url }),
  )
}

/** Runs tests of some rooms; without a Chromium the stories are left out and count as one failure. */
async function run(name: string, rooms: readonly string[], args: string[]): Promise<Run> {
  const chromium = rooms.includes('e2e') ? await findChromium().catch(note) : undefined
  const able = rooms.filter((room) => room !== 'e2e' || chromium !== undefined)
  return runVitest(name, [...args, ...projects(able)], chromium === undefined ? {} : { CHROMIUM: chromium })
}

/**
 * Stories and killed processes share two processors: what failed only while others ran is a fault of its
 * test, and named.
 */
async function again(first: Run): Promise<Run> {
  const files = toRunAgain(first).map((file) => relative(process.cwd(), file))
  if (files.length === 0) return first
  console.log(`\nOnce more, alone: ${files.join(', ')}`)
  const second = await run('again', ROOMS, [...files, '--no-file-parallelism'])
  if (hasFailed(second.counts)) return first
  unsteady.push(...files)
  const { passed, failed, skipped } = first.counts
  return { ...first, counts: { passed: passed + failed, failed: 0, skipped } }
}

async function everything(): Promise<Run[]> {
  const runs = [await again(await run('all', ROOMS, filters))]
  if (filters.length === 0) runs.push(await overTcp())
  return runs
}

async function reached({ files, rooms }: Reach): Promise<Run[]> {
  const runs: Run[] = []
  const others = ROOMS.filter((room) => !rooms.includes(room))
  if (files.length > 0) runs.push(await run('related', others, ['related', ...files, '--passWithNoTests']))
  if (rooms.length > 0) runs.push(await run('rooms', rooms, filters))
  return runs
}

async function chosen(): Promise<Run[]> {
  if (process.env['BUILD_PROBLEM']) note(process.env['BUILD_PROBLEM'])
  if (changed === undefined) return everything()
  const files = changedSince(changed[1] ?? 'HEAD')
  const reach = reachOf(files)
  if (reach.everything) return everything()
  console.log(`${files.length} files changed; whole rooms: ${reach.rooms.join(', ') || 'none'}.`)
  return reached(reach)
}

const runs = await chosen().catch((error: unknown): Run[] => {
  note(error)
  return []
})
const times = runs.flatMap((run) => run.times)
if (times.length > 0) console.log(`\n${timesText(times)}`)
for (const problem of problems) console.error(`\n${problem}`)
if (unsteady.length > 0) console.log(`\nUnsteady, passed only when run again: ${unsteady.join(', ')}`)
const counts = sum([...runs, ...problems.map(() => oneFailure)].map((run) => run.counts))
// A change that no test depends on is no failure.
const nothingToDo = changed !== undefined && problems.length === 0 && counts.passed + counts.failed === 0
process.exitCode = hasFailed(counts) && !nothingToDo ? 1 : 0
console.log(summaryLine(counts))
