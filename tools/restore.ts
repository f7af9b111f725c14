/**
 * `npm run restore -- FILE`: loads a backup into an empty database and verifies the books. Ends with 0, with 1 where the
 * books differ from their facts, with 2 where nothing was restored.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '../apps/server/src/backup/format.ts'
import { passphraseOfFile, passphraseOfSettings } from '../apps/server/src/backup/passphrase.ts'
import { checkRestorable, restoreBackup } from '../apps/server/src/backup/restore.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import type { Settings } from '../apps/server/src/platform/settings.ts'
import { verify } from '../apps/server/src/verify/verify.ts'
import { askPassphrase } from './support/ask.ts'
import { toolSettings, withLogins } from './support/books.ts'
import { runTool, typedPath } from './support/command.ts'
import { printReport } from './support/report.ts'

const USAGE = `Usage: npm run restore -- FILE [--passphrase-file FILE]
  Loads a backup into an empty DATA_DIR (default ./data) or the empty database of DATABASE_URL, and verifies the books.
  The server must not be running. The passphrase of an encrypted backup is read from the file named, else taken from
  BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE, else asked for.`

const CONNECTIONS = 2
const say = (line: string) => console.log(line)

async function passphrase(file: string | undefined, settings: Settings): Promise<string> {
  const known = await (file === undefined
    ? passphraseOfSettings(settings.backup)
    : passphraseOfFile(typedPath(file)))
  return known ?? askPassphrase('Passphrase of the backup: ')
}

void runTool(async (signal) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'passphrase-file': { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    say(USAGE)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new BackupError(USAGE)
  const settings = toolSettings()
  const started = performance.now()
  const order = {
    file: typedPath(file),
    passphrase: () => passphrase(values['passphrase-file'], settings),
    say,
    signal,
  }
  const checked = await checkRestorable(order)
  return withLogins(
    settings,
    async (logins) => {
      await restoreBackup(logins, checked, order)
      const target = settings.databaseUrl === undefined ? resolve(settings.dataDir) : 'the database'
      say(
        `Restored into ${target} in ${((performance.now() - started) / 1000).toFixed(1)} s. Verifying the books ...`,
      )
      const database = await openDatabase(logins.application, CONNECTIONS)
      const report = await verify(database).finally(() => database.close())
      printReport(report, say)
      return report.found === 0 ? 0 : 1
    },
    true,
  )
})
