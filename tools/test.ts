/**
 * `npm test`: every test of the project, then the smoke set once more over TCP. Needs a Chromium for the
 * browser stories. The last line is always `N passed, N failed`. Arguments choose test files, as with vitest.
 */
import { findChromium } from './test/chromium.ts'
import { withTcpServer } from './test/tcp-server.ts'
import { type Counts, hasFailed, runVitest, sum, summaryLine } from './test/vitest-run.ts'

const filters = process.argv.slice(2)
const oneFailure: Counts = { passed: 0, failed: 1, skipped: 0 }
const withoutBrowser = ['unit', 'api', 'web'].flatMap((project) => ['--project', project])

/** What kept a part from being tested, in the order met; each counts as one failure. */
const problems: string[] = []

function note(error: unknown): undefined {
  problems.push(error instanceof Error ? error.message : String(error))
}

async function overTcp(): Promise<Counts> {
  console.log('\nThe smoke set once more, over TCP as with DATABASE_URL:')
  return withTcpServer({}, (url) =>
    runVitest('smoke', ['--project', 'api', 'smoke'], { TEST_DATABASE_URL: url }),
  )
}

async function everything(): Promise<Counts[]> {
  if (process.env['WEB_BUILD_PROBLEM']) note(process.env['WEB_BUILD_PROBLEM'])
  const chromium = await findChromium().catch(note)
  const runs = [
    chromium
      ? await runVitest('all', filters, { CHROMIUM: chromium })
      : await runVitest('all', [...withoutBrowser, ...filters], {}),
  ]
  if (filters.length === 0) runs.push(await overTcp())
  return runs
}

const runs = await everything().catch((error: unknown): Counts[] => {
  note(error)
  return []
})
for (const problem of problems) console.error(`\n${problem}`)
const counts = sum([...runs, ...problems.map(() => oneFailure)])
process.exitCode = hasFailed(counts) ? 1 : 0
console.log(summaryLine(counts))
