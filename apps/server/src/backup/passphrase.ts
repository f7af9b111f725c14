/** The passphrase of the settings: for the schedule, and for a backup that a person runs by hand with the same settings. */
import { readFile, stat } from 'node:fs/promises'
import { errorCode } from '../platform/postgres/embedded-error.ts'
import type { BackupSettings } from '../platform/settings.ts'
import { BackupError } from './format.ts'

/** Longer than any passphrase. */
const BYTES_MAX = 4096

/**
 * The first line of a file.
 * @throws BackupError where it cannot be read, is empty, or may be read by others than its owner and group.
 */
export async function passphraseOfFile(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    throw new BackupError(`The passphrase file ${path} cannot be read (${errorCode(error)}).`)
  })
  if (!found.isFile() || found.size > BYTES_MAX) throw new BackupError(`${path} is not a passphrase file.`)
  if ((found.mode & 0o007) !== 0) {
    throw new BackupError(
      `${path} holds a passphrase and can be read by other users of this machine. Restrict it: chmod 600 ${path}`,
    )
  }
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new BackupError(`The passphrase file ${path} cannot be read (${errorCode(error)}).`)
  })
  const [line = ''] = text.split(/\r?\n/)
  if (line === '')
    throw new BackupError(`The first line of ${path}, which should be the passphrase, is empty.`)
  return line
}

/** The passphrase that BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE gives; undefined where neither is set. */
export async function passphraseOfSettings({
  passphraseFile,
  passphrase,
}: BackupSettings): Promise<string | undefined> {
  return passphraseFile === undefined ? passphrase : passphraseOfFile(passphraseFile)
}
