/** The state of the backups, asked by a timer: `/health` answers it without going to the database. */
import type { health } from '@em/contract/identity/identity'
import type { Reply } from '@em/contract/kit/route'
import type { Database } from '../platform/database/database.ts'
import type { BackupSettings } from '../platform/settings.ts'
import { type BackupState, backupState } from './records.ts'

const EVERY_MS = 30_000
const HOUR_MS = 3_600_000

export interface BackupWatch {
  /** The member of `/health`; null where there is neither a schedule nor any backup. */
  latest(): Reply<typeof health>['backup']
  stop(): void
}

/** Hours between two backups by schedule; undefined without one. */
export const scheduleOf = ({ dir, everyHours }: BackupSettings): number | undefined =>
  dir === undefined ? undefined : everyHours

/** Asks once, and then by a timer that keeps no process alive. While the database is away, what was known grows older. */
export async function watchBackups(database: Database, settings: BackupSettings): Promise<BackupWatch> {
  let state: BackupState | undefined
  let asked = performance.now()
  const ask = async () => {
    state = await backupState(database, scheduleOf(settings))
    asked = performance.now()
  }
  const tryAsking = () => ask().catch(() => undefined)
  await tryAsking()
  const timer = setInterval(() => void tryAsking(), EVERY_MS).unref()
  return {
    latest: () => {
      if (state === undefined) return null
      const { lastGoodAt, ageHours, overdue } = state
      const since = (performance.now() - asked) / HOUR_MS
      return {
        lastGoodAt,
        ageHours: ageHours === null ? null : Math.round((ageHours + since) * 10) / 10,
        overdue,
      }
    },
    stop: () => clearInterval(timer),
  }
}
