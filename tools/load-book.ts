/**
 * `npm run load-book -- FILE`: loads a book that was exported into an empty installation and verifies it. Ends with 0, with 1 where
 * the books differ from their facts, with 2 where nothing was loaded.
 */
import { parseArgs } from 'node:util'
import { buildServer } from '../apps/server/src/app.ts'
import { BookFault } from '../apps/server/src/features/book/load/book-fault.ts'
import { type LoadedBook, loadBook } from '../apps/server/src/features/book/load/load-book.ts'
import { actsClock } from '../apps/server/src/features/book/load/load-means.ts'
import { BookFile } from '../apps/server/src/features/book/load/read-book.ts'
import { actorOf } from '../apps/server/src/features/identity/accounts/actor.queries.ts'
import { asActOf } from '../apps/server/src/platform/database/acts.ts'
import type { Database } from '../apps/server/src/platform/database/database.ts'
import { within } from '../apps/server/src/platform/database/within.ts'
import type { Settings } from '../apps/server/src/platform/settings.ts'
import { verify } from '../apps/server/src/verify/verify.ts'
import { toolSettings, withDatabase } from './support/books.ts'
import { runTool, typedPath } from './support/command.ts'
import { printReport } from './support/report.ts'

const USAGE = `Usage: npm run load-book -- FILE [--as MAIL]
  Loads a book (a .zip file of "Export the whole book") into an installation without trades and entries, all or nothing, and
  verifies it. Sign up first: what is loaded is recorded by the first administrator, or by the person of that mail address.`

const say = (line: string) => console.log(line)

const FIRST = `SELECT u.id, u.email FROM users u JOIN user_roles r ON r.user_id = u.id AND r.role = 'Administrator'
  WHERE u.is_active AND u.sees_all AND u.changes_all AND ($1::text IS NULL OR u.email = lower($1)) ORDER BY u.id LIMIT 1`

/** Loads a book in one transaction. @throws BookFault where it cannot be loaded; nothing is kept then. */
export async function loadInto(
  database: Database,
  {
    settings,
    path,
    mail = null,
  }: { readonly settings: Settings; readonly path: string; readonly mail?: string | null },
  say: (words: string) => void,
): Promise<LoadedBook> {
  const file = await BookFile.open(path)
  try {
    return await database.transaction(async (tx) => {
      const [person] = await tx.query<{ id: number }>(FIRST, [mail])
      if (person === undefined)
        throw new BookFault(
          mail === null
            ? 'Nobody has signed up yet. Start the server, sign up, and load the book then.'
            : `There is no active administrator with the mail address ${mail}.`,
        )
      const clock = actsClock()
      const all = within(tx, database)
      // Which methods may be assigned was decided where the books come from.
      const server = await buildServer({
        database: all,
        clock,
        settings: { ...settings, edition: 'premium', logLevel: 'silent' },
      })
      try {
        const actor = await actorOf(tx, person.id)
        const { writes } = server
        return await asActOf(tx, actor.id, () =>
          loadBook({ tx, database: all, writes, actor, clock, say }, file),
        )
      } finally {
        await server.app.close()
      }
    }, 'book.load')
  } finally {
    file.close()
  }
}

if (process.argv[1]?.endsWith('load-book.ts') === true) {
  void runTool(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { as: { type: 'string' }, help: { type: 'boolean' } },
    })
    if (values.help) {
      say(USAGE)
      return 0
    }
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new BookFault(USAGE)
    const started = performance.now()
    return withDatabase(async (database) => {
      const { acts, compared } = await loadInto(
        database,
        { settings: toolSettings(), path: typedPath(path), mail: values.as ?? null },
        (words) => say(`  ${words} ...`),
      )
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      say(
        `Loaded ${acts.toLocaleString('en')} acts in ${seconds} s; ${compared.toLocaleString('en')} balances, positions and lots agree. Verifying the books ...`,
      )
      const report = await verify(database)
      printReport(report, say)
      return report.found === 0 ? 0 : 1
    })
  })
}
