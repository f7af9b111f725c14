/**
 * `npm test`: every test of the project, then the smoke set once more over TCP. Needs a Chromium for the
 * browser stories. The last line is always `N passed, N failed`.
 */

import { findChromium } from './test/chromium.ts'
import { withTcpServer } from './test/tcp-server.ts'
import { type Counts, hasFailed, runVitest, sum, summaryLine } from './test/vitest-run.ts'

async function everything(filters: string[]): Promise<Counts> {
  const chromium = await findChromium()
  const all = await runVitest('all', filters, { CHROMIUM: chromium })
  if (filters.length > 0) return all
  console.log('\nThe smoke set once more, over TCP as with DATABASE_URL:')
  const smoke = await withTcpServer({}, (url) =>
    runVitest('smoke', ['--project', 'api', 'smoke'], { TEST_DATABASE_URL: url }),
  )
  return sum([all, smoke])
}

let counts: Counts
try {
  counts = await everything(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  counts = { passed: 0, failed: 1, skipped: 0 }
}
process.exitCode = hasFailed(counts) ? 1 : 0
console.log(summaryLine(counts))
