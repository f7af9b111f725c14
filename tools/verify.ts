/**
 * `npm run verify [-- --portfolio CODE]`: recomputes positions, lots and balances from the facts and says what
 * differs. Ends with 0 when nothing does, 1 when something does, 2 when it could not look.
 */
import { parseArgs } from 'node:util'
import { resolvePortfolio } from '../apps/server/src/features/portfolios/portfolios.queries.ts'
import type { Database } from '../apps/server/src/platform/database/database.ts'
import { type Report, verify } from '../apps/server/src/verify/verify.ts'
import { withDatabase } from './support/books.ts'
import { printReport } from './support/report.ts'

const USAGE = `Usage: npm run verify [-- --portfolio CODE]
  Checks the books in DATA_DIR (default ./data) or DATABASE_URL; the server may be running.`

async function run(database: Database, portfolio: string | undefined): Promise<Report> {
  const [books] = await database.query<{ there: boolean }>(
    "SELECT to_regclass('em.journal_lines') IS NOT NULL AS there",
  )
  if (!books?.there) throw new Error('There are no books in this database yet.')
  if (portfolio === undefined) return verify(database)
  const { id, portfolioName } = await resolvePortfolio(database, {
    portfolio: null,
    portfolioId: portfolio,
  })
  console.log(`Only ${portfolioName}:`)
  return verify(database, { portfolioId: id })
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { portfolio: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const started = Date.now()
  const report = await withDatabase((database) => run(database, values.portfolio))
  printReport(report, (line) => console.log(line), ((Date.now() - started) / 1000).toFixed(1))
  return report.found === 0 ? 0 : 1
}

main().then(
  (status) => {
    process.exitCode = status
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  },
)
