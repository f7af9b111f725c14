/**
 * Opens books as a server does, up to where it would listen, with a folder of migrations that the harness chooses:
 * `open-books.ts DATA_DIR FOLDER`. Says `open` and waits for the signal to stop.
 */
import { seed } from '../../apps/server/src/first-start.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { updateDatabase } from '../../apps/server/src/platform/database/owner.ts'
import { startSupervised } from '../../apps/server/src/platform/postgres/supervised.ts'

const [dataDir = '', folder = ''] = process.argv.slice(2)
const say = (line: string) => console.log(line)
const asked = new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()))

const { embedded, stop } = await startSupervised({
  dataDir,
  log: say,
  onGone: () => undefined,
  onBack: () => undefined,
  onLost: (reason) => {
    say(reason)
    process.exit(1)
  },
})
try {
  await updateDatabase(embedded, { folder, say })
  const database = await openDatabase(embedded.application)
  await seed(database)
  say('open')
  await asked
  await database.close()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await stop()
}
