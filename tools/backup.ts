/**
 * `npm run backup -- FILE`: writes the books of one moment to one file. `--check FILE` reads a file to its
 * end and says whether it is whole. Ends with 0, with 2 where there is no good backup.
 */
import { parseArgs } from 'node:util'
import { checkBackup, makeBackup, megabytes, schemaOf } from '../apps/server/src/backup/backup.ts'
import { checkPassphrase } from '../apps/server/src/backup/cipher.ts'
import { openBackupFile } from '../apps/server/src/backup/file-reader.ts'
import { refuseExisting } from '../apps/server/src/backup/file-writer.ts'
import { BackupError } from '../apps/server/src/backup/format.ts'
import { passphraseOfFile, passphraseOfSettings } from '../apps/server/src/backup/passphrase.ts'
import { recorded } from '../apps/server/src/backup/records.ts'
import { VERSION } from '../apps/server/src/features/system/health.routes.ts'
import type { Settings } from '../apps/server/src/platform/settings.ts'
import { askPassphrase, isTerminal } from './support/ask.ts'
import { toolSettings, withLogins } from './support/books.ts'
import { runTool, typedPath } from './support/command.ts'

const USAGE = `Usage: npm run backup -- FILE [--encrypt | --passphrase-file FILE]
       npm run backup -- --check FILE [--passphrase-file FILE]
  Backs up the books in DATA_DIR (default ./data) or DATABASE_URL; the server may be running.
  --encrypt asks for a passphrase. BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE, where set, encrypt without asking.
  --check reads a backup to its end and says whether it is whole; nothing is restored.`

interface Asked {
  readonly check?: boolean | undefined
  readonly encrypt?: boolean | undefined
  readonly 'passphrase-file'?: string | undefined
}

async function passphraseFor(asked: Asked, settings: Settings): Promise<string | undefined> {
  const file = asked['passphrase-file']
  if (file !== undefined) return passphraseOfFile(typedPath(file))
  if (asked.encrypt) return askPassphrase('Passphrase for the backup: ', true)
  return passphraseOfSettings(settings.backup)
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
const say = (line: string) => console.log(line)

async function make(target: string, asked: Asked, signal: AbortSignal): Promise<number> {
  // A wrong name is no failed backup: it is refused before anything is recorded.
  await refuseExisting(target)
  const settings = toolSettings()
  const passphrase = await passphraseFor(asked, settings)
  if (passphrase !== undefined) checkPassphrase(passphrase)
  const started = performance.now()
  await withLogins(settings, async ({ application, owner }) => {
    const connection = owner ?? application
    const order = { connection, target, product: VERSION, passphrase, say, signal }
    const { rows, bytes, takenAt } = await recorded(connection, { file: target, scheduled: false }, () =>
      makeBackup(order),
    )
    const sealed = passphrase === undefined ? 'not encrypted' : 'encrypted'
    say(
      `${target}: ${rows.toLocaleString('en')} rows, ${megabytes(bytes)}, ${sealed}, taken at ${takenAt}, ` +
        `written and read again in ${seconds(started)} s.`,
    )
  })
  return 0
}

async function check(path: string, asked: Asked, signal: AbortSignal): Promise<number> {
  const started = performance.now()
  const settings = toolSettings()
  let passphrase = await passphraseFor({ ...asked, encrypt: false }, settings)
  const { header } = await openBackupFile(path)
  const from = `taken at ${header.takenAt} by Equity Manager ${header.product} (schema ${schemaOf(header)}, PostgreSQL ${header.postgres})`
  if (header.encryption !== null && passphrase === undefined) {
    if (!isTerminal()) {
      say(
        `${path}: the checksum of the file is right, ${from}. It is encrypted and was not opened: no passphrase was given.`,
      )
      return 0
    }
    passphrase = await askPassphrase('Passphrase of the backup: ')
  }
  const { tables, rows } = await checkBackup(path, async () => passphrase, say, signal)
  say(
    `${path} is whole: ${tables} tables, ${rows.toLocaleString('en')} rows, ${from}; read in ${seconds(started)} s.`,
  )
  return 0
}

void runTool(async (signal) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      encrypt: { type: 'boolean' },
      'passphrase-file': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    say(USAGE)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new BackupError(USAGE)
  const path = typedPath(file)
  return values.check ? check(path, values, signal) : make(path, values, signal)
})
