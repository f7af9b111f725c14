/** Restores a backup as the command does: the file is checked, then loaded. */
import type pg from 'pg'
import { checkRestorable, type Restorable, restoreBackup } from '../../src/backup/restore.ts'

/** @returns what the file said of itself. */
export async function restored(
  connection: pg.ClientConfig,
  file: string,
  passphrase?: string,
): Promise<Restorable> {
  const order = { file, passphrase: async () => passphrase, say: () => undefined }
  const checked = await checkRestorable(order)
  await restoreBackup({ application: connection }, checked, order)
  return checked
}
